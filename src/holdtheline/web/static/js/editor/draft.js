// The battle being edited: the fields of its file, the picked item, the undo history, and earlier drafts of this browser.

import { recall, recallJson, recallJsonForSession, remember, rememberForSession } from "../lib/storage.js";

const MAX_UNDO_STEPS = 300;
const MAX_KEPT_STEPS = 40; // after the page was left
const MERGE_TIME = 900; // milliseconds: the same small change within this time is the same step
const MAX_DRAFTS = 12; // earlier drafts that are kept

export class Draft extends EventTarget {
  /** `game` names the game, `lists` the tables of its files, `newBattle()` returns a battle to start with.
   *
   *  `clean(fields)` removes what no form could show; a file may have anything in it.
   */
  constructor(game, lists, newBattle, clean) {
    super();
    Object.assign(this, { storage: `htl.editor.${game}`, lists, clean, undoStack: [], redoStack: [] });
    this.picked = null; // {kind, index}, or what else a game picks
    const saved = recallJson(this.storage);
    this.#load(isFields(saved) ? saved : newBattle());
    if (!isFields(saved)) this.#markOpened();
    this.#recallHistory();
    addEventListener("pagehide", () => this.#rememberHistory());
  }

  /** Open another battle. Undo restores the previous one, which is also kept among the drafts. */
  open(fields) {
    this.#keepDraft();
    this.#pushUndo();
    this.picked = null;
    this.#load(fields);
    this.#markOpened();
    this.#notify("open");
  }

  /** Change the fields in one step. Changes with the same `label` in quick succession are one step. */
  change(mutate, from = "", label = "") {
    const now = Date.now();
    const isSameStep = label && label === this.label && now - this.changed < MERGE_TIME;
    if (!isSameStep) this.#pushUndo();
    Object.assign(this, { label, changed: now });
    mutate(this.fields);
    this.#notify(from);
  }

  /** Start a change of many small steps that `end` completes, such as a drag. */
  begin() {
    this.before = JSON.stringify(this.fields);
  }

  nudge(mutate) {
    mutate(this.fields);
    this.#notify("drag");
  }

  end(isKept = true) {
    if (!isKept) this.#load(JSON.parse(this.before));
    else if (this.before !== JSON.stringify(this.fields)) this.#pushUndo(this.before);
    this.before = null;
    this.#notify("dragged");
  }

  pick(kind, index = null) {
    this.picked = kind === null ? null : { kind, index };
    this.dispatchEvent(new Event("pick"));
  }

  /** The picked item, or undefined. */
  get item() {
    return this.picked ? this.fields[this.picked.kind]?.[this.picked.index] : undefined;
  }

  undo() {
    return this.#step(this.undoStack, this.redoStack);
  }

  redo() {
    return this.#step(this.redoStack, this.undoStack);
  }

  #step(from, to) {
    if (from.length === 0) return false;
    to.push(JSON.stringify(this.fields));
    this.#load(JSON.parse(from.pop()));
    this.label = "";
    if (this.picked && this.lists.includes(this.picked.kind) && !this.item) this.picked = null;
    this.#notify("step");
    return true;
  }

  #pushUndo(text = JSON.stringify(this.fields)) {
    this.undoStack.push(text);
    this.undoStack.splice(0, this.undoStack.length - MAX_UNDO_STEPS);
    this.redoStack = [];
  }

  #load(fields) {
    this.fields = fields;
    for (const name of this.lists) fields[name] = Array.isArray(fields[name]) ? fields[name].filter(isFields) : [];
    this.clean(fields);
  }

  #notify(from) {
    if (from !== "drag") remember(this.storage, JSON.stringify(this.fields));
    this.dispatchEvent(Object.assign(new Event("change"), { from }));
  }

  // The history outlives the page, so that a battle that was tried can still be undone

  #rememberHistory() {
    const [undo, redo] = [this.undoStack, this.redoStack].map((stack) => stack.slice(-MAX_KEPT_STEPS));
    rememberForSession(`${this.storage}.history`, JSON.stringify({ undo, redo, now: JSON.stringify(this.fields) }));
  }

  #recallHistory() {
    const { undo = [], redo = [], now } = recallJsonForSession(`${this.storage}.history`) ?? {};
    if (now === JSON.stringify(this.fields)) Object.assign(this, { undoStack: undo, redoStack: redo });
  }

  // Earlier drafts

  /** Earlier drafts, the newest first: {title, changed, fields}. */
  get drafts() {
    const found = recallJson(`${this.storage}.drafts`);
    return Array.isArray(found) ? found.filter((one) => isFields(one?.fields)) : [];
  }

  #markOpened() {
    remember(`${this.storage}.opened`, JSON.stringify(this.fields));
  }

  /** Keep the battle among the drafts, unless it is as it was opened. A draft replaces one with the same title. */
  #keepDraft() {
    if (recall(`${this.storage}.opened`) === JSON.stringify(this.fields)) return;
    const others = this.drafts.filter((one) => one.title !== (this.fields.title ?? ""));
    const draft = { title: this.fields.title ?? "", changed: new Date().toISOString(), fields: this.fields };
    remember(`${this.storage}.drafts`, JSON.stringify([draft, ...others].slice(0, MAX_DRAFTS)));
  }

  forgetDraft(index) {
    remember(`${this.storage}.drafts`, JSON.stringify(this.drafts.filter((_, i) => i !== index)));
  }
}

/** Return whether a value is a table of a file. */
export function isFields(value) {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}
