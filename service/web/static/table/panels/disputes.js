// Whoever doubts a result says so here; the checks are shown, and the arbiter settles it.

import { reached } from '../../api.js';
import { field, h, select } from '../../dom.js';
import { learnToTell, told } from '../../said.js';

export class Disputes {
  constructor(page) {
    this.page = page;
    this.settlements = new Map();
    this.list = h('ul', { class: 'dispute-list' });
    this.node = h('section', { class: 'disputes' }, h('h3', {}, page.t('table.disputes')), this.list, page.mySeat !== null && h('button', { type: 'button', 'data-dispute': '', onclick: () => this.ask(null) }, page.t('table.disputeMoment')));
    this.node.hidden = page.mySeat === null;
  }

  /** Drawn anew only when something has changed: an arbiter who is writing goes on writing. */
  async load() {
    const { api, path } = this.page;
    try {
      const [{ disputes }] = await Promise.all([api.get(`${path}/disputes`), reached(learnToTell())]);
      const key = JSON.stringify(disputes);
      if (key === this.key) return;
      this.key = key;
      this.draw(disputes);
      this.node.hidden = this.page.mySeat === null && !disputes.length;
    } catch (error) {
      this.page.complain(error);
    }
  }

  draw(disputes) {
    const had = document.activeElement;
    this.list.replaceChildren(...disputes.map((dispute) => this.shown(dispute)));
    if (this.list.contains(had)) had.focus({ preventScroll: true });
  }

  /** One of them into view, once it is there. */
  async bring(number) {
    await this.load();
    const item = this.list.querySelector(`[data-dispute-number="${number}"]`);
    item?.scrollIntoView({ block: 'nearest' });
    item?.focus({ preventScroll: true });
  }

  shown({ dispute, seat, town, version, reason, status, findings, verdict, corrections }) {
    const { t, names, view } = this.page;
    const guild = view?.seats[seat] ? names.guild(view.seats[seat].guild) : t('table.seat', { seat: seat + 1 });
    const about = town ? names.town(town) : version ? t('table.event', { event: version }) : '';
    return h(
      'li',
      { 'data-dispute-number': dispute, tabindex: -1 },
      h('strong', {}, t(`table.dispute.${status}`)),
      ' ', t('common.about', { what: guild, said: `${about} – ${reason}` }),
      findings.length > 0 && h('ul', {}, findings.map((finding) => h('li', { class: finding.ok ? 'ok' : 'bad' }, finding.ok ? '✓ ' : '✗ ', told(finding, names)))),
      verdict && h('p', {}, t('table.verdict', { verdict })),
      Object.keys(corrections ?? {}).length > 0 && h('p', {}, Object.entries(corrections).map(([id, by]) => `${names.guild(id)} ${by > 0 ? '+' : ''}${by}`).join(', ')),
      this.page.isArbiter && (status === 'raised' || status === 'examined') && this.settlementOf(dispute),
    );
  }

  /** A form that has been begun stays as it is, whatever else happens to the disputes. */
  settlementOf(number) {
    if (!this.settlements.has(number)) this.settlements.set(number, this.settlement(number));
    return this.settlements.get(number);
  }

  settlement(number) {
    const { t, table: { view }, names } = this.page;
    const verdict = select([['upheld', t('table.dispute.upheld')], ['rejected', t('table.dispute.rejected')]], 'rejected');
    const text = h('textarea', { rows: 2, required: true, maxlength: 1000 });
    const corrections = Object.keys(view.points).map((guild) => [guild, h('input', { type: 'number', value: 0, step: 1, min: -100, max: 100 })]);
    return h(
      'form',
      {
        class: 'settlement',
        onsubmit: (event) => {
          event.preventDefault();
          const changed = Object.fromEntries(corrections.map(([guild, input]) => [guild, Number(input.value)]).filter(([, by]) => by));
          const isUpheld = verdict.value === 'upheld' && Object.keys(changed).length;
          this.send(`/disputes/${number}/settlement`, { verdict: verdict.value, text: text.value, ...(isUpheld ? { corrections: changed } : {}) });
        },
      },
      field(t('table.verdictLabel'), verdict),
      field(t('table.reason'), text),
      h('fieldset', {}, h('legend', {}, t('table.corrections')), corrections.map(([guild, input]) => field(names.guild(guild), input))),
      h('button', { type: 'submit', class: 'primary' }, t('table.settle')),
    );
  }

  /** About a town, or about the moment that is shown. */
  ask(town) {
    const { t, names, scoring } = this.page;
    const reason = h('textarea', { rows: 3, required: true, maxlength: 1000 });
    const dialog = h(
      'dialog',
      { 'aria-label': t('table.dispute'), onclose: () => dialog.remove() },
      h(
        'form',
        {
          onsubmit: (event) => {
            event.preventDefault();
            dialog.close();
            this.send('/disputes', { ...(town ? { town } : { version: scoring.version }), reason: reason.value });
          },
        },
        h('h2', {}, town ? t('table.disputeTown', { town: names.town(town) }) : t('table.disputeMoment')),
        h('p', {}, t('table.disputeHint')),
        field(t('table.reason'), reason),
        h('div', { class: 'row' }, h('button', { type: 'submit', class: 'primary', 'data-send-dispute': '' }, t('table.dispute')), h('button', { type: 'button', onclick: () => dialog.close() }, t('table.cancel'))),
      ),
    );
    this.node.append(dialog);
    dialog.showModal();
  }

  async send(path, body) {
    this.page.complain(null);
    try {
      await this.page.api.post(this.page.path + path, body);
    } catch (error) {
      this.page.complain(error);
    }
    await this.load();
    await this.page.refresh();
  }
}
