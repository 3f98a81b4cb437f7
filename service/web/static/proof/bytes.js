// The exact bytes that are hashed and signed (docs/table.md), and their hashes by the browser's own cryptography.

const text = new TextEncoder();

export const hex = (bytes) => Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

export const unhex = (digits) => Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));

const tableBytes = (table) => unhex(table.replaceAll('-', ''));

function number(value, length) {
  const bytes = new Uint8Array(length);
  for (let i = length - 1, rest = value; i >= 0; i -= 1, rest = Math.floor(rest / 256)) bytes[i] = rest % 256;
  return bytes;
}

function joined(...parts) {
  const bytes = parts.map((part) => (typeof part === 'string' ? text.encode(part) : part));
  const whole = new Uint8Array(bytes.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of bytes) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const sha256 = async (...parts) => hex(await crypto.subtle.digest('SHA-256', joined(...parts)));

/** The one JSON text of a value: sorted keys, no white space. */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  return `{${Object.keys(value).sort().map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(',')}}`;
}

/** The head after one more event; before the first it is 32 zero bytes. */
export function link(previous, table, { version, topic, public: shown }) {
  const name = text.encode(topic);
  return sha256('guildhall/chain/1', unhex(previous), tableBytes(table), number(version, 8), number(name.length, 2), name, shown);
}

export const GENESIS = '00'.repeat(32);

export const sealOf = (value, salt) => sha256('guildhall/seal/1', unhex(salt), canonical(value));

export const receiptBytes = ({ table, version, head }) => joined('guildhall/receipt/1', tableBytes(table), number(version, 8), unhex(head));
