// Forms for the battle as a whole: its story, its companies and cards, and its endings.

import { el } from "../../../lib/dom.js";
import { showNotice } from "../../../lib/messages.js";
import { capitalize } from "../../../lib/text.js";
import { fileSection, section, setterOf } from "../../../editor/forms.js";
import { actionButton, fieldRow, numberField, selectField, setField, textField } from "../../../editor/fields.js";
import { rename } from "./item_form.js";
import { bookOf, freeName, namesFor, itemName } from "./items.js";
import { traitsForm } from "./traits_form.js";

// The story

export function battleForm(editor) {
  const { parts, draft } = editor;
  const { fields } = draft;
  const { line, rounds } = parts.limits;
  const set = setterOf(draft, (all) => all);
  return [
    textField("title", "Title", fields.title, set("title"), { maxLength: line, required: true }),
    textField("aim", "The friends' aim, in one line", fields.aim, set("aim"), { maxLength: line, required: true }),
    textField("story", "Story", fields.story, set("story"), { area: 9, required: true, hint: "Up to six paragraphs, with an empty line between them." }),
    fieldRow(
      numberField("rounds", "Rounds", fields.rounds ?? rounds, set("rounds"), { min: 1, max: rounds }),
      selectField("timeout", "Winner", fields.timeout, parts.winners, set("timeout"))),
    traitsForm(editor, "battle", "scenario", (all) => all),
    fileSection(editor),
  ];
}

// Companies and cards

export function companiesForm(editor) {
  const { parts, draft } = editor;
  const { fields } = draft;
  return [
    fields.company.map((_, index) => companyPart(editor, index)),
    actionButton("Add a company", () => addCompany(editor), { id: "add-company", disabled: fields.company.length >= parts.limits.company }),
    el("h2", { text: "Cards of this battle" }),
    el("p", { class: "quiet small", text: "Shipped companies bring their own cards. Add cards for your own characters here; every company can use them." }),
    fields.card.map((_, index) => cardPart(editor, index)),
    actionButton("Add a card", () => addCard(editor), { id: "add-card", disabled: fields.card.length >= parts.limits.card }),
  ];
}

function companyPart(editor, index) {
  const { parts, draft } = editor;
  const { fields } = draft;
  const company = fields.company[index];
  const id = `company-${index}`;
  const name = itemName(fields, "company", company);
  const count = fields.character.filter((one) => one.company === name).length;
  const set = setterOf(draft, (all) => all.company[index]);
  const books = parts.books.map((one) => [one.name, one.title]);
  return section(editor.forms, id, `${name}, ${company.side} (${count})`,
    textField(`${id}-name`, "Name", company.name, rename(editor, "company", index), { maxLength: parts.limits.name, hint: bookOf(company) ? `If empty: ${bookOf(company).title}` : undefined }),
    fieldRow(
      selectField(`${id}-cards`, "Cards", company.cards, books, (value) => changeBook(editor, index, value), { none: "Those of this battle" }),
      selectField(`${id}-side`, "Side", company.side, parts.sides, set("side", "form-shape"))),
    bookOf(company)?.traits.map((trait) => el("p", { class: "small", text: `Each of them: ${trait.text}` })),
    traitsForm(editor, id, "company", (all) => all.company[index]),
    actionButton("Remove this company", () => removeCompany(editor, index), { id: `${id}-remove` }));
}

/** Change the cards of a company; its characters stay with it, under its new name. */
function changeBook(editor, index, value) {
  editor.draft.change((fields) => {
    const company = fields.company[index];
    const old = itemName(fields, "company", company);
    setField(company, "cards", value);
    const now = itemName(fields, "company", company);
    for (const character of fields.character) if (character.company === old) character.company = now;
  }, "form-shape");
}

function addCompany(editor) {
  const { draft } = editor;
  const name = freeName(draft.fields, "New company");
  draft.change((fields) => fields.company.push({ name, side: "friends" }), "form-shape");
  editor.forms.openPart(`company-${draft.fields.company.length - 1}`);
}

function removeCompany(editor, index) {
  const { draft } = editor;
  const name = itemName(draft.fields, "company", draft.fields.company[index]);
  draft.picked = null;
  draft.change((fields) => {
    fields.character = fields.character.filter((one) => one.company !== name);
    fields.company.splice(index, 1);
  }, "form-shape");
  showNotice(`${name} and all its characters were removed. Undo restores them.`);
}

function cardPart(editor, index) {
  const { parts, draft } = editor;
  const card = draft.fields.card[index];
  const id = `card-${index}`;
  const { name, move, range, bonus, slots, base, text } = parts.limits;
  const set = setterOf(draft, (all) => all.card[index]);
  const number = (field, label, min, max, step = 1) => numberField(`${id}-${field}`, label, card[field], set(field), { min, max, step });
  const renameCard = (value) => draft.change((all) => {
    for (const character of all.character) if (character.card === card.name) character.card = value ?? "";
    setField(all.card[index], "name", value);
  }, "form");
  return section(editor.forms, id, card.name ?? "A card",
    textField(`${id}-name`, "Name", card.name, renameCard, { maxLength: name, required: true }),
    fieldRow(number("move", "Move", 0, move, "any"), number("attack", "Attack", ...bonus), number("defence", "Defence", ...bonus)),
    fieldRow(number("wounds", "Wounds", 0, slots), number("range", "Range (if it shoots)", 0.1, range, "any"), number("base", "Base (usually 1)", ...base, "any")),
    textField(`${id}-text`, "A line about it", card.text, set("text"), { maxLength: text }),
    traitsForm(editor, id, "character", (all) => all.card[index]),
    actionButton("Remove this card", () => draft.change((all) => all.card.splice(index, 1), "form-shape"), { id: `${id}-remove` }));
}

function addCard(editor) {
  const { draft } = editor;
  const taken = draft.fields.card.map((one) => one.name);
  const name = ["New card", ...taken.map((_, i) => `New card ${i + 2}`)].find((one) => !taken.includes(one));
  draft.change((fields) => fields.card.push({ name, move: 6, attack: 1, defence: 0, wounds: 1 }), "form-shape");
  editor.forms.openPart(`card-${draft.fields.card.length - 1}`);
}

// Endings

export function endingsForm(editor) {
  const { parts, draft } = editor;
  const { fields } = draft;
  return [
    el("p", { class: "quiet small", text: "The battle ends when one side is gone, or with the first of these endings that happens." }),
    fields.ending.map((_, index) => endingPart(editor, index)),
    actionButton("Add an ending", () => draft.change((all) => all.ending.push({ when: "gone", side: "enemy", winner: "friends" }), "form-shape"), { id: "add-ending", disabled: fields.ending.length >= parts.limits.ending }),
  ];
}

function endingPart(editor, index) {
  const { parts, draft } = editor;
  const ending = draft.fields.ending[index];
  const id = `ending-${index}`;
  const about = parts.endings.find((one) => one.when === ending.when);
  const set = setterOf(draft, (all) => all.ending[index]);
  const change = (when) => draft.change((all) => {
    const needs = parts.endings.find((one) => one.when === when)?.needs ?? [];
    const { winner, text, name } = ending;
    all.ending[index] = { ...(name && { name }), when, ...defaultNeeds(all, needs, ending), winner, ...(text && { text }) };
  }, "form-shape");
  return el("fieldset", { class: "part", id },
    el("legend", { text: `Ending ${index + 1}` }),
    selectField(`${id}-when`, "When", ending.when, parts.endings.map((one) => [one.when, capitalize(one.sentence)]), change),
    fieldRow((about?.needs ?? []).map((need) => needField(editor, `${id}-${need}`, need, ending, set(need)))),
    selectField(`${id}-winner`, "Winner", ending.winner, parts.winners, set("winner")),
    textField(`${id}-text`, "How the story continues", ending.text, set("text"), { area: 2, maxLength: parts.limits.text }),
    el("div", { class: "buttons" },
      index > 0 && actionButton("Move up", () => editor.swap("ending", index, index - 1), { id: `${id}-up` }),
      actionButton("Remove", () => draft.change((all) => all.ending.splice(index, 1), "form-shape"), { id: `${id}-remove` })));
}

function needField(editor, id, need, ending, onChange) {
  const { fields } = editor.draft;
  const pairs = (all) => all.map((name) => [name, name]);
  if (need === "count") return numberField(id, ending.when === "rounds" ? "Rounds" : "How many", ending.count, onChange, { min: 1, max: 200 });
  if (need === "side") return selectField(id, "Side", ending.side, editor.parts.sides, onChange, { none: ["taken", "held"].includes(ending.when) ? "Either" : undefined });
  if (need === "who") return selectField(id, "Who", ending.who, pairs(namesFor(fields, "characters")), onChange, { none: "…" });
  if (need === "what") return selectField(id, "What", ending.what, pairs(namesFor(fields, "objectives")), onChange, { none: "…" });
  return selectField(id, "Company", ending.company, pairs(fields.company.map((one) => itemName(fields, "company", one))), onChange, { none: "…" });
}

/** Return the default references of an ending. */
function defaultNeeds(fields, needs, before) {
  const first = {
    side: "friends",
    count: 1,
    who: namesFor(fields, "characters")[0],
    what: namesFor(fields, "objectives")[0],
    company: fields.company[0] && itemName(fields, "company", fields.company[0]),
  };
  return Object.fromEntries(needs.map((need) => [need, before[need] ?? first[need]]).filter(([, value]) => value !== undefined));
}
