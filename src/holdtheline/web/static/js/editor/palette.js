// The palette: pick items, or choose what to place.

import { el, fill, svg } from "../lib/dom.js";
import { capitalize } from "../lib/text.js";
import { selectField } from "./fields.js";
import { cardsFor, itemName } from "./items.js";

const SHAPES = [["line", "Line"], ["disc", "Disc"], ["rect", "Oblong"], ["corners", "Corners"]];
const GUIDES = {
  select: "Click to pick, drag to move; the round handles change size and facing. Alt turns snapping off.",
  line: "Drag from one end to the other.",
  disc: "Drag from the middle outwards.",
  rect: "Drag from corner to corner.",
  corners: "Click the corners, 3 to 8; click the first again, or double-click, to finish.",
  character: "Click where it stands; drag to where it should face.",
  objective: "Click where it lies.",
};
const ICONS = {
  wall: "M2 14h20M2 10h20M2 18h20M7 10v4M15 10v4M11 14v4M19 14v4",
  pillar: "M12 12m-6 0a6 6 0 1 0 12 0a6 6 0 1 0-12 0M12 12m-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0",
  wood: "M12 3l6 9h-4l4 6H6l4-6H6zM12 18v4",
  water: "M2 9q2.500-3 5 0t5 0 5 0 5 0M2 15q2.500-3 5 0t5 0 5 0 5 0",
  hill: "M2 18q5-12 10-12t10 12M7 18q3-6 5-6t5 6",
  house: "M3 12l9-8 9 8M6 10v10h12V10M10 20v-6h4v6",
  door: "M6 3h12v18H6zM15 12h.01M6 8h12",
  cliff: "M3 7h18M5 7l2 11M10 7l1 9M15 7l1 12M19 7l1 8",
  gap: "M5 3l3 5-3 4 3 5-3 4M19 3l-3 5 3 4-3 5 3 4",
  edge: "M2 18l4-8 4 8 4-8 4 8 4-8M2 18h20",
  character: "M12 5m-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0M5 21q0-11 7-11t7 11z",
  objective: "M12 2l10 10-10 10L2 12zM12 8v5M12 16h.01",
  select: "M5 3l14 8-6 2-2 6z",
};

export class Palette {
  /** `changed()` is called when another tool or another shape is chosen. */
  constructor(kinds, choices, parts, draft, changed) {
    Object.assign(this, { kinds, choices, parts, draft, changed, shapes: {}, last: {} });
    this.all = [
      { name: "select", key: "v", label: "Pick" },
      ...parts.terrain.map(({ kind }, i) => ({ name: kind, key: String((i + 1) % 10), label: capitalize(kind) })),
      { name: "character", key: "c", label: "Character" },
      { name: "objective", key: "o", label: "Objective" },
    ];
    this.now = "select";
    fill(kinds, this.all.map(({ name, key, label }) => toolButton(name, key, label, () => this.choose(name))));
    this.choose("select");
  }

  choose(name) {
    this.now = name;
    for (const button of this.kinds.children) button.setAttribute("aria-pressed", String(button.dataset.tool === name));
    this.show();
    this.changed();
  }

  /** What to place, and how. */
  get tool() {
    const { now } = this;
    if (now === "select") return { tool: "select" };
    if (now === "character") return { tool: "character", ...this.#characterTool() };
    if (now === "objective") return { tool: "objective", objective: this.last.objective ?? "thing" };
    return { tool: "terrain", ground: now, shape: this.#shape() };
  }

  #shape() {
    return this.shapes[this.now] ?? this.parts.terrain.find((one) => one.kind === this.now).shape;
  }

  #characterTool() {
    const { fields } = this.draft;
    const named = (one) => itemName(fields, "company", one);
    const company = fields.company.find((one) => named(one) === this.last.company) ?? fields.company[0];
    if (!company) return {};
    const cards = cardsFor(fields, company);
    const taken = fields.character.map((one) => one.card);
    const card = cards.find((one) => one.name === this.last.card) ?? cards.find((one) => !taken.includes(one.name)) ?? cards[0];
    return { company: named(company), card: card?.name };
  }

  show() {
    const { tool, shape, company, card, objective } = this.tool;
    const guide = el("p", { class: "quiet small guide", text: GUIDES[shape ?? tool] });
    fill(this.choices, ...this.#fields(tool, { shape, company, card, objective }), guide);
  }

  #fields(tool, { shape, company, card, objective }) {
    const { fields } = this.draft;
    const thenShow = (mutate) => (value) => (mutate(value), this.show(), this.changed());
    if (tool === "terrain") return [selectField("tool-shape", "Shape", shape, SHAPES, thenShow((value) => (this.shapes[this.now] = value)))];
    if (tool === "objective") return [selectField("tool-objective", "Kind", objective, this.parts.kinds, thenShow((value) => (this.last.objective = value)))];
    if (tool !== "character") return [];
    const companies = fields.company.map((one) => itemName(fields, "company", one));
    const found = fields.company.find((one) => itemName(fields, "company", one) === company);
    return [
      selectField("tool-company", "Company", company, companies.map((name) => [name, name]), thenShow((value) => Object.assign(this.last, { company: value, card: null }))),
      selectField("tool-card", "Card", card, cardsFor(fields, found).map((one) => [one.name, one.name]), thenShow((value) => (this.last.card = value))),
    ];
  }
}

function toolButton(name, key, label, click) {
  const icon = svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: ICONS[name] }));
  return el("button", { class: "button small tool", type: "button", "data-tool": name, "aria-keyshortcuts": key, title: `${label} (${key.toUpperCase()})`, on: { click } }, icon, el("span", { text: label }));
}
