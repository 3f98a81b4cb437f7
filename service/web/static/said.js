// What the service says as data (`says`), in the reader's language: which sentence it is, and what it speaks of.

import { h } from './dom.js';
import { has, learn, t } from './i18n.js';
import { gameTitle, strategyName } from './seating.js';

const BETWEEN = { choices: '; ', ranks: '; ', differences: '; ', ties: ' ', findings: ' ' };
const PAIRED = ['winners', 'holders', 'twins'];

/** What a name among the values stands for; null where we do not know it, as on a board of somebody's own. */
const NAMED = {
  guild: guildOf, guilds: guildOf, owner: guildOf, holders: guildOf, winners: guildOf,
  coat: (id) => (has(`table.colour.${id}`) ? t(`table.colour.${id}`) : id),
  shape: (id) => (has(`table.shape.${id}`) ? t(`table.shape.${id}`) : id),
  town: townOf, towns: townOf,
  space: spaceOf, spaces: spaceOf, twins: spaceOf,
  card: cardOf,
  game: gameTitle,
  strategy: strategyName,
};

function guildOf(id, names) {
  return names?.coats.has(id) ? names.guildFull(id) : null;
}

function townOf(id, names) {
  return names?.towns.has(id) ? names.town(id) : null;
}

function spaceOf(id, names) {
  if (!names?.places.has(id)) return null;
  const number = names.number(id);
  return number === id ? id : `${names.town(names.townOf(id))} ${number}`;
}

function cardOf(id, names) {
  const card = names?.cards.get(id);
  return card ? t(`said.card.${card.pile ? 'golden.' : ''}${card.type}`, { town: names.town(card.town) }) : null;
}

function one(name, value, names) {
  if (value === null) return null;
  if (typeof value === 'object') return sentence(value, names);
  if (typeof value === 'number') return has(`said.count.${name}`) ? t(`said.count.${name}`, { count: value }) : String(value);
  return NAMED[name] ? NAMED[name](value, names) : value;
}

const both = (some, last) => t('said.and', { some, last });

function several(name, values, names) {
  const said = values.map((value) => one(name, value, names));
  if (said.includes(null)) return null;
  if (PAIRED.includes(name)) return said.reduce(both);
  if (name === 'guilds' && said.length > 1) return both(said.slice(0, -1).join(', '), said.at(-1));
  return said.join(BETWEEN[name] ?? ', ');
}

/** The sentence, or null where we have no words for it or for something in it. */
function sentence({ id, values }, names) {
  const key = `said.${id}`;
  if (!has(key)) return null;
  const said = Object.entries(values).map(([name, value]) => {
    if (name === 'count') return [name, value];
    return [name, Array.isArray(value) ? several(name, value, names) : one(name, value, names)];
  });
  return said.some(([, text]) => text === null) ? null : t(key, Object.fromEntries(said));
}

/** Load the words for all this; before that `told` speaks as the service does. */
export const learnToTell = () => learn('story');

/** {text, lang}: in the reader's language, else as the service has put it. `names` of the board, where there is one. */
export function inWords({ says, text }, names = null) {
  const said = says ? sentence(says, names) : null;
  return said === null ? { text, lang: 'en' } : { text: said, lang: null };
}

/** The same for the page. */
export function told(line, names = null) {
  const { text, lang } = inWords(line, names);
  return h('span', { lang }, text);
}
