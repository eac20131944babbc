// What can be made of a replay: a new game from one of its steps, a file, a link for others.

import { ask, download } from "./api.js";
import { byId, el, fill } from "./dom.js";
import { remember } from "./keys.js";
import { linkRow } from "./linkrow.js";
import { showForm } from "./newgame.js";
import { warn } from "./say.js";
import { placeOf, seating } from "./seating.js";

/** A form that makes a new table out of the game up to this step; `now`: who is to sit where, unless changed. */
export function continueFrom(step, told, key, now) {
  const people = seating({ name: told.game, seats: told.seats.map((seat) => seat.title), players: told.players, now });
  const note = el("p", { class: "quiet", text: "A new game begins with these steps. The old one stays as it is." });
  const go = async () => {
    const opened = await ask("POST", `/api/replay/${step}/continue`, { key, body: people.chosen() });
    remember(opened);
    location.assign(placeOf(opened));
  };
  showForm(byId("continuing"), `Continue from step ${step}`, "Start", [el("section", {}, note, people.fields)], go);
}

export async function save(told, key) {
  try {
    await download("/api/table/record", key, `${told.game}-${told.id}.htl`);
  } catch (refusal) {
    warn(refusal);
  }
}

/** The link that is handed on is one that only watches, never this one, which may be a seat. */
export async function share(key) {
  try {
    const shared = await ask("POST", "/api/table/share", { key, body: {} });
    fill(byId("sharing-link"), linkRow("Link for spectators", "replay", shared.key));
    byId("sharing").showModal();
  } catch (refusal) {
    warn(refusal);
  }
}
