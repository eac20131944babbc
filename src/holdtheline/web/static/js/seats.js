// The head of the page: who sits at this table; and the window with its links, its name, its record.

import { ask, download } from "./api.js";
import { byId, el, fill } from "./dom.js";
import { knownOf } from "./keys.js";
import { linkRow } from "./linkrow.js";
import { say, warn } from "./say.js";
import { capital, isPerson, nameAmong } from "./words.js";

export class Seats {
  /** `changed(view)` is called with the view that a new name brings. */
  constructor(key, changed) {
    this.key = key;
    this.changed = changed;
    this.shared = null; // the link for spectators, once asked for
    byId("share-button").addEventListener("click", () => this.open("share"));
    byId("name-form").addEventListener("submit", (event) => this.#rename(event));
    byId("share-watch").addEventListener("click", () => this.#share());
    byId("download").addEventListener("click", () => this.save());
  }

  show(view) {
    this.view = view;
    byId("title").textContent = view.title;
    byId("options").textContent = view.options_text;
    byId("rules").href = view.rules;
    byId("name-form").hidden = view.watching;
    this.#sit(view);
    this.#invite(view);
  }

  /** Open the window; at "name", ready to write one. */
  open(part) {
    const own = this.view?.seats.find((seat) => seat.mine);
    const field = byId("name");
    field.value = own?.name ?? "";
    byId("table-window").showModal();
    if (part === "name") field.select();
  }

  async save() {
    try {
      await download("/api/table/record", this.key, `${this.view.game}-${this.view.id}.htl`);
    } catch (refusal) {
      byId("table-window").close();
      warn(refusal);
    }
  }

  #sit(view) {
    const text = JSON.stringify([view.seats, view.turn, view.seats.map((seat) => wordFor(seat, view))]);
    if (text === this.seated) return;
    this.seated = text;
    const list = byId("seats");
    const held = list.contains(document.activeElement);
    fill(list, ...view.seats.map((seat) => this.#chip(seat, view)));
    if (held) list.querySelector("button")?.focus();
  }

  #chip(seat, view) {
    const word = wordFor(seat, view);
    const moves = word !== null && word !== READY;
    const here = seat.here || seat.mine; // whoever looks is here, before the server knows it
    const parts = [
      el("span", { class: "sign", "aria-hidden": "true", text: moves ? "▸" : isPerson(seat) ? (here ? "●" : "○") : "⚙" }),
      el("span", { class: "who", text: nameAmong(seat, view.seats) }),
      nameAmong(seat, view.seats) !== capital(seat.title) && el("span", { class: "as quiet", text: roleOf(seat) }),
      word && el("span", { class: "tag", "data-kind": word, text: word === READY ? `✓ ${word}` : word }),
      isPerson(seat) && !here && el("span", { class: "quiet", text: "(away)" }),
    ];
    const chip = seat.mine && !view.watching
      ? el("button", { type: "button", class: "chip", title: "Change your name", on: { click: () => this.open("name") } }, ...parts,
        el("span", { class: "visually-hidden", text: "(change your name)" }))
      : el("span", { class: "chip" }, ...parts);
    return el("li", { "data-turn": moves || null }, chip);
  }

  /** Links for friends stand in the window, and on the page while a friend has not come. */
  #invite(view) {
    const friends = knownOf(this.key)?.friends ?? [];
    const missing = friends.filter(({ seat }) => !view.seats[seat]?.here && !view.seats[seat]?.mine);
    const text = JSON.stringify([friends, missing]);
    if (text === this.invited) return;
    this.invited = text;
    fill(byId("friends"), ...friends.map((friend) => namedLink(`Seat of ${friend.title}`, "table", friend.key)));
    const card = byId("invite");
    card.hidden = !missing.length || view.outcome !== null;
    fill(card, el("h2", { text: "Invite your friend" }),
      el("p", { class: "quiet small", text: "Whoever has this link sits down there." }),
      ...missing.map((friend) => namedLink(capital(friend.title), "table", friend.key)));
  }

  async #rename(event) {
    event.preventDefault();
    try {
      const view = await ask("POST", "/api/table/name", { key: this.key, body: { name: byId("name").value.trim() } });
      byId("table-window").close();
      this.changed(view);
      say("Your name is changed.");
    } catch (refusal) {
      byId("name-fault").textContent = refusal.sentence;
    }
  }

  async #share() {
    try {
      this.shared ??= (await ask("POST", "/api/table/share", { key: this.key, body: {} })).key;
      fill(byId("watch-link"), namedLink("For spectators", "watch", this.shared));
      byId("watch-link").querySelector("input").select();
    } catch (refusal) {
      byId("watch-link").textContent = refusal.sentence;
    }
  }
}

const READY = "ready";

/** What the table waits for from this seat, in a word; null: nothing. Where all decide at once, from each. */
function wordFor({ seat }, { turn, board }) {
  if (!board.timeline) return turn === seat ? "to move" : null;
  return board.players[seat].ready ? READY : "planning";
}

function roleOf(seat) {
  return isPerson(seat) ? seat.title : `${seat.title}, computer`;
}

function namedLink(label, page, key) {
  return el("div", {}, el("p", { class: "label small", text: label }), linkRow(`Link: ${label}`, page, key));
}
