// What the others have done since one's own last decision, watched step by step.

import { byId, el, fill } from "./dom.js";
import { counted } from "./words.js";

const PACE = 1100; // milliseconds a step

export class Theirs {
  /** `past` shows a moment; `place` gets the button that begins. */
  constructor(place, past) {
    Object.assign(this, { place, past, lines: [], at: null });
    this.back = stepButton("‹", "One step back", ",", () => this.step(-1));
    this.hold = stepButton("❚❚", "Pause", "w", () => this.pause());
    this.on = stepButton("›", "One step on", ".", () => this.step(1));
    fill(byId("past-steps"), this.back, this.hold, this.on);
  }

  show(view) {
    this.lines = linesOfOthers(view);
    const begin = () => this.begin();
    fill(this.place, this.lines.length > 0 && el("button", { type: "button", class: "button small watch", "aria-keyshortcuts": "w", on: { click: begin } },
      el("span", { "aria-hidden": "true", text: "▶ " }), "Watch their turn", el("span", { class: "visually-hidden", text: `, ${counted(this.lines.length, "step")}` })));
    this.place.hidden = byId("past-steps").hidden = !this.lines.length;
  }

  /** Watch from the start, or stop and go on; whether there is anything. */
  begin() {
    if (!this.lines.length) return false;
    if (this.past.step !== null && this.at !== null) this.pause();
    else this.#run(0);
    return true;
  }

  /** One step by hand: from then on it does not run by itself. */
  step(by) {
    if (this.past.step === null || !this.lines.length) return;
    this.#stop();
    const here = this.lines.findIndex(({ number }) => number === this.past.step);
    this.#see(Math.min(Math.max(here + by, 0), this.lines.length - 1));
  }

  pause() {
    if (this.timer) this.#stop();
    else this.#run(this.at === null || this.at >= this.lines.length - 1 ? 0 : this.at + 1);
  }

  async #run(at) {
    this.#stop();
    const timer = {};
    this.timer = timer;
    this.hold.textContent = "❚❚";
    this.hold.setAttribute("aria-label", "Pause");
    for (let next = at; next < this.lines.length && this.timer === timer; next += 1) {
      await this.#see(next);
      await new Promise((ready) => setTimeout(ready, PACE));
      if (this.past.step === null) break;
    }
    if (this.timer === timer) this.#stop();
  }

  #stop() {
    this.timer = null;
    this.hold.textContent = "▶";
    this.hold.setAttribute("aria-label", "Play");
  }

  #see(at) {
    this.at = at;
    return this.past.visit(this.lines[at]);
  }
}

/** From one's own last decision before them up to their last one, and the dice after it. */
function linesOfOthers({ log, seat: mine, watching, board }) {
  if (watching || !board.able) return [];
  const last = log.findLastIndex(({ seat }) => seat >= 0 && seat !== mine);
  if (last < 0) return [];
  const own = log.slice(0, last).findLastIndex(({ seat }) => seat === mine);
  const after = log.findIndex(({ seat }, at) => at > last && seat === mine);
  return log.slice(own + 1, after < 0 ? log.length : after);
}

function stepButton(text, label, key, click) {
  return el("button", { type: "button", class: "button small", "aria-label": label, title: `${label} (${key})`, "aria-keyshortcuts": key, text, on: { click } });
}
