// "It is your turn": in the tab's title, and by a gentle sound. Both can be turned off in the profile.

import { session } from './session.js';

let awaited = 0;
let title = 'Guildhall';

export function setTitle(text) {
  title = text ? `${text} · Guildhall` : 'Guildhall';
  show();
}

/** At how many tables I am awaited. The sound is heard when it grows from none. */
export function setAwaited(count) {
  const isNews = count > 0 && awaited === 0;
  awaited = count;
  show();
  if (isNews && session.settings.sound && navigator.userActivation?.hasBeenActive) chime();
}

function show() {
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
