// The coach: silent until asked, then the chance to win and the best moves, for every new moment.
// Where a game is not solved the chances are sampled, and get better for as long as one looks.

import { ask } from "./api.js";
import { CoachList } from "./coachlist.js";
import { el, fill } from "./dom.js";
import { say, warn } from "./say.js";
import { capital } from "./words.js";

const AGAIN = 500;
const BETTER = 800;

export class Coach {
  /** `choose(move)` is called for an advised move that somebody takes up. */
  constructor(button, place, key, choose) {
    Object.assign(this, { button, place, key, on: false, list: new CoachList(choose) });
    button.addEventListener("click", () => this.toggle());
    document.addEventListener("visibilitychange", () => this.#again(0));
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
    if (this.on) this.#begin(this.view);
    else clearTimeout(this.timer);
  }

  show(view) {
    this.view = view;
    this.button.hidden = view.watching || view.outcome !== null || view.coach.never;
    this.place.hidden = !this.on || this.button.hidden;
    if (!this.place.hidden) this.#begin(view);
  }

  /** A new moment: what was said of the last one is only dimmed, so that nothing jumps. */
  #begin(view) {
    this.heard = null;
    this.place.classList.add("old");
    this.#ask(view);
  }

  async #ask(view) {
    clearTimeout(this.timer);
    if (!view.coach.possible) {
      this.#fill(el("p", { class: "quiet", text: view.coach.why ?? "Nothing is to be decided now." }));
      return;
    }
    const isOld = () => !this.on || view !== this.view;
    this.more = null;
    try {
      const answer = await ask("POST", "/api/table/coach", { key: this.key, body: {} });
      if (isOld()) return;
      this.#show(answer);
      this.called &&= !answer.ready;
      this.more = answer.done ? null : () => this.#ask(view);
      this.#again(answer.ready ? BETTER : AGAIN);
    } catch (refusal) {
      if (!isOld()) this.#fill(el("p", { class: "quiet", text: refusal.sentence ?? String(refusal) }));
    }
  }

  /** Nobody looks at a page that is hidden; the server may think of others then. */
  #again(soon) {
    clearTimeout(this.timer);
    if (this.on && this.more && !document.hidden) this.timer = setTimeout(this.more, soon);
  }

  #show(answer) {
    const { ready, sentence, chance } = answer;
    if (!ready) {
      this.#fill(el("p", { class: "quiet thinking", text: capital(sentence ?? "thinking…") }));
      return;
    }
    if (!chance) {
      this.#fill(el("p", { class: "quiet", text: sentence }));
      return;
    }
    this.list.show(answer);
    if (this.list.node.parentNode !== this.place) this.#fill(this.list.node);
    this.place.classList.remove("old");
    if (this.called) this.place.scrollIntoView({ block: "nearest" });
    this.#say(answer);
  }

  /** Aloud at first, and once more when all is known, if that is something else. */
  #say({ chance, moves, done }) {
    const about = chance.interval ? `about ${chance.percent}, ${chance.interval}` : chance.percent;
    const best = moves.length ? ` Best: ${moves[0].label}.` : "";
    const heard = `Coach: chance to win ${chance.percent}.${best}`;
    if (heard === this.heard || (this.heard && !done)) return;
    this.heard = heard;
    say(`Coach: chance to win ${about}.${best}`);
  }

  /** Whoever has just called the coach is to see the answer; later ones do not move the page. */
  #fill(...parts) {
    this.place.classList.remove("old");
    fill(this.place, el("h2", { text: "Coach" }), ...parts);
    if (this.called) this.place.scrollIntoView({ block: "nearest" });
  }
}
