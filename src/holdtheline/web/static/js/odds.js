// What a move may lead to, asked for a moment after it is looked at.

import { ask } from "./api.js";
import { el, fill } from "./dom.js";
import { capital } from "./words.js";

const PAUSE = 90;

export class Odds {
  constructor(place, key) {
    this.place = place;
    this.key = key;
    this.known = new Map(); // text of a move -> answer, for one version of the table
    addEventListener("resize", () => (place.style.minHeight = ""));
  }

  /** Show the odds of a move of this version; null: of none. */
  look(move, version) {
    this.stop();
    if (version !== this.version) {
      this.known.clear();
      this.version = version;
      this.place.style.minHeight = "";
      this.hasRoom = false;
    }
    if (!move || move.plays || this.known.has(move.text)) {
      this.#show(this.known.get(move?.text));
    } else {
      this.place.classList.add("old");
      this.timer = setTimeout(() => this.#ask(move), PAUSE);
    }
  }

  /** A question that is still open is not of interest any more. */
  stop() {
    clearTimeout(this.timer);
    this.question?.abort();
  }

  async #ask(move) {
    const question = new AbortController();
    this.question = question;
    const request = { key: this.key, body: { play: move.text }, signal: question.signal };
    const answer = await ask("POST", "/api/table/odds", request).catch(() => null);
    if (question.signal.aborted) return;
    if (answer) this.known.set(move.text, answer);
    this.#show(answer);
  }

  #show(answer) {
    this.place.classList.remove("old");
    const lines = answer?.odds ?? [];
    this.place.style.visibility = lines.length ? "" : "hidden";
    this.place.hidden = !lines.length && !this.hasRoom;
    if (!lines.length) return;
    fill(this.place,
      el("p", { class: "odds-of", text: capital(answer.label) }),
      el("ul", {}, ...lines.map(chanceLine)));
    this.#keepRoom();
  }

  /** Room that was taken for a decision stays taken, shown or not: else the list below would move away
   *  from under the pointer, and what is then under it would be looked at instead, back and forth. */
  #keepRoom() {
    this.hasRoom = true;
    this.place.style.minHeight = `${this.place.offsetHeight}px`;
  }
}

/** A chance as a line: words, number, and a bar as long as the chance. */
export function chanceLine({ label, percent, fraction, chance, most }) {
  const bar = el("span", { class: "bar-of-chance", "aria-hidden": "true" });
  bar.style.setProperty("--chance", chance);
  bar.style.setProperty("--most", most ?? chance);
  return el("li", { title: fraction },
    el("span", { class: "chance-label", text: capital(label) }),
    el("span", { class: "numbers chance", text: percent }),
    bar);
}
