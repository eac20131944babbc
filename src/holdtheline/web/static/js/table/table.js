// What the player does at a table: touch, order, move, roll, undo.

import { request } from "../lib/api.js";
import { byId } from "../lib/dom.js";
import { announce, clearNotices, showError, showNotice } from "../lib/messages.js";
import { capitalize, isPerson, plural } from "../lib/text.js";
import { TableView } from "./table_view.js";

const SLOW_ANSWER = 2000; // milliseconds

export class Table extends TableView {
  /** Play a move, or the chain of moves that it stands for. */
  playMove(move) {
    return move.plays ? this.moveQueue.playAll(move.plays) : this.act("moves", { play: move.text });
  }

  /** Pick the next piece that can still act, and bring it into view. */
  pickNext() {
    if (!this.view?.may_act) return this.#explainTurn();
    const { able } = this;
    if (!able.length) return showNotice("No piece can act now.");
    this.lookback.leave();
    const at = able.indexOf(this.picker.touches[0] ?? this.lastPicked);
    const id = able[(at + 1) % able.length];
    this.lastPicked = id;
    this.picker.clear();
    this.touch(id);
    this.overlay.focusSpot(id);
    this.zoom.bringIntoView(this.picture, id);
    announce(`${this.picker.spots.find((spot) => spot.id === id)?.label ?? id}. ${plural(able.length, "piece")} can act.`);
  }

  watchOpponentTurn() {
    if (!this.opponentTurn.start()) showNotice("The other side has not moved yet.");
  }

  handleClick(event) {
    const id = this.overlay.hit(event);
    if (id && this.lookback.step === null && event.target.closest("svg")) this.touch(id);
  }

  touch(id) {
    if (this.lookback.step !== null) return this.lookback.leave();
    if (!this.view?.may_act) return this.#explainTurn();
    if (this.freeMovement?.handleTouch(id)) return undefined;
    const { at_once: isOrder, asks } = this.view.board;
    if (isOrder && !asks.includes(id)) return this.giveOrder([id]);
    if (isOrder && !this.picker.touches.includes(id)) this.picker.clear();
    const isOther = this.zoom.isOn && !this.picker.touches.includes(id);
    const isTaken = this.picker.touch(id) || (isOther && this.picker.replaceLast(id)); // on a map you can change your mind
    if (!isTaken && !this.picker.release(id)) return this.#explainTouch(id);
    clearNotices();
    this.showChoices();
    if (isTaken && (isOrder || (this.zoom.isOn && this.picker.ready))) this.focusFirst(byId("go")); // important orders are confirmed there
    const { ready } = this.picker;
    if (!isTaken) announce(`Let go. ${ready ? `Ready: ${ready.label}.` : ""}`.trim());
    else announce(ready ? `Ready: ${ready.label}. Enter confirms.` : "Touch more.");
  }

  /** Play orders as they are touched; return whether all of them were accepted. */
  giveOrder(ids) {
    if (!this.view.may_act) return this.#explainTurn();
    this.lookback.leave();
    clearNotices();
    return this.moveQueue.giveOrder(ids).catch((refusal) => this.handleError(refusal));
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

  /** Ask the rules why no move continues with this touch. */
  async #explainTouch(id) {
    try {
      const { touches } = this.picker;
      const answer = await this.moveQueue.explain([...(this.zoom.isOn ? touches.slice(0, 1) : touches), id]);
      if (answer) showError(answer);
    } catch (refusal) {
      this.handleError(refusal);
    }
  }

  /** Touch everything that a move needs, without playing it. */
  pointAt(text) {
    this.lookback.leave();
    this.picker.select(text);
    this.showChoices();
    this.focusFirst(byId("go"));
  }

  back() {
    const removed = this.picker.back();
    if (removed) this.showChoices();
    announce(removed ? "The last touch is taken back." : "Nothing is touched.");
  }

  clear() {
    clearNotices();
    const { picked, cancel } = this.view?.board.timeline ?? {};
    if (picked && this.view.may_act) this.giveOrder([cancel]);
    if (!this.picker.touches.length) return;
    this.picker.clear();
    this.showChoices();
    announce("Nothing is touched now.");
  }

  /** Press the primary button: return to now, roll, or play the move that is ready. */
  go() {
    if (this.lookback.step !== null) this.lookback.leave();
    else if (this.view.may_roll) this.roll();
    else if (this.picker.ready) this.playMove(this.picker.ready);
    else if (this.picker.defaultMove) this.giveOrder([this.picker.defaultSpot]);
    else if (this.view.may_act) showError({ sentence: "The move is not complete: touch more, or choose one from the list." });
  }

  /** Handle Enter, wherever the focus is. Important orders need it twice: the first one only makes them ready. */
  pressEnter() {
    const { defaultSpot, defaultMove } = this.picker;
    const { picked, cancel } = this.view.board.timeline ?? {};
    if (this.lookback.step === null && defaultMove && this.view.board.asks?.includes(defaultSpot)) this.touch(defaultSpot);
    else if (this.lookback.step === null && defaultMove && picked && defaultSpot === cancel) showNotice(this.view.prompt); // N or Esc cancel it
    else this.go();
  }

  roll() {
    if (!this.view.may_roll) showNotice("There is no die to roll now.");
    else if (this.view.dice === "mine") showNotice("Roll your own die, then press what it shows: 1 to 6.");
    else this.act("roll", {});
  }

  /** Enter what the player's own die shows. */
  enterRoll(face) {
    this.act("moves", { play: `roll ${face}` });
  }

  undo() {
    const { possible, why } = this.view.undo;
    if (possible && this.moveQueue.undoRun()) return;
    if (possible && this.view.board.at_once) this.moveQueue.undoOrder();
    else if (possible) this.act("undo", {});
    else showError({ sentence: `This cannot be taken back: ${why}.` });
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
    } catch (refusal) {
      await this.handleError(refusal);
      return false;
    } finally {
      clearTimeout(slow);
      if (this.acting === at) this.acting = null;
      if (this.acting === null) delete byId("bar").dataset.busy;
    }
  }

  /** Post an action. Where all players give orders at once, others' orders do not matter to mine: send it again. */
  async #post(what, body) {
    const send = (at) => request("POST", `/api/table/${what}`, { key: this.key, body: { ...body, at } });
    try {
      return await send(this.view.version);
    } catch (refusal) {
      if (refusal.code !== "stale" || !this.view.board.at_once) throw refusal;
      await this.open();
      if (!this.picker.moves.some((move) => move.text === body.play)) throw refusal;
      return send(this.view.version);
    }
  }

  async handleError(refusal) {
    if (refusal.code === "key") return this.onLost(refusal);
    if (refusal.code === "stale") {
      await this.open();
      showError({ sentence: "The table has changed; look again." });
      return;
    }
    if (!refusal.sentence) throw refusal;
    showError(refusal);
  }
}

/** Return what the player is waiting for: computer players move before the server answers. */
function waitingText({ seats }) {
  const thinking = seats.filter((seat) => !isPerson(seat)).map(({ player }) => capitalize(player));
  return thinking.length ? `${thinking.join(" and ")} may be thinking…` : "The server is slow to answer…";
}
