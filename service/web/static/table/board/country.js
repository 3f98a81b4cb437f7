// The country between the towns: fields, rivers and trees.

import { s } from '../../dom.js';
import { around, grown, meets } from './layout.js';

const TREES = 420;

export function drawCountry(lay) {
  const lanes = lanesOf(lay);
  return s(
    'g',
    { 'aria-hidden': 'true' },
    ground(lay.canvas, 18, 'frame'),
    ground(grown(lay.canvas, -10), 12, 'field'),
    lanes.map(river),
    trees(lay, lanes),
  );
}

function ground(box, rx, kind) {
  const fill = kind === 'field' ? 'url(#gh-field)' : '#6f5430';
  return s('rect', { x: box.left, y: box.top, width: box.right - box.left, height: box.bottom - box.top, rx, fill });
}

/** The open lanes between the columns of towns, from the upper edge of the board to the lower. */
function lanesOf(lay) {
  const columns = [];
  for (const box of Object.values(lay.towns).sort((a, b) => a.left - b.left)) {
    if (columns.length && box.left < columns.at(-1).right) columns.push(around([columns.pop(), box]));
    else columns.push(box);
  }
  return columns.slice(1)
    .map((right, at) => ({ left: columns[at].right, right: right.left, top: lay.canvas.top, bottom: lay.canvas.bottom }))
    .filter((lane) => lane.right - lane.left >= 26);
}

function river(lane) {
  const x = (lane.left + lane.right) / 2;
  const sway = 1.3 * Math.min(30, (lane.right - lane.left - 24) / 2);
  const bends = 8;
  const step = (lane.bottom - lane.top - 20) / bends;
  let d = `M${x} ${lane.top + 10}`;
  for (let bend = 0; bend < bends; bend += 1) {
    const y = lane.top + 10 + bend * step;
    d += `Q${x + (bend % 2 ? sway : -sway)} ${y + step / 2} ${x} ${y + step}`;
  }
  return s('g', { fill: 'none', class: 'river' }, s('path', { d, 'stroke-width': 14 }), s('path', { d, 'stroke-width': 6 }));
}

/** Copses strewn over the free country, in the same places each time. */
function trees(lay, lanes) {
  const { canvas } = lay;
  const taken = [
    ...[...Object.values(lay.towns), lay.panel].map((box) => grown(box, 6)),
    ...lanes.map((lane) => ({ ...lane, left: (lane.left + lane.right) / 2 - 26, right: (lane.left + lane.right) / 2 + 26 })),
    ...Object.values(lay.banners).map(([x, y]) => ({ left: x - 170, top: y - 20, right: x + 170, bottom: y + 20 })),
  ];
  const copses = [];
  for (let number = 0; number < TREES; number += 1) {
    const x = canvas.left + 34 + (canvas.right - canvas.left - 68) * ((number * 0.618034) % 1);
    const y = canvas.top + 34 + (canvas.bottom - canvas.top - 68) * ((number + 0.5) / TREES);
    const here = { left: x - 12, top: y - 12, right: x + 12, bottom: y + 12 };
    if (!taken.some((box) => meets(box, here))) copses.push(copse(x, y, number));
  }
  return s('g', { class: 'copses' }, copses);
}

function copse(x, y, number) {
  const crowns = [[0, 0, 7], [9, 4, 5.5], [-8, 5, 5]].slice(0, 1 + (number % 3));
  return crowns.map(([dx, dy, r]) => s('circle', { cx: (x + dx).toFixed(1), cy: (y + dy).toFixed(1), r }));
}
