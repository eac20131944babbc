// The form for a new game: the battle, your side and your opponent; everything else is under Advanced.

import { byId, el, fill } from "../lib/dom.js";
import { checkedValue, chosenOptions, optionField, shortRadios, showForm } from "../lib/forms.js";
import { myName, openTable, seatingForm, setPlayer, defaultSeats } from "../lib/seating.js";
import { capitalize } from "../lib/text.js";

const FRIEND = "friend";
const PERSONS = ["me", FRIEND];
const USUAL = "Medium";

const QUICK = "book"; // a computer player that needs no search

/** Return the computer player that is chosen first. */
function usualOpponent({ difficulties }) {
  return difficulties.find(({ title }) => title === USUAL)?.player ?? QUICK;
}

/** Return what Play now starts: the battle, and how strong the computer is. */
export function playNowText({ scenarios, options, seats, preparing, difficulties }) {
  const initial = scenarios && options.find(({ name }) => name === scenarios.option).default;
  const battle = scenarios?.cards.find(({ value }) => value === initial)?.title;
  const level = difficulties.find(({ player }) => player === usualOpponent({ difficulties }))?.title ?? "";
  const opponent = seats.length > 1 && (preparing ? "against a simple computer player" : `against the computer (${level.toLowerCase()})`);
  return [battle, opponent].filter(Boolean).join(", ");
}

/** Start a game with the default options: me against the computer. While the levels are compiled, they would be slow. */
export function playNow(game) {
  const seats = defaultSeats(game.seats, game.players, game.preparing ? QUICK : usualOpponent(game));
  return openTable({ game: game.name, options: {}, seats, dice: "table", name: myName() });
}

export function showNewGameForm(game) {
  const form = new NewGameForm(game);
  const dialog = byId("new-game");
  showForm(dialog, `New game of ${game.title}`, "Start", form.parts, () => form.submit());
  dialog.querySelector(".foot").prepend(form.working);
}

class NewGameForm {
  constructor(game) {
    this.game = game;
    this.options = game.options.map(optionField);
    this.battles = game.scenarios && battleCards(game.scenarios, this.#field(game.scenarios.option));
    this.working = el("p", { class: "working", role: "status" });
    this.table = el("div", { class: "seating" });
    this.quick = el("div", { class: "quick" });
    this.#seat(game.seats);
    for (const field of this.options) field.addEventListener("change", () => this.#followOptions());
  }

  get parts() {
    const { game } = this;
    const isMain = ({ name, is_main: isMainOption }) => isMainOption || name === game.scenarios?.option;
    const main = game.options.flatMap((option, at) => (option.is_main ? [this.options[at]] : []));
    const others = game.options.flatMap((option, at) => (isMain(option) ? [] : [this.options[at]]));
    return [
      this.battles,
      el("div", { class: "choices-row" }, this.quick, main),
      game.preparing && el("p", { class: "quiet small", text: game.preparing }),
      el("details", { class: "advanced" },
        el("summary", { text: "Advanced: seats, dice, coach, name and rules" }),
        el("div", { class: "columns" },
          el("section", {}, el("h3", { text: "The table" }), this.table),
          others.length > 0 && el("section", {}, el("h3", { text: "The rules" }), others))),
    ];
  }

  chosen() {
    return { game: this.game.name, options: chosenOptions(this.game, this.options), ...this.seating.chosen() };
  }

  async submit() {
    const body = this.chosen();
    const isOnlyComputers = !body.seats.some((who) => PERSONS.includes(who));
    const stop = isOnlyComputers ? showWorking(this.working) : () => {};
    try {
      await openTable(body);
    } finally {
      stop();
    }
  }

  #field(name) {
    return this.options[this.game.options.findIndex((option) => option.name === name)];
  }

  /** Make the fields for these seats. */
  #seat(seats, now) {
    const { game } = this;
    this.seats = seats;
    this.seating = seatingForm({ ...game, seats, opponent: usualOpponent(game), now });
    fill(this.table, this.seating.fields);
    fill(this.quick, game.difficulties.length > 0 && seats.length > 1 ? this.#quickFields() : []);
    this.#showQuick();
    for (const field of this.seating.seatFields) field.addEventListener("change", () => this.#showQuick());
  }

  #quickFields() {
    const sides = this.seats.map((title, seat) => ({ value: seat, label: capitalize(title) }));
    const opponents = [...this.game.difficulties.map(({ title, player }) => ({ value: player, label: title })), { value: FRIEND, label: "A friend" }];
    this.side = shortRadios("You play", "side", sides, 0);
    this.opponent = shortRadios("Your opponent", "opponent", opponents, usualOpponent(this.game));
    this.opponent.classList.add("opponent");
    for (const field of [this.side, this.opponent]) field.addEventListener("change", () => this.#followQuick());
    return [this.side, this.opponent];
  }

  /** Set the seats as the short form says. */
  #followQuick() {
    const side = Number(checkedValue(this.side));
    const opponent = this.opponent.querySelector("input:checked")?.value ?? usualOpponent(this.game);
    this.seating.seatFields.forEach((field, seat) => setPlayer(field, seat === side ? "me" : opponent));
  }

  /** Show in the short form what the seats say, as far as it can. */
  #showQuick() {
    if (!this.quick.children.length) return;
    const { seats } = this.seating.chosen();
    const mine = seats.flatMap((who, seat) => (who === "me" ? [seat] : []));
    const others = new Set(seats.filter((who) => who !== "me"));
    for (const input of this.side.querySelectorAll("input")) input.checked = mine.length === 1 && mine[0] === Number(input.value);
    for (const input of this.opponent.querySelectorAll("input")) input.checked = others.size === 1 && others.has(input.value);
  }

  /** Some options add or remove seats. */
  #followOptions() {
    const { options, seats: now } = this.chosen();
    const isChosen = (seating) => Object.entries(seating.options).every(([name, value]) => options[name] === value);
    const wanted = this.game.seatings.find(isChosen).seats;
    if (String(wanted) !== String(this.seats)) this.#seat(wanted, now);
  }
}

/** Return the battles as cards to choose from; `field` is the list of them, which follows. */
function battleCards({ cards }, field) {
  const list = field.querySelector("select");
  const initial = list.value;
  const chosen = el("div", { class: "battle-chosen", "aria-live": "polite" });
  const card = ({ value, title, length, picture }) => el("label", { class: "battle" },
    el("input", { type: "radio", name: "battle", value, checked: value === initial, on: { change: () => choose(value) } }),
    el("img", { src: picture, alt: "", width: 260, height: 170, loading: "lazy" }),
    el("span", { class: "battle-text" },
      el("b", { text: title }),
      el("span", { class: "quiet small", text: length })));
  const tell = (value) => {
    const { title, when, story, forces, balance } = cards.find((one) => one.value === value);
    fill(chosen, el("p", {}, el("b", { text: title }), when && ` (${when}). `, !when && ". ", story), el("p", { class: "quiet small", text: [forces, balance].filter(Boolean).map((fact) => `${fact}.`).join(" ") }));
  };
  const choose = (value) => {
    list.value = value;
    field.dispatchEvent(new Event("change"));
    tell(value);
  };
  tell(initial);
  return el("fieldset", { class: "battles" }, el("legend", { text: "Battle" }), el("div", { class: "battle-list" }, cards.map(card)), chosen);
}

const SECOND = 1000; // milliseconds

/** Say that the computers are playing, and for how long; return a function that ends it. */
function showWorking(container) {
  const began = Date.now();
  const time = el("span", { class: "numbers", "aria-hidden": "true" });
  const tick = () => (time.textContent = `${Math.round((Date.now() - began) / SECOND)} s`);
  fill(container, el("span", { class: "spinner", "aria-hidden": "true" }), "The computers are playing the whole game. This can take a minute. ", time);
  tick();
  const timer = setInterval(tick, SECOND);
  return () => {
    clearInterval(timer);
    fill(container);
  };
}
