// The form for traits: those an item has, with their parts, and those it could have.

import { el } from "../lib/dom.js";
import { ruleLink } from "../lib/messages.js";
import { capitalize } from "../lib/text.js";
import { actionButton, fieldRow, namesField, numberField, selectField, setField, textField } from "./fields.js";
import { inches, namesFor, sideOf, itemName } from "./items.js";

const LISTS = ["characters", "objectives", "carriers", "lines"];

/** Return the form; `holder(fields)` finds the item, `owner` is the kind of item (or `scenario`), `ground` its kind of terrain, if any. */
export function traitsForm(editor, id, owner, holder, ground) {
  const { draft, parts } = editor;
  const has = holder(draft.fields).traits ?? {};
  const possible = parts.traits.filter((one) => one.places.includes(owner) && (!ground || one.grounds.includes(ground)));
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
  const set = (part, given) => change((traits) => (traits[word] = withPart(trait, value, part, given)));
  return el("div", { class: "trait" },
    el("div", { class: "about" },
      el("p", {}, el("b", { text: `${traitTitle(word)}. ` }), filledSentence(trait, value), " ", ruleLink(trait.clause, `/rules/skirmish#${trait.clause}`, trait.clause)),
      removeButton),
    trait.parts.length > 0 && fieldRow(trait.parts.map((part) => partField(editor, `${id}-${part.name}`, part, valueOf(trait, value, part), (given) => set(part, given)))));
}

/** Return the sentence of a trait with its values filled in. */
function filledSentence(trait, value) {
  const partText = (name) => {
    const part = trait.parts.find((one) => one.name === name);
    const given = part && valueOf(trait, value, part);
    if (given === undefined || given === "") return name === "item" ? "" : "…";
    return `${Array.isArray(given) ? given.join(", ") : given}${name === "item" ? ": " : unitOf(name)}`;
  };
  if (trait.sentence.includes("{changes}")) {
    const changes = Object.entries(value ?? {}).map(([name, by]) => `${name} ${by > 0 ? "+" : ""}${by}`);
    return trait.sentence.replace("{changes}", changes.join(", ") || "…");
  }
  return trait.sentence.replace(/\{(\w+)\}/g, (_, name) => partText(name)).replace("….", "…");
}

function unitOf(name) {
  return { inches: " in", losses: " lost", rounds: " full rounds" }[name] ?? "";
}

function valueOf(trait, value, part) {
  if (value !== null && typeof value === "object" && !Array.isArray(value)) return value[part.name];
  return trait.parts[0] === part ? value : undefined;
}

/** Return the value with one part changed; a trait with a single part is that part alone. */
function withPart(trait, value, part, given) {
  if (trait.parts.length === 1) return given ?? "";
  const all = Object.fromEntries(trait.parts.map((one) => [one.name, valueOf(trait, value, one)]));
  setField(all, part.name, given);
  for (const one of trait.parts) if (all[one.name] === undefined) delete all[one.name];
  return all;
}

function partField(editor, id, part, value, onChange) {
  const isNumber = part.takes === "inches" || part.takes === "whole";
  const label = capitalize(part.name.replaceAll("_", " ")) + (part.may_miss && !isNumber ? " (if any)" : "");
  const { fields } = editor.draft;
  if (isNumber) {
    const hint = `${inches(part.least)} to ${inches(part.most)}${part.takes === "inches" ? " in" : ""}`;
    return numberField(id, label, value, onChange, { least: part.least, most: part.most, step: part.takes === "inches" ? "any" : 1, hint });
  }
  if (part.takes === "text") return textField(id, label, value, onChange, { most: editor.parts.limits.name });
  const known = namesFor(fields, part.takes);
  if (LISTS.includes(part.takes)) return namesField(id, label, value, known, onChange, part);
  return selectField(id, label, value, known.map((name) => [name, name]), onChange, { none: "…" });
}

/** Return the value that a new trait starts with. */
function defaultValue(editor, trait, holder) {
  if (trait.parts.length === 0) return true;
  const { fields } = editor.draft;
  const defaultPart = (part) => {
    if (part.takes === "inches" || part.takes === "whole") return Math.min(Math.max(part.least, part.takes === "whole" && part.least === 2 ? 4 : 1), part.most);
    const known = namesFor(fields, part.takes);
    if (LISTS.includes(part.takes)) return known.slice(0, part.least);
    if (part.takes !== "character" || !holder.card) return known[0] ?? "";
    const other = fields.character.find((one) => sideOf(fields, one) !== sideOf(fields, holder));
    return other ? itemName(fields, "character", other) : "";
  };
  if (trait.parts.length === 1) return defaultPart(trait.parts[0]);
  if (trait.parts.every((part) => part.may_miss)) return { attack: -1 };
  return Object.fromEntries(trait.parts.filter((part) => !part.may_miss).map((part) => [part.name, defaultPart(part)]));
}
