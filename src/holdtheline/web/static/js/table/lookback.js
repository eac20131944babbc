// Look back at earlier steps: at one of them, or at the opponent's last turn step by step.

import { request } from "../lib/api.js";
import { byId, el, fill, shortcutButton } from "../lib/dom.js";
import { announce, showError } from "../lib/messages.js";
import { plural } from "../lib/text.js";

const STEP_TIME = 1100; // milliseconds per step

/** The opponents' steps since the player's last decision, played one after the other. */
export class OpponentTurn {
  /** `container` gets the button that starts it; `replay(lines)` plays the lines with effects and returns whether it can. */
  constructor(container, lookback, replay) {
    Object.assign(this, { container, lookback, replay, lines: [], at: null });
    this.backButton = shortcutButton("‹", "One step back", ",", () => this.step(-1));
    this.pauseButton = shortcutButton("❚❚", "Pause", "w", () => this.pause());
    this.forwardButton = shortcutButton("›", "One step forward", ".", () => this.step(1));
    fill(byId("lookback-steps"), this.backButton, this.pauseButton, this.forwardButton);
  }

  show(view) {
    this.lines = opponentLines(view);
    const start = () => this.start();
    fill(this.container, this.lines.length > 0 && el("button", { type: "button", class: "button small watch", "aria-keyshortcuts": "w", on: { click: start } },
      el("span", { "aria-hidden": "true", text: "▶ " }), "Watch their turn", el("span", { class: "visually-hidden", text: `, ${plural(this.lines.length, "step")}` })));
    this.container.hidden = byId("lookback-steps").hidden = !this.lines.length;
  }

  /** Play from the start, pause, or continue; return whether there is anything to show. */
  start() {
    if (!this.lines.length) return false;
    if (this.lookback.step !== null && this.at !== null) this.pause();
    else if (this.lookback.step !== null || !this.replay(this.lines)) this.#play(0);
    return true;
  }

  /** Go one step back or forward, and stop playing. */
  step(by) {
    if (this.lookback.step === null || !this.lines.length) return;
    this.#stop();
    const here = this.lines.findIndex(({ number }) => number === this.lookback.step);
    this.#showStep(Math.min(Math.max(here + by, 0), this.lines.length - 1));
  }

  pause() {
    if (this.timer) this.#stop();
    else this.#play(this.at === null || this.at >= this.lines.length - 1 ? 0 : this.at + 1);
  }

  async #play(at) {
    this.#stop();
    const timer = {};
    this.timer = timer;
    this.pauseButton.textContent = "❚❚";
    this.pauseButton.setAttribute("aria-label", "Pause");
    for (let next = at; next < this.lines.length && this.timer === timer; next += 1) {
      await this.#showStep(next);
      await new Promise((ready) => setTimeout(ready, STEP_TIME));
      if (this.lookback.step === null) break;
    }
    if (this.timer === timer) this.#stop();
  }

  #stop() {
    this.timer = null;
    this.pauseButton.textContent = "▶";
    this.pauseButton.setAttribute("aria-label", "Play");
  }

  #showStep(at) {
    this.at = at;
    return this.lookback.show(this.lines[at]);
  }
}

/** Return the log lines of the opponents' last turn: their last actions in a row, with the dice before and in them. */
export function opponentLines({ log, seat: ownSeat, spectator, board }) {
  if (spectator || !board.able) return [];
  const actions = [];
  for (const line of log) {
    if (line.continues && actions.length) actions.at(-1).push(line);
    else actions.push([line]);
  }
  const seatOf = (action) => action.find(({ seat }) => seat >= 0)?.seat ?? -1;
  const last = actions.findLastIndex((action) => ![ownSeat, -1].includes(seatOf(action)));
  const own = actions.slice(0, Math.max(last, 0)).findLastIndex((action) => seatOf(action) === ownSeat);
  return actions.slice(own + 1, last + 1).flat();
}

/** An earlier step instead of the table, until the player returns to now. */
export class Lookback {
  /** `onShow(frame or null)` is called when a step is shown, and when the player returns to now. */
  constructor(key, onShow) {
    Object.assign(this, { key, onShow, step: null });
    byId("now").addEventListener("click", () => this.leave());
  }

  async show(line) {
    this.wanted = line.number;
    const frame = await request("GET", `/api/replay/${line.number}`, { key: this.key }).catch(showError);
    if (!frame || this.wanted !== line.number) return;
    this.step = line.number;
    byId("lookback").hidden = false;
    byId("lookback-step").textContent = `You are looking at step ${line.number}: ${stepSummary(line)}`;
    this.onShow(frame);
    byId("lookback").scrollIntoView({ block: "nearest" });
    announce(`You are looking at step ${line.number}. ${frame.position ?? ""} Press Escape to return to now.`);
  }

  leave() {
    this.wanted = null;
    if (this.step === null) return;
    this.step = null;
    byId("lookback").hidden = true;
    this.onShow(null);
    announce("Back to now.");
  }
}

/** Return the action of a step in short; without one its headline, or the result of a roll. */
function stepSummary({ headline, events, die, action }) {
  if (action) return action.replaceAll("\n", "; ");
  return die && events.length ? events.map(({ text }) => text).join(" ") : headline;
}
