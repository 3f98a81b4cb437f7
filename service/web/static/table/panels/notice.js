// Whom a dispute concerns hears of it at the table, and is led to where it is read and settled.

import { h } from '../../dom.js';
import { Panel } from './panel.js';

export class Notice {
  constructor(page) {
    this.page = page;
    this.seen = new Set();
    this.node = h('div', { class: 'notice', role: 'status' });
    this.panel = new Panel(this.node, ({ said }) => said && [
      h('span', {}, page.t(`table.notice.${said}`)),
      h('button', { type: 'button', 'data-to-dispute': '', 'data-key': 'notice', onclick: () => this.follow() }, page.t('table.notice.show')),
    ]);
  }

  update() {
    const { dispute } = this;
    const isMineToSettle = dispute?.status === 'examined' && this.page.isArbiter;
    this.panel.update({ said: isMineToSettle ? 'settle' : dispute?.status ?? null });
  }

  /** The one that is to be settled, else the latest; one that is settled until it has been read. */
  get dispute() {
    const { mySeat, isArbiter, table } = this.page;
    if (mySeat === null && !isArbiter) return null;
    const last = table.disputes.at(-1);
    const open = table.disputes.find(isOpen);
    return open ?? (last && !this.seen.has(last.dispute) ? last : null);
  }

  async follow() {
    const { dispute, page } = this;
    if (!isOpen(dispute)) this.seen.add(dispute.dispute);
    this.update();
    page.tabs.show('scoring');
    await page.showScoring();
    page.scoring?.disputes.bring(dispute.dispute);
  }
}

const isOpen = ({ status }) => status === 'raised' || status === 'examined';
