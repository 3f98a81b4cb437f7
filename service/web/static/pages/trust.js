// Trust: the page verifies chain and seals of a table itself, and shows a small seal that opens to the details.

import { api } from '../api.js';
import { h, replace, s } from '../dom.js';
import { action, explain } from '../forms.js';
import { t } from '../i18n.js';
import { keepVerified, remembered } from '../proof/memory.js';
import { checkSignature } from '../proof/receipts.js';
import { Story } from '../proof/story.js';

const LIMIT = 500;
const stories = new Map(); // what was verified while this page is open is not asked for again

/**
 * Verify a table: {ok, version, head, checks: [{check, ok, text}]}. `ok` of a check is null where it could not be made
 * here, with the reason in its text; the whole is ok if none failed, and null if nothing could be checked.
 */
export async function verifyTable(tableId) {
  if (!globalThis.crypto?.subtle) {
    return { ok: null, version: null, head: null, checks: [{ check: 'secure', ok: null, text: t('trust.insecure') }] };
  }
  const story = await readStory(tableId);
  const checks = [chain(story), shown(story), seals(story), memory(story), await receipt(story)];
  const ok = checks.every((check) => check.ok !== false);
  if (ok) keepVerified(tableId, story.version, story.head);
  return { ok, version: story.version, head: story.head, checks };
}

async function readStory(tableId) {
  let story = stories.get(tableId) ?? new Story(tableId);
  let isFromBefore = story.version > 0;
  for (let isMore = true; isMore;) {
    const path = `/tables/${tableId}/events?public=true&after=${story.version}&limit=${LIMIT}`;
    const { version, events } = await api.get(path);
    if (isFromBefore && events.some(({ topic }) => topic.startsWith('table.TableEnded'))) {
      story = new Story(tableId); // now every secret is open: all of it is read again
      isFromBefore = false;
      continue;
    }
    for (const event of events) await story.add(event);
    isMore = events.length > 0 && story.version < version;
  }
  stories.set(tableId, story);
  return story;
}

const faultOf = (story, check) => story.faults.find((fault) => fault.check === check);

function chain(story) {
  const fault = faultOf(story, 'chain');
  const text = fault ? t('trust.chainBroken', { event: fault.event }) : t('trust.chain', { count: story.version });
  return { check: 'chain', ok: !fault, text };
}

function shown(story) {
  const fault = faultOf(story, 'shown');
  return { check: 'shown', ok: !fault, text: fault ? t('trust.shownOtherwise', { event: fault.event }) : t('trust.shown') };
}

function seals(story) {
  const fault = faultOf(story, 'seals');
  const text = fault
    ? t('trust.sealBroken', { event: fault.event })
    : t('trust.seals', { opened: story.opened.size, closed: story.seals.size - story.opened.size });
  return { check: 'seals', ok: !fault, text };
}

/** What this browser saw before must still stand there: a chain alone does not notice that its end was cut off. */
function memory(story) {
  const { told, verified } = remembered(story.table);
  for (const known of [verified, told].filter(Boolean)) {
    if (known.version > story.version) return { check: 'memory', ok: false, text: t('trust.cut', known) };
    if (story.heads[known.version] !== known.head) return { check: 'memory', ok: false, text: t('trust.rewritten', known) };
  }
  const last = [verified, told].filter(Boolean).sort((a, b) => b.version - a.version)[0];
  return { check: 'memory', ok: true, text: last ? t('trust.memory', { version: last.version }) : t('trust.firstLook') };
}

async function receipt(story) {
  const { receipt: kept } = remembered(story.table);
  if (!kept) return { check: 'receipt', ok: null, text: t('trust.noReceipt') };
  const isThere = story.heads[kept.version] === kept.head;
  const signature = await checkSignature(kept);
  const reason = isThere ? signature : 'broken';
  const ok = { good: true, bad: false, broken: false }[reason] ?? null;
  return { check: 'receipt', ok, text: t(`trust.receipt.${reason}`, { version: kept.version }) };
}

/**
 * The small seal of a table: a button that opens to the details. It checks by itself once the browser has time;
 * `element.check()` looks again.
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
  const show = (state) => {
    element.dataset.state = state;
    label.textContent = t(`trust.state.${state}`);
  };
  element.check = async () => {
    try {
      const found = await verifyTable(tableId);
      show({ true: 'ok', false: 'wrong', null: 'unknown' }[found.ok]);
      replace(list, found.checks.map(checkLine), found.head && h('li', { class: 'head' }, t('trust.head', { version: found.version }), h('code', {}, found.head)));
      return found;
    } catch (error) {
      show('unknown');
      replace(list, h('li', {}, explain(error)));
      return null;
    }
  };
  button.addEventListener('click', () => {
    dialog.showModal();
    element.check();
  });
  show('unchecked');
  (globalThis.requestIdleCallback ?? setTimeout)(() => element.check());
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
