// The layer over the picture in which effects are drawn, and where things are in the picture.

import { svg } from "../../lib/dom.js";
import { boxOf, changePiece, pieceOf } from "../../lib/picture.js";

const FADE_TIME = 450; // milliseconds for what is left after the last effect
const LEAST_DIE = 26; // pixels
const USUAL_DIE = 34; // in the picture's unit
const LARGEST_DIE = 0.16; // of what is visible of the picture
const GAP = 1.14; // from the middle of a die to the next, in dice

export class EffectsLayer {
  constructor(container) {
    this.container = container;
    this.svg = svg("svg", { "aria-hidden": "true" });
    this.running = new Set();
  }

  /** Lie over a picture. */
  open(picture) {
    this.picture = picture;
    this.close();
    this.svg.setAttribute("viewBox", picture.getAttribute("viewBox"));
    this.svg.setAttribute("class", `${picture.getAttribute("class")} effects`); // for the colours
    this.container.append(this.svg);
  }

  /** Remove everything at once. */
  close() {
    for (const animation of this.running) animation.cancel();
    this.running.clear();
    this.svg.replaceChildren();
    this.svg.remove();
  }

  /** Let everything fade away over the new picture. */
  fade() {
    if (!this.svg.childElementCount) return this.close();
    const nodes = [...this.svg.children];
    for (const node of nodes) {
      this.animate(node, [{}, { opacity: 0 }], FADE_TIME).addEventListener("finish", () => node.remove());
    }
    return undefined;
  }

  /** Let the things of the action before fade away. */
  clear() {
    if (this.svg.childElementCount) this.fade();
  }

  add(node) {
    this.svg.append(node);
    return node;
  }

  /** Animate a node; `close` cancels it. */
  animate(node, frames, duration, options = {}) {
    const animation = node.animate(frames, { duration, easing: "ease-out", fill: "backwards", ...options });
    this.running.add(animation);
    animation.addEventListener("finish", () => this.running.delete(animation));
    return animation;
  }

  // Places

  piece(id) {
    return id ? pieceOf(this.picture, id) : null;
  }

  /** Return the box of a piece in the picture's coordinates, or null. */
  boxOf(id) {
    const piece = this.piece(id);
    return piece && boxOf(piece, this.picture);
  }

  middleOf(id) {
    const box = this.boxOf(id);
    return box && { x: box.x + box.width / 2, y: box.y + box.height / 2, width: box.width, height: box.height };
  }

  /** Return the visible part of the picture, in its coordinates, and the size of a pixel. */
  get visible() {
    const { x, y, width } = this.picture.viewBox.baseVal;
    const all = this.picture.getBoundingClientRect();
    const frame = this.container.parentElement.getBoundingClientRect();
    const part = frame.width ? frame : all;
    const unit = width / (all.width || 1);
    const left = Math.max(all.left, part.left, 0);
    const top = Math.max(all.top, part.top, 0);
    const right = Math.min(all.right, part.right, innerWidth);
    const bottom = Math.min(all.bottom, part.bottom, innerHeight);
    return { x: x + (left - all.left) * unit, y: y + (top - all.top) * unit, width: (right - left) * unit, height: (bottom - top) * unit, unit };
  }

  /** Return the size and the place of a die: one of several above a piece or, without room there, below it. */
  placeOfDie(id, index, count) {
    const { visible } = this;
    const size = Math.min(Math.max(USUAL_DIE, LEAST_DIE * visible.unit), visible.width * LARGEST_DIE);
    const box = this.boxOf(id) ?? { x: visible.x + visible.width / 2, y: visible.y + visible.height / 2, width: 0, height: 0 };
    const step = size * GAP;
    const room = Math.max(step, visible.width - size);
    const width = Math.min((count - 1) * step, room);
    const left = clamp(box.x + box.width / 2 - width / 2, visible.x + size / 2, visible.x + visible.width - size / 2 - width);
    const above = box.y - size * 0.55;
    const y = above - size / 2 > visible.y ? above : box.y + box.height + size * 0.55;
    return { size, x: left + (count > 1 ? (width * index) / (count - 1) : 0), y: clamp(y, visible.y + size / 2, visible.y + visible.height - size / 2) };
  }

  /** Put new drawings of pieces into the picture. */
  change(figures) {
    for (const figure of figures) changePiece(this.picture, figure);
  }
}

function clamp(value, least, most) {
  return Math.max(least, Math.min(value, Math.max(least, most)));
}
