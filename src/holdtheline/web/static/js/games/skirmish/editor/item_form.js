// The form of the picked item, and the list of all items on the table.

import { el } from "../../../lib/dom.js";
import { capitalize } from "../../../lib/text.js";
import { setterOf } from "../../../editor/forms.js";
import { actionButton, checkboxField, fieldRow, numberField, selectField, setField, textField } from "../../../editor/fields.js";
import { cardOf, cardsFor, companyOf, degreesOf, facingOf, inches, middleOf, renameReferences, shapeOf, sideOf, itemName } from "./items.js";
import { traitsForm } from "./traits_form.js";

const GROUPS = [
  ["Terrain", "terrain", () => true],
  ["Friends", "character", (fields, character) => sideOf(fields, character) === "friends"],
  ["Enemy", "character", (fields, character) => sideOf(fields, character) !== "friends"],
  ["Objectives", "objective", () => true],
];
const SHAPE_FIELDS = {
  disc: ["x", "y", "across"],
  line: ["x", "y", "to x", "to y"],
  rect: ["x", "y", "width", "height"],
};

/** List all items on the table, each with a button that goes to its form. */
export function itemList(editor) {
  const { fields } = editor.draft;
  const line = (kind, item, index) => el("li", {},
    actionButton(itemName(fields, kind, item), () => editor.goTo(kind, index), { class: "button plain small", id: `go-${kind}-${index}` }),
    el("span", { class: "quiet small numbers", text: `${middleOf(item).map(inches).join(", ")}` }));
  const group = ([title, kind, isListed]) => {
    const all = fields[kind].map((item, index) => [item, index]).filter(([item]) => isListed(fields, item));
    return el("section", {},
      el("h3", { text: `${title} (${all.length})` }),
      all.length ? el("ul", { class: "items" }, all.map(([item, index]) => line(kind, item, index))) : el("p", { class: "quiet small", text: "Nothing yet." }));
  };
  return [el("p", { class: "quiet", text: "Choose what to place, then draw it on the table. Click an item to change it." }), GROUPS.map(group)];
}

export function itemForm(editor) {
  const { draft } = editor;
  const { kind, index } = draft.picked;
  const forms = { terrain: terrainForm, character: characterForm, objective: objectiveForm };
  const title = itemName(draft.fields, kind, draft.item);
  return [
    actionButton("‹ All items", () => draft.pick(null), { class: "button plain small" }),
    el("h2", { tabindex: -1, id: "form-title", text: title }),
    forms[kind](editor, index),
    el("div", { class: "buttons end" },
      actionButton("Copy", () => editor.copy(), { id: "copy", "aria-keyshortcuts": "D" }),
      actionButton("Remove", () => editor.remove(), { id: "remove", "aria-keyshortcuts": "Delete" })),
  ];
}

function setter(editor, kind, index) {
  return setterOf(editor.draft, (fields) => fields[kind][index]);
}

/** Return a setter for the name of an item that updates all references to it. */
export function rename(editor, kind, index) {
  return (value) => editor.draft.change((fields) => {
    const item = fields[kind][index];
    const old = itemName(fields, kind, item);
    const hadName = kind !== "terrain" || item.name;
    setField(item, "name", value);
    if (hadName) renameReferences(fields, old, itemName(fields, kind, item));
  }, "form");
}

function terrainForm(editor, index) {
  const { parts, draft } = editor;
  const item = draft.item;
  const set = setter(editor, "terrain", index);
  const about = parts.terrain.find((one) => one.kind === item.kind);
  return [
    selectField("kind", "Kind", item.kind, parts.terrain.map((one) => one.kind), set("kind", "form-shape"), { hint: about?.sentence }),
    textField("name", "Name (if any)", item.name, rename(editor, "terrain", index), { maxLength: parts.limits.name }),
    shapeForm(editor, item, index, set),
    traitsForm(editor, `terrain-${index}`, "terrain", (fields) => fields.terrain[index], item.kind),
  ];
}

function shapeForm(editor, item, index, set) {
  const shape = shapeOf(item);
  const side = editor.parts.limits.table;
  const number = (id, label, value, onChange) => numberField(id, label, value, onChange, { min: 0, max: side, step: "any" });
  const change = (mutate, from = "form") => editor.draft.change((fields) => mutate(fields.terrain[index]), from);
  if (shape === "corners") {
    const pairs = item.corners.map(([x, y], i) => fieldRow(
      number(`x-${i}`, `Corner ${i + 1} x`, x, (value) => change((terrain) => (terrain.corners[i][0] = value ?? 0))),
      number(`y-${i}`, "y", y, (value) => change((terrain) => (terrain.corners[i][1] = value ?? 0)))));
    return el("fieldset", {}, el("legend", { text: "Corners, in inches" }), pairs);
  }
  const fields = (SHAPE_FIELDS[shape] ?? []).map((label, i) =>
    number(`shape-${i}`, capitalize(label), item[shape][i], (value) => change((terrain) => (terrain[shape][i] = value ?? 0))));
  return el("fieldset", {},
    el("legend", { text: `${{ disc: "Disc", line: "Line", rect: "Rectangle" }[shape] ?? "Shape"}, in inches` }),
    fieldRow(fields),
    shape === "line" && numberField("thick", "Thickness", item.thick ?? editor.parts.limits.thick, set("thick"), { min: 0.1, max: side, step: "any" }),
    shape === "rect" && numberField("turned", "Turned, in degrees", item.turned ?? 0, (value) => set("turned")(value || undefined), { min: 0, max: 359 }));
}

function positionFields(item, set) {
  const at = (axis) => (value) => set("at")(item.at.map((part, i) => (i === axis ? value ?? 0 : part)));
  return ["x", "y"].map((label, axis) => numberField(`at-${label}`, label === "x" ? "x, from the left" : "y, from below", item.at[axis], at(axis), { min: 0, max: 24, step: "any" }));
}

function characterForm(editor, index) {
  const { parts, draft } = editor;
  const { fields } = draft;
  const item = draft.item;
  const set = setter(editor, "character", index);
  const card = cardOf(fields, item);
  const company = companyOf(fields, item);
  const companies = fields.company.map((one) => itemName(fields, "company", one)).map((name) => [name, name]);
  const cards = cardsFor(fields, company).map((one) => [one.name, one.name]);
  const whole = (id, label, max, hint) => numberField(id, label, item[id], (value) => set(id)(value || undefined), { min: 0, max, hint });
  return [
    fieldRow(
      selectField("company", "Company", item.company, companies, set("company", "form-shape")),
      selectField("card", "Card", item.card, cards, set("card", "form-shape"))),
    card && cardLine(card),
    textField("name", "Name (if not that of the card)", item.name, rename(editor, "character", index), { maxLength: parts.limits.name }),
    fieldRow(positionFields(item, set)),
    fieldRow(
      numberField("facing", "Facing, in degrees", degreesOf(item.facing), (value) => set("facing")(facingOf(value ?? 90)), { min: 0, max: 359, hint: "0 right, 90 up" }),
      whole("wounds", "Wounds", card?.wounds ?? 0, "at the start"),
      company?.side === "friends" && whole("general", "General", parts.limits.generals, "0: assigned in turn")),
    traitsForm(editor, `character-${index}`, "character", (all) => all.character[index]),
    el("div", { class: "buttons" },
      actionButton("Move up in the list", () => editor.reorder("character", -1), { id: "earlier" }),
      actionButton("Move down in the list", () => editor.reorder("character", 1), { id: "later" })),
  ];
}

/** Return the values of a card in a line, and what its traits say. */
function cardLine(card) {
  const numbers = [`move ${card.move}`, `attack ${card.attack}`, `defence ${card.defence}`, `wounds ${card.wounds}`, card.range && `range ${card.range}`, card.base && `base ${card.base}`];
  const traits = Array.isArray(card.traits) ? card.traits.map((one) => one.text) : [];
  return el("p", { class: "card-line small" }, el("b", { text: numbers.filter(Boolean).join(", ") }), traits.length > 0 && `. ${traits.join(" ")}`, card.text && el("i", { class: "quiet", text: ` ${card.text}` }));
}

function objectiveForm(editor, index) {
  const { parts, draft } = editor;
  const item = draft.item;
  const set = setter(editor, "objective", index);
  return [
    textField("name", "Name", item.name, rename(editor, "objective", index), { maxLength: parts.limits.name, required: true }),
    selectField("kind", "Kind", item.kind, parts.kinds, set("kind")),
    fieldRow(positionFields(item, set)),
    checkboxField("stays", "It never leaves the table", item.stays, set("stays")),
    traitsForm(editor, `objective-${index}`, "objective", (fields) => fields.objective[index]),
  ];
}
