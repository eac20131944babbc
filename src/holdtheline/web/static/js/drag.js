// Moving characters by hand on an open table: by drag, by two touches, by keys, or by inches that are typed.
//
// Nothing here knows a rule: the server says what would become of a move, and of which moves it is made.

import { byId, el } from "./dom.js";
import { Asking } from "./dragask.js";
import { Ghost, SMALL, TABLE, distance } from "./dragghost.js";
import { Panel } from "./dragpanel.js";
import { Pointer } from "./dragpointer.js";
import { Traces } from "./dragtrace.js";
import { say, tell } from "./say.js";

const STEP = 0.25; // inches of an arrow key
const STRIDE = 1; // and with Shift
const WAYS = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

export class Hand {
  /** `table` has place, key, view, picture, past, zoom, overlay and orders. */
  constructor(table) {
    Object.assign(this, { table, state: null, trial: null });
    const { place } = table;
    this.asking = new Asking(table.key);
    this.ghost = new Ghost(place);
    this.traces = new Traces(place);
    this.grip = el("div", { class: "hand-grip", tabindex: "0", role: "application", "aria-describedby": "hand-told", hidden: true });
    place.append(this.grip);
    this.panel = new Panel(byId("bar"), {
      pick: (id, isKey) => this.pick(id, isKey),
      play: (plays) => this.#play(plays),
      via: () => this.setVia(),
      turn: () => this.#turn(),
      drop: () => this.drop(),
      typed: (text) => this.#typed(text),
      enter: () => this.#enter(),
    });
    byId("news").before(this.traces.list);
    this.pointer = new Pointer(this);
    document.addEventListener("keydown", (event) => this.#key(event), true);
    addEventListener("resize", () => this.#draw());
  }

  /** A new view, or another moment: what was in hand is put back. */
  show() {
    const { view, picture } = this.table;
    if (this.version !== view.version || !this.isOpen) this.#forget();
    this.version = view.version;
    this.panel.open(this.isOpen || this.isBusy ? this.able : []);
    if (!this.state) this.panel.rest(this.able);
    this.traces.show(picture, view, this.table.past.step !== null);
    const goesOn = this.goesOn && view.board.active?.id;
    if (!this.isBusy) this.goesOn = false;
    if (goesOn && this.isOpen && !this.state) this.pick(goesOn, true);
    this.#draw();
  }

  /** Whether it is one's turn, and nothing is under way. */
  get isOpen() {
    return Boolean(this.table.view?.may_act) && this.table.past.step === null && !this.isBusy;
  }

  /** Those whom one's hand may move now: whoever is active, or all who can be used. */
  get able() {
    const { characters, able, active } = this.table.view.board;
    const ids = active ? [active.id] : able;
    return characters.filter(({ id, at }) => at && ids.includes(id));
  }

  // In hand

  /** Take a character up; whether it can be. With keys, they lead its ghost from there. */
  pick(id, isKey = false) {
    const one = this.isOpen && this.able.find((other) => other.id === id);
    if (!one) return false;
    this.set({ who: id, to: [...one.at], name: one.name, from: one.at, isKeyed: isKey });
    if (!isKey && 1000 * this.matrix().a < SMALL) this.table.zoom.into(this.table.picture, id);
    if (isKey) {
      this.grip.hidden = false;
      this.#draw();
      this.grip.focus({ preventScroll: true });
      say(`${one.name} in hand, at ${one.at.join(", ")}. The arrow keys move it, W sets a way-point, Enter plays, Escape puts it back.`);
    }
    return true;
  }

  /** Whether a touch on something means the ghost: one's own is taken up, for others it goes there. */
  touched(id) {
    if (this.pick(id, true)) return true;
    const { characters, objectives } = this.table.view.board;
    const there = [...characters, ...objectives].find((one) => one.id === id)?.at;
    if (!there) this.#forget(); // a button, or whatever else is no place
    if (!this.state) return false;
    this.set({ ...this.state, to: [...there], exact: false });
    return true;
  }

  /** Put it back. */
  drop() {
    const { state } = this;
    this.#forget();
    if (!state) return;
    this.panel.rest(this.able);
    say(`${state.name} is put back.`);
    if (state.isKeyed) this.table.overlay.enter(state.who);
  }

  #forget() {
    this.asking.stop();
    if (this.state?.isHeld) this.table.place.removeAttribute("data-dragging");
    this.state = this.trial = this.pointer.pressed = null;
    this.grip.hidden = true;
    this.ghost.clear();
  }

  /** What is thought of has changed: show where the hand is at once, and ask. */
  set(state) {
    if (this.state?.who !== state.who) this.trial = null;
    this.state = state;
    this.isAgain = null;
    if (this.trial) this.ghost.point(state.to);
    else this.#draw();
    return this.#ask();
  }

  async #ask() {
    const { state } = this;
    const { who, via = null, to, exact = false, face = false } = state;
    const answer = await this.asking.ask({ who, via, to: to.map(tidy), exact, face });
    if (!answer || this.state === null || this.state.who !== who) return null;
    this.trial = answer;
    this.answered = state;
    this.panel.show(answer, this.state);
    this.#draw();
    return this.state === state ? answer : null;
  }

  #draw() {
    if (!this.state || !this.table.picture) return;
    this.ghost.show(this.table.picture, this.table.view.board, this.trial, this.state.to);
    this.#putGrip();
  }

  /** From thousandths of the table to pixels of the screen. */
  matrix() {
    return this.table.picture.querySelector(".htl-table").getScreenCTM();
  }

  #putGrip() {
    if (this.grip.hidden) return;
    const { left, top } = this.table.place.getBoundingClientRect();
    const [x, y] = this.trial?.end ?? this.state.to;
    const point = new DOMPoint(1000 * x, TABLE - 1000 * y).matrixTransform(this.matrix());
    this.grip.style.left = `${point.x - left}px`;
    this.grip.style.top = `${point.y - top}px`;
    this.grip.setAttribute("aria-label", `${this.state.name} in hand, at ${x}, ${y}`);
  }

  /** It is put down there: played, if it can be. A touch on an enemy asks first, as there may be two ways to strike. */
  async place(asksFirst) {
    const answer = await this.#ask();
    if (!answer?.possible || !answer.plays.length) return;
    const strikes = answer.charges.length > 0 || answer.plays.at(-1).startsWith("shoot");
    const stands = !answer.legs.length && !strikes && !answer.takes && !this.state?.face;
    if (!(asksFirst && strikes) && !stands) this.#play(answer.plays);
  }

  #play(plays) {
    if (!plays.length || this.isBusy) return;
    this.goesOn = Boolean(this.state?.isKeyed);
    this.isBusy = true;
    this.#forget();
    this.panel.rest(this.able);
    this.table.orders.run(plays).finally(() => {
      this.isBusy = false;
      this.show();
    });
  }

  async #enter() {
    if (!this.state) return undefined;
    const isRead = this.panel.isTold && this.answered === this.state; // else what it would play has not been seen
    const answer = await this.#ask();
    if (!answer) return undefined;
    if (answer.possible && !answer.plays.length) return tell("It stands where it is: lead it somewhere, or let it stay.");
    if (answer.possible || isRead || this.isAgain === answer.sentence) return this.#play(answer.possible ? answer.plays : answer.instead);
    this.isAgain = answer.sentence; // whoever was faster than the answer is asked once more
    return say(`${answer.sentence} ${answer.instead.length ? "Enter once more goes as far as it can." : ""}`.trim());
  }

  setVia() {
    if (!this.state || this.state.face || this.state.via) return undefined;
    const via = this.answered === this.state ? this.trial.end : this.state.to;
    if (distance(via, this.state.from) < STEP / 2) return tell("Lead it to where the way is to bend first.");
    this.set({ ...this.state, via: [...via], to: [...via] });
    return say(`Way-point at ${via.join(", ")}.`);
  }

  #turn() {
    if (this.state) this.set({ ...this.state, via: null, face: !this.state.face });
  }

  /** `12.5, 8`, or with a way-point `12, 5; 12.5, 8`. */
  #typed(text) {
    const spots = text.split(";").map((part) => part.trim().split(/[\s,]+/).map(Number));
    const isWhole = spots.length < 3 && spots.every((spot) => spot.length === 2 && spot.every((one) => Number.isFinite(one) && Math.abs(one) < 100));
    if (!isWhole || !text.trim()) return;
    if (!this.state && !this.pick(this.panel.who.value)) return;
    const [via, to] = spots.length > 1 ? spots : [null, spots[0]];
    this.set({ ...this.state, via, to, exact: true });
  }

  // With keys

  #key(event) {
    if (!this.state || event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.querySelector("dialog[open]") || event.target.closest?.("input, select, textarea")) return;
    const way = WAYS[event.key];
    const key = event.key.toLowerCase();
    if (way) this.#walk(way, event.shiftKey ? STRIDE : STEP);
    else if (key === "w") this.setVia();
    else if (key === "t") this.#turn();
    else if (key === "escape") this.drop();
    else if (key === "enter" && !event.target.closest?.("button, a, summary")) this.#enter();
    else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  #walk([dx, dy], far) {
    const [x, y] = this.state.to.map((one) => Math.round(one / STEP) * STEP);
    const to = [x + dx * far, y + dy * far].map((one) => Math.min(Math.max(one, 0), TABLE / 1000));
    this.set({ ...this.state, to, isKeyed: true, isPinned: true });
    this.grip.hidden = false;
  }
}

function tidy(inches) {
  return Math.round(Math.min(Math.max(inches, -100), 100) * 1000) / 1000;
}
