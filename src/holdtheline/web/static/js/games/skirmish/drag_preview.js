// The preview of a dragged character: its path in inches, its facing, lines of sight, and what stops it.
//
// Everything is drawn in thousandths of an inch, in a group that lies exactly over the table of the picture.

import { el, fill, svg } from "../../lib/dom.js";

export const TABLE_SIZE = 24000;
const LABEL = 12.5; // pixels of text
const ARC = 1500; // thousandths of an inch in which the facing is drawn
const LABEL_GAP = 34; // pixels: of names closer than this only one is shown
const SMALL_SCALE = 17; // pixels per inch: on a smaller table only numbers are written, and everything is thinner

export class DragPreview {
  constructor(container) {
    this.container = container;
    this.layer = svg("svg", { class: "marks drag-layer", "aria-hidden": "true" });
    this.sheet = svg("g", {});
    this.dot = svg("circle", { r: 500, class: "drag-waiting" });
    this.layer.append(this.sheet);
    this.reason = el("p", { class: "picture-reason drag-reason", hidden: true, "aria-hidden": "true" });
    container.append(this.layer, this.reason);
  }

  clear() {
    fill(this.sheet);
    this.reason.hidden = true;
  }

  /** Show the target until there is an answer; nothing else is redrawn, so that the answer comes sooner. */
  showTarget([x, y]) {
    if (!this.dot.isConnected) this.sheet.append(this.dot);
    for (const [name, value] of Object.entries(circleAt([x, y]))) this.dot.setAttribute(name, value);
  }

  /** Draw `trial`, the server's answer, or null while there is none; `to` is where the pointer is. */
  show(picture, board, trial, to) {
    const table = picture.querySelector(".htl-table");
    if (!table) return;
    this.layer.setAttribute("viewBox", picture.getAttribute("viewBox"));
    this.sheet.setAttribute("transform", table.getAttribute("transform"));
    const scale = table.getScreenCTM().a;
    this.isTurned = scale < 0;
    this.pixel = 1 / Math.max(Math.abs(scale), 1e-6);
    this.isSmall = 1000 / this.pixel < SMALL_SCALE;
    this.unit = this.pixel * (this.isSmall ? 0.6 : 1);
    this.layer.style.setProperty("--unit", this.unit);
    this.container.toggleAttribute("data-small", this.isSmall);
    this.board = board;
    fill(this.sheet, ...(trial ? this.#parts(trial, to, picture) : []));
    if (!trial) this.showTarget(to);
    this.#showReason(trial, picture, table, to);
  }

  #parts(trial, to, picture) {
    const { legs, start, end, possible } = trial;
    const spots = [start, ...legs.map((leg) => leg.to), ...(trial.farthest ? [trial.farthest] : [])];
    return [
      !picture.querySelector(".htl-move-ring") && trial.move > 0 && ring(start, trial.move),
      ...this.#sights(trial),
      trial.in_way && this.#blocker(trial.in_way.id),
      polyline("drag-way-under", spots),
      polyline(`drag-way${possible ? "" : " stopped"}`, spots),
      !possible && polyline("drag-beyond", [end, to]),
      ...legs.slice(0, -1).map((leg) => svg("circle", { ...circleAt(leg.to), r: 130, class: "drag-via" })),
      facingArc(end, trial.facing),
      svg("circle", { ...circleAt(end), r: 1000 * trial.radius, class: `drag-base${possible ? "" : " stopped"}${trial.charges.length ? " charge" : ""}` }),
      ...this.#inches(trial),
    ];
  }

  // Sight

  #sights({ sight, end, charges }) {
    const labelled = [];
    const isNew = ([x, y], name) => {
      const isNear = (label) => 1000 * Math.hypot(label.x - x, label.y - y) < LABEL_GAP * this.pixel;
      if (this.isSmall || labelled.some((label) => label.name === name || isNear(label))) return false;
      return labelled.push({ name, x, y }) > 0;
    };
    const hidden = sight.map(({ blocker }) => blocker).filter(Boolean);
    const shots = sight.filter(({ odds, id }) => odds && !charges.includes(id));
    return [
      ...sight.map((enemy) => sightLine(end, enemy)),
      ...hidden.map(({ at: spot }) => cross(spot, this.unit)),
      ...hidden.map(({ at: spot, name }) => isNew(spot, name) && this.#label(spot, name, "drag-hides", 13)),
      ...shots.map((enemy) => this.#label(enemy.at, chanceOf(enemy.odds), "drag-odds", 24)),
      ...sight.filter(({ shot }) => shot).map((enemy) => this.#label(enemy.at, `${enemy.shot} to wound`, "drag-threat", -24)),
    ];
  }

  // Numbers

  #inches({ start, legs, inches, left, end, farthest, possible }) {
    const spots = [start, ...legs.map((leg) => leg.to)];
    const labels = legs.map((leg, index) => this.#label(middle(spots[index], leg.to), legText(leg), "drag-inches", 0));
    if (farthest) labels.push(this.#label(middle(spots.at(-1), farthest), `${formatInches(distance(spots.at(-1), farthest))}″`, "drag-inches", 0));
    if (!legs.length || (legs.length < 2 && !left)) return labels;
    return [...labels, possible && this.#label(end, `${formatInches(inches)}″${left ? `, ${formatInches(left)} left` : ""}`, "drag-inches", 0, 58)];
  }

  /** Return a label some pixels above a point, or below, and beside it. */
  #label([x, y], text, kind, up, aside = 0) {
    const height = LABEL * 1.45;
    const wide = text.length * LABEL * 0.64 + 12;
    return svg("g", { class: `drag-label ${kind}`, transform: `translate(${1000 * x} ${TABLE_SIZE - 1000 * y}) ${this.isTurned ? "rotate(180) " : ""}scale(${this.pixel * (this.isSmall ? 0.75 : 1)}) translate(${aside} ${-up})` },
      kind !== "drag-hides" && svg("rect", { x: -wide / 2, y: -height / 2, width: wide, height, rx: height / 2 }),
      svg("text", { y: LABEL * 0.35, text }));
  }

  // What stops it

  #blocker(id) {
    const terrain = this.board.terrain.find((piece) => piece.id === id);
    if (terrain) return svg("polygon", { class: "drag-blocks", points: pointsOf(terrain.corners), "stroke-width": 2000 * terrain.rounding + 6 * this.unit });
    const character = this.board.characters.find((other) => other.id === id);
    return character?.at && svg("circle", { ...circleAt(character.at), r: 500 * character.base + 3 * this.unit, class: "drag-blocks round" });
  }

  /** Show the reason at the point where the move is stopped. */
  #showReason(trial, picture, table, to) {
    const text = trial && !trial.possible ? `${trial.sentence} ${trial.clause ?? ""}`.trim() : "";
    this.reason.hidden = !text;
    this.reason.textContent = text;
    if (!text) return;
    const { width, height } = picture.viewBox.baseVal;
    const own = table.transform.baseVal.consolidate().matrix;
    const x = (100 * (own.e + own.a * 1000 * trial.end[0])) / width;
    const y = (100 * (own.f + own.d * (TABLE_SIZE - 1000 * trial.end[1]))) / height;
    this.reason.style.left = `${Math.min(Math.max(x, 22), 78)}%`;
    this.reason.style.top = `${y}%`;
    const isAhead = this.isTurned ? to[1] < trial.end[1] : to[1] > trial.end[1]; // do not cover where the player wants to go
    this.reason.toggleAttribute("data-below", y < 25 || (isAhead && y < 80));
  }
}

// Shapes

export function circleAt([x, y]) {
  return { cx: 1000 * x, cy: TABLE_SIZE - 1000 * y };
}

function pointsOf(spots) {
  return spots.map(([x, y]) => `${1000 * x},${TABLE_SIZE - 1000 * y}`).join(" ");
}

export function polyline(kind, spots) {
  return svg("polyline", { class: kind, points: pointsOf(spots) });
}

/** Return a circle around how far its middle can move. */
function ring(start, move) {
  return svg("circle", { ...circleAt(start), r: 1000 * move, class: "drag-ring" });
}

/** Return the half of a disc that the character would face. */
function facingArc([x, y], [dx, dy]) {
  const length = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [(ARC * dx) / length, (-ARC * dy) / length];
  const [cx, cy] = [1000 * x, TABLE_SIZE - 1000 * y];
  return svg("path", { class: "drag-half", d: `M${cx + uy} ${cy - ux}A${ARC} ${ARC} 0 0 1 ${cx - uy} ${cy + ux}z` });
}

/** Return a line of sight: solid if both see each other, dashed if one does; up to what hides the enemy if none does. */
function sightLine(end, { at: enemy, sees, seen, blocker }) {
  const kind = blocker ? "blocked" : sees && seen ? "both" : "one";
  return polyline(`drag-sight ${kind}`, [end, blocker ? blocker.at : enemy]);
}

function cross([x, y], unit) {
  const size = 5 * unit;
  const [cx, cy] = [1000 * x, TABLE_SIZE - 1000 * y];
  return svg("path", { class: "drag-cross", d: `M${cx - size} ${cy - size}L${cx + size} ${cy + size}M${cx - size} ${cy + size}L${cx + size} ${cy - size}` });
}

function middle([ax, ay], [bx, by]) {
  return [(ax + bx) / 2, (ay + by) / 2];
}

export function distance([ax, ay], [bx, by]) {
  return Math.hypot(ax - bx, ay - by);
}

export function formatInches(inches) {
  return String(Math.round(inches * 100) / 100);
}

/** Return `50% to wound` of `4 or more, 50% to wound`. */
function chanceOf(odds) {
  return odds.split(", ").at(-1);
}

function legText({ inches, counts }) {
  return counts > inches ? `${formatInches(inches)}″ in water` : `${formatInches(inches)}″`;
}
