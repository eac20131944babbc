// A list of the legal moves that the clicks so far can become, and the odds of the hovered or focused move.

import { request } from "../../lib/api.js";
import { el, fill } from "../../lib/dom.js";
import { capitalize, plural } from "../../lib/text.js";

const MANY_MOVES = 12; // longer lists get a search field
const ARROWS = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

export class MoveList {
  /** `onPlay(move)` is called for a chosen move, `onLook(move or null)` for one that is hovered or focused. */
  constructor({ frame, count, find, list }, { onPlay, onLook }) {
    Object.assign(this, { frame, count, find, list, open: [] });
    list.addEventListener("click", ({ target }) => this.#notify(onPlay, target));
    list.addEventListener("keydown", (event) => this.#moveFocus(event));
    list.addEventListener("focusin", ({ target }) => this.#notify(onLook, target));
    list.addEventListener("focusout", () => onLook(null));
    list.addEventListener("pointerover", ({ target }) => this.#notify(onLook, target));
    list.addEventListener("pointerleave", () => onLook(null));
    find.addEventListener("input", () => this.#fill());
  }

  show(picker) {
    const { openMoves: open, ready, clicks } = picker;
    const hadFocus = this.list.contains(document.activeElement);
    if (picker !== this.picker) this.find.value = "";
    Object.assign(this, { picker, open, ready });
    this.frame.hidden = !picker.moves.length;
    const isLong = open.length > MANY_MOVES || this.find.value !== "";
    this.find.closest(".find").hidden = !isLong;
    this.count.textContent = heading(open.length, clicks.length);
    this.#fill();
    if (hadFocus) this.list.querySelector("[tabindex='0']")?.focus();
  }

  #fill() {
    const words = this.find.value.toLowerCase().split(/\s+/).filter(Boolean);
    const matches = ({ label, text }) => words.every((word) => `${label} ${text}`.toLowerCase().includes(word));
    const matching = this.open.filter(matches);
    const first = Math.max(0, matching.indexOf(this.ready));
    fill(this.list, ...matching.map((move, at) => this.#item(move, at === first)));
    if (!matching.length && this.open.length) fill(this.list, el("li", { class: "quiet", text: "No move matches." }));
  }

  /** Return a move's button. Only one of them is a tab stop; the arrow keys lead to the others. */
  #item(move, isTabStop) {
    const state = { tabindex: isTabStop ? "0" : "-1", "aria-current": move === this.ready ? "true" : null };
    return el("li", {}, el("button", { type: "button", class: "move", "data-play": move.text, ...state, text: capitalize(move.label) }));
  }

  #moveOf(target) {
    const button = target.closest?.("button.move");
    return button && this.open.find((move) => move.text === button.dataset.play);
  }

  /** Call a handler with the move of a button, if the target is one. */
  #notify(handler, target) {
    const move = this.#moveOf(target);
    if (move) handler(move);
  }

  #moveFocus(event) {
    const buttons = [...this.list.querySelectorAll("button")];
    const at = buttons.indexOf(event.target);
    const target = { Home: 0, End: buttons.length - 1 }[event.key] ?? at + (ARROWS[event.key] ?? NaN);
    if (at < 0 || Number.isNaN(target)) return;
    event.preventDefault();
    const next = buttons[Math.min(buttons.length - 1, Math.max(0, target))];
    event.target.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  }
}

function heading(count, clickCount) {
  return `${capitalize(plural(count, "move"))} ${clickCount ? "with this selection" : "possible"}`;
}

// Odds

const ASK_DELAY = 90; // milliseconds that a move is hovered or focused before its odds are requested

export class Odds {
  constructor(container, key) {
    this.container = container;
    this.key = key;
    this.answers = new Map(); // by the text of the move, for one version of the table
    addEventListener("resize", () => (container.style.minHeight = ""));
  }

  /** Show the odds of a move of this version, or nothing for null. */
  showFor(move, version) {
    this.stop();
    if (version !== this.version) {
      this.answers.clear();
      this.version = version;
      this.#releaseSpace();
    }
    if (!move || move.plays || this.answers.has(move.text)) {
      this.#show(this.answers.get(move?.text));
    } else {
      this.container.classList.add("old");
      this.timer = setTimeout(() => this.#ask(move), ASK_DELAY);
    }
  }

  /** Drop the request that is under way. */
  stop() {
    clearTimeout(this.timer);
    this.question?.abort();
  }

  async #ask(move) {
    const question = new AbortController();
    this.question = question;
    const answer = await request("POST", "/api/table/odds", { key: this.key, body: { play: move.text }, signal: question.signal }).catch(() => null);
    if (question.signal.aborted) return;
    if (answer) this.answers.set(move.text, answer);
    this.#show(answer);
  }

  #show(answer) {
    this.container.classList.remove("old");
    const lines = answer?.odds ?? [];
    const isPointedAt = this.container.closest(".side").matches(":hover");
    if (!lines.length && !isPointedAt && "hud" in document.documentElement.dataset) this.#releaseSpace();
    this.container.style.visibility = lines.length ? "" : "hidden";
    this.container.hidden = !lines.length && !this.isSpaceReserved;
    if (!lines.length) return;
    fill(this.container,
      el("p", { class: "odds-of", text: capitalize(answer.label) }),
      el("ul", {}, ...lines.map(chanceLine)));
    this.#reserveSpace();
  }

  #releaseSpace() {
    this.isSpaceReserved = false;
    this.container.style.minHeight = "";
  }

  /** Keep the space once it was used: if the list below moved up, another move would be under the pointer, whose
   *  odds push the list down again. Beside a large map, where targets are looked at, only while the pointer is here. */
  #reserveSpace() {
    this.isSpaceReserved = true;
    this.container.style.minHeight = `${this.container.offsetHeight}px`;
  }
}

/** Return a line with a chance: label, number, and a bar. */
function chanceLine({ label, percent, fraction, chance, max_chance: maxChance }) {
  const bar = el("span", { class: "bar-of-chance", "aria-hidden": "true" });
  bar.style.setProperty("--chance", chance);
  bar.style.setProperty("--max-chance", maxChance ?? chance);
  return el("li", { title: fraction },
    el("span", { class: "chance-label", text: capitalize(label) }),
    el("span", { class: "numbers chance", text: percent }),
    bar);
}
