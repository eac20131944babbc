// Placing and dragging, one step at a time: down, move, up. The mouse and the keys do the same.

import { cornersOf, exact, facingOf, freeName, moveBy, nameOf, SIZE, turnedBy, usualShape } from "./editorthings.js";

const SNAP = 0.25;
const TURN = 15;
const SHORT = 0.2; // inches: less is a click, not a drag

/** To quarters of an inch, or free; on the table in any case. */
export function snapped([x, y], free) {
  const grain = free ? 0.001 : SNAP;
  return [x, y].map((part) => exact(Math.min(Math.max(Math.round(part / grain) * grain, 0), SIZE)));
}

function angleTo([x, y], [toX, toY], free) {
  const degrees = (Math.atan2(toY - y, toX - x) * 180) / Math.PI;
  return free ? degrees : Math.round(degrees / TURN) * TURN;
}

function far([x, y], [toX, toY]) {
  return Math.hypot(toX - x, toY - y);
}

export class Tools {
  /** `asks()` tells what is to be placed and how; `done(sentence)` hears what came of it. */
  constructor(plan, asks, done) {
    Object.assign(this, { plan, asks, done, start: null, corners: [], sketched: null, grip: null });
  }

  get isBusy() {
    return this.start !== null || this.corners.length > 0 || this.grip !== null;
  }

  cancel() {
    if (this.grip) this.plan.end(false);
    Object.assign(this, { start: null, corners: [], sketched: null, grip: null });
  }

  // Placing

  down(point) {
    const { tool, shape } = this.asks();
    if (tool === "terrain" && shape === "corners") this.#corner(point);
    else this.start = point;
  }

  move(point, free = false) {
    const { tool, shape, ground } = this.asks();
    if (this.corners.length) this.sketched = { corners: [...this.corners, point] };
    else if (this.start && tool === "terrain") this.sketched = { kind: ground, ...this.#drawn(shape, point, free) };
  }

  up(point, free = false) {
    if (!this.start) return;
    const { tool, shape, ground, company, card, objective } = this.asks();
    const start = this.start;
    this.cancel();
    if (tool === "terrain") {
      const isClick = far(start, point) < SHORT;
      this.start = start;
      const drawn = isClick ? usualShape(ground, shape, start) : this.#drawn(shape, point, free);
      this.start = null;
      this.#add("terrain", { kind: ground, ...drawn });
    } else if (tool === "character") {
      const facing = far(start, point) < SHORT ? null : facingOf(angleTo(start, point, free));
      this.#character(start, company, card, facing);
    } else if (tool === "objective") {
      this.#add("objective", { name: freeName(this.plan.fields, objective === "thing" ? "Chest" : "Child"), kind: objective, at: start });
    }
  }

  #drawn(shape, [x, y], free) {
    const [fromX, fromY] = this.start;
    const grain = free ? 0.001 : SNAP;
    if (shape === "disc") {
      const most = 2 * Math.min(fromX, fromY, SIZE - fromX, SIZE - fromY); // it stays on the table
      return { disc: [fromX, fromY, Math.max(exact(Math.floor(Math.min(2 * far(this.start, [x, y]), most) / grain) * grain), SNAP)] };
    }
    if (shape === "line") return { line: [fromX, fromY, x, y] };
    const size = [Math.abs(x - fromX), Math.abs(y - fromY)].map((part) => Math.max(exact(part), SNAP));
    return { rect: [Math.min(x, fromX), Math.min(y, fromY), ...size] };
  }

  #corner(point) {
    const last = this.corners.at(-1);
    const closes = this.corners.length > 2 && far(point, this.corners[0]) < 0.4;
    if (!closes && !(last && far(point, last) < 0.05)) this.corners.push(point);
    if (closes || this.corners.length === 8) this.finish();
    else this.sketched = { corners: [...this.corners, point] };
  }

  /** The shape of corners is complete. */
  finish() {
    if (this.corners.length < 3) return;
    const corners = this.corners;
    const { ground } = this.asks();
    this.cancel();
    this.#add("terrain", { kind: ground, corners });
  }

  #character(at, company, card, facing) {
    if (!card) {
      this.done("Nobody can be placed: make a company with cards first.");
      return;
    }
    const { fields } = this.plan;
    const side = fields.company.find((one) => nameOf(fields, "company", one) === company)?.side;
    const name = freeName(fields, card);
    const usual = side === "enemy" ? "down" : "up";
    this.#add("character", { company, card, ...(name !== card && { name }), at, facing: facing ?? usual });
  }

  #add(kind, thing) {
    this.plan.change((fields) => {
      fields[kind].push(thing);
      this.plan.picked = { kind, place: fields[kind].length - 1 };
    });
    this.done(`${nameOf(this.plan.fields, kind, thing)} is placed.`);
  }

  // Dragging

  /** Grasp the picked thing, or one of its handles. */
  grasp(handle, point) {
    const { disc } = this.plan.thing;
    const beside = handle === "across" ? [disc[0] + disc[2] / 2 - point[0], disc[1] - point[1]] : [0, 0];
    this.grip = { handle, point, beside, thing: structuredClone(this.plan.thing) };
    this.plan.begin();
  }

  drag(point, free = false) {
    const { handle, point: from, beside, thing: before } = this.grip;
    this.plan.nudge(() => {
      const thing = this.plan.thing;
      Object.assign(thing, structuredClone(before));
      if (handle) reshape(thing, handle, [point[0] + beside[0], point[1] + beside[1]], free);
      else this.#carry(thing, [point[0] - from[0], point[1] - from[1]], free);
    });
  }

  /** The whole thing goes along; its first point, or its middle, comes to lie on a quarter of an inch. */
  #carry(thing, by, free) {
    const anchor = thing.at ?? thing.rect?.slice(0, 2) ?? cornersOf(thing)[0];
    const at = snapped([anchor[0] + by[0], anchor[1] + by[1]], free);
    moveBy(thing, [at[0] - anchor[0], at[1] - anchor[1]]);
  }

  release() {
    if (!this.grip) return;
    this.grip = null;
    this.plan.end();
  }
}

/** Drag a handle of a thing to a point. */
export function reshape(thing, handle, point, free) {
  const at = snapped(point, free);
  const grain = free ? 0.001 : SNAP;
  const size = (value) => Math.min(Math.max(exact(Math.round(value / grain) * grain), free ? 0.1 : SNAP), SIZE);
  const [name, place] = handle.split("-");
  if (name === "facing") thing.facing = facingOf(angleTo(thing.at, point, free));
  else if (name === "across") thing.disc[2] = size(2 * far(thing.disc, point));
  else if (name === "end") thing.line.splice(2 * Number(place), 2, ...at);
  else if (name === "corner") thing.corners[Number(place)] = at;
  else if (name === "thick") thing.thick = size(2 * Math.max(asideOf(thing.line, point) - 0.35, 0.05));
  else if (name === "turn") {
    const [x, y, width, height] = thing.rect;
    const turned = (Math.round(angleTo([x + width / 2, y + height / 2], point, free)) - 90 + 720) % 360;
    if (turned) thing.turned = turned;
    else delete thing.turned;
  } else if (name === "size") resize(thing, point, size);
}

/** The corner opposite to the one that is dragged stays where it is. */
function resize(thing, point, size) {
  const degrees = thing.turned ?? 0;
  const fixed = cornersOf(thing)[0];
  const local = turnedBy(point, fixed, -degrees);
  const [width, height] = [size(Math.max(local[0] - fixed[0], 0)), size(Math.max(local[1] - fixed[1], 0))];
  const middle = turnedBy([fixed[0] + width / 2, fixed[1] + height / 2], fixed, degrees);
  thing.rect = [exact(middle[0] - width / 2), exact(middle[1] - height / 2), width, height];
}

function asideOf([x, y, toX, toY], [px, py]) {
  const long = Math.hypot(toX - x, toY - y) || 1;
  return Math.abs(((toX - x) * (py - y) - (toY - y) * (px - x)) / long);
}
