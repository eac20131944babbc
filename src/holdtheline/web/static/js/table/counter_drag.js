// Drag a counter to its target: the same as a click on the counter and one on the target.

const SLOP = 6; // pixels that a press may move and still be a click

export class CounterDrag {
  /** `container` holds the picture; `onPick(id)` selects a counter, `onDrop(event, id)` is called where it is dropped. */
  constructor(container, { onPick, onDrop }) {
    Object.assign(this, { container, onPick, onDrop, held: null });
    container.addEventListener("pointerdown", (event) => this.#down(event));
    container.addEventListener("pointermove", (event) => this.#move(event));
    container.addEventListener("pointerup", (event) => this.#up(event));
    container.addEventListener("pointercancel", () => this.#release());
    container.addEventListener("click", (event) => event.detail > 0 && this.wasDragged && event.stopImmediatePropagation(), true);
  }

  #down(event) {
    this.wasDragged = false;
    const piece = event.isPrimary && event.button === 0 ? event.target.closest("[data-draggable]") : null;
    this.held = piece && { piece, moved: piece.querySelector(".htl-die") ?? piece, x: event.clientX, y: event.clientY };
  }

  #move(event) {
    if (!this.held || !(event.buttons & 1)) return;
    const [dx, dy] = [event.clientX - this.held.x, event.clientY - this.held.y];
    if (!this.wasDragged && Math.hypot(dx, dy) < SLOP) return;
    if (!this.wasDragged) this.#start(event);
    const { piece, moved } = this.held;
    const scale = piece.ownerSVGElement?.getScreenCTM()?.a;
    if (!scale) return this.#release(); // a new picture has no such piece
    moved.style.translate = `${dx / scale}px ${shiftOf(moved) + dy / scale}px`;
  }

  #start({ pointerId }) {
    this.wasDragged = true;
    this.container.setPointerCapture(pointerId);
    this.held.piece.toggleAttribute("data-dragged", true);
    this.held.picked = this.onPick(this.held.piece.dataset.id);
  }

  async #up(event) {
    const { held } = this;
    this.#release();
    if (!held || !this.wasDragged) return;
    const { clientX, clientY } = event;
    await held.picked;
    this.onDrop({ clientX, clientY, target: document.elementFromPoint(clientX, clientY) }, held.piece.dataset.id);
  }

  #release() {
    if (!this.held) return;
    this.held.piece.removeAttribute("data-dragged");
    const shift = shiftOf(this.held.moved);
    this.held.moved.style.translate = shift ? `0 ${shift}px` : "";
    this.held = null;
  }
}

/** Return how far a die is drawn below its own place. */
function shiftOf({ dataset }) {
  return Number(dataset.shift ?? 0);
}
