// Below the board: what I am asked for, my hand, and what I can do with the space or card that I have chosen.

import { h } from '../../dom.js';
import { named } from '../moves.js';
import { promptText } from '../prompt.js';
import { hand, influenceChoice } from './hand.js';
import { effectTable, options } from './options.js';

export class Dock {
  constructor(page) {
    this.page = page;
    this.prompt = h('p', { class: 'prompt', role: 'status' });
    this.body = h('div', { class: 'dock-body' });
    this.effect = h('div', { class: 'dock-effect', 'aria-live': 'polite' });
    this.node = h('section', { class: 'dock', 'aria-label': page.t('table.actions'), onkeydown: (event) => this.key(event) }, this.prompt, this.body);
  }

  key(event) {
    if (event.key === 'Escape') this.page.leave();
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const group = event.target.closest('.hand-cards, .option-list, .influence-choice');
    if (!step || !group) return;
    const all = [...group.querySelectorAll('button:not(.help-mark)')];
    const at = all.indexOf(event.target.closest('button'));
    if (at < 0) return;
    event.preventDefault();
    all.at((at + step) % all.length).focus();
  }

  draw() {
    const { page } = this;
    const { view, play, eyes } = page;
    const had = this.body.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    this.say(promptText(page));
    this.node.classList.toggle('mine', page.isMyTurn);
    const parts = [];
    if (play.space && play.spaces.has(play.space)) parts.push(options(page, play));
    else if (play.space) parts.push(this.reasons());
    parts.push(this.effect, this.confirmation());
    if (eyes !== null && view.seats[eyes]?.hand) parts.push(this.cards(view.seats[eyes]));
    this.drawEffect(play.option);
    this.body.replaceChildren(...parts.filter(Boolean));
    if (had) this.focus(`[data-key="${CSS.escape(had)}"]`);
  }

  say(text) {
    if (this.prompt.textContent !== text) this.prompt.textContent = text;
  }

  cards(seat) {
    const { page } = this;
    const { play, t } = page;
    return h(
      'div',
      { class: 'dock-hand' },
      hand(page, seat, play),
      play.draw && h('button', { type: 'button', class: 'draw', 'data-draw': '', 'data-key': 'draw', 'aria-pressed': String(play.isDrawing), onclick: () => play.chooseDraw() }, t('table.move.draw')),
      play.mostInfluence > 0 && influenceChoice(page, play.mostInfluence, play),
    );
  }

  confirmation() {
    const { play, t, names } = this.page;
    const { move } = play;
    if (!move) return null;
    return h(
      'div',
      { class: 'confirmation' },
      h('p', {}, named(move, names, t)),
      h('button', { type: 'button', class: 'primary', 'data-confirm': '', 'data-key': 'confirm', disabled: play.isBusy, onclick: () => play.confirm() }, t('table.confirm')),
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

  focus(selector) {
    this.body.querySelector(selector)?.focus({ preventScroll: false });
  }
}
