// Asking the server, soon after each change: what is wrong, how the table looks, and how the file reads.

import { ask } from "./api.js";
import { byId, el, fill } from "./dom.js";
import { ON_TABLE, nameOf } from "./editorthings.js";
import { showPicture } from "./picture.js";
import { ruleLink, say } from "./say.js";

const SOON = 250; // milliseconds after the last change

export class Check {
  /** `drawn()` is called when the picture or the faults have changed; `goTo(fault)` leads to one. */
  constructor(plan, under, drawn, goTo) {
    Object.assign(this, { plan, under, drawn, goTo, faults: [], text: "", shown: {}, asked: null, count: null });
  }

  /** Check when nothing has changed for a moment. */
  soon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.now(), SOON);
  }

  async now() {
    clearTimeout(this.timer);
    this.asked?.abort();
    const asked = (this.asked = new AbortController());
    const battle = structuredClone(this.plan.fields);
    try {
      const { faults, text, picture } = await ask("POST", "/api/editor/skirmish/check", { body: { battle }, signal: asked.signal });
      Object.assign(this, { faults, text, shown: this.#shown(battle) });
      if (picture) showPicture(this.under, picture).setAttribute("aria-hidden", "true");
      if (byId("file-text")) byId("file-text").textContent = text;
      this.#tell();
    } catch (refusal) {
      if (refusal.name === "AbortError") return;
      this.faults = [{ sentence: refusal.sentence ?? String(refusal), kind: "battle", place: null, field: "" }];
      this.#tell();
    }
    this.drawn();
  }

  /** Whether the picture has this thing as it is now. */
  shows(kind, place) {
    return this.shown[kind]?.[place] === JSON.stringify(this.plan.fields[kind][place]);
  }

  isFaulty(kind, place) {
    return this.faults.some((fault) => fault.kind === kind && fault.place === place);
  }

  #shown(battle) {
    return Object.fromEntries(ON_TABLE.map((kind) => [kind, battle[kind].map((one) => JSON.stringify(one))]));
  }

  #tell() {
    const { faults } = this;
    const title = faults.length === 0 ? "Nothing is wrong" : faults.length === 1 ? "One thing is wrong" : `${faults.length} things are wrong`;
    byId("faults-title").textContent = title;
    byId("faults-title").parentElement.dataset.faults = faults.length;
    if (this.count !== null && this.count !== faults.length) say(title);
    this.count = faults.length;
    fill(byId("faults"), faults.map((fault) => el("li", {},
      el("button", { class: "button plain small", type: "button", on: { click: () => this.goTo(fault) } }, el("b", { text: this.#where(fault) }), ` ${fault.sentence}`),
      fault.clause && ruleLink(fault.clause, fault.rule, fault.clause))));
  }

  #where({ kind, place, field }) {
    const things = this.plan.fields[kind];
    const name = place !== null && things?.[place] ? nameOf(this.plan.fields, kind, things[place]) : kind === "battle" ? "The battle" : `Any ${kind}`;
    return field ? `${name}, ${field.replace(".", " ")}:` : `${name}:`;
  }
}
