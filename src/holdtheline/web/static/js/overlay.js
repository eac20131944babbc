// What lies over the picture: outlines of what can be touched next, marks on what has been touched,
// and a button for each spot, so that the keyboard and a screen reader reach them as well.

import { drawn, el, fill } from "./dom.js";

const LEAST_WIDTH = 640; // a narrower picture gets larger marks
const SLACK = 11; // how far beside a thing, in pixels, a finger may come down
const MANY = 24; // more things to touch than this are not outlined, each of them
const SMALL = 50; // in the picture's own unit: a thing with things beside it
const MAP_SCALE = 0.65; // of marks on a large picture, where things are small
const CLOSE = 12; // and the least room between two things for whole frames around both

export class Overlay {
  /** `touch(id)` is called for a button that was pressed. */
  constructor(place, touch) {
    this.place = place;
    this.touch = touch;
    this.marks = drawn("svg", { class: "marks", "aria-hidden": "true" });
    this.spots = el("div", { class: "spots", role: "group", "aria-label": "Things to touch" });
    this.spots.addEventListener("keydown", (event) => this.#walk(event));
    this.buttons = new Map();
    this.boxes = new Map();
    place.append(this.spots, this.marks);
  }

  /** Draw for this chooser, which may have nothing to choose. `reached`: things that are marked otherwise. */
  show(picture, chooser, reached = []) {
    const next = chooser.nextIds;
    const marks = chooser.marks;
    const ids = new Set([...chooser.spots.map((spot) => spot.id), ...next]);
    this.#measure(picture, new Set([...ids, ...marks.keys()]));
    this.next = next;
    this.reached = reached.map((id) => this.boxes.get(id) ?? boxIn(picture, id)).filter(Boolean);
    this.isPicking = reached.length > 0; // then only what goes on from there is of interest
    const boxes = [...next].map((id) => this.boxes.get(id)).filter(Boolean);
    this.isDense = boxes.length > MANY;
    this.isNarrow = !this.isDense && boxes.some((one, at) => boxes.slice(at + 1).some((other) => areClose(one, other)));
    this.place.toggleAttribute("data-many", this.isDense);
    for (const piece of picture.querySelectorAll("[data-id]")) {
      piece.toggleAttribute("data-next", next.has(piece.dataset.id));
    }
    this.#draw(picture, chooser, next, marks);
    this.#offer(picture, chooser, [...ids], marks);
  }

  /** The thing that a click means: the spot it hit, or one that can be touched close by. */
  hit(event) {
    const direct = event.target.closest?.("[data-id]")?.dataset.id;
    return this.boxes.has(direct) ? direct : this.#near(event, direct) ?? direct;
  }

  #near({ clientX, clientY }, direct) {
    const frame = this.place.getBoundingClientRect();
    const unit = this.width / frame.width;
    const [x, y] = [(clientX - frame.left) * unit, (clientY - frame.top) * unit];
    const slack = SLACK * unit;
    return [...(this.next ?? [])].find((id) => {
      const box = this.boxes.get(id);
      return box && (!direct || box.width > SMALL) && x > box.x - slack && x < box.x + box.width + slack
        && y > box.y - slack && y < box.y + box.height + slack;
    });
  }

  #measure(picture, ids) {
    const { width, height } = picture.viewBox.baseVal;
    Object.assign(this, { width, height });
    this.isMap = picture.classList.contains("htl-large");
    const scale = this.isMap ? MAP_SCALE : 1;
    this.zoom = scale * Math.min(1.4, Math.max(1, LEAST_WIDTH / (this.place.clientWidth || LEAST_WIDTH)));
    this.boxes.clear();
    for (const id of ids) {
      const piece = picture.querySelector(`[data-id="${CSS.escape(id)}"]`);
      if (piece) this.boxes.set(id, boxOf(piece, picture));
    }
  }

  #draw(picture, chooser, next, marks) {
    this.marks.setAttribute("viewBox", picture.getAttribute("viewBox"));
    const keys = new Map(chooser.spots.map((spot) => [spot.id, spot.key]));
    const parts = [];
    for (const [id, box] of this.boxes) {
      const isReached = this.#isReached(box);
      if (next.has(id) && !this.isDense && !isReached) parts.push(...outline(box, this.isNarrow));
      if (next.has(id) && !this.isDense && (!isReached || keys.get(id))) parts.push(this.#keycap(box, keys.get(id)));
      if (marks.has(id)) parts.push(...(this.isMap ? picked(box) : [this.#badge(box, marks.get(id))]));
    }
    fill(this.marks, ...parts);
  }

  #isReached(box) {
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    return this.reached.some((one) => x > one.x && x < one.x + one.width && y > one.y && y < one.y + one.height);
  }

  #badge(box, text) {
    return drawn("g", { class: "badge", transform: this.#at(box.x + box.width + 13, box.y + 15 * this.zoom - 3) },
      drawn("rect", { x: -19, y: -15, width: 38, height: 30, rx: 15 }),
      drawn("text", { y: 7.5, text }));
  }

  #keycap(box, key) {
    if (!key && box.width <= SMALL) return null;
    const where = this.isNarrow ? `translate(${box.x + 6} ${box.y + 7}) scale(.68)` : this.#at(box.x + box.width + 6, box.y + box.height - 6);
    return drawn("g", { class: "keycap", transform: where },
      drawn("rect", { x: -11, y: -11, width: 22, height: 22, rx: 5 }),
      key ? drawn("text", { y: 5.8, text: key.toUpperCase() }) : drawn("circle", { r: 4 }));
  }

  #at(x, y) {
    return `translate(${x} ${y}) scale(${this.zoom})`;
  }

  /** One button a spot, the same element as long as the spot is there, so that it keeps the focus. */
  #offer(picture, chooser, ids, marks) {
    const labels = new Map(chooser.spots.map((spot) => [spot.id, spot]));
    for (const [id, button] of this.buttons) {
      if (ids.includes(id) && this.boxes.has(id)) continue;
      button.remove();
      this.buttons.delete(id);
    }
    for (const id of ids) {
      const box = this.boxes.get(id);
      if (!box) continue;
      const button = this.buttons.get(id) ?? this.#newButton(id);
      const label = whyClosed(picture, id) ?? labels.get(id)?.label ?? id.replaceAll("-", " ");
      const mark = marks.get(id);
      setAll(button, {
        "aria-label": mark ? `${label}, touched ${mark}` : label,
        "aria-keyshortcuts": labels.get(id)?.key || null,
        "aria-disabled": this.next.has(id) ? null : "true",
      });
      this.#put(button, box);
    }
  }

  #newButton(id) {
    const button = el("button", { type: "button", class: "spot", "data-spot": id, on: { click: () => this.touch(id) } });
    this.buttons.set(id, button);
    this.spots.append(button);
    return button;
  }

  #put(button, box) {
    button.style.left = `${(100 * box.x) / this.width}%`;
    button.style.top = `${(100 * box.y) / this.height}%`;
    button.style.width = `${(100 * box.width) / this.width}%`;
    button.style.height = `${(100 * box.height) / this.height}%`;
  }

  /** Whether there are many things to choose from, such as the cells of a lane. */
  get isOpen() {
    return this.isDense === true;
  }

  /** The focus goes with what is picked, if it is in the picture. */
  follow(id) {
    if (this.spots.contains(document.activeElement)) this.buttons.get(id)?.focus({ preventScroll: true });
  }

  /** To this thing, or the middle of what can be touched; from there the arrow keys go on. */
  enter(id) {
    if (this.buttons.has(id)) return this.buttons.get(id).focus();
    const there = [...this.next].filter((id) => this.buttons.has(id)).map((id) => ({ id, ...this.boxes.get(id) }));
    const middle = (from) => there.reduce((sum, box) => sum + box[from], 0) / there.length;
    const [x, y] = [middle("x"), middle("y")];
    there.sort((a, b) => Math.hypot(a.x - x, a.y - y) - Math.hypot(b.x - x, b.y - y));
    this.buttons.get(there[0]?.id)?.focus();
  }

  /** The arrow keys go from spot to spot. */
  #walk(event) {
    const way = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[event.key];
    const here = this.boxes.get(event.target.dataset.spot);
    if (!way || !here) return;
    event.preventDefault();
    const there = [...this.buttons].filter(([id]) => !this.isPicking || this.next.has(id));
    const toward = there.map(([id, button]) => ({ button, cost: cost(here, this.boxes.get(id), way) }));
    const best = toward.filter(({ cost: one }) => one < Infinity).sort((a, b) => a.cost - b.cost)[0];
    best?.button.focus();
  }
}

/** How far a box lies in a direction; what lies aside counts double, what lies behind not at all. */
function cost(from, to, [dx, dy]) {
  const x = to.x + to.width / 2 - from.x - from.width / 2;
  const y = to.y + to.height / 2 - from.y - from.height / 2;
  const ahead = x * dx + y * dy;
  return ahead > 1 ? ahead + 2 * Math.abs(x * dy + y * dx) : Infinity;
}

function outline({ x, y, width, height }, isNarrow) {
  const room = isNarrow ? 0 : 3;
  const place = { x: x - room, y: y - room, width: width + 2 * room, height: height + 2 * room, rx: isNarrow ? 7 : 15 };
  const kind = isNarrow ? " narrow" : "";
  return [drawn("rect", { class: `outline-under${kind}`, ...place }), drawn("rect", { class: `outline${kind}`, ...place })];
}

/** On a map numbers would be taken for costs: what is picked has a frame. */
function picked({ x, y, width, height }) {
  const place = { x: x - 3, y: y - 3, width: width + 6, height: height + 6, rx: 8 };
  return [drawn("rect", { class: "picked-under", ...place }), drawn("rect", { class: "picked", ...place })];
}

function areClose(one, other) {
  const gap = (from, size) => Math.max(one[from] - other[from] - other[size], other[from] - one[from] - one[size]);
  return Math.max(gap("x", "width"), gap("y", "height")) < CLOSE;
}

function boxIn(picture, id) {
  const piece = picture.querySelector(`[data-id="${CSS.escape(id)}"]`);
  return piece && boxOf(piece, picture);
}

/** A thing's box in the picture's own coordinates: its round base, or all of it but the words beside it. */
export function boxOf(piece, picture) {
  const base = piece.querySelector(":scope > .htl-disc > .htl-base");
  const shapes = base ? [base] : [...piece.children].filter((child) => !["text", "title"].includes(child.nodeName));
  const boxes = (shapes.length ? shapes : [piece]).map((shape) => shape.getBBox());
  const left = Math.min(...boxes.map((box) => box.x));
  const top = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  const where = matrixOf(piece, picture);
  const from = new DOMPoint(left, top).matrixTransform(where);
  const to = new DOMPoint(right, bottom).matrixTransform(where);
  return { x: from.x, y: from.y, width: to.x - from.x, height: to.y - from.y };
}

/** Where the attributes put a thing, whatever transition is just going on. */
function matrixOf(piece, picture) {
  let matrix = new DOMMatrix();
  for (let node = piece; node && node !== picture; node = node.parentNode) {
    const own = node.transform?.baseVal.consolidate()?.matrix;
    if (own) matrix = new DOMMatrix([own.a, own.b, own.c, own.d, own.e, own.f]).multiply(matrix);
  }
  return matrix;
}

/** A thing that the picture shows as closed says why in its title. */
function whyClosed(picture, id) {
  return picture.querySelector(`[data-id="${CSS.escape(id)}"]:is(.htl-closed, .htl-dear) > title`)?.textContent;
}

function setAll(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null) node.removeAttribute(name);
    else node.setAttribute(name, value);
  }
}
