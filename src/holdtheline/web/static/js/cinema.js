// The film of a turn at a table or in a replay: fetched when a turn was played, or when somebody asks again.

import { ask } from "./api.js";
import { byId, el, fill } from "./dom.js";
import { Film } from "./film.js";
import { warn } from "./say.js";

export class Cinema {
  /** `begins()` is called when the picture is to be the one of now, `closed()` when all is over. */
  constructor(key, { begins = () => {}, closed = () => {} } = {}) {
    Object.assign(this, { key, begins, wanted: null });
    this.film = new Film(byId("picture"), byId("film"), { closed });
  }

  /** Whether a film is on its way: until then the picture stays as it was before the turn. */
  get isAwaited() {
    return this.wanted !== null;
  }

  /** The film of this line of the log; `lens`: through whose eyes, in a replay. */
  async show(line, lens = null) {
    this.wanted = line.number;
    document.documentElement.dataset.filming = ""; // nothing tells the end before the film does
    const query = lens === null ? "" : `?lens=${encodeURIComponent(lens)}`;
    try {
      const film = await ask("GET", `/api/replay/${line.number}/film${query}`, { key: this.key });
      if (this.wanted === line.number) this.#run(film);
    } catch (refusal) {
      this.#fail(refusal);
    }
  }

  close() {
    this.wanted = null;
    this.film.close();
  }

  #run(film) {
    this.wanted = null;
    this.begins();
    this.film.show(film);
    byId("film").querySelector(".film-play:not([hidden]), .film-forward")?.focus({ preventScroll: true });
    this.#intoSight();
  }

  /** Where the controls lie over the foot of the screen, the picture goes above them. */
  #intoSight() {
    const bar = byId("film").querySelector(".film-bar");
    const room = getComputedStyle(bar).position === "sticky" ? bar.offsetHeight : 0;
    const { top, bottom } = byId("picture").getBoundingClientRect();
    if (top < 0 || bottom > innerHeight - room) byId("picture").scrollIntoView({ block: room ? "start" : "nearest" });
  }

  #fail(refusal) {
    this.wanted = null;
    delete document.documentElement.dataset.filming;
    this.begins();
    warn(refusal);
  }
}

/** Where a turn has been played, a button that shows the last one once more. */
export function showAgain(place, { log }, watch) {
  const line = log.findLast(({ film }) => film);
  place.hidden = !line;
  if (line) fill(place, watchButton(() => watch(line)));
}

/** The button that shows a film once more. */
export function watchButton(show, text = "Watch the turn again") {
  return el("button", { type: "button", class: "button small watch", on: { click: show } },
    el("span", { "aria-hidden": "true", text: "▶" }), text);
}
