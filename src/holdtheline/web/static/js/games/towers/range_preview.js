// Preview of a tower: its range around the cell under the pointer, or why the cell is closed.

import { el, fill, svg } from "../../lib/dom.js";
import { boxOf, figureOf, pieceOf } from "../../lib/picture.js";

export class RangePreview {
  /** `boxOfSpot(id)` returns the box of a spot in the picture's coordinates. */
  constructor(container, boxOfSpot) {
    Object.assign(this, { container, boxOfSpot, reach: null });
    this.layer = svg("svg", { class: "marks reach", "aria-hidden": "true" });
    this.reason = el("p", { class: "picture-reason", hidden: true, "aria-hidden": "true" });
    container.append(this.layer, this.reason);
    container.addEventListener("pointermove", ({ target }) => this.lookAt(target.closest("[data-id]")?.dataset.id));
    container.addEventListener("pointerleave", () => this.lookAt(null));
    container.addEventListener("focusin", ({ target }) => this.lookAt(target.dataset.spot));
    container.addEventListener("focusout", () => this.lookAt(null));
  }

  /** Show a new picture; `reach` is {range, within: two corners}, or null if nothing with a range is picked. */
  show(picture, { reach, timeline }) {
    Object.assign(this, { picture, reach, picked: timeline?.picked ?? null });
    this.layer.setAttribute("viewBox", picture.getAttribute("viewBox"));
    const id = this.id;
    this.id = undefined;
    this.lookAt(id);
  }

  /** Show the range around a cell, or why it is closed; null shows nothing. */
  lookAt(id) {
    if (id === this.id) return;
    this.id = id;
    const box = this.picked && id ? this.boxOfSpot(id) : null;
    const closed = box && this.picture.querySelector(`[data-id="${CSS.escape(id)}"].htl-closed`);
    fill(this.layer, box && !closed && id !== this.picked && this.#area(box));
    this.#showReason(closed ? closed.dataset.title : "", box);
  }

  #area(box) {
    const figure = figureOf(this.picture, this.picked);
    figure?.setAttribute("transform", `translate(${box.x + box.width / 2} ${box.y + box.height / 2})`);
    const colors = this.picture.getAttribute("class");
    return [...(this.reach ? this.#square(box) : []), figure && svg("g", { class: `tower-preview ${colors}` }, figure)];
  }

  /** Return a square around the cell, cut off where the cells end. */
  #square({ x, y, width, height }) {
    const [a, b] = this.reach.within.map((id) => boxOf(pieceOf(this.picture, id), this.picture));
    const range = this.reach.range;
    const left = Math.max(x - range * width, Math.min(a.x, b.x));
    const top = Math.max(y - range * height, Math.min(a.y, b.y));
    const right = Math.min(x + (range + 1) * width, Math.max(a.x, b.x) + width);
    const bottom = Math.min(y + (range + 1) * height, Math.max(a.y, b.y) + height);
    const rect = { x: left, y: top, width: right - left, height: bottom - top, rx: 4 };
    return ["wash", "under", "edge"].map((part) => svg("rect", { class: `reach-${part}`, ...rect }));
  }

  #showReason(text, box) {
    this.reason.hidden = !text;
    this.reason.textContent = text;
    if (!text) return;
    const { width, height } = this.picture.viewBox.baseVal;
    this.reason.style.left = `${Math.min(Math.max((100 * (box.x + box.width / 2)) / width, 25), 75)}%`;
    this.reason.style.top = `${(100 * box.y) / height}%`;
  }
}
