// A mouse, a pen or a finger that takes up a character, leads its ghost over the table, and puts it down.

import { TABLE, distance } from "./dragghost.js";

const SLOP = 6; // pixels that a press may move and still be a touch
const SLACK = { mouse: 4, pen: 8, touch: 16 }; // pixels beside a base

export class Pointer {
  /** `hand` has what is in hand: state, able, isOpen, matrix(), and pick(), set(), place(), drop(). */
  constructor(hand) {
    Object.assign(this, { hand, pressed: null });
    const { place, zoom } = hand.table;
    place.addEventListener("pointerdown", (event) => this.#down(event));
    place.addEventListener("pointermove", (event) => this.#move(event));
    place.addEventListener("pointerup", (event) => this.#up(event));
    place.addEventListener("pointercancel", () => this.#cancel());
    place.addEventListener("touchstart", (event) => this.#touch(event), { passive: false });
    place.addEventListener("touchmove", (event) => hand.state?.isHeld && event.preventDefault(), { passive: false });
    place.addEventListener("click", (event) => this.#click(event), true);
    place.addEventListener("contextmenu", (event) => this.#secondButton(event));
    zoom.frame.addEventListener("pointerdown", () => this.pressed?.id && (zoom.held = null));
  }

  /** Where it points to, in inches. */
  #spot({ clientX, clientY }) {
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(this.hand.matrix().inverse());
    return [x / 1000, (TABLE - y) / 1000];
  }

  /** One's own character under the pointer, or close by. */
  #own(event) {
    if (!this.hand.isOpen || !this.hand.table.picture?.querySelector(".htl-table")) return undefined;
    const spot = this.#spot(event);
    const slack = SLACK[event.pointerType ?? "touch"] / 1000 / this.hand.matrix().a;
    const near = this.hand.able.map((one) => ({ one, away: distance(one.at, spot) - one.base / 2 }));
    near.sort((a, b) => a.away - b.away);
    return near[0]?.away < slack ? near[0].one : undefined;
  }

  #down(event) {
    this.isDone = false;
    if (event.button > 0 || !event.isPrimary || !this.hand.isOpen) return;
    const own = this.#own(event);
    const { clientX: x, clientY: y } = event;
    if (own) {
      const [sx, sy] = this.#spot(event);
      this.pressed = { id: own.id, one: own, x, y, grab: [own.at[0] - sx, own.at[1] - sy] };
    } else {
      this.pressed = this.hand.state ? { x, y } : null;
    }
  }

  #touch(event) {
    if (event.touches.length === 1 && this.#own(event.touches[0])) event.preventDefault();
  }

  #move(event) {
    const { pressed } = this;
    const { state } = this.hand;
    const isFar = pressed && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) >= SLOP;
    const follows = state && !state.isKeyed && !state.isPinned && event.pointerType === "mouse";
    if (state?.isHeld) this.#follow(event);
    else if (pressed?.id && isFar) this.#begin(event);
    else if (isFar) this.pressed = null; // the table is panned
    else if (!pressed && follows) this.hand.set({ ...state, to: this.#spot(event), exact: false });
  }

  #begin(event) {
    const { one, grab } = this.pressed;
    this.hand.table.place.setPointerCapture(event.pointerId);
    this.hand.table.place.toggleAttribute("data-dragging", true);
    const via = this.hand.state?.who === one.id ? this.hand.state.via : null;
    this.hand.state = { who: one.id, to: one.at, name: one.name, from: one.at, via, grab, isHeld: true };
    this.#follow(event);
  }

  #follow(event) {
    const [x, y] = this.#spot(event);
    const [gx, gy] = this.hand.state.grab; // it was not taken up by its very middle
    this.hand.set({ ...this.hand.state, to: [x + gx, y + gy] });
  }

  async #up(event) {
    const { pressed } = this;
    const { state } = this.hand;
    this.pressed = null;
    if (state?.isHeld) {
      this.isDone = true;
      this.hand.table.place.removeAttribute("data-dragging");
      this.#follow(event);
      this.hand.state.isHeld = false;
      this.hand.state.isPinned = true;
      return this.hand.place(false);
    }
    if (!pressed || !this.hand.isOpen) return undefined;
    this.isDone = true;
    if (pressed.id) return state?.who === pressed.id && !state.isKeyed ? this.hand.drop() : this.hand.pick(pressed.id);
    const isAgain = state.isPinned && distance(this.#spot(event), state.to) < 0.7;
    this.hand.set({ ...state, to: isAgain ? state.to : this.#spot(event), exact: false, isPinned: true });
    return this.hand.place(!isAgain);
  }

  #cancel() {
    if (this.hand.state?.isHeld) this.hand.drop();
    this.pressed = null;
  }

  /** The other button sets a way-point while one drags. */
  #secondButton(event) {
    if (!this.hand.state) return;
    event.preventDefault();
    if (event.pointerType !== "touch") this.hand.setVia(); // a finger that rests asks for nothing
  }

  /** A press that was a move of the hand is no click on the picture. */
  #click(event) {
    if (!this.isDone) return;
    this.isDone = false;
    event.stopPropagation();
  }
}
