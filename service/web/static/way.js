// Who had to come in first goes on to where they wanted: also by the link of a mail, which opens a page of its own.

const WAY = 'guildhall.way';
const KEPT = 15 * 60_000; // as long as the link of a sign-in mail works

/** Remember the address that is open now. */
export function keepWay() {
  try {
    localStorage.setItem(WAY, JSON.stringify({ address: location.pathname + location.search, at: Date.now() }));
  } catch {
    // A browser that keeps nothing: one comes to the hall.
  }
}

/** Where to go now, once; to the hall where there was no other wish. */
export function takeWay() {
  try {
    const { address, at } = JSON.parse(localStorage.getItem(WAY)) ?? {};
    localStorage.removeItem(WAY);
    return at > Date.now() - KEPT ? address : '/';
  } catch {
    return '/';
  }
}
