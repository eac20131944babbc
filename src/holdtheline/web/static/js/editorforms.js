// The forms beside the table, one tab for each: the things on it, the battle, its companies, its endings.

import { byId, el, fill } from "./dom.js";
import { formOfThing, listOfThings } from "./editorpieces.js";
import { battleForm, companiesForm, endingsForm } from "./editorstory.js";
import { ON_TABLE } from "./editorthings.js";

const TABS = { things: "Things", battle: "Battle", companies: "Companies", endings: "Endings" };
const NAMES = Object.keys(TABS);

export class Forms {
  constructor(editor) {
    Object.assign(this, { editor, tab: "things", open: new Set(["company-0"]), place: byId("form"), tabs: byId("tabs") });
    fill(this.tabs, NAMES.map((name) => el("button", {
      class: "tab",
      type: "button",
      role: "tab",
      id: `tab-${name}`,
      "data-tab": name,
      "aria-controls": "form",
      text: TABS[name],
      on: { click: () => this.choose(name), keydown: (event) => this.#walk(event) },
    })));
    this.#mark();
  }

  choose(name) {
    this.tab = name;
    this.#mark();
    this.show();
  }

  /** Build the form anew; who had the focus gets it again, and nothing jumps. */
  show() {
    const { place, editor } = this;
    for (const part of place.querySelectorAll("details")) this.open[part.open ? "add" : "delete"](part.id);
    const { scrollTop } = place.parentElement;
    const focused = place.contains(document.activeElement) ? document.activeElement.id : "";
    fill(place, ...[this.#form()(editor)].flat(Infinity));
    place.parentElement.scrollTop = scrollTop;
    if (focused) (byId(focused) ?? place).focus({ preventScroll: true });
  }

  #form() {
    const { plan } = this.editor;
    const isPicked = plan.thing && ON_TABLE.includes(plan.picked.kind);
    return { things: isPicked ? formOfThing : listOfThings, battle: battleForm, companies: companiesForm, endings: endingsForm }[this.tab];
  }

  isOpen(id) {
    return this.open.has(id);
  }

  /** Open a part of the form, and go there. */
  opens(id) {
    this.show();
    this.open.add(id);
    const part = byId(id);
    if (!part) return;
    part.open = true;
    part.querySelector("input, select")?.focus();
  }

  /** Go to a field of whatever is shown, as near as it can be found. */
  focus(kind, prefix, place, field) {
    const [name, word] = field.split(".");
    const holder = place === null ? "battle" : `${kind}-${place}`;
    const found = word ? this.place.querySelector(`[id^="${holder}-${word}"]`) : byId(`${prefix}${name}`);
    const near = { at: "at-x", disc: "shape-0", line: "shape-0", rect: "shape-0", corners: "x-0" }[name];
    (found ?? (near && byId(near)) ?? byId("form-title") ?? byId(holder)?.querySelector("input, select") ?? this.place).focus();
  }

  #mark() {
    for (const tab of this.tabs.children) {
      const isChosen = tab.dataset.tab === this.tab;
      tab.setAttribute("aria-selected", String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
    }
    this.place.setAttribute("aria-labelledby", `tab-${this.tab}`);
  }

  #walk({ key }) {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[key];
    if (!by) return;
    this.choose(NAMES[(NAMES.indexOf(this.tab) + by + NAMES.length) % NAMES.length]);
    byId(`tab-${this.tab}`).focus();
  }
}
