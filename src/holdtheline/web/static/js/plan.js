// Planning by hand: the purse, the shop, the timeline, orders for all at once, and how units decide.

import { el, fill } from "./dom.js";
import { smallFigure } from "./figure.js";
import { Timeline } from "./timeline.js";
import { capital, isPerson } from "./words.js";

export class Plan {
  /** `give(ids)` plays touches, one after the other; what is not possible says why. */
  constructor(place, purse, give) {
    Object.assign(this, { place, purse, give });
    this.gold = el("p", { class: "plan-gold numbers" });
    this.others = el("p", { class: "plan-others quiet" });
    this.shop = el("div", { class: "plan-shop" });
    this.line = el("div", { class: "tl" });
    this.tools = el("div", { class: "plan-tools", role: "group", "aria-label": "All soldiers" });
    this.minds = el("details", { class: "plan-minds" });
    fill(place, el("div", { class: "plan-head" }, this.gold, this.others), this.shop, this.line, this.tools, this.minds);
    this.timeline = new Timeline(this.line, give);
    place.addEventListener("click", ({ target }) => this.#clicked(target.closest("[data-give]")));
  }

  show(view, picture, chooser) {
    const board = view.board.timeline;
    this.place.hidden = this.purse.hidden = !board || view.watching;
    if (this.place.hidden) return;
    const isOpen = view.may_act;
    this.#build(board, picture);
    fill(this.gold, coin(), `${board.gold} gold`);
    this.others.textContent = othersOf(view);
    fill(this.purse, coin(), el("b", { text: `${board.gold} gold` }), el("span", { class: "quiet", text: othersOf(view) }));
    for (const button of this.place.querySelectorAll("[data-give]")) this.#offer(button, board, chooser, isOpen);
    for (const [at, { now }] of board.minds.entries()) this.selects[at].value = now;
    this.timeline.show(board, picture, isOpen);
  }

  /** What can be bought and ordered is the same all the time; only whether it is possible changes. */
  #build(board, picture) {
    const kinds = JSON.stringify([board.shop, board.tools, board.minds.map(({ ways }) => ways)]);
    if (kinds === this.built) return;
    this.built = kinds;
    fill(this.shop, shelf("Build", board.shop.filter(({ kind }) => kind === "tower"), picture),
      shelf("Hire", board.shop.filter(({ kind }) => kind === "hire"), picture));
    this.#buildTools(board);
    this.selects = board.minds.map((mind) => this.#mind(mind));
    fill(this.minds, el("summary", { text: "How your units decide" }),
      el("div", { class: "plan-minds-list" }, board.minds.map(({ unit }, at) => el("label", {}, el("span", { text: capital(unit) }), this.selects[at]))));
  }

  #buildTools({ tools, rows }) {
    this.row = el("select", { "aria-label": "Column for all soldiers" },
      rows.map(({ label }, row) => el("option", { value: row, text: capital(label), selected: row === Math.floor(rows.length / 2) })));
    const whole = el("input", { type: "checkbox", on: { change: () => (this.timeline.whole = whole.checked) } });
    const [ofRows, others] = [true, false].map((isOfRow) => tools.filter(({ ids }) => ids.length > 1 === isOfRow).map(toolButton));
    fill(this.tools, el("div", { class: "plan-row" }, el("span", { class: "tl-word", text: "Everybody" }), this.row, ofRows),
      el("div", { class: "plan-row" }, others, el("label", { class: "plan-whole" }, whole, "Move whole stacks")));
  }

  #mind({ ways }) {
    const select = el("select", {}, ways.map(({ id, label }) => el("option", { value: id, text: capital(label) })));
    select.addEventListener("change", () => this.give([select.value]));
    return select;
  }

  /** Where half an order is given, another one can be begun all the same, if there is the gold for it. */
  #offer(button, { picked, gold }, chooser, isOpen) {
    const id = this.#idOf(button);
    const { cost } = button.dataset;
    const isNext = picked !== null && Number(cost ?? 0) <= gold;
    button.setAttribute("aria-disabled", String(!isOpen || !(chooser.only(id) || isNext || id === picked)));
    if (cost) button.setAttribute("aria-pressed", String(id === picked));
  }

  #idOf({ dataset }) {
    const ids = dataset.give.split(" ");
    return ids[ids.length > 1 ? Number(this.row.value) : 0];
  }

  #clicked(button) {
    if (button) this.give([this.#idOf(button)]);
  }
}

function shelf(word, wares, picture) {
  return el("div", { class: "plan-shelf", role: "group", "aria-label": word }, el("span", { class: "tl-word", text: word }),
    wares.map(({ id, name, label, cost }) => el("button", {
      type: "button",
      class: "button ware",
      "data-give": id,
      "data-cost": cost,
      "aria-label": `${word} a ${label}, ${cost} gold`,
    }, smallFigure(picture, id), el("span", { text: capital(name) }), el("span", { class: "price numbers" }, coin(), String(cost)))));
}

function toolButton({ label, ids }) {
  return el("button", { type: "button", class: "button small", "data-give": ids.join(" "), text: label });
}

function coin() {
  return el("span", { class: "coin", "aria-hidden": "true" });
}

/** Whether the others are still at it: all that one may know. */
export function othersOf({ seats, seat, board }) {
  return seats.filter((other) => other.seat !== seat).map((other) => {
    const who = capital(other.title);
    if (board.players[other.seat].ready) return `${who} is ready`;
    return isPerson(other) ? `${who} is still planning` : `${who} (${other.player}) plans when you are ready`;
  }).join(" · ");
}
