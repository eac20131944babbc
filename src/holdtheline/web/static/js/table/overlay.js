// The overlay on the picture: outlines of the hotspots that can be clicked next, marks on clicked ones, and a button
// for each hotspot, so that the keyboard and screen readers can reach it.

import { el, fill, svg } from "../lib/dom.js";
import { boxOf, pieceOf } from "../lib/picture.js";

const MIN_WIDTH = 640; // pixels; a narrower picture gets larger marks
const SLACK = 11; // pixels beside a hotspot where a click still counts
const MAX_OUTLINES = 24; // if more hotspots can be clicked, none is outlined
const SMALL = 50; // in the picture's unit: smaller pieces have others beside them
const MAP_SCALE = 0.65; // scale of marks on a large picture, where pieces are small
const HEX = "hex-"; // how the id of a hex of a map begins
const MIN_GAP = 12; // in the picture's unit: closer hotspots get narrow outlines

export class Overlay {
  /** `onClick(id)` is called when a spot's button is pressed. */
  constructor(container, onClick) {
    this.container = container;
    this.onClick = onClick;
    this.marks = svg("svg", { class: "marks", "aria-hidden": "true" });
    this.spots = el("div", { class: "spots", role: "group", "aria-label": "Clickable parts of the picture" });
    this.spots.addEventListener("keydown", (event) => this.#moveFocus(event));
    this.buttons = new Map();
    this.boxes = new Map();
    container.append(this.spots, this.marks);
  }

  /** Draw the clicks of a picker; `marked` are ids that have other marks. */
  show(picture, picker, marked = []) {
    const next = picker.nextIds;
    const marks = picker.marks;
    const ids = new Set([...picker.spots.map((spot) => spot.id), ...next]);
    this.#measure(picture, new Set([...ids, ...marks.keys()]));
    this.next = next;
    this.marked = marked.map((id) => this.boxes.get(id) ?? boxIn(picture, id)).filter(Boolean);
    this.isPicking = marked.length > 0; // then the arrow keys lead only to what can be clicked next
    const boxes = [...next].map((id) => this.boxes.get(id)).filter(Boolean);
    this.isDense = boxes.length > MAX_OUTLINES;
    this.isNarrow = !this.isDense && boxes.some((one, at) => boxes.slice(at + 1).some((other) => areClose(one, other)));
    this.container.toggleAttribute("data-many", this.isDense);
    for (const piece of picture.querySelectorAll("[data-id]")) {
      piece.toggleAttribute("data-next", next.has(piece.dataset.id));
      piece.toggleAttribute("data-picked", marks.has(piece.dataset.id)); // a finger drags it instead of the map
    }
    this.#draw(picture, picker, next, marks);
    this.#placeButtons(picture, picker, [...ids], marks);
  }

  /** Return the id of the hotspot that a click hits, or of one close by that can be clicked. */
  hit(event) {
    const direct = event.target.closest?.("[data-id]")?.dataset.id;
    return this.boxes.has(direct) ? direct : this.#near(event, direct) ?? direct;
  }

  /** Mark the pieces that can be dragged. */
  allowDrag(picture, ids) {
    for (const piece of picture.querySelectorAll("[data-draggable]")) piece.removeAttribute("data-draggable");
    for (const id of ids) pieceOf(picture, id)?.toggleAttribute("data-draggable", true);
  }

  /** Return the ids of all that is drawn at a point, the uppermost first. */
  idsAt({ clientX, clientY }) {
    const shapes = document.elementsFromPoint(clientX, clientY).map((shape) => shape.closest("[data-id]"));
    return [...new Set(shapes.filter((shape) => this.container.contains(shape)).map((shape) => shape.dataset.id))];
  }

  /** Return where a hotspot, or another thing in a picture, is on the screen. */
  rectOf(id, picture = null) {
    const box = this.boxes.get(id) ?? (picture && boxIn(picture, id));
    const frame = this.container.getBoundingClientRect();
    if (!box) return frame;
    const unit = frame.width / this.width;
    return new DOMRect(frame.left + (box.x - this.x) * unit, frame.top + (box.y - this.y) * unit, box.width * unit, box.height * unit);
  }

  #near({ clientX, clientY }, direct) {
    const frame = this.container.getBoundingClientRect();
    const unit = this.width / frame.width;
    const [x, y] = [this.x + (clientX - frame.left) * unit, this.y + (clientY - frame.top) * unit];
    const slack = SLACK * unit;
    return [...(this.next ?? [])].find((id) => {
      const box = this.boxes.get(id);
      return box && (!direct || box.width > SMALL) && x > box.x - slack && x < box.x + box.width + slack
        && y > box.y - slack && y < box.y + box.height + slack;
    });
  }

  #measure(picture, ids) {
    const { x, y, width, height } = picture.viewBox.baseVal;
    Object.assign(this, { x, y, width, height });
    this.isMap = picture.classList.contains("htl-large");
    const scale = this.isMap ? MAP_SCALE : 1;
    this.zoom = scale * Math.min(1.4, Math.max(1, MIN_WIDTH / (this.container.clientWidth || MIN_WIDTH)));
    this.boxes.clear();
    for (const id of ids) {
      const box = boxIn(picture, id);
      if (box && this.#isShown(box)) this.boxes.set(id, box);
    }
  }

  /** Return whether a box is in the part of the picture that is shown. */
  #isShown(box) {
    return box.x + box.width > this.x && box.x < this.x + this.width && box.y + box.height > this.y && box.y < this.y + this.height;
  }

  #draw(picture, picker, next, marks) {
    this.marks.setAttribute("viewBox", picture.getAttribute("viewBox"));
    const keys = new Map(picker.spots.map((spot) => [spot.id, spot.key]));
    const parts = [];
    const isHexMap = [...this.boxes.keys()].some((id) => id.startsWith(HEX));
    for (const [id, box] of this.boxes) {
      const isMarked = this.#isMarked(box) || (isHexMap && marks.size > 0); // the marks of what is selected come in a moment
      if (next.has(id) && !this.isDense && !isMarked) parts.push(...(isHexMap ? solidOutline(box, id) : outline(box, this.isNarrow)));
      if (next.has(id) && !this.isDense && (!isMarked || keys.get(id))) parts.push(this.#keycap(box, keys.get(id)));
      if (marks.has(id)) parts.push(...(this.isMap ? pickedFrame(box) : [this.#badge(box, marks.get(id))]));
    }
    fill(this.marks, ...parts);
  }

  #isMarked(box) {
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    return this.marked.some((one) => x > one.x && x < one.x + one.width && y > one.y && y < one.y + one.height);
  }

  #badge(box, text) {
    return svg("g", { class: "badge", transform: this.#transformTo(box.x + box.width + 13, box.y + 15 * this.zoom - 3) },
      svg("rect", { x: -19, y: -15, width: 38, height: 30, rx: 15 }),
      svg("text", { y: 7.5, text }));
  }

  #keycap(box, key) {
    if (!key && (this.isMap || box.width <= SMALL)) return null;
    const where = this.isNarrow ? `translate(${box.x + 6} ${box.y + 7}) scale(.68)` : this.#transformTo(box.x + box.width + 6, box.y + box.height - 6);
    return svg("g", { class: "keycap", transform: where },
      svg("rect", { x: -11, y: -11, width: 22, height: 22, rx: 5 }),
      key ? svg("text", { y: 5.8, text: key.toUpperCase() }) : svg("circle", { r: 4 }));
  }

  #transformTo(x, y) {
    return `translate(${x} ${y}) scale(${this.zoom})`;
  }

  /** Place one button per spot. It stays the same element while the spot exists, so that it keeps the focus. */
  #placeButtons(picture, picker, ids, marks) {
    const labels = new Map(picker.spots.map((spot) => [spot.id, spot]));
    for (const [id, button] of this.buttons) {
      if (ids.includes(id) && this.boxes.has(id)) continue;
      button.remove();
      this.buttons.delete(id);
    }
    for (const id of ids) {
      const box = this.boxes.get(id);
      if (!box) continue;
      const button = this.buttons.get(id) ?? this.#newButton(id);
      const label = closedReason(picture, id) ?? labels.get(id)?.label ?? id.replaceAll("-", " ");
      const mark = marks.get(id);
      setAttributes(button, {
        "aria-label": mark ? `${label}, selected ${mark}` : label,
        "aria-keyshortcuts": labels.get(id)?.key || null,
        "aria-disabled": this.next.has(id) ? null : "true",
      });
      this.#position(button, box);
    }
    if (this.isMap) this.container.parentElement.tabIndex = this.buttons.size ? -1 : 0; // with no button in it, keys could not scroll it
  }

  #newButton(id) {
    const button = el("button", { type: "button", class: "spot", "data-spot": id, on: { click: () => this.onClick(id) } });
    this.buttons.set(id, button);
    this.spots.append(button);
    return button;
  }

  #position(button, box) {
    const [left, width] = [box.x - this.x, box.width].map((x) => `${(100 * x) / this.width}%`);
    const [top, height] = [box.y - this.y, box.height].map((y) => `${(100 * y) / this.height}%`);
    Object.assign(button.style, { left, top, width, height });
  }

  /** Whether there are many spots to choose from, such as the cells of a lane. */
  get hasMany() {
    return this.isDense === true;
  }

  /** Focus the button of a spot, if the focus is in the picture. */
  focusSpot(id) {
    if (this.spots.contains(document.activeElement)) this.buttons.get(id)?.focus({ preventScroll: true });
  }

  /** Focus this hotspot, or the one nearest to the middle of all that can be clicked. */
  focusNear(id) {
    if (this.buttons.has(id)) return this.buttons.get(id).focus();
    const candidates = [...this.next].filter((id) => this.buttons.has(id)).map((id) => ({ id, ...this.boxes.get(id) }));
    const middle = (from) => candidates.reduce((sum, box) => sum + box[from], 0) / candidates.length;
    const [x, y] = [middle("x"), middle("y")];
    candidates.sort((a, b) => Math.hypot(a.x - x, a.y - y) - Math.hypot(b.x - x, b.y - y));
    this.buttons.get(candidates[0]?.id)?.focus();
  }

  /** Move the focus to the next spot in the direction of an arrow key. */
  #moveFocus(event) {
    const direction = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[event.key];
    const here = this.boxes.get(event.target.dataset.spot);
    if (!direction || !here) return;
    event.preventDefault();
    const candidates = [...this.buttons].filter(([id]) => !this.isPicking || this.next.has(id));
    const reachable = candidates.map(([id, button]) => ({ button, cost: cost(here, this.boxes.get(id), direction) }));
    const best = reachable.filter(({ cost: one }) => one < Infinity).sort((a, b) => a.cost - b.cost)[0];
    best?.button.focus();
  }
}

/** Return how far a box lies in a direction; sideways distance counts double, and what lies behind is unreachable. */
function cost(from, to, [dx, dy]) {
  const x = to.x + to.width / 2 - from.x - from.width / 2;
  const y = to.y + to.height / 2 - from.y - from.height / 2;
  const ahead = x * dx + y * dy;
  return ahead > 1 ? ahead + 2 * Math.abs(x * dy + y * dx) : Infinity;
}

function outline({ x, y, width, height }, isNarrow) {
  const margin = isNarrow ? 0 : 3;
  const rect = { x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin, rx: isNarrow ? 7 : 15 };
  const kind = isNarrow ? " narrow" : "";
  return [svg("rect", { class: `outline-under${kind}`, ...rect }), svg("rect", { class: `outline${kind}`, ...rect })];
}

/** Return the outline of a hex or of a counter on it. */
function solidOutline({ x, y, width, height }, id) {
  if (!id.startsWith(HEX)) return [svg("rect", { class: "outline-under solid", x, y, width, height, rx: 8 }), svg("rect", { class: "outline solid", x, y, width, height, rx: 8 })];
  const d = hexPath(x, y, width, height);
  return [svg("path", { class: "outline-under solid", d }), svg("path", { class: "outline solid", d })];
}

/** Return the path of the hex in this box. */
export function hexPath(x, y, width, height) {
  const [middle, right] = [x + width / 2, x + width];
  return `M${middle} ${y}L${right} ${y + height / 4}V${y + (3 * height) / 4}L${middle} ${y + height}L${x} ${y + (3 * height) / 4}V${y + height / 4}z`;
}

/** Return a frame: on a map, a number would be mistaken for a cost. */
function pickedFrame({ x, y, width, height }) {
  const rect = { x: x - 3, y: y - 3, width: width + 6, height: height + 6, rx: 8 };
  return [svg("rect", { class: "picked-under", ...rect }), svg("rect", { class: "picked", ...rect })];
}

function areClose(a, b) {
  const gap = (from, size) => Math.max(a[from] - b[from] - b[size], b[from] - a[from] - a[size]);
  return Math.max(gap("x", "width"), gap("y", "height")) < MIN_GAP;
}

function boxIn(picture, id) {
  const piece = pieceOf(picture, id);
  return piece && boxOf(piece, picture);
}

/** Return why the picture shows a hotspot as closed, from its title. */
function closedReason(picture, id) {
  return picture.querySelector(`[data-id="${CSS.escape(id)}"]:is(.htl-closed, .htl-dear) > title`)?.textContent;
}

function setAttributes(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null) node.removeAttribute(name);
    else node.setAttribute(name, value);
  }
}
