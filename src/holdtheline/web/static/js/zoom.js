// Looking closer at a large picture: wheel, pinch, drag, buttons and keys. Pictures that fit stay as they are.
//
// The picture grows inside its frame, which scrolls: so a finger pans it, and what gets the focus comes into sight.

import { drawn, el, fill } from "./dom.js";
import { boxOf } from "./overlay.js";

const MOST_WIDE = 3200; // pixels of a picture that is looked at closely
const STEP = 1.4; // of a button or a key
const SMALL = 640; // pixels of a picture in which things can hardly be read or hit
const READABLE = 900;
const SLOP = 5; // pixels that a press may move and still be a click
const MARGIN = 70; // pixels around a thing that comes into sight
const ROOMY = 700; // pixels in which a table and the list beside it can be read

export class Zoom {
  /** `frame` holds `place`, which holds the picture; `tools` gets the buttons, and these `more`. */
  constructor(frame, place, tools, ...more) {
    Object.assign(this, { frame, place, tools, zoom: 1, least: 1, isOn: false });
    this.buttons = [
      button("−", "Zoom out", "-", () => this.by(1 / STEP)),
      button("+", "Zoom in", "+", () => this.by(STEP)),
      button("Show all", null, "0", () => this.whole()),
    ];
    fill(tools, ...this.buttons, ...more);
    this.list = drawn("svg", { "aria-hidden": "true" });
    this.aside = el("details", { class: "aside", hidden: true, open: frame.parentElement.clientWidth > SMALL / 1.4 }, el("summary", { text: "Everybody" }), this.list);
    frame.parentElement.append(this.aside);
    frame.addEventListener("wheel", (event) => this.isOn && this.#wheel(event), { passive: false });
    frame.addEventListener("touchstart", (event) => this.#pinched(event), { passive: true });
    frame.addEventListener("touchmove", (event) => this.isOn && this.#pinch(event), { passive: false });
    frame.addEventListener("pointerdown", (event) => this.#down(event));
    frame.addEventListener("pointermove", (event) => this.#drag(event));
    frame.addEventListener("pointerup", () => (this.held = null));
    frame.addEventListener("click", (event) => this.wasDragged && event.stopPropagation(), true);
    addEventListener("resize", () => this.isOn && this.picture && this.show(this.picture));
  }

  /** A new picture; whether one can look closer at it. */
  show(picture) {
    this.isOn = picture.classList.contains("htl-large");
    this.frame.toggleAttribute("data-large", this.isOn);
    this.tools.hidden = !this.isOn;
    this.#part(picture);
    this.#set(this.isOn ? this.zoom : 1);
  }

  /** Where there is not room for both, the table has the frame, and the list that is drawn beside it stands below. */
  #part(picture) {
    this.picture = picture;
    const list = picture.querySelector("[data-aside]");
    const isApart = this.isOn && list !== null && this.frame.parentElement.clientWidth < ROOMY;
    const { width, height } = picture.viewBox.baseVal;
    const wide = isApart ? width - Number(list.dataset.aside.split(" ")[2]) : width;
    const before = this.least;
    this.least = width / wide;
    if (before !== this.least) this.zoom = this.least;
    if (isApart) this.frame.style.setProperty("--aspect", wide / height);
    else this.frame.style.removeProperty("--aspect");
    this.aside.hidden = !isApart;
    if (!isApart) return;
    this.list.setAttribute("class", picture.getAttribute("class"));
    this.list.setAttribute("viewBox", list.dataset.aside);
    fill(this.list, copied(list));
  }

  by(factor, point = this.#middle()) {
    const { left, top, width, height } = this.place.getBoundingClientRect();
    const [x, y] = [(point.x - left) / width, (point.y - top) / height];
    this.#set(this.zoom * factor);
    const frame = this.frame.getBoundingClientRect();
    this.frame.scrollLeft = x * this.place.offsetWidth - (point.x - frame.left);
    this.frame.scrollTop = y * this.place.offsetHeight - (point.y - frame.top);
  }

  whole() {
    this.#set(this.least);
    this.frame.scrollLeft = 0;
  }

  /** Bring a thing into sight, large enough to be read. */
  into(picture, id) {
    const piece = picture.querySelector(`[data-id="${CSS.escape(id)}"]`);
    if (!piece || !this.isOn) return;
    if (this.place.offsetWidth < SMALL) this.#set((this.zoom * READABLE) / this.place.offsetWidth);
    const unit = this.place.offsetWidth / picture.viewBox.baseVal.width;
    const { x, y, width, height } = boxOf(piece, picture);
    pan(this.frame, "Left", "Width", (x + width / 2) * unit);
    pan(this.frame, "Top", "Height", (y + height / 2) * unit);
  }

  #set(zoom) {
    const { least } = this;
    const most = Math.max(least, MOST_WIDE / (this.frame.clientWidth || MOST_WIDE));
    this.zoom = Math.min(Math.max(zoom, least), most);
    this.frame.style.setProperty("--zoom", this.zoom);
    this.frame.toggleAttribute("data-zoomed", this.zoom > least);
    const [out, closer, whole] = this.buttons;
    for (const one of [out, whole]) one.setAttribute("aria-disabled", String(this.zoom === least));
    closer.setAttribute("aria-disabled", String(this.zoom === most));
  }

  #middle() {
    const { left, top, width, height } = this.frame.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  }

  /** At the end of its ways the wheel scrolls the page, as everywhere else. */
  #wheel(event) {
    if (event.shiftKey) return;
    const before = this.zoom;
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 30 : 1;
    const factor = Math.exp((-event.deltaY * lines * (event.ctrlKey ? 6 : 1)) / 500);
    this.by(factor, { x: event.clientX, y: event.clientY });
    if (this.zoom !== before || event.ctrlKey) event.preventDefault();
  }

  // Two fingers

  #pinched({ touches }) {
    this.spread = touches.length === 2 ? spreadOf(touches) : null;
  }

  #pinch(event) {
    if (event.touches.length !== 2 || !this.spread) return;
    event.preventDefault();
    const now = spreadOf(event.touches);
    this.by(now.far / this.spread.far, now);
    this.frame.scrollLeft -= now.x - this.spread.x;
    this.frame.scrollTop -= now.y - this.spread.y;
    this.spread = now;
  }

  // The mouse; a finger scrolls by itself

  #down(event) {
    this.wasDragged = false;
    const isMouse = event.pointerType === "mouse" && event.button === 0 && this.zoom > 1;
    this.held = isMouse ? { x: event.clientX, y: event.clientY } : null;
  }

  #drag(event) {
    if (!this.held || !(event.buttons & 1)) return;
    const [dx, dy] = [event.clientX - this.held.x, event.clientY - this.held.y];
    if (!this.wasDragged && Math.hypot(dx, dy) < SLOP) return;
    this.wasDragged = true;
    this.frame.scrollLeft -= dx;
    this.frame.scrollTop -= dy;
    this.held = { x: event.clientX, y: event.clientY };
  }
}

/** Scroll one way, only if it has to be. */
function pan(frame, side, size, at) {
  const [from, room] = [frame[`scroll${side}`], frame[`client${size}`]];
  const margin = Math.min(MARGIN, room / 3);
  if (at < from + margin || at > from + room - margin) frame[`scroll${side}`] = at - room / 2;
}

/** The same once more, only to be looked at. */
function copied(list) {
  const copy = list.cloneNode(true);
  for (const piece of copy.querySelectorAll("[data-id]")) piece.removeAttribute("data-id");
  return copy;
}

function spreadOf([a, b]) {
  return {
    x: (a.clientX + b.clientX) / 2,
    y: (a.clientY + b.clientY) / 2,
    far: Math.max(Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY), 1),
  };
}

function button(text, label, key, click) {
  return el("button", { type: "button", class: "button small", "aria-label": label, title: `${label ?? text} (${key})`, "aria-keyshortcuts": key, text, on: { click } });
}
