// The timeline: who enters in which row and at which step. Pieces are dragged, or taken up and put down.
//
// It knows no rules: a piece put down is three touches, one after the other, and the table says what became
// of them.

import { el, fill } from "./dom.js";
import { smallFigure } from "./figure.js";
import { say } from "./say.js";
import { Dragging } from "./timelinedrag.js";
import { stacksOf, wordsOf } from "./timelinestacks.js";
import { capital } from "./words.js";

const TICKS = 10; // steps between two numbers on the scale
const SIDE = 18; // pixels from one stack to the next at the same place
const FAR = 10; // steps that Page up and Page down go
const HOME = "home";

export class Timeline {
  /** `give(ids)` plays touches and tells whether all were taken. */
  constructor(place, give) {
    Object.assign(this, { place, give, chips: new Map(), pending: new Map(), whole: false, held: null });
    this.home = el("div", { class: "tl-home", role: "group", "aria-label": "At home" });
    this.cells = el("div", { class: "tl-cells" });
    this.cursor = el("div", { class: "tl-cursor", hidden: true });
    this.scale = el("div", { class: "tl-scale numbers", "aria-hidden": "true" });
    this.names = el("div", { class: "tl-rows numbers", "aria-hidden": "true" });
    this.scroll = el("div", { class: "tl-scroll" }, el("div", { class: "tl-wide" }, this.scale, this.cells));
    this.grid = el("div", { class: "tl-grid", role: "group", "aria-label": "Timeline" }, this.names, this.scroll);
    fill(place, this.home, this.grid);
    place.addEventListener("keydown", (event) => this.#press(event));
    place.addEventListener("click", (event) => this.#clicked(event));
    place.addEventListener("focusout", ({ relatedTarget }) => this.#left(relatedTarget));
    document.addEventListener("pointerdown", ({ target }) => this.#left(target));
    this.scroll.addEventListener("scroll", () => this.#drawEdges());
    new ResizeObserver(() => this.#drawEdges()).observe(this.scroll);
    this.dragging = new Dragging(this);
  }

  /** `isOpen`: pieces can be moved now. */
  show(board, picture, isOpen) {
    Object.assign(this, { board, picture, isOpen });
    if (!isOpen) this.held = null;
    if (!this.dragging.isOn) this.draw();
  }

  draw() {
    const { rows, steps } = this.board;
    this.#frame(rows, steps);
    const focused = this.place.contains(document.activeElement) ? document.activeElement.dataset.piece : undefined;
    const stacks = stacksOf(this.board.pieces.map((piece) => ({ ...piece, ...this.pending.get(piece.id) })));
    this.changing = true;
    const chips = new Map(stacks.map((stack) => [stack.key, this.#chip(stack)]));
    for (const [key, chip] of this.chips) if (!chips.has(key)) chip.remove();
    this.chips = chips;
    const none = !this.board.pieces.length && el("p", { class: "quiet small", text: "Nobody yet: hire soldiers, then drag them onto the timeline." });
    setChildren(this.home, [this.homeWord, none, ...stacks.filter(({ row }) => row === null).map(({ key }) => chips.get(key))]);
    setChildren(this.cells, [...stacks.filter(({ row }) => row !== null).map(({ key }) => chips.get(key)), this.cursor]);
    if (focused && !this.place.contains(document.activeElement)) this.#focus(focused);
    this.changing = false;
    this.#drawCursor();
  }

  /** What stands still: the numbers at its edges. */
  #frame(rows, steps) {
    if (this.drawn === `${rows.length} ${steps}`) return;
    this.drawn = `${rows.length} ${steps}`;
    this.homeWord = el("span", { class: "tl-word", text: "At home" });
    fill(this.names, ...rows.map((_, row) => el("span", { text: row })));
    const numbers = [...Array.from({ length: Math.ceil(steps / TICKS) }, (_, at) => at * TICKS), steps - 1];
    fill(this.scale, ...numbers.map((step) => {
      const tick = el("span", { text: step });
      tick.style.left = `${(100 * (step + 0.5)) / steps}%`;
      return tick;
    }));
    this.grid.style.setProperty("--rows", rows.length);
    this.grid.style.setProperty("--steps", steps);
  }

  #chip(stack) {
    const chip = this.chips.get(stack.key) ?? el("button", { type: "button", class: "tl-chip" });
    const { pieces, row, step, shift } = stack;
    const top = pieces.at(-1);
    chip.dataset.piece = top.id;
    chip.dataset.all = pieces.map(({ id }) => id).join(" ");
    chip.setAttribute("aria-label", `${capital(wordsOf(stack, this.board.rows))}${this.held === top.id ? ", taken up" : ""}`);
    chip.setAttribute("aria-pressed", String(this.held === top.id));
    chip.setAttribute("aria-disabled", String(!this.isOpen));
    const looks = `${top.unit} ${pieces.length} ${top.new}`;
    if (chip.dataset.looks !== looks) {
      chip.dataset.looks = looks;
      fill(chip, smallFigure(this.picture, top.like), pieces.length > 1 && el("b", { class: "numbers", text: pieces.length }));
    }
    if (row !== null) {
      chip.style.left = `calc(${(100 * (step + 0.5)) / this.board.steps}% + ${this.#inward(step) * shift * SIDE}px)`;
      chip.style.top = `${(100 * (row + 0.5)) / this.board.rows.length}%`;
    } else {
      chip.style.left = chip.style.top = "";
    }
    return chip;
  }

  /** Stacks at the same place lie beside one another, away from the nearer end. */
  #inward(step) {
    return step < this.board.steps / 2 ? 1 : -1;
  }

  // Taking up and putting down

  /** The pieces that move when this one is moved. */
  taken(id) {
    const chip = [...this.chips.values()].find((one) => one.dataset.all.split(" ").includes(id));
    return this.whole ? chip.dataset.all.split(" ") : [id];
  }

  take(id) {
    if (!this.isOpen) return;
    const { row, step } = this.board.pieces.find((piece) => piece.id === id);
    this.held = id;
    this.at = { row: row ?? Math.floor(this.board.rows.length / 2), step: step ?? 0 };
    this.draw();
    say(`Taken up. ${this.#atWords()}. The arrow keys move it, Enter puts it down, H keeps it at home, Escape leaves it.`);
  }

  /** Whoever goes elsewhere has left what was taken up. What surrounds the timeline is not elsewhere. */
  #left(to) {
    if (this.held && to && !this.changing && !this.place.contains(to) && !to.contains(this.place)) this.#leave();
  }

  #leave() {
    this.held = null;
    this.draw();
  }

  /** Put pieces somewhere: `{row, step}`, or home. What stands there already is not moved. */
  async put(ids, place) {
    const wanted = place === HOME ? { row: null, step: null } : place;
    const moved = ids.filter((id) => {
      const { row, step } = this.board.pieces.find((piece) => piece.id === id);
      return row !== wanted.row || step !== wanted.step;
    });
    this.held = null;
    for (const id of moved) this.pending.set(id, wanted);
    const had = this.place.contains(document.activeElement);
    this.draw();
    if (had && moved.length) this.#focus(moved.at(-1));
    if (moved.length) await this.give(moved.flatMap((id) => this.#touches(id, place)));
    for (const id of moved) this.pending.delete(id);
    this.draw();
    if (had && moved.length && this.place.contains(document.activeElement)) this.#focus(moved.at(-1));
  }

  #touches(id, place) {
    const { home, rows, step } = this.board;
    return place === HOME ? [id, home] : [id, rows[place.row].id, `${step}${place.step}`];
  }

  #focus(id) {
    const chip = [...this.chips.values()].find((one) => one.dataset.all.split(" ").includes(id));
    chip?.focus({ preventScroll: true });
  }

  /** With a key, a click takes up or puts down; with a pointer, it does so where it is. */
  #clicked(event) {
    const isPointed = event.detail > 0;
    if (!this.isOpen || (isPointed && this.dragging.wasOn)) return;
    const id = event.target.closest(".tl-chip")?.dataset.piece;
    if (!this.held) return id && this.take(id);
    if (isPointed && id === this.held) return this.#leave();
    const place = isPointed ? this.placeAt(event) : this.at;
    if (place) this.put(this.taken(this.held), place);
  }

  /** The place under a pointer, or null. */
  placeAt({ clientX, clientY }) {
    if (inside(this.home.getBoundingClientRect(), clientX, clientY)) return HOME;
    const { left, top, width, height } = this.cells.getBoundingClientRect();
    const seen = this.grid.getBoundingClientRect();
    if (!inside(seen, clientX, clientY)) return null;
    const at = (value, count) => Math.min(Math.max(Math.floor(value * count), 0), count - 1);
    return { row: at((clientY - top) / height, this.board.rows.length), step: at((clientX - left) / width, this.board.steps) };
  }

  // Keys

  #press(event) {
    if (!this.held || event.ctrlKey || event.metaKey || event.altKey) return;
    const { key } = event;
    if (key === "Tab") return;
    event.stopPropagation();
    if (key === "Enter" || key === " ") return; // a click follows
    event.preventDefault();
    if (key === "Escape") return this.#leave();
    if (["h", "H", "Delete", "Backspace"].includes(key)) return this.put(this.taken(this.held), HOME);
    this.#walk(key);
  }

  #walk(key) {
    const { rows, steps } = this.board;
    const { row, step } = this.at;
    const to = {
      ArrowLeft: { row, step: step - 1 },
      ArrowRight: { row, step: step + 1 },
      ArrowUp: { row: row - 1, step },
      ArrowDown: { row: row + 1, step },
      PageUp: { row, step: step + FAR },
      PageDown: { row, step: step - FAR },
      Home: { row, step: 0 },
      End: { row, step: steps - 1 },
    }[key];
    if (!to) return;
    this.at = { row: Math.min(Math.max(to.row, 0), rows.length - 1), step: Math.min(Math.max(to.step, 0), steps - 1) };
    this.#drawCursor();
    say(this.#atWords());
  }

  #atWords() {
    return capital(`${this.board.rows[this.at.row].label}, step ${this.at.step}`);
  }

  /** Show where a piece would come down. */
  point(place) {
    this.home.toggleAttribute("data-over", place === HOME);
    this.at = place === HOME || !place ? null : place;
    this.#drawCursor(true);
  }

  #drawCursor(isDragged = false) {
    this.cursor.hidden = !(this.at && (isDragged || this.held));
    if (this.cursor.hidden) return;
    const { row, step } = this.at;
    if (!isDragged) this.#intoSight(step);
    this.cursor.style.left = `${(100 * step) / this.board.steps}%`;
    this.cursor.style.top = `${(100 * row) / this.board.rows.length}%`;
    this.cursor.dataset.side = this.#isSeenRight(step) ? "left" : "right";
    fill(this.cursor, el("span", { class: "numbers", text: `${this.board.rows[row].label}, step ${step}` }));
  }

  /** Whether a step lies in the right half of what is in sight. */
  #isSeenRight(step) {
    const { left, width } = this.cells.getBoundingClientRect();
    const seen = this.scroll.getBoundingClientRect();
    return left + (width * step) / this.board.steps > seen.left + seen.width / 2;
  }

  /** Which steps are out of sight: those before, those after. */
  #drawEdges() {
    const [all, seen] = [this.cells, this.scroll].map((one) => one.getBoundingClientRect());
    this.grid.toggleAttribute("data-before", all.left < seen.left - 1);
    this.grid.toggleAttribute("data-after", all.right > seen.right + 1);
  }

  #intoSight(step) {
    const { clientWidth, scrollWidth, scrollLeft } = this.scroll;
    const x = (scrollWidth * step) / this.board.steps;
    if (x < scrollLeft + 40 || x > scrollLeft + clientWidth - 40) this.scroll.scrollLeft = x - clientWidth / 2;
  }
}

function inside({ left, right, top, bottom }, x, y) {
  return x >= left && x <= right && y >= top && y <= bottom;
}

/** The same children in this order; those that are there stay, and keep the focus. */
function setChildren(node, children) {
  const wanted = children.filter(Boolean);
  for (const child of [...node.children]) if (!wanted.includes(child)) child.remove();
  wanted.forEach((child, at) => {
    const there = node.children[at] ?? null;
    if (child === there) return;
    if (node.moveBefore && child.isConnected) node.moveBefore(child, there);
    else node.insertBefore(child, there);
  });
}
