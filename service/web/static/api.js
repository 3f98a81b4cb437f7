// The one way to the service: its public REST API, as any other front end would use it.

import { keepReceipt } from './proof/memory.js';
import { session } from './session.js';

const BASE = '/api/v1';
const TRIES = 4;
const MOST_KEPT = 60;

/** What the service has refused: status, stable code, a sentence, and the rule where one was broken. */
export class Problem extends Error {
  constructor(status, document) {
    super(document.detail ?? document.title ?? String(status));
    this.status = status;
    this.code = document.code ?? 'error';
    this.rule = document.rule ?? null;
    this.errors = document.errors ?? null;
  }
}

/** The service could not be reached at all. */
export class Unreachable extends Error {}

/** A file of the page that is loaded later: where it cannot be, the service cannot be reached. */
export async function reached(loading) {
  try {
    return await loading;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    tellConnection(false);
    throw new Unreachable(error.message);
  }
}

export const connection = new EventTarget();

export function tellConnection(isUp) {
  connection.dispatchEvent(new CustomEvent('change', { detail: { isUp } }));
}

/** 32 random hexadecimal digits; crypto.randomUUID is missing where a page is not secure. */
export function randomKey(bytes = 16) {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const kept = new Map(); // path -> {etag, document}: a 304 costs nothing to read again
session.addEventListener('change', () => kept.clear());

const rest = (milliseconds) => new Promise((resolve) => { setTimeout(resolve, milliseconds); });

async function send(method, path, { body, headers = {}, key, signal } = {}) {
  const sent = { Accept: 'application/json', ...headers };
  const { token } = session;
  if (token) sent.Authorization = `Bearer ${token}`;
  if (body !== undefined) sent['Content-Type'] = 'application/json';
  if (method !== 'GET' && path.startsWith('/tables')) sent['Idempotency-Key'] = key ?? randomKey();
  const isSafe = method === 'GET' || 'Idempotency-Key' in sent;
  const request = { method, headers: sent, signal, body: body === undefined ? undefined : JSON.stringify(body) };
  for (let tried = 1; ; tried += 1) {
    const mayTryAgain = isSafe && tried < TRIES;
    try {
      const answer = await fetch(BASE + path, request);
      tellConnection(true);
      if (answer.status !== 503 || !mayTryAgain) return { answer, token };
      await rest(1000 * Number(answer.headers.get('Retry-After') ?? 1));
    } catch (error) {
      if (signal?.aborted) throw error;
      tellConnection(false);
      if (!mayTryAgain) throw new Unreachable(error.message);
      await rest(300 * 2 ** tried);
    }
  }
}

async function read({ answer, token }) {
  const isJson = /\bjson\b/.test(answer.headers.get('Content-Type') ?? '');
  const document = isJson ? await answer.json() : null;
  if (answer.ok) {
    if (document?.receipt) keepReceipt(document.receipt);
    return document;
  }
  if (answer.status === 401 && token !== null && token === session.token) session.signOut({ isLost: true });
  throw new Problem(answer.status, document ?? {});
}

async function get(path, { headers = {}, signal } = {}) {
  const known = kept.get(path);
  const asked = known ? { ...headers, 'If-None-Match': known.etag } : headers;
  const sent = await send('GET', path, { headers: asked, signal });
  if (sent.answer.status === 304 && known) return known.document;
  const document = await read(sent);
  const etag = sent.answer.headers.get('ETag');
  if (etag && sent.token === session.token) {
    kept.delete(path);
    kept.set(path, { etag, document });
    if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value);
  }
  return document;
}

/** A file to keep, with the name that the service gives it. */
async function download(path) {
  const sent = await send('GET', path);
  if (!sent.answer.ok) return read(sent);
  const name = /filename="?([^";]+)/.exec(sent.answer.headers.get('Content-Disposition') ?? '');
  return { blob: await sent.answer.blob(), name: name?.[1] ?? null };
}

const command = (method) => async (path, body, options = {}) => read(await send(method, path, { ...options, body }));

/**
 * Paths are those of the API without `/api/v1`. Options of a command: `key` (Idempotency-Key; one is made up where none
 * is given, and a try that got no answer is repeated under the same), `signal`.
 */
export const api = {
  base: BASE,
  get,
  download,
  post: command('POST'),
  put: command('PUT'),
  patch: command('PATCH'),
  delete: (path, options = {}) => command('DELETE')(path, undefined, options),
};
