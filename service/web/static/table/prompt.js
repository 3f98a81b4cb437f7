// What the table says of itself: where the game is, what is asked of me, whom the table waits for.

import { language } from '../i18n.js';
import { sitterName, strategyName } from '../seating.js';

export function titleText({ view, t }) {
  if (!view) return t('table.title');
  if (view.ending?.totals.length) return t('table.over');
  if (view.influencePile) return t('table.turnNumber', { turn: view.influencePile.turn });
  return t('table.round', { round: view.round });
}

export function promptText(page) {
  const { view, t, names, table, mySeat, replay } = page;
  if (view.ending?.totals.length) return resultText(page);
  if (table.status === 'abandoned') return t('table.abandoned');
  const card = view.acting && names.cardLines(view.acting.card).at(-1);
  const mine = mySeat === null ? null : view.awaited[mySeat];
  if (mine && replay) return t(`table.mine.${mine}`, { card });
  if (mine) return t(`table.prompt.${asked(mine, page)}`, { card, guild: actingGuild(view, names) });
  const [kind] = Object.values(view.awaited);
  const guilds = Object.keys(view.awaited).map((seat) => names.guild(view.seats[seat].guild)).join(', ');
  return kind ? t(`table.waiting.${kind}`, { guilds, card }) : t('table.goesOn');
}

/** A golden card builds for grey and church alone (R7.2, R7.3); of the two actions of a turn one may have been taken (R12). */
function asked(kind, { view, play }) {
  if (kind === 'build' && view.acting.source === 'golden') return 'buildGolden';
  if (kind !== 'turn2p' || (play.draw && play.cards.size)) return kind;
  return play.draw ? 'turn2p.draw' : 'turn2p.play';
}

/** With two players a card of the pile acts for its own guild. */
function actingGuild({ acting, seats }, names) {
  if (!acting) return '';
  return names.guild(names.cards.get(acting.card).guild ?? seats[acting.seat].guild);
}

function resultText(page) {
  const { view: { ending, seats }, t, names, mySeat } = page;
  const totals = ending.totals.map((total, seat) => `${names.guild(seats[seat].guild)} ${total}`).join(' · ');
  const [first, ...more] = ending.winners;
  if (first === mySeat && !more.length) return t('table.result.mine', { guild: names.guild(seats[first].guild), totals });
  const others = ending.winners.filter((seat) => seat !== mySeat).map((seat) => winner(seat, page));
  const me = ending.winners.includes(mySeat) ? [t('table.result.me', { guild: names.guild(seats[mySeat].guild) })] : [];
  return t('table.result.others', { totals, winners: new Intl.ListFormat(language()).format([...others, ...me]) });
}

/** "Anna (Weavers)", "Bot (shrewd, Weavers)" */
function winner(seat, { view, t, names, table }) {
  const guild = names.guild(view.seats[seat].guild);
  const sitter = table.seats[seat];
  return sitter.bot ? t('seat.bot', { strategy: `${strategyName(sitter.bot)}, ${guild}` }) : `${sitterName(sitter)} (${guild})`;
}
