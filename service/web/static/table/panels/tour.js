// A guided first round: what to do next, said where it is to be done, until it has been done once or is sent away.

import { h } from '../../dom.js';

const DONE = 'guildhall.tour';
const HINTS = ['commitCards', 'turn2p', 'build', 'cathedral', 'master', 'others', 'acting', 'done'];

/** What the hint speaks of follows from the state of the game alone. */
function stepOf(page, view) {
  if (page.replay || page.mySeat === null || view.ending) return null;
  if ((view.influencePile ? view.influencePile.turn : view.round) > 2) return 'done';
  const mine = view.awaited[page.mySeat];
  if (mine) return mine;
  return view.stage === 'choosing' ? 'others' : 'acting';
}

export class Tour {
  constructor(page) {
    this.page = page;
    const { t } = page;
    this.hints = new Map(HINTS.map((step) => [step, h('p', {}, t(`table.tour.${step}`))]));
    this.node = h(
      'div',
      { class: 'tour', role: 'note', hidden: true },
      h('strong', {}, t('table.tour.title')),
      [...this.hints.values()],
      h('button', { type: 'button', onclick: () => this.dismiss() }, t('table.tour.dismiss')),
    );
    this.step = null;
  }

  /** The last hint stays until it is sent away, so that the board does not move by itself; it is not shown again. */
  update(view) {
    const next = stepOf(this.page, view);
    const isWanted = next === 'done' ? this.step : !this.isDone;
    const step = isWanted ? next : null;
    if (step === this.step) return;
    if (step === 'done') keep('done');
    this.step = step;
    this.node.hidden = !step;
    this.hints.forEach((hint, name) => hint.classList.toggle('now', name === step));
  }

  get isDone() {
    try {
      return localStorage.getItem(DONE) === 'done';
    } catch {
      return false;
    }
  }

  dismiss() { this.begin('done'); }

  restart() { this.begin('again'); }

  begin(value) {
    keep(value);
    this.step = undefined;
    this.node.hidden = true;
    this.update(this.page.view);
  }
}

function keep(value) {
  try {
    localStorage.setItem(DONE, value);
  } catch {
    // A browser that keeps nothing will offer it again.
  }
}
