// One town: its wall, its spaces, the plots outside, and its name on a banner.

import { s } from '../../dom.js';
import { cylinder, letterMark, words } from './coats.js';
import { placesOf } from './layout.js';
import { middle, outline, touching, UNIT } from './outline.js';
import { SpaceDrawing } from './space.js';

export class TownDrawing {
  constructor(town, coats, scale, at, t) {
    Object.assign(this, { town, t, last: null });
    const inside = [town.centre, ...town.spaces].flatMap((place) => place.cells);
    const wall = outline(inside, -7, 12);
    this.spaces = new Map(placesOf(town).map((place) => (
      [place.id, new SpaceDrawing(place, place.id.replace(`${town.id}-`, ''), coats)]
    )));
    this.outside = s('g');
    this.inside = s('g');
    for (const drawing of this.spaces.values()) this.inside.append(drawing.node);
    this.gates = new Map(town.plots.map((plot) => [plot.id, gateOf(town, plot)]).filter(([, gate]) => gate));
    this.doubles = town.doubles.map((double) => {
      const cells = double.spaces.flatMap((id) => this.spaces.get(id).place.cells);
      return { ...double, cells, mark: letterMark(double.special, middle(cells)) };
    });
    const [cx, cy] = middle(town.centre.cells);
    this.scored = s('g', { class: 'scored-town' }, s('path', { d: wall, fill: '#4a3b22', 'fill-opacity': 0.2 }), cylinder([cx - 21, cy + 23], 1.35));
    this.node = s(
      'g',
      { transform: `translate(${town.origin.join(' ')}) scale(${scale})`, 'data-town': town.id, class: 'town' },
      this.outside,
      s('path', { d: wall, fill: '#c9b48a', stroke: '#5d5142', 'stroke-width': 8, 'stroke-linejoin': 'round' }),
      s('path', { d: wall, fill: 'none', stroke: '#a59782', 'stroke-width': 3.4, 'stroke-dasharray': '7 5' }),
      this.inside,
      s('g', { class: 'marks-only' }, [...this.gates.values()], this.doubles.map(({ mark }) => mark)),
      this.scored,
    );
    this.banner = new Banner(town, at, t);
  }

  /** Draws what has changed; returns the ids of the spaces that did. */
  update(document, specials) {
    if (document === this.last?.document && specials === this.last.specials) return [];
    this.last = { document, specials };
    const { inPlay, scored } = document;
    const spaces = new Map(document.spaces.map((space) => [space.id, space]));
    const churches = scored || !inPlay ? [] : specials.split('');
    const changed = [];
    for (const [id, drawing] of this.spaces) {
      const space = spaces.get(id);
      const { host, special } = drawing.place;
      const canOpen = space.state === 'closed' && spaces.get(host)?.state === 'free' && churches.includes(special);
      if (drawing.update(space, this.cellsOf(drawing.place, space), canOpen)) {
        const layer = space.state === 'closed' ? this.outside : this.inside;
        if (drawing.node.parentNode !== layer) layer.append(drawing.node);
        changed.push(id);
      }
      this.gates.get(id)?.classList.toggle('gone', !canOpen);
    }
    for (const { special, spaces: pair, mark } of this.doubles) {
      const isOpen = churches.includes(special) && pair.every((id) => spaces.get(id).state === 'free');
      mark.classList.toggle('gone', !isOpen);
    }
    this.scored.classList.toggle('gone', !scored);
    this.node.classList.toggle('out-of-play', !inPlay);
    this.banner.update(document);
    return changed;
  }

  cellsOf(place, space) {
    const double = space.special && this.doubles.find((pair) => pair.special === space.special && pair.spaces.includes(place.id));
    return double ? double.cells : place.cells;
  }
}

/** A little outside the wall, in the middle of the side over which a plot borders its host. */
function gateOf(town, plot) {
  const host = town.spaces.find(({ id }) => id === plot.host);
  const pairs = host ? touching(plot.cells, host.cells) : [];
  if (!pairs.length) return null;
  const mean = (side, axis) => pairs.reduce((sum, pair) => sum + pair[side][axis], 0) / pairs.length;
  const at = [0, 1].map((axis) => (0.9 * mean(0, axis) + 0.1 * mean(1, axis) + 0.5) * UNIT);
  return letterMark(plot.special, at);
}

/** The name of the town, and its value in a disc. */
class Banner {
  constructor(town, [x, y], t) {
    this.t = t;
    const name = (town.names.nl ?? town.id).toUpperCase();
    const size = Math.min(17, 340 / Math.max(name.length, 1));
    const half = Math.max(92, name.length * (size * 0.45 + 1.5) + 30);
    this.disc = s('circle', { cx: half, r: 15, fill: '#fffaf0', stroke: '#7a6137', 'stroke-width': 1.8 });
    this.value = words('', half, 5.5, 15, { 'font-weight': 'bold' });
    this.aside = words('', half + 21, 4.5, 12, { 'text-anchor': 'start', 'font-style': 'italic', class: 'aside' });
    const ribbon = `M${-half} -13H${half}L${half - 10} 0L${half} 13H${-half}L${10 - half} 0Z`;
    this.node = s(
      'g',
      { transform: `translate(${x} ${y})`, 'aria-hidden': 'true' },
      s('path', { d: ribbon, fill: '#f5e9cb', stroke: '#7a6137', 'stroke-width': 1.5 }),
      words(name, 0, size * 0.36, size, { 'font-weight': 'bold', 'letter-spacing': 3 }),
      this.disc,
      this.value,
      this.aside,
    );
  }

  update({ inPlay, scored, value }) {
    this.value.textContent = inPlay ? value : '–';
    this.disc.setAttribute('fill', scored ? '#dcbc80' : '#fffaf0');
    this.aside.textContent = scored ? this.t('table.scored') : inPlay ? '' : this.t('table.notInPlay');
  }
}
