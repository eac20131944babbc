// The bar under the prompt: the primary button, the faces of your own die, undo, and buttons for hotspots outside the picture.

import { dieFace } from "../lib/dice.js";
import { button, byId, el, fill, showsNew } from "../lib/dom.js";
import { capitalize, seatName } from "../lib/text.js";

const FACES = [1, 2, 3, 4, 5, 6];
export const NO_DECISION = "There is no decision of yours to undo.";
const DOUBLE_CLICK = 350; // milliseconds: a click this soon after a change was meant for what the button said before

export class ActionBar {
  /** `handlers`: `go()`, `face(n)`, `back()`, `clear()`, `undo()`, `offer()`. */
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
    byId("offer").addEventListener("click", handlers.offer);
    byId("undo").addEventListener("click", handlers.undo);
    fill(byId("faces"), ...FACES.map((face) => el("button", { type: "button", class: "face", "aria-label": `The die shows ${face}`, "aria-keyshortcuts": face, on: { click: () => handlers.face(face) } },
      dieFace(face), el("span", { class: "numbers", text: face }))));
  }

  /** Show what can be done; while the player looks back, only the return to now. `isPicked`: a character is picked;
   *  `nextText` is the label of the button that selects the next piece, or an empty string. */
  show(view, picker, isLookingBack, isPicked = false, nextText = "") {
    const isTyped = view.may_roll && view.dice === "mine" && !isLookingBack;
    const { text, key, face, isNext = false } = isLookingBack ? { text: "Back to now", key: "Esc" } : primaryLabel(view, picker, isPicked, nextText);
    this.isNext = isNext;
    byId("faces").hidden = !isTyped;
    this.primary.hidden = !isLookingBack && (isTyped || !text || !(view.may_act || view.may_roll));
    this.primary.classList.toggle("primary", !isNext);
    fill(this.primary, face && dieFace(face), el("span", { text }), key && el("kbd", { text: key, "aria-hidden": "true" }));
    this.primary.setAttribute("aria-disabled", String(!key));
    this.#setMeaning(key ? `${view.version} ${text}` : null);
    byId("clear").hidden = !picker.clicks.length && !(view.may_act && view.board.timeline?.picked);
    const offer = isLookingBack ? "" : offerFor(view, picker);
    byId("offer").hidden = !offer;
    byId("offer").textContent = offer;
    byId("back").hidden = Boolean(offer) || picker.clicks.length < (view.board.click_plays ? 2 : 1);
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
    const undo = byId("undo");
    undo.hidden = view.spectator;
    const isPossible = view.undo.possible && !view.undoes_only_forced;
    undo.setAttribute("aria-disabled", String(!isPossible));
    undo.title = isPossible ? "Undo the last move" : view.undoes_only_forced ? NO_DECISION : capitalize(view.undo.why ?? "");
  }
}

/** Return the text of what can be done with the piece that was clicked, beside the primary button, or "". */
export function offerFor({ board }, { clicks, ready }) {
  return (ready && board.offers?.[clicks[0]]) ?? "";
}

/** Return the text and the key of the primary button; without a key it cannot be pressed yet, without a text it is hidden. */
function primaryLabel(view, picker, isPicked, nextText) {
  if (view.may_roll) return { text: "Roll the dice", key: "R", face: 5 };
  const offer = offerFor(view, picker);
  const defaultMove = offer ? picker.moveOf(picker.defaultSpot) : picker.defaultMove;
  if (picker.ready && !offer) return { text: `${capitalize(picker.ready.label)}${view.board.at_once ? ": press Enter" : ""}`, key: "⏎" };
  if (defaultMove && !isPicked) return { text: capitalize(defaultMove.label), key: picker.keyOf(picker.defaultSpot).toUpperCase() || "⏎" };
  if (view.board.able) return nextText ? { text: nextText, key: "N", isNext: true } : { text: "" };
  return { text: picker.clicks.length ? view.board.choose_more ?? "Select more" : view.board.choose_first ?? view.board.choose ?? "Choose a move" };
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
  /** `onClick(id)` is called for a hotspot, `onPlay(move)` for a move that needs no click in the picture. */
  constructor(container, onClick, onPlay) {
    Object.assign(this, { container, onClick, onPlay });
  }

  /** Show the spots that are not among `boxes`, those in the picture. The plan panel has all orders that count at
   *  once; where pieces move freely, spots without a key are places, which dragging and the move list reach. */
  show(picker, boxes, { board: { at_once: atOnce, go, closing }, by_hand: byHand }) {
    const next = new Set([...picker.nextIds, ...(picker.moves.length ? closing?.then ?? [] : [])]);
    const primary = picker.defaultMove ? go : null; // the primary button has it
    const spots = atOnce ? [] : picker.spots.filter(({ id, key }) => !boxes.has(id) && id !== primary && next.has(id) && (key || !byHand));
    const { emptyMove } = picker;
    this.container.hidden = !spots.length && !emptyMove;
    if (!showsNew(this.container, [emptyMove?.text, ...spots.map(({ id }) => id)])) return;
    fill(this.container, emptyMove && button(capitalize(emptyMove.label), () => this.onPlay(emptyMove)),
      ...spots.map(({ id, key, label }) => el("button", { type: "button", class: "button", "data-click": id, "aria-keyshortcuts": key || null, on: { click: () => this.onClick(id) } },
        el("span", { text: capitalize(key ? label : label.split(",")[0]), title: label }), key && el("kbd", { text: key.toUpperCase(), "aria-hidden": "true" }))));
  }
}
