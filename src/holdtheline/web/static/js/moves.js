// All legal moves as buttons, those that the touches so far can become.

import { el, fill } from "./dom.js";
import { capital, counted } from "./words.js";

const MANY = 12; // more than this many get a field to find one
const STEPS = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

export class MoveList {
  /** `play(move)` for a move that is chosen, `look(move or null)` for one that is looked at. */
  constructor({ frame, count, find, list }, { play, look }) {
    Object.assign(this, { frame, count, find, list, play, look });
    this.open = [];
    list.addEventListener("click", (event) => this.#chosen(event));
    list.addEventListener("keydown", (event) => this.#walk(event));
    list.addEventListener("focusin", (event) => this.#looked(event.target));
    list.addEventListener("focusout", () => look(null));
    list.addEventListener("pointerover", (event) => this.#looked(event.target));
    list.addEventListener("pointerleave", () => look(null));
    find.addEventListener("input", () => this.#fill());
  }

  show(chooser) {
    const { open, ready, touches } = chooser;
    const had = this.list.contains(document.activeElement);
    if (chooser !== this.chooser) this.find.value = "";
    Object.assign(this, { chooser, open, ready });
    this.frame.hidden = !chooser.moves.length;
    const many = open.length > MANY || this.find.value !== "";
    this.find.closest(".find").hidden = !many;
    this.count.textContent = heading(open.length, touches.length);
    this.#fill();
    if (had) this.list.querySelector("[tabindex='0']")?.focus();
  }

  #fill() {
    const words = this.find.value.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = ({ label, text }) => words.every((word) => `${label} ${text}`.toLowerCase().includes(word));
    const found = this.open.filter(fits);
    const first = Math.max(0, found.indexOf(this.ready));
    fill(this.list, ...found.map((move, at) => this.#item(move, at === first)));
    if (!found.length && this.open.length) fill(this.list, el("li", { class: "quiet", text: "No move reads like this." }));
  }

  /** Only one of them is a stop of the Tab key; the arrow keys go on from there. */
  #item(move, isStop) {
    const isReady = move === this.ready;
    return el("li", {}, el("button", {
      type: "button",
      class: "move",
      "data-play": move.text,
      tabindex: isStop ? "0" : "-1",
      "aria-current": isReady ? "true" : null,
      text: capital(move.label),
    }));
  }

  #moveOf(target) {
    const button = target.closest?.("button.move");
    return button && this.open.find((move) => move.text === button.dataset.play);
  }

  #chosen(event) {
    const move = this.#moveOf(event.target);
    if (move) this.play(move);
  }

  #looked(target) {
    const move = this.#moveOf(target);
    if (move) this.look(move);
  }

  #walk(event) {
    const buttons = [...this.list.querySelectorAll("button")];
    const at = buttons.indexOf(event.target);
    const to = { Home: 0, End: buttons.length - 1 }[event.key] ?? at + (STEPS[event.key] ?? NaN);
    if (at < 0 || Number.isNaN(to)) return;
    event.preventDefault();
    const next = buttons[Math.min(buttons.length - 1, Math.max(0, to))];
    event.target.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  }
}

function heading(count, touched) {
  const moves = capital(counted(count, "move"));
  if (!touched) return `${moves} possible`;
  return `${moves} ${count === 1 ? "begins" : "begin"} like this`;
}
