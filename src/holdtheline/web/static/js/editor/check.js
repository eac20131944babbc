// Check the battle on the server soon after each change: its faults, its picture, and its file.

import { request } from "../lib/api.js";
import { byId, el, fill } from "../lib/dom.js";
import { announce, ruleLink } from "../lib/messages.js";
import { showPicture } from "../lib/picture.js";
import { ON_TABLE, itemName } from "./items.js";

const CHECK_DELAY = 250; // milliseconds after the last change

export class Check {
  /** `onChange()` is called when the picture or the faults have changed; `onGoTo(fault)` when one is clicked. */
  constructor(draft, pictureContainer, onChange, onGoTo) {
    Object.assign(this, { draft, pictureContainer, onChange, onGoTo, faults: [], text: "", rendered: {}, pending: null, count: null });
  }

  /** Check as soon as nothing has changed for a moment. */
  soon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.now(), CHECK_DELAY);
  }

  async now() {
    clearTimeout(this.timer);
    this.pending?.abort();
    const pending = (this.pending = new AbortController());
    const battle = structuredClone(this.draft.fields);
    try {
      const { faults: found, text, picture } = await request("POST", "/api/editor/skirmish/check", { body: { battle }, signal: pending.signal });
      const faults = found.map(({ place: index, ...fault }) => ({ ...fault, index })); // the API calls the index `place`
      Object.assign(this, { faults, text, rendered: this.#renderedItems(battle) });
      if (picture) showPicture(this.pictureContainer, picture).setAttribute("aria-hidden", "true");
      if (byId("file-text")) byId("file-text").textContent = text;
      this.#showFaults();
    } catch (error) {
      if (error.name === "AbortError") return;
      this.faults = [{ sentence: error.sentence ?? String(error), kind: "battle", index: null, field: "" }];
      this.#showFaults();
    }
    this.onChange();
  }

  /** Return whether the picture shows this item as it is now. */
  shows(kind, index) {
    return this.rendered[kind]?.[index] === JSON.stringify(this.draft.fields[kind][index]);
  }

  isFaulty(kind, index) {
    return this.faults.some((fault) => fault.kind === kind && fault.index === index);
  }

  #renderedItems(battle) {
    return Object.fromEntries(ON_TABLE.map((kind) => [kind, battle[kind].map((one) => JSON.stringify(one))]));
  }

  #showFaults() {
    const { faults } = this;
    const title = faults.length === 0 ? "No problems" : faults.length === 1 ? "1 problem" : `${faults.length} problems`;
    byId("faults-title").textContent = title;
    byId("faults-title").parentElement.dataset.faults = faults.length;
    if (this.count !== null && this.count !== faults.length) announce(title);
    this.count = faults.length;
    fill(byId("faults"), faults.map((fault) => el("li", {},
      el("button", { class: "button plain small", type: "button", on: { click: () => this.onGoTo(fault) } }, el("b", { text: this.#where(fault) }), ` ${fault.sentence}`),
      fault.clause && ruleLink(fault.clause, fault.rule, fault.clause))));
  }

  #where({ kind, index, field }) {
    const items = this.draft.fields[kind];
    const name = index !== null && items?.[index] ? itemName(this.draft.fields, kind, items[index]) : kind === "battle" ? "The battle" : `Any ${kind}`;
    return field ? `${name}, ${field.replace(".", " ")}:` : `${name}:`;
  }
}
