// The replay of a turn over the picture: load it, play it, jump in it.

import { request } from "../../lib/api.js";
import { byId, el, fill } from "../../lib/dom.js";
import { announce, showError } from "../../lib/messages.js";
import { animationFactor, wantsMotion } from "../../lib/settings.js";
import { playSound } from "../../lib/sounds.js";
import { TurnControls } from "./turn_controls.js";
import { hideReport, reportText, showReport } from "./turn_report.js";
import { TurnStage } from "./turn_stage.js";

const TIMESTEPS_PER_SECOND = 8; // at 1×
const LONGEST_TURN = 5; // seconds at 1×: longer turns are quickened
const LONGEST_FRAME = 100; // milliseconds: after a pause of the page the replay does not leap
const ANNOUNCE_GAP = 2500; // milliseconds between two announcements while it runs

/** The time of a replay. The picture is in `host`; buttons and report go into `controls`. */
class TurnPlayer {
  constructor(host, controls, onClosed) {
    this.onClosed = onClosed;
    this.speed = 1;
    this.stage = new TurnStage(host);
    this.stage.box.addEventListener("click", () => this.playOrPause());
    this.controls = new TurnControls(controls, {
      play: () => this.playOrPause(),
      start: () => this.go(0),
      back: () => this.go(this.frame - 1),
      forward: () => this.go(Math.floor(this.time) + 1),
      kill: () => this.#goToNext("kill"),
      leak: () => this.#goToNext("leak"),
      end: () => this.go(this.turn.length),
      close: () => this.close(),
      go: (frame) => this.go(frame),
      setSpeed: (speed) => (this.speed = speed),
    });
  }

  /** Show a turn from its start. It plays automatically, unless the user prefers reduced motion. */
  show(turn) {
    if (this.turn) this.#leave();
    this.turn = turn;
    this.time = 0;
    this.shownCaption = undefined;
    this.isStill = !wantsMotion();
    this.pace = Math.max(TIMESTEPS_PER_SECOND, turn.length / LONGEST_TURN) / animationFactor();
    this.stage.open(turn);
    this.controls.open(turn, this.isStill, this.speed);
    document.documentElement.dataset.turnReplay = "";
    this.#draw();
    if (!this.isStill && turn.length > 0) this.play();
  }

  close() {
    if (!this.turn) return;
    this.#leave();
    this.onClosed();
  }

  /** The timestep that is shown, or towards which pieces move. */
  get frame() {
    return Math.ceil(this.time);
  }

  get isPlaying() {
    return this.clock !== undefined;
  }

  play() {
    if (this.isStill || this.isPlaying) return;
    if (this.time >= this.turn.length) this.time = 0;
    this.last = this.announcedAt = performance.now();
    this.clock = requestAnimationFrame((now) => this.#tick(now));
    this.#draw();
  }

  pause() {
    cancelAnimationFrame(this.clock);
    this.clock = undefined;
  }

  playOrPause() {
    if (this.isPlaying) this.go(this.frame);
    else this.play();
  }

  /** Go to a timestep and stop there. */
  go(frame) {
    this.pause();
    this.time = Math.min(Math.max(frame, 0), this.turn.length);
    this.#draw();
    const marks = this.#marksAt(this.time);
    const texts = marks.length ? marks : [this.turn.captions[this.time]];
    announce([...texts, this.#isOver && reportText(this.turn.report)].filter(Boolean).join(". "));
  }

  get #isOver() {
    return this.time === this.turn.length;
  }

  #tick(now) {
    const passed = Math.min(Math.max(now - this.last, 1), LONGEST_FRAME);
    this.last = now;
    const before = this.frame;
    this.time += (passed / 1000) * this.pace * this.speed;
    if (this.time >= this.turn.length) {
      this.go(this.turn.length);
      return;
    }
    this.clock = requestAnimationFrame((next) => this.#tick(next));
    this.#draw();
    if (this.frame !== before) this.stage.soundsOf(this.frame).forEach(playSound);
    this.#announceMarks(now);
  }

  /** Announce what happens, but not so often that one sentence cuts off the next. */
  #announceMarks(now) {
    const marks = this.#marksAt(this.frame);
    if (!marks.length || now - this.announcedAt < ANNOUNCE_GAP) return;
    this.announcedAt = now;
    announce(marks.join(". "));
  }

  #marksAt(frame) {
    return this.turn.marks.filter((mark) => mark.frame === frame).map(({ text }) => text);
  }

  #next(kind) {
    return this.turn.marks.find((mark) => mark.kind === kind && mark.frame > this.frame);
  }

  #goToNext(kind) {
    const next = this.#next(kind);
    if (next) this.go(next.frame);
    else announce(`There is no ${kind} after this.`);
  }

  #draw() {
    const { turn, frame, time, stage, controls } = this;
    stage.draw(frame, time === frame ? 1 : time - frame + 1);
    controls.showPlaying(this.isPlaying);
    const caption = this.#isOver ? "over" : frame;
    if (caption === this.shownCaption) return;
    this.shownCaption = caption;
    controls.showTimestep(frame, turn.captions[frame], this.#deadButtons());
    if (this.#isOver) showReport(turn.report, stage, controls.report);
    else hideReport(stage);
    controls.showOver(this.#isOver);
  }

  /** Return the names of the buttons without a target here. */
  #deadButtons() {
    return [
      this.frame === 0 && "back",
      this.frame === this.turn.length && "forward",
      this.#isOver && "end",
      !this.#next("kill") && "kill",
      !this.#next("leak") && "leak",
    ];
  }

  #leave() {
    this.pause();
    this.stage.close();
    this.controls.close();
    this.turn = undefined;
    delete document.documentElement.dataset.turnReplay;
  }
}

/** The replay panel of a table or a replay page; it loads a turn when it was played, or on request. */
export class TurnReplay {
  /** `onStart()` is called when the current picture has to be drawn, `onClosed()` at the end. */
  constructor(key, { onStart = () => {}, onClosed = () => {} } = {}) {
    Object.assign(this, { key, onStart, wanted: null });
    this.player = new TurnPlayer(byId("picture"), byId("turn-replay"), onClosed);
  }

  /** Whether a turn is loading: until then, the picture stays as it was before the turn. */
  get isLoading() {
    return this.wanted !== null;
  }

  /** Show the turn of a log line; `lens` is the seat whose view a replay page shows. */
  async show(line, lens = null) {
    this.wanted = line.number;
    document.documentElement.dataset.turnReplay = ""; // hides what would reveal the end of the turn
    const query = lens === null ? "" : `?lens=${encodeURIComponent(lens)}`;
    try {
      const turn = await request("GET", `/api/replay/${line.number}/turn${query}`, { key: this.key });
      if (this.wanted === line.number) this.#start(turn);
    } catch (error) {
      this.#fail(error);
    }
  }

  close() {
    this.wanted = null;
    this.player.close();
  }

  #start(turn) {
    this.wanted = null;
    this.onStart();
    this.player.show(turn);
    byId("turn-replay").querySelector(".turn-replay-play:not([hidden]), .turn-replay-forward")?.focus({ preventScroll: true });
    this.#scrollIntoView();
  }

  /** Scroll the picture above the controls, if these cover the bottom of the screen. */
  #scrollIntoView() {
    const bar = byId("turn-replay").querySelector(".turn-replay-bar");
    const covered = getComputedStyle(bar).position === "sticky" ? bar.offsetHeight : 0;
    const { top, bottom } = byId("picture").getBoundingClientRect();
    if (top < 0 || bottom > innerHeight - covered) byId("picture").scrollIntoView({ block: covered ? "start" : "nearest" });
  }

  #fail(error) {
    this.wanted = null;
    delete document.documentElement.dataset.turnReplay;
    this.onStart();
    showError(error);
  }
}

/** Show a button for the last turn that was played, if there is one. */
export function showLastTurnButton(container, { log }, watch) {
  const line = log.findLast(({ turn_replay: isReplay }) => isReplay);
  container.hidden = !line;
  if (line) fill(container, watchTurnButton(() => watch(line)));
}

/** Return a button that shows the replay of a turn. */
export function watchTurnButton(show, text = "Replay the turn") {
  return el("button", { type: "button", class: "button small watch", on: { click: show } },
    el("span", { "aria-hidden": "true", text: "▶" }), text);
}
