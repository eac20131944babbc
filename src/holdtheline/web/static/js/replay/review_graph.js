// The graph of the chance to win; the mouse and the arrow keys move along it.

import { fill, svg } from "../lib/dom.js";
import { capitalize } from "../lib/text.js";

const HEIGHT = 210;
const EDGE = { left: 44, right: 12, top: 14, bottom: 24 };
const CERTAINTY = 10_000;
const BADGE = 20;
const NAMES = { luck: "luck", skill: "skill", others: "the others" };

export class ReviewGraph {
  constructor(container, go) {
    Object.assign(this, { container, go, step: 0 });
    container.addEventListener("click", (event) => this.data && go(this.#nearest(event).step));
    container.addEventListener("keydown", (event) => this.#press(event));
    new ResizeObserver(() => this.#draw()).observe(container);
  }

  clear() {
    this.data = undefined;
    fill(this.container);
  }

  show(data, last) {
    this.data = data;
    this.last = Math.max(last, 1);
    this.points = [{ step: 0, chance: data.start }, ...data.segments.map(({ last: step, after }) => ({ step, chance: after }))];
    this.#draw();
  }

  showStepNumber(step) {
    this.step = step;
    this.#draw();
  }

  #x(step) {
    return EDGE.left + (step / this.last) * (this.width - EDGE.left - EDGE.right);
  }

  #y(chance) {
    return EDGE.top + (1 - chance / CERTAINTY) * (HEIGHT - EDGE.top - EDGE.bottom);
  }

  #draw() {
    this.width = this.container.clientWidth;
    if (!this.data || !this.width) return;
    const { data, points } = this;
    const line = points.map(({ step, chance }) => `${this.#x(step).toFixed(1)},${this.#y(chance).toFixed(1)}`);
    const ground = this.#y(0);
    fill(this.container, svg("svg", { viewBox: `0 0 ${this.width} ${HEIGHT}`, width: this.width, height: HEIGHT, "aria-hidden": "true" },
      [0, 25, 50, 75, 100].map((percent) => this.#rule(percent)),
      this.#stepLabels(),
      svg("polygon", { class: "area", points: `${this.#x(0)},${ground} ${line.join(" ")} ${this.#x(points.at(-1).step)},${ground}` }),
      data.segments.map(({ kind }, at) => svg("polyline", { class: `piece ${kind}`, points: `${line[at]} ${line[at + 1]}` })),
      this.#here(),
      this.#badges()));
    this.#describe();
  }

  #rule(percent) {
    const y = this.#y(percent * 100);
    return [
      svg("line", { class: percent % 50 ? "rule faint" : "rule", x1: EDGE.left, x2: this.width - EDGE.right, y1: y, y2: y }),
      percent % 50 === 0 && svg("text", { class: "scale", x: EDGE.left - 7, y: y + 4, "text-anchor": "end", text: `${percent}%` }),
    ];
  }

  #stepLabels() {
    const y = HEIGHT - 6;
    return [
      svg("text", { class: "scale", x: this.#x(0), y, text: "start" }),
      svg("text", { class: "scale", x: this.#x(this.last), y, "text-anchor": "end", text: `step ${this.last}` }),
    ];
  }

  /** Return a line at the step that the replay shows. */
  #here() {
    const x = this.#x(this.step);
    const now = this.#chanceAt(this.step);
    return [
      svg("line", { class: "here", x1: x, x2: x, y1: EDGE.top - 6, y2: this.#y(0) }),
      now !== undefined && svg("circle", { class: "here-dot", cx: x, cy: this.#y(now), r: 5.5 }),
    ];
  }

  /** Return the chance at a step, interpolated inside a segment. */
  #chanceAt(step) {
    const at = this.points.findIndex((point) => point.step >= step);
    if (at < 0) return undefined;
    if (at === 0) return this.points[0].chance;
    const [before, after] = [this.points[at - 1], this.points[at]];
    const fraction = after.step === before.step ? 1 : (step - before.step) / (after.step - before.step);
    return before.chance + fraction * (after.chance - before.chance);
  }

  /** Return numbered badges for the turning points that do not overlap. */
  #badges() {
    const placed = [];
    return this.data.turning_points.map(({ place: index }, at) => {
      const { step, chance } = this.points[index + 1];
      const [x, y] = [this.#x(step), this.#y(chance)];
      const offset = chance > CERTAINTY / 2 ? BADGE : -BADGE;
      const spot = { x: Math.min(x, this.width - BADGE / 2), y: y + offset };
      while (placed.some((other) => Math.hypot(other.x - spot.x, other.y - spot.y) < BADGE + 2)) spot.y += offset / 2;
      placed.push(spot);
      return badge(this.data.segments[index].kind, { x, y }, spot, at + 1);
    });
  }

  #nearest(event) {
    const x = event.clientX - this.container.getBoundingClientRect().left;
    return this.points.reduce((best, point) => (Math.abs(this.#x(point.step) - x) < Math.abs(this.#x(best.step) - x) ? point : best));
  }

  #press(event) {
    if (!this.data || event.ctrlKey || event.metaKey || event.altKey) return;
    const steps = this.points.map(({ step }) => step);
    const target = {
      ArrowLeft: () => steps.findLast((step) => step < this.step),
      ArrowRight: () => steps.find((step) => step > this.step),
      Home: () => steps[0],
      End: () => steps.at(-1),
    }[event.key];
    if (!target) return;
    event.preventDefault();
    event.stopPropagation(); // otherwise the replay would take a step as well
    const step = target();
    if (step !== undefined) this.go(step);
  }

  /** Describe the graph to screen readers as a slider between the ends of segments. */
  #describe() {
    const at = Math.max(this.points.findLastIndex(({ step }) => step <= this.step), 0);
    const { step, chance } = this.points[at];
    const segment = this.data.segments[at - 1];
    const why = segment ? `, ${NAMES[segment.kind]} ${segment.points}: ${capitalize(segment.what)}` : "";
    const now = { valuemin: 0, valuemax: this.last, valuenow: step, valuetext: `Step ${step}, ${chance / 100} percent${why}` };
    for (const [name, value] of Object.entries(now)) this.container.setAttribute(`aria-${name}`, value);
  }
}

function badge(kind, { x, y }, spot, number) {
  return svg("g", { class: `badge ${kind}` },
    svg("circle", { cx: x, cy: y, r: 4 }),
    svg("circle", { class: "plate", cx: spot.x, cy: spot.y, r: BADGE / 2 }),
    svg("text", { x: spot.x, y: spot.y + 4.5, "text-anchor": "middle", text: number }));
}
