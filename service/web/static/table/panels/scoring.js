// The score: points over the game, and for each town why it came out so, or would if it were scored now.

import { h } from '../../dom.js';
import { reached } from '../../api.js';
import { explain } from '../../forms.js';
import { learnToTell, told } from '../../said.js';
import { badge } from '../board/coats.js';
import { ranking } from '../forecast.js';
import { pointsChart } from './chart.js';
import { Disputes } from './disputes.js';
import { heading } from './help.js';

const MOST_MOMENTS = 6; // that are shown at once

export class ScoringPanel {
  constructor(page) {
    this.page = page;
    this.chart = h('div');
    this.towns = h('div', { class: 'town-scores' });
    this.disputes = new Disputes(page);
    this.details = new Map();
    this.node = h('div', { class: 'panel scoring' }, heading(page.t('table.tab.scoring'), 'scoring', page.t), this.chart, this.towns, this.disputes.node);
  }

  get version() { return this.page.replay?.at ?? this.page.table.version; }

  async show(view) {
    if (!view) return;
    const key = `${this.version}`;
    if (this.key === key) return;
    this.key = key;
    view.towns.forEach((town) => this.showTown(town));
    this.disputes.load();
    const { track } = await this.page.api.get(`${this.page.path}/scoring?at=${this.version}`);
    if (this.key !== key) return;
    this.chart.replaceChildren(track.history.length ? pointsChart(this.page, track.history, this.version) : h('p', { class: 'quiet' }, this.page.t('table.noScoringYet')));
  }

  showTown(town) {
    const { names, t, coats } = this.page;
    if (!this.details.has(town.id)) {
      const summary = h('summary', { 'data-town-score': town.id });
      const body = h('div', { class: 'explanation' });
      const details = h('details', { ontoggle: () => details.open && this.explain(town.id) }, summary, body);
      this.details.set(town.id, { details, summary, body });
      this.towns.append(details);
    }
    const { details, summary } = this.details.get(town.id);
    details.hidden = !town.inPlay;
    summary.replaceChildren(
      h('strong', {}, names.town(town.id)),
      h('span', { class: 'quiet' }, ` ${t(town.scored ? 'table.scoredValue' : 'table.forecastValue', { value: town.value })} `),
      h('span', { class: 'podium' }, ranking(town).map(({ guild, points }) => h('span', { title: names.guildFull(guild) }, badge(coats.get(guild), 13), h('span', { class: 'visually-hidden' }, names.guildFull(guild)), points))),
    );
    if (details.open) this.explain(town.id);
  }

  async explain(townId) {
    const { api, path, t, mySeat } = this.page;
    const { body } = this.details.get(townId);
    try {
      const [found] = await Promise.all([api.get(`${path}/scoring/${townId}?at=${this.version}`), reached(learnToTell())]);
      body.replaceChildren(...this.explained(found));
      if (mySeat !== null) body.append(h('button', { type: 'button', 'data-dispute': townId, onclick: () => this.disputes.ask(townId) }, t('table.dispute')));
    } catch (error) {
      body.replaceChildren(h('p', { class: 'problem' }, explain(error)));
    }
  }

  explained({ isScored, value, ranking: ranks, points, lines }) {
    const { t, names, coats } = this.page;
    const pointsOf = (guild) => points.find((one) => one.guild === guild)?.points ?? 0;
    return [
      !isScored && h('p', { class: 'quiet' }, t('table.forecast')),
      h('table', { class: 'terms' }, h('caption', {}, t('table.value')), h('tbody', {}, value.terms.map((term) => this.lit(h(
        'tr',
        { tabindex: 0 },
        h('td', {}, told({ says: term.says, text: term.what }, names)),
        h('td', {}, term.amount),
        h('td', { class: 'rule' }, term.rule),
      ), term.spaces)), h('tr', { class: 'total' }, h('td', {}, t('table.total')), h('td', {}, value.total), h('td')))),
      h('table', { class: 'terms' }, h('caption', {}, t('table.ranking')), h('tbody', {}, ranks.flatMap((rank) => rank.guilds.map((guild) => h(
        'tr',
        {},
        h('td', {}, `${rank.place}. `, badge(coats.get(guild), 14), ' ', names.guild(guild)),
        h('td', {}, t('table.districtsAndMasters', { districts: rank.districts, masters: rank.masters })),
        h('td', {}, t('table.points', { count: pointsOf(guild) })),
      ))))),
      h('ul', { class: 'lines' }, lines.map((line) => this.lit(h('li', { tabindex: 0, 'data-line': '' }, told(line, names), ' ', h('span', { class: 'rule' }, line.rule), this.moments(line.events)), line.spaces))),
    ].filter(Boolean);
  }

  moments(events = []) {
    const marks = events.map((event) => h('button', { type: 'button', class: 'plain moment-mark', 'aria-label': this.page.t('table.showEvent', { event }), onclick: () => this.page.openReplay(event) }, `#${event}`));
    const rest = marks.slice(MOST_MOMENTS);
    if (rest.length < 2) return marks;
    const more = h('button', { type: 'button', class: 'plain moment-mark', 'data-more-moments': '', onclick: () => {
      more.replaceWith(...rest);
      rest[0].focus({ preventScroll: true });
    } }, this.page.t('table.moreEvents', { count: rest.length }));
    return [...marks.slice(0, MOST_MOMENTS), more];
  }

  lit(node, spaces = []) {
    const { sight } = this.page;
    for (const name of ['pointerenter', 'focusin']) node.addEventListener(name, () => sight.show(spaces, node));
    for (const name of ['pointerleave', 'focusout']) node.addEventListener(name, () => sight.hide());
    return node;
  }

  close() { this.key = null; }
}
