// Trust: the page verifies chain and seals of a table itself, and shows a small seal that opens to the details.

import { api, reached } from '../api.js';
import { h, replace, s } from '../dom.js';
import { action, explain } from '../forms.js';
import { t } from '../i18n.js';

const PAUSE = 2000; // milliseconds in which the page is drawn, and a table that has moved may move on, before it is looked at
const whenIdle = globalThis.requestIdleCallback ?? setTimeout;

/**
 * The small seal of a table: a button that opens to the details. It checks by itself once the page stands and the browser has time;
 * `element.check()` looks again, `element.movedOn()` says that there is something new to look at.
 */
export function sealElement(tableId) {
  const label = h('span', { class: 'seal-text' });
  const button = h('button', { type: 'button', class: 'seal quiet' }, wax(), label);
  const list = h('ul', { class: 'checks' });
  const dialog = h(
    'dialog',
    { class: 'card', 'aria-label': t('trust.title') },
    h('h2', {}, t('trust.title')),
    h('p', {}, t('trust.lead')),
    list,
    h(
      'div',
      { class: 'row' },
      action(t('trust.again'), () => element.check()),
      action(t('trust.record'), () => download(tableId)),
      h('button', { type: 'button', class: 'primary', onclick: () => dialog.close() }, t('common.close')),
    ),
  );
  const element = h('span', { class: 'seal-place', 'data-state': 'unchecked' }, button, dialog);
  const show = (state, version) => {
    element.dataset.state = state;
    label.textContent = t(`trust.state.${state}`, { version });
  };
  element.check = async () => {
    try {
      const { verifyTable } = await reached(import('../proof/verify.js'));
      const found = await verifyTable(tableId);
      show({ true: 'ok', false: 'wrong', null: 'unknown' }[found.ok], found.version);
      replace(list, found.checks.map(checkLine), found.head && h('li', { class: 'head' }, t('trust.head', { version: found.version }), h('code', {}, found.head)));
      return found;
    } catch (error) {
      show('unknown');
      replace(list, h('li', {}, explain(error)));
      return null;
    }
  };
  let waiting = null;
  element.movedOn = () => {
    waiting ??= setTimeout(() => whenIdle(() => {
      waiting = null;
      if (element.isConnected) element.check();
    }), PAUSE);
  };
  button.addEventListener('click', () => {
    dialog.showModal();
    element.check();
  });
  show('unchecked');
  element.movedOn();
  return element;
}

function checkLine({ ok, text }) {
  const [mark, name] = { true: ['✓', t('trust.good')], false: ['✗', t('trust.bad')], null: ['–', t('trust.open')] }[ok];
  return h('li', { class: `check-${ok}` }, h('span', { class: 'mark', role: 'img', 'aria-label': name }, mark), text);
}

function wax() {
  return s(
    'svg',
    { viewBox: '-16 -16 32 32', width: 26, height: 26, 'aria-hidden': 'true' },
    s('path', { class: 'wax', d: 'M0-14c4 0 5 3 8 4s5 3 5 6 1 4 0 8-5 4-7 6-6 4-9 3-5-2-8-4-3-6-4-9 1-6 3-8 4-6 12-6Z' }),
    s('path', { class: 'wax-mark', d: 'M-5 0l4 4 7-8' }),
  );
}

async function download(tableId) {
  const { blob, name } = await api.download(`/tables/${tableId}/record`);
  const address = URL.createObjectURL(blob);
  h('a', { href: address, download: name ?? `guildhall-${tableId}.json` }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
