// Drawing a film over the picture. What a frame shows depends on the frame alone, so any of them can be
// shown at any time: `statesOf` has all of them ready before the first is drawn.

import { drawn, el, fill } from "./dom.js";

const MOVING = [0.3, 1]; // the part of a timestep in which things move
const FLYING = [0, 0.35]; // and in which shots fly
const parser = new DOMParser();

/** What stands where after each frame, what was shot in it, and who left in it. */
export function statesOf(film) {
  let state = { items: new Map() };
  return film.frames.map((ops) => (state = nextState(state, ops)));
}

function nextState(before, ops) {
  const state = { items: new Map(before.items), shots: [], gone: [] };
  for (const [name, id, ...more] of ops) OPS[name](state, id, ...more);
  return state;
}

const OPS = {
  put({ items }, id, figure, x, y, health, full) {
    items.set(id, { figure, x, y, scale: 1, count: 1, health, full, ice: 0, text: "", from: { x, y, scale: 1 } });
  },
  go: (state, id, x, y, scale, count) => change(state, id, { x, y, scale, count }),
  hit: (state, id, health, full) => change(state, id, { health, full }),
  ice: (state, id, ice) => change(state, id, { ice }),
  say: (state, id, text) => change(state, id, { text }),
  as: (state, id, figure) => change(state, id, { figure }),
  shot: ({ shots }, from, kind, wasted, ...to) => shots.push({ from, kind, wasted, to }),
  gone({ items, gone }, id, how) {
    gone.push({ id, how, item: items.get(id) });
    items.delete(id);
  },
};

function change({ items }, id, news) {
  items.set(id, { ...items.get(id), ...news });
}

export class Stage {
  constructor(host) {
    this.host = host;
    this.floor = drawn("g", { class: "film-floor" });
    this.things = drawn("g", { class: "film-things" });
    this.shots = drawn("g", { class: "film-shots" });
    this.top = drawn("g", { class: "film-top" });
    this.svg = drawn("svg", { "aria-hidden": "true" }, this.floor, this.things, this.shots, this.top);
    this.box = el("div", { class: "film-stage" }, this.svg);
    this.sheet = new CSSStyleSheet();
  }

  open(film) {
    this.film = film;
    this.states = statesOf(film);
    this.figures = new Map(Object.entries(film.figures).map(([name, text]) => [name, figureOf(text)]));
    this.nodes = new Map();
    this.frame = -1;
    this.svg.setAttribute("viewBox", `0 0 ${film.size.join(" ")}`);
    this.svg.setAttribute("class", this.host.querySelector("svg")?.getAttribute("class") ?? "htl-picture");
    for (const layer of [this.floor, this.things, this.shots, this.top]) fill(layer);
    // A sheet, not attributes: the picture below may change while the film runs.
    this.sheet.replaceSync(`.filming > svg :is(${film.hides}) { visibility: hidden; }`);
    if (!document.adoptedStyleSheets.includes(this.sheet)) document.adoptedStyleSheets.push(this.sheet);
    this.host.classList.add("filming");
    this.host.append(this.box);
  }

  close() {
    this.box.remove();
    this.host.classList.remove("filming");
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== this.sheet);
  }

  /** A frame, or the way to it: `share` is how much of its timestep has passed. */
  draw(frame, share) {
    const state = this.states[frame];
    const before = this.states[frame - 1] ?? state;
    if (frame !== this.frame) this.#enterFrame(frame, state);
    const seen = new Map();
    for (const [id, item] of state.items) seen.set(id, placed(before.items.get(id) ?? item.from, item, share));
    for (const { id, how, item } of state.gone) {
      seen.set(id, leaving(how, placed(before.items.get(id) ?? item.from, item, share), share, this.film.cell));
    }
    for (const [id, thing] of seen) this.nodes.get(id).show(thing);
    for (const shot of this.flying) drawShot(shot, seen, share);
  }

  #enterFrame(frame, state) {
    this.frame = frame;
    const items = new Map([...state.items, ...state.gone.map(({ id, item }) => [id, item])]);
    for (const [id, node] of this.nodes) if (items.get(id)?.figure !== node.figure) this.nodes.delete(id);
    for (const [id, { figure }] of items) {
      if (!this.nodes.has(id)) this.nodes.set(id, new Thing(figure, this.figures));
    }
    // In the order in which they came, whoever tells how many stand there last of all: it lies on top.
    const order = [...items].sort(([, a], [, b]) => (a.count > 1) - (b.count > 1));
    this.things.replaceChildren(...order.map(([id]) => this.nodes.get(id).root));
    for (const { id, how } of state.gone) this.nodes.get(id).root.dataset.gone = how;
    for (const id of state.items.keys()) delete this.nodes.get(id).root.dataset.gone;
    const caption = this.things.querySelector("[data-caption]");
    if (caption) caption.textContent = this.film.captions[frame];
    this.flying = state.shots.map((shot) => shotOf(shot));
    fill(this.shots, this.flying.map(({ node }) => node));
  }
}

/** One thing in the picture. It is told all it shows, and touches only what has changed. */
class Thing {
  constructor(figure, figures) {
    this.figure = figure;
    this.body = figures.get(figure).cloneNode(true);
    this.ice = figures.get("ice").cloneNode(true);
    this.cross = figures.get("cross").cloneNode(true);
    this.cross.classList.add("film-cross");
    this.tally = drawn("g", { class: "film-tally" },
      drawn("rect", { x: -2, y: -1, width: 26, height: 20, rx: 10, class: "htl-tally-plate" }),
      drawn("text", { x: 11, y: 15, class: "htl-tally", "font-size": 17 }));
    this.root = drawn("g", { class: "film-thing" }, this.body, this.cross);
    this.number = this.body.querySelector("[data-number]");
    this.bar = this.body.querySelector("[data-bar]");
    this.said = {};
  }

  show({ x, y, scale, count, health, full, ice, text, opacity }) {
    this.#say("place", `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale.toFixed(2)})`,
      (value) => this.root.setAttribute("transform", value));
    this.#say("opacity", opacity.toFixed(2), (value) => this.root.setAttribute("opacity", value));
    this.#say("count", count, () => this.#count(count));
    this.#say("ice", ice, () => (ice ? this.root.append(this.ice) : this.ice.remove()));
    this.#say("number", text || health, (value) => this.number && (this.number.textContent = value));
    if (full) this.#say("health", health / full, (part) => this.#hurt(part));
  }

  #say(name, value, tell) {
    if (this.said[name] === value) return;
    this.said[name] = value;
    tell(value);
  }

  #hurt(part) {
    this.bar?.setAttribute("width", this.bar.dataset.bar * part);
    this.root.classList.toggle("film-whole", part >= 1);
  }

  #count(count) {
    if (count < 2) return this.tally.remove();
    this.tally.lastChild.textContent = count;
    this.root.append(this.tally);
  }
}

function figureOf(text) {
  const root = parser.parseFromString(`<svg xmlns="http://www.w3.org/2000/svg">${text}</svg>`, "image/svg+xml");
  return document.adoptNode(root.documentElement.firstElementChild);
}

function placed(from, item, share) {
  const way = smooth(part(share, MOVING));
  const between = (name) => from[name] + (item[name] - from[name]) * way;
  return { ...item, x: between("x"), y: between("y"), scale: between("scale"), opacity: 1 };
}

function leaving(how, thing, share, cell) {
  const way = smooth(part(share, MOVING));
  if (how === "home") return { ...thing, opacity: 1 - share };
  if (how === "scored") return { ...thing, y: thing.y + cell * 0.85 * way, opacity: 1 - 0.3 * way };
  return { ...thing, opacity: 1 - 0.35 * way };
}

// Shots

function shotOf(shot) {
  const lines = [drawn("line", { class: "film-shot-under" }), drawn("line", { class: "film-shot" })];
  const bursts = shot.to.map(() => drawn("circle", { class: "film-burst" }));
  const kind = `film-${shot.kind}${shot.wasted ? " film-wasted" : ""}`;
  return { ...shot, lines, bursts, node: drawn("g", { class: kind }, ...lines, ...bursts) };
}

/** A line that grows to whoever is hit first, and a ring around each that is hit. */
function drawShot({ from, to, lines, bursts, node }, seen, share) {
  const { x, y } = seen.get(from);
  const end = seen.get(to[0]);
  const way = part(share, FLYING);
  const ends = { x1: x, y1: y, x2: x + (end.x - x) * way, y2: y + (end.y - y) * way };
  for (const line of lines) setAll(line, ends);
  bursts.forEach((burst, at) => {
    const hit = seen.get(to[at]);
    setAll(burst, { cx: hit.x, cy: hit.y, r: way < 1 ? 0 : 19 * hit.scale });
  });
  node.setAttribute("opacity", (1 - 0.45 * share).toFixed(2));
}

function setAll(node, numbers) {
  for (const [name, value] of Object.entries(numbers)) node.setAttribute(name, value.toFixed(1));
}

/** How much of a stretch has passed. */
function part(share, [start, end]) {
  return Math.min(Math.max((share - start) / (end - start), 0), 1);
}

function smooth(way) {
  return way * way * (3 - 2 * way);
}
