// The pieces of a battle: units and leaders of both sides, where they start or enter, and their names.

import { isFields } from "../../../editor/draft.js";
import { capitalize } from "../../../lib/text.js";

export const PIECE_TABLES = ["unit", "leader"];
const BASE_NAMES = { infantry: "Brigade", cavalry: "Cavalry", artillery: "Battery", gunboat: "Gunboat", leader: "General" };

/** Return all pieces: {kind, index, item}, where `kind` is the table. */
export function allPieces(fields) {
  return PIECE_TABLES.flatMap((kind) => fields[kind].map((item, index) => ({ kind, index, item })));
}

/** Return the pieces that start in a hex; the leader, who is drawn on top, comes first. */
export function piecesIn(fields, name) {
  return allPieces(fields).filter(({ item }) => item.hex === name && !item.turn).sort((a, b) => (a.kind === "leader" ? 0 : 1) - (b.kind === "leader" ? 0 : 1));
}

/** Return the reinforcements that enter at a hex, the earliest first. */
export function reinforcementsAt(fields, name) {
  return allPieces(fields).filter(({ item }) => item.hex === name && item.turn).sort((a, b) => a.item.turn - b.item.turn);
}

/** Return the index of the VP hex with this name, or -1. */
export function pointsAt(fields, name) {
  return fields.points.findIndex((item) => item.hex === name);
}

/** Return the kind of a piece: `leader`, or that of the unit. */
export function kindOf({ kind, item }) {
  return kind === "leader" ? "leader" : (item.kind ?? "unit");
}

export function itemName(kind, item) {
  if (kind === "points") return `VP hex ${item.hex ?? ""}`.trim();
  return item.name || `A ${kind}`;
}

/** Describe a piece: `Evans, Confederate infantry, 3 blocks, black`. */
export function describePiece(piece, blocksOf) {
  const { item } = piece;
  const kind = kindOf(piece);
  const strength = item.strength ?? blocksOf(kind);
  const blocks = piece.kind === "unit" && `${strength} ${strength === 1 ? "block" : "blocks"}`;
  const turn = item.turn && `from turn ${item.turn}`;
  return [itemName(piece.kind, item), `${capitalize(item.side ?? "")} ${kind}`, blocks, piece.kind === "unit" && item.morale, turn].filter(Boolean).join(", ");
}

/** Return a name for a new piece that its side does not have yet. */
export function freeName(fields, side, wanted) {
  const taken = new Set(allPieces(fields).filter(({ item }) => item.side === side).map(({ item }) => item.name));
  let name = wanted;
  for (let number = 2; taken.has(name); number += 1) name = `${wanted} ${number}`;
  return name;
}

/** Return a new piece as the tool describes it. */
export function newPiece(fields, { kind, side, morale, strength, turn }, hex) {
  const name = freeName(fields, side, BASE_NAMES[kind]);
  const enters = turn ? { turn } : {};
  if (kind === "leader") return { side, name, hex, ...enters };
  return { side, kind, name, hex, morale, ...(strength ? { strength } : {}), ...enters };
}

/** Return whether a unit never moves. */
export function isFixed(fields, item) {
  return fields.special?.fixed?.includes(item.name) ?? false;
}

/** Let a unit never move, or let it move again. */
export function setFixed(fields, name, fixed) {
  const others = (fields.special?.fixed ?? []).filter((other) => other !== name);
  setSpecial(fields, "fixed", fixed ? [...others, name] : others);
}

/** Set a special rule; an empty one is removed, and so is the table without rules. */
export function setSpecial(fields, rule, value) {
  const special = { ...fields.special, [rule]: value };
  if (value === undefined || (Array.isArray(value) && value.length === 0)) delete special[rule];
  if (Object.keys(special).length > 0) fields.special = special;
  else delete fields.special;
}

/** Remove a piece, and what the special rules say of it. */
export function removePiece(fields, kind, index) {
  const [item] = fields[kind].splice(index, 1);
  if (kind === "unit" && !fields.unit.some((other) => other.name === item.name)) setFixed(fields, item.name, false);
}

/** Name a hex on the map, or remove its name. */
export function setLabel(fields, name, label) {
  const names = { ...fields.names, [name]: label };
  if (!label) delete names[name];
  if (Object.keys(names).length > 0) fields.names = names;
  else delete fields.names;
}

const WORDS = ["side", "kind", "name", "hex", "morale", "for", "held"];
const RULES = { no_rally: Array.isArray, fixed: Array.isArray, halted: isFields };

/** Remove tables and lists that are none, and make words of the fields that should be words. */
export function cleanFields(fields) {
  for (const name of ["union", "confederate", "names", "special"]) if (!isFields(fields[name])) delete fields[name];
  for (const [rule, isRule] of Object.entries(RULES)) if (fields.special && !isRule(fields.special[rule])) delete fields.special[rule];
  if (!Array.isArray(fields.sources)) delete fields.sources;
  for (const item of [...fields.unit, ...fields.leader, ...fields.points]) {
    for (const word of WORDS) if (item[word] !== undefined) item[word] = String(item[word]);
  }
}
