// Where things lie on the drawing: it is worked out from the towns, so that any board file gives a picture.

import { extent } from './outline.js';

export const PANEL = { width: 1300, height: 222 };
const MARGIN = 40;
const BANNER = 32; // from the outermost plot of a row of towns to the middle of their banners

export const placesOf = (town) => [town.centre, ...town.spaces, ...town.plots];
export const meets = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
export const grown = (box, by) => (
  { left: box.left - by, top: box.top - by, right: box.right + by, bottom: box.bottom + by }
);

export function around(boxes) {
  return {
    left: Math.min(...boxes.map((box) => box.left)),
    top: Math.min(...boxes.map((box) => box.top)),
    right: Math.max(...boxes.map((box) => box.right)),
    bottom: Math.max(...boxes.map((box) => box.bottom)),
  };
}

export function layout(board) {
  const { cell = 40, width = 1380, height = 1130 } = board.meta;
  const towns = Object.fromEntries(board.towns.map((town) => [town.id, boxOf(town, placesOf(town), cell)]));
  const rows = rowsOf(Object.values(towns));
  const inner = around(Object.values(towns));
  const left = Math.min(0, inner.left - MARGIN);
  const right = Math.max(width, inner.right + MARGIN);
  const panel = panelBox(rows, (left + right) / 2, Math.min(1, (right - left - 2 * MARGIN) / PANEL.width));
  const banners = Object.fromEntries(board.towns.map((town) => [town.id, bannerSpot(town, cell, rows, panel)]));
  const ribbons = Object.values(banners).map(([x, y]) => ({ left: x, top: y - 14, right: x, bottom: y + 14 }));
  const content = around([inner, panel, ...ribbons]);
  const canvas = {
    left, top: Math.min(0, content.top - 18), right, bottom: Math.max(height, content.bottom + 20),
  };
  return { canvas, panel, towns, banners };
}

/** In the widest gap between two rows of towns, or below them all where no gap is wide enough. */
function panelBox(rows, middle, scale) {
  const width = PANEL.width * scale;
  const height = PANEL.height * scale;
  const gaps = rows.slice(1).map((lower, at) => [lower.top - rows[at].bottom, rows[at].bottom]);
  const [gap, start] = gaps.sort((a, b) => b[0] - a[0])[0] ?? [0, 0];
  const top = gap >= height + 24 ? start + (gap - height) / 2 : rows.at(-1).bottom + MARGIN;
  return { left: middle - width / 2, top, right: middle + width / 2, bottom: top + height };
}

function boxOf(town, places, cell) {
  const [left, top, right, bottom] = extent(places.flatMap((place) => place.cells));
  const [x, y] = town.origin;
  return { left: x + left * cell, top: y + top * cell, right: x + right * cell, bottom: y + bottom * cell };
}

function rowsOf(boxes) {
  const rows = [];
  for (const box of [...boxes].sort((a, b) => a.top - b.top)) {
    if (rows.length && box.top < rows.at(-1).bottom) rows.push(around([rows.pop(), box]));
    else rows.push(box);
  }
  return rows;
}

/** Banners stand in line, on the side of their row that is away from the panel. */
function bannerSpot(town, cell, rows, panel) {
  const walled = boxOf(town, town.spaces, cell);
  const row = rows.find(({ top, bottom }) => top <= walled.top && walled.top < bottom);
  return [(walled.left + walled.right) / 2, row.top < panel.top ? row.top - BANNER : row.bottom + BANNER];
}
