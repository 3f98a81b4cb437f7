// The panel in the middle of the board: golden cards, scoring track with its counters, supply, what the shapes mean.

import { s } from '../../dom.js';
import {
  buildingSite, cathedral, cylinder, master, shield, words,
} from './coats.js';
import { PANEL } from './layout.js';

const TRACK = [250, 50];
const STEP = 38;
const LENGTH = 20;
const LAP = 60;
const LEGEND = 425; // so much room there is up to the supply

/** The middle of a field; the track runs to and fro. */
export function fieldOf(points) {
  const row = Math.floor((points % LAP) / LENGTH);
  const column = row % 2 ? LENGTH - 1 - (points % LENGTH) : points % LENGTH;
  return [TRACK[0] + column * STEP + 17.5, TRACK[1] + row * STEP + 17.5];
}

export class PanelDrawing {
  constructor(board, coats, names, box, t) {
    Object.assign(this, { board, coats, names, t, counters: new Map(), totals: new Map(), drawn: {} });
    const scale = (box.right - box.left) / PANEL.width;
    this.heading = s('g');
    this.cards = s('g');
    this.supply = s('g');
    this.node = s(
      'g',
      { transform: `translate(${box.left} ${box.top}) scale(${scale})`, 'aria-hidden': 'true', class: 'panel' },
      s('rect', { width: PANEL.width, height: PANEL.height, rx: 14, fill: '#efdfbb', stroke: '#6f5430', 'stroke-width': 3 }),
      this.heading,
      this.cards,
      track(),
      legend(t),
      this.supply,
      words(t('table.supply'), 1165, 29, 15, { 'font-weight': 'bold' }),
    );
    for (const coat of coats.values()) {
      if (coat.isChurch) continue;
      const lap = words('', 0, 30, 12, { fill: '#8a2f2a', 'font-weight': 'bold' });
      const counter = s('g', { class: 'counter' }, shield(coat), lap);
      this.counters.set(coat.id, { counter, lap });
      this.node.append(counter);
    }
  }

  update(view) {
    this.onChange('points', view.points, () => {
      this.drawHeading(view.points);
      this.moveCounters(view.points);
    });
    this.onChange('cards', [view.gold?.left, view.gold?.discard, view.influencePile?.left, view.influencePile?.discard], () => this.drawCards(view));
    const scored = view.towns.filter((town) => town.scored).length;
    this.onChange('supply', [view.pieces, scored], () => this.drawSupply(view.pieces, scored));
  }

  onChange(part, value, draw) {
    const key = JSON.stringify(value);
    if (this.drawn[part] === key) return;
    this.drawn[part] = key;
    draw();
  }

  drawHeading(points) {
    const shown = Object.entries(points).map(([id, number]) => [this.coats.get(id), `${this.names.guild(id)} ${number}`]);
    const widths = shown.map(([, text]) => 34 + 8.6 * text.length);
    const room = (LENGTH * STEP - widths.reduce((sum, width) => sum + width, 0)) / Math.max(shown.length, 1);
    let x = TRACK[0] + 12;
    this.heading.replaceChildren(...shown.flatMap(([coat, text], number) => {
      const marks = [shield(coat, [x, 25], 0.8), words(text, x + 16, 30, 14, { 'font-weight': 'bold', 'text-anchor': 'start' })];
      x += widths[number] + room;
      return marks;
    }));
  }

  /** Counters that share a field are smaller and stand in rows; a further lap is written on them. */
  moveCounters(points) {
    const fields = new Map();
    for (const [coat, number] of Object.entries(points)) fields.set(number % LAP, [...(fields.get(number % LAP) ?? []), coat]);
    for (const [id, { counter }] of this.counters) counter.classList.toggle('gone', !(id in points));
    for (const [field, there] of fields) {
      const [x, y] = fieldOf(field);
      const columns = there.length > 4 ? 3 : Math.min(there.length, 2);
      const rows = Math.ceil(there.length / columns);
      there.forEach((id, number) => {
        const dx = ((number % columns) - (columns - 1) / 2) * (30 / columns);
        const dy = (Math.floor(number / columns) - (rows - 1) / 2) * 17;
        const { counter, lap } = this.counters.get(id);
        counter.style.transform = `translate(${x + dx}px, ${y + dy - 1}px) scale(${[0.9, 0.5, 0.42][columns - 1]})`;
        const laps = Math.floor(points[id] / LAP);
        lap.textContent = laps ? `+${laps * LAP}` : '';
      });
    }
  }

  drawCards({ gold, influencePile }) {
    const left = gold?.left ?? { A: 0, B: 0 };
    const mark = influencePile ? String(influencePile.left || '') : left.A ? 'A' : left.B ? 'B' : '';
    const said = influencePile ? this.t('table.influencePileShort', { count: influencePile.left }) : this.t('table.goldenLeft', { a: left.A, b: left.B });
    const [fill, ink] = influencePile ? ['#b9c1c9', '#4d565f'] : ['url(#gh-gold)', '#6d500c'];
    const top = (gold ?? influencePile)?.discard.at(-1);
    this.cards.replaceChildren(
      ...(mark ? [2, 0].map((off) => card(24 + off, 44 - off, { fill, stroke: ink })) : [card(24, 44, { fill: 'none', stroke: ink, 'stroke-dasharray': '6 5' })]),
      words(mark, 69, 121, 40, { fill: ink, 'font-weight': 'bold' }),
      words(said, 69, 190, 12),
      card(128, 44, top ? { fill: '#ecd9a0', stroke: '#8a6a17' } : { fill: 'none', stroke: '#8a6a17', 'stroke-dasharray': '6 5' }),
      ...(top ? this.names.cardLines(top).flatMap(broken).map((line, at) => words(line, 173, 106 + 18 * at, at ? 12 : 13, { 'font-weight': at ? 'normal' : 'bold' })) : []),
      words(this.t('table.discard'), 173, 190, 12),
    );
  }

  drawSupply({ buildingSites, cathedrals, guildMasters }, scored) {
    const cylinders = Math.max(0, this.board.components.pieces.townCylinders - scored);
    const each = (count, draw) => Array.from({ length: count }, (_, number) => draw(number));
    this.supply.replaceChildren(
      ...each(buildingSites, (n) => buildingSite([1070 + (n % 5) * 19, 59 + Math.floor(n / 5) * 19])),
      ...each(cathedrals, (n) => cathedral([1199 + n * 25, 71], 1.1)),
      ...each(guildMasters, (n) => master([1076 + n * 22, 143], 1.7)),
      ...each(cylinders, (n) => cylinder([1195 + n * 18, 142])),
      words(this.t('table.sitesLeft', { count: buildingSites }), 1108, 108, 11),
      words(this.t('table.cathedralsLeft', { count: cathedrals }), 1236, 108, 11),
      words(this.t('table.mastersLeft', { count: guildMasters }), 1108, 176, 11),
      words(this.t('table.cylindersLeft', { count: cylinders }), 1238, 176, 11),
    );
  }
}

const card = (x, y, attributes) => s('rect', { x, y, width: 90, height: 126, rx: 9, 'stroke-width': 2, ...attributes });

/** A word that is too long for a card goes on in the next line, where its language allows it (U+00AD). */
function broken(text) {
  if (text.length < 11) return [text];
  return text.replace('\u00ad', '- ').split(' ');
}

function track() {
  return s('g', {}, Array.from({ length: LAP }, (_, points) => {
    const [x, y] = fieldOf(points);
    const fifth = points % 5 === 0;
    return [
      s('rect', { x: x - 17.5, y: y - 17.5, width: 35, height: 35, rx: 5, fill: fifth ? '#e2c98e' : '#f8efd9', stroke: '#9b8250' }),
      words(String(points), x, y + 4.5, fifth ? 13 : 12, { fill: '#6b5428', 'font-weight': fifth ? 'bold' : 'normal' }),
    ];
  }));
}

function legend(t) {
  const shapes = [
    [254, 'block', 'M0 0H34V17H0Z', 'M0 0H34M0 17H34', 34],
    [372, 'bar', 'M0 0H51V17H0Z', 'M0 0H51M0 17H51', 51],
    [490, 'bend', 'M0 0H34V17H17V34H0Z', 'M34 0H0V34', 34],
  ];
  return s(
    'g',
    {},
    shapes.map(([x, name, d, long, width]) => s(
      'g',
      { transform: `translate(${x} 176)` },
      s('path', { d, fill: '#e6d3a6', stroke: '#8d7547', 'stroke-width': 1.2 }),
      s('path', { d: long, fill: 'none', stroke: '#b5382f', 'stroke-width': 3.6, 'stroke-linecap': 'round' }),
      words(t(`table.shape.${name}`), width + 10, 14, 12, { 'text-anchor': 'start' }),
    )),
    ['long', 'special'].map((name, line) => {
      const text = t(`table.legend.${name}`);
      const size = Math.min(11, LEGEND / (0.53 * text.length)); // so wide is a letter, of the height of one
      return words(text, 618, 186 + 16 * line, size, { 'text-anchor': 'start' });
    }),
  );
}
