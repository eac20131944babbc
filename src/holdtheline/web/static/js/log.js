// What happened, newest first. A line is a button that leads back to its moment.

import { watchButton } from "./cinema.js";
import { el, fill } from "./dom.js";
import { dieFace } from "./dice.js";
import { ruleLink } from "./say.js";
import { capital, luckMeaning, luckText, nameAmong } from "./words.js";

const START = { number: 0, seat: -2, headline: "The beginning", face: null, die: null, events: [], luck: null, film: false };

export class Log {
  /** `jump(line)` is called for the line whose moment is asked for, `watch(line)` for one with a film. */
  constructor(list, jump, watch) {
    Object.assign(this, { list, jump, watch });
    this.lines = new Map(); // number -> {text, item}
  }

  /** Only lines that are new since the last time are built, and only those that are gone are taken away. */
  show(view) {
    const isWhole = (view.log[0]?.number ?? 1) === 1;
    const told = view.board.at_once ? view.log.filter(({ events }) => events.length) : view.log; // half an order is none
    const wanted = new Map([...(isWhole ? [START] : []), ...told].map((line) => [line.number, line]));
    for (const [number, { item }] of this.lines) {
      if (wanted.has(number)) continue;
      item.remove();
      this.lines.delete(number);
    }
    let last = null;
    for (const line of wanted.values()) last = this.#put(line, view, last);
  }

  /** A line above the one before it; its item. */
  #put(line, view, last) {
    const text = JSON.stringify([this.#headline(line, view), line]);
    const there = this.lines.get(line.number);
    if (there?.text === text) return there.item;
    const item = this.#item(line, view);
    if (there) there.item.replaceWith(item);
    else if (last) last.before(item);
    else this.list.append(item);
    this.lines.set(line.number, { text, item });
    return item;
  }

  /** Mark the line whose moment is shown; null: now. */
  mark(number) {
    for (const button of this.list.querySelectorAll("button.moment")) {
      if (Number(button.dataset.step) === number) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    }
  }

  #item(line, view) {
    const button = el("button", { type: "button", class: "moment", "data-step": line.number, on: { click: () => this.jump(line) } },
      el("span", { class: "number numbers", text: line.number }),
      line.face && dieFace(line.face),
      el("span", { text: this.#headline(line, view) }),
      el("span", { class: "visually-hidden", text: ", look back at this moment" }));
    return el("li", {}, button, toldIn(line), line.film && watchButton(() => this.watch(line), "Watch the turn"));
  }

  #headline(line, view) {
    const words = capital(line.headline);
    return line.seat >= 0 && view.seats.length > 1 ? `${nameAmong(view.seats[line.seat], view.seats)}: ${words}` : words;
  }
}

function toldIn(line) {
  if (!line.events.length && line.luck === null) return null;
  return el("p", { class: "told" }, ...line.events.flatMap(eventParts), line.luck !== null && luckSign(line.luck));
}

function eventParts({ text, clause, rule }) {
  return [text, " ", ruleLink(clause, rule, clause), " "];
}

function luckSign(luck) {
  const kind = Math.abs(luck) < 0.05 ? "even" : luck > 0 ? "good" : "bad";
  return el("span", { class: "luck numbers", "data-kind": kind, title: luckMeaning(luck), text: luckText(luck) });
}

/** The lines that one view has and another had not. With other eyes, and where all is open at the end,
 *  they are counted anew: then only a turn that was just played is news. */
export function newLines(before, view) {
  const isOther = before.seat !== view.seat || (view.board.at_once && before.outcome === null && view.outcome !== null);
  if (isOther) return view.log.slice(-1).filter((line) => line.film);
  const last = before.log.at(-1)?.number ?? 0;
  return view.log.filter(({ number }) => number > last);
}

/** What just happened, in one short paragraph. */
export function showNews(place, lines) {
  const lucks = lines.filter((line) => line.luck !== null);
  const luck = lucks.reduce((sum, line) => sum + line.luck, 0);
  fill(place, ...lines.flatMap(newsOf), lucks.length > 0 && luckSign(luck));
  place.hidden = !lines.some((line) => line.events.length) && !lucks.length;
}

function newsOf({ face, events }) {
  return [face && dieFace(face), face && " ", ...events.map(({ text }) => `${text} `)];
}
