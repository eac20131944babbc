// The forms for a new course and for its settings, and the terms of a course.

import { request } from "../lib/api.js";
import { byId, el, fill } from "../lib/dom.js";
import { checkedValue, chosenOptions, optionField, radios, shortRadios, showForm } from "../lib/forms.js";
import { courseLinks, reloadAt, rememberCourse } from "../lib/links.js";
import { capitalize, fullTime } from "../lib/text.js";

const LIMITS = [
  ["think_seconds", "Seconds for a decision", { min: 0.05, max: 30, step: 0.05 }],
  ["unit_seconds", "Seconds for a unit that acts", { min: 0.005, max: 5, step: 0.005 }],
  ["match_seconds", "Seconds for a whole game", { min: 1, max: 900, step: 1 }],
  ["memory_mb", "Memory in MB", { min: 64, max: 4096, step: 1 }],
];
const DEFAULT_PLAYERS = ["book", "passive"];

/** Show the form for a new course; `offered` is what the server offers for it. */
export function openNewCourse(offered) {
  let game = offered.games[0];
  let options = [];
  const choice = radios("Game", "course-game", offered.games.map(({ name, title, sentence }) => ({ value: name, label: title, hint: sentence })), game.name);
  const rules = el("div");
  const playersContainer = el("div");
  let players;
  const showGame = () => {
    game = offered.games.find((other) => other.name === checkedValue(choice));
    options = game.options.map(optionField);
    players = playersField(game.players, DEFAULT_PLAYERS.filter((name) => game.players.some((player) => player.name === name)));
    fill(rules, el("details", {}, el("summary", { text: `Rules of ${game.title}` }), el("div", { class: "inner" }, options)));
    fill(playersContainer, players);
  };
  choice.addEventListener("change", showGame);
  showGame();
  const fields = settingsFields({ title: "", pairs: offered.pairs, limits: offered.limits, deadline: null, shows: "all" });
  const chosen = () => ({ ...fields.chosen(), game: game.name, options: chosenOptions(game, options), players: checkedNames(players) });
  const what = el("section", {}, el("h3", { text: "The course" }), fields.title, offered.games.length > 1 && choice, rules, fields.deadline, fields.shows);
  const how = el("section", {}, el("h3", { text: "How bots are judged" }), fields.pairs, playersContainer, fields.limits);
  showForm(byId("course-form"), "Make a course", "Create", [what, how], async () => {
    const created = await request("POST", "/api/courses", { body: chosen() });
    rememberCourse(created.key);
    reloadAt(`/course#${courseLinks.hash(created.key)}`);
  });
}

export async function openSettings(page) {
  const { settings, game, open } = page.view;
  const offered = await request("GET", "/api/courses");
  const players = playersField(offered.games.find((other) => other.name === game.name)?.players ?? [], settings.players);
  const fields = settingsFields(settings);
  const openField = shortRadios("The course is", "course-open", [
    { value: "open", label: "Open", hint: "students join and hand in" },
    { value: "closed", label: "Closed", hint: "no one can join or hand in; games continue" },
  ], open ? "open" : "closed");
  const what = el("section", {}, el("h3", { text: "The course" }), fields.title, openField, fields.deadline, fields.shows);
  const how = el("section", {}, el("h3", { text: "How bots are judged" }),
    el("p", { class: "quiet small", text: "If you change the limits, all games are played again." }), fields.pairs, players, fields.limits);
  const dialog = byId("course-form");
  showForm(dialog, "Settings", "Save", [what, how], async () => {
    const send = (act) => request("POST", "/api/course/acts", { key: page.key, body: { act } });
    let view = await send({ do: "set", settings: { ...fields.chosen(), players: checkedNames(players) } });
    const isOpen = checkedValue(openField) === "open";
    if (isOpen !== open) view = await send({ do: "open", open: isOpen });
    dialog.close();
    page.receive(view);
  });
}

function settingsFields({ title, pairs, limits, deadline, shows }) {
  const titleField = labelled("course-title", "Title", el("input", { id: "course-title", type: "text", maxlength: 80, required: true, autocomplete: "off", value: title, placeholder: "Bots 101" }));
  const pairsField = labelled("course-pairs", "Seeds per pair of bots", numberInput("course-pairs", pairs, { min: 1, max: 50, step: 1 }),
    "Each is played twice, once from each seat. 10 usually separate bots well; more take longer.");
  const deadlineField = labelled("course-deadline", "Deadline", el("input", { id: "course-deadline", type: "datetime-local", value: deadline ? localTime(deadline) : "" }), "In your time zone. Leave empty for no deadline.");
  const visibilityField = radios("What do students see?", "course-shows", [
    { value: "all", label: "Everything", hint: VISIBILITY.all },
    { value: "after", label: "Everything after the deadline", hint: VISIBILITY.after },
    { value: "own", label: "Only their own", hint: VISIBILITY.own },
  ], shows, el("span", { class: "quiet meaning", text: "Only its author and you can see a bot’s files and log." }));
  const limitsField = el("fieldset", { class: "limits" },
    el("legend", { text: "What a bot may use" }),
    el("div", { class: "numbers-grid" }, LIMITS.map(([name, label, range]) => labelled(`limit-${name}`, label, numberInput(`limit-${name}`, limits[name], range)))));
  const value = (id, part) => part.querySelector(`#${id}`).value;
  return {
    title: titleField,
    pairs: pairsField,
    deadline: deadlineField,
    shows: visibilityField,
    limits: limitsField,
    chosen: () => ({
      title: value("course-title", titleField).trim(),
      pairs: Number(value("course-pairs", pairsField)),
      deadline: value("course-deadline", deadlineField) ? new Date(value("course-deadline", deadlineField)).toISOString() : null,
      shows: checkedValue(visibilityField),
      limits: Object.fromEntries(LIMITS.map(([name]) => [name, Number(value(`limit-${name}`, limitsField))])),
    }),
  };
}

function labelled(id, label, input, hint) {
  return el("div", { class: "field" }, el("label", { for: id, text: label }), input, hint && el("span", { class: "quiet", text: hint }));
}

function numberInput(id, value, range) {
  return el("input", { id, type: "number", inputmode: "decimal", required: true, value, ...range });
}

function playersField(players, chosen) {
  return el("fieldset", { class: "choices" },
    el("legend", { text: "Who else plays?" }),
    el("span", { class: "quiet meaning", text: "Built-in players to compare with." }),
    el("div", { class: "options" }, players.map(({ name, sentence }) =>
      el("label", { class: "choice" },
        el("input", { type: "checkbox", value: name, checked: chosen.includes(name) }),
        el("span", {}, el("b", { text: capitalize(name) }), el("span", { class: "quiet", text: sentence }))))));
}

function checkedNames(fieldset) {
  return [...fieldset.querySelectorAll("input:checked")].map((input) => input.value);
}

/** Return a time as a form field needs it, in the browser's time zone. */
function localTime(time) {
  const date = new Date(time);
  return new Date(date - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

// The terms of a course: what is played, what a bot may use, who sees what

const VISIBILITY = {
  all: "Students see the full standings and all games.",
  after: "Until the deadline students see only their own results; then all results.",
  own: "Students see only their own results, without a rank.",
};

export function showTerms(view) {
  fill(byId("terms"), ...termsOf(view));
}

export function termsOf({ game, settings, open }) {
  const { limits, pairs, players, deadline, shows } = settings;
  return [
    ...termRow("Game", game.options_text ? `${game.title}, ${game.options_text}` : game.title),
    ...termRow("Deadline", deadline ? fullTime(deadline) : "none", !open && " (closed)"),
    ...termRow("Games", `${2 * pairs} per pair of bots: ${pairs} ${pairs === 1 ? "seed" : "seeds"}, each from both seats`),
    players.length > 0 && termRow("Also play", players.map(capitalize).join(", ")),
    ...termRow("A bot may use", `${limits.think_seconds} s for a decision, ${limits.unit_seconds} s for a unit, ${limits.match_seconds} s for a game (processor time), ${limits.memory_mb} MB`),
    ...termRow("What students see", VISIBILITY[shows]),
  ].flat().filter(Boolean);
}

function termRow(name, ...text) {
  return [el("dt", { text: name }), el("dd", {}, ...text)];
}
