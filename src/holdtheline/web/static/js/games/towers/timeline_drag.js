// Drag pieces over the timeline with the mouse, a pen or a finger.

import { el } from "../../lib/dom.js";

const CLICK_SLOP = 5; // pixels that a press may move and still be a click
const EDGE = 36; // pixels from the edge in which the timeline scrolls
const SCROLL_SPEED = 9; // pixels per frame

export class TimelineDrag {
  /** `timeline` has container, scroll, isOpen, movedWith(), putDown(), showDropTarget(), dropTargetAt(), draw(). */
  constructor(timeline) {
    Object.assign(this, { timeline, isOn: false, wasOn: false });
    const { container } = timeline;
    container.addEventListener("pointerdown", (event) => this.#pointerDown(event));
    container.addEventListener("pointermove", (event) => this.#pointerMove(event));
    container.addEventListener("pointerup", (event) => this.#pointerUp(event));
    container.addEventListener("pointercancel", () => this.#stop());
    // A finger is first captured by the piece; passing the capture to the timeline does not end the drag.
    container.addEventListener("lostpointercapture", ({ target }) => target === container && this.isOn && this.#stop());
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.isOn && this.#stop(event), true);
  }

  #pointerDown(event) {
    const chip = event.target.closest(".tl-chip");
    this.wasOn = false;
    this.pressed = null;
    if (!chip || !this.timeline.isOpen || event.button > 0) return;
    this.pressed = { chip, id: chip.dataset.piece, x: event.clientX, y: event.clientY, pointer: event.pointerId };
  }

  #pointerMove(event) {
    const { pressed } = this;
    if (!pressed) return;
    this.last = { clientX: event.clientX, clientY: event.clientY };
    if (!this.isOn && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) < CLICK_SLOP) return;
    if (!this.isOn) this.#start(event);
    this.#follow();
  }

  #start(event) {
    const { chip, id } = this.pressed;
    this.isOn = true;
    this.ids = this.timeline.movedWith(id);
    this.timeline.container.setPointerCapture(event.pointerId);
    this.timeline.container.toggleAttribute("data-dragging", true);
    chip.dataset.lifted = "";
    this.preview = el("div", { class: "tl-drag-preview", "aria-hidden": "true" }, chip.querySelector("svg")?.cloneNode(true),
      this.ids.length > 1 && el("b", { class: "numbers", text: this.ids.length }));
    document.body.append(this.preview);
    this.frame = requestAnimationFrame(() => this.#scroll());
  }

  #follow() {
    this.preview.style.transform = `translate(${this.last.clientX}px, ${this.last.clientY}px)`;
    this.timeline.showDropTarget(this.timeline.dropTargetAt(this.last));
  }

  /** Scroll while the pointer is near an edge. */
  #scroll() {
    if (!this.isOn) return;
    const { scroll } = this.timeline;
    const { left, right, top, bottom } = scroll.getBoundingClientRect();
    const { clientX, clientY } = this.last;
    const speed = clientY < top || clientY > bottom ? 0 : clientX > right - EDGE ? SCROLL_SPEED : clientX < left + EDGE ? -SCROLL_SPEED : 0;
    const before = scroll.scrollLeft;
    if (speed) scroll.scrollLeft += speed;
    if (scroll.scrollLeft !== before) this.#follow();
    this.frame = requestAnimationFrame(() => this.#scroll());
  }

  #pointerUp(event) {
    if (!this.isOn) {
      this.pressed = null;
      return;
    }
    const target = this.timeline.dropTargetAt(event);
    const { ids } = this;
    this.#stop();
    if (target) this.timeline.putDown(ids, target);
  }

  #stop(event) {
    event?.stopImmediatePropagation();
    this.pressed = null;
    if (!this.isOn) return;
    this.isOn = false;
    this.wasOn = true; // the click that follows is part of the drag
    cancelAnimationFrame(this.frame);
    this.preview.remove();
    for (const chip of this.timeline.container.querySelectorAll("[data-lifted]")) delete chip.dataset.lifted;
    this.timeline.container.removeAttribute("data-dragging");
    this.timeline.showDropTarget(null);
    this.timeline.draw();
  }
}
