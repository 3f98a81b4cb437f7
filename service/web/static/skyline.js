// A row of Flemish gables for the eye: the same for everybody, drawn from a short list.

import { s } from './dom.js';

const HOUSES = [
  // left, width, height, steps of the gable, tint
  [0, 46, 70, 3, 'a'], [46, 38, 92, 4, 'b'], [84, 52, 78, 0, 'c'], [136, 40, 104, 4, 'a'], [176, 34, 84, 3, 'd'],
  [210, 60, 96, 5, 'b'], [330, 60, 100, 5, 'c'], [390, 36, 82, 3, 'a'], [426, 44, 106, 4, 'd'], [470, 50, 76, 0, 'b'],
  [520, 38, 94, 4, 'c'], [558, 42, 72, 3, 'a'],
];
const GROUND = 170;
const REACH = 300; // the row goes on to both sides for wide windows; narrow ones show its middle
const ROW = [
  ...HOUSES.slice(6).map(([left, ...rest]) => [left - 630, ...rest]),
  [-30, 30, 88, 2, 'd'],
  ...HOUSES,
  [600, 30, 86, 2, 'c'],
  ...HOUSES.slice(0, 6).map(([left, ...rest]) => [left + 630, ...rest]),
];

function gable([left, width, height, steps, tint]) {
  const top = GROUND - height;
  const right = left + width;
  let line = `M${left} ${GROUND}V${top}`;
  if (steps) {
    const across = width / (2 * steps + 1);
    line += `h${across}v-8`.repeat(steps) + `h${across}` + `v8h${across}`.repeat(steps);
  } else {
    line += `Q${left + 4} ${top - 16} ${left + width / 2} ${top - 30}Q${right - 4} ${top - 16} ${right} ${top}`;
  }
  return s('path', { class: `house-${tint}`, d: `${line}V${GROUND}Z` });
}

function windows([left, width, height]) {
  const panes = [];
  for (let y = GROUND - height + 10; y < GROUND - 22; y += 22) {
    for (const part of [0.2, 0.58]) {
      panes.push(s('rect', { class: 'pane', x: left + width * part, y, width: width * 0.2, height: 12, rx: 1 }));
    }
  }
  return panes;
}

const BELFRY = 'M276 170V74h6v-8h4V30l4-6V12l5-10 5 10 5-10 5 10v12l4 6v36h4v8h6v96Z';

export function skyline() {
  return s(
    'svg',
    { class: 'skyline', viewBox: `${-REACH} 0 ${600 + 2 * REACH} 190`, preserveAspectRatio: 'xMidYMax slice', 'aria-hidden': 'true' },
    ROW.map((house) => [gable(house), ...windows(house)]),
    s('path', { class: 'belfry', d: BELFRY }),
    s('path', { class: 'pane', d: 'M296 170v-26a6 6 0 0 1 12 0v26ZM294 84h5v16h-5ZM305 84h5v16h-5ZM300 36a7 7 0 1 0 .1 0Z' }),
    s('path', { class: 'quay', d: 'M-400 170H1000V178H-400Z' }),
    s('path', { class: 'water', d: 'M-400 178H1000V190H-400Z' }),
    s('path', { class: 'ripple', d: 'M-280 185h90M-150 183h60M-50 186h50M20 184h60M120 186h90M260 183h40M340 186h80M470 184h100M620 186h60M720 183h110' }),
  );
}
