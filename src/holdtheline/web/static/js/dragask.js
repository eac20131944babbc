// Asking what would become of a move by hand: one question at a time, and of those that wait only the newest.

import { ask } from "./api.js";

const LEAST_GAP = 11; // milliseconds between two questions: the server takes no more than 100 a second

export class Asking {
  constructor(key) {
    Object.assign(this, { key, busy: false, waiting: null, last: 0 });
  }

  /** The answer, or null: something newer was asked, or it could not be answered. */
  ask(body) {
    this.waiting?.done(null);
    const answer = new Promise((done) => (this.waiting = { body, done }));
    if (!this.busy) this.#run();
    return answer;
  }

  /** Whatever is asked just now is of no interest any more. */
  stop() {
    this.waiting?.done(null);
    this.waiting = null;
    this.round = (this.round ?? 0) + 1;
  }

  async #run() {
    this.busy = true;
    while (this.waiting) {
      await rest(this.last + LEAST_GAP - performance.now());
      if (!this.waiting) break;
      const { body, done } = this.waiting;
      const { round } = this;
      this.waiting = null;
      this.last = performance.now();
      const answer = await ask("POST", "/api/table/try", { key: this.key, body }).catch(() => null);
      done(this.round === round ? answer : null);
    }
    this.busy = false;
  }
}

function rest(time) {
  return time > 0 ? new Promise((ready) => setTimeout(ready, time)) : Promise.resolve();
}
