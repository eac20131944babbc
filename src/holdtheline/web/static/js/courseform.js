// The form of a course: made anew, or its settings changed.

import { ask } from "./api.js";
import { rememberCourse } from "./coursekeys.js";
import { SHOWS } from "./courseterms.js";
import { byId, el, fill } from "./dom.js";
import { chosenOptions, optionField, showForm } from "./newgame.js";
import { checked, radios } from "./seating.js";
import { capital } from "./words.js";

const LIMITS = [
  ["think_seconds", "Seconds for a decision", { min: 0.05, max: 30, step: 0.05 }],
  ["unit_seconds", "Seconds for a unit that acts", { min: 0.005, max: 5, step: 0.005 }],
  ["match_seconds", "Seconds for a whole game", { min: 1, max: 900, step: 1 }],
  ["memory_mb", "Memory in MB", { min: 64, max: 4096, step: 1 }],
];
const USUAL = ["book", "passive"];

/** `told`: what a course can be made of. */
export function openNewCourse(told) {
  let game = told.games[0];
  let options = [];
  const choice = radios("Game", "course-game", told.games.map(({ name, title, sentence }) => ({ value: name, label: title, hint: sentence })), game.name);
  const rules = el("div");
  const place = el("div");
  let players;
  const showGame = () => {
    game = told.games.find((one) => one.name === checked(choice));
    options = game.options.map(optionField);
    players = playersField(game.players, USUAL.filter((name) => game.players.some((one) => one.name === name)));
    fill(rules, el("details", {}, el("summary", { text: `Rules of ${game.title}` }), el("div", { class: "inner" }, options)));
    fill(place, players);
  };
  choice.addEventListener("change", showGame);
  showGame();
  const fields = settingsFields({ title: "", pairs: told.pairs, limits: told.limits, deadline: null, shows: "all" });
  const asked = () => ({ ...fields.chosen(), game: game.name, options: chosenOptions(game, options), players: ticked(players) });
  const what = el("section", {}, el("h3", { text: "The course" }), fields.title, told.games.length > 1 && choice, rules, fields.deadline, fields.shows);
  const how = el("section", {}, el("h3", { text: "How bots are judged" }), fields.pairs, place, fields.limits);
  showForm(byId("course-form"), "Make a course", "Make it", [what, how], async () => {
    const made = await ask("POST", "/api/courses", { body: asked() });
    rememberCourse(made.key);
    history.pushState(null, "", `/course#${made.key}`);
    location.reload();
  });
}

export async function openSettings(room) {
  const { settings, game, open } = room.view;
  const told = await ask("GET", "/api/courses");
  const players = playersField(told.games.find((one) => one.name === game.name)?.players ?? [], settings.players);
  const fields = settingsFields(settings);
  const door = radios("The course is", "course-open", [
    { value: "open", label: "Open", hint: "students join and hand in" },
    { value: "closed", label: "Closed", hint: "nobody joins, nothing is taken; games go on" },
  ], open ? "open" : "closed");
  door.classList.add("short");
  const what = el("section", {}, el("h3", { text: "The course" }), fields.title, door, fields.deadline, fields.shows);
  const how = el("section", {}, el("h3", { text: "How bots are judged" }),
    el("p", { class: "quiet small", text: "With other limits all games are played anew." }), fields.pairs, players, fields.limits);
  const dialog = byId("course-form");
  showForm(dialog, "Settings", "Save", [what, how], async () => {
    const act = (act) => ask("POST", "/api/course/acts", { key: room.key, body: { act } });
    let view = await act({ do: "set", settings: { ...fields.chosen(), players: ticked(players) } });
    const isOpen = checked(door) === "open";
    if (isOpen !== open) view = await act({ do: "open", open: isOpen });
    dialog.close();
    room.hear(view);
  });
}

function settingsFields({ title, pairs, limits, deadline, shows }) {
  const titled = field("course-title", "Title", el("input", { id: "course-title", type: "text", maxlength: 80, required: true, autocomplete: "off", value: title, placeholder: "Bots 101" }));
  const counted = field("course-pairs", "Seeds for each two bots", number("course-pairs", pairs, { min: 1, max: 50, step: 1 }),
    "Each is played twice, once from each seat. 10 tell bots well apart; more take longer.");
  const due = field("course-deadline", "Deadline", el("input", { id: "course-deadline", type: "datetime-local", value: deadline ? local(deadline) : "" }), "In your own time. Empty: there is none.");
  const seen = radios("Who sees what?", "course-shows", [
    { value: "all", label: "Everybody everything", hint: SHOWS.all },
    { value: "after", label: "Everything after the deadline", hint: SHOWS.after },
    { value: "own", label: "Everybody their own", hint: SHOWS.own },
  ], shows, el("span", { class: "quiet meaning", text: "Nobody but its author and you ever sees a bot’s files and log." }));
  const most = el("fieldset", { class: "limits" },
    el("legend", { text: "What a bot may use" }),
    el("div", { class: "numbers-grid" }, LIMITS.map(([name, label, range]) => field(`limit-${name}`, label, number(`limit-${name}`, limits[name], range)))));
  const value = (id, part) => part.querySelector(`#${id}`).value;
  return {
    title: titled,
    pairs: counted,
    deadline: due,
    shows: seen,
    limits: most,
    chosen: () => ({
      title: value("course-title", titled).trim(),
      pairs: Number(value("course-pairs", counted)),
      deadline: value("course-deadline", due) ? new Date(value("course-deadline", due)).toISOString() : null,
      shows: checked(seen),
      limits: Object.fromEntries(LIMITS.map(([name]) => [name, Number(value(`limit-${name}`, most))])),
    }),
  };
}

function field(id, label, input, hint) {
  return el("div", { class: "field" }, el("label", { for: id, text: label }), input, hint && el("span", { class: "quiet", text: hint }));
}

function number(id, value, range) {
  return el("input", { id, type: "number", inputmode: "decimal", required: true, value, ...range });
}

function playersField(players, chosen) {
  return el("fieldset", { class: "choices" },
    el("legend", { text: "Who plays along?" }),
    el("span", { class: "quiet meaning", text: "Players that are built in, to be measured against." }),
    el("div", { class: "options" }, players.map(({ name, sentence }) =>
      el("label", { class: "choice" },
        el("input", { type: "checkbox", value: name, checked: chosen.includes(name) }),
        el("span", {}, el("b", { text: capital(name) }), el("span", { class: "quiet", text: sentence }))))));
}

function ticked(fieldset) {
  return [...fieldset.querySelectorAll("input:checked")].map((input) => input.value);
}

/** A moment as the field of a form writes it, in the time of this browser. */
function local(time) {
  const date = new Date(time);
  return new Date(date - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
