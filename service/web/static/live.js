// Other people's moves as they happen: server-sent events, read by fetch because EventSource cannot send a token.

import { tellConnection } from './api.js';
import { keepTold } from './proof/memory.js';
import { session } from './session.js';

const SILENCE = 25_000; // the service says something every 10 s
const SHORTEST = 500;
const LONGEST = 15_000;

/**
 * Follow a table from the event after `after`. `onEvent(event)` gets each event once and in order; `onState(state)` gets
 * 'live', 'offline', 'over' (the game has ended) or 'refused'. Returns the function that ends it.
 */
export function follow(tableId, { after = 0, onEvent, onState = () => {} }) {
  const following = new Following(tableId, after, onEvent, onState);
  following.run();
  return () => following.stop();
}

export const live = { follow };

class Following {
  constructor(tableId, after, onEvent, onState) {
    Object.assign(this, { tableId, after, onEvent, onState, isStopped: false, state: null, wake: () => {} });
    this.onOnline = () => this.wake();
    this.onOffline = () => this.controller?.abort(); // a stream that was cut may not notice for long
    window.addEventListener('online', this.onOnline);
    window.addEventListener('offline', this.onOffline);
  }

  stop() {
    this.isStopped = true;
    window.removeEventListener('online', this.onOnline);
    window.removeEventListener('offline', this.onOffline);
    this.controller?.abort();
    this.wake();
  }

  tell(state) {
    if (this.isStopped || state === this.state) return;
    this.state = state;
    if (state === 'live') tellConnection(true);
    if (state === 'offline') tellConnection(false);
    this.onState(state);
  }

  async run() {
    let pause = SHORTEST;
    while (!this.isStopped) {
      const before = this.after;
      try {
        const end = await this.listen();
        if (end !== 'broken') {
          this.tell(end);
          this.stop();
          return;
        }
      } catch (error) {
        if (!(error instanceof TypeError) && error.name !== 'AbortError') throw error;
        this.tell('offline');
      } finally {
        clearTimeout(this.watchdog);
      }
      pause = this.after > before || this.state === 'live' ? SHORTEST : Math.min(LONGEST, pause * 2);
      await this.rest(pause * (0.5 + Math.random() / 2));
    }
  }

  rest(milliseconds) {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.wake = () => { clearTimeout(timer); resolve(); };
    });
  }

  /** One connection, until it ends: 'over', 'refused', or 'broken' if it should be tried again. */
  async listen() {
    this.controller = new AbortController();
    this.hear();
    const headers = { Accept: 'text/event-stream', 'Last-Event-ID': String(this.after) };
    if (session.token) headers.Authorization = `Bearer ${session.token}`;
    const address = `/api/v1/tables/${this.tableId}/events?after=${this.after}`;
    const answer = await fetch(address, { headers, signal: this.controller.signal, cache: 'no-store' });
    if (answer.status === 204) return 'over';
    if ([401, 403, 404].includes(answer.status)) return 'refused';
    if (!answer.ok) {
      this.tell('offline');
      return 'broken';
    }
    this.tell('live');
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return 'broken';
      this.hear();
      text += value;
      const frames = text.split('\n\n');
      text = frames.pop();
      frames.forEach((frame) => this.take(frame));
    }
  }

  /** Something came: the connection is alive until it has been silent for too long. */
  hear() {
    clearTimeout(this.watchdog);
    this.watchdog = setTimeout(() => this.controller.abort(), SILENCE);
  }

  take(frame) {
    const data = frame.split('\n').filter((line) => line.startsWith('data: ')).map((line) => line.slice(6)).join('\n');
    if (!data || this.isStopped) return;
    const event = JSON.parse(data);
    if (event.version <= this.after) return;
    this.after = event.version;
    keepTold(this.tableId, event.version, event.head);
    this.onEvent(event);
  }
}
