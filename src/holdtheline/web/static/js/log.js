// What happened, newest first. A line is a button that leads back to its moment.

import { el, fill } from "./dom.js";
import { dieFace } from "./dice.js";
import { ruleLink } from "./say.js";
import { capital, luckMeaning, luckText, nameOf } from "./words.js";

const START = { number: 0, seat: -2, headline: "The beginning", face: null, die: null, events: [], luck: null };

export class Log {
  /** `jump(line)` is called for the line whose moment is asked for. */
  constructor(list, jump) {
    this.list = list;
    this.jump = jump;
    this.lines = [];
  }

  /** Lines that are new since the last time; only these are built. */
  show(view) {
    const wanted = [START, ...view.log];
    const texts = wanted.map((line) => JSON.stringify([this.#headline(line, view), line]));
    let same = 0;
    while (same < texts.length && this.lines[same] === texts[same]) same += 1;
    for (let gone = this.lines.length; gone > same; gone -= 1) this.list.firstElementChild.remove();
    for (const line of wanted.slice(same)) this.list.prepend(this.#item(line, view));
    this.lines = texts;
  }

  /** Mark the line whose moment is shown; null: now. */
  mark(number) {
    for (const button of this.list.querySelectorAll("button")) {
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
    return el("li", {}, button, toldIn(line));
  }

  #headline(line, view) {
    const words = capital(line.headline);
    return line.seat >= 0 && view.seats.length > 1 ? `${nameOf(view.seats[line.seat])}: ${words}` : words;
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

/** The lines that one view has and another had not. */
export function newLines(before, view) {
  const last = before?.log.length ?? 0;
  return view.log.slice(last);
}

/** What just happened, in one short paragraph. */
export function showNews(place, lines) {
  const events = lines.flatMap((line) => line.events.map((event) => event.text));
  const lucks = lines.filter((line) => line.luck !== null);
  const luck = lucks.reduce((sum, line) => sum + line.luck, 0);
  fill(place, events.join(" "), " ", lucks.length > 0 && luckSign(luck));
  place.hidden = !events.length && !lucks.length;
}
