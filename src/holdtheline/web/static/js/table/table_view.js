// A table on the screen: shows each view in all panels.
//
// The client knows no rules. Clicks are matched with the choices in the view; everything else is requested from the
// server.

import { loadFreeMovement, PlanPanel, RangePreview, showLastTurnButton, TurnReplay } from "../games/panels.js";
import { request } from "../lib/api.js";
import { finishTumble, tumble } from "../lib/dice.js";
import { byId, el } from "../lib/dom.js";
import { confirmRenewal, hideKey, rememberKey, tableLinks } from "../lib/links.js";
import { announce, clearNotices } from "../lib/messages.js";
import { setAspect, showPicture } from "../lib/picture.js";
import { capitalize } from "../lib/text.js";
import { Zoom } from "../lib/zoom.js";
import { ActionBar, MoreActions, turnText } from "./action_bar.js";
import { MovePicker } from "./move_picker.js";
import { Coach } from "./coach.js";
import { Briefing, showHelp } from "./help.js";
import { Log, newLines, showNews } from "./log.js";
import { Lookback, OpponentTurn } from "./lookback.js";
import { Marks } from "./marks.js";
import { MoveList, Odds } from "./move_list.js";
import { MoveQueue } from "./move_queue.js";
import { Overlay } from "./overlay.js";
import { Result } from "./result.js";
import { Handover, Seats } from "./seats.js";

const NO_CHOICE = new MovePicker();

/** What is shown; `Table` adds what the player does. */
export class TableView {
  /** `onLost(error)` is called if the key opens nothing. */
  constructor(key, onLost) {
    this.key = key;
    this.onLost = onLost;
    this.view = null;
    this.shownView = null; // the last view that was drawn: between the moves of a chain nothing is drawn
    this.picker = NO_CHOICE;
    this.acting = null; // the version at which a request is under way
    this.freeMovement = null; // loaded for games with an open table
    this.container = byId("picture");
    this.overlay = new Overlay(this.container, (id) => this.click(id));
    this.rangePreview = new RangePreview(this.container, (id) => this.overlay.boxes.get(id));
    this.legend = el("ul", { class: "legend", "aria-label": "What the marks mean", hidden: true });
    this.marks = new Marks(this.container, this.legend, key, (marks) => this.#addReachable(marks));
    this.nextButton = el("button", { type: "button", class: "button small", "aria-keyshortcuts": "n", on: { click: () => this.pickNext() } }, el("span"), " ", el("kbd", { text: "N", "aria-hidden": "true" }));
    this.zoom = new Zoom(byId("frame"), this.container, byId("map-tools"), this.nextButton, this.legend);
    this.moreActions = new MoreActions(byId("more-acts"), (id) => this.click(id));
    this.moveQueue = new MoveQueue(this);
    this.plan = new PlanPanel(byId("plan"), byId("purse"), (ids) => this.giveOrder(ids));
    this.handover = new Handover(byId("handover"), (view) => this.receive(view));
    this.turnReplay = new TurnReplay(key, { onStart: () => this.#drawPicture([]), onClosed: () => this.#turnReplayClosed() });
    this.bar = new ActionBar({
      go: () => this.go(),
      face: (face) => this.enterRoll(face),
      back: () => this.back(),
      clear: () => this.clear(),
      undo: () => this.undo(),
    });
    this.moves = new MoveList(
      { frame: byId("moves"), count: byId("moves-count"), find: byId("find"), list: byId("moves-list") },
      { onPlay: (move) => this.playMove(move), onLook: (move) => this.#showOdds(move) },
    );
    this.odds = new Odds(byId("odds"), key);
    this.briefing = new Briefing(byId("briefing-button"), byId("briefing"), byId("briefing-text"), key);
    this.coach = new Coach(byId("coach-button"), byId("coach"), key, (move) => this.#takeAdvice(move));
    this.log = new Log(byId("log"), (line) => this.lookback.show(line), (line) => this.replayTurn(line));
    this.lookback = new Lookback(key, (frame) => this.#showStep(frame));
    this.opponentTurn = new OpponentTurn(byId("opponent-turn"), this.lookback);
    this.seats = new Seats(key, (view) => this.receive(view));
    this.result = new Result(byId("verdict"), key, () => this.seats.save());
    this.container.addEventListener("click", (event) => this.handleClick(event));
    new ResizeObserver(() => this.#showOverlay()).observe(this.container);
    new ResizeObserver(([{ target }]) => setBarHeight(target.offsetHeight)).observe(byId("bar"));
    for (const id of ["undo", "back", "clear", "coach-button"]) {
      byId(id).addEventListener("click", (event) => event.detail > 0 && this.focusFirst(byId("go")));
    }
  }

  // Views from the server

  async open() {
    const view = await request("GET", "/api/table", { key: this.key }).catch((error) => this.handleError(error));
    if (!view) return;
    this.receive(view);
    confirmRenewal();
  }

  /** Accept a view, requested or not; views older than the current one are ignored. */
  receive(view) {
    this.#storeKey(view);
    const known = this.view?.version ?? -1;
    clearNotices("offline");
    if (view.version < known || this.handover.covers(view)) return;
    this.view = view;
    if (view.version > known) this.#newChooser();
    if (view.version === this.shownView?.version) {
      this.seats.show(view);
      this.log.show(view);
    } else if (view.version > known && !this.moveQueue.hasMore) {
      this.refresh();
    }
  }

  #storeKey({ spectator }) {
    if (this.isKeyStored) return;
    this.isKeyStored = true;
    rememberKey(this.key, spectator ? "watch" : "seat");
    if (!spectator) hideKey(tableLinks, this.key);
  }

  #newChooser() {
    const { may_act: mayAct, moves, spots, board } = this.view;
    this.picker = mayAct ? new MovePicker(moves, spots, board.go) : NO_CHOICE;
  }

  /** Draw the current view, if it is not drawn yet. */
  refresh() {
    if (this.shownView !== this.view) this.#show(this.shownView, this.view);
  }

  #show(before, view) {
    this.shownView = view;
    if (!before && view.board.at_once) byId("moves").open = false; // the plan panel has them all
    const lines = before ? newLines(before, view) : [];
    const played = this.lookback.step === null && lines.findLast((line) => line.turn_replay);
    if (played) this.turnReplay.show(played);
    if (this.lookback.step === null && !this.turnReplay.isLoading) this.#drawPicture(lines);
    document.title = `${turnText(view)} · ${view.title}`;
    this.seats.show(view);
    this.briefing.show(view);
    this.result.show(view);
    showHelp(byId("help-text"), view.game);
    showNews(byId("news"), lines);
    this.opponentTurn.show(view);
    showLastTurnButton(byId("last-turn"), view, (line) => this.replayTurn(line));
    this.log.show(view);
    this.coach.show(view);
    if (view.by_hand && !this.freeMovement) this.#loadFreeMovement();
    this.showChoices();
    clearNotices();
    if (before && !played) announce(announcement(lines, view));
    document.documentElement.dataset.version = view.version;
  }

  /** Load free movement when the first view needs it. */
  async #loadFreeMovement() {
    document.documentElement.toggleAttribute("data-by-hand", true);
    const FreeMovement = await loadFreeMovement();
    this.freeMovement ??= new FreeMovement(this);
    this.freeMovement.show();
  }

  #drawPicture(lines) {
    this.picture = showPicture(this.container, this.view.picture);
    this.container.style.setProperty("--aspect", setAspect(this.picture));
    this.zoom.show(this.picture);
    const dice = lines.filter((line) => line.die).map((line) => line.die);
    if (dice.length) tumble(this.picture, dice);
  }

  /** Show the choices again, after a click or a new view. */
  showChoices() {
    byId("prompt").textContent = this.#promptText();
    this.#keepFocus(() => {
      this.bar.show(this.view, this.picker, this.lookback.step !== null);
      this.moves.show(this.picker);
      this.plan.show(this.view, this.picture, this.picker);
    });
    this.#showOverlay();
    this.#showOdds(null);
    this.#showMarks();
    this.freeMovement?.show();
  }

  /** Return the prompt; on a map it names the picked piece. */
  #promptText() {
    const { clicks, spots, ready } = this.picker;
    if (!this.zoom.isOn || !clicks.length || this.lookback.step !== null) return this.view.prompt;
    if (ready) return `${capitalize(ready.label)}: confirm it, or select something else.`;
    const name = (spots.find(({ id }) => id === clicks[0])?.label ?? clicks[0]).split(",")[0];
    if (this.view.by_hand) return `${capitalize(name)}, or something else to do.`;
    return `${name}: choose a marked hex or an enemy, or something else to do.`;
  }

  /** On a map, mark what the picked piece can reach. */
  #showMarks() {
    const { clicks, ready } = this.picker;
    const isWanted = this.zoom.isOn && this.view.may_act && this.lookback.step === null;
    this.nextButton.hidden = !this.able.length;
    this.nextButton.firstChild.textContent = this.view.by_hand ? "Next character" : "Next unit";
    if (!isWanted || (!clicks.length && this.able.length)) this.marks.clear();
    else if (!ready || clicks.length < 2) this.marks.ask(this.view.version, clicks);
  }

  /** The ids of pieces that can still act, according to the game. */
  get able() {
    const first = new Set(this.picker.options.map(({ choice }) => choice.ids[0]));
    return (this.view?.board.able ?? []).filter((id) => first.has(id));
  }

  /** Offer the marked destinations as moves: a chain of several moves counts as one. */
  #addReachable(marks) {
    const { clicks, nextIds } = this.picker;
    const reachable = marks.filter(({ id, plays }) => plays.length && !nextIds.has(id));
    const moves = reachable.map(({ id, text, plays }) => ({ text: plays.join("; "), label: text, plays, choices: [{ ids: [...clicks, id] }] }));
    this.picker.extend(moves, marks.map(({ id, text }) => ({ id, label: text, key: "" })));
    this.showChoices();
  }

  /** Draw the overlay in the next frame, because measuring forces a layout, which that frame needs anyway. */
  #showOverlay() {
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => {
      if (!this.picture) return;
      const picker = this.lookback.step === null ? this.picker : NO_CHOICE;
      this.#keepFocus(() => this.overlay.show(this.picture, picker, this.marks.marks.map(({ id }) => id)));
      this.marks.show(this.picture);
      this.moreActions.show(picker, this.overlay.boxes, this.view);
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

  /** Select an advised move; the orders of an advised plan are given at once, and can be undone together. */
  #takeAdvice({ text, plays }) {
    if (plays.length) this.moveQueue.playAll(plays);
    else this.selectMove(text);
  }

  /** Show the odds of the move that is hovered or focused in the list, else of the one that is ready. */
  #showOdds(move) {
    if (this.acting === this.view.version) return; // a move is on its way, and then this one may be impossible
    this.odds.showFor(move ?? this.picker.ready ?? null, this.view.version);
  }

  #turnReplayClosed() {
    this.showChoices();
    this.focusFirst();
    announce(announcement([], this.view));
  }

  #showStep(frame) {
    this.log.mark(frame ? frame.step : null);
    document.documentElement.toggleAttribute("data-lookback", frame !== null);
    if (frame) {
      finishTumble();
      this.picture = showPicture(this.container, frame.picture);
      this.zoom.show(this.picture);
    } else {
      this.#drawPicture([]);
    }
    this.showChoices();
  }
}

/** Tell the style sheet how much of the screen the bar covers. */
function setBarHeight(height) {
  document.documentElement.style.setProperty("--bar", `${height}px`);
}

function isGone(element) {
  return !element || element === document.body || !element.checkVisibility();
}

/** Return what a screen reader says about a new view. */
function announcement(lines, view) {
  const events = lines.flatMap((line) => line.events.map((event) => event.text)).join(" ");
  return `${events} ${view.outcome ? view.outcome.verdict : `${turnText(view)}. ${view.prompt}`}`.trim();
}
