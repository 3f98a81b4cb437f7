// The board as one SVG. It is drawn once; afterwards only what has changed is touched.

import { s } from '../../dom.js';
import { Camera } from './camera.js';
import { coatsOf, definitions } from './coats.js';
import { drawCountry } from './country.js';
import { layout } from './layout.js';
import { extent, UNIT } from './outline.js';
import { PanelDrawing } from './panel.js';
import { district } from './space.js';
import { TownDrawing } from './town.js';

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class BoardDrawing {
  /** `describe(space, town, isLegal, specials)` gives the words for a space; `onChoose(id)` hears of a press on one. */
  constructor(board, names, t, { describe, onChoose, onLeave }) {
    Object.assign(this, { board, names, describe, onChoose, onLeave, legal: new Set(), documents: new Map() });
    this.coats = coatsOf(board);
    this.scale = (board.meta.cell ?? UNIT) / UNIT;
    this.lay = layout(board);
    this.towns = new Map(board.towns.map((town) => [town.id, new TownDrawing(town, this.coats, this.scale, this.lay.banners[town.id], t)]));
    this.spaces = new Map([...this.towns.values()].flatMap((town) => [...town.spaces].map(([id, drawing]) => [id, { town, drawing }])));
    this.panel = new PanelDrawing(board, this.coats, names, this.lay.panel, t);
    this.ghost = s('g', { class: 'ghost', 'aria-hidden': 'true' });
    this.node = s(
      'svg',
      { class: 'board', role: 'group', 'aria-label': t('table.board'), preserveAspectRatio: 'xMidYMid meet' },
      definitions(),
      drawCountry(this.lay),
      [...this.towns.values()].map((town) => town.node),
      [...this.towns.values()].map((town) => town.banner.node),
      this.panel.node,
      this.ghost,
    );
    this.camera = new Camera(this.node, this.lay.canvas);
    this.rove(this.board.towns[0].centre.id);
    this.node.addEventListener('click', (event) => this.choose(event.target.closest('[data-space]')));
    this.node.addEventListener('keydown', (event) => this.key(event));
    this.node.addEventListener('focusin', (event) => this.focused(event.target.closest('[data-space]')));
  }

  update(view, { isQuiet = false } = {}) {
    this.node.classList.toggle('still', isQuiet);
    const specials = view.stock.specialChurches.join('');
    const isOtherStock = specials !== this.specials;
    this.specials = specials;
    const changed = [];
    for (const document of view.towns) {
      const town = this.towns.get(document.id);
      const isNew = this.documents.get(document.id) !== document;
      this.documents.set(document.id, document);
      const here = town.update(document, specials);
      changed.push(...here);
      if ((isNew || isOtherStock) && !isQuiet) this.tell(document);
    }
    this.panel.update(view);
    if (!isQuiet && this.wasDrawn) this.flash(changed);
    this.wasDrawn = true;
    return changed;
  }

  /** The words for whoever cannot see it; after scrubbing they are brought up to date at the end. */
  tell(document) {
    for (const space of document.spaces) {
      this.spaces.get(space.id).drawing.node.setAttribute('aria-label', this.describe(space, document, this.legal.has(space.id), this.specials));
    }
  }

  tellAll() {
    this.documents.forEach((document) => this.tell(document));
  }

  flash(ids) {
    for (const id of ids) {
      const { node } = this.spaces.get(id).drawing;
      node.classList.remove('fresh');
      node.getBoundingClientRect(); // so that the animation begins anew
      node.classList.add('fresh');
    }
  }

  /** Which spaces may be chosen now. */
  offer(ids) {
    if (ids.size === this.legal.size && [...ids].every((id) => this.legal.has(id))) return;
    for (const id of this.legal) this.mark(id, 'legal', false);
    this.legal = ids;
    for (const id of ids) this.mark(id, 'legal', true);
    this.node.classList.toggle('offering', ids.size > 0);
    this.tellAll();
    const [first] = ids;
    if (first && !this.node.contains(document.activeElement)) this.rove(first);
  }

  mark(id, kind, isOn) {
    this.spaces.get(id)?.drawing.node.classList.toggle(kind, isOn);
  }

  /** Light the spaces that something beside the board speaks of. */
  light(ids = []) {
    for (const node of this.node.querySelectorAll('.lit')) node.classList.remove('lit');
    for (const id of ids) this.mark(id, 'lit', true);
    this.node.classList.toggle('lighting', ids.length > 0);
  }

  select(id) {
    for (const node of this.node.querySelectorAll('.chosen')) node.classList.remove('chosen');
    if (id) this.mark(id, 'chosen', true);
  }

  /** A district as it would lie; null takes it away. `ids` are both blocks for church D. */
  preview(space, ids) {
    this.ghost.replaceChildren();
    if (!space) return;
    const { town } = this.spaces.get(ids[0]);
    const cells = ids.flatMap((id) => this.spaces.get(id).drawing.place.cells);
    this.ghost.setAttribute('transform', town.node.getAttribute('transform'));
    this.ghost.append(...district(space, this.coats.get(space.coat), cells).flat());
  }

  boxOf(id) {
    const { town, drawing } = this.spaces.get(id);
    const [x, y] = town.town.origin;
    const [left, top, right, bottom] = extent(drawing.place.cells).map((edge) => edge * UNIT * this.scale);
    return { left: x + left, top: y + top, right: x + right, bottom: y + bottom };
  }

  /** Whether all of a space is in the picture. */
  shows(id) {
    return this.camera.holds(this.boxOf(id));
  }

  look(townId) {
    const { left, top, right, bottom } = this.lay.towns[townId];
    this.camera.look({ left, top: top - 30, right, bottom: bottom + 30 });
  }

  /** One space can be reached with Tab; the arrows go on from it. */
  rove(id) {
    if (this.roving) this.spaces.get(this.roving).drawing.node.setAttribute('tabindex', -1);
    this.roving = id;
    this.spaces.get(id).drawing.node.setAttribute('tabindex', 0);
  }

  focus(id = this.roving) {
    this.spaces.get(id).drawing.node.focus({ preventScroll: true });
  }

  /** To a space where something may be done. */
  focusLegal() {
    const [first] = this.legal;
    this.focus(this.legal.has(this.roving) ? this.roving : first);
  }

  focused(node) {
    if (!node) return;
    this.rove(node.dataset.space);
    this.camera.reveal(this.boxOf(node.dataset.space));
  }

  choose(node) {
    if (node) this.onChoose(node.dataset.space);
  }

  key(event) {
    const node = event.target.closest('[data-space]');
    if (!node || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === 'Enter' || event.key === ' ') this.choose(node);
    else if (event.key === 'Escape') this.onLeave();
    else if (event.key in STEPS) this.step(node.dataset.space, STEPS[event.key]);
    else if (event.key === 'n' || event.key === 'p') this.nextLegal(node.dataset.space, event.key === 'n' ? 1 : -1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** The nearest space in a direction: what lies straight ahead counts as nearer than what lies aside. */
  step(from, [dx, dy]) {
    const middle = (id) => {
      const box = this.boxOf(id);
      return [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    };
    const [x, y] = middle(from);
    let best = null;
    for (const [id, { drawing }] of this.spaces) {
      if (id === from || drawing.node.dataset.state === 'merged') continue;
      const [ox, oy] = middle(id);
      const ahead = (ox - x) * dx + (oy - y) * dy;
      const aside = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
      const cost = ahead + 2.2 * aside;
      if (ahead > 4 && (!best || cost < best.cost)) best = { id, cost };
    }
    if (best) this.focus(best.id);
  }

  nextLegal(from, by) {
    const order = [...this.spaces.keys()].filter((id) => this.legal.has(id) || id === from);
    if (this.legal.size) this.focus(order.at((order.indexOf(from) + by) % order.length));
  }
}
