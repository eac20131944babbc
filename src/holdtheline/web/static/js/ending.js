// The end of a game: the verdict, and where to go from there.

import { ask } from "./api.js";
import { campaignOfTable } from "./campaignkeys.js";
import { byId, el, fill } from "./dom.js";
import { remember } from "./keys.js";
import { ruleLink, warn } from "./say.js";

export class Ending {
  constructor(place, key, save) {
    Object.assign(this, { place, key, save });
    linkToCampaign(key);
  }

  show(view) {
    const { outcome } = view;
    this.place.hidden = outcome === null;
    if (!outcome) return;
    const [first, ...rest] = outcome.verdict.split(": ");
    this.place.dataset.kind = kindOf(view);
    fill(this.place,
      el("p", { class: "verdict" }, el("span", { class: "laurel", "aria-hidden": "true", text: { won: "★", lost: "✕" }[kindOf(view)] ?? "■" }), ` ${first}`),
      el("p", {}, sentence(rest.join(": ") || outcome.reason), " ", ruleLink(outcome.clause, outcome.rule)),
      el("div", { class: "buttons" },
        this.#onward(view),
        el("a", { class: view.watching && !campaignOfTable(this.key) ? "button primary" : "button", href: `/replay#${this.key}`, text: "Watch the replay" }),
        el("button", { type: "button", class: "button", text: "Download the record", on: { click: this.save } })));
  }

  /** Back to the campaign whose battle this was, or the same game once more. */
  #onward(view) {
    const campaign = campaignOfTable(this.key);
    if (campaign) return el("a", { class: "button primary", href: `/campaign#${campaign}`, text: "Back to the campaign" });
    return !view.watching && this.#again(view);
  }

  #again(view) {
    return el("button", { type: "button", class: "button primary", text: "Play again", on: { click: () => this.#open(askedFor(view)) } });
  }

  async #open(asked) {
    try {
      const opened = await ask("POST", "/api/tables", { body: asked });
      remember(opened);
      location.assign(opened.key ? `/table#${opened.key}` : `/replay#${opened.watch}`);
    } catch (refusal) {
      warn(refusal);
    }
  }
}

/** While the battle runs too, one can look at the campaign. */
function linkToCampaign(table) {
  const campaign = campaignOfTable(table);
  const link = byId("to-campaign");
  link.hidden = !campaign;
  if (campaign) link.href = `/campaign#${campaign}`;
}

function kindOf({ outcome, seat, watching }) {
  if (watching || !outcome.scores) return "over";
  const score = outcome.scores[seat];
  return score > 0 ? "won" : score < 0 ? "lost" : "over";
}

/** The same game once more, with the same people and players in the same seats. */
function askedFor({ game, options, seats, dice }) {
  const sits = (seat) => (seat.mine ? "me" : seat.player === "person" ? "friend" : seat.player);
  const name = seats.find((seat) => seat.mine)?.name ?? "";
  return { game, options, seats: seats.map(sits), dice: dice === "mine" ? "mine" : "table", name };
}

function sentence(text) {
  const whole = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(whole) ? whole : `${whole}.`;
}
