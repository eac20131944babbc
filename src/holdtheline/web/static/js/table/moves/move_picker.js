// Pick a move by clicking hotspots: the clicks so far, and the moves they can become.
//
// A move is ready when one of its choices has exactly these clicks, and open when more clicks can lead to it.
// It does not depend on a game or on the DOM.

/** Return whether these clicks are all that a choice needs. */
function completes(choice, clicks) {
  return choice.ids.length === clicks.length && begins(choice, clicks);
}

/** Return whether these clicks, and perhaps more, can become a choice. */
function begins(choice, clicks) {
  if (!choice.any_order) return clicks.every((id, at) => choice.ids[at] === id);
  const left = countIds(choice.ids);
  return clicks.every((id) => take(left, id));
}

/** Return the ids that can be clicked next for a choice. */
function missing(choice, clicks) {
  if (!choice.any_order) return choice.ids.slice(clicks.length, clicks.length + 1);
  const left = countIds(choice.ids);
  for (const id of clicks) take(left, id);
  return [...left.keys()].filter((id) => left.get(id) > 0);
}

function countIds(ids) {
  const counts = new Map();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

/** Take one of an id; return whether there was one left. */
function take(counts, id) {
  const left = counts.get(id) ?? 0;
  counts.set(id, left - 1);
  return left > 0;
}

/** The clicks of a player who must decide. Without moves there is nothing to click. */
export class MovePicker {
  /** `defaultSpot`: the hotspot that the primary button offers while nothing is clicked. */
  constructor(moves = [], spots = [], defaultSpot = null) {
    this.clicks = [];
    this.defaultSpot = defaultSpot;
    this.spots = spots;
    this.moves = moves;
    this.options = moves.flatMap((move) => move.choices.map((choice) => ({ move, choice })));
    this.matching = this.options;
    this.repeats = this.options.some(({ choice }) => new Set(choice.ids).size < choice.ids.length);
  }

  /** The move that is complete with these clicks, or undefined. Without clicks, only a move without alternatives is. */
  get ready() {
    if (!this.clicks.length && this.moves.length > 1) return undefined;
    return this.matching.find(({ choice }) => completes(choice, this.clicks))?.move;
  }

  /** The move that needs no click, where there are others to choose from, or undefined. */
  get emptyMove() {
    return this.moves.length > 1 ? this.options.find(({ choice }) => !choice.ids.length)?.move : undefined;
  }

  /** Return the move that one click completes, whatever else is clicked, or undefined. */
  moveOf(id) {
    return this.options.find(({ choice }) => completes(choice, [id]))?.move;
  }

  /** Return the moves that a click on this id can mean: those that it completes, also without a click in between, such as
   *  one on a leader who goes along, and those that would continue a move that it completes. */
  meantBy(id) {
    const isNext = ({ choice: { ids, any_order: anyOrder } }) => !anyOrder && ids.at(-1) === id && ids.length > this.clicks.length;
    const ending = this.matching.filter((option) => isNext(option) && (this.clicks.length > 0 || option.choice.ids.length === 1));
    const clicks = [...this.clicks, id];
    const isComplete = ending.some(({ choice }) => completes(choice, clicks));
    const going = isComplete ? this.matching.filter(({ choice }) => begins(choice, clicks)) : [];
    return [...new Set([...ending, ...going].map(({ move }) => move))];
  }

  /** The move that is offered while nothing is clicked, or undefined. */
  get defaultMove() {
    return this.defaultSpot && !this.clicks.length ? this.moveOf(this.defaultSpot) : undefined;
  }

  /** The moves that these clicks can become, including the one that is ready. */
  get openMoves() {
    if (!this.clicks.length) return this.moves;
    return [...new Set(this.matching.map(({ move }) => move))];
  }

  /** Add moves that start with the clicks so far. */
  extend(moves, spots = []) {
    this.ownSpots ??= this.spots;
    this.spots = [...this.ownSpots, ...spots.filter(({ id }) => !this.ownSpots.some((spot) => spot.id === id))];
    this.options = [...this.options, ...moves.flatMap((move) => move.choices.map((choice) => ({ move, choice })))];
    this.matching = this.options.filter(({ choice }) => begins(choice, this.clicks));
  }

  /** The ids that can be clicked next. */
  get nextIds() {
    return new Set(this.matching.flatMap(({ choice }) => missing(choice, this.clicks)));
  }

  /** The labels of clicked hotspots: how often each is clicked or, if no choice repeats one, in which order. */
  get marks() {
    if (!this.repeats) return new Map(this.clicks.map((id, at) => [id, String(at + 1)]));
    return new Map([...countIds(this.clicks)].map(([id, count]) => [id, `+${count}`]));
  }

  keyOf(id) {
    return this.spots.find((spot) => spot.id === id)?.key ?? "";
  }

  spotOfKey(key) {
    return this.spots.find((spot) => spot.key && spot.key === key);
  }

  /** Click a hotspot; return whether a move allows it. */
  click(id) {
    const clicks = [...this.clicks, id];
    const matching = this.matching.filter(({ choice }) => begins(choice, clicks));
    if (!matching.length) return false;
    this.clicks = clicks;
    this.matching = matching;
    return true;
  }

  /** Replace as few of the last clicks as possible with this one; return whether a move allows it. */
  replaceLast(id) {
    for (let kept = this.clicks.length - 1; kept >= 0; kept -= 1) {
      const clicks = [...this.clicks.slice(0, kept), id];
      const matching = this.options.filter(({ choice }) => begins(choice, clicks));
      if (!matching.length) continue;
      this.clicks = clicks;
      this.matching = matching;
      return true;
    }
    return false;
  }

  /** Remove the last click and return it. */
  back() {
    const removed = this.clicks.pop();
    this.matching = this.options.filter(({ choice }) => begins(choice, this.clicks));
    return removed;
  }

  /** Remove the click on a hotspot; return whether there was one. Where clicks are counted, a second click adds one. */
  release(id) {
    const at = this.clicks.indexOf(id);
    if (at < 0 || this.repeats) return false;
    const others = this.clicks.filter((other) => other !== id);
    const isOption = this.options.some(({ choice }) => begins(choice, others));
    this.clicks = isOption ? others : this.clicks.slice(0, at);
    this.matching = this.options.filter(({ choice }) => begins(choice, this.clicks));
    return true;
  }

  /** Remove one click on a hotspot, even where clicks are counted; return whether there was one. */
  removeOne(id) {
    const at = this.clicks.lastIndexOf(id);
    if (at < 0) return false;
    this.clicks = this.clicks.toSpliced(at, 1);
    this.matching = this.options.filter(({ choice }) => begins(choice, this.clicks));
    return true;
  }

  clear() {
    this.clicks = [];
    this.matching = this.options;
  }

  /** Click everything that a move needs; a move without choices changes nothing. */
  select(text) {
    const option = this.options.find(({ move }) => move.text === text);
    if (!option) return;
    this.clear();
    for (const id of option.choice.ids) this.click(id);
  }
}
