// The controls of a replay: slider, buttons, keys and speed; and the list of steps.

import { byId, el, fill } from "../lib/dom.js";
import { ruleLink } from "../lib/messages.js";
import { capitalize, luckMeaning, luckText, seatName } from "../lib/text.js";

const MAX_TICKS = 400;
const BUTTONS = ["first", "back", "play", "forward", "last"];
const KEYS = { Home: "first", ArrowLeft: "back", " ": "play", ArrowRight: "forward", End: "last" };

/** `replay` has go(step), playOrPause(), and the properties step and last. */
export class Scrubber {
  constructor(replay) {
    this.replay = replay;
    this.slider = byId("scrubber");
    this.slider.addEventListener("input", () => replay.go(this.slider.valueAsNumber));
    for (const name of BUTTONS) byId(name).addEventListener("click", () => this.#act(name));
    document.addEventListener("keydown", (event) => this.#press(event));
  }

  get speed() {
    return Number(byId("speed").value);
  }

  showSteps(steps) {
    const last = steps.length - 1;
    this.slider.max = last;
    fill(byId("ticks"), last > 0 && last <= MAX_TICKS && steps.map((line, step) => tickMark(line, step / last)));
  }

  showStepNumber(step, last, headline) {
    this.slider.value = step;
    this.slider.setAttribute("aria-valuetext", `${step} of ${last}: ${headline}`);
    byId("place").textContent = `${step} / ${last}`;
    // Not the `disabled` attribute: a disabled button would lose the focus.
    for (const name of ["first", "back"]) byId(name).setAttribute("aria-disabled", step === 0);
    for (const name of ["forward", "last"]) byId(name).setAttribute("aria-disabled", step === last);
  }

  showPlaying(isPlaying) {
    byId("play").classList.toggle("playing", isPlaying);
    byId("play-word").textContent = isPlaying ? "Pause" : "Play";
  }

  #act(name) {
    const { replay } = this;
    const steps = { first: 0, back: replay.step - 1, forward: replay.step + 1, last: replay.last };
    if (name === "play") replay.playOrPause();
    else if (steps[name] >= 0 && steps[name] <= replay.last) replay.go(steps[name]);
  }

  #press(event) {
    const name = KEYS[event.key];
    if (!name || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (handlesKeyItself(event.target, event.key)) return;
    event.preventDefault();
    this.#act(name);
  }
}

/** Return whether the focused element uses this key itself; the slider uses all of them but Space. */
function handlesKeyItself(target, key) {
  if (target.closest("dialog, select, input[type=text]")) return true;
  if (target.type === "range") return key !== " ";
  return key === " " && target.closest("button, a") !== null;
}

function tickMark(line, fraction) {
  const mark = el("i", { class: line.face === null ? "decision" : "roll" });
  mark.style.left = `${fraction * 100}%`;
  return mark;
}

/** The turns of a replay: choose one to jump to its first step. */
export class TurnPicker {
  constructor(go) {
    this.select = byId("turn");
    this.go = go;
    this.turns = []; // {step, heading}
    this.select.addEventListener("change", () => go(Number(this.select.value)));
    document.addEventListener("keydown", (event) => this.#press(event));
  }

  show(steps) {
    this.turns = steps.filter(({ heading }, at) => heading && heading !== steps[at - 1]?.heading).map(({ number, heading }) => ({ step: number, heading }));
    if (this.turns[0]?.step > 0) this.turns.unshift({ step: 0, heading: "The start" });
    fill(this.select, this.turns.map(({ step, heading }) => el("option", { value: step, text: heading })));
    byId("turn-field").hidden = this.turns.filter(({ step }) => step > 0).length < 2;
  }

  showStepNumber(step) {
    this.step = step;
    this.select.value = this.turns.findLast((turn) => turn.step <= step)?.step ?? "";
  }

  /** Page Up and Page Down go to the turn before and the next one. */
  #press(event) {
    if (!["PageUp", "PageDown"].includes(event.key) || handlesKeyItself(event.target, event.key)) return;
    const isBack = event.key === "PageUp";
    const turn = isBack ? this.turns.findLast(({ step }) => step < this.step) : this.turns.find(({ step }) => step > this.step);
    if (!this.turns.length) return;
    event.preventDefault();
    if (turn) this.go(turn.step);
  }
}

/** The steps of a replay as a list, and what happened in the one that is shown. */
export class StepList {
  constructor(go) {
    this.box = byId("steps");
    this.box.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (button) go(Number(button.dataset.step));
    });
  }

  show(steps, seats) {
    this.seats = seats;
    fill(this.box, steps.map((line, at) => this.#row(line, line.heading !== steps[at - 1]?.heading ? line.heading : "")));
  }

  /** Mark a step and scroll to it inside the list, without moving the page. */
  showStepNumber(step) {
    this.box.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const button = this.box.children[step].querySelector("button");
    button.setAttribute("aria-current", "step");
    const above = button.offsetTop - this.box.scrollTop;
    const below = this.box.clientHeight - button.offsetHeight - above;
    if (above < 0 || below < 0) this.box.scrollTop += (above - below) / 2;
  }

  /** Show what happened in a step, each sentence with its rule. */
  showStep(line) {
    byId("now-title").textContent = headlineOf(line);
    fill(byId("now-who"),
      line.number > 0 && this.#who(line),
      line.luck !== null && [" · ", el("span", { class: "luck", title: luckMeaning(line.luck), text: luckText(line.luck) })]);
    const seats = line.number === 0 ? this.seats : [];
    fill(byId("now-events"),
      seats.map((seat) => el("li", { text: `${capitalize(seat.title)}: ${seatName(seat)}` })),
      line.events.map((event) => el("li", {}, event.text, " ", ruleLink(event.clause, event.rule, event.clause))));
  }

  #row(line, heading) {
    const sign = line.face === null ? (line.turn_replay ? "▶" : line.number ? "◆" : "⚑") : DIE_SIGNS[line.face];
    return el("li", {}, heading && el("h3", { class: "turn-heading", text: heading }), el("button", { type: "button", "data-step": line.number },
      el("span", { class: "number numbers", text: line.number }),
      el("span", { class: `sign ${line.face === null ? "" : "die"}`, "aria-hidden": "true", text: sign }),
      el("span", { class: "what", text: headlineOf(line, this.seats) })));
  }

  #who(line) {
    if (line.face !== null || line.seat < 0) return "A roll";
    const seat = this.seats[line.seat];
    return seat ? `${seatName(seat)}, ${seat.title}` : "A move";
  }
}

const DIE_SIGNS = ["", "⚀", "⚁", "⚂", "⚃", "⚄", "⚅"];

/** Return the headline of a step; in games with several seats, with the seat. */
function headlineOf(line, seats = []) {
  const text = capitalize(line.headline || "the start");
  const seat = seats.length > 1 && line.number > 0 ? seats[line.seat] : undefined;
  return seat ? `${capitalize(seat.title)}: ${text}` : text;
}

/** Return a step as text for screen readers. */
export function stepText(line, last, seats) {
  const events = line.events.map((event) => event.text).join(" ");
  return `Step ${line.number} of ${last}: ${headlineOf(line, seats)}. ${events}`.trim();
}
