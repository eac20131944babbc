// Orders that are given at once: a touch, or several in a row, each played when the last one is taken.

import { ask } from "./api.js";
import { warn } from "./say.js";

export class Orders {
  /** `table` has a view, a chooser, a key, and act(), which plays a move and says whether it was taken. */
  constructor(table) {
    this.table = table;
    this.line = Promise.resolve();
    this.more = false; // another order follows the one that is under way
  }

  /** One after the other, after all that were given before; whether all of them were taken. */
  give(ids) {
    const given = this.line.then(() => this.#chain(ids));
    this.line = given.catch(() => {});
    return given;
  }

  /** Moves that are one to whoever plays them; nothing is drawn in between. */
  run(texts) {
    this.line = this.line.then(() => this.#run(texts)).catch(() => {});
    return this.line;
  }

  async #run(texts) {
    await this.#row(texts, (play) => this.table.act("moves", { play }));
    this.ran = { version: this.table.view.version, count: texts.length };
  }

  /** Take such moves back as one, if nothing has happened since; whether they are the last thing that did. */
  unrun() {
    const { version, count } = this.ran ?? {};
    if (version !== this.table.view.version) return false;
    this.line = this.line.then(() => this.#row(Array(count).fill(null), () => this.table.view.undo.possible && this.table.act("undo", {}))).catch(() => {});
    return true;
  }

  async #row(things, act) {
    for (const [at, thing] of things.entries()) {
      this.more = at < things.length - 1;
      if (!(await act(thing))) break;
    }
    this.more = false;
    this.table.refresh();
  }

  /** Take the last order back, all of its touches; of half an order the last touch. */
  takeBack() {
    this.line = this.line.then(() => this.#undo()).catch(() => {});
    return this.line;
  }

  async #undo() {
    const { table } = this;
    this.more = this.#half === null;
    let goesOn = true;
    while (goesOn) goesOn = (await table.act("undo", {})) && this.more && this.#half !== null && table.view.undo.possible;
    this.more = false;
    table.refresh();
  }

  async #chain(ids) {
    const before = this.#half;
    const wanted = this.#freed(ids);
    for (const [at, id] of wanted.entries()) {
      this.more = at < wanted.length - 1;
      if (await this.#play(id)) continue;
      this.more = false;
      await this.#giveUp(id, before);
      return false;
    }
    return true;
  }

  /** What half an order is about. */
  get #half() {
    return this.table.view.board.timeline?.picked ?? null;
  }

  async #play(id) {
    const move = this.table.chooser.only(id);
    return move !== undefined && this.table.act("moves", { play: move.text });
  }

  /** Half an order is left for another one; asked for a second time, the same one is left too. */
  #freed(ids) {
    const { timeline } = this.table.view.board;
    if (!timeline?.picked || this.table.chooser.only(ids[0]) || !begins(timeline, ids[0])) return ids;
    return timeline.picked === ids[0] ? [timeline.cancel] : [timeline.cancel, ...ids];
  }

  /** Say why it goes no further. An order that was begun here and is half given is left. */
  async #giveUp(id, before) {
    this.table.refresh();
    const why = this.table.chooser.only(id) ? null : await this.why([id]);
    if (this.#half && this.#half !== before) await this.#play(this.table.view.board.timeline.cancel);
    if (why) warn(why);
  }

  /** What the rules say against these touches; null: nothing. */
  async why(touches) {
    const { version } = this.table.view;
    const answer = await ask("POST", "/api/table/why", { key: this.table.key, body: { touches } });
    return version === this.table.view.version && !answer.possible ? answer : null;
  }
}

/** Whether an order begins with this thing. */
function begins({ shop, pieces, tools, minds }, id) {
  return [...shop, ...pieces].some((one) => one.id === id)
    || tools.some(({ ids }) => ids.includes(id))
    || minds.some(({ ways }) => ways.some((way) => way.id === id));
}
