// Move characters freely on an open table: by dragging, by two clicks, with keys, or by typing inches.
//
// The client knows no rules: the server answers what a move would lead to, and which moves it consists of.

import { request } from "../../lib/api.js";
import { byId, el } from "../../lib/dom.js";
import { announce, showError, showNotice } from "../../lib/messages.js";
import { isTurned } from "../../lib/orientation.js";
import { CorrectionForm } from "./correction_form.js";
import { distance, DragPreview, TABLE_SIZE } from "./drag_preview.js";
import { EnemyTrace } from "./enemy_trace.js";
import { MovementPanel } from "./movement_panel.js";
import { Drag } from "./drag.js";

const SERVER_ERROR = 500;
const STEP = 0.25; // inches per arrow key
const BIG_STEP = 1; // inches with Shift
const PATIENCE = 700; // milliseconds without an answer before the page says that it waits
const ARROWS = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

export class FreeMovement {
  /** `table` has container, key, view, picture, lookback, zoom, overlay, moveQueue and act(). */
  constructor(table) {
    Object.assign(this, { table, state: null, trial: null });
    const { container } = table;
    this.trials = new TrialQueue(table.key);
    this.preview = new DragPreview(container);
    this.enemyTrace = new EnemyTrace(container);
    this.grip = el("div", { class: "drag-grip", tabindex: "0", role: "application", "aria-describedby": "drag-status", hidden: true });
    container.append(this.grip);
    this.panel = new MovementPanel(byId("bar"), {
      pick: (id, isKey) => this.pick(id, isKey),
      play: (plays) => this.#play(plays),
      via: () => this.setVia(),
      turn: () => this.#toggleFacing(),
      drop: () => this.drop(),
      typed: (text) => this.#setFromText(text),
      enter: () => this.#enter(),
    });
    this.corrections = new CorrectionForm(this.panel.frame, (play) => this.table.act("moves", { play }));
    byId("news").before(this.enemyTrace.list);
    this.pointer = new Drag(this);
    document.addEventListener("keydown", (event) => this.#key(event), true);
    addEventListener("resize", () => this.#draw());
  }

  /** Show a new view or another step; a character that is picked is put back. */
  show() {
    const { view, picture } = this.table;
    const wasPicked = this.state !== null;
    if (this.version !== view.version || !this.isOpen) this.#reset();
    this.version = view.version;
    if (wasPicked && !this.state) this.table.showPick();
    this.panel.showCharacters(this.isOpen || this.isBusy ? this.movable : []);
    if (!this.state) this.panel.showIdle(this.movable, this.table.view.board);
    this.corrections.show(view.board.characters, this.isOpen && view.board.corrections);
    this.enemyTrace.show(picture, view, this.table.lookback.step !== null);
    const next = this.continuesWithKeys && view.board.active?.id;
    if (!this.isBusy && !view.may_roll) this.continuesWithKeys = false;
    if (next && this.isOpen && !this.state) this.pick(next, true);
    this.#draw();
  }

  /** Whether the player may act, and no move is under way. */
  get isOpen() {
    return Boolean(this.table.view?.may_act) && this.table.lookback.step === null && !this.isBusy;
  }

  /** The characters that may be moved now: the active one, or all that can be used. */
  get movable() {
    const { characters, able, active } = this.table.view.board;
    const ids = active ? [active.id] : able;
    return characters.filter(({ id, at }) => at && ids.includes(id));
  }

  // The picked character

  /** Pick a character; return whether that is possible. With keys, the focus goes to its grip. */
  pick(id, isKey = false) {
    const character = this.isOpen && this.movable.find((other) => other.id === id);
    if (!character) return false;
    this.setState({ who: id, to: [...character.at], name: character.name, from: character.at, isKeyed: isKey });
    this.table.showPick();
    if (isKey) {
      this.grip.hidden = false;
      this.#draw();
      this.grip.focus({ preventScroll: true });
      announce(`${character.name} picked, at ${character.at.join(", ")}. The arrow keys move it, W sets a waypoint, Enter plays, Escape puts it back.`);
    }
    return true;
  }

  /** Pick the character that is active, for the keys; return whether there is one. */
  pickActive() {
    const { active } = this.table.view.board;
    return active !== null && this.pick(active.id, true);
  }

  /** Handle a click: pick one of the player's characters, or move the picked one there. Return whether it did. */
  handleClickOn(id) {
    if (this.pick(id, true)) return true;
    const { characters, objectives } = this.table.view.board;
    const target = [...characters, ...objectives].find((one) => one.id === id)?.at;
    if (!target) this.#reset(); // a button, or anything else without a position
    if (!this.state) return false;
    this.setState({ ...this.state, to: [...target], exact: false });
    return true;
  }

  /** Put the picked character back because another one of the player's was clicked: carry that one if it lies in reach, or
   *  pick it, or explain why not. */
  switchTo(id) {
    const pickUp = this.table.marks.marks.find((mark) => mark.id === id && mark.kind === "dear")?.options[0];
    if (pickUp) return this.#play(pickUp.play.split("; "));
    this.drop();
    return this.pick(id) || this.table.explainClick(id);
  }

  /** What to do with the picked character, for the prompt; null while none is picked. */
  get promptText() {
    if (!this.state) return null;
    const { who, name } = this.state;
    const shoots = this.table.view.board.characters.find(({ id }) => id === who).range > 0;
    return `${name}: click a place to go there, or an enemy to ${shoots ? "shoot or charge" : "charge"}.`;
  }

  /** Put the picked character back. */
  drop() {
    const { state } = this;
    this.#reset();
    if (!state) return;
    this.table.showPick();
    this.panel.showIdle(this.movable, this.table.view.board);
    announce(`${state.name} was put back.`);
    if (state.isKeyed) this.table.overlay.focusNear(state.who);
  }

  #reset() {
    this.trials.stop();
    if (this.state?.isHeld) this.table.container.removeAttribute("data-dragging");
    this.state = this.trial = this.pointer.pressed = null;
    this.grip.hidden = true;
    this.preview.clear();
  }

  /** Show where the character should go, and ask the server what that would lead to. */
  setState(state) {
    if (this.state?.who !== state.who) this.trial = null;
    this.state = state;
    this.refused = null;
    if (this.trial) this.preview.showTarget(state.to);
    else this.#draw();
    return this.#ask();
  }

  async #ask() {
    const { state } = this;
    const { who, via = null, to, exact = false, face = false } = state;
    const timer = setTimeout(() => this.state === state && this.panel.showWaiting(), PATIENCE);
    const answer = await this.trials.ask({ who, via, to: to.map(roundInches), exact, face });
    clearTimeout(timer);
    if (!answer || this.state === null || this.state.who !== who) return null;
    this.trial = answer;
    this.answeredState = state;
    this.panel.show(answer, this.state);
    this.#draw();
    return this.state === state ? answer : null;
  }

  #draw() {
    this.table.container.toggleAttribute("data-carrying", Boolean(this.state?.isHeld || this.state?.isKeyed));
    if (!this.state || !this.table.picture) return;
    this.preview.show(this.table.picture, this.table.view.board, this.trial, this.state.to);
    this.#placeGrip();
  }

  /** Return the matrix from thousandths of an inch to pixels of the screen. */
  matrix() {
    return this.table.picture.querySelector(".htl-table").getScreenCTM();
  }

  #placeGrip() {
    if (this.grip.hidden) return;
    const { left, top } = this.table.container.getBoundingClientRect();
    const [x, y] = this.trial?.end ?? this.state.to;
    const point = new DOMPoint(1000 * x, TABLE_SIZE - 1000 * y).matrixTransform(this.matrix());
    this.grip.style.left = `${point.x - left}px`;
    this.grip.style.top = `${point.y - top}px`;
    this.grip.setAttribute("aria-label", `${this.state.name} picked, at ${x}, ${y}`);
  }

  /** Play the move to this point. A drag to an enemy charges it; a click on one that can also be shot asks which. */
  async playHere(isClick) {
    const answer = await this.#ask();
    if (!answer?.possible || !answer.plays.length) return;
    const isAttack = answer.charges.length > 0 || answer.plays.at(-1).startsWith("shoot");
    const isStanding = !answer.legs.length && !isAttack && !answer.takes && !this.state?.face;
    if (isClick && answer.choices.length) this.#choose(answer);
    else if (!isStanding) this.#play(answer.plays);
  }

  /** Offer the moves that a click on an enemy can mean, beside it. */
  #choose({ choices, charges }) {
    const moves = choices.map(({ label, plays }) => ({ label, text: plays.join("; "), plays }));
    this.table.moveChoice.open(moves, this.table.overlay.rectOf(charges[0], this.table.picture));
  }

  /** Play moves chosen elsewhere, such as a sign on an enemy. */
  playChosen(plays) {
    this.#play(plays);
  }

  #play(plays) {
    if (!plays.length || this.isBusy) return;
    this.continuesWithKeys = Boolean(this.state?.isKeyed);
    this.isBusy = true;
    this.#reset();
    this.panel.showIdle(this.movable, this.table.view.board);
    this.table.moveQueue.playAll(plays).finally(() => {
      this.isBusy = false;
      this.show();
    });
  }

  async #enter() {
    if (!this.state) return undefined;
    const isAnnounced = this.panel.isAnnounced && this.answeredState === this.state; // else the player has not seen what would be played
    const answer = await this.#ask();
    if (!answer) return undefined;
    const isIdle = !answer.legs.length && answer.left > 0 && answer.plays.every((play) => play.startsWith("use "));
    if (answer.possible && isIdle) return showNotice("The character has not moved: move it first, or let it stay.");
    if (answer.possible && answer.choices.length) return this.#choose(answer);
    if (answer.possible || isAnnounced || this.refused === answer.sentence) return this.#play(answer.possible ? answer.plays : answer.instead);
    this.refused = answer.sentence; // the player was faster than the answer: ask once more
    return announce(`${answer.sentence} ${answer.instead.length ? "Press Enter again to go as far as it can." : ""}`.trim());
  }

  setVia() {
    if (!this.state || this.state.face || this.state.via) return undefined;
    const via = this.answeredState === this.state ? this.trial.end : this.state.to;
    if (distance(via, this.state.from) < STEP / 2) return showNotice("First move the preview to where the path should bend.");
    this.setState({ ...this.state, via: [...via], to: [...via] });
    return announce(`Waypoint at ${via.join(", ")}.`);
  }

  #toggleFacing() {
    if (this.state) this.setState({ ...this.state, via: null, face: !this.state.face });
  }

  /** Read typed inches: `12.5, 8`, or with a waypoint `12, 5; 12.5, 8`. */
  #setFromText(text) {
    const spots = text.split(";").map((part) => part.trim().split(/[\s,]+/).map(Number));
    const isComplete = spots.length < 3 && spots.every((spot) => spot.length === 2 && spot.every((inches) => Number.isFinite(inches) && Math.abs(inches) < 100));
    if (!isComplete || !text.trim()) return;
    if (!this.state && !this.pick(this.panel.who.value)) return;
    const [via, to] = spots.length > 1 ? spots : [null, spots[0]];
    this.setState({ ...this.state, via, to, exact: true });
  }

  // Keys

  #key(event) {
    if (!this.state || event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.querySelector("dialog[open]") || event.target.closest?.("input, select, textarea")) return;
    const direction = ARROWS[event.key];
    const key = event.key.toLowerCase();
    if (direction) this.#nudge(direction, event.shiftKey ? BIG_STEP : STEP);
    else if (key === "w") this.setVia();
    else if (key === "t") this.#toggleFacing();
    else if (key === "escape") this.drop();
    else if (key === "enter" && !event.target.closest?.("button, a, summary")) this.#enter();
    else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  #nudge([dx, dy], step) {
    const [x, y] = this.state.to.map((inches) => Math.round(inches / STEP) * STEP);
    const way = isTurned(this.table.picture) ? -step : step;
    const to = [x + dx * way, y + dy * way].map((inches) => Math.min(Math.max(inches, 0), TABLE_SIZE / 1000));
    this.setState({ ...this.state, to, isKeyed: true, isPinned: true });
    this.grip.hidden = false;
  }
}

function roundInches(inches) {
  return Math.round(Math.min(Math.max(inches, -100), 100) * 1000) / 1000;
}

const MIN_GAP = 11; // milliseconds between two requests: the server accepts no more than 100 a second

/** Ask the server what a move would lead to: one request at a time; of waiting requests only the newest is sent. */
class TrialQueue {
  constructor(key) {
    Object.assign(this, { key, busy: false, waiting: null, last: 0 });
  }

  /** Return the answer, or null if there is a newer request or the request failed. */
  ask(body) {
    this.waiting?.done(null);
    const answer = new Promise((done) => (this.waiting = { body, done }));
    if (!this.busy) this.#run();
    return answer;
  }

  /** Drop the running request and the waiting one. */
  stop() {
    this.waiting?.done(null);
    this.waiting = null;
    this.generation = (this.generation ?? 0) + 1;
  }

  async #run() {
    this.busy = true;
    while (this.waiting) {
      await wait(this.last + MIN_GAP - performance.now());
      if (!this.waiting) break;
      const { body, done } = this.waiting;
      const { generation } = this;
      this.waiting = null;
      this.last = performance.now();
      const answer = await request("POST", "/api/table/try", { key: this.key, body }).catch(fail);
      done(this.generation === generation ? answer : null);
    }
    this.busy = false;
  }
}

/** Say so if it is the server that could not answer. */
function fail(error) {
  if (error.status >= SERVER_ERROR) showError(error);
  return null;
}

function wait(time) {
  return time > 0 ? new Promise((ready) => setTimeout(ready, time)) : Promise.resolve();
}
