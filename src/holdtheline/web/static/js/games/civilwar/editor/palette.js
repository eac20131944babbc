// The tools of the palette: terrain to draw with a brush, pieces of both sides, VP hexes, place names, and an eraser.

import { Palette } from "../../../editor/palette.js";
import { numberField, selectField } from "../../../editor/fields.js";
import { svg } from "../../../lib/dom.js";
import { capitalize } from "../../../lib/text.js";

const TERRAIN_KEYS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0", "f", "s", "r"];
const PIECE_KEYS = { infantry: "i", cavalry: "c", artillery: "a", gunboat: "g", leader: "l" };
const SYMBOLS = {
  clear: "M7 15v-3M12 16v-4M17 14v-3",
  woods: "M12 5l4 6h-2l3 5H7l3-5H8zM12 16v3",
  hill: "M5 16q4-8 7-8t7 8M9 16q2-4 3-4t3 4",
  town: "M7 12l5-4 5 4v5H7z",
  fence: "M5 10h14M5 14h14M8 8v9M12 8v9M16 8v9",
  entrenchment: "M5 16l3-5 3 5 3-5 3 5 2-4",
  fort: "M7 17V8h2v2h2V8h2v2h2V8h2v9z",
  creek: "M7 6q4 3 1.500 6t2 7",
  river: "M5 10q2.300-3 4.600 0t4.600 0 4.600 0M5 15q2.300-3 4.600 0t4.600 0 4.600 0",
  bridge: "M5 15q7-8 14 0M5 18h14M8 12v6M12 11v7M16 12v6",
  ford: "M6 12h.01M10 13h.01M14 12h.01M18 13h.01M6 17q2-2 4 0t4 0 4 0",
  swamp: "M12 16V8M8 16l-2-5M16 16l2-5M5 18h14",
  road: "M8 19q-2-7 3-8t4-6M13 19q-2-5 2-7t4-5",
};
const BOX = "M3 6.500h18v11H3z";
const PIECE_SYMBOLS = {
  infantry: `${BOX}M3 6.500l18 11M3 17.500l18-11`,
  cavalry: `${BOX}M3 17.500l18-11`,
  artillery: `${BOX}M12 12m-2 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0`,
  gunboat: "M2 13h20l-3 6H5zM6 13V9h5V5h3v4h4v4",
  leader: "M12 3l2.600 6 6.400.500-4.900 4.200 1.500 6.300-5.600-3.400-5.600 3.400 1.500-6.300L3 9.500 9.400 9z",
};
const ICONS = {
  select: "M5 3l14 8-6 2-2 6z",
  points: "M6 21V3M6 4h12l-3 4 3 4H6",
  label: "M4 6h16M12 6v13M9 19h6",
  erase: "M8 19h12M4 14l8-9 7 6-7 8H8z",
};
const GUIDES = {
  select: "Click a hex to see what is there. Drag a stack to move it; with Shift, only its top piece.",
  points: "Click a hex that is worth VP.",
  label: "Click a hex to name it.",
  erase: "Click a hex: it loses its top piece, then its VP, then its name.",
};
const LABELS = { entrenchment: "Trenches" };
const BRUSHES = [["1", "One hex"], ["7", "Seven hexes"]];
const SCORERS = ["both", "union", "confederate"];
const HEX = "M12 1.500l9.100 5.250v10.500L12 22.500 2.900 17.250V6.750z";

export class CivilWarPalette extends Palette {
  constructor(container, choices, parts, draft, changed) {
    const how = { parts, draft, brush: "1", piece: { side: parts.sides[0], morale: "black" }, points: { worth: 1, for: "both" } };
    super(container, choices, listTools(parts), (name, palette) => describe(how, name, palette), changed);
    this.how = how;
  }

  /** What to place, and how: {tool, …}. */
  get tool() {
    const { how, now } = this;
    const terrain = how.parts.terrain.find(({ kind }) => kind === now);
    if (terrain) return { tool: "terrain", letter: terrain.letter, brush: Number(how.brush) };
    if (now in PIECE_KEYS) return { tool: "piece", kind: now, ...how.piece };
    return now === "points" ? { tool: "points", ...how.points } : { tool: now };
  }
}

function listTools({ terrain, kinds }) {
  return [
    { name: "select", key: "v", label: "Pick", icon: ICONS.select },
    ...terrain.map(({ kind }, index) => ({ name: kind, key: TERRAIN_KEYS[index], label: LABELS[kind] ?? capitalize(kind), group: "terrain", icon: terrainIcon(kind) })),
    ...kinds.map(({ kind }) => ({ name: kind, key: PIECE_KEYS[kind], label: capitalize(kind), group: "piece", icon: PIECE_SYMBOLS[kind] })),
    { name: "points", key: "o", label: "VP hex", icon: ICONS.points },
    { name: "label", key: "t", label: "Name", icon: ICONS.label },
    { name: "erase", key: "x", label: "Erase", icon: ICONS.erase },
  ];
}

function terrainIcon(kind) {
  return svg("g", {}, svg("path", { class: `ground terrain-${kind}`, d: HEX }), svg("path", { class: "symbol", d: SYMBOLS[kind] }));
}

function describe(how, name, palette) {
  const terrain = how.parts.terrain.find(({ kind }) => kind === name);
  if (terrain) return { guide: `${terrain.sentence} Click, or drag to draw.`, fields: [brushField(how, palette)] };
  if (name in PIECE_KEYS) return { guide: "Click the hex where it starts, or enters.", fields: pieceFields(how, name, palette) };
  return { guide: GUIDES[name], fields: name === "points" ? pointsFields(how, palette) : [] };
}

function brushField(how, palette) {
  return selectField("tool-brush", "Brush", how.brush, BRUSHES, palette.chooser((value) => (how.brush = value)));
}

function pieceFields({ parts, piece, draft }, kind, palette) {
  const { blocks } = parts.kinds.find((one) => one.kind === kind);
  const set = (field) => palette.chooser((value) => (piece[field] = value));
  const max = Number(draft.fields.turns) || parts.limits.turns;
  return [
    selectField("tool-side", "Side", piece.side, parts.sides, set("side")),
    kind !== "leader" && selectField("tool-morale", "Morale", piece.morale, parts.morales, set("morale")),
    blocks > 1 && numberField("tool-strength", `Blocks (all: ${blocks})`, piece.strength, set("strength"), { min: 1, max: blocks }),
    numberField("tool-turn", "Enters in turn", piece.turn, set("turn"), { min: 1, max, hint: "Empty: it starts on the map." }),
  ].filter(Boolean);
}

function pointsFields({ parts, points }, palette) {
  const set = (field) => palette.chooser((value) => (points[field] = value));
  return [
    numberField("tool-worth", "Worth, in VP", points.worth, set("worth"), { min: 1, max: parts.limits.worth }),
    selectField("tool-for", "Scored by", points.for, SCORERS, set("for")),
  ];
}
