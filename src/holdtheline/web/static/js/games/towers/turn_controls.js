// The controls of a turn replay: a slider with kills and leaks, buttons, keys, and a speed.

import { button, el, fill, svg } from "../../lib/dom.js";

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

/** `actions` has a function for every name in BUTTONS, and start, close, go(frame) and setSpeed(number). */
export class TurnControls {
  constructor(container, actions) {
    this.container = container;
    this.actions = actions;
    this.report = el("section", { class: "turn-replay-report card", "aria-label": "What the turn was worth" });
    this.press = (event) => this.#press(event);
  }

  /** Show the controls of a turn; if `isStill`, nothing plays automatically, and there is no speed. */
  open(turn, isStill, speed) {
    this.slider = el("input", {
      type: "range", min: 0, max: turn.length, value: 0, step: 1, "aria-label": "Timestep",
      on: { input: () => this.actions.go(this.slider.valueAsNumber) },
    });
    this.title = turn.title;
    this.caption = el("p", { class: "turn-replay-caption numbers" });
    this.reportButton = button("Report", () => this.report.scrollIntoView(), { class: "button turn-replay-to-report" });
    this.buttons = Object.fromEntries(BUTTONS.map((about) => [about.name, this.#buildButton(about)]));
    this.closeButton = button("", () => this.actions.close());
    const { back, play, forward, kill, leak, end } = this.buttons;
    play.hidden = isStill;
    fill(this.container,
      el("div", { class: "turn-replay-bar card", role: "group", "aria-label": `${turn.title}, as it was played` },
        el("div", { class: "turn-replay-top-line" }, this.caption, this.reportButton, this.closeButton),
        el("div", { class: "turn-replay-scrubber" }, this.slider, ticksOf(turn)),
        el("div", { class: "turn-replay-keys" },
          el("div", { class: "turn-replay-run" }, back, play, forward, !isStill && this.#speedField(speed)),
          el("div", { class: "turn-replay-jump" }, kill, leak, end))),
      this.report);
    this.container.classList.add("turn-replay-controls");
    // In the capture phase, because the page uses some of these keys for other actions.
    document.addEventListener("keydown", this.press, true);
  }

  close() {
    document.removeEventListener("keydown", this.press, true);
    fill(this.container);
    this.container.classList.remove("turn-replay-controls");
  }

  /** Show a timestep; `disabled` are the names of buttons without a target. */
  showTimestep(frame, caption, disabled) {
    this.slider.value = frame;
    this.slider.setAttribute("aria-valuetext", caption);
    const isNamed = caption.startsWith(this.title);
    fill(this.caption, !isNamed && el("span", { class: "quiet", text: `${this.title} · ` }), caption);
    // Not the `disabled` attribute: a disabled button would lose the focus.
    for (const [name, one] of Object.entries(this.buttons)) one.setAttribute("aria-disabled", disabled.includes(name));
  }

  /** Show whether the turn is over; if so, a button leads to the report, which may be out of sight. */
  showOver(isOver) {
    this.isOver = isOver;
    this.report.hidden = this.reportButton.hidden = !isOver;
    this.closeButton.textContent = isOver ? "Continue" : "Close";
    this.closeButton.title = isOver ? "Continue (Enter)" : "Close the replay (Esc)";
    this.closeButton.setAttribute("aria-keyshortcuts", isOver ? "Enter Escape" : "Escape");
    this.closeButton.classList.toggle("primary", isOver);
    this.closeButton.classList.toggle("plain", !isOver);
    this.buttons.play.classList.toggle("primary", !isOver);
  }

  showPlaying(isPlaying) {
    const { play } = this.buttons;
    if (play.dataset.playing === String(isPlaying)) return;
    play.dataset.playing = isPlaying;
    play.querySelector("path").setAttribute("d", isPlaying ? "M6 4h4v16H6zM14 4h4v16h-4z" : "M7 4v16l13-8z");
    play.lastChild.textContent = isPlaying ? "Pause" : "Play";
  }

  #buildButton({ name, word, label, key, sign }) {
    const kind = `button turn-replay-${name}${name === "play" ? " primary" : ""}`;
    const words = { title: `${label ?? word} (${key})`, "aria-label": label, "aria-keyshortcuts": key };
    return el("button", { class: kind, type: "button", ...words, on: { click: () => this.actions[name]() } },
      svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: sign })), el("span", { text: word }));
  }

  #speedField(speed) {
    const select = el("select", { on: { change: () => this.actions.setSpeed(Number(select.value)) } },
      SPEEDS.map(([value, text]) => el("option", { value, text, selected: Number(value) === speed })));
    return el("label", { class: "turn-replay-speed" }, el("span", { class: "visually-hidden", text: "Speed" }), select);
  }

  #press(event) {
    const name = event.key === "Enter" ? this.#enterAction(event.target) : KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!name || event.ctrlKey || event.metaKey || event.altKey || handlesKeyItself(event.target, event.key)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.actions[name]();
  }

  /** Return what Enter does: after the end it continues, even on Play, which had the focus; Space plays again. */
  #enterAction(target) {
    const pressed = target.closest?.("button, a, summary");
    const isIdle = !pressed || pressed === this.buttons.play || pressed.getAttribute("aria-disabled") === "true";
    return this.isOver && isIdle ? "close" : undefined;
  }
}

/** Return whether the focused element uses this key itself. */
function handlesKeyItself(target, key) {
  if (document.querySelector("dialog[open]") || target.closest?.("select, textarea, input:not([type=range])")) return true;
  if (target.type === "range") return key === "End" || key === "Home";
  return key === " " && target.closest?.("button, a, summary") != null;
}

/** Return the marks on the slider: kills below it, leaks above it. */
function ticksOf({ marks, length }) {
  const ticks = el("div", { class: "turn-replay-ticks", "aria-hidden": "true" });
  for (const { frame, kind } of marks) {
    const tick = el("i", { class: `turn-replay-tick-${kind}` });
    tick.style.left = `${(100 * frame) / Math.max(length, 1)}%`;
    ticks.append(tick);
  }
  return ticks;
}
