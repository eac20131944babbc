// The forms beside the table, one per tab: things, battle, companies, endings.

import { button, byId, fill } from "../lib/dom.js";
import { battleForm, companiesForm, endingsForm } from "./battle_form.js";
import { thingForm, thingList } from "./thing_form.js";
import { ON_TABLE } from "./things.js";

const TABS = { things: "Things", battle: "Battle", companies: "Companies", endings: "Endings" };
const NAMES = Object.keys(TABS);

export class Forms {
  constructor(editor) {
    Object.assign(this, { editor, tab: "things", open: new Set(["company-0"]), place: byId("form"), tabs: byId("tabs") });
    fill(this.tabs, NAMES.map((name) => button(TABS[name], () => this.choose(name), { class: "tab", role: "tab", id: `tab-${name}`, "data-tab": name, "aria-controls": "form" })));
    this.tabs.addEventListener("keydown", (event) => this.#moveFocus(event));
    this.#markTab();
  }

  choose(name) {
    this.tab = name;
    this.#markTab();
    this.show();
  }

  /** Build the form again, and keep its focus and scroll position. */
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
    const { draft } = this.editor;
    const isPicked = draft.thing && ON_TABLE.includes(draft.picked.kind);
    return { things: isPicked ? thingForm : thingList, battle: battleForm, companies: companiesForm, endings: endingsForm }[this.tab];
  }

  isOpen(id) {
    return this.open.has(id);
  }

  /** Open a part of the form and focus its first field. */
  openPart(id) {
    this.show();
    this.open.add(id);
    const part = byId(id);
    if (!part) return;
    part.open = true;
    part.querySelector("input, select")?.focus();
  }

  /** Focus a field that a fault names, or the nearest one that can be found. */
  focus(kind, prefix, place, field) {
    const [name, part] = field.split(".");
    const holder = place === null ? "battle" : `${kind}-${place}`;
    const found = part ? this.place.querySelector(`[id^="${holder}-${part}"]`) : byId(`${prefix}${name}`);
    const near = { at: "at-x", disc: "shape-0", line: "shape-0", rect: "shape-0", corners: "x-0" }[name];
    (found ?? (near && byId(near)) ?? byId("form-title") ?? byId(holder)?.querySelector("input, select") ?? this.place).focus();
  }

  #markTab() {
    for (const tab of this.tabs.children) {
      const isChosen = tab.dataset.tab === this.tab;
      tab.setAttribute("aria-selected", String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
    }
    this.place.setAttribute("aria-labelledby", `tab-${this.tab}`);
  }

  #moveFocus({ key }) {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[key];
    if (!by) return;
    this.choose(NAMES[(NAMES.indexOf(this.tab) + by + NAMES.length) % NAMES.length]);
    byId(`tab-${this.tab}`).focus();
  }
}
