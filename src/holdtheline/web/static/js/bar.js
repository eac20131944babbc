// The bar under the prompt: the one button that goes on, the faces of one's own dice, and the way back.

import { byId, el, fill } from "./dom.js";
import { dieFace } from "./dice.js";
import { capital, isPerson, nameOf } from "./words.js";

const FACES = [1, 2, 3, 4, 5, 6];

export class Bar {
  /** What is pressed: `go()`, `face(n)`, `back()`, `clear()`, `undo()`. */
  constructor(pressed) {
    this.primary = byId("go");
    this.primary.addEventListener("click", pressed.go);
    byId("back").addEventListener("click", pressed.back);
    byId("clear").addEventListener("click", pressed.clear);
    byId("undo").addEventListener("click", pressed.undo);
    fill(byId("faces"), ...FACES.map((face) => el("button", { type: "button", class: "face", "aria-label": `The die shows ${face}`, "aria-keyshortcuts": face, on: { click: () => pressed.face(face) } },
      dieFace(face), el("span", { class: "numbers", text: face }))));
  }

  show(view, chooser) {
    const typed = view.may_roll && view.dice === "mine";
    const { text, key, able } = offer(view, chooser);
    byId("faces").hidden = !typed;
    this.primary.hidden = typed || view.outcome !== null || view.watching || !(view.may_act || view.may_roll);
    fill(this.primary, view.may_roll && dieFace(5), el("span", { text }), able && el("kbd", { text: key, "aria-hidden": "true" }));
    this.primary.setAttribute("aria-disabled", String(!able));
    byId("back").hidden = byId("clear").hidden = !chooser.touches.length;
    this.#undo(view);
    byId("whose").textContent = whose(view);
    byId("bar").hidden = view.watching;
  }

  /** A button that says why not can be reached and pressed all the same. */
  #undo(view) {
    const button = byId("undo");
    button.hidden = view.watching;
    button.setAttribute("aria-disabled", String(!view.undo.possible));
    button.title = view.undo.possible ? "Take the last move back" : capital(view.undo.why ?? "");
  }
}

/** What the primary button says. */
function offer(view, chooser) {
  if (view.may_roll) return { text: "Roll the dice", key: "R", able: true };
  if (chooser.ready) return { text: capital(chooser.ready.label), key: "⏎", able: true };
  return { text: chooser.touches.length ? "Touch more" : "Choose a move", key: "", able: false };
}

/** Whose turn it is, in the fewest words. */
export function whose(view) {
  if (view.outcome) return "The game is over";
  if (view.watching) return view.turn >= 0 ? `Watching: ${nameOf(view.seats[view.turn])} to move` : "Watching: the dice are next";
  if (view.may_act) return "Your turn";
  if (view.may_roll) return view.dice === "mine" ? "Roll your own die" : "Your roll";
  return view.turn >= 0 ? `Waiting for ${waitedFor(view)}` : "The dice are next";
}

function waitedFor(view) {
  const seat = view.seats[view.turn];
  return isPerson(seat) && !seat.name ? `your friend (${seat.title})` : nameOf(seat);
}
