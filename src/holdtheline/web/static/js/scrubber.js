// The controls of a replay: a slider with a tick a step, buttons, keys, and a speed.

import { byId, el, fill } from "./dom.js";

const MOST_TICKS = 400;
const BUTTONS = ["first", "back", "play", "forward", "last"];
const KEYS = { Home: "first", ArrowLeft: "back", " ": "play", ArrowRight: "forward", End: "last" };

/** `wishes` has go(step), playOrPause(), and the properties step and last. */
export class Scrubber {
  constructor(wishes) {
    this.wishes = wishes;
    this.slider = byId("scrubber");
    this.slider.addEventListener("input", () => wishes.go(this.slider.valueAsNumber));
    for (const name of BUTTONS) byId(name).addEventListener("click", () => this.#wish(name));
    document.addEventListener("keydown", (event) => this.#press(event));
  }

  get speed() {
    return Number(byId("speed").value);
  }

  showSteps(steps) {
    const last = steps.length - 1;
    this.slider.max = last;
    fill(byId("ticks"), last > 0 && last <= MOST_TICKS && steps.map((line, step) => tick(line, step / last)));
  }

  showPlace(step, last, headline) {
    this.slider.value = step;
    this.slider.setAttribute("aria-valuetext", `${step} of ${last}: ${headline}`);
    byId("place").textContent = `${step} / ${last}`;
    // Not `disabled`: a button that goes dead under the finger would lose the focus.
    for (const name of ["first", "back"]) byId(name).setAttribute("aria-disabled", step === 0);
    for (const name of ["forward", "last"]) byId(name).setAttribute("aria-disabled", step === last);
  }

  showPlaying(playing) {
    byId("play").classList.toggle("playing", playing);
    byId("play-word").textContent = playing ? "Pause" : "Play";
  }

  #wish(name) {
    const { wishes } = this;
    const steps = { first: 0, back: wishes.step - 1, forward: wishes.step + 1, last: wishes.last };
    if (name === "play") wishes.playOrPause();
    else if (steps[name] >= 0 && steps[name] <= wishes.last) wishes.go(steps[name]);
  }

  #press(event) {
    const name = KEYS[event.key];
    if (!name || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (hasItsOwnUse(event.target, event.key)) return;
    event.preventDefault();
    this.#wish(name);
  }
}

/** Whether the focused thing answers to this key itself. The slider knows all of them but Space. */
function hasItsOwnUse(target, key) {
  if (target.closest("dialog, select, input[type=text]")) return true;
  if (target.type === "range") return key !== " ";
  return key === " " && target.closest("button, a") !== null;
}

function tick(line, share) {
  const mark = el("i", { class: line.face === null ? "decision" : "roll" });
  mark.style.left = `${share * 100}%`;
  return mark;
}
