// A new game: at once with what is usual, or with everything chosen in a form.

import { ask } from "./api.js";
import { byId, el, fill } from "./dom.js";
import { remember } from "./keys.js";
import { ruleLink } from "./say.js";
import { checked, myName, placeOf, radios, seating, usualSeats } from "./seating.js";
import { capital } from "./words.js";

const FEW = 4;
const MANY = 40; // so many numbers are written, not looked for in a list

/** The usual game, in one click. */
export function startNow(game) {
  return start({
    game: game.name,
    options: {},
    seats: usualSeats(game.seats, game.players),
    dice: "table",
    name: myName(),
  });
}

/** Opens the table and goes there. */
export async function start(asked) {
  const opened = await ask("POST", "/api/tables", { body: asked });
  remember(opened);
  location.assign(placeOf(opened));
}

/** The form for a game with everything to choose. */
export function openForm(game) {
  const dialog = byId("new-game");
  const options = game.options.map(optionField);
  let seats = game.seats;
  let people = seating(game);
  const asked = () => ({
    game: game.name,
    options: chosenOptions(game, options),
    ...people.chosen(),
  });
  const rules = el(
    "section",
    { class: "rules-part" },
    el("h3", { text: "The rules" }),
    options.length ? options : el("p", { class: "quiet", text: "This game has one set of rules, and no options." }),
  );
  const table = el("section", { class: "table-part" }, el("h3", { text: "The table" }), people.fields);
  rules.addEventListener("change", () => {
    const { options: chosen, seats: now } = asked();
    const wanted = seatsFor(game, chosen);
    if (String(wanted) === String(seats)) return;
    seats = wanted;
    people = seating({ ...game, seats, now });
    fill(table, el("h3", { text: "The table" }), people.fields);
  });
  showForm(dialog, `New game of ${game.title}`, "Start", [table, rules], () => start(asked()));
}

/** The titles of the seats, of which some options can make more or fewer. */
function seatsFor(game, chosen) {
  const isChosen = ({ options }) => Object.entries(options).every(([name, value]) => chosen[name] === value);
  return game.seatings.find(isChosen).seats;
}

/** A form in a dialog: its fault is told in it, since whatever is behind it cannot be reached. */
export function showForm(dialog, title, action, parts, submit) {
  const fault = el("p", { class: "fault", role: "alert" });
  const go = el("button", { class: "button primary", text: action });
  const cancel = el("button", { class: "button", type: "button", text: "Cancel" });
  const form = el(
    "form",
    { class: "sheet" },
    el("h2", { id: `${dialog.id}-title`, tabindex: -1, autofocus: true, text: title }),
    el("div", { class: "parts" }, parts),
    el("div", { class: "foot" }, fault, el("div", { class: "buttons" }, go, cancel)),
  );
  cancel.addEventListener("click", () => dialog.close());
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (go.disabled) return;
    go.disabled = true;
    fault.textContent = "";
    try {
      await submit();
      window.addEventListener("pagehide", () => dialog.close(), { once: true });
    } catch (refusal) {
      fill(fault, refusal.sentence ?? String(refusal), " ", ruleLink(refusal.clause, refusal.rule));
      go.disabled = false;
    }
  });
  fill(dialog, form);
  dialog.showModal();
}

export function optionField(option) {
  const meaning = el(
    "span",
    { class: "quiet meaning" },
    sentence(option.meaning),
    " ",
    ruleLink(option.clause, option.rule, option.clause),
  );
  if (option.values.length <= FEW) return optionRadios(option, meaning);
  return isNumber(option) ? optionNumber(option, meaning) : optionSelect(option, meaning);
}

/** Whether it is any whole number between two; the usual one may come first. */
function isNumber({ values }) {
  const [least, most] = ends(values);
  return values.length > MANY && values.every(Number.isInteger) && most - least === values.length - 1;
}

function ends(values) {
  return [Math.min(...values), Math.max(...values)];
}

function optionNumber(option, meaning) {
  const id = `option-${option.name}`;
  const [least, most] = ends(option.values);
  return el(
    "div",
    { class: "field" },
    el("label", { for: id }, titleOf(option), " ", el("span", { class: "quiet", text: `(${least} to ${most})` })),
    meaning,
    el("input", { id, type: "number", inputmode: "numeric", min: least, max: most, step: 1, required: true, value: option.default }),
  );
}

function titleOf({ name }) {
  return capital(name.replaceAll("_", " "));
}

function optionRadios(option, meaning) {
  const choices = option.values.map((value) => ({ value, label: labelOf(option, value) }));
  const field = radios(titleOf(option), `option-${option.name}`, choices, option.default, meaning);
  field.classList.add("short");
  return field;
}

function optionSelect(option, meaning) {
  const id = `option-${option.name}`;
  return el(
    "div",
    { class: "field" },
    el("label", { for: id, text: titleOf(option) }),
    meaning,
    el("select", { id }, option.values.map((value) =>
      el("option", { value, selected: value === option.default, text: labelOf(option, value) }))),
  );
}

export function chosenOptions(game, fields) {
  return Object.fromEntries(game.options.map((option, i) => [option.name, typed(option, valueOf(fields[i]))]));
}

/** A form gives texts; the server wants the value that it offered. */
function typed(option, text) {
  return option.values.find((value) => String(value) === text);
}

function valueOf(field) {
  return field.querySelector("select, input[type=number]")?.value ?? checked(field);
}

function labelOf({ values, labels, default: usual }, value) {
  const label = labels[values.indexOf(value)];
  return value === usual ? `${label} (usual)` : label;
}

function sentence(text) {
  return `${capital(text)}${/[.?!]$/.test(text) ? "" : "."}`;
}
