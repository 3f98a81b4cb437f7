// Every sentence of the page, in the reader's language: one catalogue for each in lang/. What tells of a game and its
// scoring is a second part of it (lang/nl.story.json), loaded when it is first told.

import { session } from './session.js';

export const LANGUAGES = { en: 'English', nl: 'Nederlands', de: 'Deutsch', fr: 'Français' };

let current = 'en';
let catalogue = {};
const learned = new Map(); // part -> when it is there
let plurals = new Intl.PluralRules('en');

/** The one chosen on this device, else that of the account, else the first of the browser's that we speak. */
export function preferred() {
  const wished = [session.settings.language, session.account?.language, ...navigator.languages];
  return wished.map((tag) => tag?.slice(0, 2).toLowerCase()).find((tag) => tag in LANGUAGES) ?? 'en';
}

async function load(name) {
  const answer = await fetch(new URL(`./lang/${name}.json`, import.meta.url));
  return answer.json();
}

export async function speak(tag) {
  catalogue = await load(tag);
  learned.clear();
  current = tag;
  plurals = new Intl.PluralRules(tag);
  document.documentElement.lang = tag;
}

/** A further part of the catalogue, once. */
export function learn(part) {
  if (!learned.has(part)) learned.set(part, addPart(part, current));
  return learned.get(part);
}

async function addPart(part, tag) {
  try {
    const more = await load(`${tag}.${part}`);
    if (tag === current) catalogue = { ...catalogue, ...more };
  } catch (error) {
    learned.delete(part); // so that it can be tried again
    throw error;
  }
}

export const language = () => current;

export const has = (key) => key in catalogue;

/** t('lobby.awaitedAt', {count: 2}): a text with its {places} filled in; where it has plural forms `count` chooses. */
export function t(key, values = {}) {
  const found = catalogue[key] ?? key;
  const text = typeof found === 'string' ? found : found[plurals.select(values.count)] ?? found.other;
  return text.replace(/\{(\w+)\}/g, (place, name) => (name in values ? shown(values[name]) : place));
}

const shown = (value) => (typeof value === 'number' ? new Intl.NumberFormat(current).format(value) : String(value));

const UNITS = [['day', 86_400], ['hour', 3600], ['minute', 60]];

/** "3 hours ago" for a moment in milliseconds. */
export function ago(moment) {
  const seconds = Math.max(0, (Date.now() - moment) / 1000);
  const [unit, length] = UNITS.find(([, long]) => seconds >= long) ?? ['minute', 60];
  const format = new Intl.RelativeTimeFormat(current, { numeric: 'auto' });
  return seconds < 60 ? format.format(0, 'second') : format.format(-Math.floor(seconds / length), unit);
}

/** "in 3 hours" for a moment to come, or how long it is past: a clock says the same to all who look at it. */
export function within(moment) {
  const seconds = (moment - Date.now()) / 1000;
  const [unit, length] = UNITS.find(([, long]) => Math.abs(seconds) >= long) ?? ['minute', 60];
  return new Intl.RelativeTimeFormat(current).format(Math.round(seconds / length), unit);
}

export function dateTime(moment) {
  return new Intl.DateTimeFormat(current, { dateStyle: 'medium', timeStyle: 'short' }).format(moment);
}
