// Marks for what the selected piece can reach: where it can go and at what cost, what it can attack, and what blocks its view.

import { request } from "../lib/api.js";
import { el, fill, svg } from "../lib/dom.js";
import { pieceOf } from "../lib/picture.js";

const KINDS = ["near", "far", "dear", "target", "unseen", "blocks"];

const OVERLAP_DISTANCE = 40; // in the picture's unit: closer pieces overlap

export class Marks {
  /** `onMarks(marks)` is called when the server has answered. */
  constructor(container, legend, key, onMarks) {
    Object.assign(this, { container, legend, key, onMarks, marks: [], question: null });
    this.layer = svg("svg", { class: "marks in-reach", "aria-hidden": "true" });
    container.append(this.layer);
  }

  /** Ask the server what can be reached after these clicks, if that is not known. */
  async ask(version, clicks) {
    const question = `${version} ${clicks.join(" ")}`;
    if (question === this.question) return;
    this.clear();
    this.question = question;
    const answer = await request("POST", "/api/table/marks", { key: this.key, body: { touches: clicks } }).catch(() => null);
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
    const matrices = this.marks.length ? matricesIn(picture) : new Map();
    const drawn = KINDS.toReversed().flatMap((kind) => this.marks.filter((mark) => mark.kind === kind))
      .map((mark) => drawMark(picture, mark, matrices)).filter(Boolean);
    fill(this.layer, drawn.length > 0 && patterns(picture), ...drawn.map(([shape]) => shape), ...drawn.map(([, sign]) => sign));
    const kinds = KINDS.map((kind) => this.marks.find((mark) => mark.kind === kind && matrices.has(mark.id))).filter(Boolean);
    fill(this.legend, ...kinds.map(({ kind, meaning }) => el("li", {}, swatch(kind), meaning)));
    this.legend.hidden = !kinds.length;
  }
}

/** Return the patterned outline of a piece, and its sign, which is drawn over all outlines. */
function drawMark(picture, { id, kind, sign }, matrices) {
  const piece = pieceOf(picture, id);
  const shape = piece && shapeOf(piece);
  if (!shape) return null;
  const at = matrices.get(id);
  const isScaled = Math.abs(at.a - 1) > 0.001; // it stands on a table with a different unit
  const center = isScaled ? middleOf(piece).matrixTransform(at) : { x: at.e, y: at.f };
  const isCovered = !baseOf(piece) && isOccupied(matrices, id, center);
  const fillOf = isScaled ? `url(#mark-${kind}-table)` : `url(#mark-${kind})`;
  const parts = [svg("path", { class: "wash", d: shape }), svg("path", { class: "pattern", d: shape, fill: fillOf }), svg("path", { class: "edge-under", d: shape }), svg("path", { class: "edge", d: shape })];
  const outline = svg("g", { class: `mark mark-${kind}${isCovered ? " taken" : ""}`, transform: matrixText(at) }, ...parts);
  if (isScaled) outline.style.setProperty("--by", 1 / at.a);
  return [
    outline,
    sign && svg("g", { class: `mark-${kind}`, transform: `translate(${center.x} ${center.y})` }, signPill(sign, isCovered)),
  ];
}

/** Return the outline of a piece: of its round base, or its first path. */
function shapeOf(piece) {
  const r = Number(baseOf(piece)?.getAttribute("r"));
  return r ? `M${-r} 0A${r} ${r} 0 0 1 ${r} 0A${r} ${r} 0 0 1 ${-r} 0z` : piece.querySelector("path")?.getAttribute("d");
}

function baseOf(piece) {
  return piece.querySelector("circle.htl-base");
}

function middleOf(piece) {
  const { x, y, width, height } = (baseOf(piece) ?? piece.querySelector("path")).getBBox();
  return new DOMPoint(x + width / 2, y + height / 2);
}

/** Return the matrix from a piece's units to the picture's; `matrices` caches those of its groups. */
function matrixIn(piece, matrices) {
  if (matrices.has(piece)) return matrices.get(piece);
  const matrix = [...piece.transform.baseVal].reduce((before, one) => before.multiply(one.matrix), matrixIn(piece.parentNode, matrices));
  matrices.set(piece, matrix);
  return matrix;
}

function matrixText({ a, b, c, d, e, f }) {
  return `matrix(${[a, b, c, d, e, f].join(" ")})`;
}

/** Return the matrices of all pieces in the picture by id. */
function matricesIn(picture) {
  const matrices = new Map();
  const cache = new Map([[picture, new DOMMatrix()]]);
  for (const piece of picture.querySelectorAll("[data-id]")) {
    if (!matrices.has(piece.dataset.id)) matrices.set(piece.dataset.id, matrixIn(piece, cache));
  }
  return matrices;
}

/** Return whether something else stands at this point, which the sign must not cover. */
function isOccupied(matrices, id, { x, y }) {
  return [...matrices].some(([other, at]) => other !== id && Math.abs(at.e - x) < OVERLAP_DISTANCE && Math.abs(at.f - y) < OVERLAP_DISTANCE);
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

/** Return the patterns: dots, lines, nets and bars can be distinguished without colours. */
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
