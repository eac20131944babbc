// What a ghost says in words, what can be played from it, and a field for those who type inches instead of dragging.

import { el, fill } from "./dom.js";
import { number } from "./dragghost.js";
import { ruleLink, say } from "./say.js";
import { capital } from "./words.js";

const PAUSE = 450; // milliseconds of rest, before a listener is told
const MOST_SHOTS = 5;

export class Panel {
  /** `does`: pick(id), play(texts), via(), turn(), drop(), typed(text), enter(). */
  constructor(before, does) {
    this.does = does;
    this.told = el("p", { class: "hand-told", id: "hand-told" });
    this.sees = el("p", { class: "hand-sees small quiet" });
    this.plays = el("div", { class: "hand-plays" });
    this.who = el("select", { on: { change: () => does.pick(this.who.value, true) } });
    this.place = el("input", { type: "text", inputmode: "decimal", autocomplete: "off", spellcheck: "false", placeholder: "x, y", "aria-describedby": "hand-told", on: { input: () => does.typed(this.place.value), keydown: (event) => this.#key(event) } });
    this.viaButton = el("button", { type: "button", class: "button small", "aria-keyshortcuts": "w", on: { click: () => does.via() } }, "Way-point ", el("kbd", { text: "W", "aria-hidden": "true" }));
    this.turnButton = el("button", { type: "button", class: "button small", "aria-keyshortcuts": "t", "aria-pressed": "false", on: { click: () => does.turn() } }, "Turn ", el("kbd", { text: "T", "aria-hidden": "true" }));
    this.dropButton = el("button", { type: "button", class: "button small", "aria-keyshortcuts": "Escape", on: { click: () => does.drop() } }, "Put back ", el("kbd", { text: "Esc", "aria-hidden": "true" }));
    this.frame = el("section", { class: "hand-panel card", "aria-label": "By hand", hidden: true },
      this.told, this.sees, this.plays,
      el("div", { class: "hand-typed" },
        el("label", {}, el("span", { text: "Who" }), this.who),
        el("label", { class: "hand-place" }, el("span", { text: "Goes to, in inches" }), this.place),
        this.viaButton, this.turnButton, this.dropButton));
    before.before(this.frame);
  }

  /** Those who can be moved now; none: there is nothing to do by hand. */
  open(able) {
    this.frame.hidden = !able.length;
    const names = JSON.stringify(able.map(({ id, name }) => [id, name]));
    if (names === this.names) return;
    this.names = names;
    fill(this.who, ...able.map(({ id, name }) => el("option", { value: id, text: name })));
  }

  /** Nothing is in hand. */
  rest(able) {
    this.told.textContent = able.length > 1 ? "Drag one of your characters, or touch it and then its place." : `Drag ${able[0]?.name ?? "it"}, or touch it and then its place.`;
    fill(this.sees);
    fill(this.plays);
    this.frame.removeAttribute("data-refused");
    this.#tools(false);
    this.#quiet();
    if (document.activeElement !== this.place) this.place.value = "";
  }

  /** An answer; `state` is what is asked: who, via, to, face. */
  show(trial, state) {
    this.who.value = state.who;
    if (document.activeElement !== this.place) this.place.value = [state.via, trial.end].filter(Boolean).map((spot) => spot.map(number).join(", ")).join("; ");
    const words = trial.possible ? `${capital(trial.text)}.` : trial.sentence;
    fill(this.told, words, " ", !trial.possible && trial.clause && ruleLink(trial.clause, trial.rule));
    this.frame.toggleAttribute("data-refused", !trial.possible);
    const sight = seenWords(trial);
    this.sees.textContent = sight;
    fill(this.plays, ...this.#offers(trial));
    this.#tools(true, state);
    this.#quiet();
    const more = !trial.possible && trial.instead.length > 0 && "Enter goes as far as it can.";
    this.timer = setTimeout(() => this.#say([words, more, sight]), PAUSE);
  }

  #quiet() {
    clearTimeout(this.timer);
    this.isTold = false;
  }

  /** By now it could be read as well. */
  #say(sentences) {
    this.isTold = true;
    say(sentences.filter(Boolean).join(" "));
  }

  #offers(trial) {
    const shots = trial.sight.filter(({ shoots }) => shoots).sort((a, b) => a.gap - b.gap).slice(0, MOST_SHOTS);
    const isMove = trial.legs.length > 0;
    const isBare = !isMove && trial.plays.every((play) => play.startsWith("use "));
    return [
      trial.plays.length > 0 && this.#button(isBare ? `Use ${trial.name}` : capital(shortened(trial)), trial.plays, "primary"),
      !trial.possible && trial.instead.length > 0 && this.#button(`As far as it can: ${trial.end.map(number).join(", ")}`, trial.instead, "primary"),
      ...(trial.possible ? shots.map((one) => this.#button(`${isMove ? "Go and shoot" : "Shoot"} ${one.name}: ${one.odds}`, one.plays, "")) : []),
    ];
  }

  #button(text, plays, kind) {
    const isFirst = kind === "primary";
    return el("button", { type: "button", class: `button small ${kind}`, "aria-keyshortcuts": isFirst && "Enter", on: { click: () => this.does.play(plays) } }, text, isFirst && [" ", el("kbd", { text: "⏎", "aria-hidden": "true" })]);
  }

  #tools(isOn, state = {}) {
    for (const button of [this.viaButton, this.turnButton, this.dropButton]) button.hidden = !isOn;
    this.turnButton.setAttribute("aria-pressed", String(Boolean(state.face)));
    this.viaButton.hidden ||= Boolean(state.via);
  }

  #key(event) {
    if (event.key === "Enter") this.does.enter();
    else if (event.key === "Escape") this.does.drop();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

function shortened({ text, name }) {
  return text.startsWith(name) ? text.slice(name.length + 1) : text;
}

/** Who would see whom, in one or two sentences. */
function seenWords({ sight }) {
  const names = (ones) => ones.map(({ name }) => name).join(", ");
  const inSight = sight.filter(({ sees }) => sees);
  const looking = sight.filter(({ seen }) => seen);
  const hidden = sight.filter(({ blocker }) => blocker);
  const shooting = sight.filter(({ shot }) => shot);
  return [
    inSight.length && `In sight: ${names(inSight)}.`,
    looking.length && `Looking at it: ${names(looking)}.`,
    shooting.length && `Could shoot it: ${shooting.map(({ name, shot }) => `${name} ${shot}`).join(", ")}.`,
    hidden.length && `Hidden: ${hidden.map(({ name, blocker }) => `${name} by ${blocker.name}`).join(", ")}.`,
  ].filter(Boolean).join(" ");
}
