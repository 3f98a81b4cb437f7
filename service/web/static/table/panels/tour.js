// A guided first round: what to do next, said where it is to be done, until it has been done once or is sent away.

import { h } from '../../dom.js';

const DONE = 'guildhall.tour';

/** What the hint speaks of follows from the state of the game alone. */
function stepOf(page, view) {
  if (page.replay || page.mySeat === null || view.ending) return null;
  if ((view.influencePile ? view.influencePile.turn : view.round) > 2) return null;
  const mine = view.awaited[page.mySeat];
  if (mine) return mine;
  return view.stage === 'choosing' ? 'others' : 'acting';
}

export class Tour {
  constructor(page) {
    this.page = page;
    this.node = h('div', { class: 'tour', role: 'note', hidden: true });
    this.step = null;
  }

  update(view) {
    const step = this.isDone ? null : stepOf(this.page, view);
    if (step === this.step) return;
    this.step = step;
    this.node.hidden = !step;
    if (!step) return;
    const { t } = this.page;
    this.node.replaceChildren(
      h('strong', {}, t('table.tour.title')),
      h('p', {}, t(`table.tour.${step}`)),
      h('button', { type: 'button', onclick: () => this.dismiss() }, t('table.tour.dismiss')),
    );
  }

  get isDone() {
    try {
      return localStorage.getItem(DONE) === 'done';
    } catch {
      return false;
    }
  }

  dismiss() { this.keep('done'); }

  restart() { this.keep('again'); }

  keep(value) {
    try {
      localStorage.setItem(DONE, value);
    } catch {
      // A browser that keeps nothing will offer it again.
    }
    this.step = undefined;
    this.node.hidden = true;
    this.update(this.page.view);
  }
}
