// Wording that several pages share: capitals, plurals, names of seats, luck, and times.

import { el } from "./dom.js";

export function capitalize(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Return the text as a sentence: with a capital letter and a full stop. */
export function sentence(text) {
  return `${capitalize(text)}${/[.?!]$/.test(text) ? "" : "."}`;
}

const TAPS = { click: "tap", clicks: "taps", clicked: "tapped", clicking: "tapping" };

/** Return the text with "tap" in place of "click" where fingers are the only pointer. */
export function forPointer(text) {
  if (!matchMedia("(hover: none) and (pointer: coarse)").matches) return text;
  return text.replace(/\bclick(s|ed|ing)?\b/gi, (word) => (word.startsWith("C") ? capitalize(TAPS[word.toLowerCase()]) : TAPS[word]));
}

const SMALL_NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/** Return "one move", "twelve moves" or "85 moves". */
export function plural(number, noun) {
  return `${SMALL_NUMBERS[number] ?? number} ${noun}${number === 1 ? "" : "s"}`;
}

/** Return "a", "a or b" or "a, b or c". */
export function joinWithOr(words) {
  return [words.slice(0, -1).join(", "), words.at(-1)].filter(Boolean).join(" or ");
}

// Seats

export function isPerson(seat) {
  return seat.player === "person";
}

/** Return the player's name, "You", or the name of the seat or the computer player. */
export function seatName(seat) {
  if (seat.name) return seat.name;
  if (seat.mine) return "You";
  return isPerson(seat) ? capitalize(seat.title) : seat.player_title ?? capitalize(seat.player);
}

/** Return the name of a seat in a list: a person who holds several seats is named after each of them. */
export function seatNameAmong(seat, seats) {
  return seat.mine && seats.filter((other) => other.mine).length > 1 ? capitalize(seat.title) : seatName(seat);
}

// Luck: how much a roll changed the chance to win, in percentage points

/** Return a short label such as "▲ luck +3.1". */
export function luckText(luck) {
  const points = Math.abs(luck).toFixed(1);
  if (points === "0.0") return "◆ luck 0.0";
  return luck > 0 ? `▲ luck +${points}` : `▼ luck −${points}`;
}

export function luckMeaning(luck) {
  const points = Math.abs(luck).toFixed(1);
  if (points === "0.0") return "This roll did not change the chance to win.";
  return `The chance to win ${luck > 0 ? "rose" : "fell"} by ${points} percentage points with this roll.`;
}

// Times

const UNITS = [["day", 86_400], ["hour", 3_600], ["minute", 60]];

/** Return a <time> such as "2 hours ago". A time further away than `longest` seconds is shown as a date. */
export function relativeTime(time, longest = Infinity) {
  const seconds = (Date.parse(time) - Date.now()) / 1000;
  const distance = Math.abs(seconds);
  const date = new Date(time);
  const [unit, length] = UNITS.find(([, size]) => distance >= size) ?? ["minute", 60];
  let text = new Intl.RelativeTimeFormat("en", { numeric: "auto" }).format(Math.round(seconds / length), unit);
  if (distance < 60) text = "just now";
  if (distance > longest) text = date.toLocaleDateString("en", { day: "numeric", month: "long", year: "numeric" });
  return el("time", { datetime: time, title: date.toLocaleString("en"), text });
}

/** Return a <time> with date, hour and time zone, as a deadline needs it. */
export function fullTime(time) {
  const text = new Date(time).toLocaleString("en", { weekday: "short", day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit", timeZoneName: "short" });
  return el("time", { datetime: time, text });
}

/** Return a rough duration: "a minute", "3 minutes", "2 hours". */
export function duration(seconds) {
  if (seconds < 90) return "a minute";
  if (seconds < 5400) return `${Math.round(seconds / 60)} minutes`;
  return `${Math.round(seconds / 3600)} hours`;
}
