// The replay of a game: any step of it, in any order and at any speed.

import { ask } from "./api.js";
import { continueFrom, save, share } from "./branching.js";
import { Cinema, watchButton } from "./cinema.js";
import { byId, el, fill } from "./dom.js";
import { Frames } from "./frames.js";
import { keyFromAddress, rememberKey } from "./keys.js";
import { showPicture } from "./picture.js";
import { Review } from "./review.js";
import { say, warn } from "./say.js";
import { Scrubber } from "./scrubber.js";
import { spoken, StepList } from "./steplist.js";
import { Zoom } from "./zoom.js";

const STEP_TIME = 1000; // milliseconds a step, at speed 1

class Replay {
  constructor(key, told) {
    this.key = key;
    this.frames = new Frames(key);
    this.scrubber = new Scrubber(this);
    this.list = new StepList((step) => this.go(step));
    this.cinema = new Cinema(key);
    this.review = new Review(this);
    this.zoom = new Zoom(byId("frame"), byId("picture"), byId("map-tools"));
    this.step = -1;
    this.round = 0; // of playing; a new one ends the one before
    this.take(told);
  }

  get last() {
    return this.told.steps.length - 1;
  }

  /** What the server tells about the game as a whole. */
  take(told) {
    this.told = told;
    this.frames.forget();
    this.list.show(told.steps, told.seats);
    this.scrubber.showSteps(told.steps);
    showHead(told);
    if (!told.lenses.some(({ lens }) => lens === this.lens)) this.lens = told.lenses[0].lens;
    byId("lens").value = this.lens;
  }

  /** Show a step because somebody asked for it: whatever is playing stops. */
  go(step) {
    this.pause();
    this.cinema.close();
    return this.show(step, true);
  }

  /** Show a step. Frames that come late, when another one is wanted already, are dropped. */
  async show(step, aloud) {
    this.step = Math.min(Math.max(step, 0), this.last);
    const line = this.told.steps[this.step];
    this.scrubber.showPlace(this.step, this.last, line.headline);
    this.list.showPlace(this.step);
    this.review.showPlace(this.step);
    showContinuing(this.told, this.step, this.last);
    byId("picture").setAttribute("aria-busy", "true");
    await (this.chase ??= this.#reach());
    if (aloud && this.step === step) say(spoken(line, this.last, this.told.seats));
  }

  playOrPause() {
    if (this.playing) this.pause();
    else this.play();
  }

  async play() {
    this.playing = true;
    this.scrubber.showPlaying(true);
    const round = ++this.round;
    if (this.step === this.last) await this.show(0, false);
    else await this.chase;
    while (this.step < this.last) {
      await new Promise((ready) => setTimeout(ready, STEP_TIME / this.scrubber.speed));
      if (this.round !== round) return;
      await this.show(this.step + 1, false);
      if (this.round !== round) return;
    }
    this.pause();
    say(this.told.verdict ?? "These are all steps so far.");
  }

  pause() {
    this.round += 1;
    this.playing = false;
    this.scrubber.showPlaying(false);
  }

  /** What a step played out, as a film. */
  watch(line) {
    this.pause();
    return this.cinema.show(line, this.lens);
  }

  look(lens) {
    this.cinema.close();
    this.lens = lens;
    return this.show(this.step, true);
  }

  /** One request at a time, always for what is wanted now: a fast hand skips what it passes. */
  async #reach() {
    let frame;
    try {
      do {
        const { step, lens, told } = this;
        const found = await this.frames.at(step, lens);
        frame = step === this.step && lens === this.lens && told === this.told ? found : undefined;
      } while (!frame);
      this.#put(frame);
    } catch (refusal) {
      this.pause();
      warn(refusal);
    } finally {
      this.chase = undefined;
    }
  }

  #put(frame) {
    const picture = showPicture(byId("picture"), frame.picture);
    const { width, height } = picture.viewBox.baseVal;
    document.documentElement.style.setProperty("--aspect", width / height);
    document.documentElement.toggleAttribute("data-tall", height > width);
    this.zoom.show(picture);
    byId("picture").removeAttribute("aria-busy");
    byId("now-film").hidden = !frame.line.film;
    fill(byId("now-film"), frame.line.film && watchButton(() => this.watch(frame.line), "Watch the turn"));
    byId("prompt").textContent = frame.prompt;
    this.list.tell(frame.line);
    byId("now-keys").hidden = frame.step > 0;
    byId("verdict").hidden = !this.told.verdict || frame.step < this.last; // it would give the end away
    document.documentElement.dataset.step = frame.step;
    const next = [frame.step + 1, frame.step - 1, frame.step + 2];
    this.frames.fetchAhead(next.filter((step) => step >= 0 && step <= this.last), this.lens);
  }
}

function showHead(told) {
  document.title = `Replay of ${told.title} · Hold the Line`;
  byId("title").textContent = told.title;
  byId("options").textContent = told.options_text;
  byId("rules").href = told.rules;
  byId("rules").hidden = false;
  byId("verdict").textContent = told.verdict ?? "";
  byId("running").hidden = told.over;
  byId("running-sentence").textContent = "This game is not over yet: these are its steps so far.";
  fill(byId("lens"), told.lenses.map(({ lens, title }) => el("option", { value: lens, text: title })));
  byId("lens-field").hidden = told.lenses.length < 2;
  showWhy("download", told.download.possible, told.download.why);
  showWhy("open-review", told.review.possible, told.review.why);
}

function showContinuing(told, step, last) {
  const over = told.over && step === last;
  const why = over ? "The game is over here: go back to a step from which to continue." : told.continue.why;
  showWhy("continue", told.continue.possible && !over, why);
}

function showWhy(button, possible, why) {
  byId(button).setAttribute("aria-disabled", !possible);
  byId(`${button}-why`).hidden = possible;
  byId(`${button}-why`).textContent = possible ? "" : (why ?? "");
}

function isOpen(button) {
  return byId(button).getAttribute("aria-disabled") !== "true";
}

function listen(replay) {
  const { key } = replay;
  byId("lens").addEventListener("change", () => replay.look(byId("lens").value));
  byId("download").addEventListener("click", () => isOpen("download") && save(replay.told, key));
  byId("open-review").addEventListener("click", () => isOpen("open-review") && replay.review.open());
  byId("share").addEventListener("click", () => share(key));
  byId("continue").addEventListener("click", () => {
    replay.pause();
    if (isOpen("continue")) continueFrom(replay.step, replay.told, key);
  });
  byId("look-again").addEventListener("click", () => lookAgain(replay));
  document.querySelector(".skip").addEventListener("click", skip);
}

/** A jump by the browser would put its own word in the address where the key stands. */
function skip(event) {
  event.preventDefault();
  byId("scrubber").focus();
}

async function lookAgain(replay) {
  try {
    const before = replay.last;
    replay.take(await ask("GET", "/api/replay", { key: replay.key }));
    await replay.show(replay.step, false);
    const more = replay.last - before;
    say(more > 0 ? `${more} more steps.` : "Nothing new yet.");
  } catch (refusal) {
    warn(refusal);
  }
}

async function open() {
  const key = keyFromAddress();
  if (!key) return showFault("A replay is shown by its secret link, and this address has none.");
  let told;
  try {
    told = await ask("GET", "/api/replay", { key });
  } catch (refusal) {
    return showFault(refusal.sentence);
  }
  rememberKey(key, "watch");
  byId("replay").hidden = false;
  const replay = new Replay(key, told);
  listen(replay);
  const asked = new URLSearchParams(location.search);
  await replay.show(Number(asked.get("step")) || 0, false);
  if (asked.has("auto")) replay.play();
}

function showFault(sentence) {
  byId("fault-sentence").textContent = sentence;
  byId("fault").hidden = false;
}

window.addEventListener("hashchange", () => location.reload());
open();
