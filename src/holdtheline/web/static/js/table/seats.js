// The seats at this table, the dialog with its links, name and record, and the handover between seats on one screen.

import { download, request } from "../lib/api.js";
import { byId, el, fill, showsNew } from "../lib/dom.js";
import { campaignOfTable, linkRow, tableLinks } from "../lib/links.js";
import { announce, showError, showNotice } from "../lib/messages.js";
import { friendLink, isMissing, ownLink } from "../lib/sharing.js";
import { capitalize, isPerson, seatName, seatNameAmong } from "../lib/text.js";

export class Seats {
  /** `onView(view)` is called with the view that follows a new name. */
  constructor(key, onView) {
    this.key = key;
    this.onView = onView;
    this.awaited = new Set(); // the seats of friends who have not come yet
    this.spectatorKey = null; // the key of the link for spectators, once it was requested
    byId("share-button").addEventListener("click", () => this.open("share"));
    byId("name-form").addEventListener("submit", (event) => this.#rename(event));
    byId("share-watch").addEventListener("click", () => this.#showSpectatorLink());
    byId("download").addEventListener("click", () => this.save());
  }

  show(view) {
    this.#announceArrivals(this.view, view);
    this.view = view;
    byId("title").textContent = view.title;
    byId("options").textContent = view.options_text;
    byId("rules").href = view.rules;
    byId("name-form").hidden = view.spectator;
    if (!view.spectator && !campaignOfTable(this.key) && !byId("own-link").children.length) {
      fill(byId("own-link"), ownLink(tableLinks, "table", this.key, "It opens your seat in another browser. Anyone who has it can play in your place."));
    }
    this.#showSeats(view);
    this.#invite(view);
  }

  /** Open the dialog; with "name", ready to type one. */
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
    } catch (error) {
      byId("table-window").close();
      showError(error);
    }
  }

  /** Say who has taken a seat, or come back, since the last view. */
  #announceArrivals(before, { seats, spectator, outcome }) {
    if (!before || outcome) return;
    for (const seat of seats.filter((other) => isPerson(other) && !other.mine)) {
      const known = before.seats[seat.seat];
      if (this.#isAwaited(known)) this.awaited.add(seat.seat);
      if (!seat.here || known.here) continue;
      const isNew = this.awaited.delete(seat.seat);
      const text = `${seat.name || `The ${capitalize(seat.title)} player`} ${isNew ? "has arrived" : "is back"}.`;
      if (isNew && !spectator) showNotice(text);
      else announce(text);
    }
  }

  /** Return whether a friend was invited to this seat and has not come yet. */
  #isAwaited(seat) {
    const friend = (tableLinks.get(this.key)?.friends ?? []).find((other) => other.seat === seat.seat);
    return Boolean(friend) && isMissing(friend, seat);
  }

  #showSeats(view) {
    const list = byId("seats");
    if (!showsNew(list, [view.seats, view.turn, view.seats.map((seat) => seatStatus(seat, view))])) return;
    const hadFocus = list.contains(document.activeElement);
    fill(list, ...view.seats.map((seat) => this.#chip(seat, view)));
    if (hadFocus) list.querySelector("button")?.focus();
  }

  #chip(seat, view) {
    const status = seatStatus(seat, view);
    const isToMove = status !== null && status !== READY;
    const isHere = seat.here || seat.mine; // the player at this browser is here before the server knows it
    const parts = [
      el("span", { class: "sign", "aria-hidden": "true", text: isToMove ? "▸" : isPerson(seat) ? (isHere ? "●" : "○") : "⚙" }),
      el("span", { class: "who", text: seatNameAmong(seat, view.seats) }),
      seatNameAmong(seat, view.seats) !== capitalize(seat.title) && el("span", { class: "as quiet", text: roleOf(seat) }),
      status && el("span", { class: "tag", "data-kind": status, text: status === READY ? `✓ ${status}` : status }),
      isPerson(seat) && !isHere && el("span", { class: "quiet", text: this.#isAwaited(seat) ? "(not here yet)" : "(away)" }),
    ];
    const chip = seat.mine && !view.spectator
      ? el("button", { type: "button", class: "chip", title: "Change your name", on: { click: () => this.open("name") } }, ...parts,
        el("span", { class: "visually-hidden", text: "(change your name)" }))
      : el("span", { class: "chip" }, ...parts);
    return el("li", { "data-turn": isToMove || null }, chip);
  }

  /** Show the links for friends in the dialog, and on the page while a friend is missing. */
  #invite(view) {
    const friends = tableLinks.get(this.key)?.friends ?? [];
    const seatOf = (friend) => view.seats[friend.seat];
    const missing = friends.filter((friend) => isMissing(friend, seatOf(friend)));
    const card = byId("invite");
    if (!showsNew(card, [friends, missing, friends.map((friend) => [seatOf(friend)?.claimed, seatOf(friend)?.name])])) return;
    const part = (friend) => friendLink(tableLinks, this.key, friend, seatOf(friend), "table", () => this.#invite(this.view));
    fill(byId("friends"), ...friends.map(part));
    card.hidden = !missing.length || view.outcome !== null;
    fill(card,
      el("h2", { text: missing.length === 1 ? "Waiting for your friend" : "Waiting for your friends" }),
      el("p", { class: "small", text: waitingText(view, missing) }),
      ...missing.map(part));
  }

  async #rename(event) {
    event.preventDefault();
    try {
      const view = await request("POST", "/api/table/name", { key: this.key, body: { name: byId("name").value.trim() } });
      byId("table-window").close();
      this.onView(view);
      announce("Your name was changed.");
    } catch (error) {
      byId("name-fault").textContent = error.sentence;
    }
  }

  async #showSpectatorLink() {
    try {
      this.spectatorKey ??= (await request("POST", "/api/table/share", { key: this.key, body: {} })).key;
      fill(byId("watch-link"), namedLink("For spectators", "watch", this.spectatorKey));
      byId("watch-link").querySelector("input").select();
    } catch (error) {
      byId("watch-link").textContent = error.sentence;
    }
  }
}

/** Say which seats are still open, and who is already here. */
function waitingText({ seats }, missing) {
  const open = missing.map((friend) => capitalize(friend.title)).join(" and ");
  const arrived = seats.filter((seat) => isPerson(seat) && !seat.mine && !missing.some((friend) => friend.seat === seat.seat)).map(seatName);
  return `Send the link below. Still open: ${open}.${arrived.length ? ` Already here: ${arrived.join(", ")}.` : ""}`;
}

const READY = "ready";

/** Return what the table waits for this seat to do, or null; if all decide at once, it waits for each. */
function seatStatus({ seat }, { turn, board }) {
  if (!board.timeline) return turn === seat ? "to move" : null;
  return board.players[seat].ready ? READY : "planning";
}

function roleOf(seat) {
  return seat.title;
}

function namedLink(label, page, key) {
  return el("div", {}, el("p", { class: "label small", text: label }), linkRow(`Link: ${label}`, page, key));
}

// Several seats on one screen

/** A screen that hides the table until the player of the next seat has taken over. */
export class Handover {
  /** `onReady(view)` is called with the view that was hidden. */
  constructor(container, onReady) {
    Object.assign(this, { container, onReady, seat: null, waiting: null });
  }

  /** Return whether this view has to wait for the handover. */
  covers(view) {
    const mine = view.seats.filter((seat) => seat.mine);
    const isCovered = mine.length > 1 && view.board.sealed && !view.spectator && view.seat !== this.seat;
    this.waiting = isCovered ? view : null;
    if (isCovered) this.#ask(view);
    else this.#uncover();
    return isCovered;
  }

  #ask(view) {
    const next = capitalize(view.seats[view.seat].title);
    document.title = `Hand over to ${next} · ${view.title}`;
    if (!this.container.hidden && this.container.dataset.seat === String(view.seat)) return;
    const button = el("button", { type: "button", class: "button primary go", text: `I am ${next}: show my table`, on: { click: () => this.#accept() } });
    fill(this.container,
      el("h2", { text: `Hand over to ${next}` }),
      el("p", { class: "quiet", text: view.log.at(-1)?.turn_replay
        ? "The turn is over. Its replay starts as soon as you take over."
        : `${view.board.at_once ? "Both plan in secret: only" : "Only"} ${next} may look now.` }),
      button);
    this.container.dataset.seat = view.seat;
    this.#setCovered(true);
    announce(`Hand over to ${next}.`);
    button.focus();
  }

  #accept() {
    const view = this.waiting;
    this.seat = view.seat;
    this.#uncover();
    this.onReady(view);
    byId("prompt").focus({ preventScroll: true });
  }

  #uncover() {
    if (!this.container.hidden) this.#setCovered(false);
  }

  #setCovered(isCovered) {
    this.container.hidden = !isCovered;
    document.documentElement.toggleAttribute("data-handover", isCovered);
    byId("main").inert = isCovered;
  }
}
