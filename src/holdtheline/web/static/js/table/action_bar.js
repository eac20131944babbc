// The bar under the prompt: the primary button, the faces of your own die, undo, and buttons for hotspots outside the picture.

import { dieFace } from "../lib/dice.js";
import { byId, el, fill, showsNew } from "../lib/dom.js";
import { capitalize, seatName } from "../lib/text.js";

const FACES = [1, 2, 3, 4, 5, 6];
const DOUBLE_CLICK = 350; // milliseconds: a click this soon after a change was meant for what the button said before

export class ActionBar {
  /** `handlers`: `go()`, `face(n)`, `back()`, `clear()`, `undo()`. */
  constructor(handlers) {
    this.primary = byId("go");
    this.clicked = false; // with a pointer, and its effect is still to come
    this.primary.addEventListener("click", (event) => {
      this.clicked = event.detail > 0;
      handlers.go();
    });
    document.addEventListener("pointerdown", ({ target }) => this.#pointerDown(target.closest("button, .picture")));
    byId("back").addEventListener("click", handlers.back);
    byId("clear").addEventListener("click", handlers.clear);
    byId("undo").addEventListener("click", handlers.undo);
    fill(byId("faces"), ...FACES.map((face) => el("button", { type: "button", class: "face", "aria-label": `The die shows ${face}`, "aria-keyshortcuts": face, on: { click: () => handlers.face(face) } },
      dieFace(face), el("span", { class: "numbers", text: face }))));
  }

  /** Show what can be done; while the player looks back, only the return to now. */
  show(view, picker, isLookingBack) {
    const isTyped = view.may_roll && view.dice === "mine" && !isLookingBack;
    const { text, key, face } = isLookingBack ? { text: "Back to now", key: "Esc" } : primaryLabel(view, picker);
    byId("faces").hidden = !isTyped;
    this.primary.hidden = !isLookingBack && (isTyped || !(view.may_act || view.may_roll));
    fill(this.primary, face && dieFace(face), el("span", { text }), key && el("kbd", { text: key, "aria-hidden": "true" }));
    this.primary.setAttribute("aria-disabled", String(!key));
    this.#setMeaning(key ? `${view.version} ${text}` : null);
    byId("back").hidden = byId("clear").hidden = !picker.clicks.length;
    this.#showUndo(view);
    byId("whose").textContent = turnText(view);
    byId("whose").hidden = view.outcome !== null;
    byId("bar").hidden = !isLookingBack && (view.spectator || (view.outcome !== null && !view.undo.possible));
  }

  /** Ignore clicks for a moment if the button was just clicked and now means something else; keys still press it. */
  #setMeaning(meaning) {
    if (meaning === this.meaning) return;
    this.meaning = meaning;
    if (meaning === null) return this.#ignoreClicks(0);
    this.#ignoreClicks(this.clicked ? DOUBLE_CLICK : 0);
    this.clicked = false;
  }

  #ignoreClicks(time) {
    clearTimeout(this.timer);
    this.primary.toggleAttribute("data-ignores-clicks", time > 0);
    if (time > 0) this.timer = setTimeout(() => this.#ignoreClicks(0), time);
  }

  /** Accept clicks again after a click elsewhere: the next one is not a double click. */
  #pointerDown(target) {
    if (!target || target === this.primary) return;
    this.clicked = false;
    this.#ignoreClicks(0);
  }

  /** Show the undo button; while it is disabled it can still be pressed, and then says why. */
  #showUndo(view) {
    const button = byId("undo");
    button.hidden = view.spectator;
    button.setAttribute("aria-disabled", String(!view.undo.possible));
    button.title = view.undo.possible ? "Undo the last move" : capitalize(view.undo.why ?? "");
  }
}

/** Return the text and the key of the primary button; without a key it cannot be pressed yet. */
function primaryLabel(view, picker) {
  if (view.may_roll) return { text: "Roll the dice", key: "R", face: 5 };
  if (picker.ready) return { text: capitalize(picker.ready.label), key: "⏎" };
  if (picker.defaultMove) return { text: capitalize(picker.defaultMove.label), key: picker.keyOf(picker.defaultSpot).toUpperCase() || "⏎" };
  if (!picker.clicks.length) return { text: "Choose a move" };
  return { text: view.by_hand ? "Choose an enemy" : view.board.able ? "Choose a destination" : "Select more" };
}

/** Return whose turn it is, in few words. */
export function turnText(view) {
  if (view.outcome) return "The game is over";
  if (view.spectator) return view.turn >= 0 ? `Watching: ${seatName(view.seats[view.turn])} to move` : "Watching: the dice are next";
  if (view.may_act) return view.board.timeline ? "Plan your turn" : ownTurn(view);
  if (view.may_roll) return view.dice === "mine" ? "Roll your own die" : "Your roll";
  if (view.turn >= 0) return `Waiting for ${seatName(view.seats[view.turn])}`;
  return view.roller >= 0 ? `Waiting for ${seatName(view.seats[view.roller])} to roll` : "The dice are next";
}

/** Return "Your turn", with the seat if several are played in this browser. */
function ownTurn({ seats, turn }) {
  const isShared = turn >= 0 && seats.filter((seat) => seat.mine).length > 1;
  return isShared ? `Your turn, ${seats[turn].name || seats[turn].title}` : "Your turn";
}

/** Buttons for hotspots that are not in the picture, such as the end of a turn. */
export class MoreActions {
  constructor(container, onClick) {
    Object.assign(this, { container, onClick });
  }

  /** Show the spots that are not among `boxes`, those in the picture. The plan panel has all orders that count at
   *  once; where pieces move freely, spots without a key are places, which dragging and the move list reach. */
  show(picker, boxes, { board: { at_once: atOnce, go }, by_hand: byHand }) {
    const next = picker.nextIds;
    const primary = picker.defaultMove ? go : null; // the primary button has it
    const spots = atOnce ? [] : picker.spots.filter(({ id, key }) => !boxes.has(id) && id !== primary && next.has(id) && (key || !byHand));
    this.container.hidden = !spots.length;
    if (!showsNew(this.container, spots.map(({ id }) => id))) return;
    fill(this.container, ...spots.map(({ id, key, label }) => el("button", { type: "button", class: "button", "data-click": id, "aria-keyshortcuts": key || null, on: { click: () => this.onClick(id) } },
      el("span", { text: capitalize(label) }), key && el("kbd", { text: key.toUpperCase(), "aria-hidden": "true" }))));
  }
}
