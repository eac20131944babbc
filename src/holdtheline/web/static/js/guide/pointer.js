// Point at parts of the page: a ring around each, and an arrow. A point is the id of something in the picture or of a
// button for it, or a part of the page such as `#go`; `a | b` is the first of them that is shown, `a > b` draws the
// arrow from one to the other. An arrow never covers what people read: without a free place for it, the ring must do.

import { byId, fill, svg } from "../lib/dom.js";
import { pieceOf } from "../lib/picture.js";
import { hexPath } from "../table/overlay.js";

const HEX = "hex-"; // how the id of a hex of a map begins
const MARGIN = 6; // pixels around a thing, on a large screen
const SMALL = 640; // pixels: a screen on which things are small
const HEAD = 13; // length of an arrow's head
const SHORTEST = 34; // pixels; a shorter arrow would only be its head
const LONG = 54; // pixels of an arrow at a single thing; a longer one would cover what people read
const DIRECTIONS = 16; // from which it may come
const SAMPLES = [0.15, 0.4, 0.7, 1]; // points of an arrow that should cover nothing

export class Pointer {
  /** `getPicture()` returns the picture; `isUnderWay()` whether the first thing of an arrow is selected already,
   *  `isReady()` whether the whole move is: then the primary button is pointed at. */
  constructor(panel, getPicture, isUnderWay, isReady) {
    Object.assign(this, { panel, getPicture, isUnderWay, isReady, points: [] });
    this.layer = svg("svg", { class: "guide-pointer", "aria-hidden": "true" });
    document.body.append(this.layer);
  }

  /** Point at these, until told otherwise: they may move on the page. */
  show(points) {
    this.points = points;
    cancelAnimationFrame(this.frame);
    this.#follow();
  }

  hide() {
    cancelAnimationFrame(this.frame);
    this.points = [];
    this.drawn = null;
    fill(this.layer);
  }

  /** Scroll what is shown into view. */
  bringIntoView() {
    for (const thing of this.points.flatMap((point) => point.split(" > ")).map((id) => this.#find(id)).filter(Boolean)) {
      const { top, bottom } = thing.getBoundingClientRect();
      if (top < 0 || bottom > innerHeight) thing.scrollIntoView({ block: "center" });
    }
  }

  #follow() {
    this.#draw();
    this.frame = requestAnimationFrame(() => this.#follow());
  }

  #draw() {
    const isBusy = isReplaying() || "effects" in document.documentElement.dataset;
    const from = this.isUnderWay() ? -1 : 0;
    const points = this.isReady() ? ["#go"] : this.points;
    const targets = (isBusy ? [] : points).map((point) => point.split(" > ").slice(from).map((id) => this.#rectOf(id)).filter(Boolean));
    this.#placePanel(targets.flat());
    const panel = this.panel.getBoundingClientRect();
    const drawn = JSON.stringify([targets, panel, innerWidth, innerHeight]);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    this.layer.setAttribute("viewBox", `0 0 ${innerWidth} ${innerHeight}`);
    const drags = targets.filter((rects) => rects.length > 1);
    const lines = drags.length
      ? drags.map(([from, to]) => arrow(nearestOn(from, middleOf(to)), to))
      : targets.flat().slice(0, 1).filter(({ isInPicture }) => isInPicture).map(freeArrow);
    fill(this.layer, targets.flat().map(ring), lines);
  }

  /** On a small screen the panel lies over the page: above the buttons or, if that covers a target, at the top. */
  #placePanel(rects) {
    if (getComputedStyle(this.panel).position !== "fixed") return;
    const { height } = this.panel.getBoundingClientRect();
    const top = { top: 0, bottom: height + 16 };
    const low = byId("bar").getBoundingClientRect().top;
    const bottom = { top: low - height - 16, bottom: low };
    const covered = (band) => rects.reduce((sum, rect) => sum + Math.max(0, Math.min(band.bottom, rect.bottom) - Math.max(band.top, rect.top)), 0);
    this.panel.toggleAttribute("data-at-top", isReplaying() || covered(bottom) > covered(top));
  }

  #find(ids) {
    const picture = this.getPicture();
    const things = ids.split(" | ").map((id) => partOfPage(id) ?? (picture && pieceOf(picture, id)));
    return things.find((thing) => thing?.checkVisibility());
  }

  #rectOf(id) {
    const thing = this.#find(id);
    if (!thing) return null;
    const { left, top, width, height } = thing.getBoundingClientRect();
    const margin = innerWidth < SMALL ? MARGIN / 3 : MARGIN;
    if (!width) return null;
    const rect = new DOMRect(left - margin, top - margin, width + 2 * margin, height + 2 * margin);
    return Object.assign(rect, { isHex: thing.dataset.id?.startsWith(HEX) ?? false, isInPicture: thing instanceof SVGElement });
  }
}

/** Return whether the replay of a turn is shown, in place of the picture. */
export function isReplaying() {
  return document.documentElement.matches("[data-turn-replay]");
}

/** Return the element of the page with this id, or the button that orders it. */
function partOfPage(id) {
  if (id.startsWith("#")) return byId(id.slice(1));
  return [...document.querySelectorAll(`[data-give="${CSS.escape(id)}"], [data-click="${CSS.escape(id)}"]`)].find((button) => button.checkVisibility());
}

function ring({ x, y, width, height, isHex }) {
  if (isHex) {
    const d = hexPath(x, y, width, height);
    return svg("g", { class: "guide-ring" }, svg("path", { class: "under", d }), svg("path", { d }));
  }
  const rect = { x, y, width, height, rx: 12 };
  return svg("g", { class: "guide-ring" }, svg("rect", { class: "under", ...rect }), svg("rect", rect));
}

/** Draw a short arrow at a thing, from where it covers least; null if it would cover something from everywhere. */
function freeArrow(rect) {
  const { x, y } = middleOf(rect);
  const starts = Array.from({ length: DIRECTIONS }, (_, at) => {
    const angle = (2 * Math.PI * (at + 0.5)) / DIRECTIONS;
    const out = nearestOn(rect, { x: x + Math.cos(angle) * innerWidth, y: y + Math.sin(angle) * innerWidth });
    return { x: out.x + Math.cos(angle) * LONG, y: out.y + Math.sin(angle) * LONG };
  });
  const free = starts.find((start) => {
    const to = nearestOn(rect, start);
    return SAMPLES.every((part) => isFree(to.x + (start.x - to.x) * part, to.y + (start.y - to.y) * part));
  });
  return free ? arrow(free, rect) : null;
}

/** Return whether nothing that people read is at a place: no text, no button and no piece of the picture but its ground. */
function isFree(x, y) {
  const found = document.elementsFromPoint(x, y);
  const isGround = (thing) => !thing.closest("text, button:not(.spot), .hud, .side, .top, .guide") && (thing.closest("[data-id]")?.dataset.id.startsWith(HEX) ?? true);
  return found.length > 0 && found.every(isGround);
}

/** Draw an arrow from a place to the edge of a thing. */
function arrow(start, rect) {
  const to = nearestOn(rect, start);
  const [dx, dy] = [to.x - start.x, to.y - start.y];
  const length = Math.hypot(dx, dy);
  if (length < SHORTEST) return null;
  const [ux, uy] = [dx / length, dy / length];
  const neck = { x: to.x - ux * HEAD, y: to.y - uy * HEAD };
  const head = `M${to.x} ${to.y} L${neck.x - uy * HEAD * 0.6} ${neck.y + ux * HEAD * 0.6} L${neck.x + uy * HEAD * 0.6} ${neck.y - ux * HEAD * 0.6} Z`;
  const line = `M${start.x} ${start.y} L${neck.x} ${neck.y}`;
  return svg("g", { class: "guide-arrow" },
    svg("path", { class: "under", d: line }), svg("path", { class: "under", d: head }),
    svg("path", { d: line }), svg("path", { class: "head", d: head }));
}

function middleOf({ x, y, width, height }) {
  return { x: x + width / 2, y: y + height / 2 };
}

/** Return the place in a rectangle that is nearest to another place. */
function nearestOn({ left, right, top, bottom }, { x, y }) {
  return { x: Math.min(Math.max(x, left), right), y: Math.min(Math.max(y, top), bottom) };
}
