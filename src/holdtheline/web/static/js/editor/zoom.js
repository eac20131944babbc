// Zoom the stage inside its frame, which scrolls: with buttons, keys, the wheel and two fingers.

import { byId } from "../lib/dom.js";
import { pinchOf } from "../lib/zoom.js";

const ZOOMS = [1, 1.5, 2, 3, 4];

export class StageZoom {
  /** `onPinch()` is called when a second finger touches the stage; `onZoom()` after the zoom has changed. */
  constructor(frame, stage, onPinch, onZoom) {
    Object.assign(this, { frame, stage, onPinch, onZoom, zoom: 1 });
    byId("zoom-in").addEventListener("click", () => this.step(1));
    byId("zoom-out").addEventListener("click", () => this.step(-1));
    frame.addEventListener("touchstart", (event) => this.#pinchStart(event), { passive: true });
    frame.addEventListener("touchmove", (event) => this.#pinchMove(event), { passive: false });
    frame.addEventListener("wheel", (event) => event.ctrlKey && this.#wheel(event), { passive: false });
    this.#mark();
  }

  /** Go to the next larger or smaller step. */
  step(by) {
    const next = by > 0 ? ZOOMS.find((zoom) => zoom > this.zoom + 0.01) : ZOOMS.findLast((zoom) => zoom < this.zoom - 0.01);
    const { left, top, width, height } = this.frame.getBoundingClientRect();
    if (next) this.#zoomTo(next, left + width / 2, top + height / 2);
  }

  /** Zoom so that the point of the screen stays where it is. */
  #zoomTo(zoom, clientX, clientY) {
    const { frame, stage } = this;
    const box = frame.getBoundingClientRect();
    const [x, y] = [clientX - box.left, clientY - box.top];
    const [inX, inY] = [(frame.scrollLeft + x) / stage.offsetWidth, (frame.scrollTop + y) / stage.offsetHeight];
    this.zoom = Math.min(Math.max(zoom, ZOOMS[0]), ZOOMS.at(-1));
    stage.style.width = `${this.zoom * 100}%`;
    frame.scrollLeft = inX * stage.offsetWidth - x;
    frame.scrollTop = inY * stage.offsetHeight - y;
    this.#mark();
    this.onZoom();
  }

  #mark() {
    this.frame.toggleAttribute("data-zoomed", this.zoom > ZOOMS[0]);
    byId("zoom-out").setAttribute("aria-disabled", String(this.zoom <= ZOOMS[0]));
    byId("zoom-in").setAttribute("aria-disabled", String(this.zoom >= ZOOMS.at(-1)));
  }

  #wheel(event) {
    event.preventDefault();
    this.#zoomTo(this.zoom * Math.exp(-event.deltaY / 100), event.clientX, event.clientY);
  }

  // Two fingers

  #pinchStart({ touches }) {
    this.pinch = touches.length === 2 ? pinchOf(touches) : null;
    if (this.pinch) this.onPinch();
  }

  #pinchMove(event) {
    if (event.touches.length !== 2 || !this.pinch) return;
    event.preventDefault();
    const now = pinchOf(event.touches);
    this.#zoomTo((this.zoom * now.distance) / this.pinch.distance, this.pinch.x, this.pinch.y);
    this.frame.scrollLeft -= now.x - this.pinch.x;
    this.frame.scrollTop -= now.y - this.pinch.y;
    this.pinch = now;
  }
}
