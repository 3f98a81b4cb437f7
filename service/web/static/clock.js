// How long one has for an answer, and how much of it is left.

import { h, select } from './dom.js';
import { dateTime, t, within } from './i18n.js';

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;
const UNITS = [['days', DAY], ['hours', 60 * MINUTE], ['minutes', MINUTE]];
const CHOICES = [null, 5 * MINUTE, 60 * MINUTE, DAY, 3 * DAY, 7 * DAY];
const SOON = 60 * 60 * 1000;
const EVERY = 15_000;

/** "1 day" for a clock in seconds; the unit is the largest that divides it. */
export function clockText(seconds) {
  if (seconds === null) return t('clock.none');
  const [unit, length] = UNITS.find(([, long]) => seconds % long === 0) ?? ['minutes', MINUTE];
  return t(`clock.${unit}`, { count: Math.ceil(seconds / length) });
}

export function clockChoice() {
  return select(CHOICES.map((seconds) => [String(seconds ?? ''), clockText(seconds)]), '', { name: 'clock' });
}

/** What is left until a moment; nothing where there is no clock. */
export function timeLeft(due) {
  if (due === null || due === undefined) return null;
  return read(h('time', { datetime: new Date(due).toISOString(), title: dateTime(due), 'data-due': due }));
}

function read(time) {
  const due = Number(time.dataset.due);
  const left = due - Date.now();
  time.className = left < SOON ? 'time-left urgent' : 'time-left';
  const text = t(left < 0 ? 'clock.overdue' : 'clock.left', { when: within(due) });
  if (time.textContent !== text) time.textContent = text;
  return time;
}

/** Clocks go on while nothing else happens. */
export function keepTime() {
  setInterval(() => document.querySelectorAll('time[data-due]').forEach(read), EVERY);
}
