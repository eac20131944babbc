// Buttons for things to touch that the picture does not show, such as the end of a turn.

import { el, fill } from "./dom.js";
import { capital } from "./words.js";

export class MoreActs {
  constructor(place, touch) {
    Object.assign(this, { place, touch, shown: "" });
  }

  /** `boxes`: what is in the picture. Where orders are given at once, the plan has all of them; where pieces are
   *  moved by hand, what has no key is one of many places, which the hand and the list of moves reach. */
  show(chooser, boxes, { board: { at_once: atOnce, go }, by_hand: byHand }) {
    const next = chooser.nextIds;
    const usual = chooser.usual ? go : null; // the big button says that one
    const spots = atOnce ? [] : chooser.spots.filter(({ id, key }) => !boxes.has(id) && id !== usual && next.has(id) && (key || !byHand));
    const shown = spots.map(({ id }) => id).join(" ");
    this.place.hidden = !spots.length;
    if (shown === this.shown) return;
    this.shown = shown;
    fill(this.place, ...spots.map(({ id, key, label }) => el("button", { type: "button", class: "button", "data-touch": id, "aria-keyshortcuts": key || null, on: { click: () => this.touch(id) } },
      el("span", { text: capital(label) }), key && el("kbd", { text: key.toUpperCase(), "aria-hidden": "true" }))));
  }
}
