// The form of the lab: the game, what varies, who plays, how many games.

import { el, fill } from "../lib/dom.js";
import { chosenOptions, optionField } from "../lib/forms.js";
import { capitalize } from "../lib/text.js";

const USUAL_GAMES = 1_000;
const PLAYER = "player";
const USUAL_PLAYER = "book";

/** Return the form's fields, and a function that returns the study they ask for. */
export function studyFields({ games, max_games: maxGames }) {
  const game = select("lab-game", games.map(({ name, title }) => [name, title]));
  const below = el("div");
  const count = el("input", { id: "lab-games", type: "number", inputmode: "numeric", min: 1, max: maxGames, value: USUAL_GAMES, required: true });
  const seed = el("input", { id: "lab-seed", type: "number", inputmode: "numeric", min: 0, max: 2 ** 31 - 1, value: 1, required: true });
  let rest;
  const showGame = () => {
    rest = gameFields(games.find(({ name }) => name === game.value));
    fill(below, rest.nodes);
  };
  game.addEventListener("change", showGame);
  showGame();
  const nodes = [
    field("Game", game),
    below,
    el("div", { class: "lab-pair" }, field(`Games of each (1 to ${maxGames.toLocaleString("en")})`, count), field("Seed", seed)),
  ];
  return { nodes, read: () => ({ game: game.value, ...rest.read(), games: Number(count.value), seed: Number(seed.value) }) };
}

/** Return the fields that depend on the game. */
function gameFields({ seats, options, players }) {
  const vary = select("lab-vary", [...options.map(({ name, title }) => [name, title]), [PLAYER, "The player"]]);
  const seat = select("lab-seat", seats.map((name, at) => [at, capitalize(name)]));
  const values = [select("lab-first", []), select("lab-second", [])];
  const team = seats.map((_, at) => select(`lab-player-${at}`, players.map(({ name, sentence }) => [name, `${name}: ${sentence}`])));
  for (const each of team) each.value = players.some(({ name }) => name === USUAL_PLAYER) ? USUAL_PLAYER : players[0].name;
  const teamFields = team.map((each, at) => field(seats.length > 1 ? `Player of the ${seats[at]}` : "Player", each));
  const seatField = field("Whose results", seat);
  seatField.hidden = seats.length < 2;
  const fields = options.map(optionField);
  const optionAt = () => options.findIndex(({ name }) => name === vary.value);
  const choices = () => {
    const option = options[optionAt()];
    return option ? option.values.map((value, at) => [value, capitalize(option.labels[at])]) : players.map(({ name }) => [name, name]);
  };
  const showVaried = (event) => {
    if (event?.target !== seat) {
      values.forEach((each, at) => {
        fill(each, choices().map(([value, text]) => el("option", { value, text })));
        each.selectedIndex = at;
      });
    }
    const isPlayer = vary.value === PLAYER;
    teamFields.forEach((node, at) => { node.hidden = isPlayer && at === Number(seat.value); });
    fields.forEach((node, at) => { node.hidden = at === optionAt(); });
  };
  vary.addEventListener("change", showVaried);
  seat.addEventListener("change", showVaried);
  showVaried();
  const nodes = [
    field("What varies", vary),
    el("div", { class: "lab-pair" }, field("First value", values[0]), field("Second value", values[1])),
    seatField,
    teamFields,
    options.length > 0 && el("details", {}, el("summary", { text: "Other options" }), fields),
  ];
  const read = () => {
    const chosen = chosenOptions({ options }, fields);
    const others = options.filter(({ name, default: usual }) => name !== vary.value && chosen[name] !== undefined && chosen[name] !== usual);
    return {
      options: Object.fromEntries(others.map(({ name }) => [name, chosen[name]])),
      vary: vary.value,
      values: values.map((each) => choices()[each.selectedIndex][0]),
      seat: Number(seat.value),
      players: team.map((each) => each.value),
    };
  };
  return { nodes, read };
}

function select(id, choices) {
  return el("select", { id }, choices.map(([value, text]) => el("option", { value, text })));
}

function field(label, input) {
  return el("div", { class: "field" }, el("label", { for: input.id, text: label }), input);
}
