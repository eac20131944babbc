// The form of the picked hex: its terrain, its name, its VP and its pieces; and the list of all pieces.

import { actionButton, checkboxField, fieldRow, numberField, selectField, setField, textField } from "../../../editor/fields.js";
import { section, setterOf } from "../../../editor/forms.js";
import { el } from "../../../lib/dom.js";
import { capitalize, plural } from "../../../lib/text.js";
import { formatMap, hexNamed, parseMap } from "./hexes.js";
import { allPieces, describePiece, freeName, isFixed, itemName, kindOf, piecesIn, pointsAt, reinforcementsAt, removePiece, setFixed, setLabel } from "./pieces.js";

const SCORERS = [["both", "Both sides"], ["union", "Union"], ["confederate", "Confederate"]];
const HOLDERS = [["nobody", "Neither side"], ["union", "Union"], ["confederate", "Confederate"]];

export function hexForm(editor) {
  const { draft, parts, tools } = editor;
  const name = draft.picked.index;
  const { fields } = draft;
  const [column, row] = tools.pickedHex;
  const letter = parseMap(fields.map)[row][column];
  const terrain = parts.terrain.find((one) => one.letter === letter);
  const here = piecesIn(fields, name);
  const later = reinforcementsAt(fields, name);
  return [
    actionButton("‹ All pieces", () => draft.pick(null), { class: "button plain small" }),
    el("h2", { tabindex: -1, id: "form-title", text: fields.names?.[name] ? `${name}, ${fields.names[name]}` : name }),
    fieldRow(
      selectField("terrain", "Terrain", letter, parts.terrain.map((one) => [one.letter, capitalize(one.kind)]), (value) => draft.change((all) => setTerrain(all, [column, row], value), "form-shape")),
      textField("label", "Place name", fields.names?.[name], (value) => draft.change((all) => setLabel(all, name, value), "form-shape"), { maxLength: parts.limits.label })),
    el("p", { class: "quiet small", text: terrain?.sentence }),
    pointsPart(editor, name),
    here.length > 0 && el("h3", { text: "Pieces that start here" }),
    here.map((piece) => piecePart(editor, piece)),
    later.length > 0 && el("h3", { text: "Reinforcements that enter here" }),
    later.map((piece) => piecePart(editor, piece)),
    here.length + later.length === 0 && el("p", { class: "quiet small", text: "No pieces are here. Choose a kind of piece in the palette, then click a hex." }),
  ];
}

function setTerrain(fields, [column, row], letter) {
  const rows = parseMap(fields.map);
  rows[row][column] = letter;
  fields.map = formatMap(rows);
}

// VP

function pointsPart(editor, name) {
  const { draft, parts } = editor;
  const index = pointsAt(draft.fields, name);
  const add = () => draft.change((all) => all.points.push({ hex: name, worth: 1, for: "both", held: "nobody" }), "form-shape");
  if (index < 0) return actionButton("Make it a VP hex", add, { id: "add-points" });
  const item = draft.fields.points[index];
  const id = `points-${index}`;
  const set = setterOf(draft, (all) => all.points[index]);
  return el("fieldset", { class: "part", id },
    el("legend", { text: "VP hex" }),
    fieldRow(
      numberField(`${id}-worth`, "Worth", item.worth, set("worth"), { min: 1, max: parts.limits.worth }),
      selectField(`${id}-for`, "Scored by", item.for, SCORERS, set("for")),
      selectField(`${id}-held`, "Held by", item.held, HOLDERS, set("held"))),
    actionButton("Remove the VP", () => draft.change((all) => all.points.splice(index, 1), "form-shape"), { id: `${id}-remove` }));
}

// Pieces

function piecePart(editor, piece) {
  const title = describePiece(piece, (kind) => editor.blocksOf(kind));
  return section(editor.forms, `${piece.kind}-${piece.index}`, title, pieceFields(editor, piece));
}

function pieceFields(editor, piece) {
  const { draft, parts } = editor;
  const { kind, index, item } = piece;
  const id = `${kind}-${index}`;
  const set = setterOf(draft, (all) => all[kind][index]);
  const blocks = editor.blocksOf(kindOf(piece));
  const turns = Number(draft.fields.turns) || parts.limits.turns;
  const units = parts.kinds.map((one) => one.kind).filter((one) => one !== "leader");
  return [
    textField(`${id}-name`, "Name", item.name, rename(draft, piece), { maxLength: parts.limits.name, required: true }),
    fieldRow(
      selectField(`${id}-side`, "Side", item.side, parts.sides, set("side", "form-shape")),
      kind === "unit" && selectField(`${id}-kind`, "Kind", item.kind, units, changeKind(editor, index))),
    kind === "unit" && fieldRow(
      selectField(`${id}-morale`, "Morale", item.morale, parts.morales, set("morale", "form-shape")),
      numberField(`${id}-strength`, `Blocks (all: ${blocks})`, item.strength ?? blocks, (value) => set("strength", "form-shape")(value === blocks ? undefined : value), { min: 1, max: blocks })),
    fieldRow(
      textField(`${id}-hex`, "Hex", item.hex, (value) => moveTo(editor, piece, value), { maxLength: 3, required: true }),
      numberField(`${id}-turn`, "Enters in turn", item.turn, set("turn", "form-shape"), { min: 1, max: turns, hint: "Empty: it starts on the map." })),
    kind === "unit" && checkboxField(`${id}-fixed`, "It never moves", isFixed(draft.fields, item), (value) => draft.change((all) => setFixed(all, item.name, value), "form")),
    el("div", { class: "buttons" },
      actionButton("Copy", () => copyPiece(editor, piece), { id: `${id}-copy` }),
      actionButton("Remove", () => draft.change((all) => removePiece(all, kind, index)), { id: `${id}-remove` })),
  ];
}

/** Return a setter for the name of a piece; a unit that never moves keeps that under its new name. */
function rename(draft, { kind, index, item }) {
  return (value) => draft.change((all) => {
    const fixed = kind === "unit" && isFixed(all, item);
    if (fixed) setFixed(all, item.name, false);
    setField(all[kind][index], "name", value);
    if (fixed && value) setFixed(all, value, true);
  }, "form-shape");
}

/** Return a setter for the kind of a unit, which may not have more blocks than its new kind. */
function changeKind(editor, index) {
  return (value) => editor.draft.change((all) => {
    const unit = all.unit[index];
    unit.kind = value;
    if (unit.strength >= editor.blocksOf(value)) delete unit.strength;
  }, "form-shape");
}

function moveTo(editor, { kind, index }, value) {
  const { draft } = editor;
  const name = value?.toUpperCase();
  if (name && hexNamed(name, editor.tools.size)) draft.picked = { kind: "hex", index: name, part: `${kind}-${index}` };
  draft.change((all) => setField(all[kind][index], "hex", name), "form-shape");
}

function copyPiece({ draft }, { kind, item }) {
  draft.picked = { ...draft.picked, part: `${kind}-${draft.fields[kind].length}` };
  draft.change((all) => all[kind].push({ ...item, name: freeName(all, item.side, (item.name ?? "Unit").replace(/ \d+$/, "")) }));
}

// All pieces

export function forcesList(editor) {
  const { draft, parts } = editor;
  const pieces = allPieces(draft.fields);
  return [
    parts.sides.map((side) => sidePart(editor, side, pieces.filter(({ item }) => item.side === side))),
    sidePart(editor, null, pieces.filter(({ item }) => !parts.sides.includes(item.side))),
    pointsList(editor),
  ];
}

function sidePart(editor, side, pieces) {
  if (side === null && pieces.length === 0) return null;
  const start = pieces.filter(({ item }) => !item.turn);
  const later = pieces.filter(({ item }) => item.turn).sort((a, b) => a.item.turn - b.item.turn);
  const units = pieces.filter(({ kind }) => kind === "unit").length;
  return [
    el("h2", { class: side, text: side ? capitalize(side) : "Without a side" }),
    el("p", { class: "quiet small", text: `${capitalize(plural(units, "unit"))}, ${plural(pieces.length - units, "leader")}` }),
    pieceList(editor, start),
    later.length > 0 && el("h3", { text: "Reinforcements" }),
    pieceList(editor, later),
  ];
}

function pieceList(editor, pieces) {
  if (pieces.length === 0) return null;
  return el("ul", { class: "items" }, pieces.map((piece) => {
    const { kind, index, item } = piece;
    const place = item.turn ? `turn ${item.turn}, ${item.hex}` : item.hex;
    const isLost = !hexNamed(item.hex, editor.tools.size);
    return el("li", {},
      isLost ? piecePart(editor, piece) : actionButton(itemName(kind, item), () => editor.goToPiece(kind, index), { class: "button plain small" }),
      !isLost && el("span", { class: "quiet small", text: `${kindOf(piece)} · ${place}` }));
  }));
}

function pointsList(editor) {
  const { draft, tools } = editor;
  const { points, names } = draft.fields;
  if (points.length === 0) return null;
  const title = ({ hex }) => (names?.[hex] ? `${hex}, ${names[hex]}` : String(hex));
  const remove = (index) => draft.change((all) => all.points.splice(index, 1), "form-shape");
  return [
    el("h2", { text: "VP hexes" }),
    el("ul", { class: "items" }, points.map((item, index) => el("li", {},
      hexNamed(item.hex, tools.size)
        ? actionButton(title(item), () => editor.goToHex(item.hex), { class: "button plain small" })
        : actionButton(`Remove the VP of ${item.hex}`, () => remove(index), { id: `points-${index}-hex` }),
      el("span", { class: "quiet small", text: `${item.worth} VP, ${item.for}` })))),
  ];
}
