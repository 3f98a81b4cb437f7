// Tabs beside the board. Only the one that is open is kept up to date.

import { h, uniqueId } from '../../dom.js';

const ENOUGH = 400; // so much of a panel should be seen
const AIR = 6;

export class Tabs {
  /** `parts`: [name, node, refresh] */
  constructor(t, parts) {
    const base = uniqueId('tab');
    this.parts = parts.map(([name, content, refresh], number) => {
      const panel = h('div', { role: 'tabpanel', id: `${base}-${name}`, 'aria-labelledby': `${base}-${name}-tab`, hidden: true, tabindex: 0 }, content);
      const tab = h('button', {
        type: 'button', role: 'tab', id: `${base}-${name}-tab`, 'aria-controls': panel.id, 'aria-selected': 'false', tabindex: -1, 'data-tab': name,
        onclick: () => this.choose(number), onkeydown: (event) => this.key(event, number),
      }, t(`table.tab.${name}`));
      return { name, tab, panel, refresh };
    });
    this.node = h('section', { class: 'side-tabs' }, h('div', { role: 'tablist', 'aria-label': t('table.more') }, this.parts.map(({ tab }) => tab)), this.parts.map(({ panel }) => panel));
    this.open(1);
  }

  open(number) {
    this.parts.forEach(({ tab, panel }, at) => {
      panel.hidden = at !== number;
      tab.setAttribute('aria-selected', String(at === number));
      tab.setAttribute('tabindex', at === number ? 0 : -1);
    });
    this.current = this.parts[number];
    if (this.wasFilled) this.refresh();
  }

  show(name) { this.open(this.parts.findIndex((part) => part.name === name)); }

  refresh() {
    this.wasFilled = true;
    this.current.refresh();
  }

  key(event, number) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const next = (number + step + this.parts.length) % this.parts.length;
    this.choose(next);
    this.parts[next].tab.focus({ preventScroll: true });
  }

  /** Where the column beside the board scrolls, what is opened has room to be read; the prompt above it stays. */
  choose(number) {
    this.open(number);
    const side = this.node.parentNode;
    const { top } = this.node.getBoundingClientRect();
    const { bottom } = side.getBoundingClientRect();
    if (getComputedStyle(side).overflowY !== 'auto' || bottom - top >= ENOUGH) return;
    side.scrollTop += top - side.querySelector('.dock-head').getBoundingClientRect().bottom - AIR;
  }
}
