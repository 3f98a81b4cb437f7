// What a town would bring if it were scored now, and what a move would change in that (R9). Worked out from the view.

/** [{guild, districts, masters, place, points}], the first place first; tied guilds share the lowest they fill (R9.3). */
export function ranking({ value, guilds }) {
  const prizes = [value, Math.ceil(value / 2), 4, 2, 0];
  const present = Object.entries(guilds).filter(([, { districts }]) => districts > 0)
    .map(([guild, { districts, masters }]) => ({ guild, districts, masters }))
    .sort((a, b) => b.districts - a.districts || b.masters - a.masters);
  return present.map((one) => {
    const lowest = present.findLastIndex((other) => other.districts === one.districts && other.masters === one.masters);
    return { ...one, place: lowest + 1, points: prizes[lowest] ?? 0 };
  });
}

/** A copy of the town's sums with so much added. */
function plus({ value, guilds }, coat, church, { worth = 0, districts = 0, masters = 0 }) {
  if (coat === church || coat === null) return { value: value + worth, guilds };
  const before = guilds[coat] ?? { districts: 0, masters: 0 };
  const now = { districts: before.districts + districts, masters: before.masters + masters };
  return { value: value + worth, guilds: { ...guilds, [coat]: now } };
}

/** The town's sums after a command, with the rule that says so. */
function after(town, command, church, asSite) {
  const space = town.spaces.find(({ id }) => id === command.space);
  const coat = command.coat ?? church;
  const worthOf = (of) => (of === church ? 2 : 1);
  switch (command.type) {
    case 'BuildDistrict':
      if (asSite) return [town, 'R6.4'];
      return [plus(town, coat, church, { worth: worthOf(coat), districts: 1, masters: command.masters ?? 0 }), 'R9.1'];
    case 'CompleteSite': {
      const gain = { worth: worthOf(space.coat) + (space.cathedral ? 1 : 0), districts: 1, masters: space.masters + space.placedMasters };
      return [plus(town, space.coat, church, gain), 'R9.1'];
    }
    case 'BuildCathedral':
      return space.underConstruction ? [town, 'R6.4'] : [plus(town, null, church, { worth: 1 }), 'R9.1'];
    default:
      return space.underConstruction ? [town, 'R6.4'] : [plus(town, space.coat, church, { masters: 1 }), 'R9.2'];
  }
}

/** {rule, value: [before, after], guilds: [{guild, isChanged, before, after, placeBefore, placeAfter}]}, the first place first. */
export function effect(view, command, names) {
  const town = view.towns.find(({ id }) => id === names.townOf(command.space));
  const asSite = names.cards.get(view.acting?.card)?.type === 'site';
  const [then, rule] = after(town, command, names.church, asSite);
  const [old, fresh] = [ranking(town), ranking(then)];
  const guilds = Object.keys(view.points).map((guild) => {
    const was = old.find((one) => one.guild === guild);
    const is = fresh.find((one) => one.guild === guild);
    const isChanged = ['districts', 'masters', 'place', 'points'].some((what) => was?.[what] !== is?.[what]);
    return { guild, isChanged, before: was?.points ?? 0, after: is?.points ?? 0, placeBefore: was?.place ?? null, placeAfter: is?.place ?? null };
  }).filter((one) => one.placeBefore || one.placeAfter);
  guilds.sort((a, b) => (a.placeAfter ?? 9) - (b.placeAfter ?? 9));
  return { town: town.id, rule, value: [town.value, then.value], guilds };
}
