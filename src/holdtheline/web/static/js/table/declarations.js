// Resigning and draws: the buttons, the offer on the table, and what the other side declared.

import { request } from "../lib/api.js";
import { button, byId, el, fill, showsNew } from "../lib/dom.js";
import { confirmedBy } from "../lib/forms.js";
import { campaignOfTable } from "../lib/links.js";
import { announce, showError } from "../lib/messages.js";
import { seatNameAmong } from "../lib/text.js";

export class Declarations {
  /** `onView(view)` is called with the view that follows a declaration. */
  constructor(key, onView) {
    Object.assign(this, { key, onView });
    this.buttons = byId("declare");
    this.card = byId("draw-offer");
  }

  show(view) {
    const { declarations, outcome, spectator, version } = view;
    this.version = version;
    if (!showsNew(this.buttons, [declarations, outcome === null])) return;
    const isOffered = !spectator && outcome === null && !campaignOfTable(this.key);
    this.buttons.hidden = !isOffered || !(declarations.resign.possible || declarations.draw.possible);
    fill(this.buttons,
      declarations.draw.possible && button("Offer a draw", () => this.#declare("offer draw"), { class: "button plain small" }),
      declarations.resign.possible && button(declarations.gives_up ? "Give up" : "Resign", () => this.#askToResign(declarations), { class: "button plain small", "aria-haspopup": "dialog" }));
    this.#showOffer(view);
  }

  #showOffer(view) {
    const { declarations: { offered_by: seat, may_answer: mayAnswer, last }, outcome } = view;
    const text = outcome === null ? offerText(view, seat) ?? last : null;
    const isNews = text !== null && text !== this.text;
    this.text = text;
    this.card.hidden = text === null;
    fill(this.card,
      el("p", { text: text ?? "" }),
      mayAnswer && el("div", { class: "buttons" },
        button("Accept the draw", () => this.#declare("accept draw"), { class: "button primary" }),
        button("Decline", () => this.#declare("decline draw"))));
    if (isNews) announce(text);
  }

  async #askToResign({ gives_up: givesUp }) {
    byId("resigning-title").textContent = givesUp ? "Give up this game?" : "Resign this game?";
    byId("resigning-what").textContent = givesUp ? "The game ends at once, and you lose it." : "The game ends at once, and the other side wins.";
    if (await confirmedBy(byId("resigning"), "resign")) await this.#declare("resign");
  }

  async #declare(declares) {
    try {
      this.onView(await request("POST", "/api/table/declare", { key: this.key, body: { declares, at: this.version } }));
    } catch (error) {
      showError(error);
    }
  }
}

/** Return what there is to say about the offer of this seat, or null without an offer. */
function offerText({ seats }, seat) {
  if (seat === null) return null;
  const isAgainstMe = !seats[seat].mine;
  return isAgainstMe ? `${seatNameAmong(seats[seat], seats)} offers a draw. The offer ends with the next move.` : "You offered a draw. The offer ends with the next move.";
}
