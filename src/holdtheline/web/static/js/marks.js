// What is in reach of what is picked: where it can go and for how much, what it can attack, and what hides the rest.

import { ask } from "./api.js";
import { drawn, el, fill } from "./dom.js";

const KINDS = ["near", "far", "dear", "target", "unseen", "blocks"];

const NEAR = 40; // in the picture's own unit: nearer than this two things share a place

export class Marks {
  /** `found(marks)` is called when the answer to a question is there. */
  constructor(place, legend, key, found) {
    Object.assign(this, { place, legend, key, found, marks: [], asked: null });
    this.layer = drawn("svg", { class: "marks in-reach", "aria-hidden": "true" });
    place.append(this.layer);
  }

  /** Ask what these touches reach, if that is not known. */
  async ask(version, touches) {
    const asked = `${version} ${touches.join(" ")}`;
    if (asked === this.asked) return;
    this.forget();
    this.asked = asked;
    const answer = await ask("POST", "/api/table/marks", { key: this.key, body: { touches } }).catch(() => null);
    if (this.asked !== asked || !answer?.marks.length) return;
    this.marks = answer.marks;
    this.found(answer.marks);
  }

  forget() {
    this.asked = null;
    this.marks = [];
    fill(this.layer);
    fill(this.legend);
    this.legend.hidden = true;
  }

  show(picture) {
    this.layer.setAttribute("viewBox", picture.getAttribute("viewBox"));
    const places = this.marks.length ? placesIn(picture) : new Map();
    const shown = KINDS.toReversed().flatMap((kind) => this.marks.filter((mark) => mark.kind === kind))
      .map((mark) => signed(picture, mark, places)).filter(Boolean);
    fill(this.layer, shown.length > 0 && patterns(picture), ...shown.map(([shape]) => shape), ...shown.map(([, sign]) => sign));
    const kinds = KINDS.map((kind) => this.marks.find((mark) => mark.kind === kind && places.has(mark.id))).filter(Boolean);
    fill(this.legend, ...kinds.map(({ kind, meaning }) => el("li", {}, swatch(kind), meaning)));
    this.legend.hidden = !kinds.length;
  }
}

/** The shape of a thing, with the pattern of its mark, and its sign, which lies over all shapes. */
function signed(picture, { id, kind, sign }, places) {
  const thing = picture.querySelector(`[data-id="${CSS.escape(id)}"]`);
  const shape = thing && shapeOf(thing);
  if (!shape) return null;
  const at = places.get(id);
  const isScaled = Math.abs(at.a - 1) > 0.001; // it stands on a table that has a unit of its own
  const spot = isScaled ? middleOf(thing).matrixTransform(at) : { x: at.e, y: at.f };
  const isTaken = !baseOf(thing) && holdsMore(places, id, spot);
  const fillOf = isScaled ? `url(#mark-${kind}-table)` : `url(#mark-${kind})`;
  const parts = [drawn("path", { class: "wash", d: shape }), drawn("path", { class: "pattern", d: shape, fill: fillOf }), drawn("path", { class: "edge-under", d: shape }), drawn("path", { class: "edge", d: shape })];
  const outline = drawn("g", { class: `mark mark-${kind}${isTaken ? " taken" : ""}`, transform: written(at) }, ...parts);
  if (isScaled) outline.style.setProperty("--by", 1 / at.a);
  return [
    outline,
    sign && drawn("g", { class: `mark-${kind}`, transform: `translate(${spot.x} ${spot.y})` }, pill(sign, isTaken)),
  ];
}

/** The outline of a thing: its round base, if it has one, or its first path. */
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

/** From the units of a thing to those of the picture, through all groups that it stands in; `known`: those of groups. */
function matrixIn(thing, known) {
  if (known.has(thing)) return known.get(thing);
  const matrix = [...thing.transform.baseVal].reduce((before, one) => before.multiply(one.matrix), matrixIn(thing.parentNode, known));
  known.set(thing, matrix);
  return matrix;
}

function written({ a, b, c, d, e, f }) {
  return `matrix(${[a, b, c, d, e, f].join(" ")})`;
}

/** Where the things of the picture are, by their ids. */
function placesIn(picture) {
  const places = new Map();
  const known = new Map([[picture, new DOMMatrix()]]);
  for (const thing of picture.querySelectorAll("[data-id]")) {
    if (!places.has(thing.dataset.id)) places.set(thing.dataset.id, matrixIn(thing, known));
  }
  return places;
}

/** Whether something else stands at a spot, which is not to be covered. */
function holdsMore(places, id, { x, y }) {
  return [...places].some(([other, at]) => other !== id && Math.abs(at.e - x) < NEAR && Math.abs(at.f - y) < NEAR);
}

function pill(sign, isLow) {
  const wide = 14 + 11 * sign.length;
  const at = isLow ? "translate(0 48)" : null;
  return drawn("g", { class: "sign", transform: at },
    drawn("rect", { x: -wide / 2, y: -12, width: wide, height: 24, rx: 12 }),
    drawn("text", { y: 6.5, text: sign }));
}

function swatch(kind) {
  const d = "M1 1H29V17H1z";
  return drawn("svg", { class: "in-reach swatch", viewBox: "0 0 30 18", "aria-hidden": "true" },
    drawn("g", { class: `mark mark-${kind}` }, drawn("path", { class: "wash", d }), drawn("path", { class: "pattern", d, fill: `url(#mark-${kind})` }), drawn("path", { class: "edge", d })));
}

/** Told apart without colours: dots, lines, a net, rings, bars. */
function patterns(picture) {
  const table = picture.querySelector(".htl-table");
  const scale = table ? 1 / matrixIn(table, new Map([[picture, new DOMMatrix()]])).a : 1;
  return drawn("defs", {}, ...patternsOf("", ""), ...(scale === 1 ? [] : patternsOf("-table", `scale(${scale}) `)));
}

function patternsOf(ending, scaled) {
  const pattern = (kind, size, d, turn = "") => drawn("pattern", { id: `mark-${kind}${ending}`, class: `of-${kind}`, width: size, height: size, patternUnits: "userSpaceOnUse", patternTransform: scaled + turn },
    drawn("path", { d, class: "pattern-line" }));
  return [
    pattern("near", 11, "M5 5h.01"),
    pattern("far", 9, "M0 4H9", "rotate(-45)"),
    pattern("dear", 10, "M0 5H10M5 0V10", "rotate(45)"),
    pattern("blocks", 8, "M4 0V8"),
  ];
}
