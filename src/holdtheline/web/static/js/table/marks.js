// Marks for what the selected piece can reach: where it can go and at what cost, what it can attack, and what blocks its view.

import { request } from "../lib/api.js";
import { el, fill, svg } from "../lib/dom.js";
import { showError } from "../lib/messages.js";
import { pieceOf } from "../lib/picture.js";

const SERVER_ERROR = 500;
const KINDS = ["near", "far", "dear", "target", "unseen", "blocks"];

const ICONS = { // drawn in a square of 20, in place of a letter that not every font has
  "⌖": "M10 4.5A5.5 5.5 0 0 1 10 15.5A5.5 5.5 0 0 1 10 4.5M10 1.5V7M10 13V18.5M1.5 10H7M13 10H18.5",
  "⚔": "M3 3L14 14M17 3L6 14M11 16.5L16.5 11M9 16.5L3.5 11M14.2 14.2L17.5 17.5M5.8 14.2L2.5 17.5",
};
const ICON_SIZE = 20;
const OPTION_STEP = 45; // in the picture's unit: from one move of a mark to the next
const LOW_SIGN = 39; // below the middle of a hex with a piece: under its counter, within the hex
const LOW_HEIGHT = 23;
const SHORT_SIGN = 4; // letters
const WORD_STEP = 26;
const BASE_RADIUS = 26;
const WORDS_LEFT_FROM = 860; // nearer to the right edge there is no room for words
const OVERLAP_DISTANCE = 40; // in the picture's unit: closer pieces overlap

export class Marks {
  /** `onMarks(marks)` is called when the server has answered. */
  constructor(container, legend, key, onMarks) {
    Object.assign(this, { container, legend, key, onMarks, marks: [], question: null });
    this.layer = svg("svg", { class: "marks in-reach", "aria-hidden": "true" });
    container.append(this.layer);
  }

  /** Ask the server what can be reached after these clicks, if that is not known; `loaded` waits for the answer. */
  ask(version, clicks) {
    const question = `${version} ${clicks.join(" ")}`;
    if (question === this.question) return;
    this.clear();
    this.question = question;
    this.loaded = this.#load(question, clicks);
  }

  async #load(question, clicks) {
    const answer = await request("POST", "/api/table/marks", { key: this.key, body: { clicks } }).catch((error) => this.#fail(question, error));
    if (this.question !== question || !answer?.marks.length) return;
    this.marks = answer.marks;
    this.onMarks(answer.marks);
  }

  /** Say that there are no marks, if it is the server that could not answer; selecting again asks again. */
  #fail(question, error) {
    if (this.question !== question || error.status < SERVER_ERROR) return;
    this.question = null;
    showError(error);
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
    const signs = drawn.map(([, sign]) => sign).filter(Boolean).toSorted((a, b) => canBeClicked(a) - canBeClicked(b)); // these on top
    fill(this.layer, ...drawn.map(([shape]) => shape), ...signs);
    const kinds = KINDS.map((kind) => this.marks.find((mark) => mark.kind === kind && matrices.has(mark.id))).filter(Boolean);
    fill(this.legend, ...kinds.map(({ kind, meaning }) => el("li", {}, swatch(kind), el("span", {}, withIcons(meaning)))));
    this.legend.hidden = !kinds.length;
  }
}

function canBeClicked(sign) {
  return Number(sign.querySelector("[data-play]") !== null);
}

/** Return the outline of a piece, and its sign, which is drawn over all outlines. */
function drawMark(picture, { id, kind, sign, options }, matrices) {
  const piece = pieceOf(picture, id);
  const shape = piece && shapeOf(piece);
  if (!shape) return null;
  const at = matrices.get(id);
  const isScaled = Math.abs(at.a - 1) > 0.001; // it stands on a table with a different unit
  const center = isScaled ? middleOf(piece).matrixTransform(at) : { x: at.e, y: at.f };
  const isCovered = !baseOf(piece) && isOccupied(matrices, id, center);
  const parts = ["wash", "edge-under", "edge"].map((layer) => svg("path", { class: layer, d: shape }));
  const outline = svg("g", { class: `mark mark-${kind}${isCovered ? " taken" : ""}`, transform: matrixText(at) }, ...parts);
  if (isScaled) outline.style.setProperty("--by", 1 / Math.abs(at.a));
  return [
    outline,
    sign && svg("g", { class: `mark-${kind}`, transform: `translate(${center.x} ${center.y})` }, signPills(sign, options, isCovered, center.x)),
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

/** Return the sign of a mark, or one for each of its moves, which can be clicked; words are written beside it. */
function signPills(sign, options, isLow, x) {
  if (options.some((option) => option.sign.length > SHORT_SIGN)) return wordPills(options, x);
  const pills = options.length ? options.map((option) => signPill(option.sign, option.play, isLow)) : [signPill(sign, undefined, isLow)];
  const left = -((pills.length - 1) * OPTION_STEP) / 2;
  pills.forEach((pill, at) => pill.setAttribute("transform", `translate(${left + at * OPTION_STEP} ${isLow ? LOW_SIGN : 0})`));
  return svg("g", {}, ...pills);
}

/** Return signs below each other, at the right of a base, or at its left near the right edge. */
function wordPills(options, x) {
  const top = -((options.length - 1) * WORD_STEP) / 2;
  const pills = options.map((option) => signPill(option.sign, option.play));
  pills.forEach((pill, at) => {
    const aside = BASE_RADIUS + Number(pill.firstChild.getAttribute("width")) / 2;
    pill.setAttribute("transform", `translate(${x < WORDS_LEFT_FROM ? aside : -aside} ${top + at * WORD_STEP})`);
  });
  return svg("g", {}, ...pills);
}

function signPill(sign, play, isLow = false) {
  const isWord = sign.length > SHORT_SIGN;
  const icon = ICONS[sign[0]];
  const wide = icon ? OPTION_STEP - 2 : 14 + 11 * sign.length;
  const high = isLow && !isWord ? LOW_HEIGHT : 24;
  return svg("g", { class: isLow && !isWord ? "sign low" : "sign", "data-play": play },
    svg("rect", { x: -wide / 2, y: -high / 2, width: wide, height: high, rx: high / 2 }),
    icon && svg("path", { class: "icon", d: icon, transform: `translate(${5 - wide / 2} -9) scale(.9)` }),
    svg("text", { x: icon ? 10 : 0, y: isLow && !isWord ? 6 : 6.5, text: icon ? sign.slice(1) : sign }));
}

/** Return a text with icons in place of their letters. */
function withIcons(text) {
  return text.split(/([⌖⚔])/).map((part) => (ICONS[part] ? svg("svg", { class: "letter-icon", viewBox: `0 0 ${ICON_SIZE} ${ICON_SIZE}`, "aria-hidden": "true" }, svg("path", { d: ICONS[part] })) : part));
}

function swatch(kind) {
  const d = "M1 1H29V17H1z";
  return svg("svg", { class: "in-reach swatch", viewBox: "0 0 30 18", "aria-hidden": "true" },
    svg("g", { class: `mark mark-${kind}` }, svg("path", { class: "wash", d }), svg("path", { class: "edge", d })));
}
