// Looking back: every moment as one was entitled to see it then. Frames are patches, applied here.

import { reached } from '../api.js';
import { h, replace } from '../dom.js';
import { learnToTell, told } from '../said.js';
import { patched } from './patch.js';
import { viewpointChoice, viewpointOf } from './viewpoint.js';

const PER_REQUEST = 200;
const SPEEDS = [1, 2, 5, 10];
const EVERY = 25; // so often a whole view is kept, so that going back is short
const RESTING = 140; // milliseconds without movement, after which everything is drawn

export class Replay {
  /** `seenBy` as in the address: 'open', 'own' or the number of a seat. */
  constructor(page, seenBy) {
    Object.assign(this, { page, frames: [], kept: new Map([[0, null]]), at: 0, wanted: 0, view: null, isPlaying: false, speed: 2, seenBy: viewpointOf(page, seenBy) });
    const { t } = page;
    this.range = h('input', { type: 'range', min: 0, max: 1, step: 1, value: 0, 'aria-label': t('table.moment'), 'data-scrubber': '', oninput: () => this.go(Number(this.range.value), true) });
    this.said = h('p', { class: 'moment', 'aria-live': 'polite' });
    this.playButton = this.button('play', '▶', () => this.toggle());
    this.link = h('a', { class: 'moment-link', 'data-key': 'link' }, t('table.linkToMoment'));
    const speed = h('select', { 'aria-label': t('table.speed'), onchange: () => { this.speed = Number(speed.value); } }, SPEEDS.map((each) => h('option', { value: each, selected: each === this.speed }, `${each}×`)));
    this.node = h(
      'section',
      { class: 'replay', 'aria-label': t('table.replay'), onkeydown: (event) => this.key(event) },
      this.range,
      h(
        'div',
        { class: 'row' },
        this.button('first', '«', () => this.go(1)),
        this.button('previousScoring', '|‹', () => this.toScoring(-1)),
        this.button('back', '‹', () => this.go(this.wanted - 1)),
        this.playButton,
        this.button('forward', '›', () => this.go(this.wanted + 1)),
        this.button('nextScoring', '›|', () => this.toScoring(1)),
        this.button('last', '»', () => this.go(this.last)),
        speed,
        page.mySeat !== null && h('button', { type: 'button', onclick: () => this.fromMyLastMove() }, t('table.fromMyLastMove')),
        viewpointChoice(page, this.seenBy, (seenBy) => this.lookAs(seenBy)),
        this.link,
        h('button', { type: 'button', onclick: () => page.closeReplay() }, t('table.backToNow')),
      ),
      this.said,
    );
  }

  button(name, sign, onclick) {
    const label = this.page.t(`table.replay.${name}`);
    return h('button', { type: 'button', 'aria-label': label, title: label, 'data-replay-button': name, onclick }, sign);
  }

  get last() { return this.frames.length; }

  /** The seat whose hand is shown. */
  get seat() { return /^\d+$/.test(this.seenBy) ? Number(this.seenBy) : this.page.mySeat; }

  async load(at) {
    const { api, path, mySeat } = this.page;
    await reached(learnToTell());
    const frames = [];
    let version = 1;
    while (frames.length < version) {
      const part = await api.get(`${path}/frames?after=${frames.length}&limit=${PER_REQUEST}${this.query()}`);
      version = part.version;
      if (!part.frames.length) break;
      frames.push(...part.frames);
    }
    this.frames = frames;
    this.kept = new Map([[0, null]]);
    this.mine = mySeat === null ? 0 : await this.lastMove();
    this.range.max = String(this.last);
    this.at = 0;
    this.view = null;
    this.go(at ?? this.last);
  }

  query() {
    if (this.seenBy === 'open') return '&open=true';
    return this.seenBy === 'own' ? '' : `&seat=${this.seenBy}`;
  }

  async lookAs(seenBy) {
    this.seenBy = seenBy;
    await this.load(this.at);
  }

  async lastMove() {
    const { api, path } = this.page;
    const { lines, version } = await api.get(`${path}/log?since=mine&limit=1`);
    return lines.length ? lines[0].version - 1 : version;
  }

  fromMyLastMove() {
    this.go(this.mine);
    if (!this.isPlaying) this.toggle();
  }

  /** The view after so many events, from the nearest one that was kept. */
  viewAt(wanted) {
    let start = this.at <= wanted ? this.at : 0;
    for (const version of this.kept.keys()) if (version <= wanted && version > start) start = version;
    let view = start === this.at ? this.view : this.kept.get(start);
    for (let version = start + 1; version <= wanted; version += 1) {
      view = patched(view, this.frames[version - 1].patch);
      if (version % EVERY === 0) this.kept.set(version, view);
    }
    return view;
  }

  go(wanted, isScrubbing = false) {
    this.wanted = Math.min(Math.max(1, wanted), this.last);
    this.isScrubbing = isScrubbing;
    this.frame ??= requestAnimationFrame(() => this.draw());
  }

  draw() {
    this.frame = null;
    this.view = this.viewAt(this.wanted);
    this.at = this.wanted;
    const frame = this.frames[this.at - 1];
    if (Number(this.range.value) !== this.at) this.range.value = String(this.at);
    this.range.setAttribute('aria-valuetext', `${this.at}/${this.last}`);
    replace(this.said, `${this.at}/${this.last} · `, frame && told(frame, this.page.names));
    this.page.showMoment(this.view, true);
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.rest(), this.isScrubbing ? RESTING : 0);
  }

  rest() {
    const address = new URL(window.location.href);
    address.searchParams.set('at', this.at);
    if (this.seenBy === viewpointOf(this.page)) address.searchParams.delete('as');
    else address.searchParams.set('as', this.seenBy);
    this.link.href = address.href;
    window.history.replaceState(window.history.state, '', address);
    this.page.showMoment(this.view, false);
  }

  toggle() {
    this.isPlaying = !this.isPlaying;
    this.playButton.textContent = this.isPlaying ? '⏸' : '▶';
    this.playButton.setAttribute('aria-label', this.page.t(this.isPlaying ? 'table.replay.pause' : 'table.replay.play'));
    clearTimeout(this.timer);
    if (!this.isPlaying) return;
    if (this.at >= this.last) this.go(1);
    this.timer = setTimeout(() => this.tick(), 1000 / this.speed);
  }

  tick() {
    if (this.at >= this.last) {
      this.toggle();
      return;
    }
    this.go(this.at + 1);
    this.timer = setTimeout(() => this.tick(), 1000 / this.speed);
  }

  toScoring(step) {
    const isScoring = ({ topic }) => topic.includes('TownScored');
    for (let at = this.wanted + step; at >= 1 && at <= this.last; at += step) {
      if (isScoring(this.frames[at - 1])) {
        this.go(at);
        return;
      }
    }
  }

  key(event) {
    const target = {
      ArrowLeft: this.wanted - 1, ArrowRight: this.wanted + 1, Home: 1, End: this.last, PageUp: this.wanted - 10, PageDown: this.wanted + 10,
    }[event.key];
    if (event.target.tagName === 'SELECT') return;
    if (target !== undefined) this.go(target);
    else if (event.key === '[' || event.key === ']') this.toScoring(event.key === ']' ? 1 : -1);
    else if (event.key === 'Escape') this.page.closeReplay();
    else return;
    event.preventDefault();
  }

  close() {
    clearTimeout(this.timer);
    clearTimeout(this.resting);
    cancelAnimationFrame(this.frame);
    const address = new URL(window.location.href);
    for (const name of ['at', 'as']) address.searchParams.delete(name);
    window.history.replaceState(window.history.state, '', address);
  }
}
