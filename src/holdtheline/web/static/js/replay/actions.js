// Actions of a replay: continue the game from a step, download its record, share a link.

import { download, request } from "../lib/api.js";
import { byId, el, fill } from "../lib/dom.js";
import { showForm } from "../lib/forms.js";
import { linkRow } from "../lib/links.js";
import { showError } from "../lib/messages.js";
import { openTable, seatingForm } from "../lib/seating.js";

/** Show a form for a new table that continues the game from a step; `now` preselects the players. */
export function continueFrom(step, game, key, now) {
  const seating = seatingForm({ name: game.game, seats: game.seats.map((seat) => seat.title), players: game.players, now });
  const note = el("p", { class: "quiet", text: "A new game starts with these steps. The old one does not change." });
  showForm(byId("continuing"), `Continue from step ${step}`, "Start", [el("section", {}, note, seating.fields)], () => openTable(seating.chosen(), `/api/replay/${step}/continue`, key));
}

export function downloadRecord(game, key) {
  download("/api/table/record", key, `${game.game}-${game.id}.htl`).catch(showError);
}

/** Show a link that only lets others watch: the page's own link may be a seat. */
export async function shareReplay(key) {
  const shared = await request("POST", "/api/table/share", { key, body: {} }).catch(showError);
  if (!shared) return;
  fill(byId("sharing-link"), linkRow("Link for spectators", "replay", shared.key));
  byId("sharing").showModal();
}
