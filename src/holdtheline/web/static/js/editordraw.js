// What lies over the picture of the table: outlines to grasp, handles of the picked thing, a cross for the keys.

import { drawn, fill } from "./dom.js";
import { cornersOf, degreesOf, inches, middleOf, ON_TABLE, radiusOf, roundingOf, shapeOf, sideOf, SIZE } from "./editorthings.js";

const MIL = 1000;
const BORDER = 1000;
const HANDLE = 8; // pixels
const COARSE = 11;

export function onSheet([x, y]) {
  return [Math.round(x * MIL), Math.round((SIZE - y) * MIL)];
}

export class Overlay {
  constructor(stage) {
    const side = SIZE * MIL + 2 * BORDER;
    this.table = drawn("g", { transform: `translate(${BORDER} ${BORDER})` });
    this.svg = drawn("svg", { class: "over", viewBox: `0 0 ${side} ${side}`, "aria-hidden": "true" }, this.table);
    stage.append(this.svg);
  }

  /** The place on the table, in inches, that an event points at. */
  pointAt(event) {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.table.getScreenCTM().inverse());
    return [at.x / MIL, SIZE - at.y / MIL];
  }

  /** Thousandths of an inch in one pixel of the screen. */
  get grain() {
    return (SIZE * MIL + 2 * BORDER) / (this.svg.clientWidth || 800);
  }

  /** `shown` says whether the picture below has a thing already; `faulty` whether something is wrong with it. */
  draw(plan, { shown, faulty, sketched, cross, label }) {
    const { fields, picked } = plan;
    const isPicked = (kind, place) => picked?.kind === kind && picked.place === place;
    const outlines = ON_TABLE.flatMap((kind) =>
      fields[kind].map((thing, place) => outline(fields, kind, thing, place, {
        picked: isPicked(kind, place),
        bare: !shown(kind, place),
        faulty: faulty(kind, place),
      })));
    fill(this.table,
      outlines,
      sketched && drawn("path", { class: "sketched", d: pathOf(sketched) }),
      plan.thing && this.#handles(fields, picked.kind, plan.thing),
      cross && this.#cross(cross),
      label && this.#label(label));
  }

  #handles(fields, kind, thing) {
    const size = (matchMedia("(pointer: coarse)").matches ? COARSE : HANDLE) * this.grain;
    return handlesOf(fields, kind, thing).flatMap(({ name, at, from }) => {
      const [onX, y] = onSheet(at);
      const x = name === "across" ? Math.round(onX + size) : onX; // beside a small disc, not over it
      const stalk = from && drawn("path", { class: "stalk", d: `M${onSheet(from)}L${x} ${y}` });
      const round = drawn("circle", { class: "handle", "data-handle": name, cx: x, cy: y, r: size });
      return [stalk, round];
    });
  }

  #cross(at) {
    const [x, y] = onSheet(at);
    const long = 16 * this.grain;
    return drawn("path", { class: "cross", d: `M${x - long} ${y}h${2 * long}M${x} ${y - long}v${2 * long}` });
  }

  #label({ at, text }) {
    const [x, y] = onSheet(at);
    const size = 14 * this.grain;
    const left = x > 18 * MIL;
    const props = { class: "label", x: x + (left ? -1 : 1) * size, y: Math.max(y - size, size), "font-size": size };
    return drawn("text", { ...props, "text-anchor": left ? "end" : "start", text });
  }
}

function outline(fields, kind, thing, place, { picked, bare, faulty }) {
  const side = kind === "character" ? ` ${sideOf(fields, thing)}` : "";
  const ground = kind === "terrain" ? ` ${thing.kind}` : "";
  const props = { class: `thing ${kind}${side}${ground}`, "data-kind": kind, "data-place": place };
  const state = { "data-picked": picked, "data-bare": bare, "data-faulty": faulty };
  return drawn("path", { ...props, ...state, d: kind === "terrain" ? pathOf(thing) : roundPath(fields, kind, thing, bare) });
}

function roundPath(fields, kind, thing, looks) {
  if (!Array.isArray(thing.at)) return "";
  const [x, y] = onSheet(thing.at);
  if (kind === "objective") return `M${x} ${y - 420}l420 420-420 420-420-420z`;
  const r = radiusOf(fields, thing) * MIL;
  if (!looks) return circle(x, y, r);
  const angle = (-degreesOf(thing.facing) * Math.PI) / 180;
  const tip = [x + Math.cos(angle) * (r + 260), y + Math.sin(angle) * (r + 260)].map(Math.round);
  return `${circle(x, y, r)}M${x} ${y}L${tip}`;
}

function circle(x, y, r) {
  return `M${x - r} ${y}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0z`;
}

/** Around a piece of terrain, or around what is only drawn so far. */
export function pathOf(terrain) {
  const shape = shapeOf(terrain);
  const spots = cornersOf(terrain).map(onSheet);
  const r = Math.max(roundingOf(terrain) * MIL, 1);
  if (spots.length === 0) return "";
  if (shape === "disc") return circle(...spots[0], r);
  if (shape !== "line") return `M${spots.join("L")}z`;
  const [[x, y], [toX, toY]] = spots;
  const long = Math.hypot(toX - x, toY - y);
  if (long < 1) return circle(x, y, r);
  const [ux, uy] = [((toX - x) / long) * r, ((toY - y) / long) * r];
  const at = (px, py) => `${Math.round(px)} ${Math.round(py)}`;
  return `M${at(x - uy, y + ux)}A${r} ${r} 0 0 1 ${at(x + uy, y - ux)}L${at(toX + uy, toY - ux)}A${r} ${r} 0 0 1 ${at(toX - uy, toY + ux)}z`;
}

/** Where a thing can be grasped to change its shape or its look. */
function handlesOf(fields, kind, thing) {
  if (kind === "objective" || (kind !== "terrain" && kind !== "character")) return [];
  if (kind === "character") {
    const angle = (degreesOf(thing.facing) * Math.PI) / 180;
    const ahead = (far) => [thing.at[0] + Math.cos(angle) * far, thing.at[1] + Math.sin(angle) * far];
    const radius = radiusOf(fields, thing);
    return [{ name: "facing", at: ahead(radius + 1), from: ahead(radius) }];
  }
  const corners = cornersOf(thing);
  const shape = shapeOf(thing);
  if (shape === "disc") return [{ name: "across", at: [corners[0][0] + thing.disc[2] / 2, corners[0][1]] }];
  if (shape === "corners") return corners.map((at, place) => ({ name: `corner-${place}`, at }));
  if (shape === "line") return [...corners.map((at, place) => ({ name: `end-${place}`, at })), { name: "thick", at: besideLine(corners, roundingOf(thing)) }];
  if (shape !== "rect") return [];
  const top = [(corners[2][0] + corners[3][0]) / 2, (corners[2][1] + corners[3][1]) / 2];
  const middle = middleOf(thing);
  const long = Math.hypot(top[0] - middle[0], top[1] - middle[1]) || 1;
  const out = [top[0] + (top[0] - middle[0]) / long, top[1] + (top[1] - middle[1]) / long];
  return [{ name: "size", at: corners[2] }, { name: "turn", at: out, from: top }];
}

function besideLine([[x, y], [toX, toY]], rounding) {
  const long = Math.hypot(toX - x, toY - y) || 1;
  const far = rounding + 0.35;
  return [(x + toX) / 2 - ((toY - y) / long) * far, (y + toY) / 2 + ((toX - x) / long) * far];
}

/** What is told beside a thing while it is dragged. */
export function told(kind, thing) {
  const shape = shapeOf(thing);
  const [x, y] = middleOf(thing);
  if (shape === "line") return `${inches(Math.hypot(thing.line[2] - thing.line[0], thing.line[3] - thing.line[1]))} in long`;
  if (shape === "disc") return `${inches(x)}, ${inches(y)} · ${inches(thing.disc[2])} in across`;
  if (shape === "rect") return `${inches(thing.rect[0])}, ${inches(thing.rect[1])} · ${inches(thing.rect[2])} × ${inches(thing.rect[3])} in`;
  if (kind === "character") return `${inches(x)}, ${inches(y)} · looks ${typeof thing.facing === "number" ? `${thing.facing}°` : thing.facing}`;
  return `${inches(x)}, ${inches(y)}`;
}
