// Coats of arms beside names. Guilds differ by their emblem, not by colour alone.

import { s } from './dom.js';
import { has, t } from './i18n.js';

const FIELD = 'M-13 -15H13V0Q13 12 0 18Q-13 12 -13 0Z';
const COATS = {
  red: ['#b3372f', [['area', 'M-9.5 0Q0 -9 9.5 0Q0 9 -9.5 0Z']]],
  green: ['#4f7d3a', [['line', 'M-6 9L2 -3', 3], ['area', 'M-3.6 -12.2L7 -4.8L3 0.9L-7.6 -6.5Z']]],
  yellow: ['#d9a520', [['line', 'M-5 -11L3.5 6M5 -11L-3.5 6', 2.2], ['line', 'M-7.5 9a3 3 0 1 0 6 0a3 3 0 1 0 -6 0M1.5 9a3 3 0 1 0 6 0a3 3 0 1 0 -6 0', 2]]],
  blue: ['#2f5d9b', [['area', 'M0 -11Q8 0 5.5 6A6.2 6.2 0 0 1 -5.5 6Q-8 0 0 -11Z']]],
  grey: ['#8a8a86', [['line', 'M0 -12V12M-6 5H6', 2.8]]],
};
const UNKNOWN = ['#9a835c', [['line', 'M-7 0H7', 2.4]]];

export function guildName(guild) {
  const key = `guild.${guild}`;
  return has(key) ? t(key) : guild;
}

export function shield(guild, size = 20) {
  const [colour, emblem] = COATS[guild] ?? UNKNOWN;
  const ink = guild === 'yellow' ? '#4a3b12' : '#fffaf0';
  const parts = emblem.map(([kind, d, width]) => (kind === 'area'
    ? s('path', { d, fill: ink })
    : s('path', { d, fill: 'none', stroke: ink, 'stroke-width': width })));
  return s(
    'svg',
    { class: 'shield', viewBox: '-15 -17 30 37', width: size, height: size * 1.2, 'aria-hidden': 'true' },
    s('path', { d: FIELD, fill: guild ? colour : 'none', stroke: 'currentColor', 'stroke-opacity': 0.6, 'stroke-width': 1.6, 'stroke-dasharray': guild ? null : '3 3' }),
    guild ? parts : null,
  );
}
