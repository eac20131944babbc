// The replay of a game: any of its steps, in any order and at any speed.

import { TurnReplay, watchTurnButton } from "../games/panels.js";
import { request } from "../lib/api.js";
import { byId, el, fill } from "../lib/dom.js";
import { HudPanel } from "../lib/hud.js";
import { hideKey, keepKeyInAddress, keyFromAddress, rememberKey, tableLinks } from "../lib/links.js";
import { announce, showError } from "../lib/messages.js";
import { cropToMap, setAspect, showPicture } from "../lib/picture.js";
import { getSetting, subscribe } from "../lib/settings.js";
import { Zoom } from "../lib/zoom.js";
import { continueFrom, downloadRecord, shareReplay } from "./actions.js";
import { Scrubber, StepList, stepText, TurnPicker } from "./controls.js";
import { Review } from "./review.js";

const STEP_TIME = 1000; // milliseconds per step at speed 1

class Replay {
  constructor(key, game) {
    this.key = key;
    this.frames = new Frames(key);
    this.scrubber = new Scrubber(this);
    this.list = new StepList((step) => this.go(step));
    this.turns = new TurnPicker((step) => this.go(step));
    this.turnReplay = new TurnReplay(key);
    this.review = new Review(this);
    this.hud = new HudPanel(byId("hud"));
    this.zoom = new Zoom(byId("frame"), byId("picture"), byId("map-tools"));
    this.step = -1;
    this.run = 0; // counts how often it was played; a new run ends the one before
    this.setGame(game);
    subscribe("orientation", () => this.shownFrame && this.#drawPicture(this.shownFrame));
  }

  get last() {
    return this.game.steps.length - 1;
  }

  /** Show the whole game as the server describes it. */
  setGame(game) {
    this.game = game;
    this.frames.clear();
    this.list.show(game.steps, game.seats);
    this.turns.show(game.steps);
    this.scrubber.showSteps(game.steps);
    showHead(game);
    if (!game.lenses.some(({ lens }) => lens === this.lens)) this.lens = game.lenses[0].lens;
    byId("lens").value = this.lens;
  }

  /** Show a step on request; whatever is playing stops. */
  go(step) {
    this.pause();
    this.turnReplay.close();
    return this.show(step, true);
  }

  /** Show a step. A frame that arrives when another one is wanted is dropped. */
  async show(step, isAnnounced) {
    this.step = Math.min(Math.max(step, 0), this.last);
    const line = this.game.steps[this.step];
    this.scrubber.showStepNumber(this.step, this.last, line.headline);
    this.list.showStepNumber(this.step);
    this.turns.showStepNumber(this.step);
    this.review.showStepNumber(this.step);
    updateContinue(this.game, this.step, this.last);
    byId("picture").setAttribute("aria-busy", "true");
    await (this.loading ??= this.#load());
    if (isAnnounced && this.step === step) announce(stepText(line, this.last, this.game.seats));
  }

  playOrPause() {
    if (this.isPlaying) this.pause();
    else this.play();
  }

  async play() {
    this.isPlaying = true;
    this.scrubber.showPlaying(true);
    const run = ++this.run;
    if (this.step === this.last) await this.show(0, false);
    else await this.loading;
    while (this.step < this.last) {
      await new Promise((ready) => setTimeout(ready, STEP_TIME / this.scrubber.speed));
      if (this.run !== run) return;
      await this.show(this.step + 1, false);
      if (this.run !== run) return;
    }
    this.pause();
    announce(this.game.verdict ?? "That was the last step so far.");
  }

  pause() {
    this.run += 1;
    this.isPlaying = false;
    this.scrubber.showPlaying(false);
  }

  /** Show the replay of a turn that one step played out. */
  replayTurn(line) {
    this.pause();
    return this.turnReplay.show(line, this.lens);
  }

  setLens(lens) {
    this.turnReplay.close();
    this.lens = lens;
    return this.show(this.step, true);
  }

  /** Load the wanted frame, one request at a time: dragging the slider skips the steps in between. */
  async #load() {
    let frame;
    try {
      do {
        const { step, lens, game } = this;
        const found = await this.frames.at(step, lens);
        frame = step === this.step && lens === this.lens && game === this.game ? found : undefined;
      } while (!frame);
      this.#showFrame(frame);
    } catch (error) {
      this.pause();
      showError(error);
    } finally {
      this.loading = undefined;
    }
  }

  #drawPicture(frame) {
    this.shownFrame = frame;
    const picture = showPicture(byId("picture"), frame.picture, getSetting("orientation") === "south");
    if (frame.hud) cropToMap(picture);
    this.hud.show(frame.hud);
    setAspect(picture);
    this.zoom.show(picture);
  }

  #showFrame(frame) {
    this.#drawPicture(frame);
    byId("picture").removeAttribute("aria-busy");
    byId("now-turn-replay").hidden = !frame.line.turn_replay;
    fill(byId("now-turn-replay"), frame.line.turn_replay && watchTurnButton(() => this.replayTurn(frame.line), "Watch the turn"));
    byId("prompt").textContent = frame.prompt;
    this.list.showStep(frame.line);
    byId("now-keys").hidden = frame.step > 0;
    byId("verdict").hidden = !this.game.verdict || frame.step < this.last; // it would give the end away
    byId("prompt").hidden = !byId("verdict").hidden;
    document.documentElement.dataset.step = frame.step;
    const neighbours = [frame.step + 1, frame.step - 1, frame.step + 2];
    this.frames.fetchAhead(neighbours.filter((step) => step >= 0 && step <= this.last), this.lens);
  }
}

function showHead(game) {
  document.title = `Replay of ${game.title} · Hold the Line`;
  byId("title").textContent = game.title;
  byId("options").textContent = game.options_text;
  byId("rules").href = game.rules;
  byId("rules").hidden = false;
  byId("verdict").textContent = game.verdict ?? "";
  byId("running").hidden = game.over;
  byId("running-sentence").textContent = "This game is still being played: these are its steps so far.";
  fill(byId("lens"), game.lenses.map(({ lens, title }) => el("option", { value: lens, text: title })));
  byId("lens-field").hidden = game.lenses.length < 2;
  setEnabled("download", game.download.possible, game.download.why);
  setEnabled("open-review", game.review.possible, game.review.why);
}

function updateContinue(game, step, last) {
  const isOver = game.over && step === last;
  const why = isOver ? "The game is over here: go back to an earlier step to continue from there." : game.continue.why;
  setEnabled("continue", game.continue.possible && !isOver, why);
}

function setEnabled(button, possible, why) {
  byId(button).setAttribute("aria-disabled", !possible);
  byId(`${button}-why`).hidden = possible;
  byId(`${button}-why`).textContent = possible ? "" : (why ?? "");
}

function isEnabled(button) {
  return byId(button).getAttribute("aria-disabled") !== "true";
}

function listenToButtons(replay) {
  const { key } = replay;
  byId("lens").addEventListener("change", () => replay.setLens(byId("lens").value));
  byId("download").addEventListener("click", () => isEnabled("download") && downloadRecord(replay.game, key));
  byId("open-review").addEventListener("click", () => isEnabled("open-review") && replay.review.open());
  byId("share").addEventListener("click", () => shareReplay(key));
  byId("continue").addEventListener("click", () => {
    replay.pause();
    if (isEnabled("continue")) continueFrom(replay.step, replay.game, key);
  });
  byId("look-again").addEventListener("click", () => lookAgain(replay).catch(showError));
}

async function lookAgain(replay) {
  const before = replay.last;
  replay.setGame(await request("GET", "/api/replay", { key: replay.key }));
  await replay.show(replay.step, false);
  const more = replay.last - before;
  announce(more > 0 ? `${more} more steps.` : "There are no new steps yet.");
}

async function openPage() {
  const key = keyFromAddress(tableLinks);
  if (!key) return showFault("This address has no secret link. Open the link that was sent to you.");
  const game = await request("GET", "/api/replay", { key }).catch((error) => showFault(error.sentence));
  if (!game) return;
  byId("loading").hidden = true;
  rememberKey(key, "watch");
  if (tableLinks.get(key).kind === "seat") hideKey(tableLinks, key);
  byId("replay").hidden = false;
  const replay = new Replay(key, game);
  listenToButtons(replay);
  const query = new URLSearchParams(location.search);
  await replay.show(Number(query.get("step")) || 0, false);
  if (query.has("auto")) replay.play();
}

function showFault(sentence) {
  byId("loading").hidden = true;
  byId("fault-sentence").textContent = sentence;
  byId("fault").hidden = false;
}

const MAX_FRAMES = 80;

/** The frames of a replay: loaded on demand, cached, the next ones in advance. */
class Frames {
  constructor(key) {
    this.key = key;
    this.cached = new Map(); // by lens and step, the one used last at the end
  }

  /** Return the frame of a step as `lens` sees it. */
  at(step, lens) {
    const name = `${lens}/${step}`;
    const frame = this.cached.get(name) ?? this.#fetch(name, step, lens);
    this.cached.delete(name);
    this.cached.set(name, frame);
    if (this.cached.size > MAX_FRAMES) this.cached.delete(this.cached.keys().next().value);
    return frame;
  }

  /** Fetch frames in advance; failures are ignored, because nothing waits for them. */
  async fetchAhead(steps, lens) {
    for (const step of steps) {
      try {
        await this.at(step, lens);
      } catch {
        return;
      }
    }
  }

  /** Drop all frames: after an undo they may show moves that no longer exist. */
  clear() {
    this.cached.clear();
  }

  #fetch(name, step, lens) {
    const frame = request("GET", `/api/replay/${step}?lens=${encodeURIComponent(lens)}`, { key: this.key });
    frame.catch(() => this.cached.get(name) === frame && this.cached.delete(name));
    return frame;
  }
}

keepKeyInAddress(() => byId("scrubber"));
openPage();
