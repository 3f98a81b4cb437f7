// Outlines of places on the lattice. They come from the cells alone: whoever makes a board writes no paths.

/** The side of a cell in a drawing; a town is scaled as a whole to the cell of its board. */
export const UNIT = 40;

const key = (x, y) => `${x},${y}`;

/** Left, top, right and bottom in cells. */
export function extent(cells) {
  const columns = cells.map(([x]) => x);
  const rows = cells.map(([, y]) => y);
  return [Math.min(...columns), Math.min(...rows), Math.max(...columns) + 1, Math.max(...rows) + 1];
}

export const centre = ([x, y]) => [(x + 0.5) * UNIT, (y + 0.5) * UNIT];

function beside([x, y], others) {
  return others.filter(([ox, oy]) => Math.abs(x - ox) + Math.abs(y - oy) === 1);
}

/** The pairs of cells over which two places border: one of the first, one of the second. */
export function touching(cells, others) {
  return cells.flatMap((cell) => beside(cell, others).map((other) => [cell, other]));
}

/** Where a label stands best: the middle of a rectangle, or of the cell at which an angular figure bends. */
export function middle(cells) {
  const [left, top, right, bottom] = extent(cells);
  if (cells.length === (right - left) * (bottom - top)) return [((left + right) * UNIT) / 2, ((top + bottom) * UNIT) / 2];
  const [corner] = [...cells].sort((a, b) => beside(b, cells).length - beside(a, cells).length);
  return centre(corner);
}

/** The SVG path around the cells with rounded corners, drawn in by `inset` (or out, where that is negative). */
export function outline(cells, inset = 2, radius = 7) {
  return loops(cells).map((loop) => rounded(loop, inset, radius)).join('');
}

/** One unit of outline: where it starts, and its direction. The place lies at its right hand. */
function edges(cells) {
  const there = new Set(cells.map(([x, y]) => key(x, y)));
  const found = new Map();
  for (const [x, y] of cells) {
    for (const [sx, sy, dx, dy] of [[x, y, 1, 0], [x + 1, y, 0, 1], [x + 1, y + 1, -1, 0], [x, y + 1, 0, -1]]) {
      if (!there.has(key(x + dy, y - dx))) found.set(`${sx},${sy},${dx},${dy}`, [sx, sy, dx, dy]);
    }
  }
  return found;
}

function loops(cells) {
  const left = edges(cells);
  const found = [];
  while (left.size) {
    let [edge] = left.values();
    const loop = [];
    while (edge && left.delete(edge.join())) {
      loop.push(edge);
      const [x, y, dx, dy] = edge;
      // To the right first: cells that touch only at a corner stay apart.
      edge = [[-dy, dx], [dx, dy], [dy, -dx]].map(([tx, ty]) => left.get([x + dx, y + dy, tx, ty].join())).find(Boolean);
    }
    found.push(loop);
  }
  return found;
}

function rounded(loop, inset, radius) {
  const steps = [];
  loop.forEach(([x, y, bx, by], at) => {
    const [, , ax, ay] = loop.at(at - 1);
    if (ax === bx && ay === by) return;
    const px = x * UNIT - (ay + by) * inset;
    const py = y * UNIT + (ax + bx) * inset;
    steps.push(`${px - ax * radius} ${py - ay * radius}Q${px} ${py} ${px + bx * radius} ${py + by * radius}`);
  });
  return `M${steps.join('L')}Z`;
}
