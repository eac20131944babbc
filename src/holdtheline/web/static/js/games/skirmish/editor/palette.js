// The tools of the palette: terrain in several shapes, characters and objectives.

import { capitalize } from "../../../lib/text.js";
import { Palette } from "../../../editor/palette.js";
import { selectField } from "../../../editor/fields.js";
import { cardsFor, itemName } from "./items.js";

const SHAPES = [["line", "Line"], ["disc", "Disc"], ["rect", "Rectangle"], ["corners", "Corners"]];
const GUIDES = {
  select: "Click an item to pick it, drag it to move it. Its round handles change its size and facing. Alt turns snapping off.",
  line: "Drag from one end to the other.",
  disc: "Drag from the middle outwards.",
  rect: "Drag from corner to corner.",
  corners: "Click 3 to 8 corners. Click the first one again, or double-click, to finish.",
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

export class SkirmishPalette extends Palette {
  constructor(container, choices, parts, draft, changed) {
    const tools = [
      { name: "select", key: "v", label: "Pick" },
      ...parts.terrain.map(({ kind }, i) => ({ name: kind, key: String((i + 1) % 10), label: capitalize(kind) })),
      { name: "character", key: "c", label: "Character" },
      { name: "objective", key: "o", label: "Objective" },
    ].map((tool) => ({ ...tool, icon: ICONS[tool.name] }));
    const how = { parts, draft, shapes: {}, last: {} };
    super(container, choices, tools, (name, palette) => describe(how, name, palette), changed);
    this.how = how;
  }

  /** What to place, and how. */
  get tool() {
    return toolOf(this.how, this.now);
  }
}

function toolOf(how, name) {
  if (name === "select") return { tool: "select" };
  if (name === "character") return { tool: "character", ...characterTool(how) };
  if (name === "objective") return { tool: "objective", objective: how.last.objective ?? "thing" };
  return { tool: "terrain", ground: name, shape: how.shapes[name] ?? how.parts.terrain.find((one) => one.kind === name).shape };
}

function characterTool({ draft: { fields }, last }) {
  const named = (one) => itemName(fields, "company", one);
  const company = fields.company.find((one) => named(one) === last.company) ?? fields.company[0];
  if (!company) return {};
  const cards = cardsFor(fields, company);
  const taken = fields.character.map((one) => one.card);
  const card = cards.find((one) => one.name === last.card) ?? cards.find((one) => !taken.includes(one.name)) ?? cards[0];
  return { company: named(company), card: card?.name };
}

function describe(how, name, palette) {
  const { tool, shape, company, card, objective } = toolOf(how, name);
  return { guide: GUIDES[shape ?? tool], fields: choiceFields(how, palette, { name, tool, shape, company, card, objective }) };
}

function choiceFields({ parts, draft: { fields }, shapes, last }, palette, { name, tool, shape, company, card, objective }) {
  const choose = (mutate) => palette.chooser(mutate);
  if (tool === "terrain") return [selectField("tool-shape", "Shape", shape, SHAPES, choose((value) => (shapes[name] = value)))];
  if (tool === "objective") return [selectField("tool-objective", "Kind", objective, parts.kinds, choose((value) => (last.objective = value)))];
  if (tool !== "character") return [];
  const companies = fields.company.map((one) => itemName(fields, "company", one));
  const found = fields.company.find((one) => itemName(fields, "company", one) === company);
  return [
    selectField("tool-company", "Company", company, companies.map((one) => [one, one]), choose((value) => Object.assign(last, { company: value, card: null }))),
    selectField("tool-card", "Card", card, cardsFor(fields, found).map((one) => [one.name, one.name]), choose((value) => (last.card = value))),
  ];
}
