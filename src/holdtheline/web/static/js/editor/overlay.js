// What lies over the picture of the table: outlines to click, handles of the picked thing, a cross for the keys.

import { fill, svg } from "../lib/dom.js";
import { cornersOf, degreesOf, inches, middleOf, ON_TABLE, radiusOf, roundingOf, shapeOf, sideOf, SIZE } from "./things.js";

const UNITS = 1000; // per inch
const BORDER = 1000; // units around the table
const HANDLE = 8; // pixels
const COARSE = 11; // pixels, for fingers

/** Return a point in the overlay's units. */
function toUnits([x, y]) {
  return [Math.round(x * UNITS), Math.round((SIZE - y) * UNITS)];
}

export class EditorOverlay {
  constructor(stage) {
    const side = SIZE * UNITS + 2 * BORDER;
    this.table = svg("g", { transform: `translate(${BORDER} ${BORDER})` });
    this.svg = svg("svg", { class: "over", viewBox: `0 0 ${side} ${side}`, "aria-hidden": "true" }, this.table);
    stage.append(this.svg);
  }

  /** Return the place on the table, in inches, that an event points at. */
  pointAt(event) {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.table.getScreenCTM().inverse());
    return [at.x / UNITS, SIZE - at.y / UNITS];
  }

  /** Units per pixel of the screen. */
  get unitsPerPixel() {
    return (SIZE * UNITS + 2 * BORDER) / (this.svg.clientWidth || 800);
  }

  /** Draw the overlay; things that the picture does not show yet (`isShown`) are drawn with their facing. */
  draw(draft, { isShown, isFaulty, sketch, cross, label }) {
    const { fields, picked } = draft;
    const isPicked = (kind, place) => picked?.kind === kind && picked.place === place;
    const outlines = ON_TABLE.flatMap((kind) =>
      fields[kind].map((thing, place) => outline(fields, kind, thing, place, {
        picked: isPicked(kind, place),
        bare: !isShown(kind, place),
        isFaulty: isFaulty(kind, place),
      })));
    fill(this.table,
      outlines,
      sketch && svg("path", { class: "sketched", d: pathOf(sketch) }),
      draft.thing && this.#handles(fields, picked.kind, draft.thing),
      cross && this.#cross(cross),
      label && this.#label(label));
  }

  #handles(fields, kind, thing) {
    const size = (matchMedia("(pointer: coarse)").matches ? COARSE : HANDLE) * this.unitsPerPixel;
    return handlesOf(fields, kind, thing).flatMap(({ name, at, from }) => {
      const [center, y] = toUnits(at);
      const x = name === "across" ? Math.round(center + size) : center; // beside a small disc, not over it
      const stalk = from && svg("path", { class: "stalk", d: `M${toUnits(from)}L${x} ${y}` });
      const circleHandle = svg("circle", { class: "handle", "data-handle": name, cx: x, cy: y, r: size });
      return [stalk, circleHandle];
    });
  }

  #cross(at) {
    const [x, y] = toUnits(at);
    const length = 16 * this.unitsPerPixel;
    return svg("path", { class: "cross", d: `M${x - length} ${y}h${2 * length}M${x} ${y - length}v${2 * length}` });
  }

  #label({ at, text }) {
    const [x, y] = toUnits(at);
    const size = 14 * this.unitsPerPixel;
    const left = x > 18 * UNITS;
    const props = { class: "label", x: x + (left ? -1 : 1) * size, y: Math.max(y - size, size), "font-size": size };
    return svg("text", { ...props, "text-anchor": left ? "end" : "start", text });
  }
}

function outline(fields, kind, thing, place, { picked, bare, isFaulty }) {
  const side = kind === "character" ? ` ${sideOf(fields, thing)}` : "";
  const ground = kind === "terrain" ? ` ${thing.kind}` : "";
  const props = { class: `thing ${kind}${side}${ground}`, "data-kind": kind, "data-place": place };
  const state = { "data-picked": picked, "data-bare": bare, "data-faulty": isFaulty };
  return svg("path", { ...props, ...state, d: kind === "terrain" ? pathOf(thing) : roundPath(fields, kind, thing, bare) });
}

function roundPath(fields, kind, thing, looks) {
  if (!Array.isArray(thing.at)) return "";
  const [x, y] = toUnits(thing.at);
  if (kind === "objective") return `M${x} ${y - 420}l420 420-420 420-420-420z`;
  const r = radiusOf(fields, thing) * UNITS;
  if (!looks) return circle(x, y, r);
  const angle = (-degreesOf(thing.facing) * Math.PI) / 180;
  const tip = [x + Math.cos(angle) * (r + 260), y + Math.sin(angle) * (r + 260)].map(Math.round);
  return `${circle(x, y, r)}M${x} ${y}L${tip}`;
}

function circle(x, y, r) {
  return `M${x - r} ${y}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0z`;
}

/** Return the outline of a piece of terrain, also of one that is still being drawn. */
function pathOf(terrain) {
  const shape = shapeOf(terrain);
  const spots = cornersOf(terrain).map(toUnits);
  const r = Math.max(roundingOf(terrain) * UNITS, 1);
  if (spots.length === 0) return "";
  if (shape === "disc") return circle(...spots[0], r);
  if (shape !== "line") return `M${spots.join("L")}z`;
  const [[x, y], [toX, toY]] = spots;
  const length = Math.hypot(toX - x, toY - y);
  if (length < 1) return circle(x, y, r);
  const [ux, uy] = [((toX - x) / length) * r, ((toY - y) / length) * r];
  const at = (px, py) => `${Math.round(px)} ${Math.round(py)}`;
  return `M${at(x - uy, y + ux)}A${r} ${r} 0 0 1 ${at(x + uy, y - ux)}L${at(toX + uy, toY - ux)}A${r} ${r} 0 0 1 ${at(toX - uy, toY + ux)}z`;
}

/** Return the handles that change a thing's shape or facing. */
function handlesOf(fields, kind, thing) {
  if (kind !== "terrain" && kind !== "character") return [];
  if (kind === "character") {
    const angle = (degreesOf(thing.facing) * Math.PI) / 180;
    const ahead = (distance) => [thing.at[0] + Math.cos(angle) * distance, thing.at[1] + Math.sin(angle) * distance];
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
  const length = Math.hypot(top[0] - middle[0], top[1] - middle[1]) || 1;
  const out = [top[0] + (top[0] - middle[0]) / length, top[1] + (top[1] - middle[1]) / length];
  return [{ name: "size", at: corners[2] }, { name: "turn", at: out, from: top }];
}

function besideLine([[x, y], [toX, toY]], rounding) {
  const length = Math.hypot(toX - x, toY - y) || 1;
  const distance = rounding + 0.35;
  return [(x + toX) / 2 - ((toY - y) / length) * distance, (y + toY) / 2 + ((toX - x) / length) * distance];
}

/** Return the measures that are shown beside a thing while it is dragged. */
export function measures(kind, thing) {
  const shape = shapeOf(thing);
  const [x, y] = middleOf(thing);
  if (shape === "line") return `${inches(Math.hypot(thing.line[2] - thing.line[0], thing.line[3] - thing.line[1]))} in long`;
  if (shape === "disc") return `${inches(x)}, ${inches(y)} · ${inches(thing.disc[2])} in across`;
  if (shape === "rect") return `${inches(thing.rect[0])}, ${inches(thing.rect[1])} · ${inches(thing.rect[2])} × ${inches(thing.rect[3])} in`;
  if (kind === "character") return `${inches(x)}, ${inches(y)} · looks ${typeof thing.facing === "number" ? `${thing.facing}°` : thing.facing}`;
  return `${inches(x)}, ${inches(y)}`;
}
