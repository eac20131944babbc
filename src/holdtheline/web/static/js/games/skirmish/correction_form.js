// A form for players of a real table: say where a figure that slipped stands now.

import { el, fill, showsNew } from "../../lib/dom.js";
import { formatInches } from "./drag_preview.js";

export class CorrectionForm {
  /** `play(text)` plays a move. */
  constructor(panel, play) {
    this.who = el("select", { on: { change: () => this.#showPlace() } });
    this.place = el("input", { type: "text", inputmode: "decimal", autocomplete: "off", spellcheck: "false", placeholder: "x, y", required: true });
    const form = el("form", { class: "drag-typed", on: { submit: (event) => this.#submit(event, play) } },
      el("label", {}, el("span", { text: "Figure" }), this.who),
      el("label", { class: "drag-place" }, el("span", { text: "Stands at, in inches" }), this.place),
      el("button", { class: "button small", text: "Correct its place" }));
    this.frame = el("details", { class: "drag-panel card", hidden: true }, el("summary", { text: "A figure slipped" }), form);
    panel.after(this.frame);
  }

  /** Offer the figures on the table, if places may be corrected now. */
  show(characters, isAllowed) {
    this.frame.hidden = !isAllowed;
    this.characters = characters.filter(({ at }) => at);
    if (!isAllowed || !showsNew(this.who, this.characters.map(({ id, name, at }) => [id, name, at]))) return;
    const chosen = this.who.value;
    fill(this.who, ...this.characters.map(({ id, name }) => el("option", { value: id, text: name })));
    if (this.characters.some(({ id }) => id === chosen)) this.who.value = chosen;
    this.#showPlace();
  }

  #showPlace() {
    const { at } = this.characters.find(({ id }) => id === this.who.value) ?? {};
    this.place.value = at ? at.map(formatInches).join(", ") : "";
  }

  #submit(event, play) {
    event.preventDefault();
    play(`correct ${this.who.value} ${this.place.value.trim()}`);
  }
}
