// When the game is over: look back at it, see how it was scored, play again.

import { reached } from '../../api.js';
import { h } from '../../dom.js';
import { action } from '../../forms.js';

export function afterwards(page) {
  const { t, table, mySeat } = page;
  const isAgainstBots = table.seats.every(({ seat, bot }) => bot || seat === mySeat);
  const again = async () => {
    const { openAgain } = await reached(import('../../pages/open.js'));
    await page.go(await openAgain(page.table));
  };
  return h(
    'div',
    { class: 'afterwards row', hidden: true },
    h('button', { type: 'button', 'data-look-back': '', onclick: () => page.openReplay(1) }, t('table.after.lookBack')),
    h('button', { type: 'button', 'data-see-score': '', onclick: () => seeScore(page) }, t('table.after.score')),
    mySeat !== null && action(t(isAgainstBots ? 'table.after.again' : 'table.after.newTable'), again, { kind: 'primary' }),
  );
}

function seeScore({ tabs }) {
  tabs.show('scoring');
  tabs.current.tab.focus();
}
