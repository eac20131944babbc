// The form for traits: those an item has, with their parameters, and those it could have.

import { el } from "../../../lib/dom.js";
import { ruleLink } from "../../../lib/messages.js";
import { capitalize } from "../../../lib/text.js";
import { actionButton, fieldRow, namesField, numberField, selectField, setField, textField } from "../../../editor/fields.js";
import { inches, namesFor, sideOf, itemName } from "./items.js";

const LISTS = ["characters", "objectives", "carriers", "lines", "targets", "flags"];
const FACES = 6;

/** Return the form; `holder(fields)` finds the item, `owner` is the kind of item (or `scenario`), `ground` its kind of terrain, if any. */
export function traitsForm(editor, id, owner, holder, ground) {
  const { draft, parts } = editor;
  const has = holder(draft.fields).traits ?? {};
  const possible = parts.traits.filter((one) => one.scopes.includes(owner) && (!ground || one.grounds.includes(ground)));
  const change = (mutate) => draft.change((fields) => {
    const one = holder(fields);
    one.traits = { ...one.traits };
    mutate(one.traits);
    if (Object.keys(one.traits).length === 0) delete one.traits;
  }, "form-shape");
  const known = (word) => parts.traits.find((one) => one.word === word);
  const rest = possible.filter((one) => !(one.word in has));
  const rows = Object.entries(has).map(([word, value]) => traitRow(editor, `${id}-${word}`, known(word), word, value, change));
  return el("fieldset", { class: "traits" },
    el("legend", { text: "Traits" }),
    rows,
    rest.length > 0 && traitSelect(editor, id, rest, change, holder),
    rows.length === 0 && rest.length === 0 && el("p", { class: "quiet small", text: "There are no traits for this." }));
}

function traitTitle(word) {
  return capitalize(word.replaceAll("_", " "));
}

function traitSelect(editor, id, rest, change, holder) {
  const select = el("select", { id: `${id}-add` },
    el("option", { value: "", text: "Add a trait …" }),
    rest.map((one) => el("option", { value: one.word, text: `${traitTitle(one.word)}: ${plainSentence(one.sentence)}` })));
  select.addEventListener("change", () => {
    const trait = rest.find((one) => one.word === select.value);
    if (trait) change((traits) => (traits[trait.word] = defaultValue(editor, trait, holder(editor.draft.fields))));
  });
  return el("div", { class: "field" }, el("label", { class: "visually-hidden", for: `${id}-add`, text: "Add a trait" }), select);
}

function plainSentence(sentence) {
  return sentence.replace(/\{item\}/g, "").replace(/\{(\w+)\}/g, "…");
}

function traitRow(editor, id, trait, word, value, change) {
  const removeButton = actionButton("×", () => change((traits) => delete traits[word]), { class: "close", "aria-label": `Remove ${traitTitle(word)}` });
  if (!trait) return el("div", { class: "trait missing" }, el("p", {}, el("b", { text: word }), " does not exist."), removeButton);
  const set = (parameter, given) => change((traits) => (traits[word] = withParameter(trait, value, parameter, given)));
  return el("div", { class: "trait" },
    el("div", { class: "about" },
      el("p", {}, el("b", { text: `${traitTitle(word)}. ` }), filledSentence(trait, value), " ", ruleLink(trait.clause, `/rules/skirmish#${trait.clause}`, trait.clause)),
      removeButton),
    trait.parameters.length > 0 && fieldRow(trait.parameters.map((parameter) => parameterField(editor, `${id}-${parameter.name}`, parameter, valueOf(trait, value, parameter), (given) => set(parameter, given)))));
}

/** Return the sentence of a trait with its values filled in. */
function filledSentence(trait, value) {
  const parameterText = (name) => {
    const parameter = trait.parameters.find((one) => one.name === name);
    const given = parameter && valueOf(trait, value, parameter);
    if (given === undefined || given === "") return name === "item" ? "" : "…";
    return `${Array.isArray(given) ? given.join(", ") : given}${name === "item" ? ": " : unitOf(name)}`;
  };
  if (trait.sentence.includes("{changes}")) {
    const changes = Object.entries(value ?? {}).map(([name, by]) => `${name} ${by > 0 ? "+" : ""}${by}`);
    return trait.sentence.replace("{changes}", changes.join(", ") || "…");
  }
  return trait.sentence.replace(/\{(\w+)\}/g, (_, name) => parameterText(name)).replace("….", "…");
}

function unitOf(name) {
  return { inches: " in", losses: " lost", rounds: " full rounds" }[name] ?? "";
}

function valueOf(trait, value, parameter) {
  if (value !== null && typeof value === "object" && !Array.isArray(value)) return value[parameter.name];
  return trait.parameters[0] === parameter ? value : undefined;
}

/** Return the value with one parameter changed; a trait with a single parameter is that parameter alone. */
function withParameter(trait, value, parameter, given) {
  if (trait.parameters.length === 1) return given ?? "";
  const all = Object.fromEntries(trait.parameters.map((one) => [one.name, valueOf(trait, value, one)]));
  setField(all, parameter.name, given);
  for (const one of trait.parameters) if (all[one.name] === undefined) delete all[one.name];
  return all;
}

function parameterField(editor, id, parameter, value, onChange) {
  const isNumber = parameter.type === "inches" || parameter.type === "whole";
  const label = capitalize(parameter.name.replaceAll("_", " ")) + (parameter.optional && !isNumber ? " (if any)" : "");
  const { fields } = editor.draft;
  if (isNumber) {
    const hint = `${inches(parameter.minimum)} to ${inches(parameter.maximum)}${parameter.type === "inches" ? " in" : ""}`;
    return numberField(id, label, value, onChange, { min: parameter.minimum, max: parameter.maximum, step: parameter.type === "inches" ? "any" : 1, hint });
  }
  if (parameter.type === "text") return textField(id, label, value, onChange, { maxLength: editor.parts.limits.name });
  const known = namesFor(fields, parameter.type);
  const changeNames = (names) => onChange(parameter.optional && names.length === 0 ? undefined : names);
  if (LISTS.includes(parameter.type)) return namesField(id, label, value, known, changeNames, { max: parameter.maximum });
  if (parameter.type === "results") return el("div", {}, ...faceFields(id, value, known, onChange));
  return selectField(id, label, value, known.map((name) => [name, name]), onChange, { none: "…" });
}

/** Return a field for each face of a die. */
function faceFields(id, value, known, onChange) {
  const names = known.map((name) => [name, name]);
  const changed = (at, given) => value.map((old, index) => (index === at ? given : old));
  return value.map((word, index) => selectField(`${id}-${index + 1}`, `On ${index + 1}`, word, names, (given) => onChange(changed(index, given))));
}

/** Return the value that a new trait starts with. */
function defaultValue(editor, trait, holder) {
  if (trait.parameters.length === 0) return true;
  const { fields } = editor.draft;
  const defaultFor = (parameter) => {
    if (parameter.type === "inches" || parameter.type === "whole") return Math.min(Math.max(parameter.minimum, parameter.type === "whole" && parameter.minimum === 2 ? 4 : 1), parameter.maximum);
    const known = namesFor(fields, parameter.type);
    if (LISTS.includes(parameter.type)) return known.slice(0, parameter.minimum);
    if (parameter.type === "results") return [known[1], ...Array(FACES - 1).fill(known[0])];
    if (parameter.type !== "character" || !holder.card) return known[0] ?? "";
    const other = fields.character.find((one) => sideOf(fields, one) !== sideOf(fields, holder));
    return other ? itemName(fields, "character", other) : "";
  };
  if (trait.parameters.length === 1) return defaultFor(trait.parameters[0]);
  if (trait.parameters.every((parameter) => parameter.optional)) return { attack: -1 };
  return Object.fromEntries(trait.parameters.filter((parameter) => !parameter.optional).map((parameter) => [parameter.name, defaultFor(parameter)]));
}
