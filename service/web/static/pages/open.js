// Open a table: what is played, by how many, against whom, and who may know of it.

import { api } from '../api.js';
import { setTitle } from '../attention.js';
import { clockChoice } from '../clock.js';
import { checkbox, field, h, replace, select } from '../dom.js';
import { action, form } from '../forms.js';
import { gameTitle, guildChoice, seatBot, sitDown, strategyName } from '../seating.js';
import { session } from '../session.js';
import { keepWay } from '../way.js';

const PERSON = '';
const BEST_BOT = 'greedy';

/** A table of my own with bots on all other seats: the game begins at once. The id of the table. */
export async function openAgainstBots() {
  const { games } = await api.get('/games');
  const { game, seats, bots } = games[0];
  const strategy = bots.includes(BEST_BOT) ? BEST_BOT : bots[0];
  const count = Math.max(...seats);
  return openTable({ game, seats: count, private: true, autostart: true }, null, Array(count - 1).fill(strategy));
}

/** The same once more where bots alone were the others, else the choices for a new table: the address to go to. */
export async function openAgain({ game, seats, mySeat, options, private: isPrivate }) {
  const others = seats.filter(({ seat }) => seat !== mySeat);
  if (!others.every(({ bot }) => bot)) return '/open';
  const wanted = { game, seats: seats.length, options, private: isPrivate, autostart: true };
  return `/tables/${await openTable(wanted, seats[mySeat].guild, others.map(({ bot }) => bot))}`;
}

/** I take the first seat; `others` are strategies of bots, or PERSON where a seat stays free. */
async function openTable(wanted, guild, others) {
  const { table } = await api.post('/tables', wanted);
  await sitDown(table, { seat: 0, guild });
  for (const [i, strategy] of others.entries()) {
    if (strategy !== PERSON) await seatBot(table, i + 1, strategy);
  }
  return table;
}

export async function mount(root, { t, go }) {
  setTitle(t('open.title'));
  if (!session.isSignedIn) {
    keepWay();
    await go('/', { replace: true });
    return null;
  }
  const { games } = await api.get('/games');
  const choice = h('select', { name: 'game' }, games.map(({ game }) => h('option', { value: game }, gameTitle(game))));
  const seating = h('div', {});
  let read = () => ({});
  const draw = () => { read = drawSeating(seating, games.find(({ game }) => game === choice.value), t); };
  choice.addEventListener('change', draw);
  draw();
  const hidden = checkbox(t('open.private'), { name: 'private', checked: true }, t('open.privateHint'));
  const starts = checkbox(t('open.autostart'), { name: 'autostart', checked: true });
  const waits = checkbox(t('open.waitForDisputes'), { name: 'waitForDisputes' }, t('open.waitForDisputesHint'));
  const arbiter = h('input', { name: 'arbiter', type: 'text', maxlength: 60, autocomplete: 'off', spellcheck: 'false' });
  const ask = form(t('open.open'), async (values) => {
    const { guild, others } = read();
    const wanted = { game: values.game, seats: others.length + 1, private: 'private' in values, autostart: 'autostart' in values };
    if ('waitForDisputes' in values) wanted.waitForDisputes = true;
    if (values.clock) wanted.clock = Number(values.clock);
    if (values.arbiter.trim()) wanted.arbiter = values.arbiter.trim();
    await go(`/tables/${await openTable(wanted, guild, others)}`);
  }, [
    field(t('open.game'), choice),
    seating,
    field(t('open.clock'), clockChoice(), t('open.clockHint')),
    hidden,
    starts,
    h('details', {}, h('summary', {}, t('open.disputes')), waits, field(t('open.arbiter'), arbiter, t('open.arbiterHint'))),
  ]);
  replace(
    root,
    h('h1', {}, t('open.title')),
    h(
      'section',
      { class: 'card quick' },
      h('h2', {}, t('open.quick')),
      h('p', {}, t('open.quickHint')),
      action(t('lobby.playNow'), async () => go(`/tables/${await openAgainstBots()}`), { kind: 'primary' }),
    ),
    h('section', { class: 'card' }, h('h2', {}, t('open.own')), ask),
  );
  return null;
}

/** The controls of one game; returns what reads them. */
function drawSeating(place, game, t) {
  const guilds = guildChoice(game.guilds);
  const numbers = game.seats.map((count) => [String(count), t('open.players', { count })]);
  const count = select(numbers, String(Math.max(...game.seats)));
  const sitters = [[PERSON, t('open.person')], ...game.bots.map((bot) => [bot, t('seat.bot', { strategy: strategyName(bot) })])];
  const others = h('div', { class: 'others' });
  const drawOthers = () => {
    const kept = [...others.querySelectorAll('select')].map(({ value }) => value);
    const seats = Array.from({ length: count.value - 1 }, (_, i) => i);
    replace(others, seats.map((i) => field(t('open.seat', { number: i + 2 }), select(sitters, kept[i] ?? PERSON))));
  };
  count.addEventListener('change', drawOthers);
  drawOthers();
  replace(place, field(t('open.count'), count), others, guilds.element);
  return () => ({ guild: guilds.value(), others: [...others.querySelectorAll('select')].map(({ value }) => value) });
}
