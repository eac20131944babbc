// What the player can do now, as the page shows it: prompt, main button, marks, overlay, odds.

import { byId } from "../lib/dom.js";
import { pieceOf } from "../lib/picture.js";
import { capitalize, joinWithOr } from "../lib/text.js";
import { MovePicker } from "./moves/move_picker.js";

export const NO_CHOICE = new MovePicker();
const PLACES = new Set(["near", "far", "dear"]); // kinds of marks: where a piece can go
const SIGNS_WIDTH = 140; // in the picture's unit: the signs beside a base

/** `TableView` makes the panels that are used here. */
export class TableChoices {
  /** The ids that are selected: clicked, or picked to be moved freely. */
  get selected() {
    const { state } = this.freeMovement ?? {};
    return state ? [state.who] : this.picker.clicks;
  }

  /** Return where a thing is on the screen, with the signs beside it that can be clicked. */
  rectWithSigns(id) {
    const { x, y, width, height } = this.overlay.rectOf(id, this.picture);
    const isSigned = this.view.by_hand && this.marks.marks.some((mark) => mark.id === id && mark.options.length > 0);
    const signs = isSigned ? SIGNS_WIDTH * (this.container.offsetWidth / this.picture.viewBox.baseVal.width) : 0;
    return new DOMRect(x - signs, y, width + 2 * signs, height);
  }

  /** While a character is picked, the pointer looks for a place, and terrain is in the preview. */
  inspectable(ids) {
    return this.freeMovement?.state ? ids.filter((id) => !this.view.board.terrain.some((piece) => piece.id === id)) : ids;
  }

  /** Show what a character that was picked, or put back, can do. */
  showPick() {
    byId("prompt").textContent = this.#promptText();
    this.#showBar();
    this.#showMarks();
    this.showOverlay();
  }

  /** Show the choices again, after a click or a new view. */
  showChoices() {
    byId("prompt").textContent = this.#promptText();
    this.#keepFocus(() => {
      this.#showBar();
      this.moves.show(this.picker);
      this.plan.show(this.view, this.picture, this.picker);
    });
    if (this.lookback.step === null) this.diceDrag.show(this.picture);
    this.showOverlay();
    this.showOdds(null);
    this.#showMarks();
    this.freeMovement?.show();
  }

  #showBar() {
    const nextText = this.able.length ? (this.view.by_hand ? "Next character" : "Next unit") : "";
    this.bar.show(this.view, this.picker, this.lookback.step !== null, Boolean(this.freeMovement?.state), nextText);
    this.nextButton.hidden = !nextText || this.bar.isNext;
    this.nextButton.firstChild.textContent = nextText;
  }

  /** Return the prompt; on a map it names the picked piece. */
  #promptText() {
    const { clicks, spots, ready } = this.picker;
    if (this.freeMovement?.promptText && this.lookback.step === null) return this.freeMovement.promptText;
    if (!this.zoom.isOn || !clicks.length || this.lookback.step !== null) return this.view.prompt;
    if (ready) return "Confirm it, or select something else."; // the button beside it names the move
    const name = (spots.find(({ id }) => id === clicks[0])?.label ?? clicks[0]).split(",")[0];
    if (this.view.by_hand) return `${capitalize(name)}, or choose another action.`;
    return `${name}: choose ${this.#choiceText()}.`;
  }

  /** Return what can be chosen for the picked piece. Until its marks have arrived, only that something can. */
  #choiceText() {
    const { marks } = this.marks;
    if (!marks.length) return "what to do";
    const ids = new Set(marks.map(({ id }) => id));
    const hasOther = [...this.picker.nextIds].some((id) => !ids.has(id) && !pieceOf(this.picture, id));
    return joinWithOr([
      marks.some(({ kind }) => PLACES.has(kind)) && "a marked hex",
      marks.some(({ kind }) => kind === "target") && "an enemy",
      hasOther && "another action",
    ].filter(Boolean)) || "another unit";
  }

  /** On a map, mark what the picked piece can reach. */
  #showMarks() {
    const { ready } = this.picker;
    const clicks = this.selected;
    const isWanted = this.zoom.isOn && this.view.may_act && this.lookback.step === null;
    if (!isWanted || (!clicks.length && this.view.board.able?.length)) this.marks.clear();
    else if (!ready || clicks.length < 2) this.marks.ask(this.view.version, clicks);
  }

  /** The ids of pieces that can still act, according to the game. */
  get able() {
    const { able = [], closing } = this.view?.board ?? {};
    const first = new Set(this.picker.options.map(({ choice }) => choice.ids[0]));
    if (closing && first.size) return closing.then.filter((id) => pieceOf(this.picture, id));
    return able.filter((id) => first.has(id));
  }

  /** The ids of pieces that can be dragged. */
  get #draggable() {
    if (this.view.by_hand) return []; // free movement drags them
    return this.view.board.click_plays ? this.able : this.diceDrag.draggable;
  }

  /** Offer the marked destinations as moves: a chain of several moves counts as one. */
  addReachable(marks) {
    if (this.view.by_hand) return this.showOverlay();
    const { clicks, nextIds } = this.picker;
    const reachable = marks.filter(({ id, plays }) => plays.length && !nextIds.has(id));
    const moves = reachable.map(({ id, text, plays }) => ({ text: plays.join("; "), label: text, plays, choices: [{ ids: [...clicks, id] }] }));
    this.picker.extend(moves, marks.map(({ id, text }) => ({ id, label: text, key: "" })));
    this.showChoices();
  }

  /** Draw the overlay in the next frame, because measuring forces a layout, which that frame needs anyway. */
  showOverlay() {
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => {
      if (!this.picture || !this.container.isConnected || this.playback.isPlaying) return; // a link that opens nothing any more clears the page
      const picker = this.lookback.step === null ? this.picker : NO_CHOICE;
      this.#keepFocus(() => this.overlay.show(this.picture, picker, this.marks.marks.map(({ id }) => id)));
      this.overlay.allowDrag(this.picture, picker === NO_CHOICE ? [] : this.#draggable);
      this.marks.show(this.picture);
      this.moreActions.show(picker, this.overlay.boxes, this.view);
      this.reserve.show(this.picture, picker.nextIds);
      this.rangePreview.show(this.picture, picker === NO_CHOICE ? {} : this.view.board);
    });
  }

  /** Run a change; if it removes the focused element, focus the primary button. */
  #keepFocus(change) {
    const focused = document.activeElement;
    change();
    if (focused === document.body || !isGone(document.activeElement)) return;
    this.focusFirst(byId("go"), byId("faces").querySelector("button"));
  }

  /** Focus the first visible button of these, else the prompt. After a click beside the primary button, Enter should
   *  press that one; after a key press the focus stays where it is. */
  focusFirst(...buttons) {
    const next = buttons.find((button) => button.checkVisibility());
    (next ?? byId("prompt")).focus({ preventScroll: true });
  }

  /** Show the odds of the move that is hovered or focused, else of the one that is ready or needs no click. */
  showOdds(move) {
    if (this.acting === this.view.version) return; // a move is on its way, and then this one may be impossible
    const { clicks, ready, emptyMove } = this.picker;
    this.odds.showFor(move ?? ready ?? (clicks.length ? null : emptyMove) ?? null, this.view.version);
  }

  /** Show the odds of the move that a click on one of these would play. */
  lookAt(ids) {
    if (!this.view?.board.click_plays || this.playback.isPlaying || !this.picker.clicks.length || this.moveChoice.isOpen) return;
    const move = ids.map((id) => this.picker.meantBy(id)[0]).find(Boolean);
    this.showOdds(move ?? null);
  }
}

function isGone(element) {
  return !element || element === document.body || !element.checkVisibility();
}
