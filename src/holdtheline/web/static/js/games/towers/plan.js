// The plan of a turn: gold, shop, timeline, orders for all soldiers, and the unit AIs.

import { el, fill, showsNew } from "../../lib/dom.js";
import { smallFigure } from "../../lib/picture.js";
import { capitalize, isPerson } from "../../lib/text.js";
import { Timeline } from "./timeline.js";

export class PlanPanel {
  /** `giveOrder(ids)` plays clicks one after the other, and explains what is not possible. */
  constructor(container, purse, giveOrder) {
    Object.assign(this, { container, purse, giveOrder });
    this.gold = el("p", { class: "plan-gold numbers" });
    this.opponents = el("p", { class: "plan-others quiet" });
    this.shop = el("div", { class: "plan-shop" });
    this.timelineContainer = el("div", { class: "tl" });
    this.tools = el("div", { class: "plan-tools", role: "group", "aria-label": "All soldiers" });
    this.aiPanel = el("details", { class: "plan-minds" });
    fill(container, el("div", { class: "plan-head" }, this.gold, this.opponents), this.shop, this.timelineContainer, this.tools, this.aiPanel);
    this.timeline = new Timeline(this.timelineContainer, giveOrder);
    container.addEventListener("click", ({ target }) => this.#clicked(target.closest("[data-give]")));
  }

  show(view, picture, picker) {
    const board = view.board.timeline;
    this.container.hidden = this.purse.hidden = !board || view.spectator;
    if (this.container.hidden) return;
    const isOpen = view.may_act;
    this.#build(board, picture);
    fill(this.gold, coin(), `${board.gold} gold`);
    this.opponents.textContent = opponentsText(view);
    fill(this.purse, coin(), el("b", { text: `${board.gold} gold` }), el("span", { class: "quiet", text: opponentsText(view) }));
    for (const button of this.container.querySelectorAll("[data-give]")) this.#enable(button, board, picker, isOpen);
    const { minds: unitAis } = board;
    for (const [at, { now }] of unitAis.entries()) this.selects[at].value = now;
    this.timeline.show(board, picture, isOpen);
  }

  /** Build the parts that stay the same; only what is enabled changes. */
  #build(board, picture) {
    const { minds: unitAis } = board;
    if (!showsNew(this.container, [board.shop, board.tools, unitAis.map(({ ways: choices }) => choices)])) return;
    fill(this.shop, shopGroup("Build", board.shop.filter(({ kind }) => kind === "tower"), picture),
      shopGroup("Hire", board.shop.filter(({ kind }) => kind === "hire"), picture));
    this.#buildTools(board);
    this.selects = unitAis.map((unitAi) => this.#aiSelect(unitAi));
    fill(this.aiPanel, el("summary", { text: "How your units decide" }),
      el("div", { class: "plan-minds-list" }, unitAis.map(({ unit }, at) => el("label", {}, el("span", { text: capitalize(unit) }), this.selects[at]))));
  }

  #buildTools({ tools, rows }) {
    this.row = el("select", { "aria-label": "Column for all soldiers" },
      rows.map(({ label }, row) => el("option", { value: row, text: capitalize(label), selected: row === Math.floor(rows.length / 2) })));
    const wholeStacks = el("input", { type: "checkbox", on: { change: () => (this.timeline.movesWholeStacks = wholeStacks.checked) } });
    const [ofRows, others] = [true, false].map((isOfRow) => tools.filter(({ ids }) => ids.length > 1 === isOfRow).map(toolButton));
    fill(this.tools, el("div", { class: "plan-row" }, el("span", { class: "tl-word", text: "All soldiers" }), this.row, ofRows),
      el("div", { class: "plan-row" }, others, el("label", { class: "plan-whole" }, wholeStacks, "Move whole stacks")));
  }

  #aiSelect({ ways: choices }) {
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
    items.map(({ id, name, label, cost }) => el("button", {
      type: "button", class: "button ware", "data-give": id, "data-cost": cost, "aria-label": `${verb} a ${label}, ${cost} gold`,
    }, smallFigure(picture, id), el("span", { text: capitalize(name) }), el("span", { class: "price numbers" }, coin(), String(cost)))));
}

function toolButton({ label, ids }) {
  return el("button", { type: "button", class: "button small", "data-give": ids.join(" "), text: label });
}

function coin() {
  return el("span", { class: "coin", "aria-hidden": "true" });
}

/** Return whether the opponents are still planning: nothing else may be known about them. */
function opponentsText({ seats, seat, board }) {
  return seats.filter((other) => other.seat !== seat).map((other) => {
    const who = capitalize(other.title);
    if (board.players[other.seat].ready) return `${who} is ready`;
    return isPerson(other) ? `${who} is still planning` : `${who} (${other.player}) plans when you are ready`;
  }).join(" · ");
}
