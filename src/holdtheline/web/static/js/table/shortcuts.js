// Keyboard shortcuts of the table. They are off while you type, and with Ctrl, Alt or Meta.

import { byId } from "../lib/dom.js";

/** Listen for keys; `anyKey()` is called for every key, whatever it means. */
export function listenToKeys(table, anyKey) {
  document.addEventListener("keydown", (event) => {
    anyKey();
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (document.documentElement.matches("[data-handover]")) return;
    if (document.documentElement.matches("[data-turn-replay]") && event.key !== "?") return; // the turn replay has its own keys
    const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (name === "Enter" && event.repeat) event.preventDefault();
    else if (name === "Enter" && handlesEnter(event.target)) return;
    else if (table.view && press(table, name)) event.preventDefault();
  });
}

/** Run the command of a key, and return whether it has one. The letters of hotspots come before commands. */
function press(table, name) {
  const spot = table.picker.spotOfKey(name);
  const command = spot ? () => table.click(spot.id) : COMMANDS[name] ?? mapCommand(table, name) ?? focusCommand(table, name) ?? dieCommand(table, name);
  command?.(table);
  return command !== undefined;
}

const COMMANDS = {
  Enter: (table) => table.pressEnter(),
  Backspace: (table) => table.back(),
  Escape: (table) => (table.lookback.step === null ? table.clear() : table.lookback.leave()),
  "?": () => byId("help").showModal(),
  r: (table) => table.roll(),
  u: (table) => table.undo(),
  h: (table) => table.coach.toggle(),
};

/** Commands for large pictures, whose pieces act one after the other. */
const MAP_COMMANDS = {
  "+": (table) => table.zoom.zoomBy(1.4),
  "=": (table) => table.zoom.zoomBy(1.4),
  "-": (table) => table.zoom.zoomBy(1 / 1.4),
  0: (table) => table.zoom.showAll(),
  n: (table) => table.pickNext(),
  t: (table) => table.lookAtNextTarget(),
  i: (table) => table.inspect(),
  w: (table) => table.watchOpponentTurn(),
  ",": (table) => table.opponentTurn.step(-1),
  ".": (table) => table.opponentTurn.step(1),
};

function mapCommand(table, name) {
  return table.zoom.isOn ? MAP_COMMANDS[name] : undefined;
}

/** Return a command that moves the focus into the picture: if half an order needs one of many cells, or
 *  on a map, where it starts at the selected piece. */
function focusCommand({ view, overlay, zoom, picker }, name) {
  if (name.startsWith("Arrow") && view.may_act && zoom.isOn) return () => overlay.focusNear(picker.clicks[0]);
  const asks = name.startsWith("Arrow") && view.may_act && view.board.timeline?.picked && overlay.hasMany;
  return asks ? () => overlay.focusNear() : undefined;
}

function dieCommand({ view }, name) {
  return view.may_roll && view.dice === "mine" && /^[1-6]$/.test(name) ? (table) => table.enterRoll(name) : undefined;
}

function isTyping(target) {
  return document.querySelector("dialog[open]") !== null
    || target.closest?.("input, textarea, select, [contenteditable]") != null;
}

/** Return whether Enter already activates the focused element. */
function handlesEnter(target) {
  return target.closest?.("button, a[href], summary") != null;
}
