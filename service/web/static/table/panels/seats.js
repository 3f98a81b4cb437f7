// Who sits at the table: coat of arms, points, cards; who has committed, but not what; the order of play.

import { timeLeft } from '../../clock.js';
import { h } from '../../dom.js';
import { sitterName } from '../../seating.js';
import { badge } from '../board/coats.js';
import { heading } from './help.js';
import { Panel } from './panel.js';

export function seatsPanel({ t, names, coats }) {
  const node = h('section', { class: 'panel seats', 'aria-label': t('table.players') });
  return new Panel(node, ({ seats, players, view, awaited, due, mySeat, isOver }) => {
    const rows = seats.map((seat) => row(seat, players[seat.seat], view, awaited, due[seat.seat], mySeat, isOver));
    const grey = Object.entries(view.points).filter(([guild]) => !seats.some((seat) => seat.guild === guild));
    return [
      heading(t('table.players'), view.influencePile ? 'turn' : 'order', t),
      h('ol', { class: 'seat-list' }, rows, grey.map(([guild, points]) => neutral(guild, points, seats))),
    ];
  });

  function row(seat, player, view, awaited, due, mySeat, isOver) {
    const name = seat.seat === mySeat ? t('table.you') : player?.name ?? (player?.bot ? sitterName(player) : t('table.seat', { seat: seat.seat + 1 }));
    const isAwaited = awaited.includes(seat.seat);
    const classes = ['player', isAwaited && 'to-act', seat.seat === mySeat && 'mine'].filter(Boolean).join(' ');
    return h(
      'li',
      { class: classes, 'data-seat': seat.seat },
      badge(coats.get(seat.guild), 26),
      h('div', { class: 'seat-who' }, h('strong', {}, name), h('span', { class: 'quiet' }, names.guildFull(seat.guild))),
      h('span', { class: 'seat-points', 'aria-label': t('table.points', { count: view.points[seat.guild] }) }, view.points[seat.guild]),
      h('div', { class: 'seat-facts' }, isOver ? standing(seat, view) : facts(seat, view, isAwaited), isAwaited && timeLeft(due), !isOver && played(seat)),
    );
  }

  /** How it came out; nobody plays, starts or holds cards any more. */
  function standing(seat, view) {
    const { ending, influencePile } = view;
    const totals = ending?.totals ?? [];
    const place = 1 + totals.filter((total) => total > totals[seat.seat]).length;
    return tags([
      totals.length > 0 && ['order', t(`table.finalPlace.${place}`)],
      !influencePile && ['infl', t('table.influenceCards', { count: seat.influence })],
      ...influenced(seat, view),
    ].filter(Boolean));
  }

  function facts(seat, view, isAwaited) {
    const place = view.order.indexOf(seat.seat);
    const marks = [];
    if (view.startingSeat === seat.seat && !view.influencePile) marks.push(['start', t('table.startingPlayer')]);
    if (place >= 0) marks.push(['order', t(`table.orderPlace.${place + 1}`)]);
    if (view.stage === 'choosing') marks.push(seat.hasChosen ? ['done', t('table.hasChosen')] : ['wait', t('table.isChoosing')]);
    else if (isAwaited) marks.push(['wait', t(`table.awaited.${view.awaited[seat.seat]}`)]);
    if (!view.influencePile) marks.push(['infl', t('table.influenceCards', { count: seat.influence })]);
    marks.push(...influenced(seat, view));
    marks.push(['hand', t('table.cardsInHand', { count: seat.hand.length })]);
    return tags(marks);
  }

  function influenced({ influencedGuild: guild }, { points }) {
    return guild ? [['infl', t('table.influences', { guild: names.guild(guild), points: points[guild] })]] : [];
  }

  function tags(marks) {
    return marks.map(([kind, text]) => h('span', { class: `tag tag-${kind}` }, text));
  }

  function played(seat) {
    if (!seat.played.length) return null;
    return h('span', { class: 'played quiet' }, t('table.playedCards', { cards: seat.played.map((card) => names.cardLines(card).at(-1)).join(', ') }));
  }

  function neutral(guild, points, seats) {
    const owner = seats.find((seat) => seat.influencedGuild === guild);
    return h(
      'li',
      { class: 'player neutral' },
      badge(coats.get(guild), 26),
      h('strong', { class: 'seat-who' }, names.guildFull(guild)),
      h('span', { class: 'seat-points', 'aria-label': t('table.points', { count: points }) }, points),
      h('span', { class: 'seat-facts quiet' }, owner ? t('table.underInfluence', { guild: names.guild(owner.guild) }) : t('table.nobodys')),
    );
  }
}
