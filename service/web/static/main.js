// The page's addresses, and which part of it opens at each.

import {
  api, connection, Problem, reached, Unreachable,
} from './api.js';
import { forgetAwaited, setTitle } from './attention.js';
import { keepTime } from './clock.js';
import { announce, h, replace } from './dom.js';
import { explain } from './forms.js';
import { applyLook, drawFrame, watchConnection } from './frame.js';
import { preferred, speak, t } from './i18n.js';
import { watchInbox } from './inbox.js';
import { live } from './live.js';
import { session } from './session.js';
import { keepWay } from './way.js';

const ROUTES = [
  [/^\/$/, () => import(session.isSignedIn ? './pages/lobby.js' : './pages/arrive.js')],
  [/^\/open$/, () => import('./pages/open.js')],
  [/^\/profile$/, () => import('./pages/profile.js')],
  [/^\/sign-in$/, () => import('./pages/sign_in.js')],
  [/^\/join\/(?<tableId>[^/]+)$/, () => import('./pages/join.js')],
  [/^\/tables\/(?<tableId>[^/]+)$/, () => import('./pages/table.js')],
];

const root = document.getElementById('main');
let unmount = null;
let mounting = 0;
let isCutOff = false;

/** Go to an address of the page. */
export function go(address, { replace: isSame = false } = {}) {
  history[isSame ? 'replaceState' : 'pushState'](null, '', address);
  return open({ isNew: true });
}

async function open({ isNew = false } = {}) {
  mounting += 1;
  const mine = mounting;
  isCutOff = false;
  const { pathname, searchParams } = new URL(location.href);
  unmount?.();
  unmount = null;
  drawFrame(pathname, changeLanguage);
  setTitle('');
  const place = h('div', { class: 'page' });
  const leave = await mountAt(pathname, searchParams, place);
  if (mine !== mounting) {
    leave?.();
    return;
  }
  unmount = leave;
  replace(root, session.isLost && lostSession(pathname), place);
  if (isNew) {
    window.scrollTo(0, 0);
    root.focus({ preventScroll: true });
    announce(document.title);
  }
}

async function mountAt(path, query, place) {
  const load = loaderOf(path);
  if (!load) {
    replace(place, h('h1', {}, t('missing.title')), h('p', {}, t('missing.page')), h('p', {}, home()));
    return null;
  }
  try {
    const { page, groups } = await load();
    return await page.mount(place, { ...groups, query, api, session, t, live, go });
  } catch (error) {
    if (!(error instanceof Problem || error instanceof Unreachable)) throw error;
    showProblem(place, error);
    return null;
  }
}

/** What loads the page of an address, and what it reads from it; null where there is none. */
function loaderOf(path) {
  const [pattern, load] = ROUTES.find(([one]) => one.test(path)) ?? [];
  return pattern ? async () => ({ page: await reached(load()), groups: path.match(pattern).groups }) : null;
}

function lostSession(path) {
  const door = path !== '/' && signIn('small');
  return h('p', { class: 'warning row', role: 'alert' }, t('problem.unauthorized'), door);
}

const signIn = (kind) => h('a', { href: '/', class: `button ${kind}`, onclick: keepWay }, t('signIn.title'));

const home = () => h('a', { href: '/', class: 'button' }, t('missing.home'));

function showProblem(place, error) {
  const again = h('button', { type: 'button', onclick: () => open() }, t('missing.again'));
  isCutOff = error instanceof Unreachable;
  const mayBeInside = error.code === 'unknownTable' && !session.isSignedIn;
  replace(
    place,
    h('h1', {}, t('missing.title')),
    h('p', { role: 'alert' }, explain(error)),
    mayBeInside && h('p', {}, t('missing.maybePrivate')),
    h('p', { class: 'row' }, mayBeInside && signIn('primary'), isCutOff ? again : home()),
  );
}

async function changeLanguage(tag) {
  session.choose({ language: tag });
  await speak(tag);
  if (session.isSignedIn) {
    api.patch('/me', { language: tag }).then((account) => session.update(account), () => {}); // for the mails; not vital here
  }
  await open();
}

document.addEventListener('click', (event) => {
  const link = event.target.closest?.('a[href]');
  if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  if (link.origin !== location.origin || link.target || link.hasAttribute('download') || link.rel === 'external') return;
  if (link.hash && link.pathname === location.pathname) return;
  event.preventDefault();
  go(link.href);
});
connection.addEventListener('change', ({ detail }) => {
  if (detail.isUp && isCutOff) open();
});
window.addEventListener('popstate', () => open({ isNew: true }));
session.addEventListener('change', ({ detail }) => {
  if (!detail.isOther) {
    drawFrame(location.pathname, changeLanguage);
    return;
  }
  forgetAwaited();
  if (!session.isSignedIn) open();
});

applyLook();
watchConnection();
keepTime();
loaderOf(location.pathname)?.().catch(() => {}); // it travels together with the language; what fails is told below
await reached(speak(preferred()));
await open();
watchInbox();
