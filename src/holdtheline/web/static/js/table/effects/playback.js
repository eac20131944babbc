// Play what happened over the picture before the new one is shown. Any click in the picture and any key ends it at once.

import { button, byId, el } from "../../lib/dom.js";
import { animationFactor, wantsMotion } from "../../lib/settings.js";
import { playSound } from "../../lib/sounds.js";
import { drawEffect } from "./drawings.js";
import { EffectsLayer } from "./layer.js";
import { paceOf } from "./pace.js";

const EFFECT_SOUNDS = { die: "dice", strike: "strike", move: "move", hit: "hit", gone: "fall", shake: "castle" };
const SKIP_KEYS = new Set(["Enter", " ", "Escape"]);
const SILENT_KEYS = new Set(["Tab", "Shift", "Control", "Alt", "Meta"]);

export class Playback {
  /** `onLook(id)` is called when an action begins at a piece. */
  constructor(container, onLook) {
    this.onLook = onLook;
    this.layer = new EffectsLayer(container);
    this.caption = el("p", {});
    this.skipButton = button("Skip", () => this.finish(), { "aria-keyshortcuts": "Escape" });
    this.skipButton.append(" ", el("kbd", { text: "Esc", "aria-hidden": "true" }));
    this.bar = el("section", { id: "playback", class: "bar playback", "aria-label": "Their turn", hidden: true }, this.caption, this.skipButton);
    byId("bar").before(this.bar);
    document.addEventListener("visibilitychange", () => document.hidden && this.finish());
    document.addEventListener("pointerdown", (event) => this.#pointerDown(event), true);
    document.addEventListener("keydown", (event) => this.#keyDown(event), true);
  }

  get isPlaying() {
    return Boolean(this.playing);
  }

  /** Play the effects of log lines over a picture, if there are any and the player wants motion; return whether it began.
   *
   *  `others` has the other seat that takes each action, or null; `onOthers(seat)` is called when such an action begins, and
   *  then the rest can be skipped with a button. `onLine(line)` is called when the effects of a line have ended, `onDone()` at the end or when it is skipped.
   */
  play(lines, picture, { others = [], onOthers = () => {}, onLine = () => {}, onDone }) {
    if (this.isSkipped || !wantsMotion() || document.hidden || !lines.some(({ effects }) => effects.length)) return false;
    const { cues, length } = paceOf(lines, animationFactor());
    this.playing = { onLine, onDone, timers: new Set() };
    this.layer.open(picture);
    document.documentElement.dataset.effects = "";
    this.#schedule(length, () => this.#end(false)); // first: a drawing that fails must not hold up the table
    for (const [index, cue] of cues.entries()) {
      const startsAction = cue.action !== cues[index - 1]?.action;
      const endsLine = cue.line !== cues[index + 1]?.line;
      this.#schedule(cue.start, () => {
        if (startsAction) this.#startAction(cue, others[cue.action] ?? null, onOthers);
        this.#playEffect(cue, endsLine);
      });
    }
    return true;
  }

  /** Show the end at once, also of what has arrived meanwhile. */
  finish() {
    if (!this.isPlaying) return;
    this.isSkipped = true;
    this.#end(true);
    this.isSkipped = false;
  }

  /** Call a function after so many milliseconds, unless playing has ended by then. */
  #schedule(delay, action) {
    if (delay <= 0) return action();
    const { timers } = this.playing;
    const timer = setTimeout(() => {
      timers.delete(timer);
      action();
    }, delay);
    return timers.add(timer);
  }

  #startAction({ effect }, otherSeat, onOthers) {
    if (otherSeat !== null) this.#openBar(() => onOthers(otherSeat));
    this.layer.clear();
    this.onLook(effect.target || effect.id || effect.source);
  }

  #playEffect(cue, endsLine) {
    const { effect, line, duration } = cue;
    playSound(EFFECT_SOUNDS[effect.kind] ?? effect.style);
    const showResult = drawEffect(this.layer, cue);
    this.#schedule(duration, () => {
      showResult?.();
      if (endsLine) this.#lineEnded(line);
    });
  }

  /** Report that the effects of a line, and of those before it, have been shown. */
  #lineEnded(line) {
    this.playing.onLine(line);
    if (line.action) this.caption.textContent = line.action;
  }

  #end(isSkipped) {
    const { timers, onDone } = this.playing;
    for (const timer of timers) clearTimeout(timer);
    this.playing = null;
    if (isSkipped) this.layer.close();
    else this.layer.fade();
    const hadFocus = this.bar.contains(document.activeElement);
    this.bar.hidden = true;
    delete document.documentElement.dataset.effects;
    delete document.documentElement.dataset.playback;
    onDone(hadFocus);
  }

  #openBar(onOpen) {
    onOpen();
    if (!this.bar.hidden) return;
    const hadFocus = byId("bar").contains(document.activeElement);
    this.caption.textContent = "";
    this.bar.hidden = false;
    document.documentElement.dataset.playback = "";
    if (hadFocus) this.skipButton.focus({ preventScroll: true });
  }

  #pointerDown({ target }) {
    if (this.isPlaying && !this.bar.contains(target) && target.closest("#frame, button, a, summary, input")) this.finish();
  }

  /** While a turn plays, the keys of the main button only skip it: they were not meant for what comes after. */
  #keyDown(event) {
    if (!this.isPlaying || (!this.bar.hidden && SILENT_KEYS.has(event.key))) return;
    const onlySkips = !this.bar.hidden && SKIP_KEYS.has(event.key);
    this.finish();
    if (!onlySkips) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }
}
