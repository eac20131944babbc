// Drag a unit from the shop: a tower onto a cell, a soldier onto a column or the timeline.

import { el } from "../../lib/dom.js";

const CLICK_SLOP = 6; // pixels that a press may move and still be a click

export class ShopDrag {
  /** `plan` has shop, quickShop, timeline, giveOrder() and drop(); `onHover(id)` is called for the piece under the pointer. */
  constructor(plan, onHover) {
    Object.assign(this, { plan, onHover, pressed: null, isOn: false, wasOn: false });
    for (const shop of [plan.shop, plan.quickShop]) {
      shop.addEventListener("pointerdown", (event) => this.#down(event));
      shop.addEventListener("click", (event) => event.detail > 0 && this.wasOn && event.stopPropagation(), true);
    }
    document.addEventListener("pointermove", (event) => this.#move(event));
    document.addEventListener("pointerup", (event) => this.#up(event));
    document.addEventListener("pointercancel", () => this.#stop());
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.isOn && this.#cancel(event), true);
  }

  #down(event) {
    const button = event.button > 0 ? null : event.target.closest("[data-give]");
    this.wasOn = false;
    this.pressed = button && button.getAttribute("aria-disabled") !== "true" ? { button, x: event.clientX, y: event.clientY } : null;
  }

  #move(event) {
    const { pressed } = this;
    if (!pressed) return;
    if (!this.isOn && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) < CLICK_SLOP) return;
    if (!this.isOn) this.#start();
    this.preview.style.transform = `translate(${event.clientX}px, ${event.clientY}px)`;
    if (this.kind === "tower") this.onHover(pieceAt(event)?.dataset.id ?? null);
    else this.plan.timeline.showDropTarget(this.plan.timeline.dropTargetAt(event));
  }

  /** Start a drag. A tower is picked at once, so that the picture shows where it can stand. */
  #start() {
    const { give: id, kind } = this.pressed.button.dataset;
    Object.assign(this, { isOn: true, wasOn: true, id, kind });
    this.preview = el("div", { class: "tl-drag-preview", "aria-hidden": "true" }, this.pressed.button.querySelector("svg")?.cloneNode(true));
    document.body.append(this.preview);
    document.documentElement.toggleAttribute("data-dragging-unit", true);
    const isPicked = this.plan.timeline.board.picked === id;
    this.picked = kind === "tower" && !isPicked ? this.plan.giveOrder([id]) : null;
  }

  async #up(event) {
    const { isOn, id, kind, picked } = this;
    this.#stop();
    if (!isOn) return;
    const { clientX, clientY } = event;
    const target = pieceAt(event);
    await picked;
    this.plan.drop({ id, kind }, { clientX, clientY, target });
  }

  async #cancel(event) {
    event.stopImmediatePropagation();
    const { kind, picked } = this;
    this.#stop();
    await picked;
    if (kind === "tower") this.plan.giveOrder([this.plan.timeline.board.cancel]);
  }

  #stop() {
    this.pressed = null;
    if (!this.isOn) return;
    this.isOn = false;
    this.preview.remove();
    document.documentElement.removeAttribute("data-dragging-unit");
    this.plan.timeline.showDropTarget(null);
    this.onHover(null);
  }
}

/** Return the piece of the picture under a pointer, or null. */
function pieceAt({ clientX, clientY }) {
  return document.elementFromPoint(clientX, clientY)?.closest(".picture [data-id]") ?? null;
}
