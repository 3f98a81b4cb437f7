// Where I am awaited, on whatever page I am: the hall shows it, the tab's title counts it.

import { api } from './api.js';
import { setInbox } from './attention.js';
import { session } from './session.js';

const EVERY = 60_000;
const PAUSE = 2000; // the page that is opened comes first

let lastRead = 0;

export async function readInbox() {
  lastRead = Date.now();
  const { token } = session;
  const { awaited } = await api.get('/me/inbox');
  if (token === session.token) setInbox(awaited);
  return awaited;
}

/** Now and then, unless the hall has just read it. What goes wrong is said where something was asked for. */
export function watchInbox() {
  const look = () => {
    if (session.isSignedIn && Date.now() - lastRead >= EVERY) readInbox().catch(() => {});
  };
  setTimeout(look, PAUSE);
  setInterval(look, EVERY);
}
