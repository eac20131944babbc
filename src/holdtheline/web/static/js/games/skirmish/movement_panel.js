// The panel of free movement: what a move would lead to, the moves to play, and a field to type inches.

import { el, fill, showsNew } from "../../lib/dom.js";
import { announce, ruleLink } from "../../lib/messages.js";
import { capitalize } from "../../lib/text.js";
import { formatInches } from "./drag_preview.js";

const ANNOUNCE_DELAY = 450; // milliseconds without a change before the announcement to screen readers
const MAX_SHOTS = 5;

export class MovementPanel {
  /** `actions`: pick(id), play(texts), via(), turn(), drop(), typed(text), enter(). */
  constructor(bar, actions) {
    this.actions = actions;
    this.status = el("p", { class: "drag-status", id: "drag-status" });
    this.sight = el("p", { class: "drag-sees small quiet" });
    this.buttons = el("div", { class: "drag-plays" });
    this.who = el("select", { on: { change: () => actions.pick(this.who.value, true) } });
    this.target = el("input", { type: "text", inputmode: "decimal", autocomplete: "off", spellcheck: "false", placeholder: "x, y", "aria-describedby": "drag-status", on: { input: () => actions.typed(this.target.value), keydown: (event) => this.#key(event) } });
    const toolButton = (text, key, sign, click) => el("button", { type: "button", class: "button small", "aria-keyshortcuts": key, on: { click } }, `${text} `, el("kbd", { text: sign, "aria-hidden": "true" }));
    this.viaButton = toolButton("Waypoint", "w", "W", () => actions.via());
    this.turnButton = toolButton("Turn", "t", "T", () => actions.turn());
    this.dropButton = toolButton("Put back", "Escape", "Esc", () => actions.drop());
    this.frame = el("section", { class: "drag-panel card", "aria-label": "By hand", hidden: true },
      this.status, this.sight, this.buttons,
      el("div", { class: "drag-tools" }, this.viaButton, this.turnButton, this.dropButton),
      el("details", { class: "drag-by-inches" }, el("summary", { text: "Type inches" }),
        el("div", { class: "drag-typed" },
          el("label", {}, el("span", { text: "Who" }), this.who),
          el("label", { class: "drag-place" }, el("span", { text: "Goes to, in inches" }), this.target))));
    bar.after(this.frame);
  }

  /** Offer the characters that can be moved; without any the panel is hidden. */
  showCharacters(characters) {
    this.frame.hidden = !characters.length;
    if (!showsNew(this.who, characters.map(({ id, name }) => [id, name]))) return;
    fill(this.who, ...characters.map(({ id, name }) => el("option", { value: id, text: name })));
  }

  /** Show what to do while no character is picked. */
  showIdle(characters, board) {
    this.status.textContent = idleText(characters, board);
    fill(this.sight);
    fill(this.buttons);
    this.frame.removeAttribute("data-refused");
    this.frame.toggleAttribute("data-idle", true);
    this.#showTools(false);
    this.#cancelAnnouncement();
    if (document.activeElement !== this.target) this.target.value = "";
  }

  /** Show the server's answer; `state` is what was asked: who, via, to, face. */
  show(trial, state) {
    this.who.value = state.who;
    if (document.activeElement !== this.target) this.target.value = [state.via, trial.end].filter(Boolean).map((spot) => spot.map(formatInches).join(", ")).join("; ");
    const text = trial.possible ? `${capitalize(trial.text)}.` : trial.sentence;
    fill(this.status, text, " ", !trial.possible && trial.clause && ruleLink(trial.clause, trial.rule));
    this.frame.removeAttribute("data-idle");
    this.frame.toggleAttribute("data-refused", !trial.possible);
    const sight = sightText(trial);
    this.sight.textContent = sight;
    fill(this.buttons, ...this.#moveButtons(trial));
    this.#showTools(true, state);
    this.#cancelAnnouncement();
    const more = !trial.possible && trial.instead.length > 0 && "Enter goes as far as it can.";
    this.timer = setTimeout(() => this.#announce([text, more, sight]), ANNOUNCE_DELAY);
  }

  /** Show that the server has not answered yet. */
  showWaiting() {
    this.status.textContent = "Waiting for the server\u00a0…";
  }

  #cancelAnnouncement() {
    clearTimeout(this.timer);
    this.isAnnounced = false;
  }

  /** Announce the sentences; by now they could also be read. */
  #announce(sentences) {
    this.isAnnounced = true;
    announce(sentences.filter(Boolean).join(" "));
  }

  #moveButtons(trial) {
    const shots = trial.sight.filter(({ shoots }) => shoots).sort((a, b) => a.gap - b.gap).slice(0, MAX_SHOTS);
    const isMove = trial.legs.length > 0;
    const isUseOnly = !isMove && trial.plays.every((play) => play.startsWith("use "));
    const isIdle = isUseOnly && trial.left > 0; // it has not been told to do anything
    return [
      trial.plays.length > 0 && !isIdle && this.#button(isUseOnly ? `Use ${trial.name}` : verbOf(trial), trial.plays, "primary"),
      !trial.possible && trial.instead.length > 0 && this.#button(`As far as it can: ${trial.end.map(formatInches).join(", ")}`, trial.instead, "primary"),
      ...(trial.possible ? shots.map((enemy) => this.#button(`${isMove ? "Go and shoot" : "Shoot"} ${enemy.name}: ${enemy.odds}`, enemy.plays, "")) : []),
    ];
  }

  #button(text, plays, kind) {
    const isFirst = kind === "primary";
    return el("button", { type: "button", class: `button small ${kind}`, "aria-keyshortcuts": isFirst && "Enter", on: { click: () => this.actions.play(plays) } }, text, isFirst && [" ", el("kbd", { text: "⏎", "aria-hidden": "true" })]);
  }

  #showTools(isOn, state = {}) {
    for (const button of [this.viaButton, this.turnButton, this.dropButton]) button.hidden = !isOn;
    this.turnButton.setAttribute("aria-pressed", String(Boolean(state.face)));
    this.viaButton.hidden ||= Boolean(state.via);
  }

  #key(event) {
    if (event.key === "Enter") this.actions.enter();
    else if (event.key === "Escape") this.actions.drop();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

/** Return what to do with the characters that can be moved; an active one may have no leg left. */
function idleText(characters, { active, objectives }) {
  const who = characters.length > 1 ? "one of your characters" : characters[0]?.name ?? "it";
  if (active?.must_fight) return `Click an enemy that ${who} is to fight.`;
  if (active && !active.leg) return `${who} has no move left: click a marked enemy to shoot, or end the activation.`;
  const targets = objectives.some(({ lies }) => lies === "free") ? "a place, an enemy or something to carry" : "a place or an enemy";
  return `Drag ${who} to ${targets}, or click ${characters.length > 1 ? "one" : "it"} and then the target.`;
}

/** Return the verb of a move; the sentence above the button has its details. */
function verbOf({ charges, takes, leaves, legs, plays }) {
  if (charges.length) return "Charge";
  if (leaves) return "Leave the table";
  if (takes) return legs.length ? "Go and pick it up" : "Pick it up";
  if (plays.at(-1).startsWith("shoot")) return legs.length ? "Go and shoot" : "Shoot";
  return legs.length ? "Go" : "Turn";
}

/** Return the lines of sight, in one or two sentences. */
function sightText({ sight }) {
  const names = (enemies) => enemies.map(({ name }) => name).join(", ");
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
