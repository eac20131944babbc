// A mouse, a pen or a finger that drags a character over the table.

import { distance, TABLE_SIZE } from "./drag_preview.js";

const CLICK_SLOP = 6; // pixels that a press may move and still be a click
const SLACK = { mouse: 4, pen: 8, touch: 16 }; // pixels around a base that still count

export class Drag {
  /** `movement` has state, movable, isOpen, matrix(), pick(), setState(), playHere() and drop(). */
  constructor(movement) {
    Object.assign(this, { movement, pressed: null });
    const { container, zoom } = movement.table;
    container.addEventListener("pointerdown", (event) => this.#pointerDown(event));
    container.addEventListener("pointermove", (event) => this.#pointerMove(event));
    container.addEventListener("pointerup", (event) => this.#pointerUp(event));
    container.addEventListener("pointercancel", () => this.#cancel());
    container.addEventListener("touchstart", (event) => this.#touchStart(event), { passive: false });
    container.addEventListener("touchmove", (event) => movement.state?.isHeld && event.preventDefault(), { passive: false });
    container.addEventListener("click", (event) => this.#click(event), true);
    container.addEventListener("contextmenu", (event) => this.#contextMenu(event), true);
    zoom.frame.addEventListener("pointerdown", () => this.pressed?.id && (zoom.held = null));
  }

  /** Return where the pointer is, in inches. */
  #spot({ clientX, clientY }) {
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(this.movement.matrix().inverse());
    return [x / 1000, (TABLE_SIZE - y) / 1000];
  }

  /** Return the movable character under the pointer, or close by. */
  #characterAt(event) {
    if (!this.movement.isOpen || !this.movement.table.picture?.querySelector(".htl-table")) return undefined;
    const spot = this.#spot(event);
    const slack = SLACK[event.pointerType ?? "touch"] / 1000 / Math.abs(this.movement.matrix().a);
    const near = this.movement.movable.map((character) => ({ character, distanceTo: distance(character.at, spot) - character.base / 2 }));
    near.sort((a, b) => a.distanceTo - b.distanceTo);
    return near[0]?.distanceTo < slack ? near[0].character : undefined;
  }

  /** Return the id of a character under the pointer that is on the side of the picked one and cannot be moved now. */
  #otherOwn(event) {
    const id = event.target.closest("[data-id]")?.dataset.id;
    const { board } = this.movement.table.view;
    const sideOf = (who) => board.characters.find((character) => character.id === who)?.side;
    return sideOf(id) && sideOf(id) === sideOf(this.movement.state.who) ? id : null;
  }

  #pointerDown(event) {
    this.wasHandled = false;
    if (event.button > 0 || !event.isPrimary || !this.movement.isOpen || event.target.closest("[data-play]")) return;
    const character = this.#characterAt(event);
    const { clientX: x, clientY: y } = event;
    if (character) {
      const [sx, sy] = this.#spot(event);
      this.pressed = { id: character.id, character, x, y, grab: [character.at[0] - sx, character.at[1] - sy] };
    } else {
      this.pressed = this.movement.state ? { x, y, other: this.#otherOwn(event) } : null;
    }
  }

  #touchStart(event) {
    if (event.touches.length === 1 && this.#characterAt(event.touches[0])) event.preventDefault();
  }

  #pointerMove(event) {
    const { pressed } = this;
    const { state } = this.movement;
    const isFar = pressed && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) >= CLICK_SLOP;
    const follows = state && !state.isKeyed && !state.isPinned && event.pointerType === "mouse";
    if (state?.isHeld) this.#follow(event);
    else if (pressed?.id && isFar) this.#startDrag(event);
    else if (isFar) this.pressed = null; // the table is panned
    else if (!pressed && follows) this.movement.setState({ ...state, to: this.#spot(event), exact: false });
  }

  #startDrag(event) {
    const { character, grab } = this.pressed;
    this.movement.table.container.setPointerCapture(event.pointerId);
    this.movement.table.container.toggleAttribute("data-dragging", true);
    const via = this.movement.state?.who === character.id ? this.movement.state.via : null;
    this.movement.state = { who: character.id, to: character.at, name: character.name, from: character.at, via, grab, isHeld: true };
    this.#follow(event);
  }

  #follow(event) {
    const [x, y] = this.#spot(event);
    const [gx, gy] = this.movement.state.grab; // a character is not always grabbed by its middle
    this.movement.setState({ ...this.movement.state, to: [x + gx, y + gy] });
  }

  async #pointerUp(event) {
    const { pressed } = this;
    const { state } = this.movement;
    this.pressed = null;
    if (state?.isHeld) {
      this.wasHandled = true;
      this.movement.table.container.removeAttribute("data-dragging");
      this.#follow(event);
      this.movement.state.isHeld = false;
      this.movement.state.isPinned = true;
      return this.movement.playHere(false);
    }
    if (!pressed || !this.movement.isOpen) return undefined;
    this.wasHandled = true;
    if (pressed.id) return state?.who === pressed.id && !state.isKeyed ? this.movement.drop() : this.movement.pick(pressed.id);
    if (pressed.other) return this.movement.switchTo(pressed.other);
    const isSamePlace = state.isPinned && distance(this.#spot(event), state.to) < 0.7;
    this.movement.setState({ ...state, to: isSamePlace ? state.to : this.#spot(event), exact: false, isPinned: true });
    return this.movement.playHere(true);
  }

  #cancel() {
    if (this.movement.state?.isHeld) this.movement.drop();
    this.pressed = null;
  }

  /** Set a waypoint with the right mouse button while a character is picked. */
  #contextMenu(event) {
    if (!this.movement.state) return;
    event.preventDefault();
    if (event.pointerType === "touch") return; // a long press opens the inspector
    event.stopImmediatePropagation();
    this.movement.setVia();
  }

  /** Suppress the click on the picture at the end of a drag. */
  #click(event) {
    if (!this.wasHandled) return;
    this.wasHandled = false;
    event.stopPropagation();
  }
}
