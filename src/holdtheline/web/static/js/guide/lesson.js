// The course of a guided game: which step is shown, and which moves belong to it. Nothing here touches the page.

const ROLL = "roll";

/** The steps of a guide, and the place in them. Steps with a `play` are tasks; the others are only read. */
export class Lesson {
  constructor({ steps }, at = 0) {
    this.steps = steps;
    this.at = at;
    this.done = null; // how many tasks are finished, as the server says
    this.taskSteps = steps.flatMap((step, index) => (step.play.length ? [index] : []));
  }

  /** Follow the game: go on when a task is finished, and back when it was undone. */
  follow(done) {
    if (done === this.done) return;
    this.done = done;
    const first = done ? this.taskSteps[done - 1] + 1 : 0;
    this.at = Math.min(Math.max(this.at, first), this.#taskStep);
  }

  /** The step at which the next task is asked for, or the end. */
  get #taskStep() {
    return this.taskSteps[this.done] ?? this.steps.length;
  }

  get step() {
    return this.steps[this.at];
  }

  get isAtEnd() {
    return this.at >= this.steps.length;
  }

  /** Whether the shown step waits for a move. */
  get isTask() {
    return this.at === this.#taskStep && !this.isAtEnd;
  }

  /** Whether the next task is to roll. */
  get asksForRoll() {
    return this.asksFor(ROLL);
  }

  /** Whether the next task is this move. */
  asksFor(play) {
    return this.steps[this.#taskStep]?.play.includes(play) ?? false;
  }

  get canGoBack() {
    return this.at > 0;
  }

  goOn() {
    if (!this.isTask && !this.isAtEnd) this.at += 1;
  }

  goBack() {
    if (this.canGoBack) this.at -= 1;
  }

  /** Show the end, because the game is over. */
  finish() {
    this.at = this.steps.length;
  }

  /** Return whether a move belongs to the next task; after the last one every move does. */
  includes(play) {
    const task = this.steps[this.#taskStep];
    return !task || [...task.play, ...task.also].some((pattern) => matches(play, pattern));
  }

  /** What to say about another move, while its task is shown. */
  get hint() {
    return this.isTask ? this.step.hint : "";
  }
}

/** Return whether a move has the form of a pattern, in which `*` stands for anything. */
export function matches(play, pattern) {
  const parts = pattern.split("*").map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`).test(play);
}
