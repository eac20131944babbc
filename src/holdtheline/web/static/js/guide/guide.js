// The guided game at a table: a panel that explains one idea at a time and points at it.

import { request } from "../lib/api.js";
import { button, byId, el, fill, prefersReducedMotion } from "../lib/dom.js";
import { tableLinks } from "../lib/links.js";
import { showError } from "../lib/messages.js";
import { myName, openTable } from "../lib/seating.js";
import { recallJson, remember } from "../lib/storage.js";
import { forPointer } from "../lib/text.js";
import { Lesson, matches } from "./lesson.js";
import { rememberGuide } from "./offers.js";
import { isReplaying, Pointer } from "./pointer.js";
import { startGuide } from "./start.js";

const STORED_AS = "htl-guide-place"; // {table, at, isClosed} of the last guided game
const ROLL = { text: "Roll the dice.", point: ["#go"] };
const OTHER_MOVE = "You can do that. The lesson goes on with something else.";
const OFF_PATH = "This is your own way, and the lesson cannot go on from here.";

export class GuidePanel {
  /** `table` has a view, a picture, a key, and act(), undo() and focusFirst(). */
  constructor(table, panel) {
    Object.assign(this, { table, panel, lesson: null, isClosed: false, refused: null });
    this.count = el("p", { class: "guide-count numbers" });
    this.text = el("div", { class: "guide-text", role: "status", tabindex: -1 });
    this.buttons = el("div", { class: "buttons" });
    this.closeButton = button("×", () => this.close(), { class: "close", "aria-label": "Leave the lesson", title: "Leave the lesson" });
    fill(panel, el("div", { class: "guide-head" }, this.count, this.closeButton), this.text, this.buttons);
    this.pointer = new Pointer(panel, () => table.picture, () => table.view.board.click_plays && table.picker.clicks.length > 0,
      () => this.#isReady);
    new MutationObserver(() => this.#replayChanged()).observe(document.documentElement, { attributeFilter: ["data-turn-replay"] });
  }

  /** Follow a new view; load the texts with the first one. */
  async show(view) {
    if (!view.guide || (this.lesson && isRolling(view))) return;
    if (!this.lesson) {
      this.guide ??= request("GET", "/api/table/guide", { key: this.table.key }).catch(showError);
      const guide = await this.guide;
      if (!guide || this.lesson) return;
      const place = recallJson(STORED_AS);
      const isHere = place?.table === view.id;
      this.card = guide;
      this.lesson = new Lesson(guide, isHere ? place.at : 0);
      this.isClosed = isHere && place.isClosed === true;
    }
    if (this.lesson.done === null) rememberGuide(view.game, "begun");
    const { guide: progress, outcome, version } = this.table.shownView;
    if (this.refusedAt !== version) this.refused = null;
    const before = this.lesson.done === null ? null : this.lesson.at;
    this.lesson.follow(progress.done);
    if (outcome && this.lesson.isTask) this.lesson.finish();
    this.#draw({ movesFocus: before !== null && before !== this.lesson.at && !this.lesson.isTask }); // Enter goes on
  }

  /** Go on after the replay of a turn, however it has ended: the lesson waits for it. */
  #replayChanged() {
    if (!this.isOpen || isReplaying() || this.waitsAt !== this.lesson.at) return;
    this.waitsAt = null;
    this.lesson.goOn();
    this.#draw({ movesFocus: true });
  }

  get isOpen() {
    return this.lesson !== null && !this.isClosed;
  }

  /** Open the lesson again, where it was left. */
  reopen() {
    byId("help").close();
    this.isClosed = false;
    this.#draw({ movesFocus: true });
  }

  close() {
    this.isClosed = true;
    rememberGuide(this.table.view.game, "finished");
    this.#draw();
    this.table.focusFirst(byId("go"));
  }

  /** Return whether the lesson asks the learner for this move, even if there is no other. */
  asksFor(play) {
    return this.isOpen && this.lesson.asksFor(play);
  }

  /** Return whether a move is held back, because the lesson asks for another one; the learner can insist. */
  holdsBack(play) {
    const { view } = this.table;
    if (!this.isOpen || view.moves.length < 2 || !view.guide.is_possible || this.lesson.includes(play) || this.insisted === play) return false;
    this.refused = play;
    this.refusedAt = view.version;
    this.#draw();
    return true;
  }

  /** Whether the move that the lesson asks for is selected, so that only the primary button is left to press. */
  get #isReady() {
    const { ready } = this.table.picker ?? {};
    return Boolean(ready) && !byId("go").hidden && this.lesson.isTask && this.lesson.step.play.some((pattern) => matches(ready.text, pattern));
  }

  #insist() {
    this.insisted = this.refused;
    this.table.act("moves", { play: this.refused }).finally(() => (this.insisted = null));
  }

  #move(change) {
    change();
    this.refused = null;
    this.#draw({ movesFocus: true });
  }

  #draw({ movesFocus = false } = {}) {
    const { lesson, panel } = this;
    remember(STORED_AS, JSON.stringify({ table: this.table.view.id, at: lesson.at, isClosed: this.isClosed }));
    const hadFocus = panel.contains(document.activeElement) || document.activeElement === document.body;
    panel.hidden = this.isClosed;
    document.documentElement.toggleAttribute("data-guided", !this.isClosed);
    if (this.isClosed) return this.pointer.hide();
    if (this.#mustRoll) this.#drawRoll();
    else if (lesson.isAtEnd) this.#drawEnd();
    else this.#drawStep();
    if (movesFocus || hadFocus) this.#focus();
    return undefined;
  }

  /** Focus the button to go on; where a move is asked for, the text, from which the keys play. */
  #focus() {
    (this.buttons.querySelector(".primary") ?? this.text).focus({ preventScroll: true });
  }

  /** Whether a die comes before the lesson goes on: one that no step asks for, and that does not roll itself. */
  get #mustRoll() {
    const { view } = this.table;
    return view.may_roll && !view.board.rolls_itself && !this.lesson.asksForRoll;
  }

  #drawRoll() {
    fill(this.text, el("p", { text: ROLL.text }));
    this.buttons.hidden = true;
    this.pointer.show(ROLL.point);
  }

  #drawStep() {
    const { lesson, table } = this;
    const isLost = lesson.isTask && !table.view.guide.is_possible;
    const goOn = !lesson.isTask && !isReplaying() && button("Continue", () => this.#move(() => lesson.goOn()), { class: "button small primary" });
    this.count.textContent = `${lesson.at + 1} of ${lesson.steps.length}`;
    fill(this.text, el("p", { text: isLost ? OFF_PATH : forPointer(lesson.step.text) }),
      this.refused && el("p", { class: "guide-hint", text: forPointer(lesson.hint || OTHER_MOVE) }));
    fill(this.buttons,
      lesson.canGoBack && !isLost && !this.refused && button("Back", () => this.#move(() => lesson.goBack()), { class: "button small" }),
      isLost && table.view.undo.possible && button("Take it back", () => table.undo(), { class: "button small primary" }),
      isLost && button("Start again", () => this.#restart(), { class: "button small" }),
      this.refused && button("Play it anyway", () => this.#insist(), { class: "button small" }),
      goOn);
    this.buttons.hidden = !this.buttons.children.length;
    if (isReplaying()) this.waitsAt = lesson.at;
    this.pointer.show(isLost ? [] : lesson.step.point);
    if (!prefersReducedMotion() && this.shownAt !== lesson.at) this.panel.animate([{ opacity: 0.3 }, { opacity: 1 }], 180);
    if (this.shownAt !== lesson.at) this.#bringIntoView();
    this.shownAt = lesson.at;
  }

  /** Show what the step speaks of: the page scrolls there, and a map on a phone shows it from close by. */
  #bringIntoView() {
    const { picture, zoom } = this.table;
    this.pointer.bringIntoView();
    if (picture) zoom.closeUp(picture, this.lesson.step.point.flatMap((point) => point.split(/ [>|] /)));
  }

  #drawEnd() {
    const { game, title } = this.table.view;
    rememberGuide(game, "finished");
    this.pointer.hide();
    this.count.textContent = "What you have learned";
    fill(this.text, el("ul", {}, this.card.learned.map((text) => el("li", { text: forPointer(text) }))));
    fill(this.buttons,
      button("Play a whole game", () => this.#playOn(), { class: "button primary" }),
      button("Once more", () => this.#restart(), { class: "button small" }),
      el("a", { class: "button small", href: `/rules/${game}`, text: `Rules of ${title}` }));
    this.buttons.hidden = false;
    this.shownAt = this.lesson.at;
  }

  /** Start a whole game against an easy opponent; the guided one leaves the list of games. */
  #playOn() {
    const { game } = this.table.view;
    const body = { game, options: this.card.next_options, seats: this.card.next_seats, dice: "table", name: myName() };
    openTable(body, undefined, undefined, () => tableLinks.remove(this.table.key)).catch(showError);
  }

  #restart() {
    startGuide(this.table.view.game).catch(showError);
  }
}

/** Return whether the dice of a move are still to roll: until then the lesson does not say what they show. */
function isRolling({ may_roll: mayRoll, board }) {
  return mayRoll && Boolean(board.rolls_itself);
}
