// Offer guided games: each once in this browser, and always in the help.

import { button, el, fill } from "../lib/dom.js";
import { showError } from "../lib/messages.js";
import { recallJson, remember } from "../lib/storage.js";
import { startGuide } from "./start.js";

const STORED_AS = "htl-guides";

/** Return whether the guided game was neither offered nor played here. */
export function isGuideNew(game) {
  return !recallJson(STORED_AS)?.[game];
}

/** Remember that a guided game was `offered`, `begun` or `finished`. */
export function rememberGuide(game, state) {
  remember(STORED_AS, JSON.stringify({ ...recallJson(STORED_AS), [game]: state }));
}

/** Return "2 minutes". */
export function minutesText(minutes) {
  return `${minutes} ${minutes === 1 ? "minute" : "minutes"}`;
}

/** The offer at an ordinary table, the first time that a game is opened here; and the buttons in its help. */
export class GuideOffer {
  /** `onResume()` opens the lesson of this table again. */
  constructor(container, help, onResume) {
    Object.assign(this, { container, help, onResume });
  }

  show({ game, title, guide, guide_minutes: minutes, spectator, outcome }) {
    if (outcome) this.container.hidden = true; // the game has been learned, or is not the matter now
    if (this.isShown || !minutes || outcome) return;
    this.isShown = true;
    const start = () => startGuide(game).catch(showError);
    fill(this.help, guide && button("Resume the lesson", this.onResume),
      button(guide ? "Start the lesson again" : `Learn ${title} in ${minutesText(minutes)}`, start));
    this.help.hidden = false;
    if (guide || spectator || !isGuideNew(game)) return;
    rememberGuide(game, "offered");
    const dismiss = () => (this.container.hidden = true);
    fill(this.container,
      el("p", {}, el("b", { text: `New to ${title}? ` }), `Learn it by playing, in ${minutesText(minutes)}.`),
      el("div", { class: "buttons" }, button("Show me", start, { class: "button small primary" }), button("No, thanks", dismiss, { class: "button small" })));
    this.container.hidden = false;
  }
}
