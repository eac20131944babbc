// The bar under the prompt: the one button that goes on, the faces of one's own dice, and the way back.

import { byId, el, fill } from "./dom.js";
import { dieFace } from "./dice.js";
import { capital, nameOf } from "./words.js";

const FACES = [1, 2, 3, 4, 5, 6];
const TWICE = 350; // milliseconds after a change in which a click was meant for what the button said before

export class Bar {
  /** What is pressed: `go()`, `face(n)`, `back()`, `clear()`, `undo()`. */
  constructor(pressed) {
    this.primary = byId("go");
    this.clicked = false; // by a pointer, and nothing has come of it yet
    this.primary.addEventListener("click", (event) => {
      this.clicked = event.detail > 0;
      pressed.go();
    });
    document.addEventListener("pointerdown", ({ target }) => this.#pointedAt(target.closest("button, .picture")));
    byId("back").addEventListener("click", pressed.back);
    byId("clear").addEventListener("click", pressed.clear);
    byId("undo").addEventListener("click", pressed.undo);
    fill(byId("faces"), ...FACES.map((face) => el("button", { type: "button", class: "face", "aria-label": `The die shows ${face}`, "aria-keyshortcuts": face, on: { click: () => pressed.face(face) } },
      dieFace(face), el("span", { class: "numbers", text: face }))));
  }

  /** `isPast`: an earlier moment is shown, so the one way to go on leads back to now. */
  show(view, chooser, isPast) {
    const typed = view.may_roll && view.dice === "mine" && !isPast;
    const { text, key, face } = isPast ? { text: "Back to now", key: "Esc" } : offer(view, chooser);
    byId("faces").hidden = !typed;
    this.primary.hidden = !isPast && (typed || !(view.may_act || view.may_roll));
    fill(this.primary, face && dieFace(face), el("span", { text }), key && el("kbd", { text: key, "aria-hidden": "true" }));
    this.primary.setAttribute("aria-disabled", String(!key));
    this.#means(key ? `${view.version} ${text}` : null);
    byId("back").hidden = byId("clear").hidden = !chooser.touches.length;
    this.#undo(view);
    byId("whose").textContent = whose(view);
    byId("whose").hidden = view.outcome !== null;
    byId("bar").hidden = !isPast && (view.watching || (view.outcome !== null && !view.undo.possible));
  }

  /** A button that was just clicked, and now means something else, is deaf for a moment; keys still press it. */
  #means(meaning) {
    if (meaning === this.meaning) return;
    this.meaning = meaning;
    if (meaning === null) return this.#rest(0);
    this.#rest(this.clicked ? TWICE : 0);
    this.clicked = false;
  }

  #rest(time) {
    clearTimeout(this.timer);
    this.primary.toggleAttribute("data-rests", time > 0);
    if (time > 0) this.timer = setTimeout(() => this.#rest(0), time);
  }

  /** Whoever has pointed at something else since then does not click twice. */
  #pointedAt(thing) {
    if (!thing || thing === this.primary) return;
    this.clicked = false;
    this.#rest(0);
  }

  /** A button that says why not can be reached and pressed all the same. */
  #undo(view) {
    const button = byId("undo");
    button.hidden = view.watching;
    button.setAttribute("aria-disabled", String(!view.undo.possible));
    button.title = view.undo.possible ? "Take the last move back" : capital(view.undo.why ?? "");
  }
}

/** What the primary button says, and its key; without one it cannot be pressed yet. */
function offer(view, chooser) {
  if (view.may_roll) return { text: "Roll the dice", key: "R", face: 5 };
  if (chooser.ready) return { text: capital(chooser.ready.label), key: "⏎" };
  if (chooser.usual) return { text: capital(chooser.usual.label), key: chooser.keyOf(chooser.go).toUpperCase() || "⏎" };
  if (!chooser.touches.length) return { text: "Choose a move" };
  return { text: view.by_hand ? "Choose an enemy" : view.board.able ? "Choose where to" : "Touch more" };
}

/** Whose turn it is, in the fewest words. */
export function whose(view) {
  if (view.outcome) return "The game is over";
  if (view.watching) return view.turn >= 0 ? `Watching: ${nameOf(view.seats[view.turn])} to move` : "Watching: the dice are next";
  if (view.may_act) return view.board.timeline ? "Plan your turn" : yourTurn(view);
  if (view.may_roll) return view.dice === "mine" ? "Roll your own die" : "Your roll";
  if (view.turn >= 0) return `Waiting for ${nameOf(view.seats[view.turn])}`;
  return view.roller >= 0 ? `Waiting for ${nameOf(view.seats[view.roller])} to roll` : "The dice are next";
}

/** At a table that several people share, whose of them. */
function yourTurn({ seats, turn }) {
  const isShared = turn >= 0 && seats.filter((seat) => seat.mine).length > 1;
  return isShared ? `Your turn, ${seats[turn].name || seats[turn].title}` : "Your turn";
}
