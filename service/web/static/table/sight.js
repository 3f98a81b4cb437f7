// What is spoken of beside the board stays in sight on it: the board is held on the screen until it is put back.

import { h } from '../dom.js';

const NARROW = 700;
const ENOUGH = 0.8; // so much of the board's height must be on the screen
const AIR = 8;

export class Sight {
  constructor(page) {
    this.page = page;
    this.before = null; // what the camera showed before it looked at a town
    this.button = h('button', { type: 'button', 'data-release': '', hidden: true, onclick: () => this.release() }, page.t('table.putBoardBack'));
  }

  /** The districts that a line speaks of are lit on the board while it is looked at. */
  show(spaces, line) {
    const { drawing, names } = this.page;
    drawing.light(spaces);
    if (!spaces.length) return;
    if (window.innerWidth < NARROW || !spaces.every((id) => drawing.shows(id))) {
      this.before ??= drawing.camera.box;
      drawing.look(names.townOf(spaces[0]));
    }
    this.hold(line);
    this.button.hidden = !(this.before || this.isHeld);
  }

  hide() { this.page.drawing.light(); }

  get isHeld() { return this.page.stage.classList.contains('held'); }

  get isSeen() {
    const { top, bottom, height } = this.page.drawing.node.getBoundingClientRect();
    return Math.min(bottom, window.innerHeight) - Math.max(top, 0) >= height * ENOUGH;
  }

  /** Where the board is out of sight it is held at the edge of the screen; a line that would lie below it comes out. */
  hold(line) {
    const { stage } = this.page;
    this.line = line;
    if (!this.isSeen) {
      this.steady(() => stage.classList.add('held'));
      this.button.hidden = false;
    }
    if (!this.isHeld) return;
    const { top, left, right } = line.getBoundingClientRect();
    const held = stage.getBoundingClientRect();
    const isBeside = left >= held.right || right <= held.left;
    if (!isBeside) window.scrollBy(0, Math.min(0, top - held.bottom - AIR));
  }

  release() {
    const { drawing, stage } = this.page;
    const hadFocus = document.activeElement === this.button;
    if (this.isHeld) this.steady(() => stage.classList.remove('held'));
    this.button.hidden = true;
    if (this.before) drawing.camera.show(this.before);
    this.before = null;
    this.hide();
    if (hadFocus) this.line.closest('details')?.querySelector('summary').focus({ preventScroll: true });
  }

  /** Whatever changes above the line, its reader sees it where it was. */
  steady(change) {
    const before = this.line.getBoundingClientRect().top;
    change();
    window.scrollBy(0, this.line.getBoundingClientRect().top - before);
  }
}
