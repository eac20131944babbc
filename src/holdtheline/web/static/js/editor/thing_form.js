// The form of the picked thing, and the list of all things on the table.

import { el } from "../lib/dom.js";
import { capitalize } from "../lib/text.js";
import { actionButton, checkboxField, fieldRow, numberField, selectField, setField, textField } from "./fields.js";
import { cardOf, cardsFor, companyOf, degreesOf, facingOf, inches, middleOf, renameReferences, shapeOf, sideOf, thingName } from "./things.js";
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

/** List all things on the table, each with a button that goes to its form. */
export function thingList(editor) {
  const { fields } = editor.draft;
  const line = (kind, thing, place) => el("li", {},
    actionButton(thingName(fields, kind, thing), () => editor.goTo(kind, place), { class: "button plain small", id: `go-${kind}-${place}` }),
    el("span", { class: "quiet small numbers", text: `${middleOf(thing).map(inches).join(", ")}` }));
  const group = ([title, kind, isListed]) => {
    const all = fields[kind].map((thing, place) => [thing, place]).filter(([thing]) => isListed(fields, thing));
    return el("section", {},
      el("h3", { text: `${title} (${all.length})` }),
      all.length ? el("ul", { class: "things" }, all.map(([thing, place]) => line(kind, thing, place))) : el("p", { class: "quiet small", text: "Nothing yet." }));
  };
  return [el("p", { class: "quiet", text: "Choose what to place, then draw it on the table. Click on something to change it." }), GROUPS.map(group)];
}

export function thingForm(editor) {
  const { draft } = editor;
  const { kind, place } = draft.picked;
  const forms = { terrain: terrainForm, character: characterForm, objective: objectiveForm };
  const title = thingName(draft.fields, kind, draft.thing);
  return [
    actionButton("‹ All things", () => draft.pick(null), { class: "button plain small" }),
    el("h2", { tabindex: -1, id: "form-title", text: title }),
    forms[kind](editor, place),
    el("div", { class: "buttons end" },
      actionButton("Copy", () => editor.copy(), { id: "copy", "aria-keyshortcuts": "D" }),
      actionButton("Remove", () => editor.remove(), { id: "remove", "aria-keyshortcuts": "Delete" })),
  ];
}

/** Return a function that returns setters for the fields of a thing. */
function setter(editor, kind, place) {
  return (field, from = "form") => (value) => editor.draft.change((fields) => setField(fields[kind][place], field, value), from);
}

/** Return a setter for the name of a thing, which changes all references to it, too. */
export function rename(editor, kind, place) {
  return (value) => editor.draft.change((fields) => {
    const thing = fields[kind][place];
    const old = thingName(fields, kind, thing);
    const hadName = kind !== "terrain" || thing.name;
    setField(thing, "name", value);
    if (hadName) renameReferences(fields, old, thingName(fields, kind, thing));
  }, "form");
}

function terrainForm(editor, place) {
  const { parts, draft } = editor;
  const thing = draft.thing;
  const set = setter(editor, "terrain", place);
  const about = parts.terrain.find((one) => one.kind === thing.kind);
  return [
    selectField("kind", "Kind", thing.kind, parts.terrain.map((one) => one.kind), set("kind", "form-shape"), { hint: about?.sentence }),
    textField("name", "Name (if any)", thing.name, rename(editor, "terrain", place), { most: parts.limits.name }),
    shapeForm(editor, thing, place, set),
    traitsForm(editor, `terrain-${place}`, "terrain", (fields) => fields.terrain[place], thing.kind),
  ];
}

function shapeForm(editor, thing, place, set) {
  const shape = shapeOf(thing);
  const side = editor.parts.limits.table;
  const number = (id, label, value, onChange) => numberField(id, label, value, onChange, { least: 0, most: side, step: "any" });
  const change = (mutate, from = "form") => editor.draft.change((fields) => mutate(fields.terrain[place]), from);
  if (shape === "corners") {
    const pairs = thing.corners.map(([x, y], i) => fieldRow(
      number(`x-${i}`, `Corner ${i + 1} x`, x, (value) => change((terrain) => (terrain.corners[i][0] = value ?? 0))),
      number(`y-${i}`, "y", y, (value) => change((terrain) => (terrain.corners[i][1] = value ?? 0)))));
    return el("fieldset", {}, el("legend", { text: "Corners, in inches" }), pairs);
  }
  const fields = (SHAPE_FIELDS[shape] ?? []).map((label, i) =>
    number(`shape-${i}`, capitalize(label), thing[shape][i], (value) => change((terrain) => (terrain[shape][i] = value ?? 0))));
  return el("fieldset", {},
    el("legend", { text: `${{ disc: "Disc", line: "Line", rect: "Oblong" }[shape] ?? "Shape"}, in inches` }),
    fieldRow(fields),
    shape === "line" && numberField("thick", "Thick", thing.thick ?? editor.parts.limits.thick, set("thick"), { least: 0.1, most: side, step: "any" }),
    shape === "rect" && numberField("turned", "Turned by degrees", thing.turned ?? 0, (value) => set("turned")(value || undefined), { least: 0, most: 359 }));
}

function placeFields(thing, set) {
  const at = (axis) => (value) => set("at")(thing.at.map((part, i) => (i === axis ? value ?? 0 : part)));
  return ["x", "y"].map((label, axis) => numberField(`at-${label}`, label === "x" ? "x, from the left" : "y, from below", thing.at[axis], at(axis), { least: 0, most: 24, step: "any" }));
}

function characterForm(editor, place) {
  const { parts, draft } = editor;
  const { fields } = draft;
  const thing = draft.thing;
  const set = setter(editor, "character", place);
  const card = cardOf(fields, thing);
  const company = companyOf(fields, thing);
  const companies = fields.company.map((one) => thingName(fields, "company", one)).map((name) => [name, name]);
  const cards = cardsFor(fields, company).map((one) => [one.name, one.name]);
  const whole = (id, label, most, hint) => numberField(id, label, thing[id], (value) => set(id)(value || undefined), { least: 0, most, hint });
  return [
    fieldRow(
      selectField("company", "Company", thing.company, companies, set("company", "form-shape")),
      selectField("card", "Card", thing.card, cards, set("card", "form-shape"))),
    card && cardLine(card),
    textField("name", "Name (if not that of the card)", thing.name, rename(editor, "character", place), { most: parts.limits.name }),
    fieldRow(placeFields(thing, set)),
    fieldRow(
      numberField("facing", "Facing, degrees", degreesOf(thing.facing), (value) => set("facing")(facingOf(value ?? 90)), { least: 0, most: 359, hint: "0 right, 90 up" }),
      whole("wounds", "Wounds", card?.wounds ?? 0, "at the start"),
      company?.side === "friends" && whole("general", "General", parts.limits.generals, "0: assigned in turn")),
    traitsForm(editor, `character-${place}`, "character", (all) => all.character[place]),
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

function objectiveForm(editor, place) {
  const { parts, draft } = editor;
  const thing = draft.thing;
  const set = setter(editor, "objective", place);
  return [
    textField("name", "Name", thing.name, rename(editor, "objective", place), { most: parts.limits.name, required: true }),
    selectField("kind", "Kind", thing.kind, parts.kinds, set("kind")),
    fieldRow(placeFields(thing, set)),
    checkboxField("stays", "It never leaves the table", thing.stays, set("stays")),
    traitsForm(editor, `objective-${place}`, "objective", (fields) => fields.objective[place]),
  ];
}
