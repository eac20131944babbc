// The timeline: who enters in which row and at which step. Pieces are dragged, or picked up and put down.
//
// The timeline knows no rules: putting down a piece plays three clicks, and the table shows the result.

import { el, fill, showsNew } from "../../lib/dom.js";
import { announce } from "../../lib/messages.js";
import { smallFigure } from "../../lib/picture.js";
import { capitalize } from "../../lib/text.js";
import { TimelineDrag } from "./timeline_drag.js";

const TICKS = 10; // steps between two numbers on the scale
const STACK_SHIFT = 18; // pixels from one stack to the next at the same point
const PAGE_STEPS = 10; // steps of Page up and Page down
const HOME = "home";

export class Timeline {
  /** `giveOrder(ids)` plays clicks and returns whether all were accepted. */
  constructor(container, giveOrder) {
    Object.assign(this, { container, giveOrder, chips: new Map(), pending: new Map(), movesWholeStacks: false, held: null, hired: null });
    this.home = el("div", { class: "tl-home", role: "group", "aria-label": "At home" });
    this.cells = el("div", { class: "tl-cells" });
    this.cursor = el("div", { class: "tl-cursor", hidden: true });
    this.scale = el("div", { class: "tl-scale numbers", "aria-hidden": "true" });
    this.names = el("div", { class: "tl-rows numbers", "aria-hidden": "true" });
    this.scroll = el("div", { class: "tl-scroll" }, el("div", { class: "tl-wide" }, this.scale, this.cells));
    this.grid = el("div", { class: "tl-grid", role: "group", "aria-label": "Timeline" }, this.names, this.scroll);
    fill(container, this.home, this.grid);
    container.addEventListener("keydown", (event) => this.#press(event));
    container.addEventListener("click", (event) => this.#clicked(event));
    container.addEventListener("focusout", ({ relatedTarget }) => this.#focusLeft(relatedTarget));
    document.addEventListener("pointerdown", ({ target }) => this.#focusLeft(target));
    this.scroll.addEventListener("scroll", () => this.#drawEdges());
    new ResizeObserver(() => this.#drawEdges()).observe(this.scroll);
    this.dragging = new TimelineDrag(this);
  }

  /** Show the pieces; they can be moved while `isOpen`. */
  show(board, picture, isOpen) {
    this.#noteHired(board, isOpen);
    Object.assign(this, { board, picture, isOpen });
    if (!isOpen) this.held = null;
    if (!this.dragging.isOn) this.draw();
  }

  /** The piece that the next click on a column or on the timeline sends: the one picked up or the one hired last. */
  get ready() {
    return this.isOpen ? this.held ?? this.hired : null;
  }

  /** Remember the piece that was just hired, until it is sent; then another one that was hired in this turn. */
  #noteHired({ pieces }, isOpen) {
    const known = new Set((this.board?.pieces ?? pieces).map(({ id }) => id));
    const isHome = ({ id, row }) => row === null && !this.pending.has(id);
    const added = pieces.findLast((piece) => !known.has(piece.id) && isHome(piece));
    const kept = pieces.find((piece) => piece.id === this.hired && isHome(piece));
    const next = this.hired && pieces.findLast((piece) => piece.new && isHome(piece));
    this.hired = isOpen ? (added ?? kept ?? next)?.id ?? null : null;
  }

  draw() {
    const { rows, steps } = this.board;
    this.#drawScale(rows, steps);
    const focused = this.container.contains(document.activeElement) ? document.activeElement.dataset.piece : undefined;
    const stacks = stacksOf(this.board.pieces.map((piece) => ({ ...piece, ...this.pending.get(piece.id) })));
    this.changing = true;
    const chips = new Map(stacks.map((stack) => [stack.key, this.#chip(stack)]));
    for (const [key, chip] of this.chips) if (!chips.has(key)) chip.remove();
    this.chips = chips;
    const hint = this.#hint();
    setChildren(this.home, [this.homeLabel, ...stacks.filter(({ row }) => row === null).map(({ key }) => chips.get(key)), hint && el("p", { class: "quiet small", text: hint })]);
    this.scroll.tabIndex = stacks.some(({ row }) => row !== null) ? -1 : 0; // without soldiers in it, keys could not scroll it
    setChildren(this.cells, [...stacks.filter(({ row }) => row !== null).map(({ key }) => chips.get(key)), this.cursor]);
    if (focused && !this.container.contains(document.activeElement)) this.#focus(focused);
    this.changing = false;
    this.#drawCursor();
  }

  #hint() {
    const { pieces } = this.board;
    if (!pieces.length) return "No soldiers yet: hire one above.";
    const hired = this.ready && pieces.find(({ id }) => id === this.ready);
    if (hired) return `Click where ${this.#isOnlyOneAtHome(hired) ? "the" : "one"} ${hired.unit} should enter: a column of their lane, or a place on the timeline.`;
    if (pieces.some(({ row }) => row === null)) return "To send a soldier, click it and then a column of their lane.";
    return "All your soldiers attack. Drag one here to keep it at home.";
  }

  #isOnlyOneAtHome({ unit }) {
    return this.board.pieces.filter((piece) => piece.row === null && piece.unit === unit).length === 1;
  }

  /** Draw the numbers at the edges. */
  #drawScale(rows, steps) {
    if (!showsNew(this.scale, [rows.length, steps])) return;
    this.homeLabel = el("span", { class: "tl-word", text: "At home" });
    fill(this.names, el("span", { class: "tl-axis", text: "Column" }), ...rows.map((_, row) => el("span", { text: row })));
    const numbers = [...Array.from({ length: Math.ceil(steps / TICKS) }, (_, at) => at * TICKS), steps - 1];
    fill(this.scale, el("span", { class: "tl-axis", text: "Timestep at which they enter" }), ...numbers.map((step) => {
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
    chip.setAttribute("aria-label", `${capitalize(stackText(stack, this.board.rows))}${this.held === top.id ? ", picked up" : ""}`);
    chip.setAttribute("aria-pressed", String(this.held === top.id));
    chip.setAttribute("aria-disabled", String(!this.isOpen));
    const content = `${top.unit} ${pieces.length} ${top.new}`;
    if (chip.dataset.content !== content) {
      chip.dataset.content = content;
      fill(chip, smallFigure(this.picture, top.like), pieces.length > 1 && el("b", { class: "numbers", text: pieces.length }));
    }
    if (row !== null) {
      chip.style.left = `calc(${(100 * (step + 0.5)) / this.board.steps}% + ${this.#shiftDirection(step) * shift * STACK_SHIFT}px)`;
      chip.style.top = `${(100 * (row + 0.5)) / this.board.rows.length}%`;
    } else {
      chip.style.left = chip.style.top = "";
    }
    return chip;
  }

  /** Return the side on which stacks at one point line up: away from the nearer end. */
  #shiftDirection(step) {
    return step < this.board.steps / 2 ? 1 : -1;
  }

  // Picking up and putting down

  /** Return the ids of the pieces that move together with this one. */
  movedWith(id) {
    return this.movesWholeStacks ? this.#chipOf(id).dataset.all.split(" ") : [id];
  }

  #chipOf(id) {
    return [...this.chips.values()].find((chip) => chip.dataset.all.split(" ").includes(id));
  }

  pickUp(id) {
    if (!this.isOpen) return;
    const { row, step } = this.board.pieces.find((piece) => piece.id === id);
    this.held = id;
    this.at = { row: row ?? Math.floor(this.board.rows.length / 2), step: step ?? 0 };
    this.draw();
    announce(`Picked up. ${this.#cursorText()}. The arrow keys move it, Enter puts it down, H keeps it at home, Escape cancels.`);
  }

  /** Cancel when the focus or a press leaves the timeline; elements around it do not count as leaving. */
  #focusLeft(target) {
    const isOutside = target && !this.container.contains(target) && !target.contains(this.container) && !target.closest("[data-entry]");
    if (this.held && isOutside && !this.changing) this.#cancel();
  }

  #cancel() {
    this.held = null;
    this.draw();
  }

  /** Put pieces at `{row, step}` or at home; those that are there already do not move. */
  async putDown(ids, target) {
    const wanted = target === HOME ? { row: null, step: null } : target;
    const moved = ids.filter((id) => {
      const { row, step } = this.board.pieces.find((piece) => piece.id === id);
      return row !== wanted.row || step !== wanted.step;
    });
    this.held = null;
    for (const id of moved) this.pending.set(id, wanted);
    const hadFocus = this.container.contains(document.activeElement);
    this.draw();
    if (hadFocus && moved.length) this.#focus(moved.at(-1));
    if (moved.length) await this.giveOrder(moved.flatMap((id) => this.#clicksFor(id, target)));
    for (const id of moved) this.pending.delete(id);
    this.draw();
    if (hadFocus && moved.length && this.container.contains(document.activeElement)) this.#focus(moved.at(-1));
  }

  #clicksFor(id, target) {
    const { home, rows, step } = this.board;
    return target === HOME ? [id, home] : [id, rows[target.row].id, `${step}${target.step}`];
  }

  #focus(id) {
    this.#chipOf(id)?.focus({ preventScroll: true });
  }

  /** Pick up or put down: at the pointer, or after a key press at the cursor. */
  #clicked(event) {
    const isPointed = event.detail > 0;
    if (!this.isOpen || (isPointed && this.dragging.wasOn)) return;
    const id = event.target.closest(".tl-chip")?.dataset.piece;
    if (!this.held && id) return this.pickUp(id);
    if (!this.held) return isPointed && this.ready && this.#sendHired(event);
    if (isPointed && id === this.held) return this.#cancel();
    const target = isPointed ? this.dropTargetAt(event) : this.at;
    if (target) this.putDown(this.movedWith(this.held), target);
  }

  #sendHired(event) {
    const target = this.dropTargetAt(event);
    if (target && target !== HOME) this.putDown([this.ready], target);
  }

  /** Return the drop target under a pointer, or null. */
  dropTargetAt({ clientX, clientY }) {
    if (contains(this.home.getBoundingClientRect(), clientX, clientY)) return HOME;
    const { left, top, width, height } = this.cells.getBoundingClientRect();
    const visible = this.scroll.getBoundingClientRect();
    if (!contains(visible, clientX, clientY)) return null;
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
    if (key === "Escape") return this.#cancel();
    if (["h", "H", "Delete", "Backspace"].includes(key)) return this.putDown(this.movedWith(this.held), HOME);
    this.#moveCursor(key);
  }

  #moveCursor(key) {
    const { rows, steps } = this.board;
    const { row, step } = this.at;
    const target = {
      ArrowLeft: { row, step: step - 1 },
      ArrowRight: { row, step: step + 1 },
      ArrowUp: { row: row - 1, step },
      ArrowDown: { row: row + 1, step },
      PageUp: { row, step: step + PAGE_STEPS },
      PageDown: { row, step: step - PAGE_STEPS },
      Home: { row, step: 0 },
      End: { row, step: steps - 1 },
    }[key];
    if (!target) return;
    this.at = { row: Math.min(Math.max(target.row, 0), rows.length - 1), step: Math.min(Math.max(target.step, 0), steps - 1) };
    this.#drawCursor();
    announce(this.#cursorText());
  }

  #cursorText() {
    return capitalize(`${this.board.rows[this.at.row].label}, step ${this.at.step}`);
  }

  /** Show where a dragged piece would be put down. */
  showDropTarget(target) {
    this.home.toggleAttribute("data-over", target === HOME);
    this.at = target === HOME || !target ? null : target;
    this.#drawCursor(true);
  }

  #drawCursor(isDragged = false) {
    this.cursor.hidden = !(this.at && (isDragged || this.held));
    if (this.cursor.hidden) return;
    const { row, step } = this.at;
    if (!isDragged) this.#scrollIntoView(step);
    this.cursor.style.left = `${(100 * step) / this.board.steps}%`;
    this.cursor.style.top = `${(100 * row) / this.board.rows.length}%`;
    this.cursor.dataset.side = this.#isInRightHalf(step) ? "left" : "right";
    fill(this.cursor, el("span", { class: "numbers", text: `${this.board.rows[row].label}, step ${step}` }));
  }

  /** Return whether a step lies in the right half of what is visible. */
  #isInRightHalf(step) {
    const { left, width } = this.cells.getBoundingClientRect();
    const visible = this.scroll.getBoundingClientRect();
    return left + (width * step) / this.board.steps > visible.left + visible.width / 2;
  }

  /** Show at which edges steps are out of sight. */
  #drawEdges() {
    const [all, visible] = [this.cells, this.scroll].map((element) => element.getBoundingClientRect());
    this.grid.toggleAttribute("data-before", all.left < visible.left - 1);
    this.grid.toggleAttribute("data-after", all.right > visible.right + 1);
  }

  #scrollIntoView(step) {
    const { clientWidth, scrollWidth, scrollLeft } = this.scroll;
    const x = (scrollWidth * step) / this.board.steps;
    if (x < scrollLeft + 40 || x > scrollLeft + clientWidth - 40) this.scroll.scrollLeft = x - clientWidth / 2;
  }
}

function contains({ left, right, top, bottom }, x, y) {
  return x >= left && x <= right && y >= top && y <= bottom;
}

/** Set the children of a node; those that are there already stay, and keep the focus. */
function setChildren(node, children) {
  const wanted = children.filter(Boolean);
  for (const child of [...node.children]) if (!wanted.includes(child)) child.remove();
  wanted.forEach((child, at) => {
    const current = node.children[at] ?? null;
    if (child === current) return;
    if (node.moveBefore && child.isConnected) node.moveBefore(child, current);
    else node.insertBefore(child, current);
  });
}

// Stacks

/** Return stacks {key, row, step, pieces, shift}: pieces of one kind at one point. `shift` counts the stacks before it. */
function stacksOf(pieces) {
  const stacks = new Map();
  const shifts = new Map();
  for (const piece of pieces) {
    const cell = `${piece.row}/${piece.step}`;
    const key = `${cell}/${piece.unit}`;
    if (!stacks.has(key)) {
      const shift = shifts.get(cell) ?? 0;
      shifts.set(cell, shift + 1);
      stacks.set(key, { key, row: piece.row, step: piece.step, shift, pieces: [] });
    }
    stacks.get(key).pieces.push(piece);
  }
  return [...stacks.values()].sort((a, b) => a.row - b.row || a.step - b.step);
}

/** Return a text such as "3 × rifle, numbers 2, 4, 5, column 2, step 40". */
function stackText({ pieces, row, step }, rows) {
  const numbers = pieces.map(({ number }) => number).join(", ");
  const who = pieces.length === 1 ? `${pieces[0].unit}, number ${numbers}` : `${pieces.length} × ${pieces[0].unit}, numbers ${numbers}`;
  return `${who}, ${row === null ? "at home" : `${rows[row].label}, step ${step}`}`;
}
