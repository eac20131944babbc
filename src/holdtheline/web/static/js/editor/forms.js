// The forms beside the picture, one for each tab.

import { button, byId, el, fill } from "../lib/dom.js";
import { setField } from "./fields.js";

export class Forms {
  /** `tabs` maps each name to its title and to `form(editor)`, which returns its elements; `open` names open parts. */
  constructor(editor, tabs, open = []) {
    Object.assign(this, { editor, tabs, names: Object.keys(tabs), open: new Set(open), container: byId("form"), bar: byId("tabs") });
    this.tab = this.names[0];
    fill(this.bar, this.names.map((name) => button(tabs[name].title, () => this.choose(name), { class: "tab", role: "tab", id: `tab-${name}`, "data-tab": name, "aria-controls": "form" })));
    this.bar.addEventListener("keydown", (event) => this.#moveFocus(event));
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
    fill(container, ...[this.tabs[this.tab].form(editor)].flat(Infinity));
    container.parentElement.scrollTop = scrollTop;
    if (focused) (byId(focused) ?? container).focus({ preventScroll: true });
  }

  isOpen(id) {
    return this.open.has(id);
  }

  /** Open a part of the form, if the form has it, and return it. */
  reveal(id) {
    const part = byId(id);
    if (part) part.open = true;
    return part;
  }

  /** Build the form again, open a part of it, and focus its first field. */
  openPart(id) {
    this.show();
    this.reveal(id)?.querySelector("input, select")?.focus();
  }

  #markTab() {
    for (const tab of this.bar.children) {
      const isChosen = tab.dataset.tab === this.tab;
      tab.setAttribute("aria-selected", String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
    }
    this.container.setAttribute("aria-labelledby", `tab-${this.tab}`);
  }

  #moveFocus({ key }) {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[key];
    if (!by) return;
    const { names } = this;
    this.choose(names[(names.indexOf(this.tab) + by + names.length) % names.length]);
    byId(`tab-${this.tab}`).focus();
  }
}

// Parts of forms

/** Return a part of a form that can be closed. */
export function section(forms, id, title, ...children) {
  return el("details", { class: "part", id, open: forms.isOpen(id) }, el("summary", { text: title }), children);
}

/** Return the part that shows the file as it would be saved. */
export function fileSection(editor) {
  return section(editor.forms, "battle-file", "The file", el("pre", { id: "file-text", class: "small", tabindex: 0, "aria-label": "The file", text: editor.check.text }));
}

/** Return a function that returns setters for the fields of an item; `holder(fields)` finds it. */
export function setterOf(draft, holder) {
  return (field, from = "form") => (value) => draft.change((fields) => setField(holder(fields), field, value), from);
}
