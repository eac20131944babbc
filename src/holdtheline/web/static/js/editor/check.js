// Check the battle on the server soon after each change: its faults, its picture, and its file.

import { request } from "../lib/api.js";
import { byId, el, fill } from "../lib/dom.js";
import { announce, ruleLink } from "../lib/messages.js";
import { showPicture } from "../lib/picture.js";
import { ON_TABLE, thingName } from "./things.js";

const CHECK_DELAY = 250; // milliseconds after the last change

export class Check {
  /** `onChange()` is called when the picture or the faults have changed; `onGoTo(fault)` when one is clicked. */
  constructor(draft, picturePlace, onChange, onGoTo) {
    Object.assign(this, { draft, picturePlace, onChange, onGoTo, faults: [], text: "", shown: {}, pending: null, count: null });
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
      const { faults, text, picture } = await request("POST", "/api/editor/skirmish/check", { body: { battle }, signal: pending.signal });
      Object.assign(this, { faults, text, shown: this.#shownThings(battle) });
      if (picture) showPicture(this.picturePlace, picture).setAttribute("aria-hidden", "true");
      if (byId("file-text")) byId("file-text").textContent = text;
      this.#showFaults();
    } catch (refusal) {
      if (refusal.name === "AbortError") return;
      this.faults = [{ sentence: refusal.sentence ?? String(refusal), kind: "battle", place: null, field: "" }];
      this.#showFaults();
    }
    this.onChange();
  }

  /** Return whether the picture shows this thing as it is now. */
  shows(kind, place) {
    return this.shown[kind]?.[place] === JSON.stringify(this.draft.fields[kind][place]);
  }

  isFaulty(kind, place) {
    return this.faults.some((fault) => fault.kind === kind && fault.place === place);
  }

  #shownThings(battle) {
    return Object.fromEntries(ON_TABLE.map((kind) => [kind, battle[kind].map((one) => JSON.stringify(one))]));
  }

  #showFaults() {
    const { faults } = this;
    const title = faults.length === 0 ? "Nothing is wrong" : faults.length === 1 ? "One thing is wrong" : `${faults.length} things are wrong`;
    byId("faults-title").textContent = title;
    byId("faults-title").parentElement.dataset.faults = faults.length;
    if (this.count !== null && this.count !== faults.length) announce(title);
    this.count = faults.length;
    fill(byId("faults"), faults.map((fault) => el("li", {},
      el("button", { class: "button plain small", type: "button", on: { click: () => this.onGoTo(fault) } }, el("b", { text: this.#where(fault) }), ` ${fault.sentence}`),
      fault.clause && ruleLink(fault.clause, fault.rule, fault.clause))));
  }

  #where({ kind, place, field }) {
    const things = this.draft.fields[kind];
    const name = place !== null && things?.[place] ? thingName(this.draft.fields, kind, things[place]) : kind === "battle" ? "The battle" : `Any ${kind}`;
    return field ? `${name}, ${field.replace(".", " ")}:` : `${name}:`;
  }
}
