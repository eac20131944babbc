// The battle in the making: the fields of its file, what is picked of it, and every step back and forth.

const PLACE = "htl.editor.skirmish";
const MOST_STEPS = 300;
const SAME = 900; // milliseconds in which the same small change, made again, is one step
const TABLES = ["terrain", "company", "card", "character", "objective", "ending"];

export class Plan extends EventTarget {
  constructor(fields) {
    super();
    this.past = [];
    this.future = [];
    this.picked = null; // {kind, place}
    this.#take(fields);
  }

  /** Another battle; the one before can still be had by undo. */
  open(fields) {
    this.#remember();
    this.picked = null;
    this.#take(fields);
    this.#tell("open");
  }

  /** Change the fields in one step. `label`: the same one again, soon, is part of that step. */
  change(mutate, from = "", label = "") {
    const now = Date.now();
    const goesOn = label && label === this.label && now - this.changed < SAME;
    if (!goesOn) this.#remember();
    Object.assign(this, { label, changed: now });
    mutate(this.fields);
    this.#tell(from);
  }

  /** Something that takes many small changes until `end`, as a drag does. */
  begin() {
    this.before = JSON.stringify(this.fields);
  }

  nudge(mutate) {
    mutate(this.fields);
    this.#tell("drag");
  }

  end(keeps = true) {
    if (!keeps) this.#take(JSON.parse(this.before));
    else if (this.before !== JSON.stringify(this.fields)) this.#remember(this.before);
    this.before = null;
    this.#tell("dragged");
  }

  pick(kind, place = null) {
    this.picked = kind === null ? null : { kind, place };
    this.dispatchEvent(new Event("pick"));
  }

  /** The thing that is picked, or undefined. */
  get thing() {
    return this.picked ? this.fields[this.picked.kind]?.[this.picked.place] : undefined;
  }

  undo() {
    return this.#step(this.past, this.future);
  }

  redo() {
    return this.#step(this.future, this.past);
  }

  #step(from, to) {
    if (from.length === 0) return false;
    to.push(JSON.stringify(this.fields));
    this.#take(JSON.parse(from.pop()));
    this.label = "";
    if (this.picked && !this.thing) this.picked = null;
    this.#tell("step");
    return true;
  }

  #remember(text = JSON.stringify(this.fields)) {
    this.past.push(text);
    this.past.splice(0, this.past.length - MOST_STEPS);
    this.future = [];
  }

  #take(fields) {
    this.fields = fields;
    for (const name of TABLES) if (!Array.isArray(fields[name])) fields[name] = [];
  }

  #tell(from) {
    if (from !== "drag") keep(this.fields);
    this.dispatchEvent(Object.assign(new Event("change"), { from }));
  }
}

/** What was worked on here last, or null. */
export function kept() {
  try {
    const found = JSON.parse(localStorage.getItem(PLACE) ?? "null");
    return found && typeof found === "object" && !Array.isArray(found) ? found : null;
  } catch {
    return null;
  }
}

function keep(fields) {
  try {
    localStorage.setItem(PLACE, JSON.stringify(fields));
  } catch {
    // Storage is denied or full: the page still has it.
  }
}

/** A small battle that can be played at once, to begin with. */
export function newBattle({ books }) {
  const [friends, enemy] = ["lamplighters", "tollmen"].map((name, i) => books.find((one) => one.name === name) ?? books[i]);
  const one = (book, at, facing) => ({ company: book.title, card: book.cards[0].name, at, facing });
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
    character: [one(friends, [12, 3], "up"), one(enemy, [12, 21], "down")],
    objective: [],
    ending: [],
  };
}
