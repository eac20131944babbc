// The ghost of a character on the table: its way with inches, its forward half, who would see whom, what hinders it.
//
// Everything is drawn in thousandths of an inch, in a group that lies exactly over the table of the picture.

import { drawn, el, fill } from "./dom.js";

export const TABLE = 24000;
const LABEL = 12.5; // pixels
const ARC = 1500; // how far the forward half is drawn
const CROWD = 34; // pixels: names nearer than this to one another are told once
export const SMALL = 17; // pixels an inch: on a smaller table only numbers are written, and everything is thinner

export class Ghost {
  constructor(place) {
    this.place = place;
    this.layer = drawn("svg", { class: "marks hand", "aria-hidden": "true" });
    this.sheet = drawn("g", {});
    this.dot = drawn("circle", { r: 500, class: "hand-waiting" });
    this.layer.append(this.sheet);
    this.why = el("p", { class: "whisper hand-why", hidden: true, "aria-hidden": "true" });
    place.append(this.layer, this.why);
  }

  clear() {
    fill(this.sheet);
    this.why.hidden = true;
  }

  /** Where the hand is, until there is an answer: nothing else is drawn anew, so that the answer does not wait. */
  point([x, y]) {
    if (!this.dot.isConnected) this.sheet.append(this.dot);
    for (const [name, value] of Object.entries(at([x, y]))) this.dot.setAttribute(name, value);
  }

  /** `trial` is an answer of the server, or null while there is none; `to` where the hand is. */
  show(picture, board, trial, to) {
    const table = picture.querySelector(".htl-table");
    if (!table) return;
    this.layer.setAttribute("viewBox", picture.getAttribute("viewBox"));
    this.sheet.setAttribute("transform", table.getAttribute("transform"));
    this.pixel = 1 / Math.max(table.getScreenCTM().a, 1e-6);
    this.isSmall = 1000 / this.pixel < SMALL;
    this.unit = this.pixel * (this.isSmall ? 0.6 : 1);
    this.layer.style.setProperty("--unit", this.unit);
    this.place.toggleAttribute("data-small", this.isSmall);
    this.board = board;
    fill(this.sheet, ...(trial ? this.#parts(trial, to, picture) : []));
    if (!trial) this.point(to);
    this.#whisper(trial, picture, table, to);
  }

  #parts(trial, to, picture) {
    const { legs, start, end, possible } = trial;
    const spots = [start, ...legs.map((leg) => leg.to), ...(trial.farthest ? [trial.farthest] : [])];
    return [
      !picture.querySelector(".htl-move-ring") && trial.move > 0 && ring(start, trial.move),
      ...this.#sights(trial),
      trial.in_way && this.#blocker(trial.in_way.id),
      line("hand-way-under", spots),
      line(`hand-way${possible ? "" : " stopped"}`, spots),
      !possible && line("hand-beyond", [end, to]),
      ...legs.slice(0, -1).map((leg) => drawn("circle", { ...at(leg.to), r: 130, class: "hand-via" })),
      half(end, trial.facing),
      drawn("circle", { ...at(end), r: 1000 * trial.radius, class: `hand-base${possible ? "" : " stopped"}${trial.charges.length ? " charge" : ""}` }),
      ...this.#inches(trial),
    ];
  }

  // Sight

  #sights({ sight, end, charges }) {
    const told = [];
    const isNew = ([x, y], name) => {
      const isNear = (one) => 1000 * Math.hypot(one.x - x, one.y - y) < CROWD * this.pixel;
      if (this.isSmall || told.some((one) => one.name === name || isNear(one))) return false;
      return told.push({ name, x, y }) > 0;
    };
    const hidden = sight.map(({ blocker }) => blocker).filter(Boolean);
    const shots = sight.filter(({ odds, id }) => odds && !charges.includes(id));
    return [
      ...sight.map((one) => sightLine(end, one)),
      ...hidden.map(({ at: spot }) => cross(spot, this.unit)),
      ...hidden.map(({ at: spot, name }) => isNew(spot, name) && this.#label(spot, name, "hand-hides", 13)),
      ...shots.map((one) => this.#label(one.at, chanceIn(one.odds), "hand-odds", 24)),
      ...sight.filter(({ shot }) => shot).map((one) => this.#label(one.at, `${one.shot} to wound`, "hand-threat", -24)),
    ];
  }

  // Numbers

  #inches({ start, legs, inches, left, end, farthest, possible }) {
    const spots = [start, ...legs.map((leg) => leg.to)];
    const ways = legs.map((leg, place) => this.#label(middle(spots[place], leg.to), told(leg), "hand-inches", 0));
    if (farthest) ways.push(this.#label(middle(spots.at(-1), farthest), `${number(distance(spots.at(-1), farthest))}″`, "hand-inches", 0));
    if (legs.length < 2 && !left) return ways;
    return [...ways, possible && this.#label(end, `${number(inches)}″${left ? `, ${number(left)} left` : ""}`, "hand-inches", 0, 58)];
  }

  /** Words at a place, some pixels above it, or below, and beside it. */
  #label([x, y], text, kind, up, aside = 0) {
    const height = LABEL * 1.45;
    const wide = text.length * LABEL * 0.64 + 12;
    return drawn("g", { class: `hand-label ${kind}`, transform: `translate(${1000 * x} ${TABLE - 1000 * y}) scale(${this.pixel * (this.isSmall ? 0.75 : 1)}) translate(${aside} ${-up})` },
      kind !== "hand-hides" && drawn("rect", { x: -wide / 2, y: -height / 2, width: wide, height, rx: height / 2 }),
      drawn("text", { y: LABEL * 0.35, text }));
  }

  // What is in the way

  #blocker(id) {
    const terrain = this.board.terrain.find((one) => one.id === id);
    if (terrain) return drawn("polygon", { class: "hand-blocks", points: pointsOf(terrain.corners), "stroke-width": 2000 * terrain.rounding + 6 * this.unit });
    const one = this.board.characters.find((other) => other.id === id);
    return one?.at && drawn("circle", { ...at(one.at), r: 500 * one.base + 3 * this.unit, class: "hand-blocks round" });
  }

  /** The reason stands beside the place where it is stopped, behind it. */
  #whisper(trial, picture, table, to) {
    const text = trial && !trial.possible ? `${trial.sentence} ${trial.clause ?? ""}`.trim() : "";
    this.why.hidden = !text;
    this.why.textContent = text;
    if (!text) return;
    const { width, height } = picture.viewBox.baseVal;
    const own = table.transform.baseVal.consolidate().matrix;
    const x = (100 * (own.e + own.a * 1000 * trial.end[0])) / width;
    const y = (100 * (own.f + own.d * (TABLE - 1000 * trial.end[1]))) / height;
    this.why.style.left = `${Math.min(Math.max(x, 22), 78)}%`;
    this.why.style.top = `${y}%`;
    const isAhead = to[1] > trial.end[1]; // it is not to cover where the hand wants to go
    this.why.toggleAttribute("data-below", y < 25 || (isAhead && y < 80));
  }
}

// Shapes

export function at([x, y]) {
  return { cx: 1000 * x, cy: TABLE - 1000 * y };
}

export function pointsOf(spots) {
  return spots.map(([x, y]) => `${1000 * x},${TABLE - 1000 * y}`).join(" ");
}

export function line(kind, spots) {
  return drawn("polyline", { class: kind, points: pointsOf(spots) });
}

/** How far its middle can go. */
function ring(start, move) {
  return drawn("circle", { ...at(start), r: 1000 * move, class: "hand-ring" });
}

/** What it would look at: the half of a disc. */
function half([x, y], [dx, dy]) {
  const far = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [(ARC * dx) / far, (-ARC * dy) / far];
  const [cx, cy] = [1000 * x, TABLE - 1000 * y];
  return drawn("path", { class: "hand-half", d: `M${cx + uy} ${cy - ux}A${ARC} ${ARC} 0 0 1 ${cx - uy} ${cy + ux}z` });
}

/** Solid where both see, dashed where only one does; up to what hides it where nobody does. */
function sightLine(end, { at: there, sees, seen, blocker }) {
  const kind = blocker ? "blocked" : sees && seen ? "both" : "one";
  return line(`hand-sight ${kind}`, [end, blocker ? blocker.at : there]);
}

function cross([x, y], unit) {
  const far = 5 * unit;
  const [cx, cy] = [1000 * x, TABLE - 1000 * y];
  return drawn("path", { class: "hand-cross", d: `M${cx - far} ${cy - far}L${cx + far} ${cy + far}M${cx - far} ${cy + far}L${cx + far} ${cy - far}` });
}

function middle([ax, ay], [bx, by]) {
  return [(ax + bx) / 2, (ay + by) / 2];
}

export function distance([ax, ay], [bx, by]) {
  return Math.hypot(ax - bx, ay - by);
}

export function number(inches) {
  return String(Math.round(inches * 100) / 100);
}

/** `50% to wound` of `4 or more, 50% to wound`. */
function chanceIn(odds) {
  return odds.split(", ").at(-1);
}

function told({ inches, counts }) {
  return counts > inches ? `${number(inches)}″ in water` : `${number(inches)}″`;
}
