// Sitting at a table: one view after the other, shown in all its panels.
//
// Nothing here knows a rule. Touches are matched with the choices that come with a view; whatever
// else has to be known is asked from the server.

import { ask } from "./api.js";
import { Bar, whose } from "./bar.js";
import { Briefing } from "./briefing.js";
import { Chooser } from "./chooser.js";
import { Cinema, showAgain } from "./cinema.js";
import { Coach } from "./coach.js";
import { Curtain } from "./curtain.js";
import { hurry, tumble } from "./dice.js";
import { byId, el } from "./dom.js";
import { Ending } from "./ending.js";
import { showHelp } from "./help.js";
import { rememberKey } from "./keys.js";
import { Log, newLines, showNews } from "./log.js";
import { Marks } from "./marks.js";
import { MoreActs } from "./moreacts.js";
import { MoveList } from "./moves.js";
import { Odds } from "./odds.js";
import { Orders } from "./orders.js";
import { Overlay } from "./overlay.js";
import { Past } from "./past.js";
import { showPicture } from "./picture.js";
import { Plan } from "./plan.js";
import { Reach } from "./reach.js";
import { hush, say } from "./say.js";
import { Seats } from "./seats.js";
import { Theirs } from "./theirs.js";
import { capital } from "./words.js";
import { Zoom } from "./zoom.js";

const NOTHING = new Chooser();

/** What is seen; `Table` adds what a person does: touch, give, go, act … */
export class Sitting {
  /** `lost(refusal)` is called where the key opens nothing. */
  constructor(key, lost) {
    this.key = key;
    this.lost = lost;
    this.view = null;
    this.shown = null; // the last view that was drawn; between two orders of a row nothing is
    this.chooser = NOTHING;
    this.acting = null; // the version at which something is under way
    this.hand = null; // that moves characters over an open table
    this.place = byId("picture");
    this.overlay = new Overlay(this.place, (id) => this.touch(id));
    this.reach = new Reach(this.place, (id) => this.overlay.boxes.get(id));
    this.legend = el("ul", { class: "legend", "aria-label": "What the marks mean", hidden: true });
    this.marks = new Marks(this.place, this.legend, key, (marks) => this.#reached(marks));
    this.nextButton = el("button", { type: "button", class: "button small", "aria-keyshortcuts": "n", on: { click: () => this.nextAble() } }, el("span"), " ", el("kbd", { text: "N", "aria-hidden": "true" }));
    this.zoom = new Zoom(byId("frame"), this.place, byId("map-tools"), this.nextButton, this.legend);
    this.moreActs = new MoreActs(byId("more-acts"), (id) => this.touch(id));
    this.orders = new Orders(this);
    this.plan = new Plan(byId("plan"), byId("purse"), (ids) => this.give(ids));
    this.curtain = new Curtain(byId("curtain"), (view) => this.hear(view));
    this.cinema = new Cinema(key, { begins: () => this.#paint([]), closed: () => this.#filmClosed() });
    this.bar = new Bar({
      go: () => this.go(),
      face: (face) => this.face(face),
      back: () => this.back(),
      clear: () => this.clear(),
      undo: () => this.undo(),
    });
    this.moves = new MoveList(
      { frame: byId("moves"), count: byId("moves-count"), find: byId("find"), list: byId("moves-list") },
      { play: (move) => this.send(move), look: (move) => this.#look(move) },
    );
    this.odds = new Odds(byId("odds"), key);
    this.briefing = new Briefing(byId("briefing-button"), byId("briefing"), byId("briefing-text"), key);
    this.coach = new Coach(byId("coach-button"), byId("coach"), key, (move) => this.#advised(move));
    this.log = new Log(byId("log"), (line) => this.past.visit(line), (line) => this.watch(line));
    this.past = new Past(key, (moment) => this.#showMoment(moment));
    this.theirs = new Theirs(byId("theirs"), this.past);
    this.seats = new Seats(key, (view) => this.hear(view));
    this.ending = new Ending(byId("verdict"), key, () => this.seats.save());
    this.place.addEventListener("click", (event) => this.clicked(event));
    new ResizeObserver(() => this.#overlay()).observe(this.place);
    new ResizeObserver(([{ target }]) => setRoom(target.offsetHeight)).observe(byId("bar"));
    for (const id of ["undo", "back", "clear", "coach-button"]) {
      byId(id).addEventListener("click", (event) => event.detail > 0 && this.onward(byId("go")));
    }
  }

  // What comes from the server

  async open() {
    try {
      const view = await ask("GET", "/api/table", { key: this.key });
      rememberKey(this.key, view.watching ? "watch" : "seat");
      this.hear(view);
    } catch (refusal) {
      this.fault(refusal);
    }
  }

  /** A view came, asked for or not. An older one than is known is of no use. */
  hear(view) {
    const known = this.view?.version ?? -1;
    hush("offline");
    if (view.version < known || this.curtain.covers(view)) return;
    this.view = view;
    if (view.version > known) this.#choose();
    if (view.version === this.shown?.version) {
      this.seats.show(view);
      this.log.show(view);
    } else if (view.version > known && !this.orders.more) {
      this.refresh();
    }
  }

  #choose() {
    const { may_act: mayAct, moves, spots, board } = this.view;
    this.chooser = mayAct ? new Chooser(moves, spots, board.go) : NOTHING;
  }

  /** Draw what is known, if it is not drawn yet. */
  refresh() {
    if (this.shown !== this.view) this.#show(this.shown, this.view);
  }

  #show(before, view) {
    this.shown = view;
    if (!before && view.board.at_once) byId("moves").open = false; // the plan has them all
    const lines = before ? newLines(before, view) : [];
    const played = this.past.step === null && lines.findLast((line) => line.film);
    if (played) this.cinema.show(played);
    if (this.past.step === null && !this.cinema.isAwaited) this.#paint(lines);
    document.title = `${whose(view)} · ${view.title}`;
    this.seats.show(view);
    this.briefing.show(view);
    this.ending.show(view);
    showHelp(byId("help-text"), view.game);
    showNews(byId("news"), lines);
    this.theirs.show(view);
    showAgain(byId("again"), view, (line) => this.watch(line));
    this.log.show(view);
    this.coach.show(view);
    if (view.by_hand && !this.hand) this.#reachOut();
    this.choosing();
    hush();
    if (before && !played) say(told(lines, view));
    document.documentElement.dataset.version = view.version;
  }

  /** Where characters are moved freely, the page learns how when it meets such a game. */
  async #reachOut() {
    document.documentElement.toggleAttribute("data-by-hand", true);
    const { Hand } = await import("./drag.js");
    this.hand ??= new Hand(this);
    this.hand.show();
  }

  #paint(lines) {
    this.picture = showPicture(this.place, this.view.picture);
    const { width, height } = this.picture.viewBox.baseVal;
    this.place.style.setProperty("--aspect", width / height);
    document.documentElement.style.setProperty("--aspect", width / height);
    document.documentElement.toggleAttribute("data-tall", height > width);
    this.zoom.show(this.picture);
    const dice = lines.filter((line) => line.die).map((line) => line.die);
    if (dice.length) tumble(this.picture, dice);
  }

  /** The touches have changed, or there are new ones to make. */
  choosing() {
    byId("prompt").textContent = this.#asked();
    this.#keepingFocus(() => {
      this.bar.show(this.view, this.chooser, this.past.step !== null);
      this.moves.show(this.chooser);
      this.plan.show(this.view, this.picture, this.chooser);
    });
    this.#overlay();
    this.#look(null);
    this.#reach();
    this.hand?.show();
  }

  /** What is to be done: on a map with the piece that is picked, if one is. */
  #asked() {
    const { touches, spots, ready } = this.chooser;
    if (!this.zoom.isOn || !touches.length || this.past.step !== null) return this.view.prompt;
    if (ready) return `${capital(ready.label)}: confirm it, or touch something else.`;
    const name = (spots.find(({ id }) => id === touches[0])?.label ?? touches[0]).split(",")[0];
    if (this.view.by_hand) return `${capital(name)}, or something else to do.`;
    return `${name}: choose a marked hex or an enemy, or something else to do.`;
  }

  /** On a map, what is in reach of what is picked. */
  #reach() {
    const { touches, ready } = this.chooser;
    const wants = this.zoom.isOn && this.view.may_act && this.past.step === null;
    this.nextButton.hidden = !this.able.length;
    this.nextButton.firstChild.textContent = this.view.by_hand ? "Next character" : "Next unit";
    if (!wants || (!touches.length && this.able.length)) this.marks.forget();
    else if (!ready || touches.length < 2) this.marks.ask(this.view.version, touches);
  }

  /** The pieces that can still act, as the game counts them. */
  get able() {
    const first = new Set(this.chooser.ways.map(({ choice }) => choice.ids[0]));
    return (this.view?.board.able ?? []).filter((id) => first.has(id));
  }

  /** Where several moves lead, they are one to whoever touches the end of the way. */
  #reached(marks) {
    const { touches, nextIds } = this.chooser;
    const ways = marks.filter(({ id, plays }) => plays.length && !nextIds.has(id));
    const moves = ways.map(({ id, text, plays }) => ({ text: plays.join("; "), label: text, plays, choices: [{ ids: [...touches, id] }] }));
    this.chooser.extend(moves, marks.map(({ id, text }) => ({ id, label: text, key: "" })));
    this.choosing();
  }

  /** Measuring makes the browser lay the page out, so it waits for the frame that does so anyway. */
  #overlay() {
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => {
      if (!this.picture) return;
      const chooser = this.past.step === null ? this.chooser : NOTHING;
      this.#keepingFocus(() => this.overlay.show(this.picture, chooser, this.marks.marks.map(({ id }) => id)));
      this.marks.show(this.picture);
      this.moreActs.show(chooser, this.overlay.boxes, this.view);
      this.reach.show(this.picture, chooser === NOTHING ? {} : this.view.board);
    });
  }

  /** Whoever pressed something that is gone then goes on from the button that goes on. */
  #keepingFocus(change) {
    const held = document.activeElement;
    change();
    if (held === document.body || !isGone(document.activeElement)) return;
    this.onward(byId("go"), byId("faces").querySelector("button"));
  }

  /** To the first of these buttons that is there, else to what is asked. After a click beside the button
   *  that goes on, Enter is to do what that one says; who tabs to a button and presses it stays there. */
  onward(...buttons) {
    const next = buttons.find((button) => button.checkVisibility());
    (next ?? byId("prompt")).focus({ preventScroll: true });
  }

  /** A move is only pointed at; the orders of a plan are given, and can be taken back in one go. */
  #advised({ text, plays }) {
    if (plays.length) this.orders.run(plays);
    else this.point(text);
  }

  /** The odds of a move that is looked at in the list, or else of the one that is ready. */
  #look(move) {
    this.odds.look(move ?? this.chooser.ready ?? null, this.view.version);
  }

  #filmClosed() {
    this.choosing();
    this.onward();
    say(told([], this.view));
  }

  #showMoment(moment) {
    this.log.mark(moment ? moment.step : null);
    document.documentElement.toggleAttribute("data-past", moment !== null);
    if (moment) {
      hurry();
      this.picture = showPicture(this.place, moment.picture);
      this.zoom.show(this.picture);
    } else {
      this.#paint([]);
    }
    this.choosing();
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
