// Keys that work everywhere in the editor, and the page that tells them all.

import { byId, el, fill } from "./dom.js";

const MOUSE = [
  "Choose what to place, then draw it: walls from end to end, discs from the middle outwards, oblongs from corner to corner, corners by clicks.",
  "A click places a thing of usual size. A character looks to where you drag. Hold Shift to place several.",
  "Click on a thing to pick it, drag it to move it. Its round handles change its size, its thickness, and where it looks.",
  "Everything snaps to quarters of an inch and to 15 degrees; with Alt it does not.",
  "What is wrong stands over the forms; click on it to go there. Nothing is lost when the page is closed.",
];
const KEYS = [
  [["V"], "pick things; Esc does the same"],
  [["1", "9", "0"], "place terrain, in the order of the buttons"],
  [["C", "O"], "place a character, an objective"],
  [["Arrows"], "with something to place: move the cross; else move the picked thing; with Shift by a whole inch"],
  [["Enter"], "set down one end or corner, and then the other; with a picked thing: go to its form"],
  [["F"], "finish a shape of corners"],
  [["N", "P"], "the next thing, or the one before"],
  [["R"], "turn by 15 degrees; with Shift the other way"],
  [["W", "H"], "wider, or higher; with Shift less so"],
  [["D"], "copy"],
  [["Delete"], "take away"],
  [["+", "-"], "zoom in, or out"],
  [["Ctrl Z", "Ctrl Y"], "undo, redo"],
  [["Ctrl S"], "save the file"],
];

export function listenToKeys(editor) {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
    const name = event.key.toLowerCase();
    const command = event.ctrlKey || event.metaKey ? withControl(editor, name, event.shiftKey) : event.altKey || isWriting(event.target) ? null : plain(editor, event.key, name);
    if (!command) return;
    event.preventDefault();
    command();
  });
}

function withControl(editor, name, shift) {
  const { undo, redo, save } = editor.acts;
  const writing = document.activeElement?.closest("input, textarea");
  if (name === "s") return () => (writing?.dispatchEvent(new Event("change")), save());
  if (writing) return null; // which takes back its own letters
  return { z: shift ? redo : undo, y: redo }[name] ?? null;
}

function plain(editor, key, name) {
  if (key === "?") return () => showKeys(editor);
  if (key === "+" || key === "=") return () => editor.zoomBy(1);
  if (key === "-") return () => editor.zoomBy(-1);
  if (key === "Escape") return () => escape(editor);
  const tool = editor.palette.all.find((one) => one.key === name);
  return tool ? () => (editor.palette.choose(tool.name), editor.stage.focus()) : null;
}

/** Half a shape first, then the tool, then what is picked. */
function escape(editor) {
  if (editor.tools.isBusy) editor.tools.cancel();
  else if (editor.tool.tool !== "select") editor.palette.choose("select");
  else editor.plan.pick(null);
  editor.draw();
}

function isWriting(target) {
  return target.closest?.("input, textarea, select") != null;
}

export function showKeys() {
  const dialog = byId("help");
  fill(dialog,
    el("h2", { id: "help-title", tabindex: -1, autofocus: true, text: "Mouse and keys" }),
    el("ul", {}, MOUSE.map((text) => el("li", { text }))),
    el("dl", { class: "keys" }, KEYS.map(([names, text]) => el("div", {}, el("dt", {}, names.map((one) => el("kbd", { text: one }))), el("dd", { text })))),
    el("div", { class: "buttons" }, el("button", { class: "button primary", type: "button", text: "Close", on: { click: () => dialog.close() } })));
  dialog.showModal();
}
