// The forms of the battle as a whole: its story, its companies and cards, and how it ends.

import { el } from "./dom.js";
import { act, numberField, put, row, selectField, textField } from "./editorfields.js";
import { rename } from "./editorpieces.js";
import { bookOf, freeName, nameOf, names } from "./editorthings.js";
import { traitsForm } from "./editortraits.js";
import { capital } from "./words.js";

// The story

export function battleForm(editor) {
  const { parts, plan } = editor;
  const { fields } = plan;
  const { line, rounds } = parts.limits;
  const set = (field) => (value) => plan.change((all) => put(all, field, value), "form");
  return [
    textField("title", "Title", fields.title, set("title"), { most: line, required: true }),
    textField("aim", "What the friends want, in one line", fields.aim, set("aim"), { most: line, required: true }),
    textField("story", "Story", fields.story, set("story"), { area: 9, required: true, hint: "Up to six paragraphs, with an empty line between them." }),
    row(
      numberField("rounds", "Rounds", fields.rounds ?? rounds, set("rounds"), { least: 1, most: rounds }),
      selectField("timeout", "Then has won", fields.timeout, parts.winners, set("timeout"))),
    traitsForm(editor, "battle", "scenario", (all) => all),
    part("battle-file", "The file", editor.forms.isOpen("battle-file"), el("pre", { id: "file-text", class: "small", tabindex: 0, "aria-label": "The file", text: editor.check.text })),
  ];
}

// Companies and cards

export function companiesForm(editor) {
  const { parts, plan } = editor;
  const { fields } = plan;
  return [
    fields.company.map((_, place) => companyPart(editor, place)),
    act("Add a company", () => addCompany(editor), { id: "add-company", disabled: fields.company.length >= parts.limits.company }),
    el("h2", { text: "Cards of this battle" }),
    el("p", { class: "quiet small", text: "The shipped companies bring their cards along. Characters of your own have theirs here; every company can use them." }),
    fields.card.map((_, place) => cardPart(editor, place)),
    act("Add a card", () => addCard(editor), { id: "add-card", disabled: fields.card.length >= parts.limits.card }),
  ];
}

function part(id, title, isOpen, ...children) {
  return el("details", { class: "part", id, open: isOpen }, el("summary", { text: title }), children);
}

function companyPart(editor, place) {
  const { parts, plan } = editor;
  const { fields } = plan;
  const company = fields.company[place];
  const id = `company-${place}`;
  const name = nameOf(fields, "company", company);
  const count = fields.character.filter((one) => one.company === name).length;
  const set = (field, from = "form") => (value) => plan.change((all) => put(all.company[place], field, value), from);
  const books = parts.books.map((one) => [one.name, one.title]);
  return part(id, `${name}, ${company.side} (${count})`, editor.forms.isOpen(id),
    textField(`${id}-name`, "Name", company.name, rename(editor, "company", place), { most: parts.limits.name, hint: bookOf(company) ? `If nothing is said: ${bookOf(company).title}` : undefined }),
    row(
      selectField(`${id}-cards`, "Cards", company.cards, books, (value) => changeBook(editor, place, value), { none: "Those of this battle" }),
      selectField(`${id}-side`, "Side", company.side, parts.sides, set("side", "form-shape"))),
    bookOf(company)?.traits.map((one) => el("p", { class: "small", text: `Each of them: ${one.text}` })),
    traitsForm(editor, id, "company", (all) => all.company[place]),
    act("Take this company away", () => removeCompany(editor, place), { id: `${id}-remove` }));
}

/** Its characters stay with it, by whatever name it has then. */
function changeBook(editor, place, value) {
  editor.plan.change((fields) => {
    const company = fields.company[place];
    const old = nameOf(fields, "company", company);
    put(company, "cards", value);
    const now = nameOf(fields, "company", company);
    for (const one of fields.character) if (one.company === old) one.company = now;
  }, "form-shape");
}

function addCompany(editor) {
  const { plan } = editor;
  const name = freeName(plan.fields, "New company");
  plan.change((fields) => fields.company.push({ name, side: "friends" }), "form-shape");
  editor.forms.opens(`company-${plan.fields.company.length - 1}`);
}

function removeCompany(editor, place) {
  const { plan } = editor;
  const name = nameOf(plan.fields, "company", plan.fields.company[place]);
  plan.picked = null;
  plan.change((fields) => {
    fields.character = fields.character.filter((one) => one.company !== name);
    fields.company.splice(place, 1);
  }, "form-shape");
  editor.tell(`${name} and all its characters are taken away. Undo brings them back.`);
}

function cardPart(editor, place) {
  const { parts, plan } = editor;
  const card = plan.fields.card[place];
  const id = `card-${place}`;
  const { name, move, range, bonus, slots, base, text } = parts.limits;
  const set = (field) => (value) => plan.change((all) => put(all.card[place], field, value), "form");
  const number = (field, label, least, most, step = 1) => numberField(`${id}-${field}`, label, card[field], set(field), { least, most, step });
  const called = (value) => plan.change((all) => {
    for (const one of all.character) if (one.card === card.name) one.card = value ?? "";
    put(all.card[place], "name", value);
  }, "form");
  return part(id, card.name ?? "A card", editor.forms.isOpen(id),
    textField(`${id}-name`, "Name", card.name, called, { most: name, required: true }),
    row(number("move", "Move", 0, move, "any"), number("attack", "Attack", ...bonus), number("defence", "Defence", ...bonus)),
    row(number("wounds", "Wounds", 0, slots), number("range", "Range (if it shoots)", 0.1, range, "any"), number("base", "Base (usually 1)", ...base, "any")),
    textField(`${id}-text`, "A line about it", card.text, set("text"), { most: text }),
    traitsForm(editor, id, "character", (all) => all.card[place]),
    act("Take this card away", () => plan.change((all) => all.card.splice(place, 1), "form-shape"), { id: `${id}-remove` }));
}

function addCard(editor) {
  const { plan } = editor;
  const taken = plan.fields.card.map((one) => one.name);
  const name = ["New card", ...taken.map((_, i) => `New card ${i + 2}`)].find((one) => !taken.includes(one));
  plan.change((fields) => fields.card.push({ name, move: 6, attack: 1, defence: 0, wounds: 1 }), "form-shape");
  editor.forms.opens(`card-${plan.fields.card.length - 1}`);
}

// Endings

export function endingsForm(editor) {
  const { parts, plan } = editor;
  const { fields } = plan;
  return [
    el("p", { class: "quiet small", text: "The battle ends when one side is gone, or by the first of these that comes about." }),
    fields.ending.map((_, place) => endingPart(editor, place)),
    act("Add an ending", () => plan.change((all) => all.ending.push({ when: "gone", side: "enemy", winner: "friends" }), "form-shape"), { id: "add-ending", disabled: fields.ending.length >= parts.limits.ending }),
  ];
}

function endingPart(editor, place) {
  const { parts, plan } = editor;
  const ending = plan.fields.ending[place];
  const id = `ending-${place}`;
  const about = parts.endings.find((one) => one.when === ending.when);
  const set = (field) => (value) => plan.change((all) => put(all.ending[place], field, value), "form");
  const change = (when) => plan.change((all) => {
    const needs = parts.endings.find((one) => one.when === when)?.needs ?? [];
    const { winner, text, name } = ending;
    all.ending[place] = { ...(name && { name }), when, ...begin(all, needs, ending), winner, ...(text && { text }) };
  }, "form-shape");
  return el("fieldset", { class: "part", id },
    el("legend", { text: `${place + 1}. ending` }),
    selectField(`${id}-when`, "When", ending.when, parts.endings.map((one) => [one.when, capital(one.sentence)]), change),
    row((about?.needs ?? []).map((need) => needField(editor, `${id}-${need}`, need, ending, set(need)))),
    selectField(`${id}-winner`, "Then has won", ending.winner, parts.winners, set("winner")),
    textField(`${id}-text`, "How the story goes on", ending.text, set("text"), { area: 2, most: parts.limits.text }),
    el("div", { class: "buttons" },
      place > 0 && act("Before the one above", () => editor.swap("ending", place, place - 1), { id: `${id}-up` }),
      act("Take away", () => plan.change((all) => all.ending.splice(place, 1), "form-shape"), { id: `${id}-remove` })));
}

function needField(editor, id, need, ending, given) {
  const { fields } = editor.plan;
  const pairs = (all) => all.map((name) => [name, name]);
  if (need === "count") return numberField(id, ending.when === "rounds" ? "Rounds" : "How many", ending.count, given, { least: 1, most: 200 });
  if (need === "side") return selectField(id, "Side", ending.side, editor.parts.sides, given, { none: ["taken", "held"].includes(ending.when) ? "Either" : undefined });
  if (need === "who") return selectField(id, "Who", ending.who, pairs(names(fields, "characters")), given, { none: "…" });
  if (need === "what") return selectField(id, "What", ending.what, pairs(names(fields, "objectives")), given, { none: "…" });
  return selectField(id, "Company", ending.company, pairs(fields.company.map((one) => nameOf(fields, "company", one))), given, { none: "…" });
}

/** What an ending names at first. */
function begin(fields, needs, before) {
  const first = {
    side: "friends",
    count: 1,
    who: names(fields, "characters")[0],
    what: names(fields, "objectives")[0],
    company: fields.company[0] && nameOf(fields, "company", fields.company[0]),
  };
  return Object.fromEntries(needs.map((need) => [need, before[need] ?? first[need]]).filter(([, value]) => value !== undefined));
}
