// An invitation: it works for those who have no account yet as well. A name, a seat, and one is at the table.

import { Problem } from '../api.js';
import { setTitle } from '../attention.js';
import { h, replace } from '../dom.js';
import { form } from '../forms.js';
import {
  gameTitle, guildChoice, openerName, seatList, sitDown, termsOf,
} from '../seating.js';
import { skyline } from '../skyline.js';
import { newcomer } from '../welcome.js';

export async function mount(root, { tableId, query, api, session, t, go }) {
  setTitle(t('join.title'));
  const invite = query.get('invite');
  const address = `/tables/${tableId}`;
  const look = () => api.get(`${address}/seats${invite ? `?invite=${encodeURIComponent(invite)}` : ''}`);
  const [invitation, { games }] = await Promise.all([look(), api.get('/games')]);
  if (invitation.mySeat !== null) {
    await go(address, { replace: true });
    return null;
  }
  if (!hasRoom(invitation)) {
    replace(root, closed(invitation, address, t));
    return null;
  }
  const table = invitation.private ? null : await api.get(address);
  const opener = table && openerName(table);
  const { guilds: all } = games.find(({ game }) => game === invitation.game);
  const guilds = guildChoice(all, invitation.seats.map(({ guild }) => guild).filter(Boolean));
  const arrival = session.isSignedIn ? null : newcomer();
  const ask = form(t('join.sitDown'), async (values) => {
    const now = await look(); // nobody is made an account for a seat that is gone meanwhile
    if (!hasRoom(now)) {
      replace(root, closed(now, address, t));
      return;
    }
    if (!session.isSignedIn) await arrival.register(values);
    try {
      await sitDown(tableId, { guild: guilds.value(), invite });
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'alreadySeated') throw error;
    }
    await go(address, { replace: true });
  }, [arrival?.fields, guilds.element]);
  replace(
    root,
    h('section', { class: 'hero' }, h('div', { class: 'hero-text' }, h('h1', {}, t('join.title')), h('p', { class: 'lead' }, t(opener ? 'join.by' : 'join.lead', { name: opener, game: gameTitle(invitation.game) }))), skyline()),
    h(
      'div',
      { class: 'columns' },
      h('section', { class: 'card' }, h('h2', {}, session.isSignedIn ? t('join.as', { name: session.account.name }) : t('join.new')), ask),
      h(
        'section',
        { class: 'card' },
        h('h2', {}, t('join.table')),
        table ? seatList(table.seats) : h('p', {}, t('join.private')),
        termsOf(invitation),
      ),
    ),
  );
  return null;
}

const hasRoom = ({ status, seats }) => status === 'open' && seats.some(({ isFree }) => isFree);

/** Said instead of the form where nobody can sit down any more. */
function closed({ status, private: isPrivate }, address, t) {
  const why = { open: 'join.full', abandoned: 'table.abandoned' }[status] ?? 'join.begun';
  return h(
    'section',
    { class: 'card narrow', role: 'alert' },
    h('h1', {}, t('join.closed')),
    h('p', {}, t(why)),
    h('p', { class: 'row' }, !isPrivate && h('a', { class: 'button primary', href: address }, t('join.watch')), h('a', { class: 'button', href: '/' }, t('missing.home'))),
  );
}
