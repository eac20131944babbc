// The end of a game: the verdict, and what to do next.

import { button, byId, el, fill } from "../lib/dom.js";
import { campaignLinks, campaignOfTable, tableLinks } from "../lib/links.js";
import { ruleLink, showError } from "../lib/messages.js";
import { openTable } from "../lib/seating.js";
import { sentence } from "../lib/text.js";

export class Result {
  constructor(container, key, onSave) {
    Object.assign(this, { container, key, onSave });
    linkToCampaign(key);
  }

  show(view) {
    const { outcome } = view;
    this.container.hidden = outcome === null;
    if (!outcome) return;
    const [first, ...rest] = outcome.verdict.split(": ");
    this.container.dataset.kind = resultKind(view);
    fill(this.container,
      el("p", { class: "verdict" }, el("span", { class: "laurel", "aria-hidden": "true", text: { won: "★", lost: "✕" }[resultKind(view)] ?? "■" }), ` ${first}`),
      el("p", {}, sentence(rest.join(": ") || outcome.reason), " ", ruleLink(outcome.clause, outcome.rule)),
      el("div", { class: "buttons" },
        this.#mainButton(view),
        el("a", { class: view.spectator && !campaignOfTable(this.key) ? "button primary" : "button", href: `/replay#${tableLinks.hash(this.key)}`, text: "Watch the replay" }),
        button("Download the record", this.onSave)));
  }

  /** Return the link back to the campaign of this battle, or the button for a rematch. */
  #mainButton(view) {
    const campaign = campaignOfTable(this.key);
    if (campaign) return el("a", { class: "button primary", href: `/campaign#${campaignLinks.hash(campaign)}`, text: "Back to the campaign" });
    return !view.spectator && button("Play again", () => openTable(rematchRequest(view)).catch(showError), { class: "button primary" });
  }
}

/** Show the link to the campaign of this battle, even while it is being played. */
function linkToCampaign(key) {
  const campaign = campaignOfTable(key);
  const link = byId("to-campaign");
  link.hidden = !campaign;
  if (campaign) link.href = `/campaign#${campaignLinks.hash(campaign)}`;
}

function resultKind({ outcome, seat, spectator }) {
  if (spectator || !outcome.scores) return "over";
  const score = outcome.scores[seat];
  return score > 0 ? "won" : score < 0 ? "lost" : "over";
}

/** Return a request for the same game with the same players in the same seats. */
function rematchRequest({ game, options, seats, dice }) {
  const playerOf = (seat) => (seat.mine ? "me" : seat.player === "person" ? "friend" : seat.player);
  const name = seats.find((seat) => seat.mine)?.name ?? "";
  return { game, options, seats: seats.map(playerOf), dice: dice === "mine" ? "mine" : "table", name };
}
