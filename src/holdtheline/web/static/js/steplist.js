// The steps of a replay as a list, and the story of the one that is shown.

import { byId, el, fill } from "./dom.js";
import { ruleLink } from "./say.js";
import { capital, luckMeaning, luckText, nameOf } from "./words.js";

export class StepList {
  constructor(go) {
    this.box = byId("steps");
    this.box.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (button) go(Number(button.dataset.step));
    });
  }

  show(steps, seats) {
    this.seats = seats;
    fill(this.box, steps.map((line) => this.#row(line)));
  }

  /** Mark the step, and bring it into sight inside the list if it is not; the page does not move. */
  showPlace(step) {
    this.box.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const button = this.box.children[step].firstElementChild;
    button.setAttribute("aria-current", "step");
    const above = button.offsetTop - this.box.scrollTop;
    const below = this.box.clientHeight - button.offsetHeight - above;
    if (above < 0 || below < 0) this.box.scrollTop += (above - below) / 2;
  }

  /** What happened in a step, sentence by sentence, each with its rule. */
  tell(line) {
    byId("now-title").textContent = headlineOf(line);
    fill(
      byId("now-who"),
      line.number > 0 && this.#who(line),
      line.luck !== null && [" · ", el("span", { class: "luck", title: luckMeaning(line.luck), text: luckText(line.luck) })],
    );
    const seats = line.number === 0 ? this.seats : [];
    fill(
      byId("now-events"),
      seats.map((seat) => el("li", { text: `${capital(seat.title)}: ${nameOf(seat)}` })),
      line.events.map((event) => el("li", {}, event.text, " ", ruleLink(event.clause, event.rule, event.clause))),
    );
  }

  #row(line) {
    const sign = line.face === null ? (line.film ? "▶" : line.number ? "◆" : "⚑") : DICE[line.face];
    return el(
      "li",
      {},
      el(
        "button",
        { type: "button", "data-step": line.number },
        el("span", { class: "number numbers", text: line.number }),
        el("span", { class: `sign ${line.face === null ? "" : "die"}`, "aria-hidden": "true", text: sign }),
        el("span", { class: "what", text: headlineOf(line, this.seats) }),
      ),
    );
  }

  #who(line) {
    if (line.face !== null || line.seat < 0) return "A roll";
    const seat = this.seats[line.seat];
    return seat ? `${nameOf(seat)}, ${seat.title}` : "A move";
  }
}

const DICE = ["", "⚀", "⚁", "⚂", "⚃", "⚄", "⚅"];

/** `seats`: where several play, whose step it was stands before it. */
export function headlineOf(line, seats = []) {
  const what = capital(line.headline || "the start");
  const seat = seats.length > 1 && line.number > 0 ? seats[line.seat] : undefined;
  return seat ? `${capital(seat.title)}: ${what}` : what;
}

/** A step in words, for whoever listens. */
export function spoken(line, last, seats) {
  const events = line.events.map((event) => event.text).join(" ");
  return `Step ${line.number} of ${last}: ${headlineOf(line, seats)}. ${events}`.trim();
}
