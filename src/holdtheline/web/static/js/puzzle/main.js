// The page of a puzzle: the picture, clicks and the list of moves, answers, hints and the solution.

import { loadMovePoints } from "../games/panels.js";
import { request } from "../lib/api.js";
import { button, byId, el, fill } from "../lib/dom.js";
import { announce, showError } from "../lib/messages.js";
import { cropToMap, setAspect, showPicture } from "../lib/picture.js";
import { capitalize } from "../lib/text.js";
import { Zoom } from "../lib/zoom.js";
import { MoveList } from "../table/moves/move_list.js";
import { MovePicker } from "../table/moves/move_picker.js";
import { Overlay } from "../table/overlay.js";
import { markSolved, nextPuzzle, solvedPuzzles } from "./progress.js";

const address = `/api${location.pathname}`;

class Puzzle {
  constructor(view) {
    Object.assign(this, { view, hintsGiven: 0 });
    this.picker = new MovePicker(view.moves, view.spots);
    this.container = byId("picture");
    this.overlay = new Overlay(this.container, (id) => this.click(id));
    this.zoom = new Zoom(byId("frame"), this.container, byId("map-tools"));
    this.list = new MoveList({ frame: byId("moves"), count: byId("moves-count"), find: byId("find"), list: byId("moves-list") },
      { onPlay: (move) => this.answer(move.text), onLook: (move) => this.#preview(move) });
    this.container.addEventListener("click", (event) => this.#clickPicture(event));
    for (const [id, act] of [["go", () => this.#go()], ["back", () => this.#back()], ["hint", () => this.#hint()], ["give-up", () => this.#showSolution()]]) {
      byId(id).addEventListener("click", () => act().catch?.(showError));
    }
    document.addEventListener("keydown", (event) => this.#pressKey(event));
  }

  async show() {
    const { view } = this;
    const { game, title, number, count, options_text: options, question, prompt, picture } = view;
    document.title = `Puzzle ${number}, ${title} · Hold the Line`;
    byId("title").textContent = `${title}: puzzle ${number} of ${count}`;
    byId("options").textContent = options;
    byId("rules").href = view.rules;
    byId("whose").textContent = question;
    byId("prompt").textContent = prompt;
    byId("solved").hidden = !solvedPuzzles(game).has(number);
    this.#linkNext();
    this.picture = showPicture(this.container, picture);
    if (prompt) cropToMap(this.picture); // without a prompt, only the whole picture has the gold and the prices
    setAspect(this.picture);
    if (view.by_hand) (await loadMovePoints())(this.picture, view.moves);
    this.zoom.show(this.picture);
    byId("moves").open = true;
    this.#showPlans();
    this.#showChoices();
    addEventListener("resize", () => this.#showChoices());
  }

  #linkNext() {
    const { game, number, count } = this.view;
    const next = nextPuzzle(game, count, number);
    byId("next").href = next ? `/puzzles/${game}/${next}` : "/puzzles";
  }

  // Choosing

  click(id) {
    const isTaken = this.picker.click(id) || this.picker.replaceLast(id) || this.picker.release(id);
    if (!isTaken) return announce("No move continues with this.");
    this.#showChoices();
    const { ready, nextIds } = this.picker;
    if (ready && !nextIds.size && this.overlay.spots.contains(document.activeElement)) byId("go").focus(); // Enter answers
    announce(ready ? `Ready: ${ready.label}. Enter answers.` : "Select more.");
    return undefined;
  }

  #clickPicture(event) {
    if (!event.target?.closest("svg")) return;
    const { nextIds } = this.picker;
    const id = this.overlay.idsAt(event).find((one) => nextIds.has(one)) ?? this.overlay.hit(event);
    if (id) this.click(id);
  }

  #showChoices() {
    const { picker } = this;
    this.overlay.show(this.picture, picker);
    this.list.show(picker);
    const { ready } = picker;
    byId("go").hidden = !ready;
    if (ready) fill(byId("go"), el("span", { text: `Answer: ${capitalize(ready.label)}` }), el("kbd", { text: "⏎", "aria-hidden": "true" }));
    byId("back").hidden = !picker.clicks.length;
    const outside = picker.spots.filter(({ id, key }) => key && picker.nextIds.has(id) && !this.overlay.boxes.has(id));
    byId("more-acts").hidden = !outside.length;
    fill(byId("more-acts"), outside.map(({ id, key, label }) => button(capitalize(label), () => this.click(id), { "data-click": id, "aria-keyshortcuts": key })));
  }

  #showPlans() {
    const { plans } = this.view;
    byId("plans").hidden = !plans.length;
    fill(byId("plans"), plans.map(({ text, label }, at) => button(`${at + 1}. ${capitalize(label)}`, () => this.answer(text).catch(showError))));
  }

  /** Show the clicks of a move from the list on the picture while it is hovered or focused. */
  #preview(move) {
    const shown = new MovePicker(this.view.moves, this.view.spots);
    if (move) shown.select(move.text);
    this.overlay.show(this.picture, move ? shown : this.picker);
  }

  #back() {
    this.picker.back();
    this.#showChoices();
    return Promise.resolve();
  }

  async #go() {
    if (this.picker.ready) await this.answer(this.picker.ready.text);
  }

  // Answers

  async answer(play) {
    try {
      const { solved, sentence } = await request("POST", `${address}/answer`, { body: { play } });
      this.#showVerdict(sentence, solved);
      if (!solved) return;
      if (!this.hasSeenSolution) {
        markSolved(this.view.game, this.view.number);
        byId("solved").hidden = false;
        this.#linkNext();
      }
      await this.#showSolution();
    } catch (error) {
      showError(error);
    }
  }

  #showVerdict(sentence, isRight) {
    const verdict = byId("verdict");
    verdict.hidden = false;
    verdict.toggleAttribute("data-right", isRight);
    fill(verdict, el("p", { text: sentence }));
    verdict.scrollIntoView({ block: "nearest" });
  }

  async #hint() {
    if (this.hintsGiven >= this.view.hints) return announce("There are no more hints.");
    this.hintsGiven += 1;
    const { sentence } = await request("GET", `${address}/hints/${this.hintsGiven}`);
    byId("hints").hidden = false;
    byId("hints").append(el("li", { text: sentence }));
    byId("hint").setAttribute("aria-disabled", String(this.hintsGiven >= this.view.hints));
    announce(sentence);
    return undefined;
  }

  async #showSolution() {
    if (this.hasSeenSolution) return;
    const { answers, odds, sentences } = await request("GET", `${address}/solution`);
    this.hasSeenSolution = true;
    byId("give-up").setAttribute("aria-disabled", "true");
    this.picker.select(answers[0].text);
    if (!this.view.plans.length) this.#showChoices();
    const solution = byId("solution");
    solution.hidden = false;
    fill(solution, el("h2", { text: "Solution" }), el("ol", {}, answers.map(answerLine)), odds.length > 0 && oddsList(odds), sentences.map((text) => el("p", { text })));
    solution.scrollIntoView({ block: "nearest" });
    announce(`Solution: ${answers[0].label}.`);
  }

  // Keys

  #pressKey(event) {
    const isTyping = event.target.closest?.("input, select, textarea");
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
    const key = event.key.toLowerCase();
    const spot = this.picker.spotOfKey(key);
    const act = spot && this.picker.nextIds.has(spot.id) ? () => this.click(spot.id) : this.#actionOf(key, event);
    if (!act) return;
    event.preventDefault();
    act();
  }

  /** Return whether Enter already activates what has the focus. On the spot that completed a move it answers. */
  #isHandled(target) {
    const { clicks, ready, repeats } = this.picker;
    const isLast = ready && !repeats && target.dataset?.spot === clicks.at(-1);
    return !isLast && target.closest("button, a, summary") !== null;
  }

  #actionOf(key, event) {
    if (key === "enter") return this.#isHandled(event.target) ? null : () => byId("go").click();
    const plan = byId("plans").children[Number(key) - 1];
    const buttons = { h: "hint", s: "give-up", n: "next", backspace: "back" };
    if (plan) return () => plan.click();
    return buttons[key] ? () => byId(buttons[key]).click() : null;
  }
}

function answerLine({ label, percent, interval, book }) {
  return el("li", {},
    el("span", { text: `${capitalize(label)}${book ? " (the rule of thumb)" : ""}` }),
    el("span", { class: "numbers", text: percent }),
    interval && el("span", { class: "quiet small numbers sure", text: interval }));
}

function oddsList(odds) {
  return el("ul", { "aria-label": "Odds of the solution" }, odds.map(({ label, percent }) => el("li", {}, el("span", { text: capitalize(label) }), el("span", { class: "numbers", text: percent }))));
}

async function openPage() {
  try {
    await new Puzzle(await request("GET", address)).show();
  } catch (error) {
    if (!error.sentence) throw error;
    byId("whose").textContent = error.sentence;
  }
}

openPage();
