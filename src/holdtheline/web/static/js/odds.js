// What a move may lead to, asked for a moment after it is looked at.

import { ask } from "./api.js";
import { el, fill } from "./dom.js";
import { capital } from "./words.js";

const PAUSE = 90;

export class Odds {
  constructor(place, key) {
    this.place = place;
    this.key = key;
    this.known = new Map(); // code -> answer, for one version of the table
    this.asked = 0; // what was asked before the last question is not shown any more
  }

  /** Show the odds of a move of this version; null: of none. */
  look(move, version) {
    if (version !== this.version) {
      this.known.clear();
      this.version = version;
    }
    const number = (this.asked += 1);
    clearTimeout(this.timer);
    if (!move) {
      this.#show(null);
    } else if (this.known.has(move.code)) {
      this.#show(this.known.get(move.code));
    } else {
      this.place.classList.add("old");
      this.timer = setTimeout(() => this.#ask(move, number), PAUSE);
    }
  }

  async #ask(move, number) {
    const { known } = this;
    const answer = await ask("POST", "/api/table/odds", { key: this.key, body: { play: move.code } }).catch(() => null);
    if (number !== this.asked) return;
    if (answer) known.set(move.code, answer);
    this.#show(answer);
  }

  #show(answer) {
    this.place.classList.remove("old");
    const lines = answer?.odds ?? [];
    this.place.hidden = !lines.length;
    if (!lines.length) return;
    fill(this.place,
      el("p", { class: "odds-of" }, el("span", { class: "quiet", text: "If you " }), answer.label, el("span", { class: "quiet", text: ":" })),
      el("ul", {}, ...lines.map(chanceLine)));
  }
}

/** A chance as a line: words, number, and a bar as long as the chance. */
export function chanceLine({ label, percent, fraction, chance }) {
  const bar = el("span", { class: "bar-of-chance", "aria-hidden": "true" });
  bar.style.setProperty("--chance", chance);
  return el("li", { title: fraction },
    el("span", { class: "chance-label", text: capital(label) }),
    el("span", { class: "numbers chance", text: percent }),
    bar);
}
