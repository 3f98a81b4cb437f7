// The board's facts as sentences: for the labels of spaces, the text of the towns, and whoever listens to the page.

import { ranking } from './forecast.js';

/** `specials`: the letters of the special churches that are still to be laid. */
export function spaceFacts(space, town, specials, names, t) {
  const facts = [];
  if (space.state === 'built') {
    facts.push(t('table.fact.district', { guild: names.guildFull(space.coat) }));
    const masters = space.masters + space.placedMasters;
    if (masters) facts.push(t('table.fact.masters', { count: masters }));
    if (space.underConstruction) facts.push(t('table.fact.underConstruction'));
    if (space.cathedral) facts.push(t('table.fact.cathedral'));
    if (space.special) facts.push(t('table.specialChurch', { letter: space.special }));
  } else {
    facts.push(t(`table.state.${space.state}`), ...churchFacts(space, town, specials, names, t));
  }
  return facts;
}

/** Which special church may lie here, or would open this plot (R5.6). */
function churchFacts({ id, state }, town, specials, names, t) {
  const { special, host } = names.places.get(id).place;
  const isFree = (other) => !town.scored && town.spaces.find((space) => space.id === other)?.state === 'free';
  if (state === 'closed') {
    const canOpen = specials.includes(special) && isFree(host);
    return [canOpen ? t('table.fact.opens', { letter: special, space: names.space(host) }) : t('table.fact.staysClosed')];
  }
  const { twin, special: letter } = names.doubleOf(id) ?? {};
  return [
    specials.includes(special) && isFree(id) && t('table.fact.takes', { letter: special }),
    specials.includes(letter) && isFree(id) && isFree(twin) && t('table.fact.pair', { letter, twin: names.space(twin) }),
  ].filter(Boolean);
}

export function describeSpace(space, town, isLegal, specials, names, t) {
  const shape = space.shape === 'centre' ? [] : [names.shape(space.shape)];
  const facts = [names.space(space.id), ...shape, ...spaceFacts(space, town, specials, names, t)];
  if (isLegal) facts.push(t('table.fact.legal'));
  return facts.join(', ');
}

export function townFacts(town, names, t) {
  if (!town.inPlay) return t('table.notInPlay');
  const free = town.spaces.filter(({ state }) => state === 'free').length;
  const ranks = ranking(town).map(({ guild, districts, masters, points }) => (
    t('table.fact.rank', { guild: names.guildFull(guild), districts, masters, points })
  ));
  const opening = t(town.scored ? 'table.fact.scoredTown' : 'table.fact.openTown', { value: town.value, count: free });
  return `${opening} ${ranks.join(' ')}`;
}
