// The same as text: every legal move as an ordinary list, every town in words, and the story so far.

import { reached, Unreachable } from '../../api.js';
import { h } from '../../dom.js';
import { learnToTell, told } from '../../said.js';
import { badge } from '../board/coats.js';
import { spaceFacts, townFacts } from '../facts.js';
import { named } from '../moves.js';
import { Panel } from './panel.js';

const LINES = 120;

/** Whoever cannot or will not point at the board plays from here. */
export function movesPanel(page) {
  const { t, names } = page;
  const node = h('div', { class: 'panel moves-list' });
  const panel = new Panel(node, ({ moves, code }) => [
    h('h2', {}, t('table.moves')),
    moves.length ? h('ul', {}, moves.map((move, number) => h('li', {}, h('button', {
      type: 'button', 'data-move': number, 'data-key': `move-${number}`, onclick: () => choose(move),
    }, named(move, names, t))))) : h('p', { class: 'quiet' }, code && t(`table.why.${code}`)),
  ]);
  return panel;

  /** It is shown on the board and asked for once more, as everything is. */
  function choose({ command }) {
    const { play } = page;
    const move = play.all.find((each) => JSON.stringify(each.command) === JSON.stringify(command));
    play.clear();
    if (command.type === 'DrawInfluenceCard') play.chooseDraw();
    else if (command.actionCard) {
      play.chooseCard(command.actionCard);
      play.chooseInfluence(command.influence ?? 0);
    } else {
      play.space = command.space;
      play.chooseOption(move);
    }
    page.focusDock('[data-confirm]');
  }
}

export function textPanel({ t, names, coats }) {
  const node = h('div', { class: 'panel as-text' });
  return new Panel(node, ({ towns, points, stock }) => [
    h('h2', {}, t('table.asText')),
    h('ul', { class: 'chips' }, Object.entries(points).map(([guild, count]) => h('li', {}, badge(coats.get(guild), 14), ' ', t('common.about', { what: names.guildFull(guild), said: t('table.points', { count }) })))),
    towns.map((town) => h(
      'section',
      {},
      h('h3', {}, names.town(town.id)),
      h('p', {}, townFacts(town, names, t)),
      town.inPlay && h('ul', {}, town.spaces.filter(({ state }) => state !== 'merged').map((space) => h('li', {}, t('common.about', {
        what: space.shape === 'centre' ? t('table.centre') : `${names.number(space.id)} (${names.shape(space.shape)})`,
        said: spaceFacts(space, town, stock.specialChurches, names, t).join(', '),
      })))),
    )),
  ]);
}

/** Each line leads to its moment in the replay. */
export class LogPanel {
  constructor(page) {
    this.page = page;
    this.list = h('ol', { class: 'log-list' });
    this.older = h('button', { type: 'button', hidden: true, onclick: () => this.load(this.oldest - 1) }, page.t('table.olderLines'));
    this.node = h('div', { class: 'panel log' }, h('h2', {}, page.t('table.log')), this.list, this.older);
    this.heard = []; // before the words were there to tell it in
    this.hasBegun = false;
  }

  get oldest() { return this.list.lastElementChild?.value ?? 1; }

  /** The lines up to a version, and so many before it. */
  async load(version) {
    const { api, path } = this.page;
    const after = Math.max(0, version - LINES);
    try {
      const [{ lines }] = await Promise.all([api.get(`${path}/log?after=${after}&limit=${version - after}`), reached(learnToTell())]);
      this.hasBegun = true;
      this.add([...lines, ...this.heard.splice(0)]);
    } catch (error) {
      if (!(error instanceof Unreachable)) this.page.complain(error); // the sign of a lost connection says enough
    }
  }

  /** Each goes to its place, newest first: what is older may come after what is heard live. */
  add(lines) {
    if (!this.hasBegun) {
      this.heard.push(...lines);
      return;
    }
    for (const line of lines) {
      const { version } = line;
      const next = [...this.list.children].find(({ value }) => value <= version);
      if (next?.value === version) continue;
      const item = h('li', { value: version }, h('button', { type: 'button', class: 'plain', onclick: () => this.open(version, item) }, told(line, this.page.names)));
      this.list.insertBefore(item, next ?? null);
    }
    this.older.hidden = this.oldest <= 1;
  }

  open(version, line) {
    this.page.openReplay(version);
    this.page.sight.hold(line);
  }
}
