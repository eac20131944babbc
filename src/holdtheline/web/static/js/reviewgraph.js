// The chance to win over the steps of a game, drawn; one can go along it with the mouse or the arrow keys.

import { drawn, fill } from "./dom.js";
import { capital } from "./words.js";

const HEIGHT = 210;
const EDGE = { left: 44, right: 12, top: 14, bottom: 24 };
const CERTAIN = 10_000;
const BADGE = 20;
const NAMES = { luck: "luck", skill: "skill", others: "the others" };

export class ReviewGraph {
  constructor(place, go) {
    Object.assign(this, { place, go, step: 0 });
    place.addEventListener("click", (event) => this.made && go(this.#nearest(event).step));
    place.addEventListener("keydown", (event) => this.#press(event));
    new ResizeObserver(() => this.#draw()).observe(place);
  }

  clear() {
    this.made = undefined;
    fill(this.place);
  }

  show(made, last) {
    this.made = made;
    this.last = Math.max(last, 1);
    this.points = [{ step: 0, chance: made.start }, ...made.stretches.map(({ last: step, after }) => ({ step, chance: after }))];
    this.#draw();
  }

  showPlace(step) {
    this.step = step;
    this.#draw();
  }

  #x(step) {
    return EDGE.left + (step / this.last) * (this.width - EDGE.left - EDGE.right);
  }

  #y(chance) {
    return EDGE.top + (1 - chance / CERTAIN) * (HEIGHT - EDGE.top - EDGE.bottom);
  }

  #draw() {
    this.width = this.place.clientWidth;
    if (!this.made || !this.width) return;
    const { made, points } = this;
    const line = points.map(({ step, chance }) => `${this.#x(step).toFixed(1)},${this.#y(chance).toFixed(1)}`);
    const ground = this.#y(0);
    fill(
      this.place,
      drawn(
        "svg",
        { viewBox: `0 0 ${this.width} ${HEIGHT}`, width: this.width, height: HEIGHT, "aria-hidden": "true" },
        [0, 25, 50, 75, 100].map((percent) => this.#rule(percent)),
        this.#stepLabels(),
        drawn("polygon", { class: "area", points: `${this.#x(0)},${ground} ${line.join(" ")} ${this.#x(points.at(-1).step)},${ground}` }),
        made.stretches.map(({ kind }, at) => drawn("polyline", { class: `piece ${kind}`, points: `${line[at]} ${line[at + 1]}` })),
        this.#here(),
        this.#badges(),
      ),
    );
    this.#describe();
  }

  #rule(percent) {
    const y = this.#y(percent * 100);
    return [
      drawn("line", { class: percent % 50 ? "rule faint" : "rule", x1: EDGE.left, x2: this.width - EDGE.right, y1: y, y2: y }),
      percent % 50 === 0 && drawn("text", { class: "scale", x: EDGE.left - 7, y: y + 4, "text-anchor": "end" , text: `${percent}%` }),
    ];
  }

  #stepLabels() {
    const y = HEIGHT - 6;
    return [
      drawn("text", { class: "scale", x: this.#x(0), y, text: "start" }),
      drawn("text", { class: "scale", x: this.#x(this.last), y, "text-anchor": "end", text: `step ${this.last}` }),
    ];
  }

  /** Where the replay stands. */
  #here() {
    const x = this.#x(this.step);
    const now = this.#chanceAt(this.step);
    return [
      drawn("line", { class: "here", x1: x, x2: x, y1: EDGE.top - 6, y2: this.#y(0) }),
      now !== undefined && drawn("circle", { class: "here-dot", cx: x, cy: this.#y(now), r: 5.5 }),
    ];
  }

  /** On the line; inside a stretch somewhere between its ends. */
  #chanceAt(step) {
    const at = this.points.findIndex((point) => point.step >= step);
    if (at < 0) return undefined;
    if (at === 0) return this.points[0].chance;
    const [before, after] = [this.points[at - 1], this.points[at]];
    const share = after.step === before.step ? 1 : (step - before.step) / (after.step - before.step);
    return before.chance + share * (after.chance - before.chance);
  }

  /** The numbers of the turning points, none upon another. */
  #badges() {
    const set = [];
    return this.made.turning_points.map(({ place }, at) => {
      const { step, chance } = this.points[place + 1];
      const [x, y] = [this.#x(step), this.#y(chance)];
      const away = chance > CERTAIN / 2 ? BADGE : -BADGE;
      const spot = { x: Math.min(x, this.width - BADGE / 2), y: y + away };
      while (set.some((other) => Math.hypot(other.x - spot.x, other.y - spot.y) < BADGE + 2)) spot.y += away / 2;
      set.push(spot);
      return badge(this.made.stretches[place].kind, { x, y }, spot, at + 1);
    });
  }

  #nearest(event) {
    const x = event.clientX - this.place.getBoundingClientRect().left;
    return this.points.reduce((best, point) => (Math.abs(this.#x(point.step) - x) < Math.abs(this.#x(best.step) - x) ? point : best));
  }

  #press(event) {
    if (!this.made || event.ctrlKey || event.metaKey || event.altKey) return;
    const steps = this.points.map(({ step }) => step);
    const found = {
      ArrowLeft: () => steps.findLast((step) => step < this.step),
      ArrowRight: () => steps.find((step) => step > this.step),
      Home: () => steps[0],
      End: () => steps.at(-1),
    }[event.key];
    if (!found) return;
    event.preventDefault();
    event.stopPropagation(); // the scrubber would take a step, too
    const step = found();
    if (step !== undefined) this.go(step);
  }

  /** For whoever listens: it is a slider whose places are the ends of stretches. */
  #describe() {
    const at = Math.max(this.points.findLastIndex(({ step }) => step <= this.step), 0);
    const { step, chance } = this.points[at];
    const stretch = this.made.stretches[at - 1];
    const why = stretch ? `, ${NAMES[stretch.kind]} ${stretch.points}: ${capital(stretch.what)}` : "";
    const now = { valuemin: 0, valuemax: this.last, valuenow: step, valuetext: `Step ${step}, ${chance / 100} percent${why}` };
    for (const [name, value] of Object.entries(now)) this.place.setAttribute(`aria-${name}`, value);
  }
}

function badge(kind, { x, y }, spot, number) {
  return drawn(
    "g",
    { class: `badge ${kind}` },
    drawn("circle", { cx: x, cy: y, r: 4 }),
    drawn("circle", { class: "plate", cx: spot.x, cy: spot.y, r: BADGE / 2 }),
    drawn("text", { x: spot.x, y: spot.y + 4.5, "text-anchor": "middle", text: number }),
  );
}
