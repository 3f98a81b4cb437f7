// Who is signed in on this device, and how they like the page. Kept in this browser alone.

const ACCOUNT = 'guildhall.session';
const SETTINGS = 'guildhall.settings';
const DEFAULTS = { theme: 'system', language: null, sound: true, title: true };

function read(name) {
  try {
    return JSON.parse(localStorage.getItem(name));
  } catch {
    return null;
  }
}

function write(name, value) {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing: the session lasts as long as the page.
  }
}

class Session extends EventTarget {
  #kept = read(ACCOUNT);
  #settings = { ...DEFAULTS, ...read(SETTINGS) };

  constructor() {
    super();
    window.addEventListener('storage', ({ key }) => {
      if (key === ACCOUNT) this.#set(read(ACCOUNT));
      if (key === SETTINGS) this.#settings = { ...DEFAULTS, ...read(SETTINGS) };
    });
  }

  get token() { return this.#kept?.token ?? null; }

  /** {id, name, email, language, wishes} as last seen, or null. */
  get account() { return this.#kept?.account ?? null; }

  get isSignedIn() { return this.token !== null; }

  get settings() { return this.#settings; }

  /** Signed out by the service, which does not know the token any more. */
  isLost = false;

  signIn(account, token) {
    this.isLost = false;
    write(ACCOUNT, { account, token });
    this.#set({ account, token });
  }

  update(account) {
    this.signIn(account, this.token);
  }

  signOut({ isLost = false } = {}) {
    this.isLost = isLost;
    write(ACCOUNT, null);
    this.#set(null);
  }

  choose(settings) {
    this.#settings = { ...this.#settings, ...settings };
    write(SETTINGS, this.#settings);
    this.dispatchEvent(new Event('settings'));
  }

  #set(kept) {
    const isOther = kept?.token !== this.#kept?.token;
    this.#kept = kept;
    this.dispatchEvent(new CustomEvent('change', { detail: { isOther } }));
  }
}

export const session = new Session();
