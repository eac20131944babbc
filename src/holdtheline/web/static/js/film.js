// A played turn as a film over the picture: its time.
//
// `new Film(host, controls, {closed})`: the picture stands in `host`; buttons and report come into
// `controls`. `show(film)` takes what the server tells of a turn, `close()` puts all back as it was.

import { Controls } from "./filmcontrols.js";
import { hideReport, showReport, spokenReport } from "./filmreport.js";
import { Stage } from "./filmstage.js";
import { say } from "./say.js";

const PACE = 8; // timesteps a second, at 1×
const LONGEST = 100; // milliseconds between two drawings; a page that slept does not leap
const SILENCE = 2500; // milliseconds between two things said while it runs

export class Film {
  constructor(host, controls, { closed = () => {} } = {}) {
    this.closed = closed;
    this.speed = 1;
    this.stage = new Stage(host);
    this.stage.box.addEventListener("click", () => this.playOrPause());
    this.controls = new Controls(controls, {
      play: () => this.playOrPause(),
      start: () => this.go(0),
      back: () => this.go(this.frame - 1),
      forward: () => this.go(Math.floor(this.time) + 1),
      kill: () => this.#goToNext("kill"),
      leak: () => this.#goToNext("leak"),
      end: () => this.go(this.film.length),
      close: () => this.close(),
      go: (frame) => this.go(frame),
      setSpeed: (speed) => (this.speed = speed),
    });
  }

  /** Show a film from its start. It runs by itself, unless the reader wants no motion. */
  show(film) {
    if (this.film) this.#leave();
    this.film = film;
    this.time = 0;
    this.told = undefined;
    this.still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.stage.open(film);
    this.controls.open(film, this.still, this.speed);
    document.documentElement.dataset.filming = "";
    this.#draw();
    if (!this.still && film.length > 0) this.play();
  }

  close() {
    if (!this.film) return;
    this.#leave();
    this.closed();
  }

  /** The timestep that is shown, or whose way is. */
  get frame() {
    return Math.ceil(this.time);
  }

  get playing() {
    return this.clock !== undefined;
  }

  play() {
    if (this.still || this.playing) return;
    if (this.time >= this.film.length) this.time = 0;
    this.last = this.spoke = performance.now();
    this.clock = requestAnimationFrame((now) => this.#tick(now));
    this.#draw();
  }

  pause() {
    cancelAnimationFrame(this.clock);
    this.clock = undefined;
  }

  playOrPause() {
    if (this.playing) this.go(this.frame);
    else this.play();
  }

  /** To a frame, because somebody asked for it. */
  go(frame) {
    this.pause();
    this.time = Math.min(Math.max(frame, 0), this.film.length);
    this.#draw();
    const marks = this.#marksAt(this.time);
    const said = marks.length ? marks : [this.film.captions[this.time]];
    say([...said, this.#isOver && spokenReport(this.film.report)].filter(Boolean).join(". "));
  }

  get #isOver() {
    return this.time === this.film.length;
  }

  #tick(now) {
    const passed = Math.min(Math.max(now - this.last, 1), LONGEST);
    this.last = now;
    this.time += (passed / 1000) * PACE * this.speed;
    if (this.time >= this.film.length) {
      this.go(this.film.length);
      return;
    }
    this.clock = requestAnimationFrame((next) => this.#tick(next));
    this.#draw();
    this.#sayMarks(now);
  }

  /** While it runs, not every mark is worth a sentence: one would not end before the next. */
  #sayMarks(now) {
    const marks = this.#marksAt(this.frame);
    if (!marks.length || now - this.spoke < SILENCE) return;
    this.spoke = now;
    say(marks.join(". "));
  }

  #marksAt(frame) {
    return this.film.marks.filter((mark) => mark.frame === frame).map(({ text }) => text);
  }

  #next(kind) {
    return this.film.marks.find((mark) => mark.kind === kind && mark.frame > this.frame);
  }

  #goToNext(kind) {
    const next = this.#next(kind);
    if (next) this.go(next.frame);
    else say(`No ${kind} comes after this.`);
  }

  #draw() {
    const { film, frame, time, stage, controls } = this;
    stage.draw(frame, time === frame ? 1 : time - frame + 1);
    controls.showPlaying(this.playing);
    const place = this.#isOver ? "over" : frame;
    if (place === this.told) return;
    this.told = place;
    controls.showPlace(frame, film.captions[frame], this.#dead());
    if (this.#isOver) showReport(film.report, stage, controls.report);
    else hideReport(stage);
    controls.showOver(this.#isOver);
  }

  /** The buttons that lead nowhere from here. */
  #dead() {
    return [
      this.frame === 0 && "back",
      this.frame === this.film.length && "forward",
      this.#isOver && "end",
      !this.#next("kill") && "kill",
      !this.#next("leak") && "leak",
    ];
  }

  #leave() {
    this.pause();
    this.stage.close();
    this.controls.close();
    this.film = undefined;
    delete document.documentElement.dataset.filming;
  }
}
