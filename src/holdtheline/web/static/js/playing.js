// What a person does at a table: touches, orders, moves, rolls, and the way back.

import { ask } from "./api.js";
import { byId } from "./dom.js";
import { hush, say, tell, warn } from "./say.js";
import { Sitting } from "./sitting.js";
import { capital, counted, isPerson } from "./words.js";

const PATIENCE = 2000; // milliseconds without an answer, before a word is said about it

export class Table extends Sitting {
  /** Play a move, or the several that are one. */
  send(move) {
    return move.plays ? this.orders.run(move.plays) : this.act("moves", { play: move.text });
  }

  /** To the next piece that can still act: it is picked, and comes into sight. */
  nextAble() {
    if (!this.view?.may_act) return this.#notNow();
    const { able } = this;
    if (!able.length) return tell("Nobody can act now.");
    this.past.leave();
    const at = able.indexOf(this.chooser.touches[0] ?? this.last);
    const id = able[(at + 1) % able.length];
    this.last = id;
    this.chooser.clear();
    this.touch(id);
    this.overlay.follow(id);
    this.zoom.into(this.picture, id);
    say(`${this.chooser.spots.find((spot) => spot.id === id)?.label ?? id}. ${counted(able.length, "piece")} can act.`);
  }

  watchTheirs() {
    if (!this.theirs.begin()) tell("There is nothing of theirs to watch yet.");
  }

  clicked(event) {
    const id = this.overlay.hit(event);
    if (id && this.past.step === null && event.target.closest("svg")) this.touch(id);
  }

  touch(id) {
    if (this.past.step !== null) return this.past.leave();
    if (!this.view?.may_act) return this.#notNow();
    if (this.hand?.touched(id)) return undefined;
    const { at_once: isOrder, asks } = this.view.board;
    if (isOrder && !asks.includes(id)) return this.give([id]);
    if (isOrder && !this.chooser.touches.includes(id)) this.chooser.clear();
    const isOther = this.zoom.isOn && !this.chooser.touches.includes(id);
    const goesOn = this.chooser.touch(id) || (isOther && this.chooser.instead(id)); // on a map one may change one's mind
    if (!goesOn && !this.chooser.letGo(id)) return this.#why(id);
    hush();
    this.choosing();
    if (goesOn && (isOrder || (this.zoom.isOn && this.chooser.ready))) this.onward(byId("go")); // what is asked for twice is confirmed there
    const { ready } = this.chooser;
    if (!goesOn) say(`It is let go. ${ready ? `Ready: ${ready.label}.` : ""}`.trim());
    else say(ready ? `Ready: ${ready.label}. Enter confirms.` : "Touch more.");
  }

  /** Orders that are played as they are touched; whether all of them were taken. */
  give(ids) {
    if (!this.view.may_act) return this.#notNow();
    this.past.leave();
    hush();
    return this.orders.give(ids).catch((refusal) => this.fault(refusal));
  }

  /** The film of a turn, once more. */
  watch(line) {
    this.past.leave();
    this.cinema.show(line);
  }

  #notNow() {
    if (!this.view || this.view.watching || this.view.outcome) return;
    if (this.view.board.timeline) return tell(this.view.prompt);
    tell(this.view.may_roll ? "A die is to be rolled first." : "It is not your turn.");
  }

  /** No move goes on with this touch: the rules say why. */
  async #why(id) {
    try {
      const { touches } = this.chooser;
      const answer = await this.orders.why([...(this.zoom.isOn ? touches.slice(0, 1) : touches), id]);
      if (answer) warn(answer);
    } catch (refusal) {
      this.fault(refusal);
    }
  }

  point(text) {
    this.past.leave();
    this.chooser.point(text);
    this.choosing();
    this.onward(byId("go"));
  }

  back() {
    const gone = this.chooser.back();
    if (gone) this.choosing();
    say(gone ? "The last touch is taken back." : "Nothing is touched.");
  }

  clear() {
    hush();
    const { picked, cancel } = this.view?.board.timeline ?? {};
    if (picked && this.view.may_act) this.give([cancel]);
    if (!this.chooser.touches.length) return;
    this.chooser.clear();
    this.choosing();
    say("Nothing is touched now.");
  }

  /** The button that goes on: come back to now, roll, or send the move that is ready. */
  go() {
    if (this.past.step !== null) this.past.leave();
    else if (this.view.may_roll) this.roll();
    else if (this.chooser.ready) this.send(this.chooser.ready);
    else if (this.chooser.usual) this.give([this.chooser.go]);
    else if (this.view.may_act) warn({ sentence: "This is not a whole move yet: touch more, or choose one from the list." });
  }

  /** Enter, wherever the focus is: what is asked for twice is only made ready by the first one. */
  enter() {
    const { go, usual } = this.chooser;
    const { picked, cancel } = this.view.board.timeline ?? {};
    if (this.past.step === null && usual && this.view.board.asks?.includes(go)) this.touch(go);
    else if (this.past.step === null && usual && picked && go === cancel) tell(this.view.prompt); // N or Esc leave it
    else this.go();
  }

  roll() {
    if (!this.view.may_roll) tell("No die is to be rolled now.");
    else if (this.view.dice === "mine") tell("Roll your own die, and press what it shows: 1 to 6.");
    else this.act("roll", {});
  }

  /** What one's own die shows. */
  face(face) {
    this.act("moves", { play: `roll ${face}` });
  }

  undo() {
    const { possible, why } = this.view.undo;
    if (possible && this.orders.unrun()) return;
    if (possible && this.view.board.at_once) this.orders.takeBack();
    else if (possible) this.act("undo", {});
    else warn({ sentence: `This cannot be taken back: ${why}.` });
  }

  /** Say it to the server, and show its answer at once; whether it was taken. Else the touches stay.
   *
   *  One thing at a time: but the live line may bring the new view before the answer does, and then
   *  the next thing can be done.
   */
  async act(what, body) {
    const at = this.view.version;
    if (this.acting === at) return false;
    this.acting = at;
    this.past.leave();
    this.odds.stop();
    byId("bar").dataset.busy = "";
    const slow = setTimeout(() => this.view.version === at && tell(whyWaiting(this.view)), PATIENCE);
    try {
      this.hear(await this.#post(what, body));
      return true;
    } catch (refusal) {
      await this.fault(refusal);
      return false;
    } finally {
      clearTimeout(slow);
      if (this.acting === at) this.acting = null;
      if (this.acting === null) delete byId("bar").dataset.busy;
    }
  }

  /** Where orders are given at once, somebody else's do not matter to mine: a late one is sent again. */
  async #post(what, body) {
    const send = (at) => ask("POST", `/api/table/${what}`, { key: this.key, body: { ...body, at } });
    try {
      return await send(this.view.version);
    } catch (refusal) {
      if (refusal.code !== "stale" || !this.view.board.at_once) throw refusal;
      await this.open();
      if (!this.chooser.moves.some((move) => move.text === body.play)) throw refusal;
      return send(this.view.version);
    }
  }

  async fault(refusal) {
    if (refusal.code === "key") return this.lost(refusal);
    if (refusal.code === "stale") {
      await this.open();
      warn({ sentence: "The table has gone on; look again." });
      return;
    }
    if (!refusal.sentence) throw refusal;
    warn(refusal);
  }
}

/** What is waited for: the server lets computer players act before it answers. */
function whyWaiting({ seats }) {
  const thinking = seats.filter((seat) => !isPerson(seat)).map(({ player }) => capital(player));
  return thinking.length ? `${thinking.join(" and ")} may be thinking…` : "The server takes its time…";
}
