// The plan of a turn: gold, shop, timeline, orders for all soldiers, and the unit AIs.

import { el, fill, showsNew } from "../../lib/dom.js";
import { pieceOf, smallFigure } from "../../lib/picture.js";
import { capitalize, isPerson } from "../../lib/text.js";
import { ShopDrag } from "./shop_drag.js";
import { Timeline } from "./timeline.js";

export class PlanPanel {
  /** `giveOrder(ids)` plays clicks one after the other, and explains what is not possible; `onHover(id)` is called for
   *  the cell under a dragged tower. */
  constructor(container, purse, giveOrder, onHover) {
    Object.assign(this, { container, purse, giveOrder });
    this.quickShop = el("span", { class: "quick-shop", role: "group", "aria-label": "Build or hire" }); // below the board of a phone
    this.purseGold = el("b");
    this.purseOpponents = el("span", { class: "quiet" });
    fill(purse, coin(), this.purseGold, this.purseOpponents, this.quickShop);
    this.gold = el("p", { class: "plan-gold numbers" });
    this.opponents = el("p", { class: "plan-others quiet" });
    this.shop = el("div", { class: "plan-shop" });
    this.timelineContainer = el("div", { class: "tl" });
    this.tools = el("div", { class: "plan-tools", role: "group", "aria-label": "All soldiers" });
    this.mindPanel = el("details", { class: "plan-minds" });
    fill(container, el("div", { class: "plan-head" }, this.gold, this.opponents), this.shop, this.timelineContainer, this.tools, this.mindPanel);
    this.timeline = new Timeline(this.timelineContainer, giveOrder);
    new ShopDrag(this, onHover);
    for (const node of [container, purse]) node.addEventListener("click", ({ target }) => this.#clicked(target.closest("[data-give]")));
  }

  show(view, picture, picker) {
    const board = view.board.timeline;
    this.container.hidden = this.purse.hidden = !board || view.spectator;
    if (this.container.hidden) return;
    const isOpen = view.may_act;
    this.#build(board, picture);
    fill(this.gold, coin(), `${board.gold} gold`);
    this.opponents.textContent = opponentsText(view);
    this.purseGold.textContent = `${board.gold} gold`;
    this.purseOpponents.textContent = opponentsText(view);
    for (const button of [...this.container.querySelectorAll("[data-give]"), ...this.quickShop.children]) this.#enable(button, board, picker, isOpen);
    const { minds } = board;
    for (const [at, { current }] of minds.entries()) this.selects[at].value = current;
    this.timeline.show(board, picture, isOpen);
    for (const id of [...board.entries, ...board.rows.map((row) => row.id)]) pieceOf(picture, id)?.toggleAttribute("data-entry", this.timeline.ready !== null);
  }

  /** Send the soldier that is ready into the column of this id, at the first timestep; return whether there is one. */
  sendTo(id) {
    const row = this.#columnOf(id);
    const { ready } = this.timeline;
    if (row < 0 || ready === null || this.container.hidden) return false;
    this.timeline.putDown(this.timeline.movedWith(ready), { row, step: 0 });
    return true;
  }

  /** Return whether a click on this id could only send a soldier, and none has been chosen. */
  needsSoldier(id) {
    const { lane, picked } = this.timeline.board ?? {};
    return !this.container.hidden && picked === null && (this.#columnOf(id) >= 0 || id.startsWith(lane));
  }

  #columnOf(id) {
    const { entries = [], rows = [] } = this.timeline.board ?? {};
    return Math.max(entries.indexOf(id), rows.findIndex((row) => row.id === id));
  }

  /** Drop what was dragged from the shop: a tower on a cell, or a soldier on a column or the timeline. */
  async drop({ kind, id }, event) {
    const place = event.target?.closest("[data-id]")?.dataset.id;
    if (kind === "tower") return this.giveOrder([place ?? this.timeline.board.cancel]);
    const row = this.#columnOf(place);
    const target = row < 0 ? this.timeline.dropTargetAt(event) : { row, step: 0 };
    if (!target || !(await this.giveOrder([id])) || target === "home") return undefined;
    return this.timeline.putDown([this.timeline.board.pieces.at(-1).id], target);
  }

  /** Build the parts that stay the same; only what is enabled changes. */
  #build(board, picture) {
    const { minds } = board;
    if (!showsNew(this.container, [board.shop, board.tools, minds.map(({ choices }) => choices)])) return;
    fill(this.shop, shopGroup("Build", board.shop.filter(({ kind }) => kind === "tower"), picture),
      shopGroup("Hire", board.shop.filter(({ kind }) => kind === "hire"), picture));
    fill(this.quickShop, ...board.shop.map((item) => quickItem(item, picture)));
    this.#buildTools(board);
    this.selects = minds.map((mind) => this.#mindSelect(mind));
    fill(this.mindPanel, el("summary", { text: "How your units decide" }),
      el("div", { class: "plan-minds-list" }, minds.map(({ unit }, at) => el("label", {}, el("span", { text: capitalize(unit) }), this.selects[at]))));
  }

  #buildTools({ tools, rows }) {
    this.row = el("select", { "aria-label": "Column for all soldiers", on: { change: () => this.#nameColumn(ofRows, tools) } },
      rows.map(({ label }, row) => el("option", { value: row, text: capitalize(label), selected: row === Math.floor(rows.length / 2) })));
    const wholeStacks = el("input", { type: "checkbox", on: { change: () => (this.timeline.movesWholeStacks = wholeStacks.checked) } });
    const [ofRows, others] = [true, false].map((isOfRow) => tools.filter(({ ids }) => ids.length > 1 === isOfRow).map(toolButton));
    this.#nameColumn(ofRows, tools);
    fill(this.tools, el("div", { class: "plan-row" }, el("span", { class: "tl-word", text: "All soldiers" }), this.row, ofRows),
      el("div", { class: "plan-row" }, others, el("label", { class: "plan-whole" }, wholeStacks, "Move whole stacks")));
  }

  /** Name the chosen column on the buttons that send all soldiers into it. */
  #nameColumn(buttons, tools) {
    for (const button of buttons) button.textContent = tools.find(({ ids }) => ids.join(" ") === button.dataset.give).labels[this.row.value];
  }

  #mindSelect({ choices }) {
    const select = el("select", {}, choices.map(({ id, label }) => el("option", { value: id, text: capitalize(label) })));
    select.addEventListener("change", () => this.giveOrder([select.value]));
    return select;
  }

  /** Enable a button if its order is possible; half an order can be dropped for another one that the gold allows. */
  #enable(button, { picked, gold }, picker, isOpen) {
    const id = this.#idOf(button);
    const { cost } = button.dataset;
    const isAffordable = picked !== null && Number(cost ?? 0) <= gold;
    button.setAttribute("aria-disabled", String(!isOpen || !(picker.moveOf(id) || isAffordable || id === picked)));
    if (cost) button.setAttribute("aria-pressed", String(id === picked));
  }

  #idOf({ dataset }) {
    const ids = dataset.give.split(" ");
    return ids[ids.length > 1 ? Number(this.row.value) : 0];
  }

  #clicked(button) {
    if (button) this.giveOrder([this.#idOf(button)]);
  }
}

function shopGroup(verb, items, picture) {
  return el("div", { class: "plan-shelf", role: "group", "aria-label": verb }, el("span", { class: "tl-word", text: verb }),
    items.map((item) => shopItem(verb, item, picture)));
}

/** Return the card of a unit: name, price and numbers; the meaning of a number shows when it is hovered. */
function shopItem(verb, { id, kind, name, label, cost, numbers, notes }, picture) {
  const stats = numbers.map(({ label: word, value, meaning }) => el("span", { class: "stat", title: `${word}: ${meaning}` }, el("span", { class: "stat-word", text: word }), el("b", { text: value })));
  const spoken = [...numbers.map(({ label: word, value }) => `${word.toLowerCase()} ${value}`), ...notes].join(", ");
  return el("button", { type: "button", class: "button ware", "data-give": id, "data-kind": kind, "data-cost": cost, "aria-label": `${verb} a ${label}, ${cost} gold, ${spoken}` },
    smallFigure(picture, id),
    el("span", { class: "ware-name", text: capitalize(name) }),
    el("span", { class: "price numbers", title: "Cost in gold" }, coin(), String(cost)),
    el("span", { class: "stats numbers" }, ...stats),
    el("span", { class: "ware-note", text: capitalize(notes.join(", ")) }));
}

function quickItem({ id, kind, name, cost }, picture) {
  return el("button", { type: "button", class: "button", "data-give": id, "data-kind": kind, "data-cost": cost, "aria-label": `${capitalize(name)}, ${cost} gold` },
    smallFigure(picture, id), el("span", { class: "numbers" }, coin(), String(cost)));
}

function toolButton({ labels: [label], ids }) {
  return el("button", { type: "button", class: "button small", "data-give": ids.join(" "), text: label });
}

function coin() {
  return el("span", { class: "coin", "aria-hidden": "true" });
}

/** Return whether the opponents are still planning: nothing else may be known about them. */
function opponentsText({ seats, seat, board }) {
  return seats.filter((other) => other.seat !== seat).map((other) => {
    const who = capitalize(other.title);
    if (board.players[other.seat].ready) return `${who} has ended the turn`;
    return isPerson(other) ? `${who} is still planning` : "You both plan in secret";
  }).join(" · ");
}
