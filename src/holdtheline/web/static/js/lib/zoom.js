// Zoom a large picture with wheel, pinch, drag, buttons and keys. Pictures that fit stay as they are.
//
// The picture grows inside a frame that scrolls, so a finger pans it, and focused elements scroll into view.

import { el, fill, shortcutButton, svg } from "./dom.js";
import { boxOf, pieceOf } from "./picture.js";

const MAX_WIDE = 3200; // pixels
const STEP = 1.4; // factor of a button or a key
const SMALL = 640; // pixels; in a narrower picture, pieces are hard to read and to click
const READABLE = 1050; // in it, the names on counters are more than 12 pixels high
const CLICK_SLOP = 5; // pixels that a press may move and still be a click
const MARGIN = 70; // pixels around an element that is scrolled into view
const AROUND = 1.2; // how much of what lies around is shown in a close-up, in widths of what it shows
const ROOM_FOR_BOTH = 700; // pixels in which the table and the list beside it can be read

export class Zoom {
  /** `frame` holds `container`, which holds the picture; `tools` gets the zoom buttons, followed by `more`. */
  constructor(frame, container, tools, ...more) {
    Object.assign(this, { frame, container, tools, zoom: 1, minZoom: 1, isOn: false });
    this.buttons = [
      shortcutButton("−", "Zoom out", "-", () => this.zoomBy(1 / STEP)),
      shortcutButton("+", "Zoom in", "+", () => this.zoomBy(STEP)),
      shortcutButton("⤢", "Show all", "0", () => this.showAll()),
    ];
    fill(tools, ...this.buttons, ...more);
    this.list = svg("svg", { "aria-hidden": "true" });
    this.aside = el("details", { class: "aside", hidden: true, open: frame.parentElement.clientWidth > SMALL / 1.4 }, el("summary"), this.list);
    frame.parentElement.append(this.aside);
    frame.addEventListener("wheel", (event) => this.isOn && this.#wheel(event), { passive: false });
    frame.addEventListener("touchstart", (event) => this.#pinchStart(event), { passive: true });
    frame.addEventListener("touchmove", (event) => this.isOn && this.#pinchMove(event), { passive: false });
    frame.addEventListener("pointerdown", (event) => this.#pointerDown(event));
    frame.addEventListener("pointermove", (event) => this.#pointerMove(event));
    frame.addEventListener("pointerup", () => (this.held = null));
    frame.addEventListener("click", (event) => event.detail > 0 && this.wasDragged && event.stopPropagation(), true);
    addEventListener("resize", () => this.isOn && this.picture && this.show(this.picture));
  }

  /** Show a new picture; only large ones can be zoomed. */
  show(picture) {
    this.isOn = picture.classList.contains("htl-large");
    this.frame.toggleAttribute("data-large", this.isOn);
    this.tools.hidden = !this.isOn;
    this.#arrange(picture);
    this.#setZoom(this.isOn ? this.zoom : 1);
  }

  /** Move the list beside the table below it if there is no room for both. */
  #arrange(picture) {
    this.picture = picture;
    const list = picture.querySelector("[data-aside]");
    const isApart = this.isOn && list !== null && this.frame.parentElement.clientWidth < ROOM_FOR_BOTH;
    const { width, height } = picture.viewBox.baseVal;
    const wide = isApart ? width - Number(list.dataset.aside.split(" ")[2]) : width;
    const before = this.minZoom;
    this.minZoom = width / wide;
    if (before !== this.minZoom) this.zoom = this.minZoom;
    if (isApart) this.frame.style.setProperty("--aspect", wide / height);
    else this.frame.style.removeProperty("--aspect");
    this.aside.hidden = !isApart;
    if (!isApart) return;
    this.aside.firstChild.textContent = `${list.dataset.asideTitle}: characters`;
    this.list.setAttribute("class", picture.getAttribute("class"));
    this.list.setAttribute("viewBox", list.dataset.aside);
    fill(this.list, copyForDisplay(list));
  }

  zoomBy(factor, point = this.#middle()) {
    const { left, top, width, height } = this.container.getBoundingClientRect();
    const [x, y] = [(point.x - left) / width, (point.y - top) / height];
    this.#setZoom(this.zoom * factor);
    const frame = this.frame.getBoundingClientRect();
    this.frame.scrollLeft = x * this.container.offsetWidth - (point.x - frame.left);
    this.frame.scrollTop = y * this.container.offsetHeight - (point.y - frame.top);
  }

  showAll() {
    this.#setZoom(this.minZoom);
    this.frame.scrollLeft = 0;
  }

  /** Scroll to an element, enlarged until it can be read. */
  bringIntoView(picture, id) {
    const piece = pieceOf(picture, id);
    if (!piece || !this.isOn) return;
    if (this.container.offsetWidth < SMALL) this.#setZoom((this.zoom * READABLE) / this.container.offsetWidth);
    const shown = picture.viewBox.baseVal;
    const unit = this.container.offsetWidth / shown.width;
    const { x, y, width, height } = boxOf(piece, picture);
    scrollInto(this.frame, "Left", "Width", (x + width / 2 - shown.x) * unit);
    scrollInto(this.frame, "Top", "Height", (y + height / 2 - shown.y) * unit);
  }

  /** On a small screen, show these things and what is around them, as large as they fit. */
  closeUp(picture, ids) {
    const boxes = ids.map((id) => pieceOf(picture, id)).filter(Boolean).map((piece) => boxOf(piece, picture));
    if (!this.isOn || !boxes.length || this.frame.clientWidth >= SMALL) return;
    const shown = picture.viewBox.baseVal;
    const [left, top] = ["x", "y"].map((from) => Math.min(...boxes.map((box) => box[from])));
    const [right, bottom] = [["x", "width"], ["y", "height"]].map(([from, size]) => Math.max(...boxes.map((box) => box[from] + box[size])));
    const around = AROUND * boxes[0].width;
    const { clientWidth: width, clientHeight: height } = this.frame;
    const fits = Math.min(shown.width / (right - left + 2 * around), shown.height / (bottom - top + 2 * around));
    this.#setZoom(Math.min(fits, READABLE / width));
    const unit = this.container.offsetWidth / shown.width;
    this.frame.scrollLeft = ((left + right) / 2 - shown.x) * unit - width / 2;
    this.frame.scrollTop = ((top + bottom) / 2 - shown.y) * unit - height / 2;
  }

  #setZoom(zoom) {
    const { minZoom } = this;
    const maxZoom = Math.max(minZoom, MAX_WIDE / (this.frame.clientWidth || MAX_WIDE));
    this.zoom = Math.min(Math.max(zoom, minZoom), maxZoom);
    this.frame.style.setProperty("--zoom", this.zoom);
    this.frame.toggleAttribute("data-zoomed", this.zoom > minZoom);
    const [out, closer, whole] = this.buttons;
    for (const button of [out, whole]) button.setAttribute("aria-disabled", String(this.zoom === minZoom));
    closer.setAttribute("aria-disabled", String(this.zoom === maxZoom));
  }

  #middle() {
    const { left, top, width, height } = this.frame.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  }

  /** Zoom at the pointer; at either end of the range the wheel scrolls the page as usual. */
  #wheel(event) {
    if (event.shiftKey) return;
    const before = this.zoom;
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 30 : 1;
    const factor = Math.exp((-event.deltaY * lines * (event.ctrlKey ? 6 : 1)) / 500);
    this.zoomBy(factor, { x: event.clientX, y: event.clientY });
    if (this.zoom !== before || event.ctrlKey) event.preventDefault();
  }

  // Two fingers

  #pinchStart({ touches }) {
    this.pinch = touches.length === 2 ? pinchOf(touches) : null;
  }

  #pinchMove(event) {
    if (event.touches.length !== 2 || !this.pinch) return;
    event.preventDefault();
    const now = pinchOf(event.touches);
    this.zoomBy(now.distance / this.pinch.distance, now);
    this.frame.scrollLeft -= now.x - this.pinch.x;
    this.frame.scrollTop -= now.y - this.pinch.y;
    this.pinch = now;
  }

  // The mouse; a finger scrolls without help

  #pointerDown(event) {
    this.wasDragged = false;
    const isMouse = event.pointerType === "mouse" && event.button === 0 && this.zoom > 1 && !event.target.closest("[data-draggable]");
    this.held = isMouse ? { x: event.clientX, y: event.clientY } : null;
  }

  #pointerMove(event) {
    if (!this.held || !(event.buttons & 1)) return;
    const [dx, dy] = [event.clientX - this.held.x, event.clientY - this.held.y];
    if (!this.wasDragged && Math.hypot(dx, dy) < CLICK_SLOP) return;
    this.wasDragged = true;
    this.frame.scrollLeft -= dx;
    this.frame.scrollTop -= dy;
    this.held = { x: event.clientX, y: event.clientY };
  }
}

/** Scroll in one direction, only if needed. */
function scrollInto(frame, side, size, at) {
  const [from, visible] = [frame[`scroll${side}`], frame[`client${size}`]];
  const margin = Math.min(MARGIN, visible / 3);
  if (at < from + margin || at > from + visible - margin) frame[`scroll${side}`] = at - visible / 2;
}

/** Return a copy without ids, so that nothing in it can be clicked. */
function copyForDisplay(list) {
  const copy = list.cloneNode(true);
  for (const piece of copy.querySelectorAll("[data-id]")) piece.removeAttribute("data-id");
  return copy;
}

/** Return the middle and the distance of two fingers. */
export function pinchOf([a, b]) {
  return {
    x: (a.clientX + b.clientX) / 2,
    y: (a.clientY + b.clientY) / 2,
    distance: Math.max(Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY), 1),
  };
}
