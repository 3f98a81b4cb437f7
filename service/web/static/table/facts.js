// The board's facts as sentences: for the labels of spaces, the text of the towns, and whoever listens to the page.

import { ranking } from './forecast.js';

export function spaceFacts(space, names, t) {
  const facts = [];
  if (space.state === 'built') {
    facts.push(t('table.fact.district', { guild: names.guildFull(space.coat) }));
    const masters = space.masters + space.placedMasters;
    if (masters) facts.push(t('table.fact.masters', { count: masters }));
    if (space.underConstruction) facts.push(t('table.fact.underConstruction'));
    if (space.cathedral) facts.push(t('table.fact.cathedral'));
    if (space.special) facts.push(t('table.specialChurch', { letter: space.special }));
  } else {
    facts.push(t(`table.state.${space.state}`));
    const { special } = names.places.get(space.id).place;
    if (special && space.state === 'free') facts.push(t('table.fact.takes', { letter: special }));
  }
  return facts;
}

export function describeSpace(space, town, isLegal, names, t) {
  const shape = space.shape === 'centre' ? [] : [names.shape(space.shape)];
  const facts = [names.space(space.id), ...shape, ...spaceFacts(space, names, t)];
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
