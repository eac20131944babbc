// The part of a form that says who sits where, whose dice are rolled, and what one is called.

import { el } from "./dom.js";
import { hasDice } from "./help.js";
import { capital } from "./words.js";

const NAME = "htl.name";
const LONGEST_NAME = 40;
const PERSONS = ["me", "friend"];
const COACH = { usual: null, allowed: true, forbidden: false };

/** `seats`: their titles; `players`: the computer's; `now`: who sits there already. `chosen()` is what the server is asked for. */
export function seating({ name: game, seats, players, now }) {
  const usual = usualSeats(seats, players).map((who, seat) => now?.[seat] ?? who);
  const places = seats.map((title, seat) => seatField(title, seat, players, usual[seat], seats.length));
  const dice = diceField();
  dice.hidden = !hasDice(game);
  const coach = coachField();
  const name = nameField();
  for (const field of [...places, dice]) field.addEventListener("change", () => needRoller(places, dice));
  needRoller(places, dice);
  return {
    fields: [...places, dice, coach, name],
    chosen: () => ({
      seats: places.map(checked),
      dice: checked(dice),
      coach: COACH[checked(coach)],
      name: rememberedAs(name.querySelector("input").value),
    }),
  };
}

/** Real dice need a person who rolls them: what would leave them without one cannot be chosen. */
function needRoller(places, dice) {
  const isPerson = (value) => PERSONS.includes(value);
  const people = places.filter((place) => isPerson(checked(place)));
  const rolled = checked(dice) === "mine";
  allow(dice, (value) => value !== "mine" || people.length > 0);
  for (const place of places) {
    const isLast = people.length === 1 && people[0] === place;
    allow(place, (value) => isPerson(value) || !rolled || !isLast);
  }
}

function allow(field, isPossible) {
  for (const input of field.querySelectorAll("input")) {
    input.disabled = !isPossible(input.value);
    const why = input.closest(".choice").querySelector(".why-not");
    if (why) why.hidden = !input.disabled;
  }
}

/** The first seat is mine, the others are the computer's, or a friend's where it has no player. */
export function usualSeats(seats, players) {
  const other = players.find((player) => player.name === "book") ?? players[0];
  return seats.map((_, seat) => (seat === 0 ? "me" : (other?.name ?? "friend")));
}

export function myName() {
  try {
    return localStorage.getItem(NAME) ?? "";
  } catch {
    return "";
  }
}

/** Where a table that was just opened is to be found. */
export function placeOf({ key, friends, watch }) {
  if (key) return `/table#${key}`;
  return friends.length ? `/watch#${watch}` : `/replay#${watch}`;
}

/** A group of radio buttons; a choice is {value, label, hint, whyNot}. */
export function radios(legend, name, choices, value, ...below) {
  return el(
    "fieldset",
    { class: "choices" },
    el("legend", {}, legend),
    ...below,
    el("div", { class: "options" }, choices.map((choice) => radio(name, choice, value))),
  );
}

export function checked(fieldset) {
  return fieldset.querySelector("input:checked").value;
}

function radio(name, { value, label, hint, whyNot }, chosen) {
  return el(
    "label",
    { class: "choice" },
    el("input", { type: "radio", name, value, checked: String(value) === String(chosen) }),
    el(
      "span",
      {},
      el("b", { text: label }),
      hint && el("span", { class: "quiet", text: hint }),
      whyNot && el("span", { class: "why-not", hidden: true, text: whyNot }),
    ),
  );
}

// The reason takes the place of the hint, so that nothing below moves away.
const NO_ROLLER = "not where only the computer plays";
const NOT_ALONE = "not with dice of your own";

const LEVEL = /^level\d+$/;
const USUAL_LEVEL = 3;
const LEVELS = "1 is friendly, 8 as strong as it gets";

function seatField(title, seat, players, value, count) {
  const choices = [
    { value: "me", label: "Me" },
    { value: "friend", label: "A friend", hint: count === 1 ? "by a link; you watch" : "by a link of their own" },
    ...players.filter((player) => !isLevel(player)).map(({ name, sentence }) => ({ value: name, label: `Computer: ${name}`, hint: sentence, whyNot: NOT_ALONE })),
  ];
  const levels = players.filter(isLevel);
  const level = levels.find(({ name }) => name === value) ?? levels[USUAL_LEVEL - 1] ?? levels[0];
  if (level) choices.push({ value: level.name, label: "Computer: by level", hint: LEVELS, whyNot: NOT_ALONE });
  const legend = count === 1 ? `Who plays? (${title})` : `Who plays ${title}?`;
  const field = radios(legend, `seat-${seat}`, choices, value);
  if (level) addLevels(field, levels, level, `seat-${seat}-level`);
  return field;
}

function isLevel({ name }) {
  return LEVEL.test(name);
}

/** The last choice stands for all levels: which one is chosen in a list below it. */
function addLevels(field, levels, level, id) {
  const radio = [...field.querySelectorAll("input")].at(-1);
  const list = el("select", { id }, levels.map(({ name, sentence }) =>
    el("option", { value: name, selected: name === level.name, text: capital(sentence) })));
  const row = el("div", { class: "field level" }, el("label", { for: id, text: "Which level?" }), list);
  const show = () => {
    radio.value = list.value;
    row.hidden = !radio.checked;
  };
  field.addEventListener("change", show);
  field.append(row);
  show();
}

function diceField() {
  const choices = [
    { value: "table", label: "The table rolls" },
    { value: "mine", label: "I roll my own", hint: "real dice; you say what they show", whyNot: NO_ROLLER },
  ];
  return radios("Dice", "dice", choices, "table");
}

function coachField() {
  const choices = [
    { value: "usual", label: "As usual" },
    { value: "allowed", label: "Allowed" },
    { value: "forbidden", label: "Forbidden" },
  ];
  const usual = el("span", { class: "quiet meaning", text: "Tells chances and good moves. As usual it is there for whoever plays alone, and forbidden between people." });
  const field = radios("Coach", "coach", choices, "usual", usual);
  field.classList.add("short");
  return field;
}

function nameField() {
  return el(
    "div",
    { class: "field" },
    el("label", { for: "my-name" }, "Your name ", el("span", { class: "quiet", text: "(optional)" })),
    el("input", {
      id: "my-name",
      type: "text",
      maxlength: LONGEST_NAME,
      autocomplete: "nickname",
      spellcheck: "false",
      value: myName(),
    }),
  );
}

function rememberedAs(written) {
  const name = written.trim();
  try {
    localStorage.setItem(NAME, name);
  } catch {
    // Storage is denied: the name is asked for again next time.
  }
  return name;
}
