// Pointer and keys on the map.

import { hexAt, hexName, hexNamed, isSameHex, stepFrom } from "./hexes.js";
import { allPieces, piecesIn } from "./pieces.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const CLICK_SLOP = 6; // pixels that a press may move and still be a click

/** Listen for the pointer and keys on the map. */
export function listenToStage(editor) {
  editor.listenToStage({
    pointerdown: (event) => pointerDown(editor, event),
    pointermove: (event) => pointerMove(editor, event),
    pointerup: (event) => pointerUp(editor, event),
    pointercancel: () => editor.cancelPointer(),
    pointerleave: () => editor.point(null),
    blur: () => editor.showCursor(null),
    key: (event) => stageKey(editor, event),
  });
}

function hexOf(editor, event) {
  return hexAt(editor.overlay.pointAt(event), editor.tools.size, editor.parts.layout);
}

// The pointer

function pointerDown(editor, event) {
  if (event.button !== 0 || editor.heldPointer !== null) return;
  editor.stage.focus({ preventScroll: true });
  editor.showCursor(null);
  editor.capturePointer(event);
  editor.pending = { hex: hexOf(editor, event), x: event.clientX, y: event.clientY };
  if (editor.tool.tool === "terrain") editor.tools.startStroke(editor.overlay.pointAt(event));
}

function pointerMove(editor, event) {
  const { tools, pending } = editor;
  const hex = hexOf(editor, event);
  editor.point(hex);
  if (event.pointerId !== editor.heldPointer) return;
  const isDrag = pending && Math.hypot(event.clientX - pending.x, event.clientY - pending.y) > CLICK_SLOP;
  if (tools.stroke) tools.strokeTo(editor.overlay.pointAt(event));
  else if (tools.grab) tools.dragTo(hex);
  else if (isDrag && pending.hex && editor.tool.tool === "select") tools.grabStack(pending.hex, event.shiftKey);
  editor.draw();
}

function pointerUp(editor, event) {
  if (event.pointerId !== editor.heldPointer) return;
  const { tools, pending } = editor;
  const hex = hexOf(editor, event);
  Object.assign(editor, { heldPointer: null, pending: null });
  if (tools.stroke) tools.endStroke();
  else if (tools.grab) tools.drop();
  else if (hex && isSameHex(hex, pending?.hex)) editor.apply(hex);
  else if (!hex) editor.draft.pick(null);
  editor.draw();
}

// Keys

function stageKey(editor, event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if (event.key in ARROWS) return arrow(editor, ARROWS[event.key], event.shiftKey);
  const hex = editor.cursor ?? editor.startHex;
  const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (name === "Enter" || name === " ") {
    editor.showCursor(hex);
    editor.apply(hex);
    if (editor.tool.tool === "select") editor.focusForm();
    return true;
  }
  if (name === "Delete" || name === "Backspace") return editor.tools.erase(hexName(hex));
  if (name === "n" || name === "p") return pickNext(editor, name === "p" || event.shiftKey ? -1 : 1);
  return false;
}

/** Move the cursor; with Shift, take the stack along, or draw. */
function arrow(editor, step, shift) {
  const { tools } = editor;
  const from = editor.cursor ?? editor.startHex;
  const to = editor.cursor ? stepFrom(from, step, tools.size) : from;
  const stack = shift ? piecesIn(editor.draft.fields, hexName(from)) : [];
  editor.showCursor(to);
  if (shift && editor.tool.tool === "terrain") tools.paintHex(to);
  else if (editor.tool.tool !== "select") editor.announceHex(to);
  else if (stack.length && !isSameHex(from, to)) tools.moveStack(stack, to, `move ${stack[0].kind} ${stack[0].index}`);
  else editor.draft.pick("hex", hexName(to)), editor.announceHex(to);
  return true;
}

/** Pick the hex of the next piece, in the order of the file. */
function pickNext(editor, by) {
  const pieces = allPieces(editor.draft.fields);
  if (pieces.length === 0) return false;
  const { kind, index } = editor.lastPiece ?? {};
  const now = pieces.findIndex((piece) => piece.kind === kind && piece.index === index);
  const next = pieces[(now + by + pieces.length + (now < 0 && by < 0 ? 1 : 0)) % pieces.length];
  editor.lastPiece = next;
  const hex = hexNamed(next.item.hex, editor.tools.size);
  editor.showCursor(hex);
  editor.pickPiece(next.kind, next.index);
  if (hex) editor.announceHex(hex);
  return true;
}

// Help

export const HELP = {
  sentences: [
    "Choose a terrain and drag over the map to draw it. Roads, creeks and rivers join by themselves where their hexes touch.",
    "Choose a kind of piece, its side and its morale, then click a hex. With a turn it is a reinforcement, which enters at a hex of the map's edge.",
    "Click a hex to see and change what is there: its terrain, its name, its VP, and its pieces. Drag a stack to another hex; with Shift, only its top piece.",
  ],
  keys: [
    [["V"], "pick hexes; Esc does the same"],
    [["1", "0", "F", "S", "R"], "draw terrain, in the order of the buttons; ford, swamp, road"],
    [["I", "C", "A", "G", "L"], "place infantry, cavalry, artillery, a gunboat, a leader"],
    [["O", "T", "X"], "VP hex, place name, erase"],
    [["Arrows"], "move the cursor; with Shift, move the stack, or draw"],
    [["Enter"], "use the tool at the cursor; without a tool, go to the form of the hex"],
    [["N", "P"], "the next piece, or the previous one"],
    [["Delete"], "remove the top piece of the hex, then its VP, then its name"],
  ],
};
