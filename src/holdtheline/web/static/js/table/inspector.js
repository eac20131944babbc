// The inspector: the numbers of what the pointer rests on, and how they come about. A right click, a long press, I, or a
// click on something that cannot act keeps it open.

import { request } from "../lib/api.js";
import { el, fill } from "../lib/dom.js";
import { announce, ruleLink } from "../lib/messages.js";

const REST_TIME = 350; // milliseconds that the pointer rests before the card appears
const PRESS_TIME = 500; // milliseconds of a long press
const GAP = 12; // pixels between the card and what it is about

export class Inspector {
  /** `ask()` returns the version and the clicks so far, or null while nothing can be inspected; `rectOf(id)` where a thing is. */
  constructor(container, key, { ask, idsAt, rectOf }) {
    Object.assign(this, { key, ask, rectOf, answers: new Map(), id: null });
    this.node = el("aside", { class: "inspector", hidden: true, "aria-label": "Inspector" });
    document.body.append(this.node);
    container.addEventListener("pointermove", (event) => this.#rest(event, idsAt));
    container.addEventListener("pointerleave", () => this.#leave());
    container.addEventListener("pointerdown", (event) => this.#press(event, idsAt));
    for (const kind of ["pointerup", "pointercancel"]) container.addEventListener(kind, () => clearTimeout(this.pressTimer));
    container.addEventListener("contextmenu", (event) => {
      event.preventDefault();
      this.pin(idsAt(event)[0]);
    });
  }

  /** Keep the card of a thing open until it is closed. */
  async pin(id) {
    clearTimeout(this.timer);
    const request = (this.pinning = Symbol("pin"));
    const answer = await this.#load(id);
    if (!answer || this.pinning !== request) return; // another one was asked for, or it was closed
    this.isPinned = true;
    this.#show(id, answer);
    announce([answer.title, ...answer.rows.map(({ label, value, explanation }) => `${label}: ${value}. ${explanation}`)].join(". "));
  }

  /** Close the card; return whether one was open. */
  close() {
    clearTimeout(this.timer);
    const wasOpen = !this.node.hidden;
    this.node.hidden = true;
    this.isPinned = false;
    this.pinning = null;
    this.id = null;
    return wasOpen;
  }

  /** Close the card. A finger that stays opens another one: not every browser has a context menu for that. */
  #press(event, idsAt) {
    this.close();
    clearTimeout(this.pressTimer);
    if (event.pointerType !== "touch" || !event.isPrimary) return;
    const [id] = idsAt(event);
    this.pressedAt = event;
    this.pressTimer = setTimeout(() => this.pin(id), PRESS_TIME);
  }

  #rest(event, idsAt) {
    if (event.pointerType === "touch" && Math.hypot(event.clientX - this.pressedAt?.clientX, event.clientY - this.pressedAt?.clientY) > GAP) clearTimeout(this.pressTimer);
    if (event.pointerType !== "mouse" || event.buttons || this.isPinned) return;
    const [id] = idsAt(event);
    if (id === this.id) return;
    this.close();
    this.id = id;
    if (id) this.timer = setTimeout(() => this.#hover(id), REST_TIME);
  }

  #leave() {
    if (!this.isPinned) this.close();
  }

  async #hover(id) {
    const answer = await this.#load(id);
    if (answer && this.id === id && !this.isPinned) this.#show(id, answer);
  }

  /** Return what is known about a thing, or null. The answers of one version and selection are kept. */
  async #load(id) {
    const question = this.ask();
    if (!question || !id) return null;
    const name = JSON.stringify(question);
    if (name !== this.name) this.answers.clear();
    this.name = name;
    const { clicks } = question;
    if (!this.answers.has(id)) this.answers.set(id, request("POST", "/api/table/inspect", { key: this.key, body: { id, clicks } }).catch(() => (this.answers.delete(id), null)));
    const answer = await this.answers.get(id);
    return answer?.rows.length ? answer : null;
  }

  #show(id, { title, rows }) {
    this.id = id;
    const close = el("button", { type: "button", class: "close", "aria-label": "Close", text: "×", on: { click: () => this.close() } });
    fill(this.node, el("div", { class: "inspector-head" }, el("h2", { text: title }), this.isPinned && close), el("dl", {}, ...rows.map(rowOf)));
    this.node.toggleAttribute("data-pinned", this.isPinned === true);
    this.node.hidden = false;
    this.#place(this.rectOf(id));
  }

  /** Place the card beside a rectangle: at the right, else at the left, else where it fits. */
  #place({ left, right, top }) {
    const { offsetWidth: width, offsetHeight: height } = this.node;
    const beside = [right + GAP, left - GAP - width].find((x) => x >= GAP && x + width <= innerWidth - GAP);
    const x = beside ?? (innerWidth - width) / 2;
    const y = Math.min(Math.max(top - GAP, GAP), Math.max(GAP, innerHeight - height - GAP));
    Object.assign(this.node.style, { left: `${Math.max(GAP, x)}px`, top: `${y}px` });
  }
}

function rowOf({ label, value, explanation, clause, rule }) {
  return el("div", {}, el("dt", { text: label }),
    el("dd", {}, value && el("strong", { text: value }), el("span", { class: "because" }, explanation, " ", clause && ruleLink(clause, rule, clause))));
}
