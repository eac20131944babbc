// A choice between the moves that one click can mean, such as to fire at an enemy or to assault it, shown beside the click.

import { el, fill } from "../../lib/dom.js";
import { capitalize } from "../../lib/text.js";

const GAP = 8; // pixels between the choice and what was clicked
const WHAT_TO_DO = "Choose what to do";
const STEPS = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

export class MoveChoice {
  /** `onChoose(move)` is called for the chosen move, `onLook(move or null)` for one that is hovered or focused. */
  constructor(onChoose, onLook) {
    Object.assign(this, { onChoose, onLook, moves: [] });
    this.node = el("div", { class: "move-choice", popover: "auto", role: "menu", "aria-label": WHAT_TO_DO });
    this.node.addEventListener("keydown", (event) => this.#press(event));
    this.node.addEventListener("toggle", ({ newState }) => newState === "closed" && onLook(null));
    document.body.append(this.node);
  }

  get isOpen() {
    return this.node.matches(":popover-open");
  }

  /** Offer these moves beside a rectangle on the screen, as answers to a question, which the prompt shows. */
  open(moves, rect, question = "") {
    this.moves = moves;
    this.node.setAttribute("aria-label", question || WHAT_TO_DO);
    fill(this.node, ...moves.map((move, at) => this.#item(move, at)));
    this.node.showPopover();
    this.#place(rect);
    this.node.querySelector("button").focus({ preventScroll: true });
  }

  close() {
    if (this.isOpen) this.node.hidePopover();
  }

  #item(move, at) {
    const look = () => this.onLook(move);
    return el("button", { type: "button", class: "button", role: "menuitem", "data-play": move.text, on: { click: () => this.#choose(move), focus: look, pointerenter: look } },
      el("span", { text: capitalize(move.label) }), el("kbd", { text: at + 1, "aria-hidden": "true" }));
  }

  #choose(move) {
    this.close();
    this.onChoose(move);
  }

  /** Place the choice below the rectangle, or above it if there is no room, within the window. */
  #place({ left, right, top, bottom }) {
    const { offsetWidth: width, offsetHeight: height } = this.node;
    const x = Math.min(Math.max((left + right - width) / 2, GAP), innerWidth - width - GAP);
    const below = bottom + GAP;
    const y = below + height > innerHeight - GAP ? top - GAP - height : below;
    Object.assign(this.node.style, { left: `${x}px`, top: `${Math.max(GAP, y)}px` });
  }

  #press(event) {
    const buttons = [...this.node.querySelectorAll("button")];
    const step = STEPS[event.key];
    const chosen = this.moves[Number(event.key) - 1];
    if (event.key === "Escape") this.close();
    else if (step) buttons.at((buttons.indexOf(document.activeElement) + step) % buttons.length).focus();
    else if (chosen) this.#choose(chosen);
    else if (event.key !== "Enter" && event.key !== " ") return; // the focused button handles these two
    event.stopPropagation();
    if (event.key !== "Enter" && event.key !== " ") event.preventDefault();
  }
}
