// How far what is picked would reach from the cell that is looked at, and why a cell is closed to it.

import { drawn, el, fill } from "./dom.js";
import { boxOf } from "./overlay.js";
import { figureOf } from "./figure.js";

export class Reach {
  /** `boxOfSpot(id)`: where a thing lies that can be touched, in the picture's coordinates. */
  constructor(place, boxOfSpot) {
    Object.assign(this, { place, boxOfSpot, reach: null });
    this.layer = drawn("svg", { class: "marks reach", "aria-hidden": "true" });
    this.reason = el("p", { class: "whisper", hidden: true, "aria-hidden": "true" });
    place.append(this.layer, this.reason);
    place.addEventListener("pointermove", ({ target }) => this.#look(target.closest("[data-id]")?.dataset.id));
    place.addEventListener("pointerleave", () => this.#look(null));
    place.addEventListener("focusin", ({ target }) => this.#look(target.dataset.spot));
    place.addEventListener("focusout", () => this.#look(null));
  }

  /** `reach`: {range, within: two corners}, or null where nothing is picked that reaches. */
  show(picture, { reach, timeline }) {
    Object.assign(this, { picture, reach, picked: timeline?.picked ?? null });
    this.layer.setAttribute("viewBox", picture.getAttribute("viewBox"));
    const looked = this.id;
    this.id = undefined;
    this.#look(looked);
  }

  #look(id) {
    if (id === this.id) return;
    this.id = id;
    const box = this.picked && id ? this.boxOfSpot(id) : null;
    const closed = box && this.picture.querySelector(`[data-id="${CSS.escape(id)}"].htl-closed > title`);
    fill(this.layer, box && !closed && id !== this.picked && this.#area(box));
    this.#whisper(closed ? closed.textContent : "", box);
  }

  #area(box) {
    const figure = figureOf(this.picture, this.picked);
    figure?.setAttribute("transform", `translate(${box.x + box.width / 2} ${box.y + box.height / 2})`);
    const colours = this.picture.getAttribute("class");
    return [...(this.reach ? this.#square(box) : []), figure && drawn("g", { class: `ghost ${colours}` }, figure)];
  }

  /** A square around the cell, as far as the cells go. */
  #square({ x, y, width, height }) {
    const corners = this.reach.within.map((id) => this.picture.querySelector(`[data-id="${CSS.escape(id)}"]`));
    const [a, b] = corners.map((corner) => boxOf(corner, this.picture));
    const far = this.reach.range;
    const left = Math.max(x - far * width, Math.min(a.x, b.x));
    const top = Math.max(y - far * height, Math.min(a.y, b.y));
    const right = Math.min(x + (far + 1) * width, Math.max(a.x, b.x) + width);
    const bottom = Math.min(y + (far + 1) * height, Math.max(a.y, b.y) + height);
    const place = { x: left, y: top, width: right - left, height: bottom - top, rx: 4 };
    return ["wash", "under", "edge"].map((part) => drawn("rect", { class: `reach-${part}`, ...place }));
  }

  #whisper(text, box) {
    this.reason.hidden = !text;
    this.reason.textContent = text;
    if (!text) return;
    const { width, height } = this.picture.viewBox.baseVal;
    this.reason.style.left = `${Math.min(Math.max((100 * (box.x + box.width / 2)) / width, 25), 75)}%`;
    this.reason.style.top = `${(100 * box.y) / height}%`;
  }
}
