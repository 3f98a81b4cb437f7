// Looking back: every moment as one was entitled to see it then.

import { reached } from '../api.js';
import { h, replace } from '../dom.js';
import { learnToTell, told } from '../said.js';
import { Film } from './film.js';
import { ReplayBar } from './panels/replay_bar.js';
import { viewpointOf } from './viewpoint.js';

const RESTING = 140; // milliseconds without movement, after which everything is drawn
const LATELY = 100; // more events than one command ever leads to

export class Replay {
  /** `seenBy` as in the address: 'open', 'own' or the number of a seat. */
  constructor(page, seenBy) {
    Object.assign(this, { page, wanted: 0, isPlaying: false, speed: 2, seenBy: viewpointOf(page, seenBy), growing: Promise.resolve() });
    const { t } = page;
    this.film = this.newFilm();
    this.range = h('input', { type: 'range', min: 0, max: 1, step: 1, value: 0, 'aria-label': t('table.moment'), 'data-scrubber': '', oninput: () => this.go(Number(this.range.value), true) });
    this.said = h('p', { class: 'moment', 'aria-live': 'polite', tabindex: 0 });
    this.bar = new ReplayBar(page, this);
    this.node = h('section', { class: 'replay', 'aria-label': t('table.replay') }, this.said, this.range, this.bar.nodes);
    this.onKey = (event) => this.key(event);
    document.addEventListener('keydown', this.onKey);
  }

  get last() { return this.film.last; }

  get at() { return this.film.at; }

  get beginning() { return this.film.beginning; }

  /** The seat whose hand is shown. */
  get seat() { return /^\d+$/.test(this.seenBy) ? Number(this.seenBy) : this.page.mySeat; }

  newFilm() {
    const { api, path } = this.page;
    const eyes = { open: '&open=true', own: '' }[this.seenBy] ?? `&seat=${this.seenBy}`;
    return new Film((after, limit) => api.get(`${path}/frames?after=${after}&limit=${limit}${eyes}`));
  }

  async load(at) {
    await Promise.all([this.film.load(), reached(learnToTell())]);
    if (this.isClosed) return;
    this.range.max = String(this.last);
    this.go(at ?? this.last);
  }

  async lookAs(seenBy) {
    const { wanted } = this;
    this.seenBy = seenBy;
    this.film = this.newFilm();
    await this.load(wanted);
  }

  /** The game goes on: there is more to see, and the reader stays where they are. */
  grow(version) {
    this.growing = this.growing.then(async () => {
      const { film } = this;
      if (!film.last || film.last >= version) return;
      await film.load();
      if (this.isClosed || film !== this.film) return;
      this.range.max = String(this.last);
      this.tell();
    }).catch((error) => this.page.complain(error));
  }

  focus() { this.range.focus({ preventScroll: true }); }

  async fromMyLastMove() {
    const start = await this.myLastMove();
    if (this.isClosed) return;
    this.go(start);
    if (!this.isPlaying) this.toggle();
  }

  /** What others have done since; where that is nothing, what I did myself. */
  async myLastMove() {
    const { api, path, session } = this.page;
    const { lines, version } = await api.get(`${path}/log?since=mine&limit=1`);
    if (lines.length) return lines[0].version - 1;
    const { events } = await api.get(`${path}/events?after=${Math.max(0, version - LATELY)}&limit=${LATELY}`);
    return events.findLast(({ actor }) => actor !== session.account.id)?.version ?? 1;
  }

  go(wanted, isScrubbing = false) {
    this.wanted = Math.min(Math.max(1, wanted), this.last);
    this.isScrubbing = isScrubbing;
    this.frame ??= requestAnimationFrame(() => this.draw());
  }

  draw() {
    this.frame = null;
    this.film.wind(this.wanted);
    this.tell();
    this.page.showMoment(this.film.shown, true);
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.rest(), this.isScrubbing ? RESTING : 0);
  }

  tell() {
    const frame = this.film.frames[this.at - 1];
    if (Number(this.range.value) !== this.at) this.range.value = String(this.at);
    this.range.setAttribute('aria-valuetext', `${this.at}/${this.last}`);
    replace(this.said, `${this.at}/${this.last} · `, frame && told(frame, this.page.names));
  }

  rest() {
    const address = new URL(window.location.href);
    address.searchParams.set('at', this.at);
    if (this.seenBy === viewpointOf(this.page)) address.searchParams.delete('as');
    else address.searchParams.set('as', this.seenBy);
    this.bar.link.href = address.href;
    window.history.replaceState(window.history.state, '', address);
    this.said.scrollTop = 0;
    this.page.showMoment(this.film.shown, false);
  }

  toggle() {
    this.isPlaying = !this.isPlaying;
    this.bar.setPlaying(this.isPlaying);
    clearTimeout(this.timer);
    if (!this.isPlaying) return;
    if (this.wanted >= this.last) this.go(1);
    this.timer = setTimeout(() => this.tick(), 1000 / this.speed);
  }

  tick() {
    if (this.wanted >= this.last) {
      this.toggle();
      return;
    }
    this.go(this.wanted + 1);
    this.timer = setTimeout(() => this.tick(), 1000 / this.speed);
  }

  toScoring(step) {
    const at = this.film.scoring(this.wanted, step);
    if (at) this.go(at);
  }

  /** Keys are meant for the replay where nothing else on the page has the focus. */
  key(event) {
    const { target, key } = event;
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    if (!(this.node.contains(target) || target.contains(this.node)) || target.tagName === 'SELECT') return;
    const moment = {
      ArrowLeft: this.wanted - 1, ArrowRight: this.wanted + 1, Home: 1, End: this.last, PageUp: this.wanted - 10, PageDown: this.wanted + 10,
    }[key];
    if (moment !== undefined) this.go(moment);
    else if (key === '[' || key === ']') this.toScoring(key === ']' ? 1 : -1);
    else if (key === ' ' && !target.closest('button, a')) this.toggle();
    else if (key === 'Escape') this.page.closeReplay();
    else return;
    event.preventDefault();
  }

  close() {
    this.isClosed = true;
    document.removeEventListener('keydown', this.onKey);
    clearTimeout(this.timer);
    clearTimeout(this.resting);
    cancelAnimationFrame(this.frame);
  }

  /** The address is that of the table again. */
  leave() {
    this.close();
    const address = new URL(window.location.href);
    for (const name of ['at', 'as']) address.searchParams.delete(name);
    window.history.replaceState(window.history.state, '', address);
  }
}
