// The points of every guild over the game, as steps. Lines differ by dash and end in a coat of arms.

import { s } from '../../dom.js';
import { shield } from '../board/coats.js';

const [WIDTH, HEIGHT, LEFT, BOTTOM, RIGHT] = [320, 170, 28, 18, 26];
const DASHES = [null, '7 3', '2 3', '9 3 2 3', '4 4'];

export function pointsChart({ coats, t }, history, version) {
  const guilds = Object.keys(history.at(-1)?.points ?? {});
  const most = Math.max(10, ...history.flatMap(({ points }) => Object.values(points)));
  const x = (at) => LEFT + ((WIDTH - LEFT - RIGHT) * at) / Math.max(version, 1);
  const y = (points) => 8 + (HEIGHT - 8 - BOTTOM) * (1 - points / most);
  const ticks = [0, Math.round(most / 2), most];
  return s(
    'svg',
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: 'chart', role: 'img', 'aria-label': t('table.chart') },
    ticks.map((points) => [s('path', { d: `M${LEFT} ${y(points)}H${WIDTH - RIGHT}`, class: 'chart-grid' }), s('text', { x: LEFT - 4, y: y(points) + 4, 'text-anchor': 'end', class: 'chart-text' }, points)]),
    s('text', { x: WIDTH - RIGHT, y: HEIGHT - 4, 'text-anchor': 'end', class: 'chart-text' }, version),
    guilds.map((guild, number) => {
      const steps = history.map(({ version: at, points }) => `H${x(at).toFixed(1)}V${y(points[guild]).toFixed(1)}`).join('');
      const end = history.at(-1).points[guild];
      return [
        s('path', { d: `M${x(0)} ${y(0)}${steps}H${x(version)}`, fill: 'none', stroke: coats.get(guild).colour, 'stroke-width': 2.5, 'stroke-dasharray': DASHES[number % DASHES.length] }),
        shield(coats.get(guild), [WIDTH - RIGHT + 8 + (number % 2) * 9, y(end)], 0.45),
      ];
    }),
  );
}
