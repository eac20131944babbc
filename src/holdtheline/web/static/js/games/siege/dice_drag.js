// Drag the dice of siege: troops from the backline to a lane and back, or lane dice to each other's places.

import { pieceOf } from "../../lib/picture.js";

export class DiceDrag {
  /** `table` has a view, a picker, an overlay, click(), showChoices() and explainClick(). */
  constructor(table) {
    this.table = table;
  }

  /** The lanes, and the die that troops come from, or null if no dice can be dragged. */
  get #dice() {
    return this.table.view?.may_act ? this.table.view.board.dice ?? null : null;
  }

  get isOn() {
    return this.#dice !== null;
  }

  /** Return the ids of the dice that can be dragged now. */
  get draggable() {
    if (!this.isOn) return [];
    const { lanes, source } = this.#dice;
    const { clicks } = this.table.picker;
    return source ? [source, ...lanes.filter((lane) => clicks.includes(lane))] : lanes;
  }

  /** Drop a die where the pointer is. */
  drop(id, event) {
    const place = event.target?.closest("[data-id]")?.dataset.id ?? "";
    const { lanes, source } = this.#dice;
    const lane = lanes.find((one) => place === one || place.endsWith(`-${one}`));
    if (!source) return lane && this.#swap(id, place === lane ? lane : this.#order[lanes.indexOf(lane)]);
    if (id === source) return lane && this.table.click(lane);
    if (lane === id || !this.table.picker.removeOne(id)) return undefined;
    this.table.showChoices();
    return lane && this.table.click(lane);
  }

  /** The lane dice from top to bottom, as they are clicked so far. */
  get #order() {
    const { lanes } = this.#dice;
    const { clicks } = this.table.picker;
    if (clicks.length === lanes.length) return clicks;
    return clicks.length === 2 ? swapped(lanes, ...clicks) : lanes;
  }

  #swap(one, other) {
    if (one === other) return;
    const { picker } = this.table;
    const { lanes } = this.#dice;
    const order = swapped(this.#order, one, other);
    const before = picker.clicks;
    picker.clear();
    const isChanged = order.some((id, at) => id !== lanes[at]);
    if (isChanged && !order.every((id) => picker.click(id))) {
      picker.clear();
      for (const id of before) picker.click(id);
      this.table.explainClick(one);
    }
    this.table.showChoices();
  }

  /** Draw the lane dice in their new places. */
  show(picture) {
    if (!picture || !this.isOn || this.#dice.source) return;
    const { lanes } = this.#dice;
    const order = this.#order;
    for (const id of lanes) {
      const shift = heightOf(picture, lanes[order.indexOf(id)]) - heightOf(picture, id);
      const die = pieceOf(picture, id).querySelector(".htl-die");
      if (!die) continue;
      die.dataset.shift = shift;
      die.style.translate = shift ? `0 ${shift}px` : "";
    }
  }
}

/** Return a list in which two items have traded places. */
function swapped(items, one, other) {
  return items.map((item) => (item === one ? other : item === other ? one : item));
}

function heightOf(picture, id) {
  return pieceOf(picture, id).transform.baseVal.consolidate().matrix.f;
}
