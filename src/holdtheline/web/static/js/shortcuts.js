// Keys: which one means what. None is heard where somebody writes, or with Ctrl, Alt or Meta.

import { byId } from "./dom.js";

/** Listen for the table; `anyKey()` is called for every key, whatever it means. */
export function listen(table, anyKey) {
  document.addEventListener("keydown", (event) => {
    anyKey();
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isElsewhere(event.target)) return;
    if (document.documentElement.matches("[data-curtain]")) return;
    if (document.documentElement.matches("[data-filming]") && event.key !== "?") return; // the film has its own keys
    const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (name === "Enter" && event.repeat) event.preventDefault();
    else if (name === "Enter" && pressesItself(event.target)) return;
    else if (table.view && press(table, name)) event.preventDefault();
  });
}

/** Whether the key means something. A thing's own letter goes before a command. */
function press(table, name) {
  const spot = table.chooser.spotOfKey(name);
  const command = spot ? () => table.touch(spot.id) : COMMANDS[name] ?? onMap(table, name) ?? walkIn(table, name) ?? faceOf(table, name);
  command?.(table);
  return command !== undefined;
}

const COMMANDS = {
  Enter: (table) => table.enter(),
  Backspace: (table) => table.back(),
  Escape: (table) => (table.past.step === null ? table.clear() : table.past.leave()),
  "?": () => byId("help").showModal(),
  r: (table) => table.roll(),
  u: (table) => table.undo(),
  h: (table) => table.coach.toggle(),
};

/** Only where a picture is large, and pieces of it act one after the other. */
const ON_A_MAP = {
  "+": (table) => table.zoom.by(1.4),
  "=": (table) => table.zoom.by(1.4),
  "-": (table) => table.zoom.by(1 / 1.4),
  0: (table) => table.zoom.whole(),
  n: (table) => table.nextAble(),
  w: (table) => table.watchTheirs(),
  ",": (table) => table.theirs.step(-1),
  ".": (table) => table.theirs.step(1),
};

function onMap(table, name) {
  return table.zoom.isOn ? ON_A_MAP[name] : undefined;
}

/** Where half an order asks for one of many places, an arrow key leads among them from anywhere; on a map
 *  it begins at the piece that is picked. */
function walkIn({ view, overlay, zoom, chooser }, name) {
  if (name.startsWith("Arrow") && view.may_act && zoom.isOn) return () => overlay.enter(chooser.touches[0]);
  const asks = name.startsWith("Arrow") && view.may_act && view.board.timeline?.picked && overlay.isOpen;
  return asks ? () => overlay.enter() : undefined;
}

function faceOf({ view }, name) {
  return view.may_roll && view.dice === "mine" && /^[1-6]$/.test(name) ? (table) => table.face(name) : undefined;
}

function isElsewhere(target) {
  return document.querySelector("dialog[open]") !== null
    || target.closest?.("input, textarea, select, [contenteditable]") != null;
}

/** Enter on a button or a link is that button or link. */
function pressesItself(target) {
  return target.closest?.("button, a[href], summary") != null;
}
