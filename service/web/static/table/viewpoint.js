// Through whose eyes one looks back. While a game goes on there is only one's own view; afterwards any seat's, or everything.

import { h } from '../dom.js';

/** What the address wishes, as far as there is such a view; without a wish the widest. */
export function viewpointOf(page, wish = null) {
  if (!page.isOver || page.table.status !== 'ended') return 'own';
  const isKnown = wish === 'own' || (/^\d$/.test(wish ?? '') && Number(wish) < page.table.seats.length);
  return isKnown ? wish : 'open';
}

export function viewpointChoice({ t, table, mySeat, names, view }, chosen, onChoose) {
  if (table.status !== 'ended') return null;
  const seats = table.seats.filter(({ seat }) => seat !== mySeat && view.seats[seat]);
  const choices = [
    ['open', t('table.allOpen')],
    ['own', t(mySeat === null ? 'table.seenBySpectator' : 'table.seenByMe')],
    ...seats.map(({ seat }) => [String(seat), t('table.seenBySeat', { guild: names.guild(view.seats[seat].guild) })]),
  ];
  const select = h(
    'select',
    { 'aria-label': t('table.seenBy'), 'data-seen-by': '', onchange: () => onChoose(select.value) },
    choices.map(([value, label]) => h('option', { value, selected: value === chosen }, label)),
  );
  return select;
}
