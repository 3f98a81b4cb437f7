// What I have chosen so far and what may follow. Nothing is sent before it is confirmed: there is no undo.

import { sorted, twins } from './moves.js';
import { laidBy } from './panels/options.js';

export class Play {
  constructor(page) {
    this.page = page;
    this.offer([], null);
  }

  /** The moves of this moment; nothing is chosen yet. */
  offer(moves, view) {
    Object.assign(this, sorted(moves, this.page.names), {
      view, card: null, influence: 0, space: null, option: null, isDrawing: false, reasons: null, isBusy: false,
    });
  }

  get move() {
    if (this.isDrawing) return this.draw;
    if (this.option) return this.option;
    if (!this.card) return null;
    const moves = this.cards.get(this.card);
    return moves.find(({ command }) => (command.influence ?? 0) === this.influence) ?? moves[0];
  }

  get mostInfluence() {
    return Math.max(0, ...[...this.cards.values()].flat().map(({ command }) => command.influence ?? 0));
  }

  clear() {
    Object.assign(this, { card: null, influence: 0, space: null, option: null, isDrawing: false, reasons: null });
    this.show(null);
  }

  chooseCard(id) {
    Object.assign(this, { card: this.card === id ? null : id, isDrawing: false });
    this.show(null);
    this.page.lead.to('[data-confirm]');
  }

  chooseInfluence(count) {
    this.influence = count;
    this.show(null);
  }

  chooseDraw() {
    Object.assign(this, { card: null, isDrawing: !this.isDrawing });
    this.show(null);
    this.page.lead.to('[data-confirm]');
  }

  /** A space on the board: what fits there, or why nothing does. */
  async chooseSpace(id) {
    const moves = this.spaces.get(id);
    Object.assign(this, { space: id, option: moves?.length === 1 ? moves[0] : null, reasons: null });
    this.show(this.option);
    if (moves) this.page.focusDock(this.option ? '[data-confirm]' : '[data-option]');
    else await this.askWhy(id);
  }

  async askWhy(id) {
    try {
      const reasons = await this.page.why(id);
      if (this.space !== id) return;
      this.reasons = reasons.map((reason) => this.worded(reason, id));
      this.page.drawDock();
    } catch (error) {
      this.page.complain(error);
    }
  }

  /** That of a closed plot names the space and the church that open it. */
  worded(reason, id) {
    if (reason.code !== 'plotClosed') return reason;
    const { names, t } = this.page;
    const { host, special } = names.places.get(id).place;
    return { ...reason, detail: t('table.plotClosed', { letter: special, space: names.space(host) }) };
  }

  chooseOption(move) {
    this.option = move;
    this.show(move);
    this.page.focusDock('[data-confirm]');
  }

  chooseAgain() {
    this.option = null;
    this.show(null);
    this.page.focusDock('[data-option]');
  }

  /** Look at an option without choosing it. */
  look(move) {
    this.preview(move ?? this.option);
    this.page.drawEffect(move ?? this.option);
  }

  preview(move) {
    const { drawing, names } = this.page;
    if (move?.command.space) drawing.preview(laidBy(move.command, this.view, names), twins(move.command, names));
    else drawing.preview(null);
  }

  show(move) {
    this.page.drawing.select(this.space);
    this.preview(move);
    this.page.drawDock();
  }

  async confirm(move = this.move) {
    if (!move || this.isBusy) return;
    this.isBusy = true;
    this.page.drawDock();
    await this.page.send(move.command);
  }
}
