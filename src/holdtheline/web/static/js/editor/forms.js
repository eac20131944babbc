// The forms beside the table, one per tab: items, battle, companies, endings.

import { button, byId, fill } from "../lib/dom.js";
import { battleForm, companiesForm, endingsForm } from "./battle_form.js";
import { itemForm, itemList } from "./item_form.js";
import { ON_TABLE } from "./items.js";

const TABS = { items: "Items", battle: "Battle", companies: "Companies", endings: "Endings" };
const NAMES = Object.keys(TABS);

export class Forms {
  constructor(editor) {
    Object.assign(this, { editor, tab: "items", open: new Set(["company-0"]), container: byId("form"), tabs: byId("tabs") });
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
    const { container, editor } = this;
    for (const part of container.querySelectorAll("details")) this.open[part.open ? "add" : "delete"](part.id);
    const { scrollTop } = container.parentElement;
    const focused = container.contains(document.activeElement) ? document.activeElement.id : "";
    fill(container, ...[this.#form()(editor)].flat(Infinity));
    container.parentElement.scrollTop = scrollTop;
    if (focused) (byId(focused) ?? container).focus({ preventScroll: true });
  }

  #form() {
    const { draft } = this.editor;
    const isPicked = draft.item && ON_TABLE.includes(draft.picked.kind);
    return { items: isPicked ? itemForm : itemList, battle: battleForm, companies: companiesForm, endings: endingsForm }[this.tab];
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
  focus(kind, prefix, index, field) {
    const [name, part] = field.split(".");
    const holder = index === null ? "battle" : `${kind}-${index}`;
    const found = part ? this.container.querySelector(`[id^="${holder}-${part}"]`) : byId(`${prefix}${name}`);
    const near = { at: "at-x", disc: "shape-0", line: "shape-0", rect: "shape-0", corners: "x-0" }[name];
    (found ?? (near && byId(near)) ?? byId("form-title") ?? byId(holder)?.querySelector("input, select") ?? this.container).focus();
  }

  #markTab() {
    for (const tab of this.tabs.children) {
      const isChosen = tab.dataset.tab === this.tab;
      tab.setAttribute("aria-selected", String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
    }
    this.container.setAttribute("aria-labelledby", `tab-${this.tab}`);
  }

  #moveFocus({ key }) {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[key];
    if (!by) return;
    this.choose(NAMES[(NAMES.indexOf(this.tab) + by + NAMES.length) % NAMES.length]);
    byId(`tab-${this.tab}`).focus();
  }
}
