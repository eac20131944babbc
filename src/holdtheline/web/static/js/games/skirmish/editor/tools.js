// Place and drag items, in steps that pointer and keys share: down, move, up.

import { cornersOf, defaultShape, facingOf, freeName, moveBy, rotatePoint, round, SIZE, itemName } from "./items.js";

const SNAP = 0.25; // inches
const TURN_STEP = 15; // degrees
const CLICK_LENGTH = 0.2; // inches: a shorter drag is a click

/** Snap a point to quarters of an inch unless `free`, and keep it on the table. */
export function snap([x, y], free) {
  const precision = free ? 0.001 : SNAP;
  return [x, y].map((part) => round(Math.min(Math.max(Math.round(part / precision) * precision, 0), SIZE)));
}

function angleTo([x, y], [toX, toY], free) {
  const degrees = (Math.atan2(toY - y, toX - x) * 180) / Math.PI;
  return free ? degrees : Math.round(degrees / TURN_STEP) * TURN_STEP;
}

function distance([x, y], [toX, toY]) {
  return Math.hypot(toX - x, toY - y);
}

export class Tools {
  /** `currentTool()` returns what to place and how; `announceDone(sentence)` is called with the result. */
  constructor(draft, currentTool, announceDone) {
    Object.assign(this, { draft, currentTool, announceDone, start: null, corners: [], draftShape: null, grab: null });
  }

  get isBusy() {
    return this.start !== null || this.corners.length > 0 || this.grab !== null;
  }

  cancel() {
    if (this.grab) this.draft.end(false);
    Object.assign(this, { start: null, corners: [], draftShape: null, grab: null });
  }

  // Placing

  down(point) {
    const { tool, shape } = this.currentTool();
    if (tool === "terrain" && shape === "corners") this.#corner(point);
    else this.start = point;
  }

  move(point, free = false) {
    const { tool, shape, ground } = this.currentTool();
    if (this.corners.length) this.draftShape = { corners: [...this.corners, point] };
    else if (this.start && tool === "terrain") this.draftShape = { kind: ground, ...this.#shapeTo(shape, point, free) };
  }

  up(point, free = false) {
    if (!this.start) return;
    const { tool, shape, ground, company, card, objective } = this.currentTool();
    const start = this.start;
    this.cancel();
    if (tool === "terrain") {
      const isClick = distance(start, point) < CLICK_LENGTH;
      this.start = start;
      const shaped = isClick ? defaultShape(ground, shape, start) : this.#shapeTo(shape, point, free);
      this.start = null;
      this.#add("terrain", { kind: ground, ...shaped });
    } else if (tool === "character") {
      const facing = distance(start, point) < CLICK_LENGTH ? null : facingOf(angleTo(start, point, free));
      this.#character(start, company, card, facing);
    } else if (tool === "objective") {
      this.#add("objective", { name: freeName(this.draft.fields, objective === "thing" ? "Chest" : "Child"), kind: objective, at: start });
    }
  }

  #shapeTo(shape, [x, y], free) {
    const [fromX, fromY] = this.start;
    const precision = free ? 0.001 : SNAP;
    if (shape === "disc") {
      const most = 2 * Math.min(fromX, fromY, SIZE - fromX, SIZE - fromY); // keep it on the table
      return { disc: [fromX, fromY, Math.max(round(Math.floor(Math.min(2 * distance(this.start, [x, y]), most) / precision) * precision), SNAP)] };
    }
    if (shape === "line") return { line: [fromX, fromY, x, y] };
    const size = [Math.abs(x - fromX), Math.abs(y - fromY)].map((part) => Math.max(round(part), SNAP));
    return { rect: [Math.min(x, fromX), Math.min(y, fromY), ...size] };
  }

  #corner(point) {
    const last = this.corners.at(-1);
    const closes = this.corners.length > 2 && distance(point, this.corners[0]) < 0.4;
    if (!closes && !(last && distance(point, last) < 0.05)) this.corners.push(point);
    if (closes || this.corners.length === 8) this.finish();
    else this.draftShape = { corners: [...this.corners, point] };
  }

  /** Complete a shape of corners. */
  finish() {
    if (this.corners.length < 3) return;
    const corners = this.corners;
    const { ground } = this.currentTool();
    this.cancel();
    this.#add("terrain", { kind: ground, corners });
  }

  #character(at, company, card, facing) {
    if (!card) {
      this.announceDone("There is no character to place: first add a company with cards.");
      return;
    }
    const { fields } = this.draft;
    const side = fields.company.find((other) => itemName(fields, "company", other) === company)?.side;
    const name = freeName(fields, card);
    const defaultFacing = side === "enemy" ? "down" : "up";
    this.#add("character", { company, card, ...(name !== card && { name }), at, facing: facing ?? defaultFacing });
  }

  #add(kind, item) {
    this.draft.change((fields) => {
      fields[kind].push(item);
      this.draft.picked = { kind, index: fields[kind].length - 1 };
    });
    this.announceDone(`${itemName(this.draft.fields, kind, item)} was placed.`);
  }

  // Dragging

  /** Start to drag the picked item, or one of its handles. */
  startDrag(handle, point) {
    const { disc } = this.draft.item;
    const beside = handle === "diameter" ? [disc[0] + disc[2] / 2 - point[0], disc[1] - point[1]] : [0, 0];
    this.grab = { handle, point, beside, item: structuredClone(this.draft.item) };
    this.draft.begin();
  }

  drag(point, free = false) {
    const { handle, point: from, beside, item: before } = this.grab;
    this.draft.nudge(() => {
      const item = this.draft.item;
      Object.assign(item, structuredClone(before));
      if (handle) reshape(item, handle, [point[0] + beside[0], point[1] + beside[1]], free);
      else this.#moveItem(item, [point[0] - from[0], point[1] - from[1]], free);
    });
  }

  /** Move the whole item so that its first corner or its middle snaps. */
  #moveItem(item, by, free) {
    const anchor = item.at ?? item.rect?.slice(0, 2) ?? cornersOf(item)[0];
    const at = snap([anchor[0] + by[0], anchor[1] + by[1]], free);
    moveBy(item, [at[0] - anchor[0], at[1] - anchor[1]]);
  }

  release() {
    if (!this.grab) return;
    this.grab = null;
    this.draft.end();
  }
}

/** Drag a handle of an item to a point. */
function reshape(item, handle, point, free) {
  const at = snap(point, free);
  const precision = free ? 0.001 : SNAP;
  const size = (value) => Math.min(Math.max(round(Math.round(value / precision) * precision), free ? 0.1 : SNAP), SIZE);
  const [name, index] = handle.split("-");
  if (name === "facing") item.facing = facingOf(angleTo(item.at, point, free));
  else if (name === "diameter") item.disc[2] = size(2 * distance(item.disc, point));
  else if (name === "end") item.line.splice(2 * Number(index), 2, ...at);
  else if (name === "corner") item.corners[Number(index)] = at;
  else if (name === "thickness") item.thick = size(2 * Math.max(distanceToLine(item.line, point) - 0.35, 0.05));
  else if (name === "turn") {
    const [x, y, width, height] = item.rect;
    const turned = (Math.round(angleTo([x + width / 2, y + height / 2], point, free)) - 90 + 720) % 360;
    if (turned) item.turned = turned;
    else delete item.turned;
  } else if (name === "size") resize(item, point, size);
}

/** Resize a rectangle; the corner opposite to the dragged one stays in place. */
function resize(item, point, size) {
  const degrees = item.turned ?? 0;
  const fixed = cornersOf(item)[0];
  const local = rotatePoint(point, fixed, -degrees);
  const [width, height] = [size(Math.max(local[0] - fixed[0], 0)), size(Math.max(local[1] - fixed[1], 0))];
  const middle = rotatePoint([fixed[0] + width / 2, fixed[1] + height / 2], fixed, degrees);
  item.rect = [round(middle[0] - width / 2), round(middle[1] - height / 2), width, height];
}

function distanceToLine([x, y, toX, toY], [px, py]) {
  const length = Math.hypot(toX - x, toY - y) || 1;
  return Math.abs(((toX - x) * (py - y) - (toY - y) * (px - x)) / length);
}
