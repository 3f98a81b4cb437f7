// An invitation: it works for those who have no account yet as well. A name, a seat, and one is at the table.

import { Problem } from '../api.js';
import { setTitle } from '../attention.js';
import { clockText } from '../clock.js';
import { h, replace } from '../dom.js';
import { form } from '../forms.js';
import { gameTitle, guildChoice, seatList, sitDown } from '../seating.js';
import { skyline } from '../skyline.js';
import { newcomer } from '../welcome.js';

export async function mount(root, { tableId, query, api, session, t, go }) {
  setTitle(t('join.title'));
  const invite = query.get('invite');
  const address = `/tables/${tableId}`;
  const [table, { games }] = await Promise.all([known(api, tableId, invite, session), api.get('/games')]);
  if (table && (table.mySeat !== null || table.status !== 'open')) {
    await go(address, { replace: true });
    return null;
  }
  const game = games.find((one) => one.game === (table?.game ?? games[0].game));
  const taken = (table?.seats ?? []).map(({ guild }) => guild).filter(Boolean);
  const guilds = guildChoice(game.guilds, taken);
  const arrival = session.isSignedIn ? null : newcomer();
  const ask = form(t('join.sitDown'), async (values) => {
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
    h('section', { class: 'hero' }, h('div', { class: 'hero-text' }, h('h1', {}, t('join.title')), h('p', { class: 'lead' }, t('join.lead', { game: gameTitle(game.game) }))), skyline()),
    h(
      'div',
      { class: 'columns' },
      h('section', { class: 'card' }, h('h2', {}, session.isSignedIn ? t('join.as', { name: session.account.name }) : t('join.new')), ask),
      h('section', { class: 'card' }, h('h2', {}, t('join.table')), table ? [seatList(table.seats), table.clock && h('p', {}, t('join.clock', { clock: clockText(table.clock) }))] : h('p', {}, t('join.private'))),
    ),
  );
  return null;
}

/**
 * The table if it may be seen. A private one, known by its invite, is asked for only by those who sit at it already:
 * for all others it does not exist before they sit down.
 */
async function known(api, tableId, invite, session) {
  if (invite) {
    const mine = session.isSignedIn ? (await api.get('/tables?mine=true')).tables : [];
    if (!mine.some(({ table }) => table === tableId)) return null;
  }
  return api.get(`/tables/${tableId}`);
}
