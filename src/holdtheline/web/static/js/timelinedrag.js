// Dragging pieces over a timeline, with the mouse, a pen or a finger.

import { el } from "./dom.js";

const SLOP = 5; // pixels that a press may move and still be a click
const EDGE = 36; // pixels from the edge of the timeline where it begins to scroll
const PACE = 9; // pixels that it scrolls in a frame

export class Dragging {
  /** `timeline` has place, scroll, isOpen, taken(), put(), point(), placeAt(), draw(). */
  constructor(timeline) {
    Object.assign(this, { timeline, isOn: false, wasOn: false });
    const { place } = timeline;
    place.addEventListener("pointerdown", (event) => this.#down(event));
    place.addEventListener("pointermove", (event) => this.#move(event));
    place.addEventListener("pointerup", (event) => this.#up(event));
    place.addEventListener("pointercancel", () => this.#stop());
    // A finger is held by the piece at first: that the piece loses it to the timeline ends nothing.
    place.addEventListener("lostpointercapture", ({ target }) => target === place && this.isOn && this.#stop());
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.isOn && this.#stop(event), true);
  }

  #down(event) {
    const chip = event.target.closest(".tl-chip");
    this.wasOn = false;
    this.pressed = null;
    if (!chip || !this.timeline.isOpen || event.button > 0) return;
    this.pressed = { chip, id: chip.dataset.piece, x: event.clientX, y: event.clientY, pointer: event.pointerId };
  }

  #move(event) {
    const { pressed } = this;
    if (!pressed) return;
    this.last = { clientX: event.clientX, clientY: event.clientY };
    if (!this.isOn && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) < SLOP) return;
    if (!this.isOn) this.#begin(event);
    this.#follow();
  }

  #begin(event) {
    const { chip, id } = this.pressed;
    this.isOn = true;
    this.ids = this.timeline.taken(id);
    this.timeline.place.setPointerCapture(event.pointerId);
    this.timeline.place.toggleAttribute("data-dragging", true);
    chip.dataset.lifted = "";
    this.ghost = el("div", { class: "tl-ghost", "aria-hidden": "true" }, chip.querySelector("svg")?.cloneNode(true),
      this.ids.length > 1 && el("b", { class: "numbers", text: this.ids.length }));
    document.body.append(this.ghost);
    this.frame = requestAnimationFrame(() => this.#scroll());
  }

  #follow() {
    this.ghost.style.transform = `translate(${this.last.clientX}px, ${this.last.clientY}px)`;
    this.timeline.point(this.timeline.placeAt(this.last));
  }

  /** Near an edge, what lies beyond it comes into sight. */
  #scroll() {
    if (!this.isOn) return;
    const { scroll } = this.timeline;
    const { left, right, top, bottom } = scroll.getBoundingClientRect();
    const { clientX, clientY } = this.last;
    const way = clientY < top || clientY > bottom ? 0 : clientX > right - EDGE ? PACE : clientX < left + EDGE ? -PACE : 0;
    const before = scroll.scrollLeft;
    if (way) scroll.scrollLeft += way;
    if (scroll.scrollLeft !== before) this.#follow();
    this.frame = requestAnimationFrame(() => this.#scroll());
  }

  #up(event) {
    if (!this.isOn) {
      this.pressed = null;
      return;
    }
    const place = this.timeline.placeAt(event);
    const { ids } = this;
    this.#stop();
    if (place) this.timeline.put(ids, place);
  }

  #stop(event) {
    event?.stopImmediatePropagation();
    this.pressed = null;
    if (!this.isOn) return;
    this.isOn = false;
    this.wasOn = true; // the click that follows was none
    cancelAnimationFrame(this.frame);
    this.ghost.remove();
    for (const chip of this.timeline.place.querySelectorAll("[data-lifted]")) delete chip.dataset.lifted;
    this.timeline.place.removeAttribute("data-dragging");
    this.timeline.point(null);
    this.timeline.draw();
  }
}
