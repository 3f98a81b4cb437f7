// Below the board: what I am asked for, my hand, and what I can do with the space or card that I have chosen.

import { h } from '../../dom.js';
import { named } from '../moves.js';
import { promptText } from '../prompt.js';
import { hand, influenceChoice } from './hand.js';
import { effectTable, options } from './options.js';
import { rove, step } from './roving.js';

export class Dock {
  constructor(page) {
    this.page = page;
    this.problem = h('p', { class: 'problem', role: 'alert', hidden: true });
    this.prompt = h('p', { class: 'prompt', role: 'status', tabindex: -1 });
    this.body = h('div', { class: 'dock-body' });
    this.foot = h('div', { class: 'dock-foot' });
    this.head = h('div', { class: 'dock-head' }, this.problem, this.prompt);
    this.effect = h('div', { class: 'dock-effect', 'aria-live': 'polite' });
    this.node = h('section', { class: 'dock', 'aria-label': page.t('table.actions'), onkeydown: (event) => this.key(event) }, this.head, h('div', { class: 'dock-rest' }, this.body, this.foot));
  }

  key(event) {
    if (event.key === 'Escape') this.page.leave();
    else step(event);
  }

  draw() {
    const { page } = this;
    const { view, play, eyes } = page;
    const { activeElement } = document;
    const had = [this.body, this.foot].some((part) => part.contains(activeElement)) ? activeElement.dataset.key : null;
    this.say(promptText(page));
    this.node.classList.toggle('mine', page.isMyTurn);
    const parts = [];
    if (play.space && play.spaces.has(play.space)) parts.push(options(page, play));
    else if (play.space) parts.push(this.reasons());
    parts.push(this.effect);
    if (eyes !== null && view.seats[eyes]?.hand) parts.push(this.cards(view.seats[eyes]));
    this.drawEffect(play.option);
    this.body.replaceChildren(...parts.filter(Boolean));
    this.foot.replaceChildren(...[play.mostInfluence > 0 && influenceChoice(page, play.mostInfluence, play), this.confirmation()].filter(Boolean));
    rove(this.node);
    if (had) (this.part(`[data-key="${CSS.escape(had)}"]`) ?? this.prompt).focus({ preventScroll: true });
  }

  say(text) {
    if (this.prompt.textContent !== text) this.prompt.textContent = text;
  }

  complain(text) {
    this.problem.hidden = !text;
    this.problem.textContent = text;
  }

  cards(seat) {
    const { page } = this;
    const { play, t } = page;
    return h(
      'div',
      { class: 'dock-hand' },
      hand(page, seat, play),
      play.draw && h('button', { type: 'button', class: 'draw', 'data-draw': '', 'data-key': 'draw', 'aria-pressed': String(play.isDrawing), onclick: () => play.chooseDraw() }, t('table.move.draw')),
    );
  }

  /** A button that rests while a move is under way is not disabled: it would let go of the focus. */
  confirmation() {
    const { play, t, names } = this.page;
    const { move } = play;
    if (!move) return null;
    return h(
      'div',
      { class: 'confirmation' },
      h('p', {}, named(move, names, t)),
      h('button', { type: 'button', class: 'primary', 'data-confirm': '', 'data-key': 'confirm', 'aria-disabled': play.isBusy ? 'true' : null, onclick: () => play.confirm() }, t('table.confirm')),
      h('button', { type: 'button', 'data-key': 'cancel', onclick: () => this.page.leave() }, t('table.cancel')),
    );
  }

  reasons() {
    const { play, t, names } = this.page;
    const lines = play.reasons?.map(({ code, rule, coat, detail }) => h('li', {}, this.sentence(code, coat) ?? detail, ' ', rule && h('span', { class: 'rule' }, rule)));
    return h(
      'div',
      { class: 'reasons', role: 'status' },
      h('h2', {}, t('table.whyNot', { space: names.space(play.space) })),
      lines ? h('ul', {}, lines) : h('p', { class: 'quiet' }, t('table.asking')),
    );
  }

  /** In the reader's language where we have it; else as the service says it. */
  sentence(code, coat) {
    const { t, names } = this.page;
    const key = `table.why.${code}`;
    const text = t(key, { guild: coat ? names.guildFull(coat) : '' });
    return text === key ? null : text;
  }

  drawEffect(move) {
    const isBoardMove = move?.command.space;
    this.effect.replaceChildren(...(isBoardMove ? [effectTable(this.page, this.page.view, move.command)] : []));
  }

  part(selector) { return this.node.querySelector(selector); }

  focus(selector) {
    const part = this.part(selector);
    part?.focus({ preventScroll: true });
    part?.scrollIntoView({ block: 'nearest' });
  }
}
