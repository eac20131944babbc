// The coach: off until asked, then the chance to win and the best moves at every decision. If a game is not
// solved, the chances are sampled and improve over time.

import { request } from "../lib/api.js";
import { button, el, fill } from "../lib/dom.js";
import { announce, showError } from "../lib/messages.js";
import { recall, remember } from "../lib/storage.js";
import { capitalize } from "../lib/text.js";

const RETRY_DELAY = 500; // milliseconds until the coach is asked again: while it has no answer,
const REFINE_DELAY = 800; // and while its answer improves

export class Coach {
  /** `choose(move)` is called when the player picks an advised move, `look(move or null)` while one is hovered or focused. */
  constructor(button, container, key, choose, look) {
    Object.assign(this, { button, container, key, on: false, list: new CoachList(choose, look) });
    button.addEventListener("click", () => this.toggle());
    document.addEventListener("visibilitychange", () => this.#schedule(0));
  }

  toggle() {
    const { possible, why } = this.view?.coach ?? {};
    if (!this.on && !possible) {
      showError({ sentence: why ? `No coach here: ${why}` : "The coach has no advice now." });
      return;
    }
    this.on = !this.on;
    this.button.setAttribute("aria-pressed", String(this.on));
    this.container.hidden = !this.on;
    this.justOpened = this.on;
    if (this.on) {
      this.scrolledTo = scrollY;
      this.#start(this.view);
    } else {
      clearTimeout(this.timer);
      scrollTo({ top: this.scrolledTo });
    }
  }

  show(view) {
    this.view = view;
    this.button.hidden = view.spectator || view.outcome !== null || view.coach.never;
    this.container.hidden = !this.on || this.button.hidden;
    if (!this.container.hidden) this.#start(view);
  }

  /** Ask about a new decision; the last advice is only dimmed, so that nothing jumps. */
  #start(view) {
    this.announced = null;
    this.container.classList.add("old");
    this.#ask(view);
  }

  async #ask(view) {
    clearTimeout(this.timer);
    if (!view.coach.possible) {
      this.#fill(el("p", { class: "quiet", text: view.coach.why ?? "There is nothing to decide now." }));
      return;
    }
    const isOld = () => !this.on || view !== this.view;
    this.askAgain = null;
    try {
      const answer = await request("POST", "/api/table/coach", { key: this.key, body: {} });
      if (isOld()) return;
      this.#show(answer);
      this.justOpened &&= !answer.ready;
      this.askAgain = answer.done ? null : () => this.#ask(view);
      this.#schedule(answer.ready ? REFINE_DELAY : RETRY_DELAY);
    } catch (error) {
      if (!isOld()) this.#fill(el("p", { class: "quiet", text: error.sentence ?? String(error) }));
    }
  }

  /** Ask again after a delay, unless the page is hidden, so that the server can think for others. */
  #schedule(delay) {
    clearTimeout(this.timer);
    if (this.on && this.askAgain && !document.hidden) this.timer = setTimeout(this.askAgain, delay);
  }

  #show(answer) {
    const { ready, sentence, chance } = answer;
    if (!ready) {
      this.#fill(el("p", { class: "quiet thinking", text: capitalize(sentence ?? "thinking…") }));
      return;
    }
    if (!chance) {
      this.#fill(el("p", { class: "quiet", text: sentence }));
      return;
    }
    this.list.show(answer);
    if (this.list.node.parentNode !== this.container) this.#fill(this.list.node);
    this.container.classList.remove("old");
    if (this.justOpened) this.container.scrollIntoView({ block: "nearest" });
    this.#announce(answer);
  }

  /** Announce the first advice, and the final one if it differs. */
  #announce({ chance, moves, done, advice }) {
    const about = chance.interval ? `about ${chance.percent}, ${chance.interval}` : chance.percent;
    const best = advice ? ` ${advice}` : moves.length ? ` Best: ${moves[0].label}.` : "";
    const text = `Coach: chance to win ${chance.percent}.${best}`;
    if (text === this.announced || (this.announced && !done)) return;
    this.announced = text;
    announce(`Coach: chance to win ${about}.${best}`);
  }

  /** Show something, and scroll to it only if the coach was just switched on. */
  #fill(...parts) {
    this.container.classList.remove("old");
    fill(this.container, el("h2", { text: "Coach" }), ...parts);
    if (this.justOpened) this.container.scrollIntoView({ block: "nearest" });
  }
}

const MAX_MOVES = 5;
const OPEN_AS = "htl-coach-details"; // whether other moves and reasons are shown

/** The coach's advice, which may change while you read: rows keep their position while the pointer or the focus is there. */
class CoachList {
  constructor(choose, look) {
    Object.assign(this, { choose, look });
    this.rows = new Map();
    this.advice = el("p", { class: "advice-line" });
    this.reasons = el("ul", { class: "advice-reasons" });
    this.percent = el("strong", { class: "numbers" });
    this.interval = el("span", { class: "quiet numbers" });
    this.bar = chanceBar();
    this.list = el("ol", {});
    this.foot = el("p", { class: "quiet small sampled" });
    const now = el("p", { class: "now" }, "Chance to win now ", this.percent, " ", this.interval);
    this.toggle = button("", () => this.#showDetails(!this.isOpen), { class: "button plain small" });
    for (const event of ["pointerover", "focusin"]) this.list.addEventListener(event, ({ target }) => this.#lookAt(target));
    for (const event of ["pointerleave", "focusout"]) this.list.addEventListener(event, () => this.look(null));
    this.node = el("div", {}, now, this.bar, this.advice, this.list, this.reasons, this.foot, this.toggle);
    this.#showDetails(recall(OPEN_AS) === "open");
  }

  /** Show all moves and what speaks for the best, or only the best. */
  #showDetails(isOpen) {
    this.isOpen = isOpen;
    remember(OPEN_AS, isOpen ? "open" : "closed");
    this.node.toggleAttribute("data-brief", !isOpen);
    this.toggle.setAttribute("aria-expanded", String(isOpen));
    this.toggle.textContent = isOpen ? "Less" : "Other moves and reasons";
  }

  /** Preview the move whose row is hovered or focused. */
  #lookAt(target) {
    const row = [...this.rows.values()].find(({ node }) => node.contains(target));
    if (row) this.look(row.move);
  }

  show({ chance, moves, exact, done, simulations, advice, details }) {
    this.advice.textContent = advice;
    this.advice.hidden = !advice;
    fill(this.reasons, details.map((text) => el("li", { text })));
    this.reasons.hidden = !details.length;
    this.percent.textContent = chance.percent;
    this.percent.title = chance.fraction ?? "";
    this.interval.textContent = chance.interval ?? "";
    this.bar.hidden = exact;
    setBar(this.bar, chance);
    const best = moves.toSorted((a, b) => b.chance - a.chance).slice(0, MAX_MOVES);
    this.#list(best);
    this.foot.hidden = exact;
    this.foot.classList.toggle("thinking", !done);
    const games = `From ${simulations.toLocaleString("en")} simulated games`;
    this.foot.textContent = `${games}${done ? "." : " so far."}`;
    this.foot.title = "The pale part of a bar is the 95% confidence interval.";
  }

  #list(moves) {
    const isInUse = this.list.matches(":hover, :focus-within");
    const known = this.rows;
    const listed = isInUse ? this.#inOldOrder(moves) : moves;
    this.rows = new Map(listed.map((move) => [rowKey(move), known.get(rowKey(move)) ?? this.#row()]));
    for (const move of listed) this.#fillRow(this.rows.get(rowKey(move)), move);
    const rows = [...this.rows.values()].map(({ node }) => node);
    if (rows.some((node, at) => node !== this.list.children[at]) || rows.length !== this.list.children.length) fill(this.list, rows);
  }

  /** Return the moves in the order in which they are listed, then the new ones. */
  #inOldOrder(moves) {
    const now = new Map(moves.map((move) => [rowKey(move), move]));
    const kept = [...this.rows.keys()].filter((key) => now.has(key)).map((key) => now.get(key));
    return [...kept, ...moves.filter((move) => !kept.includes(move))];
  }

  #row() {
    const row = {
      label: el("span", { class: "chance-label" }),
      percent: el("span", { class: "numbers chance" }),
      interval: el("span", { class: "quiet small numbers sure" }),
      bar: chanceBar(),
    };
    row.button = el("button", { type: "button", class: "advice", on: { click: () => this.choose(row.move) } }, row.label, row.percent, row.bar, row.interval);
    row.node = el("li", {}, row.button);
    return row;
  }

  #fillRow(row, move) {
    row.move = move;
    row.label.textContent = capitalize(move.label);
    row.percent.textContent = move.percent;
    row.interval.textContent = move.interval ?? "";
    row.interval.hidden = !move.interval;
    row.node.title = move.fraction ?? "";
    setBar(row.bar, move);
  }
}

function rowKey({ text, label }) {
  return `${text}\n${label}`;
}

function chanceBar() {
  return el("span", { class: "bar-of-win", "aria-hidden": "true" }, el("i", { class: "band" }), el("i", { class: "sure-of" }), el("i", { class: "tick" }));
}

function setBar(node, { chance, low, high }) {
  node.style.setProperty("--chance", chance);
  node.style.setProperty("--low", low);
  node.style.setProperty("--high", high);
}
