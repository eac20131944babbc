// The controls of a film: a slider with the kills and leaks on it, buttons with words, keys, and a speed.

import { drawn, el, fill } from "./dom.js";

const SPEEDS = [["1", "1×"], ["2", "2×"], ["4", "4×"], ["8", "8×"], ["Infinity", "Instant"]];
const KEYS = { " ": "play", ",": "back", ".": "forward", k: "kill", l: "leak", End: "end", Home: "start", Escape: "close" };
const BUTTONS = [
  { name: "back", word: "Back", label: "One timestep back", key: ",", sign: "M17 5v14L6 12z" },
  { name: "play", word: "Play", label: null, key: "Space", sign: "M7 4v16l13-8z" },
  { name: "forward", word: "Step", label: "One timestep forward", key: ".", sign: "M7 5v14l11-7z" },
  { name: "kill", word: "Next kill", label: null, key: "K", sign: "M6 4l6 6 6-6 2 2-6 6 6 6-2 2-6-6-6 6-2-2 6-6-6-6z" },
  { name: "leak", word: "Next leak", label: null, key: "L", sign: "M10 3h4v10h5l-7 8-7-8h5z" },
  { name: "end", word: "End", label: "Skip to the end", key: "End", sign: "M4 5v14l11-7zM16 5h3v14h-3z" },
];

/** `wishes` has a function for every name in BUTTONS, and start, close, go(frame) and setSpeed(number). */
export class Controls {
  constructor(place, wishes) {
    this.place = place;
    this.wishes = wishes;
    this.report = el("section", { class: "film-report card", "aria-label": "What the turn was worth" });
    this.press = (event) => this.#press(event);
  }

  /** `still`: nothing runs by itself, so there is nothing to start and no speed. */
  open(film, still, speed) {
    this.slider = el("input", {
      type: "range", min: 0, max: film.length, value: 0, step: 1, "aria-label": "Timestep",
      on: { input: () => this.wishes.go(this.slider.valueAsNumber) },
    });
    this.caption = el("p", { class: "film-caption numbers" });
    this.toReport = el("button", {
      class: "button film-to-report", type: "button", text: "Report", on: { click: () => this.report.scrollIntoView() },
    });
    this.buttons = Object.fromEntries(BUTTONS.map((one) => [one.name, this.#button(one)]));
    this.closing = this.#close();
    const { back, play, forward, kill, leak, end } = this.buttons;
    play.hidden = still;
    fill(this.place,
      el("div", { class: "film-bar card", role: "group", "aria-label": `${film.title}, as it was played` },
        el("div", { class: "film-top-line" }, this.caption, this.toReport, this.closing),
        el("div", { class: "film-scrubber" }, this.slider, ticksOf(film)),
        el("div", { class: "film-keys" },
          el("div", { class: "film-run" }, back, play, forward, !still && this.#speed(speed)),
          el("div", { class: "film-jump" }, kill, leak, end))),
      this.report);
    this.place.classList.add("film-controls");
    // Caught early: the page has uses of its own for some of these keys.
    document.addEventListener("keydown", this.press, true);
  }

  close() {
    document.removeEventListener("keydown", this.press, true);
    fill(this.place);
    this.place.classList.remove("film-controls");
  }

  /** `dead` are the names of the buttons that lead nowhere. */
  showPlace(frame, caption, dead) {
    this.slider.value = frame;
    this.slider.setAttribute("aria-valuetext", caption);
    this.caption.textContent = caption;
    // Not `disabled`: a button that goes dead under the finger would lose the focus.
    for (const [name, button] of Object.entries(this.buttons)) button.setAttribute("aria-disabled", dead.includes(name));
  }

  /** Where the report is not in sight, a button leads to it. */
  showOver(over) {
    this.isOver = over;
    this.report.hidden = this.toReport.hidden = !over;
    this.closing.textContent = over ? "Go on" : "Close";
    this.closing.title = over ? "Go on (Enter)" : "Close the film (Esc)";
    this.closing.setAttribute("aria-keyshortcuts", over ? "Enter Escape" : "Escape");
    this.closing.classList.toggle("primary", over);
    this.closing.classList.toggle("plain", !over);
  }

  showPlaying(playing) {
    const { play } = this.buttons;
    if (play.dataset.playing === String(playing)) return;
    play.dataset.playing = playing;
    play.querySelector("path").setAttribute("d", playing ? "M6 4h4v16H6zM14 4h4v16h-4z" : "M7 4v16l13-8z");
    play.lastChild.textContent = playing ? "Pause" : "Play";
  }

  #button({ name, word, label, key, sign }) {
    return el("button", {
      class: `button film-${name}${name === "play" ? " primary" : ""}`,
      type: "button",
      title: `${label ?? word} (${key})`,
      "aria-label": label,
      "aria-keyshortcuts": key,
      on: { click: () => this.wishes[name]() },
    }, drawn("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, drawn("path", { d: sign })), el("span", { text: word }));
  }

  #close() {
    return el("button", {
      class: "button plain",
      type: "button",
      on: { click: () => this.wishes.close() },
    });
  }

  #speed(speed) {
    const select = el("select", { on: { change: () => this.wishes.setSpeed(Number(select.value)) } },
      SPEEDS.map(([value, text]) => el("option", { value, text, selected: Number(value) === speed })));
    return el("label", { class: "film-speed" }, el("span", { class: "visually-hidden", text: "Speed" }), select);
  }

  #press(event) {
    const name = event.key === "Enter" ? this.#enter(event.target) : KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!name || event.ctrlKey || event.metaKey || event.altKey || hasItsOwnUse(event.target, event.key)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.wishes[name]();
  }

  /** The film began with the focus on Play; when it is over, Enter there goes on, and Space plays it again. */
  #enter(target) {
    const button = target.closest?.("button, a, summary");
    const isIdle = !button || button === this.buttons.play || button.getAttribute("aria-disabled") === "true";
    return this.isOver && isIdle ? "close" : undefined;
  }
}

/** Whether the focused thing answers to this key itself. */
function hasItsOwnUse(target, key) {
  if (document.querySelector("dialog[open]") || target.closest?.("select, textarea, input:not([type=range])")) return true;
  if (target.type === "range") return key === "End" || key === "Home";
  return key === " " && target.closest?.("button, a, summary") != null;
}

/** Where on the slider somebody falls (below it) or scores (above it, with a point). */
function ticksOf({ marks, length }) {
  const ticks = el("div", { class: "film-ticks", "aria-hidden": "true" });
  for (const { frame, kind } of marks) {
    const tick = el("i", { class: `film-tick-${kind}` });
    tick.style.left = `${(100 * frame) / Math.max(length, 1)}%`;
    ticks.append(tick);
  }
  return ticks;
}
