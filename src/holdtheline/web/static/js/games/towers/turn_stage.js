// Draw a turn replay over the picture. A frame depends on nothing but its number, so it can be shown at any time:
// `statesOf` prepares all of them before the first is drawn.

import { el, fill, svg } from "../../lib/dom.js";

const MOVE_TIME = [0.3, 1]; // the part of a timestep in which pieces move
const SHOT_TIME = [0, 0.35]; // the part in which shots fly
const FLINCH = { reach: 5, waves: 3 }; // of a struck piece: how far in the picture's unit, and how often
const SHAKE = { reach: 7, waves: 4 }; // of the keep
const GUNS = new Set(["rocket", "bomb"]); // units that are heard as guns
const parser = new DOMParser();

/** Return for each frame the pieces with their positions, the shots, and the pieces that leave. */
function statesOf(turn) {
  let state = { items: new Map() };
  return turn.frames.map((ops) => (state = nextState(state, ops)));
}

function nextState(before, ops) {
  const state = { items: new Map(before.items), shots: [], gone: [], moved: new Map() };
  for (const [name, id, ...more] of ops) OPS[name](state, id, ...more);
  return state;
}

const OPS = {
  put({ items }, id, figure, x, y, health, full) {
    items.set(id, { figure, x, y, scale: 1, count: 1, health, full, ice: 0, text: "", from: { x, y, scale: 1 } });
  },
  go: (state, id, x, y, scale, count) => change(state, id, { x, y, scale, count }),
  hit(state, id, health, full) {
    change(state, id, { health, full });
    state.moved.set(id, FLINCH);
  },
  shake: ({ moved }, id) => moved.set(id, SHAKE),
  ice: (state, id, ice) => change(state, id, { ice }),
  say: (state, id, text) => change(state, id, { text }),
  as: (state, id, figure) => change(state, id, { figure }),
  shot: ({ shots }, from, kind, wasted, ...to) => shots.push({ from, kind, wasted, to }),
  gone({ items, gone }, id, how) {
    gone.push({ id, how, item: items.get(id) });
    items.delete(id);
  },
};

function change({ items }, id, changes) {
  items.set(id, { ...items.get(id), ...changes });
}

export class TurnStage {
  constructor(host) {
    this.host = host;
    this.floor = svg("g", { class: "turn-replay-floor" });
    this.pieces = svg("g", { class: "turn-replay-pieces" });
    this.shots = svg("g", { class: "turn-replay-shots" });
    this.top = svg("g", { class: "turn-replay-top" });
    this.svg = svg("svg", { "aria-hidden": "true" }, this.floor, this.pieces, this.shots, this.top);
    this.box = el("div", { class: "turn-replay-stage" }, this.svg);
    this.sheet = new CSSStyleSheet();
  }

  open(turn) {
    this.turn = turn;
    this.states = statesOf(turn);
    this.figures = new Map(Object.entries(turn.figures).map(([name, text]) => [name, parseFigure(text)]));
    this.nodes = new Map();
    this.frame = -1;
    const picture = this.host.querySelector("svg");
    this.svg.setAttribute("viewBox", picture?.getAttribute("viewBox") ?? `0 0 ${turn.size.join(" ")}`); // a table crops its picture
    this.svg.setAttribute("class", picture?.getAttribute("class") ?? "htl-picture");
    for (const layer of [this.floor, this.pieces, this.shots, this.top]) fill(layer);
    // A sheet, not attributes: the picture below may change during the replay.
    this.sheet.replaceSync(`.turn-replay-on > svg :is(${turn.hides}) { visibility: hidden; }`);
    if (!document.adoptedStyleSheets.includes(this.sheet)) document.adoptedStyleSheets.push(this.sheet);
    this.host.classList.add("turn-replay-on");
    this.host.append(this.box);
  }

  close() {
    this.box.remove();
    this.host.classList.remove("turn-replay-on");
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== this.sheet);
  }

  /** Draw a frame, or the movement towards it: `share` is how much of its timestep has passed. */
  draw(frame, share) {
    const state = this.states[frame];
    const before = this.states[frame - 1] ?? state;
    if (frame !== this.frame) this.#enterFrame(frame, state);
    const drawn = new Map();
    for (const [id, item] of state.items) {
      drawn.set(id, shaken(interpolate(before.items.get(id) ?? item.from, item, share), state.moved?.get(id), share));
    }
    for (const { id, how, item } of state.gone) {
      drawn.set(id, leaving(how, interpolate(before.items.get(id) ?? item.from, item, share), share, this.turn.cell));
    }
    for (const [id, piece] of drawn) this.nodes.get(id).show(piece);
    for (const shot of this.flying) drawShot(shot, drawn, share);
  }

  /** Return the names of the sounds of a frame. */
  soundsOf(frame) {
    const { shots, gone, moved } = this.states[frame];
    const sounds = shots.map(({ kind }) => (GUNS.has(kind) ? "cannon" : "volley"));
    if (moved.size) sounds.push("hit");
    if (gone.some(({ how }) => how === "fell" || how === "razed")) sounds.push("fall");
    if (gone.some(({ how }) => how === "scored")) sounds.push("castle");
    return new Set(sounds);
  }

  #enterFrame(frame, state) {
    this.frame = frame;
    const items = new Map([...state.items, ...state.gone.map(({ id, item }) => [id, item])]);
    for (const [id, node] of this.nodes) if (items.get(id)?.figure !== node.figure) this.nodes.delete(id);
    for (const [id, { figure }] of items) {
      if (!this.nodes.has(id)) this.nodes.set(id, new Thing(figure, this.figures));
    }
    // In the order of their arrival; those with a count of several soldiers come last, so that it lies on top.
    const order = [...items].sort(([, a], [, b]) => (a.count > 1) - (b.count > 1));
    this.pieces.replaceChildren(...order.map(([id]) => this.nodes.get(id).root));
    for (const { id, how } of state.gone) this.nodes.get(id).root.dataset.gone = how;
    for (const id of state.items.keys()) delete this.nodes.get(id).root.dataset.gone;
    const caption = this.pieces.querySelector("[data-caption]");
    if (caption) caption.textContent = this.turn.captions[frame];
    this.flying = state.shots.map((shot) => shotOf(shot));
    fill(this.shots, this.flying.map(({ node }) => node));
  }
}

/** One piece in the picture. It remembers what it shows, and updates only what has changed. */
class Thing {
  constructor(figure, figures) {
    this.figure = figure;
    this.body = figures.get(figure).cloneNode(true);
    this.ice = figures.get("ice").cloneNode(true);
    this.cross = figures.get("cross").cloneNode(true);
    this.cross.classList.add("turn-replay-cross");
    this.tally = svg("g", { class: "turn-replay-tally" },
      svg("rect", { x: -2, y: -1, width: 26, height: 20, rx: 10, class: "htl-tally-plate" }),
      svg("text", { x: 11, y: 15, class: "htl-tally", "font-size": 17 }));
    this.root = svg("g", { class: "turn-replay-piece" }, this.body, this.cross);
    this.number = this.body.querySelector("[data-number]");
    this.bar = this.body.querySelector("[data-bar]");
    this.shown = {};
  }

  show({ x, y, scale, count, health, full, ice, text, opacity, isStruck = false }) {
    this.#update("place", `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale.toFixed(2)})`,
      (value) => this.root.setAttribute("transform", value));
    this.#update("opacity", opacity.toFixed(2), (value) => this.root.setAttribute("opacity", value));
    this.#update("count", count, () => this.#count(count));
    this.#update("struck", isStruck, (value) => this.root.classList.toggle("turn-replay-struck", value));
    this.#update("ice", ice, () => (ice ? this.root.append(this.ice) : this.ice.remove()));
    this.#update("number", text || health, (value) => this.number && (this.number.textContent = value));
    if (full) this.#update("health", health / full, (fraction) => this.#setHealth(fraction));
  }

  #update(name, value, apply) {
    if (this.shown[name] === value) return;
    this.shown[name] = value;
    apply(value);
  }

  #setHealth(fraction) {
    this.bar?.setAttribute("width", this.bar.dataset.bar * fraction);
    this.root.classList.toggle("turn-replay-whole", fraction >= 1);
  }

  #count(count) {
    if (count < 2) return this.tally.remove();
    this.tally.lastChild.textContent = count;
    this.root.append(this.tally);
  }
}

function parseFigure(text) {
  const root = parser.parseFromString(`<svg xmlns="http://www.w3.org/2000/svg">${text}</svg>`, "image/svg+xml");
  return document.adoptNode(root.documentElement.firstElementChild);
}

function interpolate(from, item, share) {
  const moved = smooth(progress(share, MOVE_TIME));
  const between = (name) => from[name] + (item[name] - from[name]) * moved;
  return { ...item, x: between("x"), y: between("y"), scale: between("scale"), opacity: 1 };
}

/** Return a piece that flinches or shakes after it was struck; at the end of the timestep it is at rest. */
function shaken(piece, motion, share) {
  if (!motion || share < SHOT_TIME[1] || share === 1) return { ...piece, isStruck: false };
  const passed = progress(share, [SHOT_TIME[1], 1]);
  return { ...piece, x: piece.x + Math.sin(passed * motion.waves * 2 * Math.PI) * motion.reach * (1 - passed), isStruck: true };
}

function leaving(how, piece, share, cell) {
  const moved = smooth(progress(share, MOVE_TIME));
  if (how === "home") return { ...piece, opacity: 1 - share };
  if (how === "scored") return { ...piece, y: piece.y + cell * 0.85 * moved, opacity: 1 - 0.3 * moved };
  return { ...piece, opacity: 1 - 0.35 * moved };
}

// Shots

function shotOf(shot) {
  const lines = [svg("line", { class: "turn-replay-shot-under" }), svg("line", { class: "turn-replay-shot" })];
  const bursts = shot.to.map(() => svg("circle", { class: "turn-replay-burst" }));
  const kind = `turn-replay-${shot.kind}${shot.wasted ? " turn-replay-wasted" : ""}`;
  return { ...shot, lines, bursts, node: svg("g", { class: kind }, ...lines, ...bursts) };
}

/** Draw a line that grows to the first target, and a ring around each target that is hit. */
function drawShot({ from, to, lines, bursts, node }, drawn, share) {
  const { x, y } = drawn.get(from);
  const end = drawn.get(to[0]);
  const flown = progress(share, SHOT_TIME);
  const ends = { x1: x, y1: y, x2: x + (end.x - x) * flown, y2: y + (end.y - y) * flown };
  for (const line of lines) setNumbers(line, ends);
  bursts.forEach((burst, at) => {
    const hit = drawn.get(to[at]);
    setNumbers(burst, { cx: hit.x, cy: hit.y, r: flown < 1 ? 0 : 19 * hit.scale });
  });
  node.setAttribute("opacity", (1 - 0.45 * share).toFixed(2));
}

function setNumbers(node, numbers) {
  for (const [name, value] of Object.entries(numbers)) node.setAttribute(name, value.toFixed(1));
}

/** Return how much of a part of the timestep has passed. */
function progress(share, [start, end]) {
  return Math.min(Math.max((share - start) / (end - start), 0), 1);
}

function smooth(fraction) {
  return fraction * fraction * (3 - 2 * fraction);
}
