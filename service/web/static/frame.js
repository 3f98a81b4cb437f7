// What is around every page: the name of the house, the ways through it, language and look, the sign of a lost connection.

import { connection, tellConnection } from './api.js';
import { h, replace, s, select } from './dom.js';
import { LANGUAGES, language, t } from './i18n.js';
import { session } from './session.js';

const $ = (id) => document.getElementById(id);

export function drawFrame(path, changeLanguage) {
  replace($('skip'), t('frame.skip'));
  replace($('header'), brand(), ways(path), h('div', { class: 'tools' }, languages(changeLanguage), looks()));
  replace(
    $('footer'),
    h('p', {}, t('frame.motto')),
    h('p', {}, h('a', { href: '/api/docs/', rel: 'external' }, t('frame.api'))),
  );
}

function brand() {
  const house = s(
    'svg',
    { viewBox: '0 0 32 32', width: 34, height: 34, 'aria-hidden': 'true' },
    s('path', { class: 'brand-wall', d: 'M3 29V15h3v-4h3v4h3V9l2-2V4l2-2 2 2v3l2 2v6h3v-4h3v4h3v14Z' }),
    s('path', { class: 'brand-door', d: 'M13 29v-6a3 3 0 0 1 6 0v6ZM7 19h3v4H7ZM22 19h3v4h-3ZM14.6 12h2.8v4h-2.8Z' }),
  );
  return h('a', { class: 'brand', href: '/' }, house, h('span', {}, 'Guildhall'));
}

function ways(path) {
  const way = (href, text) => h('a', { href, 'aria-current': href === path ? 'page' : null }, text);
  const { account } = session;
  return h(
    'nav',
    { 'aria-label': t('frame.ways') },
    way('/', t('frame.tables')),
    session.isSignedIn && way('/open', t('frame.open')),
    session.isSignedIn && way('/profile', account?.name ?? t('frame.profile')),
  );
}

function languages(changeLanguage) {
  const choice = select(Object.entries(LANGUAGES), language(), { 'aria-label': t('frame.language') });
  choice.addEventListener('change', () => changeLanguage(choice.value));
  return choice;
}

function isDark() {
  const { theme } = session.settings;
  return theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
}

export function applyLook() {
  const { theme } = session.settings;
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

function looks() {
  const picture = () => s(
    'svg',
    { viewBox: '0 0 24 24', width: 22, height: 22, 'aria-hidden': 'true' },
    isDark()
      ? s('path', { fill: 'currentColor', d: 'M12 7a5 5 0 1 0 0 10 5 5 0 0 0 0-10ZM11 1h2v4h-2ZM11 19h2v4h-2ZM1 11h4v2H1ZM19 11h4v2h-4ZM4.2 5.6l1.4-1.4 2.9 2.8-1.5 1.5ZM15.5 17l1.5-1.5 2.8 2.9-1.4 1.4ZM4.2 18.4 7 15.5 8.5 17l-2.9 2.8ZM15.5 7l2.9-2.8 1.4 1.4L17 8.5Z' })
      : s('path', { fill: 'currentColor', d: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5Z' }),
  );
  const button = h('button', { type: 'button', class: 'quiet look' }, picture());
  const name = () => button.setAttribute('aria-label', isDark() ? t('frame.light') : t('frame.dark'));
  button.addEventListener('click', () => {
    session.choose({ theme: isDark() ? 'light' : 'dark' });
    applyLook();
    replace(button, picture());
    name();
  });
  name();
  return button;
}

const PATIENCE = 4000;

/** The sign is shown while the service cannot be reached; it asks now and then, and goes away by itself. */
export function watchConnection() {
  let timer = null;
  const ask = () => fetch('/healthz', { cache: 'no-store' }).then(({ ok }) => ok && tellConnection(true), () => {});
  connection.addEventListener('change', ({ detail }) => {
    $('connection').hidden = detail.isUp;
    if (detail.isUp) {
      clearInterval(timer);
      timer = null;
    } else {
      $('connection').textContent = t('frame.offline');
      timer ??= setInterval(ask, PATIENCE);
    }
  });
  window.addEventListener('offline', () => tellConnection(false));
  window.addEventListener('online', ask);
}
