// The hall: first where I am awaited and what has happened since, then my other tables, then everybody's.

import { setAwaited, setTitle } from '../attention.js';
import { timeLeft } from '../clock.js';
import { announce, h, replace } from '../dom.js';
import { action } from '../forms.js';
import { ago, has } from '../i18n.js';
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
    setAwaited(found.awaited.length);
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

/** My tables that are not over, those where I am awaited first and with what has happened since my last move. */
async function myTables({ api }) {
  const [{ awaited }, running, open] = await Promise.all([
    api.get('/me/inbox'),
    everyTable({ mine: true, status: 'running' }),
    everyTable({ mine: true, status: 'open' }),
  ]);
  const stories = await meanwhile(api, awaited);
  const tables = new Map([...running, ...open].map((table) => [table.table, table]));
  return { awaited: awaited.map((wait, i) => ({ ...wait, story: stories[i] ?? [] })), tables: [...tables.values()] };
}

function cardsOf({ awaited, tables }, t) {
  const byId = new Map(tables.map((table) => [table.table, table]));
  const waiting = awaited.map((wait) => awaitedCard(wait, byId.get(wait.table), t));
  const ids = new Set(awaited.map(({ table }) => table));
  const others = tables.filter(({ table }) => !ids.has(table)).map((table) => tableCard(table));
  return waiting.length + others.length ? [...waiting, ...others] : h('p', { class: 'empty' }, t('lobby.noneMine'));
}

function awaitedCard(wait, listed, t) {
  const key = `awaited.${wait.kind}`;
  const table = listed ?? { table: wait.table, game: wait.game, status: 'running', seats: [], updated: wait.since };
  const card = tableCard(
    table,
    h('p', { class: 'awaited' }, h('strong', {}, has(key) ? t(key) : t('awaited.move')), ' ', timeLeft(wait.due) ?? h('span', {}, t('lobby.since', { when: ago(wait.since) }))),
    story(wait.story, t),
    h('p', { class: 'row' }, h('a', { class: 'button primary', href: `/tables/${wait.table}` }, t('lobby.toTable'))),
  );
  card.classList.add('is-awaited');
  return card;
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
