// The districts that fit on the chosen space, each with what it would do to the town's ranking.

import { h, s } from '../../dom.js';
import { badge, shield } from '../board/coats.js';
import { district } from '../board/space.js';
import { extent, UNIT } from '../board/outline.js';
import { effect } from '../forecast.js';
import { districtOf, named, twins } from '../moves.js';
import { help } from './help.js';

export function options({ t, names, coats }, play) {
  const moves = play.spaces.get(play.space);
  return h(
    'div',
    { class: 'options' },
    h('h2', {}, t('table.onSpace', { space: names.space(play.space), shape: names.shape(names.places.get(play.space).place.shape) }), help('building', t)),
    h('div', { class: 'option-list', role: 'group', 'aria-label': t('table.whatToDo') }, moves.map(option), play.option && moves.length > 1 && again()),
  );

  function option(move, number) {
    const { command } = move;
    const text = command.type === 'BuildDistrict' ? districtOf(command, names, t) : named(move, names, t);
    return h(
      'button',
      {
        type: 'button', class: 'choice', 'data-option': number, 'data-key': `option-${number}`, 'aria-pressed': String(play.option === move),
        onclick: () => play.chooseOption(move), onpointerenter: () => play.look(move), onfocus: () => play.look(move),
        onpointerleave: () => play.look(null), onblur: () => play.look(null),
      },
      tile(command),
      h('span', {}, text),
    );
  }

  /** Where there is room for the chosen one alone. */
  function again() {
    return h('button', { type: 'button', class: 'choose-again', 'data-choose-again': '', 'data-key': 'again', onclick: () => play.chooseAgain() }, t('table.chooseAgain'));
  }

  function tile(command) {
    const laid = laidBy(command, play.view, names);
    const cells = twins(command, names).flatMap((id) => names.places.get(id).place.cells);
    const [left, top, right, bottom] = extent(cells).map((edge) => edge * UNIT);
    if (!laid) return s('svg', { viewBox: '-16 -18 32 39', class: 'tile', 'aria-hidden': 'true' }, shield(coats.get(names.church)));
    return s('svg', { viewBox: `${left} ${top} ${right - left} ${bottom - top}`, class: 'tile', 'aria-hidden': 'true' }, district(laid, coats.get(laid.coat), cells).flat());
  }
}

/** The space as it would be after a command. */
export function laidBy(command, view, names) {
  const space = view.towns.flatMap((town) => town.spaces).find(({ id }) => id === command.space);
  switch (command.type) {
    case 'BuildDistrict':
      return {
        ...space, state: 'built', coat: command.coat ?? names.church, masters: command.masters ?? 0, placedMasters: 0,
        special: command.special ?? null, cathedral: false, underConstruction: names.cards.get(view.acting?.card)?.type === 'site',
      };
    case 'CompleteSite':
      return { ...space, underConstruction: false };
    case 'BuildCathedral':
      return { ...space, cathedral: true };
    default:
      return { ...space, placedMasters: space.placedMasters + 1 };
  }
}

/** "If the town were scored now": place and points before and after, of each guild for which the move changes something. */
export function effectTable({ t, names, coats }, view, command) {
  const { town, rule, value, guilds } = effect(view, command, names);
  const isSite = rule === 'R6.4';
  return h(
    'div',
    { class: 'effect' },
    h('h3', {}, t('table.effect', { town: names.town(town) }), help('ranking', t)),
    h('p', {}, t(isSite ? 'table.effectNone' : 'table.effectValue', { before: value[0], after: value[1] }), ' ', h('span', { class: 'rule' }, rule)),
    !isSite && h('ul', { class: 'effect-list' }, guilds.map((one) => h(
      'li',
      { class: one.after > one.before ? 'up' : one.after < one.before ? 'down' : 'same' },
      badge(coats.get(one.guild), 16),
      h('span', {}, names.guild(one.guild)),
      one.isChanged && h('span', { class: 'quiet' }, t('table.effect.place', { place: change(one.placeBefore, one.placeAfter) })),
      h('b', {}, one.isChanged ? t('table.effect.points', { points: change(one.before, one.after) }) : String(one.after)),
    )), h('li', { class: 'rule' }, 'R9.3')),
  );
}

const change = (before, after) => (before === after ? String(after) : `${before ?? '–'} → ${after}`);
