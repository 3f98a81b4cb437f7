// "It is your turn": in the tab's title, and by a gentle sound. Both can be turned off in the profile.

import { session } from './session.js';

const seen = new Map(); // table -> {version, isAwaited}, as it last said itself; null where the inbox knows better
let listed = null; // table -> version, of those in the inbox; null before it was first read
let waits = new Set(); // those that the inbox has told of
let current = null; // the table that is looked at
let title = 'Guildhall';

export function setTitle(text) {
  title = text ? `${text} · Guildhall` : 'Guildhall';
  show();
}

/** Where I am awaited, as the inbox says. It may lag behind what I have seen and done at a table. */
export function setInbox(awaited) {
  const isKnown = listed !== null;
  const nameOf = ({ table, seat, sinceVersion }) => `${table} ${seat} ${sinceVersion}`;
  const isNew = (wait) => !waits.has(nameOf(wait)) && !(seen.get(wait.table)?.version >= wait.sinceVersion);
  const isNews = isKnown && awaited.some(isNew);
  waits = new Set(awaited.map(nameOf));
  listed = new Map(awaited.map(({ table, version }) => [table, version]));
  for (const [table, was] of seen) {
    if (was.isAwaited && !listed.has(table) && table !== current) was.isAwaited = null;
  }
  tell(isNews);
}

/** What a table says that I look at. That I was awaited already when I came is no news. */
export function setAwaitedAt(table, version, isAwaited) {
  const isNews = isAwaited && seen.has(table) && !isAwaitedAt(table);
  current = table;
  seen.set(table, { version, isAwaited });
  tell(isNews);
}

/** I look at no table any more; what it said last still holds. */
export function lookAway() {
  current = null;
}

/** Somebody else is signed in, or nobody. */
export function forgetAwaited() {
  seen.clear();
  waits.clear();
  listed = null;
  tell(false);
}

function isAwaitedAt(table) {
  const { version, isAwaited } = seen.get(table) ?? { version: 0, isAwaited: null };
  const isOlder = isAwaited === null || listed?.get(table) > version;
  return isOlder ? Boolean(listed?.has(table)) : isAwaited;
}

function tell(isNews) {
  show();
  if (isNews && session.settings.sound && navigator.userActivation?.hasBeenActive) chime();
}

function show() {
  const awaited = [...new Set([...seen.keys(), ...(listed?.keys() ?? [])])].filter(isAwaitedAt).length;
  const mark = awaited > 0 && session.settings.title ? `(${awaited}) ` : '';
  document.title = mark + title;
}

/** Two soft notes, as of a small bell. */
export function chime() {
  const audio = new AudioContext();
  [[659.3, 0], [880, 0.18]].forEach(([frequency, delay]) => {
    const note = audio.createOscillator();
    const loudness = audio.createGain();
    const start = audio.currentTime + delay;
    note.frequency.value = frequency;
    loudness.gain.setValueAtTime(0, start);
    loudness.gain.linearRampToValueAtTime(0.08, start + 0.02);
    loudness.gain.exponentialRampToValueAtTime(0.0001, start + 0.9);
    note.connect(loudness).connect(audio.destination);
    note.start(start);
    note.stop(start + 1);
  });
  setTimeout(() => audio.close(), 1500);
}
