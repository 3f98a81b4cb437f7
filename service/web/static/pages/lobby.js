// The hall: first where I am awaited and what has happened since, then my other tables, then everybody's.

import { Problem } from '../api.js';
import { setTitle } from '../attention.js';
import { timeLeft } from '../clock.js';
import { announce, h, replace } from '../dom.js';
import { action } from '../forms.js';
import { ago, has } from '../i18n.js';
import { readInbox } from '../inbox.js';
import {
  everyTable, lookAgain, tableCard, tableListing,
} from './listing.js';
import { meanwhile } from './meanwhile.js';
import { openAgainstBots } from './open.js';

const MOST_LINES = 6;

export async function mount(root, context) {
  const { t, go } = context;
  setTitle(t('lobby.title'));
  const mine = h('div', { class: 'cards' });
  const [listing, first] = await Promise.all([
    tableListing({ statuses: ['open', 'running', 'ended', 'abandoned'], filters: true }),
    myTables(context),
  ]);
  let shown = null;
  const draw = (found) => {
    const news = JSON.stringify(found);
    if (news === shown) return;
    if (shown !== null && found.awaited.length) announce(t('lobby.awaitedAt', { count: found.awaited.length }));
    shown = news;
    replace(mine, cardsOf(found, t));
  };
  draw(first);
  const stop = lookAgain(() => myTables(context).then(draw, () => {})); // the sign of a lost connection says enough
  replace(
    root,
    h(
      'div',
      { class: 'row spread' },
      h('h1', {}, t('lobby.title')),
      h(
        'div',
        { class: 'row' },
        action(t('lobby.playNow'), async () => go(`/tables/${await openAgainstBots()}`), { kind: 'primary' }),
        h('a', { class: 'button', href: '/open' }, t('frame.open')),
      ),
    ),
    h('section', {}, h('h2', {}, t('lobby.mine')), mine),
    h('section', {}, h('h2', {}, t('lobby.all')), listing.element),
  );
  return () => {
    stop();
    listing.stop();
  };
}

/**
 * My tables that are not over, those where I am awaited first and with what has happened since my last move; a dispute may
 * wait for me at one that is over.
 */
async function myTables({ api }) {
  const [waits, running, open] = await Promise.all([
    readInbox(),
    everyTable({ mine: true, status: 'running' }),
    everyTable({ mine: true, status: 'open' }),
  ]);
  const tables = new Map([...running, ...open].map((table) => [table.table, table]));
  const awaited = [...Map.groupBy(waits, ({ table }) => table)].map(([table, here]) => ({ table, game: here[0].game, waits: here }));
  const unlisted = awaited.filter(({ table }) => !tables.has(table)).map((wait) => overTable(api, wait));
  const [stories, over] = await Promise.all([meanwhile(api, awaited), Promise.all(unlisted)]);
  for (const table of over.filter(Boolean)) tables.set(table.table, table);
  const told = awaited.map((wait, i) => ({ ...wait, story: stories[i] ?? [] })).filter(({ table }) => tables.has(table));
  return { awaited: told, tables: [...tables.values()] };
}

/** A table that is over as the hall shows it; null where it cannot be had, for the hall does without. */
async function overTable(api, { table, waits }) {
  try {
    const { game, status, seats, private: isPrivate } = await api.get(`/tables/${table}`);
    return { table, game, status, seats, private: isPrivate, free: 0, updated: waits[0].since };
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}

function cardsOf({ awaited, tables }, t) {
  const byId = new Map(tables.map((table) => [table.table, table]));
  const waiting = awaited.map((wait) => awaitedCard(wait, byId.get(wait.table), t));
  const ids = new Set(awaited.map(({ table }) => table));
  const others = tables.filter(({ table }) => !ids.has(table)).map((table) => tableCard(table));
  return waiting.length + others.length ? [...waiting, ...others] : h('p', { class: 'empty' }, t('lobby.noneMine'));
}

function awaitedCard({ waits, story: lines }, table, t) {
  const card = tableCard(
    table,
    waits.map((wait) => waitLine(wait, t)),
    story(lines, t),
    h('p', { class: 'row' }, h('a', { class: 'button primary', href: `/tables/${table.table}` }, t('lobby.toTable'))),
  );
  card.classList.add('is-awaited');
  return card;
}

function waitLine({ kind, due, since }, t) {
  const key = `awaited.${kind}`;
  return h('p', { class: 'awaited' }, h('strong', {}, has(key) ? t(key) : t('awaited.move')), ' ', timeLeft(due) ?? h('span', {}, t('lobby.since', { when: ago(since) })));
}

function story(lines, t) {
  if (!lines.length) return null;
  const last = lines.slice(-MOST_LINES);
  return h(
    'details',
    { open: true },
    h('summary', {}, t('lobby.meanwhile', { count: lines.length })),
    h('ol', { class: 'story' }, last.map(({ text, lang }) => h('li', { lang }, text))),
  );
}
