// Marks for what the picked piece can reach: where it can go and for how much, what it can attack, and what hides the rest.

import { request } from "../lib/api.js";
import { el, fill, svg } from "../lib/dom.js";
import { pieceOf } from "../lib/picture.js";

const KINDS = ["near", "far", "dear", "target", "unseen", "blocks"];

const SAME_PLACE = 40; // in the picture's unit: closer things share a place

export class Marks {
  /** `onMarks(marks)` is called when the server has answered. */
  constructor(place, legend, key, onMarks) {
    Object.assign(this, { place, legend, key, onMarks, marks: [], question: null });
    this.layer = svg("svg", { class: "marks in-reach", "aria-hidden": "true" });
    place.append(this.layer);
  }

  /** Ask the server what these touches reach, if that is not known. */
  async ask(version, touches) {
    const question = `${version} ${touches.join(" ")}`;
    if (question === this.question) return;
    this.clear();
    this.question = question;
    const answer = await request("POST", "/api/table/marks", { key: this.key, body: { touches } }).catch(() => null);
    if (this.question !== question || !answer?.marks.length) return;
    this.marks = answer.marks;
    this.onMarks(answer.marks);
  }

  clear() {
    this.question = null;
    this.marks = [];
    fill(this.layer);
    fill(this.legend);
    this.legend.hidden = true;
  }

  show(picture) {
    this.layer.setAttribute("viewBox", picture.getAttribute("viewBox"));
    const places = this.marks.length ? placesIn(picture) : new Map();
    const drawn = KINDS.toReversed().flatMap((kind) => this.marks.filter((mark) => mark.kind === kind))
      .map((mark) => drawMark(picture, mark, places)).filter(Boolean);
    fill(this.layer, drawn.length > 0 && patterns(picture), ...drawn.map(([shape]) => shape), ...drawn.map(([, sign]) => sign));
    const kinds = KINDS.map((kind) => this.marks.find((mark) => mark.kind === kind && places.has(mark.id))).filter(Boolean);
    fill(this.legend, ...kinds.map(({ kind, meaning }) => el("li", {}, swatch(kind), meaning)));
    this.legend.hidden = !kinds.length;
  }
}

/** Return the patterned outline of a thing, and its sign, which is drawn over all outlines. */
function drawMark(picture, { id, kind, sign }, places) {
  const thing = pieceOf(picture, id);
  const shape = thing && shapeOf(thing);
  if (!shape) return null;
  const at = places.get(id);
  const isScaled = Math.abs(at.a - 1) > 0.001; // it stands on a table with a unit of its own
  const center = isScaled ? middleOf(thing).matrixTransform(at) : { x: at.e, y: at.f };
  const isCovered = !baseOf(thing) && isOccupied(places, id, center);
  const fillOf = isScaled ? `url(#mark-${kind}-table)` : `url(#mark-${kind})`;
  const parts = [svg("path", { class: "wash", d: shape }), svg("path", { class: "pattern", d: shape, fill: fillOf }), svg("path", { class: "edge-under", d: shape }), svg("path", { class: "edge", d: shape })];
  const outline = svg("g", { class: `mark mark-${kind}${isCovered ? " taken" : ""}`, transform: matrixText(at) }, ...parts);
  if (isScaled) outline.style.setProperty("--by", 1 / at.a);
  return [
    outline,
    sign && svg("g", { class: `mark-${kind}`, transform: `translate(${center.x} ${center.y})` }, signPill(sign, isCovered)),
  ];
}

/** Return the outline of a thing: of its round base, or its first path. */
function shapeOf(thing) {
  const r = Number(baseOf(thing)?.getAttribute("r"));
  return r ? `M${-r} 0A${r} ${r} 0 0 1 ${r} 0A${r} ${r} 0 0 1 ${-r} 0z` : thing.querySelector("path")?.getAttribute("d");
}

function baseOf(thing) {
  return thing.querySelector("circle.htl-base");
}

function middleOf(thing) {
  const { x, y, width, height } = (baseOf(thing) ?? thing.querySelector("path")).getBBox();
  return new DOMPoint(x + width / 2, y + height / 2);
}

/** Return the matrix from a thing's units to the picture's; `matrices` caches those of its groups. */
function matrixIn(thing, matrices) {
  if (matrices.has(thing)) return matrices.get(thing);
  const matrix = [...thing.transform.baseVal].reduce((before, one) => before.multiply(one.matrix), matrixIn(thing.parentNode, matrices));
  matrices.set(thing, matrix);
  return matrix;
}

function matrixText({ a, b, c, d, e, f }) {
  return `matrix(${[a, b, c, d, e, f].join(" ")})`;
}

/** Return the matrices of all things in the picture by id. */
function placesIn(picture) {
  const places = new Map();
  const matrices = new Map([[picture, new DOMMatrix()]]);
  for (const thing of picture.querySelectorAll("[data-id]")) {
    if (!places.has(thing.dataset.id)) places.set(thing.dataset.id, matrixIn(thing, matrices));
  }
  return places;
}

/** Return whether something else stands at this point, which the sign must not cover. */
function isOccupied(places, id, { x, y }) {
  return [...places].some(([other, at]) => other !== id && Math.abs(at.e - x) < SAME_PLACE && Math.abs(at.f - y) < SAME_PLACE);
}

function signPill(sign, isLow) {
  const wide = 14 + 11 * sign.length;
  const at = isLow ? "translate(0 48)" : null;
  return svg("g", { class: "sign", transform: at },
    svg("rect", { x: -wide / 2, y: -12, width: wide, height: 24, rx: 12 }),
    svg("text", { y: 6.5, text: sign }));
}

function swatch(kind) {
  const d = "M1 1H29V17H1z";
  return svg("svg", { class: "in-reach swatch", viewBox: "0 0 30 18", "aria-hidden": "true" },
    svg("g", { class: `mark mark-${kind}` }, svg("path", { class: "wash", d }), svg("path", { class: "pattern", d, fill: `url(#mark-${kind})` }), svg("path", { class: "edge", d })));
}

/** Return the patterns: dots, lines, nets and bars can be told apart without colors. */
function patterns(picture) {
  const table = picture.querySelector(".htl-table");
  const scale = table ? 1 / matrixIn(table, new Map([[picture, new DOMMatrix()]])).a : 1;
  return svg("defs", {}, ...patternsOf("", ""), ...(scale === 1 ? [] : patternsOf("-table", `scale(${scale}) `)));
}

function patternsOf(ending, scaled) {
  const pattern = (kind, size, d, turn = "") => svg("pattern", { id: `mark-${kind}${ending}`, class: `of-${kind}`, width: size, height: size, patternUnits: "userSpaceOnUse", patternTransform: scaled + turn },
    svg("path", { d, class: "pattern-line" }));
  return [
    pattern("near", 11, "M5 5h.01"),
    pattern("far", 9, "M0 4H9", "rotate(-45)"),
    pattern("dear", 10, "M0 5H10M5 0V10", "rotate(45)"),
    pattern("blocks", 8, "M4 0V8"),
  ];
}
