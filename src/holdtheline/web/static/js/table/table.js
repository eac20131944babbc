// What the player does at a table: click, give orders, move, roll, undo.

import { request } from "../lib/api.js";
import { byId } from "../lib/dom.js";
import { announce, clearNotices, showError, showNotice } from "../lib/messages.js";
import { capitalize, isPerson, plural } from "../lib/text.js";
import { TableView } from "./table_view.js";

const SLOW_ANSWER = 2000; // milliseconds

export class Table extends TableView {
  /** Play a move, or the chain of moves that it represents. */
  playMove(move) {
    return move.plays ? this.moveQueue.playAll(move.plays) : this.act("moves", { play: move.text });
  }

  /** Pick the next piece that can still act, and bring it into view. */
  pickNext() {
    if (!this.view?.may_act) return this.#explainTurn();
    const { able } = this;
    if (!able.length) return showNotice("No piece can act now.");
    this.lookback.leave();
    const at = able.indexOf(this.picker.clicks[0] ?? this.lastPicked);
    const id = able[(at + 1) % able.length];
    this.lastPicked = id;
    this.picker.clear();
    this.click(id);
    this.overlay.focusSpot(id);
    this.zoom.bringIntoView(this.picture, id);
    announce(`${this.picker.spots.find((spot) => spot.id === id)?.label ?? id}. ${plural(able.length, "piece")} can act.`);
  }

  watchOpponentTurn() {
    if (!this.opponentTurn.start()) showNotice("The other side has not moved yet.");
  }

  handleClick(event) {
    const id = this.overlay.hit(event);
    if (id && this.lookback.step === null && event.target.closest("svg")) this.click(id);
  }

  click(id) {
    if (this.lookback.step !== null) return this.lookback.leave();
    if (!this.view?.may_act) return this.#explainTurn();
    if (this.freeMovement?.handleClickOn(id)) return undefined;
    const { at_once: isOrder, asks } = this.view.board;
    if (isOrder && !asks.includes(id)) return this.giveOrder([id]);
    if (isOrder && !this.picker.clicks.includes(id)) this.picker.clear();
    const isOther = this.zoom.isOn && !this.picker.clicks.includes(id);
    const isTaken = this.picker.click(id) || (isOther && this.picker.replaceLast(id)); // on a map you can change your mind
    if (!isTaken && !this.picker.release(id)) return this.#explainClick(id);
    clearNotices();
    this.showChoices();
    if (isTaken && (isOrder || (this.zoom.isOn && this.picker.ready))) this.focusFirst(byId("go")); // important orders are confirmed there
    const { ready } = this.picker;
    if (!isTaken) announce(`Deselected. ${ready ? `Ready: ${ready.label}.` : ""}`.trim());
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
  async #explainClick(id) {
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
    const { picked, cancel } = this.view?.board.timeline ?? {};
    if (picked && this.view.may_act) this.giveOrder([cancel]);
    if (!this.picker.clicks.length) return;
    this.picker.clear();
    this.showChoices();
    announce("Selection cleared.");
  }

  /** Press the primary button: return to now, roll, or play the move that is ready. */
  go() {
    if (this.lookback.step !== null) this.lookback.leave();
    else if (this.view.may_roll) this.roll();
    else if (this.picker.ready) this.playMove(this.picker.ready);
    else if (this.picker.defaultMove) this.giveOrder([this.picker.defaultSpot]);
    else if (this.view.may_act) showError({ sentence: "The move is not complete: select more, or choose one from the list." });
  }

  /** Handle Enter, wherever the focus is. Important orders need it twice: the first press only makes them ready. */
  pressEnter() {
    const { defaultSpot, defaultMove } = this.picker;
    const { picked, cancel } = this.view.board.timeline ?? {};
    if (this.lookback.step === null && defaultMove && this.view.board.asks?.includes(defaultSpot)) this.click(defaultSpot);
    else if (this.lookback.step === null && defaultMove && picked && defaultSpot === cancel) showNotice(this.view.prompt); // N or Esc cancel it
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
    const { possible, why } = this.view.undo;
    if (possible && this.moveQueue.undoRun()) return;
    if (possible && this.view.board.at_once) this.moveQueue.undoOrder();
    else if (possible) this.act("undo", {});
    else showError({ sentence: `This cannot be undone: ${why}.` });
  }

  /** Send an action to the server and show its answer; return whether it was accepted.
   *
   *  Only one action per version runs at a time. The live connection may bring the new view before the answer
   *  does, and then the next action can start.
   */
  async act(what, body) {
    const at = this.view.version;
    if (this.acting === at) return false;
    this.acting = at;
    this.lookback.leave();
    this.odds.stop();
    byId("bar").dataset.busy = "";
    const slow = setTimeout(() => this.view.version === at && showNotice(waitingText(this.view)), SLOW_ANSWER);
    try {
      this.receive(await this.#post(what, body));
      return true;
    } catch (error) {
      await this.handleError(error);
      return false;
    } finally {
      clearTimeout(slow);
      if (this.acting === at) this.acting = null;
      if (this.acting === null) delete byId("bar").dataset.busy;
    }
  }

  /** Post an action. If all players give orders at once, it does not depend on the others' orders: send it again. */
  async #post(what, body) {
    const send = (at) => request("POST", `/api/table/${what}`, { key: this.key, body: { ...body, at } });
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
      showError({ sentence: "The game has changed; please check the table again." });
      return;
    }
    if (!error.sentence) throw error;
    showError(error);
  }
}

/** Return what the player is waiting for: computer players move before the server answers. */
function waitingText({ seats }) {
  const thinking = seats.filter((seat) => !isPerson(seat)).map(({ player }) => capitalize(player));
  return thinking.length ? `${thinking.join(" and ")} may be thinking…` : "The server is slow to answer…";
}
