// A table on the screen: shows each view in all panels.
//
// The client knows no rules. Clicks are matched with the choices in the view; everything else is requested from the
// server.

import { DiceDrag, loadFreeMovement, PlanPanel, RangePreview, showLastTurnButton, TurnReplay } from "../games/panels.js";
import { GuidePanel } from "../guide/guide.js";
import { GuideOffer } from "../guide/offers.js";
import { finishTumble, tumble } from "../lib/dice.js";
import { request } from "../lib/api.js";
import { byId, el } from "../lib/dom.js";
import { HudPanel, Reserve } from "../lib/hud.js";
import { confirmRenewal, hideKey, rememberKey, tableLinks } from "../lib/links.js";
import { announce, clearNotices, showError } from "../lib/messages.js";
import { cropToMap, hideTitles, pieceOf, setAspect, showPicture } from "../lib/picture.js";
import { getSetting, subscribe, wantsMotion } from "../lib/settings.js";
import { ViewRequests } from "../lib/view_requests.js";
import { Zoom } from "../lib/zoom.js";
import { ActionBar, MoreActions, turnText } from "./action_bar.js";
import { MovePicker } from "./moves/move_picker.js";
import { Coach } from "./coach.js";
import { CounterDrag } from "./counter_drag.js";
import { announcement, isTurnOfOthers, othersActions, playTurnSound } from "./effects/turns.js";
import { Briefing, showHelp } from "./help.js";
import { Inspector } from "./inspector.js";
import { Log, newLines, showNews } from "./log.js";
import { Lookback, OpponentTurn } from "./lookback.js";
import { Marks } from "./marks.js";
import { MoveChoice } from "./moves/move_choice.js";
import { MoveList, Odds } from "./moves/move_list.js";
import { MoveQueue } from "./moves/move_queue.js";
import { Overlay } from "./overlay.js";
import { Declarations } from "./declarations.js";
import { lossesText } from "./effects/pace.js";
import { Playback } from "./effects/playback.js";
import { Result } from "./result.js";
import { Handover, Seats } from "./seats.js";
import { NO_CHOICE, TableChoices } from "./table_choices.js";

const LOOK_TIME = 1500; // milliseconds to look at dice before a forced move is played
const LOOK_TIME_AFTER_ROLL = 700; // where they were seen rolling

/** What is shown; `Table` adds what the player does. */
export class TableView extends TableChoices {
  /** `onLost(error)` is called if the key opens nothing. */
  constructor(key, onLost) {
    super();
    this.key = key;
    this.onLost = onLost;
    this.views = new ViewRequests(key);
    this.view = null;
    this.shownView = null; // the last view that was drawn: between the moves of a chain nothing is drawn
    this.picker = NO_CHOICE;
    this.acting = null; // the version at which a request is under way
    this.freeMovement = null; // loaded for games with an open table
    this.container = byId("picture");
    this.overlay = new Overlay(this.container, (id) => this.click(id));
    this.rangePreview = new RangePreview(this.container, (id) => this.overlay.boxes.get(id));
    this.legend = el("ul", { class: "legend", "aria-label": "What the marks mean", hidden: true });
    this.marks = new Marks(this.container, this.legend, key, (marks) => this.addReachable(marks));
    this.nextButton = el("button", { type: "button", class: "button", "aria-keyshortcuts": "n", on: { click: () => this.pickNext() } }, el("span"), " ", el("kbd", { text: "N", "aria-hidden": "true" }));
    this.zoom = new Zoom(byId("frame"), this.container, byId("map-tools"));
    byId("undo").after(this.nextButton);
    byId("legend").append(this.legend);
    this.hud = new HudPanel(byId("hud"));
    this.reserve = new Reserve(byId("reserve"), byId("reserve-list"), (id) => id && this.click(id));
    this.moreActions = new MoreActions(byId("more-acts"), (id) => this.click(id), (move) => this.playMove(move));
    this.moveQueue = new MoveQueue(this);
    this.moveChoice = new MoveChoice((move) => this.playMove(move), (move) => this.showOdds(move));
    this.plan = new PlanPanel(byId("plan"), byId("purse"), (ids) => this.giveOrder(ids), (id) => this.rangePreview.lookAt(id));
    this.handover = new Handover(byId("handover"), (view) => this.receive(view));
    this.turnReplay = new TurnReplay(key, { onStart: () => this.#turnReplayStarted(), onClosed: () => this.#turnReplayClosed() });
    this.bar = new ActionBar({
      go: () => this.go(),
      face: (face) => this.enterRoll(face),
      back: () => this.back(),
      clear: () => this.clear(),
      undo: () => this.undo(),
      offer: () => this.playMove(this.picker.ready),
    });
    this.moves = new MoveList(
      { frame: byId("moves"), count: byId("moves-count"), find: byId("find"), list: byId("moves-list") },
      { onPlay: (move) => this.playMove(move), onLook: (move) => this.showOdds(move) },
    );
    this.odds = new Odds(byId("odds"), key);
    this.briefing = new Briefing(byId("briefing-button"), byId("briefing"), byId("briefing-text"), key);
    this.coach = new Coach(byId("coach-button"), byId("coach"), key, (move) => this.#takeAdvice(move), (move) => this.#previewAdvice(move));
    this.log = new Log(byId("log"), (line) => this.lookback.show(line), (line) => this.replayTurn(line), (ids) => this.#point(ids));
    this.lookback = new Lookback(key, (frame) => this.#showStep(frame));
    this.playback = new Playback(this.container, (id) => this.#follow(id));
    this.opponentTurn = new OpponentTurn(byId("opponent-turn"), this.lookback, (lines) => this.#replay(lines));
    this.seats = new Seats(key, (view) => this.receive(view));
    this.result = new Result(byId("verdict"), key, () => this.seats.save(), () => this.seats.open("share"));
    this.guide = new GuidePanel(this, byId("guide"));
    this.guideOffer = new GuideOffer(byId("guide-offer"), byId("help-guide"), () => this.guide.reopen());
    this.declarations = new Declarations(key, (view) => this.receive(view));
    this.inspector = new Inspector(this.container, key, {
      ask: () => (this.view && !this.playback.isPlaying && this.lookback.step === null && !this.moveChoice.isOpen && !this.view.board.choose ? { version: this.view.version, clicks: this.selected } : null),
      idsAt: (event) => this.inspectable(this.overlay.idsAt(event)),
      rectOf: (id) => this.rectWithSigns(id),
    });
    this.diceDrag = new DiceDrag(this);
    new CounterDrag(this.container, {
      onPick: (id) => (this.diceDrag.isOn ? undefined : this.pick(id)),
      onDrop: (event, id) => (this.diceDrag.isOn ? this.diceDrag.drop(id, event) : this.handleClick(event, true)),
    });
    this.container.addEventListener("click", (event) => this.handleClick(event));
    this.container.addEventListener("pointerover", (event) => this.lookAt(this.overlay.idsAt(event)));
    this.container.addEventListener("pointerleave", () => this.lookAt([]));
    this.container.addEventListener("focusin", ({ target }) => this.lookAt([target.dataset.spot]));
    new ResizeObserver(() => this.showOverlay()).observe(this.container);
    subscribe("orientation", () => this.#turn());
    new ResizeObserver(([{ target }]) => setBarHeight(target.offsetHeight)).observe(byId("bar"));
    for (const id of ["undo", "back", "clear", "coach-button"]) {
      byId(id).addEventListener("click", (event) => event.detail > 0 && this.focusFirst(byId("go")));
    }
  }

  // Views from the server

  async open() {
    const view = await this.#request();
    if (view) confirmRenewal();
  }

  /** Request the view that the live connection has named, unless an answer on its way brings it. */
  async catchUp(tag) {
    await this.views.settled;
    if (tag !== this.views.tag) await this.#request();
  }

  async #request() {
    const view = await this.views.request("GET", "/api/table").catch((error) => this.handleError(error));
    if (view) this.receive(view);
    return view;
  }

  /** Accept a view, requested or not; views older than the current one are ignored. */
  receive(view) {
    this.#storeKey(view);
    const known = this.view?.version ?? -1;
    clearNotices("offline");
    if (view.version < known || this.handover.covers(view)) return;
    this.view = view;
    this.moveQueue.forgetUndone();
    if (view.version > known) this.#newChooser();
    if (view.version === this.shownView?.version) {
      this.#showSeats(view);
      if (!this.playback.isPlaying) this.log.show(view);
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

  /** Draw the current view, if it is not drawn yet; while something plays, it waits. */
  refresh() {
    if (this.shownView !== this.view && !this.playback.isPlaying) this.#show(this.shownView, this.view);
  }

  /** Show a view, after what has happened since the one before has been played. */
  #show(before, view) {
    this.shownView = view;
    this.inspector.close(); // what it says is about the position before
    this.moveChoice.close();
    const lines = before ? newLines(before, view) : [];
    const isNow = this.lookback.step === null;
    const turn = isNow && lines.findLast((line) => line.turn_replay);
    if (turn) this.turnReplay.show(turn);
    else if (before && isNow && this.#playEffects(before, view, lines)) return;
    this.#settle(before, lines, turn);
  }

  #playEffects(before, view, lines) {
    const hasDiceInPicture = lines.some(({ effects }) => effects.some(({ kind, id }) => kind === "die" && id));
    if (hasDiceInPicture && wantsMotion()) this.hud.hideDice();
    const isPlaying = this.playback.play(lines, this.picture, {
      others: view.spectator && !isTurnOfOthers(lines, view) ? [] : othersActions(lines, view),
      onOthers: (seat) => this.#promptTurn(seat),
      onLine: ({ number }) => this.log.show({ ...view, log: view.log.filter((line) => line.number <= number) }),
      onDone: () => this.#settle(before, lines, false),
    });
    if (!isPlaying) return false;
    clearNotices();
    document.documentElement.dataset.playing = view.version;
    return true;
  }

  /** Show everything of a view; nothing of it is shown before its dice have landed. */
  #settle(before, lines, turn) {
    const view = this.shownView;
    if (this.lookback.step === null && !this.turnReplay.isLoading) this.#drawPicture(lines);
    this.beforeReplay = turn ? before : null;
    this.#showSeats(view);
    this.briefing.show(view);
    this.result.show(view);
    this.declarations.show(view);
    showHelp(byId("help-text"), view.game);
    const summary = isTurnOfOthers(lines, view) ? lossesText(lines, view.seats) : "";
    showNews(byId("news"), lines, summary);
    this.opponentTurn.show(view);
    showLastTurnButton(byId("last-turn"), view, (line) => this.replayTurn(line));
    this.log.show(view);
    this.coach.show(view);
    if (view.by_hand && !this.freeMovement) this.#loadFreeMovement();
    this.showChoices();
    clearNotices();
    if (before && !turn) announce(`${summary} ${announcement(lines, view)}`.trim());
    if (before) playTurnSound(before, view);
    document.documentElement.dataset.version = view.version;
    this.guide.show(view).then(() => view === this.shownView && this.#playForced(before));
    this.guideOffer.show(view);
    if (!this.moveQueue.hasMore) this.refresh(); // a view that arrived meanwhile
    if (view === this.shownView) this.askOnMap();
  }

  /** While a turn plays, the page asks for nothing. */
  #promptTurn(seat) {
    this.hud.showTurn(seat);
    this.seats.show({ ...this.shownView, turn: seat });
    byId("whose").textContent = "Their turn";
    byId("prompt").textContent = "Watch what they do, or skip it.";
  }

  /** Play the opponents' last turn again, over the picture before it; return whether it is played. */
  #replay(lines) {
    if (!wantsMotion() || !lines.some(({ effects }) => effects.length)) return false;
    this.#playAgain(lines);
    return true;
  }

  async #playAgain(lines) {
    const frame = await request("GET", `/api/replay/${lines[0].number - 1}`, { key: this.key }).catch(showError);
    if (!frame || this.playback.isPlaying || this.lookback.step !== null) return;
    this.#draw(frame);
    const onDone = () => {
      this.log.mark(null);
      this.seats.show(this.shownView);
      this.#drawPicture([]);
      this.showChoices();
      this.refresh();
    };
    if (!this.playback.play(lines, this.picture, { others: othersActions(lines, this.shownView), onOthers: (seat) => this.#promptTurn(seat), onLine: ({ number }) => this.log.mark(number), onDone })) onDone();
  }

  /** Bring what is played into sight, if the map is zoomed. */
  #follow(id) {
    if (this.zoom.zoom > this.zoom.minZoom) this.zoom.bringIntoView(this.picture, id);
  }

  /** Play a move that leaves no choice, unless the player has just undone it or the lesson asks for it. */
  #playForced(before) {
    const { may_act: mayAct, board, log } = this.view;
    const isUndone = before && (before.log.at(-1)?.number ?? 0) > (log.at(-1)?.number ?? 0);
    clearTimeout(this.forcedTimer);
    const isForced = mayAct && Boolean(board.plays_itself) && !isUndone && !this.guide.asksFor(board.plays_itself);
    document.documentElement.toggleAttribute("data-plays-itself", isForced);
    if (!isForced) return;
    const hasRolled = before && newLines(before, this.view).some((line) => line.die);
    if (hasRolled && board.shows_dice_first) this.forcedTimer = setTimeout(() => this.playForced(board.plays_itself), wantsMotion() ? LOOK_TIME_AFTER_ROLL : LOOK_TIME);
    else this.playForced(board.plays_itself);
  }

  /** Load free movement when the first view needs it. */
  async #loadFreeMovement() {
    document.documentElement.toggleAttribute("data-by-hand", true);
    const FreeMovement = await loadFreeMovement();
    this.freeMovement ??= new FreeMovement(this);
    this.freeMovement.show();
  }

  #drawPicture(lines) {
    this.#draw(this.shownView);
    const dice = lines.filter((line) => line.die && !line.effects.length).map((line) => line.die);
    if (dice.length) tumble(this.view.hud ? byId("hud") : this.picture, dice);
  }

  /** Whether the player looks at a map from the other side; the texts of a lesson are written for this one. */
  get isTurned() {
    return getSetting("orientation") === "south" && !this.view.guide;
  }

  #turn() {
    if (!this.drawn || this.playback.isPlaying) return;
    this.#draw(this.drawn);
    this.showChoices();
  }

  /** Draw the picture and the head-up display of the view, or of an earlier step. */
  #draw({ picture, hud }) {
    this.drawn = { picture, hud };
    this.picture = showPicture(this.container, picture, this.isTurned);
    if (this.picture.dataset.map) cropToMap(this.picture);
    if (this.picture.dataset.map || this.view.by_hand) hideTitles(this.picture); // the inspector says more
    this.hud.show(hud);
    this.container.style.setProperty("--aspect", setAspect(this.picture));
    this.zoom.show(this.picture);
  }

  /** Select an advised move; the orders of an advised plan are given at once, and can be undone together. */
  #takeAdvice({ text, plays }) {
    if (plays.length) this.moveQueue.playAll(plays);
    else this.selectMove(text);
  }

  /** Show the clicks of an advised move on the picture, and its odds; for null those of the player again. */
  #previewAdvice(move) {
    if (!this.view.may_act || this.lookback.step !== null) return;
    if (!move || move.plays.length) {
      this.showOverlay();
      this.showOdds(null);
      return;
    }
    const { moves, spots } = this.picker;
    const preview = new MovePicker(moves, spots);
    preview.select(move.text);
    this.overlay.show(this.picture, preview);
    this.showOdds({ text: move.text });
  }

  /** Show the seats and whose turn it is; until the replay of a turn is closed, as before the turn, so that it gives away no result. */
  #showSeats(view) {
    const isReplaying = "turnReplay" in document.documentElement.dataset;
    const { turn, board, outcome, may_act } = (isReplaying && this.beforeReplay) || view;
    const shown = { ...view, turn, board, outcome, may_act };
    document.title = `${turnText(shown)} · ${view.title}`;
    this.seats.show(shown);
  }

  #turnReplayStarted() {
    this.#drawPicture([]);
    this.#showSeats(this.shownView);
  }

  #turnReplayClosed() {
    this.#showSeats(this.shownView);
    this.showChoices();
    this.focusFirst();
    announce(announcement([], this.view));
  }

  /** Mark pieces in the picture, and no others. */
  #point(ids) {
    for (const piece of this.picture?.querySelectorAll(".htl-pointed") ?? []) piece.classList.remove("htl-pointed");
    for (const id of ids) pieceOf(this.picture, id)?.classList.add("htl-pointed");
  }

  #showStep(frame) {
    this.inspector.close();
    this.log.mark(frame ? frame.step : null);
    document.documentElement.toggleAttribute("data-lookback", frame !== null);
    if (frame) {
      finishTumble();
      this.#draw(frame);
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
