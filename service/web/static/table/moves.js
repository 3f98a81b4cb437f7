// The legal moves as the API gives them, sorted by what one points at: a space, a card, the pile.

export function sorted(moves, names) {
  const spaces = new Map();
  const cards = new Map();
  let draw = null;
  const at = (space, move) => spaces.set(space, [...(spaces.get(space) ?? []), move]);
  for (const move of moves) {
    const { type, actionCard } = move.command;
    if (type === 'DrawInfluenceCard') draw = move;
    else if (actionCard) cards.set(actionCard, [...(cards.get(actionCard) ?? []), move]);
    else twins(move.command, names).forEach((id) => at(id, move));
  }
  return { all: moves, spaces, cards, draw };
}

/** The spaces that a command fills: both blocks for church D. */
export function twins({ space, special }, names) {
  return special === 'D' ? names.pairs.get(space) ?? [space] : [space];
}

/** One line for a move, in the reader's language. */
export function named({ command }, names, t) {
  const { type, space, actionCard, influence = 0 } = command;
  switch (type) {
    case 'CommitCards':
      return t('table.move.commit', { card: names.card(actionCard), count: influence });
    case 'PlayCard':
      return t('table.move.play', { card: names.card(actionCard) });
    case 'DrawInfluenceCard':
      return t('table.move.draw');
    case 'BuildDistrict':
      return t('table.move.build', { district: districtOf(command, names, t), space: names.space(space) });
    default:
      return t(`table.move.${type}`, { space: names.space(space) });
  }
}

/** What is laid, without where. */
export function districtOf({ coat, space, masters = 0, special }, names, t) {
  if (special) return t('table.specialChurch', { letter: special });
  const shape = names.shape(names.places.get(space).place.shape);
  const plain = t('table.district', { guild: names.guildFull(coat ?? names.church), shape });
  return masters ? t('table.districtWithMasters', { district: plain, count: masters }) : plain;
}
