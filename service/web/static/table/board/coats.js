// The coats of arms of a board. They differ by emblem, pattern and letter, never by colour alone.

import { s } from '../../dom.js';

const LIGHT = '#fffaf0';
const DARK = '#4a3b12';
const OUTLINE = '#2b2118';
const CROSS = '#8a2f2a';
const SHIELD = 'M-13 -15H13V0Q13 12 0 18Q-13 12 -13 0Z';
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** id -> coat, in the order of the board file: the guilds, the neutral one, the church. */
export function coatsOf(board) {
  const { guilds, neutral, church } = board.components;
  const taken = new Set(['T']);
  const coats = new Map();
  [...guilds, neutral, church].forEach((coat, number) => {
    const isChurch = coat.id === church.id;
    const letter = isChurch ? '+' : [...coat.id.toUpperCase(), ...LETTERS].find((each) => LETTERS.includes(each) && !taken.has(each));
    taken.add(letter);
    const colour = /^(#[0-9a-f]{3,8}|[a-z]+)$/i.test(coat.colour) ? coat.colour : '#8a8a86';
    const names = coat.names ?? {};
    coats.set(coat.id, { id: coat.id, names, colour, ink: inkOn(colour), letter, isChurch, pattern: isChurch ? null : number % 5 });
  });
  return coats;
}

function inkOn(colour) {
  const found = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour);
  if (!found) return LIGHT;
  const [red, green, blue] = found.slice(1).map((part) => parseInt(part, 16));
  return 0.3 * red + 0.59 * green + 0.11 * blue > 150 ? DARK : LIGHT;
}

const PATTERNS = [
  [12, 'M0 3H5M7 9H12M3 6V12M9 0V6'], // woven
  [12, 'M3 2.4V3.6M9 8.4V9.6M2.4 3H3.6M8.4 9H9.6'], // felted
  [12, 'M0 12L6 0L12 12'], // cut in points
  [14, 'M0 4Q3.5 0 7 4T14 4M0 11Q3.5 7 7 11T14 11'], // water
  [12, 'M0 0A6 6 0 0 0 12 0M-6 6A6 6 0 0 0 6 6A6 6 0 0 0 18 6'], // scales
];

/** What every drawing of this page may refer to; it stands once in the document. */
export function definitions() {
  const cloth = PATTERNS.flatMap(([size, d], number) => [LIGHT, DARK].map((ink) => s(
    'pattern',
    { id: `gh-cloth-${number}-${ink.slice(1)}`, width: size, height: size, patternUnits: 'userSpaceOnUse' },
    s('path', { d, fill: 'none', stroke: ink, 'stroke-width': 1.3, opacity: 0.3 }),
  )));
  return s(
    'defs',
    {},
    cloth,
    pattern('gh-hatch', 9, 9, 'rotate(45)', line('M2.5 0V9', '#fffaf0', 3.4, 0.55), line('M5.5 0V9', OUTLINE, 1.8, 0.65)),
    pattern('gh-stones', 20, 14, null, line('M0 7H20M0 0H20M5 0V7M15 7V14', '#4d4438', 1.2, 0.7)),
    pattern('gh-field', 46, 46, null, s('rect', { width: 46, height: 46, class: 'meadow' }), s('path', { d: 'M0 11H20M26 30H46M4 38H16M30 8H40', class: 'furrow', 'stroke-width': 2 })),
    s('linearGradient', { id: 'gh-parchment', x1: 0, y1: 0, x2: 0, y2: 1 }, s('stop', { offset: 0, 'stop-color': '#f7edd3' }), s('stop', { offset: 1, 'stop-color': '#e8d6ab' })),
    s('linearGradient', { id: 'gh-gold', x1: 0, y1: 0, x2: 1, y2: 1 }, s('stop', { offset: 0, 'stop-color': '#f0d68a' }), s('stop', { offset: 1, 'stop-color': '#c2962f' })),
  );
}

function pattern(id, width, height, patternTransform, ...children) {
  return s('pattern', { id, width, height, patternTransform, patternUnits: 'userSpaceOnUse' }, children);
}

const line = (d, stroke, width, opacity = null) => s('path', { d, fill: 'none', stroke, 'stroke-width': width, opacity });
const area = (d, fill) => s('path', { d, fill });
const moved = ([x, y], scale, ...children) => s('g', { transform: `translate(${x} ${y}) scale(${scale})` }, children);

export const clothOf = (coat) => (coat.pattern === null ? null : `url(#gh-cloth-${coat.pattern}-${coat.ink.slice(1)})`);

export function shield(coat, at = [0, 0], scale = 1) {
  const field = s('path', { d: SHIELD, fill: coat.colour, stroke: coat.ink === LIGHT ? '#fffaf0' : OUTLINE, 'stroke-opacity': 0.75, 'stroke-width': 1.8 });
  return moved(at, scale, field, emblem(coat));
}

/** The guilds of the standard board have the tools of their trades; others bear their letter. */
function emblem(coat) {
  if (coat.isChurch) return [line('M0 -11V12M-7 -4H7', CROSS, 3.4)];
  switch (coat.id) {
    case 'red':
      return [area('M-9.5 0Q0 -9 9.5 0Q0 9 -9.5 0Z', coat.ink), line('M-4.5 0H4.5', coat.colour, 2.2)];
    case 'green':
      return [line('M-6 9L2 -3', coat.ink, 3), s('rect', { x: -4, y: -11, width: 13, height: 7, rx: 1.5, transform: 'rotate(35 3 -7)', fill: coat.ink })];
    case 'yellow':
      return [line('M-5 -11L3.5 6M5 -11L-3.5 6', coat.ink, 2.2), [-4.5, 4.5].map((cx) => s('circle', { cx, cy: 9, r: 3, fill: 'none', stroke: coat.ink, 'stroke-width': 2 }))];
    case 'blue':
      return [area('M0 -11Q8 0 5.5 6A6.2 6.2 0 0 1 -5.5 6Q-8 0 0 -11Z', coat.ink)];
    case 'grey':
      return [line('M0 -12V12M-6 5H6', coat.ink, 2.8)];
    default:
      return [words(coat.letter, 0, 7, 19, { fill: coat.ink, 'font-weight': 'bold' })];
  }
}

export function words(text, x, y, size = 12, attributes = {}) {
  return s('text', { x, y, 'font-size': size, 'text-anchor': 'middle', fill: '#4a3b22', ...attributes }, text);
}

/** A guild master as a pawn: light where it is printed, dark where a piece was placed. */
export function master(at, scale = 1, placed = false) {
  const [fill, stroke] = placed ? [OUTLINE, '#fff6e0'] : ['#fff6e0', OUTLINE];
  const pawn = s('g', { fill, stroke, 'stroke-width': 1.2 }, s('path', { d: 'M-4.5 6L-2.4 -1.6H2.4L4.5 6Z' }), s('circle', { cy: -5, r: 3.2 }));
  return moved(at, scale, pawn);
}

export function cathedral(at, scale = 1) {
  return moved(
    at,
    scale,
    s('path', { d: 'M-10 12V-4L-5.5 -15L-1 -4V-1L4.5 -6L10 -1V12Z', fill: LIGHT, stroke: '#5a2320', 'stroke-width': 1.5 }),
    s('path', { d: 'M2 12V6a2.5 2.5 0 0 1 5 0V12ZM-6.5 3V-2h2V3Z', fill: '#5a2320' }),
  );
}

export function buildingSite([x, y]) {
  return s('rect', { x: x - 8, y: y - 8, width: 16, height: 16, rx: 3, fill: '#c98a4b', stroke: '#7a4a1c', 'stroke-width': 1.3 });
}

/** The town cylinder that marks a scored town (R9.5). */
export function cylinder(at, scale = 1) {
  return moved(
    at,
    scale,
    s('path', { d: 'M-8 -4V4A8 3.5 0 0 0 8 4V-4Z', fill: '#b98f4e', stroke: '#5a431c', 'stroke-width': 1.3 }),
    s('ellipse', { cy: -4, rx: 8, ry: 3.5, fill: '#dcbc80', stroke: '#5a431c', 'stroke-width': 1.3 }),
  );
}

/** The letter of a special church, in a circle. */
export function letterMark(letter, at, radius = 9.5) {
  return moved(
    at,
    1,
    s('circle', { r: radius, fill: '#fbf4e0', stroke: '#7a6137', 'stroke-width': 1.1 }),
    words(letter, 0, radius * 0.42, radius * 1.26, { fill: CROSS, 'font-weight': 'bold' }),
  );
}

/** A coat of arms by itself, for lists beside the board. It says nothing: its name stands beside it. */
export function badge(coat, size = 22) {
  return s('svg', { viewBox: '-16 -18 32 39', width: size, height: size * 1.2, class: 'arms', 'aria-hidden': 'true' }, shield(coat));
}
