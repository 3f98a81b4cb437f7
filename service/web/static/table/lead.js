// When something new is asked of me: it is said, it comes into view, and the focus goes along with who uses the keyboard.

import { announce } from '../dom.js';
import { promptText } from './prompt.js';

const SMALL = '(max-width: 44rem), (max-width: 60rem) and (pointer: coarse)'; // a finger wants more than a mouse
const ONE_COLUMN = '(max-width: 60rem)'; // as in table.css

export class Lead {
  constructor(page) {
    Object.assign(this, { page, asked: null });
  }

  /** `asked` stands for all that I am asked for; null for nothing. It is shown as soon as the page stands. */
  ask(asked) {
    const isNew = asked !== null && asked !== this.asked;
    this.asked = asked;
    if (!isNew) return;
    announce(promptText(this.page));
    requestAnimationFrame(() => this.page.isMyTurn && !this.page.isClosed && this.bring());
  }

  /** On a small screen the town in question, or all of them, come into view. */
  bring() {
    const { drawing, names, play, stage, view } = this.page;
    const isOnBoard = play.spaces.size > 0;
    if (matchMedia(SMALL).matches) {
      const town = names.cards.get(view.acting?.card)?.town;
      if (town) drawing.look(town);
      else drawing.camera.fit();
    }
    if (isOnBoard && matchMedia(ONE_COLUMN).matches) stage.scrollIntoView();
    if (isOnBoard && this.isFollowed) drawing.focusLegal();
    else this.to('[data-card]:not([aria-disabled]), [data-draw]');
  }

  /** Whether somebody uses the keyboard, and not for something beside the game. */
  get isFollowed() {
    const { dock, drawing } = this.page;
    const { activeElement } = document;
    const isHere = activeElement.id === 'main' || [dock, drawing].some(({ node }) => node.contains(activeElement));
    return isHere && activeElement.matches(':focus-visible');
  }

  /** To a part of the dock. */
  to(selector) {
    if (this.isFollowed) this.page.dock.focus(selector);
  }
}
