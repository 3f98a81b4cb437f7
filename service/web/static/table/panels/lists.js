// The same as text: every legal move as an ordinary list, every town in words, and the story so far.

import { h } from '../../dom.js';
import { told } from '../../said.js';
import { badge } from '../board/coats.js';
import { spaceFacts, townFacts } from '../facts.js';
import { named } from '../moves.js';
import { Panel } from './panel.js';

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
  return new Panel(node, ({ towns, points }) => [
    h('h2', {}, t('table.asText')),
    h('ul', { class: 'chips' }, Object.entries(points).map(([guild, count]) => h('li', {}, badge(coats.get(guild), 14), ' ', names.guildFull(guild), ': ', t('table.points', { count })))),
    towns.map((town) => h(
      'section',
      {},
      h('h3', {}, names.town(town.id)),
      h('p', {}, townFacts(town, names, t)),
      town.inPlay && h('ul', {}, town.spaces.filter(({ state }) => state !== 'merged').map((space) => h('li', {}, [
        space.shape === 'centre' ? t('table.centre') : `${names.number(space.id)} (${names.shape(space.shape)})`,
        ': ', spaceFacts(space, names, t).join(', '),
      ]))),
    )),
  ]);
}

/** Each line leads to its moment in the replay. */
export class LogPanel {
  constructor(page) {
    this.page = page;
    this.list = h('ol', { class: 'log-list' });
    this.node = h('div', { class: 'panel log' }, h('h2', {}, page.t('table.log')), this.list);
    this.last = 0;
    this.heard = []; // before the words were there to tell it in
    this.hasBegun = false;
  }

  begin(lines) {
    this.hasBegun = true;
    this.add([...lines, ...this.heard]);
  }

  add(lines) {
    if (!this.hasBegun) {
      this.heard.push(...lines);
      return;
    }
    for (const line of lines) {
      const { version } = line;
      if (version <= this.last) continue;
      this.last = version;
      this.list.prepend(h('li', { value: version }, h('button', { type: 'button', class: 'plain', onclick: () => this.page.openReplay(version) }, told(line, this.page.names))));
    }
  }
}
