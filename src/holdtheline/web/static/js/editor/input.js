// Pointer and keys: on the table, and the shortcuts of the whole editor.

import { byId, el, fill } from "../lib/dom.js";
import { growBy, moveBy, ON_TABLE, turnBy } from "./items.js";
import { snap } from "./tools.js";

const STEP = 0.25; // inches per arrow key
const BIG_STEP = 1; // inches with Shift
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const CLICK_SLOP = 4; // pixels that a press may move and still be a click

/** Listen for the pointer and keys on the table. */
export function listenToStage(editor) {
  const { stage } = editor;
  stage.addEventListener("pointerdown", (event) => pointerDown(editor, event));
  stage.addEventListener("pointermove", (event) => pointerMove(editor, event));
  stage.addEventListener("pointerup", (event) => pointerUp(editor, event));
  stage.addEventListener("pointercancel", () => (editor.tools.cancel(), editor.draw()));
  stage.addEventListener("dblclick", () => finish(editor));
  stage.addEventListener("pointerleave", () => editor.point(null));
  stage.addEventListener("keydown", (event) => stageKey(editor, event) && event.preventDefault());
  stage.addEventListener("blur", () => editor.showCrosshair(null));
}

// The pointer

function pointerDown(editor, event) {
  if (event.button !== 0 || editor.heldPointer) return;
  const { tools, draft, overlay, stage } = editor;
  const at = overlay.pointAt(event);
  stage.focus({ preventScroll: true });
  editor.showCrosshair(null);
  if (editor.tool.tool !== "select") {
    capture(editor, event);
    tools.down(snap(at, event.altKey));
    editor.draw();
    return;
  }
  const { handle, kind, index } = event.target.dataset;
  if (handle === undefined && kind === undefined) {
    draft.pick(null);
    return;
  }
  if (handle === undefined) draft.pick(kind, Number(index));
  capture(editor, event);
  editor.pending = { handle: handle ?? null, at, x: event.clientX, y: event.clientY };
}

function capture(editor, event) {
  editor.heldPointer = event.pointerId;
  editor.stage.setPointerCapture(event.pointerId);
}

function pointerMove(editor, event) {
  const { tools, overlay, pending } = editor;
  const at = overlay.pointAt(event);
  editor.point(snap(at, event.altKey));
  if (editor.heldPointer !== null && event.pointerId !== editor.heldPointer) return;
  if (pending && Math.hypot(event.clientX - pending.x, event.clientY - pending.y) > CLICK_SLOP) {
    tools.startDrag(pending.handle, pending.at);
    editor.pending = null;
  }
  if (tools.grab) tools.drag(at, event.altKey);
  else if (tools.isBusy) tools.move(snap(at, event.altKey), event.altKey);
  else return;
  editor.draw();
}

function pointerUp(editor, event) {
  if (event.pointerId !== editor.heldPointer) return;
  const { tools, overlay } = editor;
  Object.assign(editor, { heldPointer: null, pending: null });
  if (tools.grab) tools.release();
  else tools.up(snap(overlay.pointAt(event), event.altKey), event.altKey);
  editor.finishPlacing(event.shiftKey);
  editor.draw();
}

// Keys on the table

function stageKey(editor, event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if (event.key in ARROWS) return arrow(editor, ARROWS[event.key], event.shiftKey ? BIG_STEP : STEP);
  const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  return (editor.tool.tool === "select" ? withItem : withTool)(editor, name, event.shiftKey);
}

function arrow(editor, [dx, dy], step) {
  if (editor.tool.tool !== "select") {
    const [x, y] = editor.crosshair ?? [12, 12];
    const at = snap([x + dx * step, y + dy * step], false);
    editor.showCrosshair(at);
    editor.tools.move(at);
    editor.draw();
    editor.announceCrosshair();
    return true;
  }
  return changePicked(editor, (item) => moveBy(item, [dx * step, dy * step]), "move");
}

function withTool(editor, name, shift) {
  const { tools } = editor;
  if (name === "Enter" || name === " ") {
    const at = editor.crosshair ?? [12, 12];
    editor.showCrosshair(at);
    const isSecond = tools.start !== null;
    if (isSecond) tools.up(at);
    else tools.down(at);
    if (!isSecond && tools.start && editor.tool.tool !== "terrain") tools.up(at);
    editor.finishPlacing(shift);
    editor.draw();
  } else if (name === "f") {
    finish(editor, shift);
  } else {
    return false;
  }
  return true;
}

function finish(editor, shift = false) {
  editor.tools.finish();
  editor.finishPlacing(shift);
  editor.draw();
}

function withItem(editor, name, shift) {
  const sign = shift ? -1 : 1;
  if (name === "n" || name === "p") return pickNext(editor, name === "p" || shift ? -1 : 1);
  if (name === "r") return changePicked(editor, (item) => turnBy(item, -15 * sign), "turn");
  if (name === "w") return changePicked(editor, (item) => growBy(item, STEP * sign), "wide");
  if (name === "h") return changePicked(editor, (item) => growBy(item, STEP * sign, 1), "high");
  if (name === "Delete" || name === "Backspace") return editor.remove();
  if (name === "d") return editor.copy();
  if (name === "Enter") return editor.focusForm();
  return false;
}

function changePicked(editor, mutate, label) {
  const { draft } = editor;
  if (!draft.item || !ON_TABLE.includes(draft.picked.kind)) return false;
  const { kind, index } = draft.picked;
  draft.change(() => mutate(draft.item), "keys", `${label} ${kind} ${index}`);
  editor.announceItem();
  return true;
}

/** Pick the next item on the table, in the order of the file. */
function pickNext(editor, by) {
  const { draft } = editor;
  const all = ON_TABLE.flatMap((kind) => draft.fields[kind].map((_, index) => ({ kind, index })));
  if (all.length === 0) return false;
  const now = all.findIndex((item) => item.kind === draft.picked?.kind && item.index === draft.picked.index);
  const { kind, index } = all[(now + by + all.length + (now < 0 && by < 0 ? 1 : 0)) % all.length];
  draft.pick(kind, index);
  editor.announceItem();
  return true;
}

// Shortcuts of the whole editor, and the help that lists them

const MOUSE_HELP = [
  "Choose what to place, then draw it: walls from end to end, discs from the middle outwards, oblongs from corner to corner, corners by clicks.",
  "A click places an item of the default size. A character faces the way you drag. Hold Shift to place several.",
  "Click an item to pick it, drag it to move it. Its round handles change its size, its thickness, and its facing.",
  "Everything snaps to quarters of an inch and to 15 degrees; hold Alt to turn this off.",
  "Problems are listed above the forms; click one to go there. Your work is saved when you close the page.",
];
const KEY_HELP = [
  [["V"], "pick items; Esc does the same"],
  [["1", "9", "0"], "place terrain, in the order of the buttons"],
  [["C", "O"], "place a character, an objective"],
  [["Arrows"], "while placing: move the crosshair; otherwise move the picked item; with Shift by a whole inch"],
  [["Enter"], "place one end or corner, and then the other; with a picked item: go to its form"],
  [["F"], "finish a shape of corners"],
  [["N", "P"], "the next item, or the previous one"],
  [["R"], "turn by 15 degrees; with Shift the other way"],
  [["W", "H"], "wider, or higher; with Shift narrower, or lower"],
  [["D"], "copy"],
  [["Delete"], "remove"],
  [["+", "-"], "zoom in, or out"],
  [["Ctrl Z", "Ctrl Y"], "undo, redo"],
  [["Ctrl S"], "save the file"],
];

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
  if (key === "?") return () => showKeys();
  if (key === "+" || key === "=") return () => editor.zoomBy(1);
  if (key === "-") return () => editor.zoomBy(-1);
  if (key === "Escape") return () => cancelStep(editor);
  const tool = editor.palette.all.find((button) => button.key === name);
  return tool ? () => (editor.palette.choose(tool.name), editor.stage.focus()) : null;
}

/** Cancel an unfinished shape, else the tool, else the selection. */
function cancelStep(editor) {
  if (editor.tools.isBusy) editor.tools.cancel();
  else if (editor.tool.tool !== "select") editor.palette.choose("select");
  else editor.draft.pick(null);
  editor.draw();
}

function isTyping(target) {
  return target.closest?.("input, textarea, select") != null;
}

export function showKeys() {
  const dialog = byId("help");
  fill(dialog,
    el("h2", { id: "help-title", tabindex: -1, autofocus: true, text: "Mouse and keys" }),
    el("ul", {}, MOUSE_HELP.map((text) => el("li", { text }))),
    el("dl", { class: "keys" }, KEY_HELP.map(([names, text]) => el("div", {}, el("dt", {}, names.map((name) => el("kbd", { text: name }))), el("dd", { text })))),
    el("div", { class: "buttons" }, el("button", { class: "button primary", type: "button", text: "Close", on: { click: () => dialog.close() } })));
  dialog.showModal();
}
