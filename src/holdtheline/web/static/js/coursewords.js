// Words and small pieces that several parts of a course's page share.

import { byId, el, fill } from "./dom.js";

const UNITS = [["day", 86_400], ["hour", 3_600], ["minute", 60]];
const SOON = 7 * 86_400;

/** A moment: how far away it is, if it is near; else its date. */
export function when(time) {
  const seconds = (Date.parse(time) - Date.now()) / 1000;
  const size = Math.abs(seconds);
  const date = new Date(time);
  const [unit, length] = UNITS.find(([, length]) => size >= length) ?? ["minute", 60];
  const words = size > SOON
    ? date.toLocaleDateString("en", { day: "numeric", month: "long", year: "numeric" })
    : size < 60 ? "just now" : new Intl.RelativeTimeFormat("en", { numeric: "auto" }).format(Math.round(seconds / length), unit);
  return el("time", { datetime: time, title: date.toLocaleString("en"), text: words });
}

/** A moment in full: a deadline is not guessed. */
export function fullTime(time) {
  const text = new Date(time).toLocaleString("en", { weekday: "short", day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit", timeZoneName: "short" });
  return el("time", { datetime: time, text });
}

/** "2 hours", "about 3 minutes" */
export function lasting(seconds) {
  if (seconds < 90) return "a minute";
  if (seconds < 5400) return `${Math.round(seconds / 60)} minutes`;
  return `${Math.round(seconds / 3600)} hours`;
}

/** Half points as they are written: 3½. */
export function points(number) {
  const whole = Math.floor(number);
  return number === whole ? String(whole) : `${whole || ""}½`;
}

export const FAULTS = {
  load: "did not begin",
  crash: "crashed",
  time: "took too long",
  memory: "used too much memory",
  malformed: "answered nonsense",
  illegal: "made an illegal move",
  breach: "broke out of its walls",
};

/** A paper to read: a log, links. */
export function showPaper(title, ...content) {
  byId("paper-title").textContent = title;
  fill(byId("paper-text"), ...content);
  byId("paper").showModal();
  byId("paper-title").focus();
}

export function logText(text) {
  return text.trim()
    ? el("pre", { class: "log", tabindex: 0, role: "region", "aria-label": "Log", text })
    : el("p", { class: "quiet", text: "It has printed nothing." });
}

/** Whether somebody means it. */
export function areYouSure(title, what, yes) {
  const dialog = byId("sure");
  byId("sure-title").textContent = title;
  byId("sure-what").textContent = what;
  byId("sure-yes").textContent = yes;
  dialog.returnValue = "no";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.onclose = () => resolve(dialog.returnValue === "yes");
  });
}
