// One table as it is now: what the service says is fetched, kept and shown; what is done is sent.

import { connection, reached, Unreachable } from '../api.js';
import { lookAway, setAwaitedAt } from '../attention.js';
import { h, replace } from '../dom.js';
import { explain } from '../forms.js';
import { sealElement } from '../pages/trust.js';
import { ownBoard } from '../seating.js';
import { BoardDrawing } from './board/board.js';
import { describeSpace } from './facts.js';
import { Lead } from './lead.js';
import { Names } from './names.js';
import { afterwards } from './panels/afterwards.js';
import { Dock } from './panels/dock.js';
import { LogPanel, movesPanel, textPanel } from './panels/lists.js';
import { Notice } from './panels/notice.js';
import { seatsPanel } from './panels/seats.js';
import { stockPanel } from './panels/stock.js';
import { settingsPanel } from './panels/settings.js';
import { Tabs } from './panels/tabs.js';
import { Tour } from './panels/tour.js';
import { Play } from './play.js';
import { promptText, titleText } from './prompt.js';
import { Sender } from './sender.js';
import { Sight } from './sight.js';

export class Page {
  constructor(parts) {
    Object.assign(this, parts, { table: null, view: null, moves: { moves: [], code: null }, replay: null, isClosed: false });
    this.onConnection = ({ detail }) => { if (detail.isUp && this.isCutOff) this.complain(null); };
  }

  get mySeat() { return this.table.mySeat; }

  /** Through whose eyes the table is seen: my own seat, or while looking back another's. Nobody plays a hand after the end. */
  get eyes() {
    if (this.replay) return this.replay.seat;
    return this.isOver ? null : this.mySeat;
  }

  get isMyTurn() { return !this.replay && this.table.awaited.some(({ seat }) => seat === this.mySeat); }

  get isArbiter() {
    const { account } = this.session;
    return account !== null && (this.table.arbiter ?? this.table.opener) === account.id;
  }

  get isOver() { return this.table.status === 'ended' || this.table.status === 'abandoned'; }

  get path() { return `/tables/${this.tableId}`; }

  async open(root, table, { at, seenBy }) {
    this.root = root;
    this.table = table;
    const board = ownBoard(table.options) ?? (await this.api.get(`/games/${table.game}`)).board;
    this.names = new Names(board);
    this.build(board);
    await this.take(table);
    this.stop = this.live.follow(this.tableId, { after: table.version, onEvent: (event) => this.hear(event), onState: (status) => this.setStatus(status) });
    connection.addEventListener('change', this.onConnection);
    this.log.load(table.version);
    if (at) await this.openReplay(at, seenBy);
  }

  build(board) {
    const { names, t } = this;
    this.drawing = new BoardDrawing(board, names, t, {
      describe: (space, town, isLegal, specials) => describeSpace(space, town, isLegal, specials, names, t),
      onChoose: (id) => this.chooseSpace(id),
      onLeave: () => this.leave(),
    });
    this.coats = this.drawing.coats;
    this.sight = new Sight(this);
    this.play = new Play(this);
    this.lead = new Lead(this);
    this.sender = new Sender(this);
    this.dock = new Dock(this);
    this.seats = seatsPanel(this);
    this.stock = stockPanel(this);
    this.movesList = movesPanel(this);
    this.text = textPanel(this);
    this.log = new LogPanel(this);
    this.scoring = null; // loaded when somebody looks at it
    this.scoringPlace = h('div');
    this.notice = new Notice(this);
    this.afterwards = afterwards(this);
    this.tour = new Tour(this);
    this.settings = settingsPanel(this);
    this.tabs = new Tabs(t, [
      ['moves', this.movesList.node, () => this.drawMoves()],
      ['log', this.log.node, () => {}],
      ['scoring', this.begun(this.scoringPlace), () => this.showScoring()],
      ['text', this.begun(this.text.node), () => this.drawText()],
      ['settings', this.settings.node, () => this.settings.update()],
    ]);
    this.title = h('h1', { class: 'table-title' });
    this.status = h('span', { class: 'live-status' });
    this.replaySlot = h('div', { class: 'replay-slot' });
    this.seal = sealElement(this.tableId);
    this.stage = h('div', { class: 'stage' }, this.drawing.node, this.controls(board));
    replace(this.root, h(
      'div',
      { class: 'table-page' },
      h('div', { class: 'table-bar' }, this.title, this.status, this.seal, h('button', { type: 'button', class: 'replay-open', 'data-replay': '', onclick: () => (this.replay ? this.closeReplay() : this.openReplay()) }, t('table.replay'))),
      h('div', { class: 'table-main' }, this.tour.node, this.stage, this.replaySlot, this.stock.node),
      h('div', { class: 'table-side' }, this.notice.node, this.dock.node, this.afterwards, this.seats.node, this.tabs.node),
    ));
  }

  /** Until the game has begun a tab says so. */
  begun(content) {
    return h('div', {}, h('p', { class: 'quiet not-begun', hidden: true }, this.t('table.notStarted')), content);
  }

  /** The whole board, nearer, further, or one town: for fingers, and for those who use no wheel. */
  controls(board) {
    const { camera } = this.drawing;
    const button = (label, text, onclick) => h('button', { type: 'button', 'aria-label': label, title: label, onclick }, text);
    return h(
      'div',
      { class: 'stage-controls' },
      this.sight.button,
      button(this.t('table.zoomIn'), '+', () => camera.zoom(1.5)),
      button(this.t('table.zoomOut'), '−', () => camera.zoom(1 / 1.5)),
      button(this.t('table.zoomFit'), '▣', () => camera.fit()),
      board.towns.map((town) => h('button', { type: 'button', class: 'to-town', 'data-look': town.id, onclick: () => this.drawing.look(town.id) }, this.names.town(town.id))),
    );
  }

  /** A new state of the table, with the moves that belong to it. The board does not wait for them. */
  async take(table) {
    if (this.isOutrun(table)) return;
    const moves = await this.movesAt(table);
    if (this.isOutrun(table)) return;
    Object.assign(this, { table, moves });
    if (this.isClosed) return;
    this.tellAwaited();
    if (!this.replay) this.show();
  }

  /** Asked for before I moved: what I may do has changed since. */
  isOutrun(table) { return table.version < this.table.version; }

  async movesAt(table) {
    if (table.mySeat === null || !table.awaited.some(({ seat }) => seat === table.mySeat)) return { moves: [], version: table.version, code: 'notAwaited' };
    if (!this.replay && table.view) this.drawing.update(table.view);
    return table.version === this.moves.version ? this.moves : this.api.get(`${this.path}/moves`);
  }

  /** In the tab's title, and by a sound: also while one looks back. */
  tellAwaited() {
    const { awaited, disputes, status, version } = this.table;
    const isToSettle = this.isArbiter && status !== 'abandoned' && disputes.some(({ status }) => status === 'examined');
    setAwaitedAt(this.tableId, version, isToSettle || awaited.some(({ seat }) => seat === this.mySeat));
  }

  show() {
    this.view = this.table.view;
    this.title.textContent = titleText(this);
    if (!this.view) {
      this.dock.say(this.t('table.notStarted'));
      return;
    }
    this.drawing.update(this.view);
    this.uncover();
    this.offer();
    this.drawSides();
  }

  /** What I may do, unless it is what it was: what others do does not take away what I have begun to choose. */
  offer() {
    const { view } = this;
    const offered = JSON.stringify([this.moves.moves, view.acting, view.seats[this.mySeat], view.ending]);
    this.play.view = view;
    if (offered === this.offered) {
      this.dock.say(promptText(this));
      return;
    }
    this.offered = offered;
    this.play.offer(this.moves.moves, view);
    this.drawing.offer(new Set(this.play.spaces.keys()));
    this.drawing.select(null);
    this.drawing.preview(null);
    this.drawDock();
    this.lead.ask(this.isMyTurn ? offered : null);
  }

  drawSides() {
    const { table, view } = this;
    this.seats.update({ seats: view.seats, players: table.seats, view: pick(view, ['points', 'order', 'startingSeat', 'stage', 'awaited', 'influencePile', 'ending']), awaited: Object.keys(view.awaited).map(Number), due: this.deadlines(), mySeat: this.mySeat, isOver: Boolean(view.ending?.totals.length) || (this.isOver && !this.replay) });
    this.stock.update(pick(view, ['stock', 'pieces', 'gold', 'influencePile']));
    this.tabs.refresh();
    this.notice.update();
    this.tour.update(view);
  }

  /** Seat -> by when it should have answered. A moment that is looked back at has no clock. */
  deadlines() {
    return this.replay ? {} : Object.fromEntries(this.table.awaited.map(({ seat, due }) => [seat, due]));
  }

  drawMoves() { this.movesList.update(pick(this.moves, ['moves', 'code'])); }

  drawText() { if (this.view) this.text.update(pick(this.view, ['towns', 'points', 'stock'])); }

  drawDock() {
    if (this.view) this.dock.draw();
  }

  drawEffect(move) { this.dock.drawEffect(move); }

  focusDock(selector) { this.dock.focus(selector); }

  chooseSpace(id) {
    if (!this.replay) this.play.chooseSpace(id);
  }

  leave() {
    const { space } = this.play;
    this.play.clear();
    if (space) this.drawing.focus(space);
  }

  /** Why nothing may be done on a space now: the service knows the rules, the page does not guess. */
  async why(space) {
    const answer = await this.api.get(`${this.path}/moves/why?space=${encodeURIComponent(space)}`);
    return answer.reasons;
  }

  send(command) { return this.sender.send(command); }

  /** What came with the answer is drawn at once. */
  takeNow({ table, moves }) {
    if (this.isOutrun(table)) return;
    Object.assign(this, { table, moves });
    if (this.isClosed) return;
    this.tellAwaited();
    if (!this.replay) this.show();
  }

  complain(error, sentence = error ? explain(error) : '') {
    this.isCutOff = error instanceof Unreachable;
    this.dock.complain(sentence);
  }

  /** Fetch the table until nothing newer has been heard of. */
  async refresh() {
    if (this.isRefreshing) {
      this.isStale = true;
      return;
    }
    this.isRefreshing = true;
    try {
      do {
        this.isStale = false;
        await this.take(await this.api.get(this.path));
      } while (this.isStale && !this.isClosed);
    } catch (error) {
      if (!(error instanceof Unreachable)) this.complain(error); // the sign of a lost connection says enough
    } finally {
      this.isRefreshing = false;
    }
  }

  hear(event) {
    this.log.add([event]);
    this.seal.movedOn();
    this.replay?.grow(event.version);
    if (event.version > this.table.version) this.refresh();
  }

  setStatus(status) {
    const isLive = status === 'live';
    this.status.dataset.status = status;
    this.status.textContent = this.isOver ? '' : this.t(isLive ? 'table.live' : 'table.offline');
    if (status === 'refused' || (isLive && this.wasOffline)) this.comeBack();
    this.wasOffline = !isLive;
  }

  comeBack() {
    if (!this.log.hasBegun) this.log.load(this.table.version);
    this.refresh();
  }

  async showScoring() {
    try {
      const { ScoringPanel } = await reached(import('./panels/scoring.js'));
      if (this.isClosed) return;
      if (!this.scoring) {
        this.scoring = new ScoringPanel(this);
        this.scoringPlace.append(this.scoring.node);
      }
      await this.scoring.show(this.view);
    } catch (error) {
      this.complain(error);
    }
  }

  async openReplay(at = null, seenBy = null) {
    try {
      const { Replay } = await reached(import('./replay.js'));
      if (this.isClosed) return;
      if (this.replay) this.replay.go(at ?? this.replay.last);
      else await this.beginReplay(new Replay(this, seenBy), at);
      this.replay?.focus();
    } catch (error) {
      this.complain(error);
      if (this.replay) this.closeReplay();
    }
  }

  beginReplay(replay, at) {
    this.play.clear();
    this.drawing.offer(new Set());
    this.replay = replay;
    this.replaySlot.append(replay.node);
    this.root.firstChild.classList.add('replaying');
    return replay.load(at);
  }

  closeReplay() {
    this.replay?.leave();
    this.sight.release();
    this.replay = null;
    this.replaySlot.replaceChildren();
    this.root.firstChild.classList.remove('replaying');
    this.offered = null;
    this.show();
    this.refresh();
  }

  /** A moment of the replay. While scrubbing only the board is drawn; the rest follows when it rests. */
  showMoment(view, isQuiet) {
    this.view = view;
    this.drawing.update(view ?? this.replay.beginning, { isQuiet });
    if (isQuiet) return;
    this.title.textContent = titleText(this);
    this.drawing.tellAll();
    this.uncover();
    if (view) {
      this.drawDock();
      this.drawSides();
    } else this.dock.say(this.t('table.notStarted'));
  }

  /** Before the game begins there are no hands, no points and no stock to show. */
  uncover() {
    for (const node of [this.seats.node, this.stock.node, this.text.node, this.scoringPlace, this.dock.body]) node.hidden = !this.view;
    for (const note of this.root.querySelectorAll('.not-begun')) note.hidden = Boolean(this.view);
    this.afterwards.hidden = !this.isOver || this.replay !== null;
    this.status.hidden = this.isOver;
  }

  close() {
    this.isClosed = true;
    connection.removeEventListener('change', this.onConnection);
    lookAway();
    this.replay?.close();
    this.stop?.();
    this.scoring?.close();
    this.root.replaceChildren();
  }
}

function pick(document, names) {
  return Object.fromEntries(names.map((name) => [name, document[name]]));
}
