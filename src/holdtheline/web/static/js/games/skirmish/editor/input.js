// Pointer and keys on the table.

import { growBy, moveBy, ON_TABLE, turnBy } from "./items.js";
import { snap } from "./tools.js";

const STEP = 0.25; // inches per arrow key
const BIG_STEP = 1; // inches with Shift
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const CLICK_SLOP = 4; // pixels that a press may move and still be a click

/** Listen for the pointer and keys on the table. */
export function listenToStage(editor) {
  editor.listenToStage({
    pointerdown: (event) => pointerDown(editor, event),
    pointermove: (event) => pointerMove(editor, event),
    pointerup: (event) => pointerUp(editor, event),
    pointercancel: () => editor.cancelPointer(),
    pointerleave: () => editor.point(null),
    dblclick: () => finish(editor),
    blur: () => editor.showCrosshair(null),
    key: (event) => stageKey(editor, event),
  });
}

// The pointer

function pointerDown(editor, event) {
  if (event.button !== 0 || editor.heldPointer) return;
  const { tools, draft, overlay, stage } = editor;
  const at = overlay.pointAt(event);
  stage.focus({ preventScroll: true });
  editor.showCrosshair(null);
  if (editor.tool.tool !== "select") {
    editor.capturePointer(event);
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
  editor.capturePointer(event);
  editor.pending = { handle: handle ?? null, at, x: event.clientX, y: event.clientY };
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
  editor.draw();
}

// Keys on the table

function stageKey(editor, event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if (event.key in ARROWS) return arrow(editor, ARROWS[event.key], event.shiftKey ? BIG_STEP : STEP);
  const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  return editor.tool.tool === "select" ? withItem(editor, name, event.shiftKey) : withTool(editor, name);
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

function withTool(editor, name) {
  const { tools } = editor;
  if (name === "Enter" || name === " ") {
    const at = editor.crosshair ?? [12, 12];
    editor.showCrosshair(at);
    const isSecond = tools.start !== null;
    if (isSecond) tools.up(at);
    else tools.down(at);
    if (!isSecond && tools.start && editor.tool.tool !== "terrain") tools.up(at);
    editor.draw();
  } else if (name === "f") {
    finish(editor);
  } else {
    return false;
  }
  return true;
}

function finish(editor) {
  editor.tools.finish();
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

// Help

export const HELP = {
  sentences: [
    "Choose what to place, then draw it: walls from end to end, discs from the middle outwards, rectangles from corner to corner, other shapes by clicks on their corners.",
    "A click places an item of the default size. A character faces the way you drag.",
    "Click an item to pick it, drag it to move it. Its round handles change its size, its thickness, and its facing.",
    "Everything snaps to quarters of an inch and to 15 degrees; hold Alt to turn this off.",
  ],
  keys: [
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
  ],
};
