// The shortcuts of the whole editor, and the help that lists them.

import { byId, el, fill } from "../lib/dom.js";

const SHARED_HELP = [
  "A tool stays chosen after you have placed something. Esc, or Pick, ends it.",
  "Two fingers, or Ctrl and the wheel, zoom and move the picture.",
  "Problems are listed above the forms; click one to go there. Your draft is kept in this browser; Save writes it to a file.",
  "Try it opens a table with your battle; a link there leads back to this draft.",
];
const SHARED_KEYS = [
  [["+", "-"], "zoom in, or out"],
  [["Ctrl Z", "Ctrl Y"], "undo, redo"],
  [["Ctrl S"], "save the file"],
];

/** Listen for shortcuts anywhere on the page, except in fields and dialogs. */
export function listenToKeys(editor) {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
    const name = event.key.toLowerCase();
    const command = event.ctrlKey || event.metaKey ? controlKey(editor, name, event.shiftKey) : event.altKey || isTyping(event.target) ? null : commandOf(editor, event.key, name);
    if (!command) return;
    event.preventDefault();
    command();
  });
}

function controlKey(editor, name, shift) {
  const { undo, redo, save } = editor.actions;
  const field = document.activeElement?.closest("input, textarea");
  if (name === "s") return () => (field?.dispatchEvent(new Event("change")), save());
  if (field) return null; // a text field has its own undo
  return { z: shift ? redo : undo, y: redo }[name] ?? null;
}

function commandOf(editor, key, name) {
  if (key === "?") return () => editor.actions["help-button"]();
  if (key === "+" || key === "=") return () => editor.zoom.step(1);
  if (key === "-") return () => editor.zoom.step(-1);
  if (key === "Escape") return () => editor.cancelStep();
  const tool = editor.palette.tools.find((one) => one.key === name);
  return tool ? () => (editor.palette.choose(tool.name), editor.stage.focus()) : null;
}

function isTyping(target) {
  return target.closest?.("input, textarea, select") != null;
}

/** Show what mouse, fingers and keys do: sentences, and pairs of keys and their meaning. */
export function showHelp({ sentences, keys }) {
  const dialog = byId("help");
  fill(dialog,
    el("h2", { id: "help-title", tabindex: -1, autofocus: true, text: "Help" }),
    el("ul", {}, [...sentences, ...SHARED_HELP].map((text) => el("li", { text }))),
    el("dl", { class: "keys" }, [...keys, ...SHARED_KEYS].map(([names, text]) => el("div", {}, el("dt", {}, names.map((name) => el("kbd", { text: name }))), el("dd", { text })))),
    el("div", { class: "buttons" }, el("button", { class: "button primary", type: "button", text: "Close", on: { click: () => dialog.close() } })));
  dialog.showModal();
}
