// The mouse, fingers and keys on the table.

import { growBy, moveBy, ON_TABLE, turnBy } from "./editorthings.js";
import { snapped } from "./editortools.js";

const STEP = 0.25;
const BIG = 1;
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const SLOP = 4; // pixels that a press may move and still be a click

/** `editor` has plan, tools, overlay, stage, tool, cross, and says what is done. */
export function giveHands(editor) {
  const { stage } = editor;
  stage.addEventListener("pointerdown", (event) => down(editor, event));
  stage.addEventListener("pointermove", (event) => move(editor, event));
  stage.addEventListener("pointerup", (event) => up(editor, event));
  stage.addEventListener("pointercancel", () => (editor.tools.cancel(), editor.draw()));
  stage.addEventListener("dblclick", () => finish(editor));
  stage.addEventListener("pointerleave", () => editor.point(null));
  stage.addEventListener("keydown", (event) => key(editor, event) && event.preventDefault());
  stage.addEventListener("blur", () => editor.showCross(null));
}

// The mouse

function down(editor, event) {
  if (event.button !== 0 || editor.held) return;
  const { tools, plan, overlay, stage } = editor;
  const at = overlay.pointAt(event);
  stage.focus({ preventScroll: true });
  editor.showCross(null);
  if (editor.tool.tool !== "select") {
    hold(editor, event);
    tools.down(snapped(at, event.altKey));
    editor.draw();
    return;
  }
  const { handle, kind, place } = event.target.dataset;
  if (handle === undefined && kind === undefined) {
    plan.pick(null);
    return;
  }
  if (handle === undefined) plan.pick(kind, Number(place));
  hold(editor, event);
  editor.pending = { handle: handle ?? null, at, x: event.clientX, y: event.clientY };
}

function hold(editor, event) {
  editor.held = event.pointerId;
  editor.stage.setPointerCapture(event.pointerId);
}

function move(editor, event) {
  const { tools, overlay, pending } = editor;
  const at = overlay.pointAt(event);
  editor.point(snapped(at, event.altKey));
  if (editor.held !== null && event.pointerId !== editor.held) return;
  if (pending && Math.hypot(event.clientX - pending.x, event.clientY - pending.y) > SLOP) {
    tools.grasp(pending.handle, pending.at);
    editor.pending = null;
  }
  if (tools.grip) tools.drag(at, event.altKey);
  else if (tools.isBusy) tools.move(snapped(at, event.altKey), event.altKey);
  else return;
  editor.draw();
}

function up(editor, event) {
  if (event.pointerId !== editor.held) return;
  const { tools, overlay } = editor;
  Object.assign(editor, { held: null, pending: null });
  if (tools.grip) tools.release();
  else tools.up(snapped(overlay.pointAt(event), event.altKey), event.altKey);
  editor.rest(event.shiftKey);
  editor.draw();
}

// The keys

function key(editor, event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if (event.key in ARROWS) return arrow(editor, ARROWS[event.key], event.shiftKey ? BIG : STEP);
  const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  return (editor.tool.tool === "select" ? withThing : withTool)(editor, name, event.shiftKey);
}

function arrow(editor, [dx, dy], step) {
  if (editor.tool.tool !== "select") {
    const [x, y] = editor.cross ?? [12, 12];
    const at = snapped([x + dx * step, y + dy * step], false);
    editor.showCross(at);
    editor.tools.move(at);
    editor.draw();
    editor.tellCross();
    return true;
  }
  return change(editor, (thing) => moveBy(thing, [dx * step, dy * step]), "move");
}

function withTool(editor, name, shift) {
  const { tools } = editor;
  if (name === "Enter" || name === " ") {
    const at = editor.cross ?? [12, 12];
    editor.showCross(at);
    const isSecond = tools.start !== null;
    if (isSecond) tools.up(at);
    else tools.down(at);
    if (!isSecond && tools.start && editor.tool.tool !== "terrain") tools.up(at);
    editor.rest(shift);
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
  editor.rest(shift);
  editor.draw();
}

function withThing(editor, name, shift) {
  const sign = shift ? -1 : 1;
  if (name === "n" || name === "p") return next(editor, name === "p" || shift ? -1 : 1);
  if (name === "r") return change(editor, (thing) => turnBy(thing, -15 * sign), "turn");
  if (name === "w") return change(editor, (thing) => growBy(thing, STEP * sign), "wide");
  if (name === "h") return change(editor, (thing) => growBy(thing, STEP * sign, 1), "high");
  if (name === "Delete" || name === "Backspace") return editor.remove();
  if (name === "d") return editor.copy();
  if (name === "Enter") return editor.toForm();
  return false;
}

function change(editor, mutate, label) {
  const { plan } = editor;
  if (!plan.thing || !ON_TABLE.includes(plan.picked.kind)) return false;
  const { kind, place } = plan.picked;
  plan.change(() => mutate(plan.thing), "keys", `${label} ${kind} ${place}`);
  editor.tellThing();
  return true;
}

/** The next thing on the table, in the order of the file. */
function next(editor, by) {
  const { plan } = editor;
  const all = ON_TABLE.flatMap((kind) => plan.fields[kind].map((_, place) => ({ kind, place })));
  if (all.length === 0) return false;
  const now = all.findIndex((one) => one.kind === plan.picked?.kind && one.place === plan.picked.place);
  const { kind, place } = all[(now + by + all.length + (now < 0 && by < 0 ? 1 : 0)) % all.length];
  plan.pick(kind, place);
  editor.tellThing();
  return true;
}
