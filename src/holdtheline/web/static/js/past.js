// Looking back: the picture of an earlier moment, until one comes back to now.

import { ask } from "./api.js";
import { byId } from "./dom.js";
import { say, warn } from "./say.js";

export class Past {
  /** `shown(moment or null)` is called when a moment is to be seen, and when it is over. */
  constructor(key, shown) {
    Object.assign(this, { key, shown, step: null });
    byId("now").addEventListener("click", () => this.leave());
  }

  async visit(line) {
    this.wanted = line.number;
    try {
      const moment = await ask("GET", `/api/replay/${line.number}`, { key: this.key });
      if (this.wanted !== line.number) return;
      this.step = line.number;
      byId("past").hidden = false;
      byId("past-step").textContent = `You are looking at step ${line.number}: ${told(line)}`;
      this.shown(moment);
      byId("past").scrollIntoView({ block: "nearest" });
      say(`You are looking at step ${line.number}. ${moment.position ?? ""} Escape leads back to now.`);
    } catch (refusal) {
      warn(refusal);
    }
  }

  leave() {
    this.wanted = null;
    if (this.step === null) return;
    this.step = null;
    byId("past").hidden = true;
    this.shown(null);
    say("Back to now.");
  }
}

/** What was done then, and what came of it. */
function told({ headline, events, die }) {
  return die && events.length ? events.map(({ text }) => text).join(" ") : headline;
}
