// What the player does at a table: click, give orders, move, roll, undo.

import { byId } from "../lib/dom.js";
import { announce, clearNotices, showError, showNotice } from "../lib/messages.js";
import { pieceOf } from "../lib/picture.js";
import { isPerson, plural, seatName } from "../lib/text.js";
import { getSetting } from "../lib/settings.js";
import { NO_DECISION, offerFor } from "./action_bar.js";
import { TableView } from "./table_view.js";

const SLOW_ANSWER = 2000; // milliseconds

export class Table extends TableView {
  /** Show the numbers of the focused or selected piece. */
  inspect() {
    const id = document.activeElement?.dataset.spot ?? this.picker.clicks.at(-1);
    if (id) this.inspector.pin(id);
    else showNotice("Point at something to see its numbers.");
  }

  /** Play a move, or the chain of moves that it represents. */
  playMove(move) {
    if (move.plays && this.freeMovement) return this.freeMovement.playChosen(move.plays);
    return move.plays ? this.moveQueue.playAll(move.plays) : this.act("moves", { play: move.text });
  }

  /** Pick the next piece that can still act, and bring it into view. */
  pickNext() {
    if (!this.view?.may_act) return this.#explainTurn();
    if (this.freeMovement?.pickActive()) return undefined;
    const { able } = this;
    if (!able.length) return showNotice("No piece can act now.");
    this.lookback.leave();
    const at = able.indexOf(this.picker.clicks[0] ?? this.lastPicked);
    return this.#pickAndShow(able[(at + 1) % able.length]);
  }

  /** Focus the next enemy that the selected piece can attack: the page shows the odds, and Enter attacks. */
  async lookAtNextTarget() {
    await this.marks.loaded;
    const ids = this.marks.marks.filter(({ kind }) => kind === "target").map(({ id }) => id);
    if (!ids.length) return showNotice(this.picker.clicks.length ? "It can attack no enemy from here." : "Select a unit first.");
    const id = ids[(ids.indexOf(document.activeElement?.dataset.spot) + 1) % ids.length];
    this.overlay.focusNear(id);
    this.zoom.bringIntoView(this.picture, id);
    return undefined;
  }

  /** Select a piece instead of what is selected; this ends the move in progress. */
  async pick(id) {
    if (!(await this.#closeMove(id))) return;
    this.picker.clear();
    await this.click(id);
  }

  async #pickAndShow(id) {
    const { able } = this;
    this.lastPicked = id;
    await this.pick(id);
    this.overlay.focusSpot(id);
    this.zoom.bringIntoView(this.picture, id);
    announce(`${this.picker.spots.find((spot) => spot.id === id)?.label ?? id}. ${plural(able.length, "piece")} can act.`);
  }

  watchOpponentTurn() {
    if (!this.opponentTurn.start()) showNotice("The other side has not moved yet.");
  }

  /** Handle a click in the picture, or a counter that was dropped there: then its own side's counters mean their hex. */
  async handleClick(event, isDrop = false) {
    if (this.lookback.step !== null || !event.target?.closest("svg")) return;
    const sign = this.#moveOfSign(event.target);
    if (sign) return void this.playMove(sign);
    const isEarly = this.view?.board.click_plays && this.picker.clicks.length > 0 && !this.picker.nextIds.has(this.#meantAt(event));
    if (isEarly) await this.marks.loaded; // it may be a hex farther away
    const other = isDrop ? undefined : this.#otherAt(event);
    if (other) return void this.pick(other);
    const id = this.#meantAt(event);
    if (id) this.click(id);
    return undefined;
  }

  /** Return the id of another piece under the pointer that can act, while one is selected and this one cannot go with it. */
  #otherAt(event) {
    const { clicks, nextIds } = this.picker;
    if (!this.view?.board.click_plays || !clicks.length) return undefined;
    const ids = this.overlay.idsAt(event).filter((id) => this.able.includes(id));
    return ids.some((id) => clicks.includes(id) || nextIds.has(id)) ? undefined : ids[0];
  }

  /** Return the move that a sign on a marked hex plays, if it is one. */
  #moveOfSign(target) {
    const text = target.closest("[data-play]")?.dataset.play;
    return text && (this.picker.moves.find((move) => move.text === text) ?? { text, plays: text.split("; ") });
  }

  /** Return the id that a click means. A counter in a marked hex means that hex, but never marches a moving unit on
   *  to the hex of another unit that can act. */
  #meantAt(event) {
    const hit = this.overlay.hit(event);
    if (!this.view?.board.click_plays) return hit;
    const ids = this.overlay.idsAt(event);
    const other = this.picker.clicks.length ? undefined : ids.find((id) => this.#endsMove(id));
    const { nextIds } = this.picker;
    return other ?? ids.find((id) => nextIds.has(id)) ?? hit;
  }

  click(id) {
    if (this.lookback.step !== null) return this.lookback.leave();
    if (!this.view?.may_act && this.zoom.isOn) return this.inspector.pin(id);
    if (!this.view?.may_act) return this.#explainTurn();
    if (this.freeMovement?.handleClickOn(id) || this.plan.sendTo(id)) return undefined;
    const { at_once: isOrder, click_plays: playsAtOnce } = this.view.board;
    if (this.plan.needsSoldier(id)) return showNotice("First choose a soldier in the shop.");
    if (isOrder && !this.#asks(id) && !this.view.board.offers?.[id]) return this.giveOrder([id]);
    if (isOrder && !this.picker.clicks.includes(id)) this.picker.clear();
    return playsAtOnce ? this.#clickOrder(id) : this.#select(id);
  }

  /** Play the move that a click completes. It takes one more click if it can mean several moves, or if one is costly. */
  async #clickOrder(id) {
    if (this.#endsMove(id)) return (await this.#closeMove(id)) && this.click(id);
    const moves = this.picker.meantBy(id);
    if (!moves.length || this.#asks(id)) return this.#select(id);
    clearNotices();
    if (moves.length === 1) return this.playMove(moves[0]);
    return this.moveChoice.open(moves, this.overlay.rectOf(id));
  }

  /** Ask a question of the rules beside what it is about, such as whether to advance; to do nothing comes last. */
  askOnMap() {
    const { board, moves, prompt, may_act: mayAct } = this.view;
    if (!mayAct || !board.asked_at || this.lookback.step !== null || !pieceOf(this.picture, board.asked_at)) return;
    this.zoom.bringIntoView(this.picture, board.asked_at);
    this.moveChoice.open(moves.toReversed(), this.overlay.rectOf(board.asked_at, this.picture), prompt);
  }

  /** Return whether a click asks for a confirmation, as the game and the player's settings want it. */
  #asks(id) {
    return (this.view.board.asks ?? []).includes(id) && getSetting("confirm") === "on";
  }

  /** Return whether a click ends the move in progress because it begins something else. */
  #endsMove(id) {
    return this.view?.board.closing?.then.includes(id) ?? false;
  }

  /** End the move in progress before a click that begins something else; return whether that click can follow. */
  async #closeMove(id) {
    if (!this.#endsMove(id)) return true;
    return this.moveQueue.playEnd(this.picker.moveOf(this.view.board.closing.id).text);
  }

  #select(id) {
    const isOther = this.zoom.isOn && !this.picker.clicks.includes(id);
    const isTaken = this.picker.click(id) || (isOther && this.picker.replaceLast(id)); // on a map you can change your mind
    if (!isTaken && !this.picker.release(id)) return this.zoom.isOn && !this.picker.clicks.length ? this.inspector.pin(id) : this.explainClick(id);
    clearNotices();
    this.showChoices();
    const { ready } = this.picker;
    const offer = this.#offer;
    if (isTaken && !offer && (this.view.board.at_once || (this.zoom.isOn && ready))) this.focusFirst(byId("go")); // important orders are confirmed there
    if (offer) announce(`${this.picker.spots.find((spot) => spot.id === id)?.label ?? ""}. ${offer}: a button offers it.`);
    else if (!isTaken) announce(`Deselected. ${ready ? `Ready: ${ready.label}.` : ""}`.trim());
    else announce(ready ? `Ready: ${ready.label}. Enter confirms.` : "Select more.");
  }

  /** Play orders as they are clicked; return whether all of them were accepted. */
  giveOrder(ids) {
    if (!this.view.may_act) return this.#explainTurn();
    this.lookback.leave();
    clearNotices();
    return this.moveQueue.giveOrder(ids).catch((error) => this.handleError(error));
  }

  /** Show the replay of a turn. */
  replayTurn(line) {
    this.lookback.leave();
    this.turnReplay.show(line);
  }

  #explainTurn() {
    if (!this.view || this.view.spectator || this.view.outcome) return;
    if (this.view.board.timeline) return showNotice(this.view.prompt);
    showNotice(this.view.may_roll ? "Roll the die first." : "It is not your turn.");
  }

  /** Ask the rules why no move continues with this click. */
  async explainClick(id) {
    try {
      const { clicks } = this.picker;
      const answer = await this.moveQueue.explain([...(this.zoom.isOn ? clicks.slice(0, 1) : clicks), id]);
      if (answer) showError(answer);
    } catch (error) {
      this.handleError(error);
    }
  }

  /** Select everything that a move needs, without playing it. */
  selectMove(text) {
    this.lookback.leave();
    this.picker.select(text);
    this.showChoices();
    this.focusFirst(byId("go"));
  }

  back() {
    const removed = this.picker.back();
    if (removed) this.showChoices();
    announce(removed ? "Last selection undone." : "Nothing is selected.");
  }

  clear() {
    clearNotices();
    if (this.inspector.close()) return;
    const { picked, cancel } = this.view?.board.timeline ?? {};
    if (picked && this.view.may_act) this.giveOrder([cancel]);
    if (!this.picker.clicks.length) return;
    this.picker.clear();
    this.showChoices();
    announce("Selection cleared.");
  }

  /** The text of what can be done with the piece that was clicked, or "". */
  get #offer() {
    return offerFor(this.view, this.picker);
  }

  /** Press the primary button: return to now, roll, or play the move that is ready. */
  go() {
    if (this.lookback.step !== null) this.lookback.leave();
    else if (this.view.may_roll) this.roll();
    else if (this.bar.isNext) this.pickNext();
    else if (this.picker.ready && !this.#offer) this.playMove(this.picker.ready);
    else if (this.picker.defaultMove || this.#offer) this.giveOrder([this.picker.defaultSpot]);
    else if (this.view.may_act) showError({ sentence: "This move is not complete. Select more, or choose a move from the list." });
  }

  /** Handle Enter, wherever the focus is. Important orders need it twice: the first press only makes them ready. */
  pressEnter() {
    const { defaultSpot, defaultMove } = this.picker;
    if (this.lookback.step === null && (defaultMove || this.#offer) && this.view.board.asks?.includes(defaultSpot)) this.click(defaultSpot);
    else if (this.lookback.step === null && this.view.may_act && this.view.board.choose) showNotice(this.view.prompt); // N or Esc cancel it
    else this.go();
  }

  roll() {
    if (!this.view.may_roll) showNotice("There is no die to roll now.");
    else if (this.view.dice === "mine") showNotice("Roll your own die, then press its face: 1 to 6.");
    else this.act("roll", {});
  }

  /** Enter the face of the player's own die. */
  enterRoll(face) {
    this.act("moves", { play: `roll ${face}` });
  }

  undo() {
    const { undo: { possible, why }, undoes_only_forced: isForced } = this.view;
    if (isForced) return showError({ sentence: NO_DECISION });
    if (possible && this.moveQueue.undoRun()) return undefined;
    if (possible && this.view.board.at_once) this.moveQueue.undoOrder();
    else if (possible) this.#undoDecision();
    else showError({ sentence: `This cannot be undone: ${why}.` });
    return undefined;
  }

  /** Undo up to the player's last decision, past moves that played themselves. */
  async #undoDecision() {
    const isForced = () => this.view.may_act && Boolean(this.view.board.plays_itself) && this.view.undo.possible;
    while ((await this.act("undo", {})) && isForced());
  }

  /** Send an action to the server and show its answer; return whether it was accepted.
   *
   *  Only one action per version runs at a time. The live connection may bring the new view before the answer
   *  does, and then the next action can start.
   */
  async act(what, body, { isQuiet = false } = {}) {
    const at = this.view.version;
    if (this.acting === at || (what === "moves" && !isQuiet && this.guide.holdsBack(body.play))) return false;
    this.acting = at;
    this.lookback.leave();
    this.odds.stop();
    byId("bar").dataset.busy = "";
    const slow = setTimeout(() => this.view.version === at && showNotice(waitingText(this.view)), SLOW_ANSWER);
    try {
      this.receive(await this.#post(what, body));
      if (what !== "undo") this.#rollAtOnce();
      return true;
    } catch (error) {
      if (!isQuiet || error.code !== "stale") await this.handleError(error);
      return false;
    } finally {
      clearTimeout(slow);
      if (this.acting === at) this.acting = null;
      if (this.acting === null) delete byId("bar").dataset.busy;
    }
  }

  /** Roll the dice that the player's own move asks for: the order is given already. */
  #rollAtOnce() {
    const { may_roll: mayRoll, dice, board } = this.view;
    if (mayRoll && dice !== "mine" && board.rolls_itself) setTimeout(() => this.view.may_roll && this.act("roll", {}));
  }

  /** Play a move that leaves no choice. */
  playForced(text) {
    return this.act("moves", { play: text }, { isQuiet: true });
  }

  /** Post an action. If all players give orders at once, it does not depend on the others' orders: send it again. */
  async #post(what, body) {
    const send = (at) => this.views.request("POST", `/api/table/${what}`, { ...body, at });
    try {
      return await send(this.view.version);
    } catch (error) {
      if (error.code !== "stale" || !this.view.board.at_once) throw error;
      await this.open();
      if (!this.picker.moves.some((move) => move.text === body.play)) throw error;
      return send(this.view.version);
    }
  }

  async handleError(error) {
    if (error.code === "key") return this.onLost(error);
    if (error.code === "stale") {
      await this.open();
      showError({ sentence: "The table has changed: look at it again before you move." });
      return;
    }
    if (!error.sentence) throw error;
    showError(error);
  }
}

/** Return what the player is waiting for: computer players move before the server answers. */
function waitingText({ seats }) {
  const thinking = seats.filter((seat) => !isPerson(seat)).map(seatName);
  return thinking.length ? `${thinking.join(" and ")} ${thinking.length === 1 ? "is" : "are"} thinking…` : "The server is slow to answer…";
}
