// The palette: pick items, or choose what to place. A tool stays chosen until another is, or until Esc.

import { el, fill, svg } from "../lib/dom.js";

export class Palette {
  /** `tools` are {name, key, label, icon, group}; the first one picks items. `describe(name, palette)` returns {fields, guide}.
   *
   *  `changed()` is called when another tool, or another way to place something, is chosen.
   */
  constructor(container, choices, tools, describe, changed) {
    Object.assign(this, { container, choices, tools, describe, changed });
    fill(container, tools.map((tool) => toolButton(tool, () => this.choose(tool.name))));
    this.now = tools[0].name;
    this.show();
  }

  choose(name) {
    this.now = name;
    this.show();
    this.changed();
  }

  get isPicking() {
    return this.now === this.tools[0].name;
  }

  show() {
    for (const button of this.container.children) button.setAttribute("aria-pressed", String(button.dataset.tool === this.now));
    const { fields = [], guide } = this.describe(this.now, this);
    const { label } = this.tools.find((tool) => tool.name === this.now);
    const esc = !this.isPicking && el("span", { class: "ends" }, " ", el("kbd", { text: "Esc" }), " ends it.");
    fill(this.choices, ...fields, el("p", { class: "quiet small guide" }, el("b", { text: `${label}. ` }), guide, esc));
  }

  /** Apply a choice of the tool, such as its shape. */
  chooser(mutate) {
    return (value) => {
      mutate(value);
      this.show();
      this.changed();
    };
  }
}

function toolButton({ name, key, label, icon, group }, click) {
  const picture = svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, typeof icon === "string" ? svg("path", { d: icon }) : icon);
  const title = key ? `${label} (${key.toUpperCase()})` : label;
  return el("button", { class: "button small tool", type: "button", "data-tool": name, "data-group": group, "aria-keyshortcuts": key, title, on: { click } }, picture, el("span", { text: label }));
}
