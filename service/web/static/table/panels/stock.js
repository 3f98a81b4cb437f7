// What is left: districts by coat and shape, special churches, pieces, golden cards and what was discarded.

import { h } from '../../dom.js';
import { badge } from '../board/coats.js';
import { heading } from './help.js';
import { Panel } from './panel.js';

const SHAPES = ['block', 'bar', 'bend'];

export function stockPanel({ t, names, coats }) {
  const node = h('section', { class: 'panel stock', 'aria-label': t('table.stock') });
  return new Panel(node, ({ stock, pieces, gold, influencePile }) => [
    h('div', {}, heading(t('table.stock'), 'stock', t), h(
      'table',
      { class: 'stock-table' },
      h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, t('table.coat')), SHAPES.map((shape) => h('th', { scope: 'col' }, names.shape(shape))))),
      h('tbody', {}, [...coats.values()].map((coat) => row(coat, stock.districts))),
    )),
    h('div', {}, h('p', {}, t('table.specialsLeft', { letters: stock.specialChurches.join(' ') || '–' })),
    h('ul', { class: 'chips' }, [
      t('table.sitesLeft', { count: pieces.buildingSites }),
      t('table.cathedralsLeft', { count: pieces.cathedrals }),
      t('table.mastersLeft', { count: pieces.guildMasters }),
    ].map((text) => h('li', {}, text))),
    gold && [heading(t('table.golden'), 'golden', t),
      h('p', {}, t('table.goldenLeft', { a: gold.left.A, b: gold.left.B })),
      gold.inFront && h('p', {}, t('table.goldenInFront', { back: gold.inFront.back, card: gold.inFront.card ? names.card(gold.inFront.card) : t('table.faceDown') })),
      pile(gold.discard, 'table.discarded'),
      pile(gold.removed, 'table.removed'),
    ],
    influencePile && [heading(t('table.influencePile'), 'influencePile', t),
      h('p', {}, t('table.influencePileShort', { count: influencePile.left })),
      pile(influencePile.discard, 'table.discarded'),
      pile(influencePile.removed, 'table.removed'),
    ]),
  ]);

  /** Each digit is a district: how many masters are printed on it. */
  function row(coat, districts) {
    const mine = districts.filter((kind) => kind.coat === coat.id);
    if (!mine.length && coat.isChurch === false) return null;
    return h('tr', {}, h('th', { scope: 'row' }, badge(coat, 16), ' ', names.guild(coat.id)), SHAPES.map((shape) => {
      const kinds = mine.filter((kind) => kind.shape === shape);
      const total = kinds.reduce((sum, kind) => sum + kind.count, 0);
      const withMasters = kinds.filter((kind) => kind.masters && kind.count);
      return h('td', {}, h('b', {}, total), withMasters.map((kind) => h('span', { class: 'quiet' }, ` ${kind.count}×${'♟'.repeat(kind.masters)}`)));
    }));
  }

  function pile(cards, key) {
    return cards.length > 0 && h('p', { class: 'quiet' }, t(key, { cards: cards.map((card) => names.card(card)).join(', ') }));
  }
}
