// What the mouse does: pick things, or place one of these.

import { el, fill } from "./dom.js";
import { selectField } from "./editorfields.js";
import { cardsFor, nameOf } from "./editorthings.js";
import { capital } from "./words.js";

const SHAPES = [["line", "Line"], ["disc", "Disc"], ["rect", "Oblong"], ["corners", "Corners"]];
const GUIDES = {
  select: "Click picks, dragging moves; the round handles change size and look. Alt leaves the quarters of an inch.",
  line: "Drag from one end to the other.",
  disc: "Drag from the middle outwards.",
  rect: "Drag from corner to corner.",
  corners: "Click the corners, 3 to 8; click the first again, or double-click, to finish.",
  character: "Click where it stands; drag to where it looks.",
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
  /** `changed()` is called when another tool, or another way of placing, is chosen. */
  constructor(kinds, choices, parts, plan, changed) {
    Object.assign(this, { kinds, choices, parts, plan, changed, shapes: {}, last: {} });
    this.all = [
      { name: "select", key: "v", label: "Pick" },
      ...parts.terrain.map(({ kind }, i) => ({ name: kind, key: String((i + 1) % 10), label: capital(kind) })),
      { name: "character", key: "c", label: "Character" },
      { name: "objective", key: "o", label: "Objective" },
    ];
    this.now = "select";
    fill(kinds, this.all.map(({ name, key, label }) => button(name, key, label, () => this.choose(name))));
    this.choose("select");
  }

  /** Whether a key chooses something. */
  press(key) {
    const found = this.all.find((one) => one.key === key);
    if (found) this.choose(found.name);
    return found !== undefined;
  }

  choose(name) {
    this.now = name;
    for (const one of this.kinds.children) one.setAttribute("aria-pressed", String(one.dataset.tool === name));
    this.show();
    this.changed();
  }

  /** What is to be placed, and how. */
  get tool() {
    const { now } = this;
    if (now === "select") return { tool: "select" };
    if (now === "character") return { tool: "character", ...this.#somebody() };
    if (now === "objective") return { tool: "objective", objective: this.last.objective ?? "thing" };
    return { tool: "terrain", ground: now, shape: this.#shape() };
  }

  #shape() {
    return this.shapes[this.now] ?? this.parts.terrain.find((one) => one.kind === this.now).shape;
  }

  #somebody() {
    const { fields } = this.plan;
    const named = (one) => nameOf(fields, "company", one);
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
    const { fields } = this.plan;
    const again = (mutate) => (value) => (mutate(value), this.show(), this.changed());
    if (tool === "terrain") return [selectField("tool-shape", "Shape", shape, SHAPES, again((value) => (this.shapes[this.now] = value)))];
    if (tool === "objective") return [selectField("tool-objective", "Kind", objective, this.parts.kinds, again((value) => (this.last.objective = value)))];
    if (tool !== "character") return [];
    const companies = fields.company.map((one) => nameOf(fields, "company", one));
    const found = fields.company.find((one) => nameOf(fields, "company", one) === company);
    return [
      selectField("tool-company", "Company", company, companies.map((name) => [name, name]), again((value) => Object.assign(this.last, { company: value, card: null }))),
      selectField("tool-card", "Card", card, cardsFor(fields, found).map((one) => [one.name, one.name]), again((value) => (this.last.card = value))),
    ];
  }
}

function button(name, key, label, click) {
  const icon = new DOMParser().parseFromString(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" aria-hidden="true"><path d="${ICONS[name]}"/></svg>`, "image/svg+xml").documentElement;
  return el("button", { class: "button small tool", type: "button", "data-tool": name, "aria-keyshortcuts": key, title: `${label} (${key.toUpperCase()})`, on: { click } }, document.adoptNode(icon), el("span", { text: label }));
}
