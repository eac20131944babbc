// Sitting at a table: one view after the other, and what a person does about it.
//
// Nothing here knows a rule. Touches are matched with the choices that come with a view; whatever
// else has to be known is asked from the server.

import { ask } from "./api.js";
import { Bar, whose } from "./bar.js";
import { Chooser } from "./chooser.js";
import { Coach } from "./coach.js";
import { hurry, tumble } from "./dice.js";
import { byId } from "./dom.js";
import { Ending } from "./ending.js";
import { rememberKey } from "./keys.js";
import { Log, newLines, showNews } from "./log.js";
import { MoveList } from "./moves.js";
import { Odds } from "./odds.js";
import { Overlay } from "./overlay.js";
import { Past } from "./past.js";
import { showPicture } from "./picture.js";
import { hush, say, tell, warn } from "./say.js";
import { Seats } from "./seats.js";

const NOTHING = new Chooser();

export class Table {
  /** `lost(refusal)` is called where the key opens nothing. */
  constructor(key, lost) {
    this.key = key;
    this.lost = lost;
    this.view = null;
    this.chooser = NOTHING;
    this.acting = null; // the version at which something is under way
    this.place = byId("picture");
    this.overlay = new Overlay(this.place, (id) => this.touch(id));
    this.bar = new Bar({
      go: () => this.go(),
      face: (face) => this.face(face),
      back: () => this.back(),
      clear: () => this.clear(),
      undo: () => this.undo(),
    });
    this.moves = new MoveList(
      { frame: byId("moves"), count: byId("moves-count"), find: byId("find"), list: byId("moves-list") },
      { play: (move) => this.act("moves", { play: move.text }), look: (move) => this.#look(move) },
    );
    this.odds = new Odds(byId("odds"), key);
    this.coach = new Coach(byId("coach-button"), byId("coach"), key, (text) => this.point(text));
    this.log = new Log(byId("log"), (line) => this.past.visit(line));
    this.past = new Past(key, (moment) => this.#showMoment(moment));
    this.seats = new Seats(key, (view) => this.hear(view));
    this.ending = new Ending(byId("verdict"), key, () => this.seats.save());
    this.place.addEventListener("click", (event) => this.#clicked(event));
    new ResizeObserver(() => this.#overlay()).observe(this.place);
    new ResizeObserver(([{ target }]) => setRoom(target.offsetHeight)).observe(byId("bar"));
    for (const id of ["undo", "back", "clear", "coach-button"]) {
      byId(id).addEventListener("click", (event) => event.detail > 0 && this.#onward(byId("go")));
    }
  }

  // What comes from the server

  async open() {
    try {
      this.hear(await ask("GET", "/api/table", { key: this.key }));
      rememberKey(this.key, this.view.watching ? "watch" : "seat");
    } catch (refusal) {
      this.#fault(refusal);
    }
  }

  /** A view came, asked for or not. An older one than is shown is of no use. */
  hear(view) {
    const before = this.view;
    hush("offline");
    if (before && view.version < before.version) return;
    this.view = view;
    if (!before || view.version > before.version) {
      this.#show(before, view);
    } else {
      this.seats.show(view);
      this.log.show(view);
    }
  }

  #show(before, view) {
    this.chooser = view.may_act ? new Chooser(view.moves, view.spots) : NOTHING;
    const lines = before ? newLines(before, view) : [];
    if (this.past.step === null) this.#paint(lines);
    byId("prompt").textContent = view.prompt;
    document.title = `${whose(view)} · ${view.title}`;
    this.seats.show(view);
    this.ending.show(view);
    showNews(byId("news"), lines);
    this.log.show(view);
    this.coach.show(view);
    this.#choosing();
    hush();
    if (before) say(told(lines, view));
    document.documentElement.dataset.version = view.version;
  }

  #paint(lines) {
    this.picture = showPicture(this.place, this.view.picture);
    const { width, height } = this.picture.viewBox.baseVal;
    this.place.style.setProperty("--aspect", width / height);
    const dice = lines.filter((line) => line.die).map((line) => line.die);
    if (dice.length) tumble(this.picture, dice);
  }

  /** The touches have changed, or there are new ones to make. */
  #choosing() {
    this.#keepingFocus(() => {
      this.bar.show(this.view, this.chooser, this.past.step !== null);
      this.moves.show(this.chooser);
    });
    this.#overlay();
    this.#look(null);
  }

  /** Measuring makes the browser lay the page out, so it waits for the frame that does so anyway. */
  #overlay() {
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => {
      if (!this.picture) return;
      const chooser = this.past.step === null ? this.chooser : NOTHING;
      this.#keepingFocus(() => this.overlay.show(this.picture, chooser));
    });
  }

  /** Whoever pressed something that is gone then goes on from the button that goes on. */
  #keepingFocus(change) {
    const held = document.activeElement;
    change();
    if (held === document.body || !isGone(document.activeElement)) return;
    this.#onward(byId("go"), byId("faces").querySelector("button"));
  }

  /** To the first of these buttons that is there, else to what is asked. After a click beside the button
   *  that goes on, Enter is to do what that one says; who tabs to a button and presses it stays there. */
  #onward(...buttons) {
    const next = buttons.find((button) => button.checkVisibility());
    (next ?? byId("prompt")).focus({ preventScroll: true });
  }

  /** The odds of a move that is looked at in the list, or else of the one that is ready. */
  #look(move) {
    this.odds.look(move ?? this.chooser.ready ?? null, this.view.version);
  }

  #showMoment(moment) {
    this.log.mark(moment ? moment.step : null);
    document.documentElement.toggleAttribute("data-past", moment !== null);
    if (moment) {
      hurry();
      this.picture = showPicture(this.place, moment.picture);
    } else {
      this.#paint([]);
    }
    this.#choosing();
  }

  // What a person does

  #clicked(event) {
    const id = this.overlay.hit(event);
    if (id && this.past.step === null && event.target.closest("svg")) this.touch(id);
  }

  touch(id) {
    if (this.past.step !== null) return this.past.leave();
    if (!this.view?.may_act) return this.#notNow();
    const goesOn = this.chooser.touch(id);
    if (!goesOn && !this.chooser.letGo(id)) return this.#why(id);
    hush();
    this.#choosing();
    const { ready } = this.chooser;
    if (!goesOn) say(`It is let go. ${ready ? `Ready: ${ready.label}.` : ""}`.trim());
    else say(ready ? `Ready: ${ready.label}. Enter confirms.` : "Touch more.");
  }

  #notNow() {
    if (!this.view || this.view.watching || this.view.outcome) return;
    tell(this.view.may_roll ? "A die is to be rolled first." : "It is not your turn.");
  }

  /** No move goes on with this touch: the rules say why. */
  async #why(id) {
    const { version } = this.view;
    try {
      const touches = [...this.chooser.touches, id];
      const answer = await ask("POST", "/api/table/why", { key: this.key, body: { touches } });
      if (version === this.view.version && !answer.possible) warn(answer);
    } catch (refusal) {
      this.#fault(refusal);
    }
  }

  point(text) {
    this.past.leave();
    this.chooser.point(text);
    this.#choosing();
    this.#onward(byId("go"));
  }

  back() {
    const gone = this.chooser.back();
    if (gone) this.#choosing();
    say(gone ? "The last touch is taken back." : "Nothing is touched.");
  }

  clear() {
    hush();
    if (!this.chooser.touches.length) return;
    this.chooser.clear();
    this.#choosing();
    say("Nothing is touched now.");
  }

  /** The button that goes on: come back to now, roll, or send the move that is ready. */
  go() {
    if (this.past.step !== null) this.past.leave();
    else if (this.view.may_roll) this.roll();
    else if (this.chooser.ready) this.act("moves", { play: this.chooser.ready.text });
    else if (this.view.may_act) warn({ sentence: "This is not a whole move yet: touch more, or choose one from the list." });
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
    if (possible) this.act("undo", {});
    else warn({ sentence: `This cannot be taken back: ${why}.` });
  }

  /** Say it to the server, and show its answer at once. Where nothing came of it, the touches stay.
   *
   *  One thing at a time: but the live line may bring the new view before the answer does, and then
   *  the next thing can be done.
   */
  async act(what, body) {
    const at = this.view.version;
    if (this.acting === at) return;
    this.acting = at;
    this.past.leave();
    this.odds.stop();
    try {
      this.hear(await ask("POST", `/api/table/${what}`, { key: this.key, body: { ...body, at } }));
    } catch (refusal) {
      await this.#fault(refusal);
    } finally {
      if (this.acting === at) this.acting = null;
    }
  }

  async #fault(refusal) {
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

/** How much of the screen's foot the bar may cover; nothing is scrolled to beneath it. */
function setRoom(height) {
  document.documentElement.style.setProperty("--bar", `${height}px`);
}

function isGone(element) {
  return !element || element === document.body || !element.checkVisibility();
}

/** What a listener hears of a new view. */
function told(lines, view) {
  const events = lines.flatMap((line) => line.events.map((event) => event.text)).join(" ");
  return `${events} ${view.outcome ? view.outcome.verdict : `${whose(view)}. ${view.prompt}`}`.trim();
}
