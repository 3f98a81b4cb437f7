// Sound and title are the reader's to choose; giving the table up needs everybody.

import { checkbox, h } from '../../dom.js';

export function settingsPanel(page) {
  const { t, session } = page;
  const choice = (name) => checkbox(t(`table.setting.${name}`), {
    checked: session.settings[name], onchange: (event) => session.choose({ [name]: event.target.checked }),
  });
  const dialog = h(
    'dialog',
    { 'aria-label': t('table.giveUp') },
    h('p', {}, t('table.giveUpHint')),
    h('div', { class: 'row' }, h('button', { type: 'button', class: 'primary', onclick: () => { dialog.close(); page.send({ type: 'AbandonTable' }); } }, t('table.giveUp')), h('button', { type: 'button', onclick: () => dialog.close() }, t('table.cancel'))),
  );
  const giveUp = h('button', { type: 'button', class: 'danger', onclick: () => dialog.showModal() }, t('table.giveUp'));
  const node = h(
    'div',
    { class: 'panel settings' },
    h('h2', {}, t('table.tab.settings')),
    choice('sound'),
    choice('title'),
    h('button', { type: 'button', onclick: () => page.tour.restart() }, t('table.tour.again')),
    h('h3', {}, t('table.keys')),
    h('p', { class: 'quiet' }, t('table.keysHint')),
    giveUp,
    dialog,
  );
  return { node, update: () => { giveUp.hidden = page.mySeat === null || page.isOver; } };
}
