// Verifies a table: chain, seals, what this browser remembers of it, and the house's signature.

import { api } from '../api.js';
import { t } from '../i18n.js';
import { keepVerified, remembered } from './memory.js';
import { checkSignature } from './receipts.js';
import { Story } from './story.js';

const LIMIT = 500;
const stories = new Map(); // what was verified while this page is open is not asked for again

/**
 * Verify a table: {ok, version, head, checks: [{check, ok, text}]}. `ok` of a check is null where it could not be made
 * here, with the reason in its text; the whole is ok if none failed, and null if nothing could be checked.
 */
export function verifyTable(tableId) {
  const verified = () => verify(tableId);
  running = running.then(verified, verified); // one after the other: they read on in the same story
  return running;
}

let running = Promise.resolve();

async function verify(tableId) {
  if (!globalThis.crypto?.subtle) {
    return { ok: null, version: null, head: null, checks: [{ check: 'secure', ok: null, text: t('trust.insecure') }] };
  }
  const known = remembered(tableId); // before the story is read: what is heard of meanwhile may be newer than it
  const story = await readStory(tableId);
  const checks = [chain(story), shown(story), seals(story), memory(story, known), await receipt(story, known)];
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
function memory(story, { told, verified }) {
  for (const known of [verified, told].filter(Boolean)) {
    if (known.version > story.version) return { check: 'memory', ok: false, text: t('trust.cut', known) };
    if (story.heads[known.version] !== known.head) return { check: 'memory', ok: false, text: t('trust.rewritten', known) };
  }
  const last = [verified, told].filter(Boolean).sort((a, b) => b.version - a.version)[0];
  return { check: 'memory', ok: true, text: last ? t('trust.memory', { version: last.version }) : t('trust.firstLook') };
}

async function receipt(story, { receipt: kept }) {
  if (!kept) return { check: 'receipt', ok: null, text: t('trust.noReceipt') };
  const isThere = story.heads[kept.version] === kept.head;
  const signature = await checkSignature(kept);
  const reason = isThere ? signature : 'broken';
  const ok = { good: true, bad: false, broken: false }[reason] ?? null;
  return { check: 'receipt', ok, text: t(`trust.receipt.${reason}`, { version: kept.version }) };
}
