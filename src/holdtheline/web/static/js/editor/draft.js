// The battle being edited: the fields of its file, the picked item, and the undo history.

import { recallJson, remember } from "../lib/storage.js";

const STORAGE_NAME = "htl.editor.skirmish";
const MAX_UNDO_STEPS = 300;
const MERGE_TIME = 900; // milliseconds: the same small change within this time is the same step
const LISTS = ["terrain", "company", "card", "character", "objective", "ending"];

export class Draft extends EventTarget {
  constructor(fields) {
    super();
    this.undoStack = [];
    this.redoStack = [];
    this.picked = null; // {kind, index}
    this.#load(fields);
  }

  /** Open another battle; undo brings back the one before. */
  open(fields) {
    this.#pushUndo();
    this.picked = null;
    this.#load(fields);
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
    if (this.picked && !this.item) this.picked = null;
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
    for (const name of LISTS) if (!Array.isArray(fields[name])) fields[name] = [];
  }

  #notify(from) {
    if (from !== "drag") remember(STORAGE_NAME, JSON.stringify(this.fields));
    this.dispatchEvent(Object.assign(new Event("change"), { from }));
  }
}

/** Return the battle that was edited here last, or null. */
export function savedBattle() {
  const found = recallJson(STORAGE_NAME);
  return found && typeof found === "object" && !Array.isArray(found) ? found : null;
}

/** Return a small battle that can be played immediately. */
export function newBattle({ books }) {
  const [friends, enemy] = ["lamplighters", "tollmen"].map((name, i) => books.find((one) => one.name === name) ?? books[i]);
  const character = (book, at, facing) => ({ company: book.title, card: book.cards[0].name, at, facing });
  return {
    title: "A new battle",
    aim: "Drive the enemy from the table.",
    story: "Tell here what happened before.",
    rounds: 12,
    timeout: "nobody",
    terrain: [],
    company: [
      { cards: friends.name, side: "friends" },
      { cards: enemy.name, side: "enemy" },
    ],
    card: [],
    character: [character(friends, [12, 3], "up"), character(enemy, [12, 21], "down")],
    objective: [],
    ending: [],
  };
}
