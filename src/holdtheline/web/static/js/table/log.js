// The log as an order book, newest first: a heading for each turn, a line for each action. A line is a button that shows
// its step again; the pieces that it is about are marked while the pointer is on it.

import { watchTurnButton } from "../games/panels.js";
import { dieFace } from "../lib/dice.js";
import { el, fill } from "../lib/dom.js";
import { ruleLink } from "../lib/messages.js";
import { capitalize, luckMeaning, luckText, seatNameAmong } from "../lib/text.js";

const START = { number: 0, seat: -2, headline: "The beginning", face: null, die: null, events: [], luck: null, heading: "", continues: false, action: "", ids: [], turn_replay: false, effects: [] };

export class Log {
  /** `onJump(line)` is called for a line whose step to show, `onWatch(line)` for one with a turn replay, and `onPoint(ids)` for the pieces that the line under the pointer is about. */
  constructor(list, onJump, onWatch, onPoint = () => {}) {
    Object.assign(this, { list, onJump, onWatch, onPoint });
    this.entries = new Map(); // key -> {text, item}
  }

  /** Show the log by turns and actions; only new entries are built, and only obsolete ones removed. */
  show(view) {
    const isWhole = (view.log[0]?.number ?? 1) === 1;
    const lines = view.board.at_once ? view.log.filter(({ events }) => events.length) : view.log; // half an order is left out
    const wanted = new Map(entriesOf([...(isWhole ? [START] : []), ...lines]).map((entry) => [entry.key, entry]));
    for (const [key, { item }] of this.entries) {
      if (wanted.has(key)) continue;
      item.remove();
      this.entries.delete(key);
    }
    let next = null;
    for (const entry of wanted.values()) {
      const item = this.#itemOf(entry, view);
      if (item.nextElementSibling !== next || item.parentNode !== this.list) this.list.insertBefore(item, next);
      next = item;
    }
  }

  #itemOf(entry, view) {
    const text = JSON.stringify([entry, entry.action && this.#headline(entry.action[0], view)]);
    const existing = this.entries.get(entry.key);
    if (existing?.text === text) return existing.item;
    const item = entry.action ? this.#action(entry.action, view) : el("li", { class: "turn-heading" }, el("h3", { text: entry.heading }));
    existing?.item.replaceWith(item);
    this.entries.set(entry.key, { text, item });
    return item;
  }

  /** Mark the action of the step that is shown, or none for null. */
  mark(number) {
    for (const button of this.list.querySelectorAll("button.moment")) {
      const { first, step } = button.dataset;
      if (number !== null && Number(first) <= number && number <= Number(step)) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    }
  }

  /** Build the line of an action; its full sentences follow, for screen readers and while it is looked at. */
  #action(lines, view) {
    const [first, last] = [lines[0], lines.at(-1)];
    const ids = [...new Set(lines.flatMap((line) => line.ids))];
    const button = el("button", { type: "button", class: "moment", "data-first": first.number, "data-step": last.number, on: { click: () => this.onJump(last) } },
      el("span", { class: "number numbers", text: last.number }),
      !last.action && lines.map(({ face }) => face && dieFace(face)),
      el("span", { class: last.action ? "action" : "", text: last.action || this.#headline(first, view) }),
      el("span", { class: "visually-hidden", text: ", look back at this step" }));
    const item = el("li", { class: last.action ? "short" : "" }, button, eventsParagraph(lines), last.turn_replay && watchTurnButton(() => this.onWatch(last), "Watch the turn"));
    for (const [event, shown] of [["pointerenter", ids], ["focusin", ids], ["pointerleave", []], ["focusout", []]]) {
      item.addEventListener(event, () => this.onPoint(shown));
    }
    return item;
  }

  #headline(line, view) {
    const words = capitalize(line.headline);
    return line.seat >= 0 && view.seats.length > 1 ? `${seatNameAmong(view.seats[line.seat], view.seats)}: ${words}` : words;
  }
}

/** Return the headings and actions of these lines, oldest first; a heading comes after its actions, since the newest are on top. */
function entriesOf(lines) {
  const entries = [];
  let heading = "";
  for (const line of lines) {
    const previous = entries.at(-1)?.action;
    if (heading && line.heading !== heading) entries.push({ key: `heading before ${line.number}`, heading });
    if (line.continues && previous && line.heading === heading) previous.push(line);
    else entries.push({ key: `action ${line.number}`, action: [line] });
    heading = line.heading;
  }
  if (heading) entries.push({ key: "heading now", heading });
  return entries;
}

function eventsParagraph(lines) {
  const events = lines.flatMap((line) => line.events);
  const lucks = lines.filter((line) => line.luck !== null);
  if (!events.length && !lucks.length) return null;
  const luck = lucks.reduce((sum, line) => sum + line.luck, 0);
  return el("p", { class: "events" }, ...events.flatMap(eventParts), lucks.length > 0 && luckSign(luck));
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

/** Show what just happened in one paragraph, or only its summary. */
export function showNews(container, lines, summary = "") {
  if (summary) {
    fill(container, summary);
    container.hidden = false;
    return;
  }
  const lucks = lines.filter((line) => line.luck !== null);
  const luck = lucks.reduce((sum, line) => sum + line.luck, 0);
  fill(container, ...lines.flatMap(newsParts), lucks.length > 0 && luckSign(luck));
  container.hidden = !lines.some((line) => line.events.length) && !lucks.length;
}

function newsParts({ face, events }) {
  const text = events.map((event) => `${event.text} `).join("");
  if (!face) return [text];
  const [word] = text.split(" ", 1); // the die stays on its line
  return [el("span", { class: "with-die" }, dieFace(face), " ", word), text.slice(word.length)];
}
