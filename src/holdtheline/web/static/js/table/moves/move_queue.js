// Play moves one after the other: orders of several clicks, and chains that count as one move.

import { request } from "../../lib/api.js";
import { showError } from "../../lib/messages.js";

export class MoveQueue {
  /** `table` has a view, a picker, a key, and act(), which plays a move and returns whether it was accepted. */
  constructor(table) {
    this.table = table;
    this.queue = Promise.resolve();
    this.hasMore = false; // another move follows the one that is under way
    this.runs = new Map(); // how many moves counted as one, by the number of the last one
  }

  /** Play the clicks of an order after all that were given before; return whether all were accepted. */
  giveOrder(ids) {
    const order = this.queue.then(() => this.#giveClicks(ids));
    this.queue = order.catch(() => {});
    return order;
  }

  /** Play moves that count as one for the player; nothing is drawn in between. */
  playAll(texts) {
    this.queue = this.queue.then(() => this.#playAll(texts)).catch(() => {});
    return this.queue;
  }

  async #playAll(texts) {
    const before = this.#lastNumber;
    await this.#inTurn(texts, (play) => this.table.act("moves", { play }));
    const count = this.#lastNumber - before;
    if (count > 0) this.runs.set(this.#lastNumber, count);
  }

  /** Play a move that belongs to the one before it; return whether it was accepted. */
  async playEnd(play) {
    const before = this.#lastNumber;
    const isAccepted = await this.table.act("moves", { play });
    if (isAccepted) this.runs.set(before + 1, (this.runs.get(before) ?? 1) + 1);
    return isAccepted;
  }

  get #lastNumber() {
    return this.table.view.log.at(-1)?.number ?? 0;
  }

  /** Forget the runs of moves that were undone. */
  forgetUndone() {
    for (const number of this.runs.keys()) if (number > this.#lastNumber) this.runs.delete(number);
  }

  /** Undo moves that count as one together; return whether the last move is the end of such a run. */
  undoRun() {
    const count = this.runs.get(this.#lastNumber) ?? 1;
    if (count < 2) return false;
    this.queue = this.queue.then(() => this.#inTurn(Array(count).fill(null), () => this.table.view.undo.possible && this.table.act("undo", {}))).catch(() => {});
    return true;
  }

  async #inTurn(items, act) {
    for (const [at, item] of items.entries()) {
      this.hasMore = at < items.length - 1;
      if (!(await act(item))) break;
    }
    this.hasMore = false;
    this.table.refresh();
  }

  /** Undo the last order with all its clicks, or the last click of half an order. */
  undoOrder() {
    this.queue = this.queue.then(() => this.#undoOrder()).catch(() => {});
    return this.queue;
  }

  async #undoOrder() {
    const { table } = this;
    this.hasMore = this.#picked === null;
    let isHalf = true;
    while (isHalf) isHalf = (await table.act("undo", {})) && this.hasMore && this.#picked !== null && table.view.undo.possible;
    this.hasMore = false;
    table.refresh();
  }

  async #giveClicks(ids) {
    const before = this.#picked;
    const clicks = this.#dropHalfOrder(ids);
    for (const [at, id] of clicks.entries()) {
      this.hasMore = at < clicks.length - 1;
      if (await this.#playClick(id)) continue;
      this.hasMore = false;
      await this.#giveUp(id, before);
      return false;
    }
    return true;
  }

  /** The id that half an order has picked, or null. */
  get #picked() {
    return this.table.view.board.timeline?.picked ?? null;
  }

  async #playClick(id) {
    const move = this.table.picker.moveOf(id);
    return move !== undefined && this.table.act("moves", { play: move.text });
  }

  /** Cancel half an order before another one starts; clicking what is picked only cancels. */
  #dropHalfOrder(ids) {
    const { timeline } = this.table.view.board;
    if (!timeline?.picked || this.table.picker.moveOf(ids[0]) || !startsOrder(timeline, ids[0])) return ids;
    return timeline.picked === ids[0] ? [timeline.cancel] : [timeline.cancel, ...ids];
  }

  /** Explain why the order stops here, and cancel what it left half given. */
  async #giveUp(id, before) {
    this.table.refresh();
    const reason = this.table.picker.moveOf(id) ? null : await this.explain([id]);
    if (this.#picked && this.#picked !== before) await this.#playClick(this.table.view.board.timeline.cancel);
    if (reason) showError(reason);
  }

  /** Return why the rules refuse these clicks, or null. */
  async explain(clicks) {
    const { version } = this.table.view;
    const answer = await request("POST", "/api/table/why", { key: this.table.key, body: { clicks } });
    return version === this.table.view.version && !answer.possible ? answer : null;
  }
}

/** Return whether an order starts with this id. */
function startsOrder({ shop, pieces, tools, minds }, id) {
  return [...shop, ...pieces].some((order) => order.id === id)
    || tools.some(({ ids }) => ids.includes(id))
    || minds.some(({ choices }) => choices.some((option) => option.id === id));
}
