// Text and dialogs that several parts of the course page share.

import { byId, el, fill } from "../lib/dom.js";
import { confirmedBy } from "../lib/forms.js";

export const WEEK = 7 * 86_400; // seconds; a time further away is shown as a date

/** Return points as text: 3½. */
export function pointsText(number) {
  const whole = Math.floor(number);
  return number === whole ? String(whole) : `${whole || ""}½`;
}

export const FAULTS = {
  load: "did not start",
  crash: "crashed",
  time: "took too long",
  memory: "used too much memory",
  malformed: "gave a malformed answer",
  illegal: "made an illegal move",
  breach: "broke out of its sandbox",
};

/** Show a dialog with a text. */
export function showDialog(title, ...content) {
  byId("paper-title").textContent = title;
  fill(byId("paper-text"), ...content);
  byId("paper").showModal();
  byId("paper-title").focus();
}

export function logText(text) {
  return text.trim()
    ? el("pre", { class: "log", tabindex: 0, role: "region", "aria-label": "Log", text })
    : el("p", { class: "quiet", text: "It printed nothing." });
}

/** Ask for confirmation and return the answer. */
export function askToConfirm(title, what, yes) {
  byId("sure-title").textContent = title;
  byId("sure-what").textContent = what;
  byId("sure-yes").textContent = yes;
  return confirmedBy(byId("sure"), "yes");
}
