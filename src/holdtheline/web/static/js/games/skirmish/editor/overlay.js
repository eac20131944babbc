// The editor's overlay: clickable outlines, handles of the selected item, and a keyboard crosshair.

import { fill, svg } from "../../../lib/dom.js";
import { cornersOf, degreesOf, inches, middleOf, ON_TABLE, radiusOf, roundingOf, shapeOf, sideOf, SIZE } from "./items.js";

const UNITS = 1000; // per inch
const BORDER = 1000; // units around the table
const HANDLE_RADIUS = 8; // pixels
const TOUCH_HANDLE_RADIUS = 11; // pixels, for fingers

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

  /** Return the table coordinates of a pointer event, in inches. */
  pointAt(event) {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.table.getScreenCTM().inverse());
    return [at.x / UNITS, SIZE - at.y / UNITS];
  }

  /** Units per pixel of the screen. */
  get unitsPerPixel() {
    return (SIZE * UNITS + 2 * BORDER) / (this.svg.clientWidth || 800);
  }

  /** Draw the overlay; items that the picture does not show yet (`isShown`) are drawn with their facing. */
  draw(draft, { isShown, isFaulty, draftShape, crosshair, label }) {
    const { fields, picked } = draft;
    const isPicked = (kind, index) => picked?.kind === kind && picked.index === index;
    const outlines = ON_TABLE.flatMap((kind) =>
      fields[kind].map((item, index) => outline(fields, kind, item, index, {
        picked: isPicked(kind, index),
        isUnrendered: !isShown(kind, index),
        isFaulty: isFaulty(kind, index),
      })));
    fill(this.table,
      outlines,
      draftShape && svg("path", { class: "draft-shape", d: pathOf(draftShape) }),
      draft.item && this.#handles(fields, picked.kind, draft.item),
      crosshair && this.#crosshair(crosshair),
      label && this.#label(label));
  }

  #handles(fields, kind, item) {
    const size = (matchMedia("(pointer: coarse)").matches ? TOUCH_HANDLE_RADIUS : HANDLE_RADIUS) * this.unitsPerPixel;
    return handlesOf(fields, kind, item).flatMap(({ name, at, from }) => {
      const [center, y] = toUnits(at);
      const x = name === "diameter" ? Math.round(center + size) : center; // beside a small disc, not over it
      const connector = from && svg("path", { class: "connector", d: `M${toUnits(from)}L${x} ${y}` });
      const circleHandle = svg("circle", { class: "handle", "data-handle": name, cx: x, cy: y, r: size });
      return [connector, circleHandle];
    });
  }

  #crosshair(at) {
    const [x, y] = toUnits(at);
    const length = 16 * this.unitsPerPixel;
    return svg("path", { class: "crosshair", d: `M${x - length} ${y}h${2 * length}M${x} ${y - length}v${2 * length}` });
  }

  #label({ at, text }) {
    const [x, y] = toUnits(at);
    const size = 14 * this.unitsPerPixel;
    const left = x > 18 * UNITS;
    const props = { class: "label", x: x + (left ? -1 : 1) * size, y: Math.max(y - size, size), "font-size": size };
    return svg("text", { ...props, "text-anchor": left ? "end" : "start", text });
  }
}

function outline(fields, kind, item, index, { picked, isUnrendered, isFaulty }) {
  const side = kind === "character" ? ` ${sideOf(fields, item)}` : "";
  const ground = kind === "terrain" ? ` ${item.kind}` : "";
  const props = { class: `item ${kind}${side}${ground}`, "data-kind": kind, "data-index": index };
  const state = { "data-picked": picked, "data-unrendered": isUnrendered, "data-faulty": isFaulty };
  return svg("path", { ...props, ...state, d: kind === "terrain" ? pathOf(item) : roundPath(fields, kind, item, isUnrendered) });
}

function roundPath(fields, kind, item, showsFacing) {
  if (!Array.isArray(item.at)) return "";
  const [x, y] = toUnits(item.at);
  if (kind === "objective") return `M${x} ${y - 420}l420 420-420 420-420-420z`;
  const r = radiusOf(fields, item) * UNITS;
  if (!showsFacing) return circle(x, y, r);
  const angle = (-degreesOf(item.facing) * Math.PI) / 180;
  const tip = [x + Math.cos(angle) * (r + 260), y + Math.sin(angle) * (r + 260)].map(Math.round);
  return `${circle(x, y, r)}M${x} ${y}L${tip}`;
}

function circle(x, y, r) {
  return `M${x - r} ${y}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0z`;
}

/** Return the outline of a piece of terrain, even of one that is still being drawn. */
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

/** Return the handles that change an item's shape or facing. */
function handlesOf(fields, kind, item) {
  if (kind !== "terrain" && kind !== "character") return [];
  if (kind === "character") {
    const angle = (degreesOf(item.facing) * Math.PI) / 180;
    const ahead = (distance) => [item.at[0] + Math.cos(angle) * distance, item.at[1] + Math.sin(angle) * distance];
    const radius = radiusOf(fields, item);
    return [{ name: "facing", at: ahead(radius + 1), from: ahead(radius) }];
  }
  const corners = cornersOf(item);
  const shape = shapeOf(item);
  if (shape === "disc") return [{ name: "diameter", at: [corners[0][0] + item.disc[2] / 2, corners[0][1]] }];
  if (shape === "corners") return corners.map((at, index) => ({ name: `corner-${index}`, at }));
  if (shape === "line") return [...corners.map((at, index) => ({ name: `end-${index}`, at })), { name: "thickness", at: besideLine(corners, roundingOf(item)) }];
  if (shape !== "rect") return [];
  const top = [(corners[2][0] + corners[3][0]) / 2, (corners[2][1] + corners[3][1]) / 2];
  const middle = middleOf(item);
  const length = Math.hypot(top[0] - middle[0], top[1] - middle[1]) || 1;
  const out = [top[0] + (top[0] - middle[0]) / length, top[1] + (top[1] - middle[1]) / length];
  return [{ name: "size", at: corners[2] }, { name: "turn", at: out, from: top }];
}

function besideLine([[x, y], [toX, toY]], rounding) {
  const length = Math.hypot(toX - x, toY - y) || 1;
  const distance = rounding + 0.35;
  return [(x + toX) / 2 - ((toY - y) / length) * distance, (y + toY) / 2 + ((toX - x) / length) * distance];
}

/** Return the measurements that are shown beside an item while it is dragged. */
export function measurements(kind, item) {
  const shape = shapeOf(item);
  const [x, y] = middleOf(item);
  if (shape === "line") return `${inches(Math.hypot(item.line[2] - item.line[0], item.line[3] - item.line[1]))} in long`;
  if (shape === "disc") return `${inches(x)}, ${inches(y)} · ${inches(item.disc[2])} in across`;
  if (shape === "rect") return `${inches(item.rect[0])}, ${inches(item.rect[1])} · ${inches(item.rect[2])} × ${inches(item.rect[3])} in`;
  if (kind === "character") return `${inches(x)}, ${inches(y)} · showsFacing ${typeof item.facing === "number" ? `${item.facing}°` : item.facing}`;
  return `${inches(x)}, ${inches(y)}`;
}
