// Tables as cards, by status and game, page by page. It looks again by itself while it is looked at.

import { api } from '../api.js';
import { h, replace, select } from '../dom.js';
import { explain } from '../forms.js';
import { ago, t } from '../i18n.js';
import { company, gameTitle, seatList } from '../seating.js';
import { session } from '../session.js';

const EVERY = 10_000;
const PER_PAGE = 20;

export function tableCard(table, ...more) {
  const mine = table.seats.find((seat) => seat.account && seat.account === session.account?.id)?.seat ?? null;
  const address = `/tables/${table.table}`;
  return h(
    'article',
    { class: `card table ${table.status}` },
    h('h3', {}, h('a', { href: address }, company(table.seats))),
    h(
      'p',
      { class: 'meta' },
      h('span', { class: 'badge' }, t(`status.${table.status}`)),
      table.private && h('span', { class: 'badge private' }, t('lobby.private')),
      `${gameTitle(table.game)} · ${ago(table.updated)}`,
    ),
    more.length ? more : seatList(table.seats, mine, undefined, table.status === 'open'),
    table.status === 'open' && table.free > 0 && mine === null
      && h('p', { class: 'row' }, h('a', { class: 'button', href: `/join/${table.table}` }, t('lobby.sitDown'))),
  );
}

/** All tables that a question finds, page by page. */
export async function everyTable(query) {
  const page = (number) => api.get(`/tables?${new URLSearchParams({ ...query, page: number })}`);
  const { tables, total } = await page(1);
  const rest = Array.from({ length: Math.ceil(total / PER_PAGE) - 1 }, (_, number) => page(number + 2));
  return [...tables, ...(await Promise.all(rest)).flatMap((more) => more.tables)];
}

/** Do `look` now and then while the page can be seen. Returns what ends it. */
export function lookAgain(look) {
  const timer = setInterval(() => {
    if (!document.hidden) look();
  }, EVERY);
  const onShow = () => { if (!document.hidden) look(); };
  document.addEventListener('visibilitychange', onShow);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', onShow);
  };
}

/** {element, stop}: tabs for the statuses, a choice of game where there are several, and the tables themselves. */
export async function tableListing({ statuses, filters = false }) {
  const state = { status: statuses[0], game: '', mine: false, page: 1 };
  const cards = h('div', { class: 'cards' });
  const pages = h('nav', { class: 'row pages', 'aria-label': t('lobby.pages') });
  let shown = '';

  async function load() {
    const query = new URLSearchParams({ status: state.status, page: state.page });
    if (state.game) query.set('game', state.game);
    if (state.mine) query.set('mine', 'true');
    const asked = query.toString();
    const found = await api.get(`/tables?${asked}`);
    const news = asked + JSON.stringify(found);
    if (news === shown) return;
    shown = news;
    replace(cards, found.tables.length ? found.tables.map((table) => tableCard(table)) : h('p', { class: 'empty' }, t('lobby.none')));
    drawPages(found.total);
  }

  function drawPages(total) {
    const last = Math.max(1, Math.ceil(total / PER_PAGE));
    const turn = (by, text) => h('button', { type: 'button', onclick: () => change({ page: state.page + by }) }, text);
    replace(
      pages,
      state.page > 1 && turn(-1, t('lobby.newer')),
      last > 1 && h('span', {}, t('lobby.page', { page: state.page, last })),
      state.page < last && turn(1, t('lobby.older')),
    );
  }

  async function look() {
    try {
      await load();
    } catch (error) {
      if (!shown) replace(cards, h('p', { role: 'alert' }, explain(error)));
    }
  }

  function change(wanted) {
    Object.assign(state, { page: 1 }, wanted);
    for (const tab of tabs.children) tab.setAttribute('aria-pressed', String(tab.value === state.status));
    return look();
  }

  const tab = (status) => h(
    'button',
    { type: 'button', class: 'tab', value: status, 'aria-pressed': String(status === state.status), onclick: () => change({ status }) },
    t(`filter.${status}`),
  );
  const tabs = h('div', { class: 'tabs', role: 'group', 'aria-label': t('lobby.which') }, statuses.map(tab));
  const bar = h('div', { class: 'row bar' }, tabs, filters && (await filterControls(change)));
  await look();
  return { element: h('div', {}, bar, cards, pages), stop: lookAgain(look) };
}

async function filterControls(change) {
  const { games } = await api.get('/games');
  const options = [['', t('lobby.allGames')], ...games.map(({ game }) => [game, gameTitle(game)])];
  const game = select(options, '', { 'aria-label': t('lobby.game') });
  game.addEventListener('change', () => change({ game: game.value }));
  const whose = select([['', t('lobby.everybody')], ['mine', t('lobby.onlyMine')]], '', { 'aria-label': t('lobby.whose') });
  whose.addEventListener('change', () => change({ mine: whose.value === 'mine' }));
  return [game, whose];
}
