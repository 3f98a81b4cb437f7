// A rule in our own words beside the thing it explains: a small question mark that opens it.

import { h, uniqueId } from '../../dom.js';

export function help(topic, t) {
  const id = uniqueId('help');
  const note = h('span', { class: 'help-note', id, role: 'note', hidden: true }, t(`table.help.${topic}`));
  const button = h('button', {
    type: 'button', class: 'help-mark', 'aria-expanded': 'false', 'aria-controls': id, 'aria-label': t('table.help.open', { what: t(`table.help.about.${topic}`) }),
    onclick: () => toggle(note.hidden),
    onkeydown: (event) => event.key === 'Escape' && toggle(false),
  }, '?');
  function toggle(isOpen) {
    note.hidden = !isOpen;
    button.setAttribute('aria-expanded', String(isOpen));
  }
  return [button, note];
}

export function heading(text, topic, t) {
  return h('div', { class: 'panel-head' }, h('h2', {}, text), topic && help(topic, t));
}
