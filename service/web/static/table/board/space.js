// One space of a town: what stands on it is drawn anew only when it has changed.

import { s } from '../../dom.js';
import {
  cathedral, clothOf, letterMark, master, shield, words,
} from './coats.js';
import { centre, middle, outline } from './outline.js';

const EDGE = '#2b2118';

export class SpaceDrawing {
  constructor(place, label, coats) {
    Object.assign(this, { place, label, coats, key: null });
    this.marks = s('g', { class: 'marks' });
    this.edge = s('path', { class: 'edge', d: outline(place.cells) });
    this.number = words('', 0, 0, 13, { class: 'number' }); // above the edge: its glow does not lie over the number
    this.node = s('g', { class: 'space', role: 'button', tabindex: -1, 'data-space': place.id }, this.marks, this.edge, this.number);
  }

  /** Whether anything was drawn. `cells` are those of both blocks where church D lies on two. */
  update(space, cells, canOpen) {
    const { state, coat, masters, placedMasters, underConstruction, special } = space;
    const key = [state, coat, masters, placedMasters, underConstruction, space.cathedral, special, canOpen].join();
    if (key === this.key) return false;
    this.key = key;
    this.cells = cells;
    this.edge.setAttribute('d', outline(cells));
    this.node.dataset.state = state;
    this.marks.replaceChildren(...this.draw(space, canOpen).flat());
    return true;
  }

  draw(space, canOpen) {
    const tile = outline(this.cells);
    this.number.textContent = '';
    switch (space.state) {
      case 'built':
        return district(space, this.coats.get(space.coat), this.cells);
      case 'merged':
        return [];
      case 'covered':
        return ['#857a68', 'url(#gh-stones)'].map((fill) => s('path', { d: tile, fill, stroke: '#4d4438', 'stroke-width': 1.3 }));
      case 'closed':
        return [s('path', { d: tile, class: 'closed', 'stroke-dasharray': '4 4', opacity: canOpen ? 1 : 0.3 })];
      default: {
        const [x, y] = middle(this.cells);
        this.number.setAttribute('x', x);
        this.number.setAttribute('y', y + 4.5);
        this.number.textContent = this.label;
        return [s('path', { d: tile, fill: 'url(#gh-parchment)', stroke: '#8d7547', 'stroke-width': 1.3 })];
      }
    }
  }
}

/** A district as it lies on the board. */
export function district(space, coat, cells) {
  const d = outline(cells);
  const masters = [...Array(space.masters ?? 0).fill(false), ...Array(space.placedMasters ?? 0).fill(true)];
  const [arms, aside] = spots(cells, masters.length > 0 || space.cathedral || Boolean(space.special));
  const marks = [s('path', { d, fill: coat.colour, stroke: EDGE, 'stroke-opacity': 0.75, 'stroke-width': 1.6 })];
  if (clothOf(coat)) marks.push(s('path', { d, fill: clothOf(coat) }));
  if (space.shape === 'centre') marks.push(s('path', { d, fill: '#fff', 'fill-opacity': 0.16, stroke: EDGE, 'stroke-opacity': 0.7, 'stroke-width': 2 }));
  if (space.underConstruction) marks.push(s('path', { d, fill: 'url(#gh-hatch)' }));
  marks.push(shield(coat, arms, cells.length === 4 ? 1.3 : 0.8));
  marks.push(...mastersAt(masters, aside));
  if (space.cathedral) marks.push(cathedral(aside, 0.95));
  if (space.special) {
    const corner = cells.length < 4 ? [aside[0] + 10, aside[1] + 9] : [aside[0], aside[1] - 46];
    marks.push(letterMark(space.special, space.cathedral ? corner : aside, 8));
  }
  return marks;
}

/** Where the coat of arms stands, and where masters or a cathedral: apart, so that neither hides the other. */
function spots(cells, pieces) {
  const [x, y] = middle(cells);
  const sorted = [...cells].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  if (cells.length === 4) return [[x - (pieces ? 5 : 0), y - 4], [x + 24, y + 22]];
  if (cells.length === 2) return pieces ? [centre(sorted[0]), centre(sorted[1])] : [[x, y], [x, y]];
  const others = sorted.map(centre).filter(([cx, cy]) => cx !== x || cy !== y);
  return [[x, y], others.at(-1)];
}

function mastersAt(placed, [x, y]) {
  const columns = Math.min(placed.length, 3);
  const rows = Math.ceil(placed.length / columns);
  return placed.map((isPlaced, number) => {
    const dx = ((number % columns) - (columns - 1) / 2) * 10;
    const dy = (Math.floor(number / columns) - (rows - 1) / 2) * 15;
    return master([x + dx, y + dy + 1], 1, isPlaced);
  });
}
