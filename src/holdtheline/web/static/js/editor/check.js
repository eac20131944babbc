// Check the battle on the server soon after each change: its faults, its picture, and its file.

import { request } from "../lib/api.js";
import { byId, el, fill } from "../lib/dom.js";
import { announce, ruleLink } from "../lib/messages.js";
import { showPicture } from "../lib/picture.js";

const CHECK_DELAY = 250; // milliseconds after the last change

export class Check {
  /** `editor` has the address of the server, the draft, and the names of items; it draws what has changed. */
  constructor(editor, pictureContainer) {
    Object.assign(this, { editor, pictureContainer, faults: [], text: "", rendered: null, pending: null, count: null });
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
    const battle = structuredClone(this.editor.draft.fields);
    try {
      const { faults, text, picture } = await request("POST", `${this.editor.api}/check`, { body: { battle }, signal: pending.signal });
      Object.assign(this, { faults, text, rendered: battle });
      if (picture) showPicture(this.pictureContainer, picture).setAttribute("aria-hidden", "true");
      if (byId("file-text")) byId("file-text").textContent = text;
      this.#showFaults();
    } catch (error) {
      if (error.name === "AbortError") return;
      Object.assign(this, { text: "", faults: [{ sentence: error.sentence ?? String(error), kind: "battle", index: null, field: "" }] });
      this.#showFaults();
    }
    this.editor.draw();
  }

  /** The picture as it is shown, or null. */
  get picture() {
    return this.pictureContainer.querySelector("svg");
  }

  /** Return whether the picture shows this item as it is now. */
  shows(kind, index) {
    return JSON.stringify(this.rendered?.[kind]?.[index]) === JSON.stringify(this.editor.draft.fields[kind][index]);
  }

  isFaulty(kind, index) {
    return this.faults.some((fault) => fault.kind === kind && fault.index === index);
  }

  #showFaults() {
    const { faults } = this;
    const title = faults.length === 0 ? "No problems" : faults.length === 1 ? "1 problem" : `${faults.length} problems`;
    byId("faults-title").textContent = title;
    byId("faults-title").parentElement.dataset.faults = faults.length;
    if (this.count !== null && this.count !== faults.length) announce(title);
    this.count = faults.length;
    fill(byId("faults"), faults.map((fault) => el("li", {},
      el("button", { class: "button plain small", type: "button", on: { click: () => this.editor.goToFault(fault) } }, el("b", { text: this.#where(fault) }), ` ${fault.sentence}`),
      fault.clause && ruleLink(fault.clause, fault.rule, fault.clause))));
  }

  #where({ kind, index, field }) {
    const item = index === null ? null : this.editor.draft.fields[kind]?.[index];
    const name = item ? this.editor.itemName(kind, item) : this.editor.tableName(kind);
    return field ? `${name}, ${field.replace(".", " ").replace("_", " ")}:` : `${name}:`;
  }
}
