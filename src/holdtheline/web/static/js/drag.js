// Moving characters by hand on an open table: by drag, by two touches, by keys, or by inches that are typed.
//
// Nothing here knows a rule: the server says what would become of a move, and of which moves it is made.

import { byId, el } from "./dom.js";
import { Asking } from "./dragask.js";
import { Ghost, TABLE, distance } from "./dragghost.js";
import { Panel } from "./dragpanel.js";
import { Traces } from "./dragtrace.js";
import { say } from "./say.js";

const SLOP = 6; // pixels that a press may move and still be a touch
const SLACK = { mouse: 4, pen: 8, touch: 16 }; // pixels beside a base
const STEP = 0.25; // inches of an arrow key
const STRIDE = 1; // and with Shift
const WAYS = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

export class Hand {
  /** `table` has place, key, view, picture, past, zoom and orders. */
  constructor(table) {
    Object.assign(this, { table, state: null, trial: null, pressed: null });
    const { place } = table;
    this.asking = new Asking(table.key);
    this.ghost = new Ghost(place);
    this.traces = new Traces(place);
    this.grip = el("div", { class: "hand-grip", tabindex: "0", role: "application", "aria-describedby": "hand-told", hidden: true });
    place.append(this.grip);
    this.panel = new Panel(byId("bar"), {
      pick: (id, isKey) => this.pick(id, isKey),
      play: (plays) => this.#play(plays),
      via: () => this.#setVia(),
      turn: () => this.#turn(),
      drop: () => this.drop(),
      typed: (text) => this.#typed(text),
      enter: () => this.#enter(),
    });
    byId("news").before(this.traces.list);
    place.addEventListener("pointerdown", (event) => this.#down(event));
    place.addEventListener("pointermove", (event) => this.#move(event));
    place.addEventListener("pointerup", (event) => this.#up(event));
    place.addEventListener("pointercancel", () => this.#cancel());
    place.addEventListener("touchstart", (event) => this.#touch(event), { passive: false });
    place.addEventListener("touchmove", (event) => this.state?.isHeld && event.preventDefault(), { passive: false });
    place.addEventListener("click", (event) => this.#click(event), true);
    place.addEventListener("contextmenu", (event) => this.#secondButton(event));
    table.zoom.frame.addEventListener("pointerdown", () => this.pressed?.id && (table.zoom.held = null));
    document.addEventListener("keydown", (event) => this.#key(event), true);
    addEventListener("resize", () => this.#draw());
  }

  /** A new view, or another moment: what was in hand is put back. */
  show() {
    const { view, picture } = this.table;
    if (this.version !== view.version || !this.#isOpen) this.#forget();
    this.version = view.version;
    this.panel.open(this.#isOpen || this.isBusy ? this.able : []);
    if (!this.state) this.panel.rest(this.able);
    this.traces.show(picture, view, this.table.past.step !== null);
    const goesOn = this.goesOn && view.board.active?.id;
    if (view.may_act || view.outcome) this.goesOn = false;
    if (goesOn && this.#isOpen && !this.state) this.pick(goesOn, true);
    this.#draw();
  }

  get #isOpen() {
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
    const one = this.#isOpen && this.able.find((other) => other.id === id);
    if (!one) return false;
    this.#set({ who: id, to: [...one.at], name: one.name, from: one.at, isKeyed: isKey });
    if (!isKey && this.ghost.isSmall) this.table.zoom.into(this.table.picture, id);
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
    if (!this.state || !there) return false;
    this.#set({ ...this.state, to: [...there], exact: false });
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
    this.state = this.trial = this.pressed = null;
    this.grip.hidden = true;
    this.ghost.clear();
  }

  /** What is thought of has changed: draw it at once, and ask. */
  #set(state) {
    if (this.state?.who !== state.who) this.trial = null;
    this.state = state;
    this.isAgain = null;
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => this.#draw());
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

  #putGrip() {
    if (this.grip.hidden) return;
    const { left, top } = this.table.place.getBoundingClientRect();
    const [x, y] = this.trial?.end ?? this.state.to;
    const point = new DOMPoint(1000 * x, TABLE - 1000 * y).matrixTransform(this.#matrix());
    this.grip.style.left = `${point.x - left}px`;
    this.grip.style.top = `${point.y - top}px`;
    this.grip.setAttribute("aria-label", `${this.state.name} in hand, at ${x}, ${y}`);
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
    const answer = await this.#ask();
    if (!answer) return undefined;
    if (answer.possible || this.isAgain === answer.sentence) return this.#play(answer.possible ? answer.plays : answer.instead);
    this.isAgain = answer.sentence; // a second Enter goes as far as it can
    return say(`${answer.sentence} ${answer.instead.length ? "Enter once more goes as far as it can." : ""}`.trim());
  }

  #setVia() {
    if (!this.state || this.state.face || this.state.via) return;
    const via = this.answered === this.state ? this.trial.end : this.state.to;
    this.#set({ ...this.state, via: [...via], to: [...via] });
    say(`Way-point at ${via.join(", ")}.`);
  }

  #turn() {
    if (this.state) this.#set({ ...this.state, via: null, face: !this.state.face });
  }

  /** `12.5, 8`, or with a way-point `12, 5; 12.5, 8`. */
  #typed(text) {
    const spots = text.split(";").map((part) => part.trim().split(/[\s,]+/).map(Number));
    const isWhole = spots.length < 3 && spots.every((spot) => spot.length === 2 && spot.every((one) => Number.isFinite(one) && Math.abs(one) < 100));
    if (!isWhole || !text.trim()) return;
    if (!this.state && !this.pick(this.panel.who.value)) return;
    const [via, to] = spots.length > 1 ? spots : [null, spots[0]];
    this.#set({ ...this.state, via, to, exact: true });
  }

  // With a pointer

  #matrix() {
    return this.table.picture.querySelector(".htl-table").getScreenCTM();
  }

  #spot({ clientX, clientY }) {
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(this.#matrix().inverse());
    return [x / 1000, (TABLE - y) / 1000];
  }

  /** One's own character under the pointer, or close by. */
  #own(event) {
    if (!this.#isOpen || !this.table.picture?.querySelector(".htl-table")) return undefined;
    const spot = this.#spot(event);
    const slack = SLACK[event.pointerType ?? "touch"] / 1000 / this.#matrix().a;
    const near = this.able.map((one) => ({ one, away: distance(one.at, spot) - one.base / 2 }));
    near.sort((a, b) => a.away - b.away);
    return near[0]?.away < slack ? near[0].one : undefined;
  }

  #down(event) {
    this.isDone = false;
    if (event.button > 0 || !event.isPrimary || !this.#isOpen) return;
    const own = this.#own(event);
    const { clientX: x, clientY: y } = event;
    if (own) {
      const [sx, sy] = this.#spot(event);
      this.pressed = { id: own.id, one: own, x, y, grab: [own.at[0] - sx, own.at[1] - sy] };
    } else {
      this.pressed = this.state ? { x, y } : null;
    }
  }

  #touch(event) {
    if (event.touches.length === 1 && this.#own(event.touches[0])) event.preventDefault();
  }

  #move(event) {
    const { pressed, state } = this;
    if (state?.isHeld) return this.#follow(event);
    const isFar = pressed && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) >= SLOP;
    if (pressed?.id && isFar) return this.#begin(event);
    if (isFar) this.pressed = null; // the table is panned
    if (!pressed && state && !state.isKeyed && !state.isPinned && event.pointerType === "mouse") this.#set({ ...state, to: this.#spot(event), exact: false });
  }

  #begin(event) {
    const { one } = this.pressed;
    this.table.place.setPointerCapture(event.pointerId);
    this.table.place.toggleAttribute("data-dragging", true);
    const via = this.state?.who === one.id ? this.state.via : null;
    this.state = { who: one.id, to: one.at, name: one.name, from: one.at, via, isHeld: true };
    this.#follow(event);
  }

  #follow(event) {
    const [x, y] = this.#spot(event);
    const [gx, gy] = this.pressed?.grab ?? [0, 0];
    this.#set({ ...this.state, to: [x + gx, y + gy] });
  }

  async #up(event) {
    const { pressed, state } = this;
    this.pressed = null;
    if (state?.isHeld) {
      this.isDone = true;
      this.table.place.removeAttribute("data-dragging");
      this.#follow(event);
      this.state.isHeld = false;
      this.state.isPinned = true;
      return this.#place(false);
    }
    if (!pressed || !this.#isOpen) return undefined;
    this.isDone = true;
    if (pressed.id) return state?.who === pressed.id && !state.isKeyed ? this.drop() : this.pick(pressed.id);
    const isAgain = state.isPinned && distance(this.#spot(event), state.to) < 0.7;
    this.#set({ ...state, to: isAgain ? state.to : this.#spot(event), exact: false, isPinned: true });
    return this.#place(!isAgain);
  }

  /** It is put down there: played, if it can be. A touch on an enemy asks first, as there may be two ways to strike. */
  async #place(asksFirst) {
    const answer = await this.#ask();
    if (!answer?.possible || !answer.plays.length) return;
    const strikes = answer.charges.length > 0 || answer.plays.at(-1).startsWith("shoot");
    const stands = !answer.legs.length && !strikes && !answer.takes && !this.state?.face;
    if (!(asksFirst && strikes) && !stands) this.#play(answer.plays);
  }

  #cancel() {
    if (this.state?.isHeld) this.drop();
    this.pressed = null;
  }

  /** The other button sets a way-point while one drags. */
  #secondButton(event) {
    if (!this.state) return;
    event.preventDefault();
    this.#setVia();
  }

  /** A press that was a move of the hand is no click on the picture. */
  #click(event) {
    if (!this.isDone) return;
    this.isDone = false;
    event.stopPropagation();
  }

  // With keys

  #key(event) {
    if (!this.state || event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.querySelector("dialog[open]") || event.target.closest?.("input, select, textarea")) return;
    const way = WAYS[event.key];
    const key = event.key.toLowerCase();
    if (way) this.#walk(way, event.shiftKey ? STRIDE : STEP);
    else if (key === "w") this.#setVia();
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
    this.#set({ ...this.state, to, isKeyed: true, isPinned: true });
    this.grip.hidden = false;
  }
}

function tidy(inches) {
  return Math.round(Math.min(Math.max(inches, -100), 100) * 1000) / 1000;
}
