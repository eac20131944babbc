// The log, newest first. Each line is a button that shows its step again.

import { watchTurnButton } from "../games/panels.js";
import { dieFace } from "../lib/dice.js";
import { el, fill } from "../lib/dom.js";
import { ruleLink } from "../lib/messages.js";
import { capitalize, luckMeaning, luckText, seatNameAmong } from "../lib/text.js";

const START = { number: 0, seat: -2, headline: "The beginning", face: null, die: null, events: [], luck: null, turn_replay: false };

export class Log {
  /** `onJump(line)` is called for a line whose step to show, `onWatch(line)` for one with a turn replay. */
  constructor(list, onJump, onWatch) {
    Object.assign(this, { list, onJump, onWatch });
    this.lines = new Map(); // number -> {text, item}
  }

  /** Show the log; only new lines are built, and only obsolete ones removed. */
  show(view) {
    const isWhole = (view.log[0]?.number ?? 1) === 1;
    const lines = view.board.at_once ? view.log.filter(({ events }) => events.length) : view.log; // half an order is left out
    const wanted = new Map([...(isWhole ? [START] : []), ...lines].map((line) => [line.number, line]));
    for (const [number, { item }] of this.lines) {
      if (wanted.has(number)) continue;
      item.remove();
      this.lines.delete(number);
    }
    let previous = null;
    for (const line of wanted.values()) previous = this.#put(line, view, previous);
  }

  /** Put a line above the previous one and return its item. */
  #put(line, view, previous) {
    const text = JSON.stringify([this.#headline(line, view), line]);
    const existing = this.lines.get(line.number);
    if (existing?.text === text) return existing.item;
    const item = this.#item(line, view);
    if (existing) existing.item.replaceWith(item);
    else if (previous) previous.before(item);
    else this.list.append(item);
    this.lines.set(line.number, { text, item });
    return item;
  }

  /** Mark the line of the step that is shown, or none for null. */
  mark(number) {
    for (const button of this.list.querySelectorAll("button.moment")) {
      if (Number(button.dataset.step) === number) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    }
  }

  #item(line, view) {
    const button = el("button", { type: "button", class: "moment", "data-step": line.number, on: { click: () => this.onJump(line) } },
      el("span", { class: "number numbers", text: line.number }),
      line.face && dieFace(line.face),
      el("span", { text: this.#headline(line, view) }),
      el("span", { class: "visually-hidden", text: ", look back at this step" }));
    return el("li", {}, button, eventsParagraph(line), line.turn_replay && watchTurnButton(() => this.onWatch(line), "Watch the turn"));
  }

  #headline(line, view) {
    const words = capitalize(line.headline);
    return line.seat >= 0 && view.seats.length > 1 ? `${seatNameAmong(view.seats[line.seat], view.seats)}: ${words}` : words;
  }
}

function eventsParagraph(line) {
  if (!line.events.length && line.luck === null) return null;
  return el("p", { class: "events" }, ...line.events.flatMap(eventParts), line.luck !== null && luckSign(line.luck));
}

function eventParts({ text, clause, rule }) {
  return [text, " ", ruleLink(clause, rule, clause), " "];
}

function luckSign(luck) {
  const kind = Math.abs(luck) < 0.05 ? "even" : luck > 0 ? "good" : "bad";
  return el("span", { class: "luck numbers", "data-kind": kind, title: luckMeaning(luck), text: luckText(luck) });
}

/** Return the lines of `view` that `before` did not have. With another seat, or when all is revealed at the end, the lines
 *  are numbered differently; then only a turn that was just played is new. */
export function newLines(before, view) {
  const isOtherView = before.seat !== view.seat || (view.board.at_once && before.outcome === null && view.outcome !== null);
  if (isOtherView) return view.log.slice(-1).filter((line) => line.turn_replay);
  const previous = before.log.at(-1)?.number ?? 0;
  return view.log.filter(({ number }) => number > previous);
}

/** Show what just happened in one paragraph. */
export function showNews(container, lines) {
  const lucks = lines.filter((line) => line.luck !== null);
  const luck = lucks.reduce((sum, line) => sum + line.luck, 0);
  fill(container, ...lines.flatMap(newsParts), lucks.length > 0 && luckSign(luck));
  container.hidden = !lines.some((line) => line.events.length) && !lucks.length;
}

function newsParts({ face, events }) {
  return [face && dieFace(face), face && " ", ...events.map(({ text }) => `${text} `)];
}
