// The game as a film: each frame says what its event has changed in the view of the one before.

import { patched } from './patch.js';

const PER_REQUEST = 200;
const EVERY = 25; // so often a whole view is kept, so that going back is short

const isLaid = (view) => Boolean(view?.towns.length);

export class Film {
  frames = [];
  kept = new Map([[0, null]]);
  at = 0;
  view = null;

  /** `read(after, limit)` gives a part of it. */
  constructor(read) {
    this.read = read;
  }

  get last() { return this.frames.length; }

  /** All that there is by now; what is there already stays. */
  async load() {
    for (let version = this.last + 1; this.last < version;) {
      const part = await this.read(this.last, PER_REQUEST);
      if (!part.frames.length) return;
      version = part.version;
      this.frames.push(...part.frames);
    }
  }

  /** The board as it lies before anything is built on it. */
  get beginning() {
    for (let at = 0, view = null; !this.empty; at += 1) {
      view = patched(view, this.frames[at].patch);
      if (isLaid(view)) this.empty = view;
    }
    return this.empty;
  }

  /** Winds to after so many events, from where it is or the nearest view that was kept. */
  wind(wanted) {
    let start = this.at <= wanted ? this.at : 0;
    for (const version of this.kept.keys()) if (version <= wanted && version > start) start = version;
    let view = start === this.at ? this.view : this.kept.get(start);
    for (let version = start + 1; version <= wanted; version += 1) {
      view = patched(view, this.frames[version - 1].patch);
      if (version % EVERY === 0) this.kept.set(version, view);
    }
    Object.assign(this, { at: wanted, view });
  }

  /** What is shown of this moment; null as long as there is no board on the table. */
  get shown() {
    return isLaid(this.view) ? this.view : null;
  }

  /** The scoring before or after a moment; null where there is none. */
  scoring(from, step) {
    for (let at = from + step; at >= 1 && at <= this.last; at += step) {
      if (this.frames[at - 1].topic.includes('TownScored')) return at;
    }
    return null;
  }
}
