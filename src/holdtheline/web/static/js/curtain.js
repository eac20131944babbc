// One screen for several seats: between them a curtain, until whoever is next says that they are there.

import { byId, el, fill } from "./dom.js";
import { say } from "./say.js";
import { capital } from "./words.js";

export class Curtain {
  /** `lifted(view)` is called with the view that waited behind it. */
  constructor(place, lifted) {
    Object.assign(this, { place, lifted, seat: null, waiting: null });
  }

  /** Whether this view may not be shown yet; it is shown when the curtain is lifted. */
  covers(view) {
    const mine = view.seats.filter((seat) => seat.mine);
    const waits = mine.length > 1 && view.board.sealed && !view.watching && view.seat !== this.seat;
    this.waiting = waits ? view : null;
    if (waits) this.#draw(view);
    else this.#open();
    return waits;
  }

  #draw(view) {
    const next = capital(view.seats[view.seat].title);
    document.title = `Hand over to ${next} · ${view.title}`;
    if (!this.place.hidden && this.place.dataset.seat === String(view.seat)) return;
    const button = el("button", { type: "button", class: "button primary go", text: `I am ${next}: show my table`, on: { click: () => this.#lift() } });
    fill(this.place,
      el("h2", { text: `Hand over to ${next}` }),
      el("p", { class: "quiet", text: view.log.at(-1)?.film
        ? "The turn is played. Its film runs as soon as the curtain is lifted."
        : `${view.board.at_once ? "Both plan in secret: only" : "Only"} ${next} looks at what comes now.` }),
      button);
    this.place.dataset.seat = view.seat;
    this.#cover(true);
    say(`Hand over to ${next}.`);
    button.focus();
  }

  #lift() {
    const view = this.waiting;
    this.seat = view.seat;
    this.#open();
    this.lifted(view);
    byId("prompt").focus({ preventScroll: true });
  }

  #open() {
    if (!this.place.hidden) this.#cover(false);
  }

  #cover(isDown) {
    this.place.hidden = !isDown;
    document.documentElement.toggleAttribute("data-curtain", isDown);
    byId("main").inert = isDown;
  }
}
