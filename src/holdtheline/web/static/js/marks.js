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
    const places = placesIn(picture);
    const shown = KINDS.toReversed().flatMap((kind) => this.marks.filter((mark) => mark.kind === kind))
      .map((mark) => signed(picture, mark, places)).filter(Boolean);
    fill(this.layer, shown.length > 0 && patterns(), ...shown.map(([shape]) => shape), ...shown.map(([, sign]) => sign));
    const kinds = KINDS.map((kind) => this.marks.find((mark) => mark.kind === kind)).filter(Boolean);
    fill(this.legend, ...kinds.map(({ kind, meaning }) => el("li", {}, swatch(kind), meaning)));
    this.legend.hidden = !kinds.length;
  }
}

/** The shape of a thing, with the pattern of its mark, and its sign, which lies over all shapes. */
function signed(picture, { id, kind, sign }, places) {
  const thing = picture.querySelector(`[data-id="${CSS.escape(id)}"]`);
  const shape = thing?.querySelector("path")?.getAttribute("d");
  if (!shape) return null;
  const parts = [drawn("path", { class: "wash", d: shape }), drawn("path", { class: "pattern", d: shape, fill: `url(#mark-${kind})` }), drawn("path", { class: "edge-under", d: shape }), drawn("path", { class: "edge", d: shape })];
  const isTaken = holdsMore(places, id);
  const transform = thing.getAttribute("transform");
  return [
    drawn("g", { class: `mark mark-${kind}${isTaken ? " taken" : ""}`, transform }, ...parts),
    sign && drawn("g", { class: `mark-${kind}`, transform }, pill(sign, isTaken)),
  ];
}

/** Where the things of the picture are, by their ids. */
function placesIn(picture) {
  const places = new Map();
  for (const thing of picture.querySelectorAll("[data-id]")) {
    const at = thing.transform.baseVal.consolidate()?.matrix;
    if (at) places.set(thing.dataset.id, at);
  }
  return places;
}

/** Whether something else stands there, which is not to be covered. */
function holdsMore(places, id) {
  const here = places.get(id);
  return [...places].some(([other, at]) => other !== id && Math.abs(at.e - here.e) < NEAR && Math.abs(at.f - here.f) < NEAR);
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
function patterns() {
  const pattern = (kind, size, d, turn) => drawn("pattern", { id: `mark-${kind}`, width: size, height: size, patternUnits: "userSpaceOnUse", patternTransform: turn },
    drawn("path", { d, class: "pattern-line" }));
  return drawn("defs", {},
    pattern("near", 11, "M5 5h.01"),
    pattern("far", 9, "M0 4H9", "rotate(-45)"),
    pattern("dear", 10, "M0 5H10M5 0V10", "rotate(45)"),
    pattern("blocks", 8, "M4 0V8"));
}
