// What this browser remembers of each table, so that a house cannot quietly tell another story tomorrow:
// the last head it was told, the last one it has verified, and the last signed receipt.

const name = (table) => `guildhall-proof:${table}`;

export function remembered(table) {
  try {
    return JSON.parse(localStorage.getItem(name(table))) ?? {};
  } catch {
    return {};
  }
}

/** Only ever upwards: an older head says nothing that the newer one does not. */
function keep(table, kind, found) {
  const known = remembered(table);
  if (known[kind] && known[kind].version >= found.version) return;
  try {
    localStorage.setItem(name(table), JSON.stringify({ ...known, [kind]: found }));
  } catch {
    // A browser that keeps nothing cannot notice a story that has changed.
  }
}

export const keepTold = (table, version, head) => keep(table, 'told', { version, head });

export const keepVerified = (table, version, head) => keep(table, 'verified', { version, head });

export const keepReceipt = (receipt) => keep(receipt.table, 'receipt', receipt);
