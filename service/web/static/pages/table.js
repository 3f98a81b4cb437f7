// A table: before its game begins the seats and the invitation, afterwards the board.

import { reached } from '../api.js';
import { lookAway, setAwaitedAt, setTitle } from '../attention.js';
import { announce, h, replace } from '../dom.js';
import { action, alertLine, copyable } from '../forms.js';
import { inWords, learnToTell } from '../said.js';
import {
  gameTitle, inviteAddress, openerName, seatBot, seatList, strategyName, termsOf,
} from '../seating.js';
import { shield } from '../shield.js';

export async function mount(root, context) {
  const { tableId, query, api, session, t, live } = context;
  const table = await api.get(`/tables/${tableId}`);
  setTitle(gameTitle(table.game));
  if (table.status === 'open') return waitingRoom(root, context, table);
  if (table.view === null) {
    replace(root, h('section', { class: 'card narrow' }, h('h1', {}, gameTitle(table.game)), h('p', {}, t('waiting.givenUp')), h('p', {}, h('a', { class: 'button', href: '/' }, t('missing.home')))));
    return null;
  }
  const board = await reached(import('../table/table.js'));
  const at = /^\d+$/.test(query.get('at') ?? '') ? Number(query.get('at')) : null;
  return board.mount(root, { tableId, api, session, t, live, at, seenBy: query.get('as'), table, go: context.go });
}

async function waitingRoom(root, context, first) {
  const { tableId, api, session, t, live, go } = context;
  const { games } = await api.get('/games');
  const bots = games.find(({ game }) => game === first.game)?.bots ?? [];
  const body = h('div', {});
  let isGone = false;

  async function look() {
    const table = await api.get(`/tables/${tableId}`);
    if (isGone) return;
    if (table.status === 'open') draw(table);
    else await go(`/tables/${tableId}`, { replace: true });
  }

  function draw(table) {
    const isOpener = table.opener === session.account?.id;
    const free = table.seats.filter(({ account, bot }) => !account && !bot).length;
    const alert = alertLine();
    const act = (label, work, kind) => action(label, async () => { await work(); await look(); }, { kind, alert });
    replace(
      body,
      h('p', { class: 'lead' }, free ? t('waiting.free', { count: free }) : t('waiting.full')),
      openerName(table) && h('p', {}, t('join.opener', { name: openerName(table) })),
      termsOf(table),
      seatList(table.seats, table.mySeat, (seat) => isOpener && !seat.account && !seat.bot
        && h('span', { class: 'row' }, bots.map((bot) => act(t('waiting.seatBot', { strategy: strategyName(bot) }), () => seatBot(tableId, seat.seat, bot), 'small')))),
      alert,
      free > 0 && h('div', { class: 'invite' }, h('h2', {}, t('waiting.invite')), h('p', {}, table.private ? t('waiting.inviteHint') : t('waiting.publicHint')), copyable(t('waiting.link'), inviteAddress(table))),
      h(
        'div',
        { class: 'row' },
        isOpener && !free && act(t('waiting.start'), () => api.post(`/tables/${tableId}/start`), 'primary'),
        table.mySeat === null && free > 0 && h('a', { class: 'button primary', href: `/join/${tableId}` }, t('lobby.sitDown')),
        table.mySeat !== null && act(t('waiting.leave'), async () => {
          await api.delete(`/tables/${tableId}/seats/${table.mySeat}`);
          if (table.private && !isOpener) await go('/');
        }),
        isOpener && act(t('waiting.giveUp'), () => api.post(`/tables/${tableId}/moves`, { type: 'AbandonTable' }), 'danger'),
      ),
    );
  }

  draw(first);
  setAwaitedAt(tableId, first.version, false); // so that it is heard when the game begins with me
  replace(
    root,
    h('section', { class: 'card waiting' }, h('p', { class: 'meta' }, shield(first.seats[first.mySeat]?.guild ?? null), gameTitle(first.game)), h('h1', {}, t('waiting.title')), body),
  );
  const stop = live.follow(tableId, {
    after: first.version,
    onEvent: (event) => {
      if (event.topic.startsWith('table.Seat')) learnToTell().then(() => announce(inWords(event).text), () => {}); // as below
      look().catch(() => {}); // the sign of a lost connection says enough; the next event looks again
    },
  });
  return () => {
    isGone = true;
    lookAway();
    stop();
  };
}
