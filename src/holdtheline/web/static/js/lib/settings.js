// The player's settings, stored in this browser and shared by its pages and tabs.

import { prefersReducedMotion } from "./dom.js";
import { recallJson, remember } from "./storage.js";

const STORED_AS = "htl-settings";

/** Each setting with its possible values, the default first. */
const SETTINGS = {
  theme: ["system", "light", "dark"],
  orientation: ["north", "south"], // the side of a map that is at the top
  confirm: ["on", "off"], // ask before a costly move that cannot be undone
  animation: ["normal", "slow", "fast", "off"], // battles on the table
  sound: ["off", "on"],
  volume: ["medium", "low", "high"],
};

const listeners = new Set();

/** Return the value of a setting. */
export function getSetting(name) {
  const stored = recallJson(STORED_AS)?.[name];
  return SETTINGS[name].includes(stored) ? stored : SETTINGS[name][0];
}

/** Change a setting and tell all subscribers; a value that it cannot have throws an error. */
export function setSetting(name, value) {
  if (!SETTINGS[name].includes(value)) throw new RangeError(`The setting ${name} cannot be ${value}.`);
  remember(STORED_AS, JSON.stringify({ ...recallJson(STORED_AS), [name]: value }));
  notify(name);
}

/** Call `listener(value)` now and whenever the setting changes, also in another tab; return a function that stops this. */
export function subscribe(name, listener) {
  const entry = { name, listener };
  listeners.add(entry);
  listener(getSetting(name));
  return () => listeners.delete(entry);
}

/** Return whether things may move: neither the system nor the player has turned it off. */
export function wantsMotion() {
  return !prefersReducedMotion() && getSetting("animation") !== "off";
}

const FACTORS = { slow: 1.7, normal: 1, fast: 0.5, off: 1 };

/** Return how much longer an animation takes than usual. */
export function animationFactor() {
  return FACTORS[getSetting("animation")];
}

function notify(name) {
  for (const entry of listeners) if (entry.name === name) entry.listener(getSetting(name));
}

addEventListener("storage", ({ key }) => {
  if (key === STORED_AS || key === null) for (const name of Object.keys(SETTINGS)) notify(name);
});
