// The controls of the replay. On a small screen what is seldom needed is folded away.

import { h, uniqueId } from '../../dom.js';
import { copyButton } from '../../forms.js';
import { viewpointChoice } from '../viewpoint.js';

const SPEEDS = [1, 2, 5, 10];

export class ReplayBar {
  constructor(page, replay) {
    this.t = page.t;
    this.play = this.button('play', '▶', () => replay.toggle());
    this.link = h('a', { class: 'moment-link', 'data-key': 'link' }, this.t('table.linkToMoment'));
    this.more = h(
      'div',
      { class: 'row replay-more', id: uniqueId('more') },
      this.speed(replay),
      page.mySeat !== null && h('button', { type: 'button', onclick: () => replay.fromMyLastMove() }, this.t('table.fromMyLastMove')),
      viewpointChoice(page, replay.seenBy, (seenBy) => replay.lookAs(seenBy)),
      this.link,
      copyButton(() => this.link.href),
    );
    this.nodes = [
      this.button('leave', '✕', () => page.closeReplay(), this.t('table.replay.leave')),
      h(
        'div',
        { class: 'row replay-steps' },
        this.button('first', '«', () => replay.go(1)),
        this.button('previousScoring', '‹★', () => replay.toScoring(-1), this.t('table.replay.scoring')),
        this.button('back', '‹', () => replay.go(replay.wanted - 1)),
        this.play,
        this.button('forward', '›', () => replay.go(replay.wanted + 1)),
        this.button('nextScoring', '★›', () => replay.toScoring(1), this.t('table.replay.scoring')),
        this.button('last', '»', () => replay.go(replay.last)),
        this.unfold(),
      ),
      this.more,
    ];
  }

  /** `short` is written beside the sign where there is room. */
  button(name, sign, onclick, short = null) {
    const label = this.t(`table.replay.${name}`);
    return h(
      'button',
      { type: 'button', 'aria-label': label, title: label, 'data-replay-button': name, onclick },
      h('span', { 'aria-hidden': 'true' }, sign),
      short && h('span', { class: 'replay-label' }, short),
    );
  }

  speed(replay) {
    const choice = h(
      'select',
      { 'aria-label': this.t('table.speed'), onchange: () => { replay.speed = Number(choice.value); } },
      SPEEDS.map((each) => h('option', { value: each, selected: each === replay.speed }, `${each}×`)),
    );
    return choice;
  }

  unfold() {
    const button = this.button('more', '⋯', () => {
      const isOpen = this.more.classList.toggle('unfolded');
      button.setAttribute('aria-expanded', String(isOpen));
    });
    for (const [name, value] of [['aria-expanded', 'false'], ['aria-controls', this.more.id], ['data-replay-more', '']]) button.setAttribute(name, value);
    return button;
  }

  setPlaying(isPlaying) {
    const label = this.t(isPlaying ? 'table.replay.pause' : 'table.replay.play');
    this.play.firstChild.textContent = isPlaying ? '⏸' : '▶';
    this.play.setAttribute('aria-label', label);
    this.play.title = label;
  }
}
