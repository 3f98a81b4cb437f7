// A move on its way. Where no answer comes nobody knows whether it has arrived: it stays chosen, and sent again under the
// same key it counts once.

import { randomKey, Unreachable } from '../api.js';

export class Sender {
  constructor(page) {
    Object.assign(this, { page, unanswered: null });
  }

  /** Without If-Match: that others have chosen their cards meanwhile changes nothing in what I may do. */
  async send(command) {
    const { page } = this;
    const key = isSame(this.unanswered?.command, command) ? this.unanswered.key : randomKey();
    this.unanswered = null;
    page.complain(null);
    try {
      const { now } = await page.api.post(`${page.path}/moves`, command, { key, headers: { Prefer: 'return=representation' } });
      page.offered = null;
      page.takeNow(now);
    } catch (error) {
      if (error instanceof Unreachable || error.status >= 500) this.keep({ command, key }, error);
      else await this.refused(error);
    }
  }

  keep(unanswered, error) {
    const { page } = this;
    this.unanswered = unanswered;
    page.play.isBusy = false;
    page.drawDock();
    page.complain(error, page.t('table.noAnswer'));
  }

  async refused(error) {
    const { page } = this;
    page.complain(error);
    page.offered = null;
    page.moves.version = null;
    await page.refresh();
  }
}

const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);
