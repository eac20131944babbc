// The coach: silent until asked, then the chance to win and the best moves, for every new moment.

import { ask } from "./api.js";
import { el, fill } from "./dom.js";
import { say, warn } from "./say.js";
import { capital } from "./words.js";

const AGAIN = 500;
const BEST = 5;

export class Coach {
  /** `choose(text)` is called for an advised move that somebody takes up. */
  constructor(button, place, key, choose) {
    Object.assign(this, { button, place, key, choose, on: false });
    button.addEventListener("click", () => this.toggle());
  }

  toggle() {
    const { possible, why } = this.view?.coach ?? {};
    if (!this.on && !possible) {
      warn({ sentence: why ? `No coach here: ${why}` : "There is nothing to ask the coach now." });
      return;
    }
    this.on = !this.on;
    this.button.setAttribute("aria-pressed", String(this.on));
    this.place.hidden = !this.on;
    this.called = this.on;
    if (this.on) this.#ask(this.view);
    else clearTimeout(this.timer);
  }

  show(view) {
    this.view = view;
    this.button.hidden = view.watching || view.outcome !== null || view.coach.never;
    this.place.hidden = !this.on || this.button.hidden;
    if (!this.place.hidden) this.#ask(view);
  }

  async #ask(view) {
    clearTimeout(this.timer);
    if (!view.coach.possible) {
      this.#fill(el("p", { class: "quiet", text: view.coach.why ?? "Nothing is to be decided now." }));
      return;
    }
    const isOld = () => !this.on || view !== this.view;
    try {
      const answer = await ask("POST", "/api/table/coach", { key: this.key, body: {} });
      if (isOld()) return;
      this.#show(answer);
      this.called &&= !answer.ready;
      if (!answer.ready) this.timer = setTimeout(() => this.#ask(view), AGAIN);
    } catch (refusal) {
      if (!isOld()) this.#fill(el("p", { class: "quiet", text: refusal.sentence ?? String(refusal) }));
    }
  }

  #show({ ready, sentence, chance, moves }) {
    if (!ready) {
      this.#fill(el("p", { class: "quiet thinking", text: capital(sentence ?? "thinking…") }));
      return;
    }
    this.#fill(
      chance && el("p", { class: "now", title: chance.fraction }, "Chance to win now ", el("strong", { class: "numbers", text: chance.percent })),
      sentence && el("p", { class: "quiet", text: sentence }),
      moves?.length > 0 && el("ol", {}, ...moves.slice(0, BEST).map((move) => this.#line(move))));
    if (chance) say(`Coach: chance to win ${chance.percent}.${moves?.length ? ` Best: ${moves[0].label}.` : ""}`);
  }

  /** Whoever has just called the coach is to see the answer; later ones do not move the page. */
  #fill(...parts) {
    fill(this.place, el("h2", { text: "Coach" }), ...parts);
    if (this.called) this.place.scrollIntoView({ block: "nearest" });
  }

  #line(move) {
    const bar = el("span", { class: "bar-of-chance", "aria-hidden": "true" });
    bar.style.setProperty("--chance", move.chance);
    return el("li", { title: move.fraction },
      el("button", { type: "button", class: "advice", on: { click: () => this.choose(move.text) } },
        el("span", { class: "chance-label", text: capital(move.label) }),
        el("span", { class: "numbers chance", text: move.percent }),
        bar));
  }
}
