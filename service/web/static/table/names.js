// What things are called: guilds in the reader's language, towns as they stand on the board.

import { t } from '../i18n.js';

export class Names {
  constructor(board) {
    const { guilds, neutral, church, silverCards, goldenCards } = board.components;
    this.coats = new Map([...guilds, neutral, church].map((coat) => [coat.id, coat]));
    this.church = church.id;
    this.cards = new Map([...silverCards, ...goldenCards].map((card) => [card.id, card]));
    this.towns = new Map(board.towns.map((town) => [town.id, town]));
    this.places = new Map(board.towns.flatMap((town) => (
      [town.centre, ...town.spaces, ...town.plots].map((place) => [place.id, { town, place }])
    )));
    this.pairs = new Map(board.towns.flatMap((town) => town.doubles.flatMap(({ spaces }) => (
      spaces.map((id) => [id, spaces])
    ))));
  }

  guild(id) {
    const names = this.coats.get(id)?.names ?? {};
    return names[document.documentElement.lang] ?? names.en ?? id;
  }

  /** With its colour, which the emblem and the list beside it show too. */
  guildFull(id) {
    const colour = t(`table.colour.${id}`);
    return id === this.church || colour.startsWith('table.') ? this.guild(id) : `${this.guild(id)} (${colour})`;
  }

  town(id) {
    return this.towns.get(id)?.names.nl ?? id;
  }

  /** {twin, special}: where a space is one of two that a special church covers together. */
  doubleOf(space) {
    const double = this.places.get(space).town.doubles.find(({ spaces }) => spaces.includes(space));
    return double && { twin: double.spaces.find((id) => id !== space), special: double.special };
  }

  townOf(space) { return this.places.get(space).town.id; }

  number(space) {
    const { town } = this.places.get(space);
    return space.replace(`${town.id}-`, '');
  }

  space(id) {
    const number = this.number(id);
    const town = this.town(this.townOf(id));
    return this.places.get(id).place.shape === 'centre' ? t('table.centreOf', { town }) : `${town} ${number}`;
  }

  shape(shape) { return t(`table.shape.${shape}`); }

  card(id) { return this.cardLines(id).join(' '); }

  /** The kind of card, and for a town card its town. */
  cardLines(id) {
    const card = this.cards.get(id);
    if (!card) return [id];
    if (card.town) return [t('table.card.town'), this.town(card.town)];
    return [t(`table.card.${card.type}`)];
  }
}
