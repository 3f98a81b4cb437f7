// Sitting down, bots, and how the people of a table are shown.

import { api, randomKey } from './api.js';
import { clockText } from './clock.js';
import { h, uniqueId } from './dom.js';
import { has, language, t } from './i18n.js';
import { guildName, shield } from './shield.js';

/** Take a seat; a nonce of ours is always stirred into the shuffle, so that nobody can have steered it. */
export function sitDown(tableId, { seat, guild, invite } = {}) {
  const wanted = { nonce: randomKey(32) };
  if (seat !== undefined) wanted.seat = seat;
  if (guild) wanted.guild = guild;
  if (invite) wanted.invite = invite;
  return api.post(`/tables/${tableId}/seats`, wanted);
}

export const seatBot = (tableId, seat, strategy) => api.put(`/tables/${tableId}/seats/${seat}/bot`, { strategy });

/** The board that a table was opened with; null where it is played on the game's own. */
export function ownBoard(options) {
  const board = options?.board;
  return typeof board === 'object' ? board : null;
}

export const gameTitle = (game) => (has(`game.${game}`) ? t(`game.${game}`) : game);

export const strategyName = (strategy) => (has(`bot.${strategy}`) ? t(`bot.${strategy}`) : strategy);

export function sitterName({ account, name, bot }) {
  if (bot) return t('seat.bot', { strategy: strategyName(bot) });
  if (account) return name ?? t('seat.gone');
  return t('seat.free');
}

/** "Anna, Bert and 2 bots" */
export function company(seats) {
  const people = seats.filter((seat) => seat.account).map(sitterName);
  const bots = seats.filter((seat) => seat.bot).length;
  const all = bots ? [...people, t('seat.bots', { count: bots })] : people;
  return all.length ? new Intl.ListFormat(language()).format(all) : t('seat.nobody');
}

/** Who has opened a table, as far as they sit at it. */
export const openerName = ({ opener, seats }) => seats.find(({ account }) => account === opener)?.name ?? null;

/** Who may know of a table, and how long one has for an answer. */
export function termsOf({ private: isPrivate, clock }) {
  return [
    h('p', { class: 'hint' }, t(isPrivate ? 'join.isPrivate' : 'join.isPublic')),
    h('p', { class: 'hint' }, clock ? t('join.clock', { clock: clockText(clock) }) : t('join.noClock')),
  ];
}

/** One line for each seat: its coat of arms and who sits there. A guild that is still to be dealt is an empty shield. */
export function seatList(seats, mine = null, extra = () => null, isOpen = true) {
  const line = (seat) => h(
    'li',
    { class: seat.account || seat.bot ? 'seat' : 'seat free' },
    (seat.guild || isOpen) && shield(seat.guild),
    h('span', { class: 'who' }, sitterName(seat), seat.seat === mine && h('em', {}, t('seat.you'))),
    seat.guild && h('span', { class: 'guild' }, guildName(seat.guild)),
    extra(seat),
  );
  return h('ul', { class: 'seats' }, seats.map(line));
}

/** Radio buttons for a guild of one's own; those that are taken cannot be chosen. */
export function guildChoice(guilds, taken = []) {
  const name = uniqueId('guild');
  const option = (guild) => {
    const id = uniqueId('guild');
    const input = h('input', { type: 'radio', name, id, value: guild, checked: guild === '', disabled: taken.includes(guild) });
    const text = guild ? guildName(guild) : t('seat.anyGuild');
    return h('div', { class: 'option' }, input, h('label', { for: id }, guild ? shield(guild) : null, text));
  };
  const element = h('fieldset', { class: 'options' }, h('legend', {}, t('seat.guild')), ['', ...guilds].map(option));
  return { element, value: () => element.querySelector('input:checked')?.value || null };
}

export const inviteAddress = (table) => {
  const address = new URL(`/join/${table.table}`, location.origin);
  if (table.invite) address.searchParams.set('invite', table.invite);
  return address.href;
};
