// Signed receipts: what the house has confirmed to us, by a key that it cannot deny.

import { api, Problem } from '../api.js';
import { receiptBytes, unhex } from './bytes.js';

/** 'good', 'bad', 'noKey' (the house does not publish the key), or 'unsupported' (this browser cannot check). */
export async function checkSignature(receipt) {
  const key = await publicKey(receipt.key);
  if (key === null) return 'noKey';
  try {
    const read = await crypto.subtle.importKey('raw', unhex(key), { name: 'Ed25519' }, false, ['verify']);
    const isGood = await crypto.subtle.verify('Ed25519', read, unhex(receipt.signature), receiptBytes(receipt));
    return isGood ? 'good' : 'bad';
  } catch (error) {
    if (error.name === 'NotSupportedError') return 'unsupported';
    return 'bad';
  }
}

const known = new Map(); // a key never changes

async function publicKey(id) {
  if (known.has(id)) return known.get(id);
  try {
    const { keys } = await api.get('/keys');
    for (const key of keys) known.set(key.id, key.publicKey);
    return known.get(id) ?? null;
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return null;
    throw error;
  }
}
