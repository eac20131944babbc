// Open a table: choose who sits where, whose dice are rolled, whether the coach helps, and your name.

import { aboutGame } from "../games/about.js";
import { request } from "./api.js";
import { el } from "./dom.js";
import { checkedValue, radios, shortRadios } from "./forms.js";
import { rememberTable, tableLinks } from "./links.js";
import { recall, remember } from "./storage.js";
import { capitalize } from "./text.js";

const NAME = "htl.name";
const LONGEST_NAME = 40;
const PERSONS = ["me", "friend"];
const COACH = { usual: null, allowed: true, forbidden: false };

/** Ask the server for a table and go there; `onOpened(answer)` is called before. */
export async function openTable(body, path = "/api/tables", key = undefined, onOpened = () => {}) {
  const opened = await request("POST", path, { key, body });
  rememberTable(opened);
  onOpened(opened);
  location.assign(tableAddress(opened));
}

function tableAddress({ key, friends, watch }) {
  if (key) return `/table#${tableLinks.hash(key)}`;
  return friends.length ? `/watch#${watch}` : `/replay#${watch}`;
}

/** Return the fields of a seating form, and `chosen()`, which returns the request for the server.
 *
 *  `seats` are titles, `players` the computer players, `opponent` the default one, `now` the current player of each seat.
 */
export function seatingForm({ name: game, seats, players, opponent, now }) {
  const initial = defaultSeats(seats, players, opponent).map((who, seat) => now?.[seat] ?? who);
  const seatFields = seats.map((title, seat) => seatField(title, seat, players, initial[seat], seats.length));
  const dice = diceField();
  dice.hidden = !aboutGame(game).hasDice;
  const coach = coachField();
  const name = nameField();
  for (const field of [...seatFields, dice]) field.addEventListener("change", () => requireRoller(seatFields, dice));
  requireRoller(seatFields, dice);
  return {
    fields: [...seatFields, dice, coach, name],
    seatFields,
    chosen: () => ({
      seats: seatFields.map(checkedValue),
      dice: checkedValue(dice),
      coach: COACH[checkedValue(coach)],
      name: rememberName(name.querySelector("input").value),
    }),
  };
}

/** Return the default players: me in the first seat, and in the others the computer or, if it cannot play, a friend. */
export function defaultSeats(seats, players, opponent = "book") {
  const computer = players.find(({ name }) => name === opponent) ?? players[0];
  return seats.map((_, seat) => (seat === 0 ? "me" : (computer?.name ?? "friend")));
}

// Real dice need a person to roll them. The reason replaces the hint, so that nothing below moves.
const NO_ROLLER = "real dice need a person";
const NOT_ALONE = "the computer cannot roll your dice";

/** Disable the choices that would leave real dice without a person to roll them. */
function requireRoller(seatFields, dice) {
  const isPerson = (value) => PERSONS.includes(value);
  const people = seatFields.filter((field) => isPerson(checkedValue(field)));
  const isRolledByHand = checkedValue(dice) === "mine";
  allow(dice, (value) => value !== "mine" || people.length > 0);
  for (const field of seatFields) {
    const isLast = people.length === 1 && people[0] === field;
    allow(field, (value) => isPerson(value) || !isRolledByHand || !isLast);
  }
}

function allow(field, isPossible) {
  for (const input of field.querySelectorAll("input")) {
    input.disabled = !isPossible(input.value);
    const why = input.closest(".choice").querySelector(".why-not");
    if (why) why.hidden = !input.disabled;
  }
}

// Seats

const LEVEL = /^level\d+$/;
const DEFAULT_LEVEL = 3;
const LEVELS = "1 is the weakest, 8 the strongest";

function seatField(title, seat, players, value, count) {
  const choices = [
    { value: "me", label: "Me" },
    { value: "friend", label: "A friend", hint: count === 1 ? "plays by a link; you watch" : "plays by a link" },
    ...players.filter((player) => !isLevel(player)).map(({ name, sentence }) => ({ value: name, label: `Computer: ${name}`, hint: sentence, whyNot: NOT_ALONE })),
  ];
  const levels = players.filter(isLevel);
  const level = levels.find(({ name }) => name === value) ?? levels[DEFAULT_LEVEL - 1] ?? levels[0];
  if (level) choices.push({ value: level.name, label: "Computer: choose a level", hint: LEVELS, whyNot: NOT_ALONE });
  const legend = count === 1 ? "Who plays?" : `Who plays ${capitalize(title)}?`;
  const field = radios(legend, `seat-${seat}`, choices, value);
  if (level) addLevels(field, levels, level, `seat-${seat}-level`);
  return field;
}

/** Choose the player of a seat. */
export function setPlayer(field, player) {
  const list = field.querySelector("select");
  const radio = [...field.querySelectorAll("input")].find(({ value }) => value === player);
  if (!radio && !list) return;
  const chosen = radio ?? [...field.querySelectorAll("input")].at(-1);
  if (!radio) list.value = player;
  chosen.checked = true;
  field.dispatchEvent(new Event("change"));
}

function isLevel({ name }) {
  return LEVEL.test(name);
}

/** Add a list of levels below the last choice, which stands for all of them. */
function addLevels(field, levels, level, id) {
  const radio = [...field.querySelectorAll("input")].at(-1);
  const list = el("select", { id }, levels.map(({ name, sentence }) =>
    el("option", { value: name, selected: name === level.name, text: capitalize(sentence) })));
  const row = el("div", { class: "field level" }, el("label", { for: id, text: "Which level?" }), list);
  const show = () => {
    radio.value = list.value;
    row.hidden = !radio.checked;
  };
  field.addEventListener("change", show);
  field.append(row);
  show();
}

// Dice and coach

/** Return the choice of whose dice are rolled. */
export function diceField() {
  const choices = [
    { value: "table", label: "The table rolls" },
    { value: "mine", label: "I roll my own", hint: "with real dice: you enter what they show", whyNot: NO_ROLLER },
  ];
  return radios("Dice", "dice", choices, "table");
}

function coachField() {
  const choices = [
    { value: "usual", label: "Default" },
    { value: "allowed", label: "Allowed" },
    { value: "forbidden", label: "Forbidden" },
  ];
  const usual = el("span", { class: "quiet meaning", text: "The coach shows chances and good moves. By default it helps you when you play alone, but not against other people." });
  return shortRadios("Coach", "coach", choices, "usual", usual);
}

// Your name

export function nameField() {
  const input = el("input", { id: "my-name", type: "text", maxlength: LONGEST_NAME, autocomplete: "nickname", spellcheck: "false", value: myName() });
  return el("div", { class: "field" },
    el("label", { for: "my-name" }, "Your name ", el("span", { class: "quiet", text: "(optional)" })), input);
}

export function myName() {
  return recall(NAME) ?? "";
}

export function rememberName(written) {
  const name = written.trim();
  remember(NAME, name);
  return name;
}
