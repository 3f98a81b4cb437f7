// My hand as cards: one press chooses a card, another how many influence cards go with it, a third confirms.

import { h, s } from '../../dom.js';
import { badge } from '../board/coats.js';
import { help } from './help.js';

const SIGNS = {
  town: 'M-11 10V-3H-7V-8H-3V-3H3V-8H7V-3H11V10Z',
  site: 'M-10 10L0 -10L10 10M-6 2H6M-10 10H10',
  pickup: 'M-9 6Q-9 -7 3 -7M-2 -12L4 -7L-2 -2M9 -4V10H-4',
};

const LONG = 9; // letters on a card of the usual width

/** `play` is what has been chosen so far and what can be done with it. */
export function hand({ t, names, coats, mySeat }, seat, play) {
  const title = seat.seat === mySeat ? t('table.hand') : t('table.handOf', { guild: names.guild(seat.guild) });
  const own = coats.get(seat.guild);
  return h(
    'div',
    { class: 'hand', role: 'group', 'aria-label': title },
    h('div', { class: 'hand-head' }, badge(own, 18), h('h2', {}, title), help('hand', t), influenceCards(seat.influence)),
    cards(),
  );

  /** A board of one's own has towns with names of its own: no word is broken for the sake of one card more beside it. */
  function cards() {
    const words = seat.hand.flatMap((id) => names.cardLines(id)).flatMap((line) => line.split(/[\s\u00ad-]/));
    const longest = Math.max(0, ...words.map((word) => word.length));
    const node = h('div', { class: `hand-cards${longest > LONG ? ' long-words' : ''}` }, inOrder(seat.hand, names).map((id) => card(id)));
    node.style.setProperty('--longest', longest);
    return node;
  }

  function card(id) {
    const { type } = names.cards.get(id);
    const isOpen = play.cards.has(id);
    const isChosen = play.card === id || seat.choice?.actionCard === id;
    const [kind, town] = names.cardLines(id);
    return h(
      'button',
      {
        type: 'button', class: `hand-card card-${type}${isChosen ? ' chosen' : ''}`, 'data-card': id, 'data-key': id, 'aria-pressed': String(isChosen),
        'aria-disabled': isOpen ? null : 'true', onclick: () => isOpen && play.chooseCard(id),
      },
      s('svg', { viewBox: '-16 -16 32 32', class: 'card-sign', 'aria-hidden': 'true' }, s('path', { d: SIGNS[type], class: `sign-${type}` })),
      h('span', { class: 'card-name' }, town ?? kind),
      town && h('span', { class: 'card-kind' }, kind),
    );
  }

  /** Small, and fanned out: what counts is how many there are, and how many of them go with the card. */
  function influenceCards(count) {
    const chosen = seat.choice?.influence ?? play.influence;
    return count > 0 && h(
      'span',
      { class: 'influence-cards', role: 'img', 'aria-label': t('table.influenceCards', { count }) },
      Array.from({ length: count }, (_, number) => s(
        'svg',
        { viewBox: '-16 -20 32 40', class: `influence-card${number < chosen ? ' chosen' : ''}` },
        s('path', { d: 'M0 -11L3 -3H11L5 2L7 11L0 6L-7 11L-5 2L-11 -3H-3Z' }),
      )),
    );
  }
}

/** As the board lists its cards, whatever way they came back to the hand. */
function inOrder(hand, names) {
  const order = [...names.cards.keys()];
  return [...hand].sort((one, other) => order.indexOf(one) - order.indexOf(other));
}

/** How many influence cards go with the chosen card: more cards, earlier in the order of play (R4.3). */
export function influenceChoice({ t }, most, play) {
  return h(
    'div',
    { class: 'influence-choice', role: 'group', 'aria-label': t('table.addInfluence') },
    h('span', {}, t('table.addInfluence'), help('influence', t)),
    Array.from({ length: most + 1 }, (_, count) => h('button', {
      type: 'button', class: 'count', 'data-influence': count, 'data-key': `influence-${count}`, 'aria-pressed': String(play.influence === count),
      onclick: () => play.chooseInfluence(count),
    }, count)),
  );
}
