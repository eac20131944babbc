// Choose a move by touching things: the touches so far, and the moves they can become.
//
// A move is ready when one of its choices has exactly these touches, and open when more touches can lead to it.
// Nothing here knows a game or a screen.

/** Return whether these touches are all that a choice needs. */
function completes(choice, touches) {
  return choice.ids.length === touches.length && begins(choice, touches);
}

/** Return whether these touches, and perhaps more, can become a choice. */
function begins(choice, touches) {
  if (!choice.any_order) return touches.every((id, at) => choice.ids[at] === id);
  const left = countIds(choice.ids);
  return touches.every((id) => take(left, id));
}

/** Return the ids that can be touched next for a choice. */
function missing(choice, touches) {
  if (!choice.any_order) return choice.ids.slice(touches.length, touches.length + 1);
  const left = countIds(choice.ids);
  for (const id of touches) take(left, id);
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

/** The touches of a player who has to decide. Without moves there is nothing to choose. */
export class MovePicker {
  /** `defaultSpot`: the spot that the primary button offers while nothing is touched. */
  constructor(moves = [], spots = [], defaultSpot = null) {
    this.touches = [];
    this.defaultSpot = defaultSpot;
    this.spots = spots;
    this.moves = moves;
    this.options = moves.flatMap((move) => move.choices.map((choice) => ({ move, choice })));
    this.matching = this.options;
    this.repeats = this.options.some(({ choice }) => new Set(choice.ids).size < choice.ids.length);
  }

  /** The move that is complete with these touches, or undefined. */
  get ready() {
    return this.matching.find(({ choice }) => completes(choice, this.touches))?.move;
  }

  /** Return the move that one touch completes, whatever else is touched, or undefined. */
  moveOf(id) {
    return this.options.find(({ choice }) => completes(choice, [id]))?.move;
  }

  /** The move that is offered while nothing is touched, or undefined. */
  get defaultMove() {
    return this.defaultSpot && !this.touches.length ? this.moveOf(this.defaultSpot) : undefined;
  }

  /** The moves that these touches can become, including the one that is ready. */
  get openMoves() {
    if (!this.touches.length) return this.moves;
    return [...new Set(this.matching.map(({ move }) => move))];
  }

  /** Add moves that start with the touches so far. */
  extend(moves, spots = []) {
    this.ownSpots ??= this.spots;
    this.spots = [...this.ownSpots, ...spots.filter(({ id }) => !this.ownSpots.some((spot) => spot.id === id))];
    this.options = [...this.options, ...moves.flatMap((move) => move.choices.map((choice) => ({ move, choice })))];
    this.matching = this.options.filter(({ choice }) => begins(choice, this.touches));
  }

  /** The ids that can be touched next. */
  get nextIds() {
    return new Set(this.matching.flatMap(({ choice }) => missing(choice, this.touches)));
  }

  /** The labels of touched things: how often each is touched, or in which order if once is the most. */
  get marks() {
    if (!this.repeats) return new Map(this.touches.map((id, at) => [id, String(at + 1)]));
    return new Map([...countIds(this.touches)].map(([id, count]) => [id, `+${count}`]));
  }

  keyOf(id) {
    return this.spots.find((spot) => spot.id === id)?.key ?? "";
  }

  spotOfKey(key) {
    return this.spots.find((spot) => spot.key && spot.key === key);
  }

  /** Touch a thing; return whether a move allows it. */
  touch(id) {
    const touches = [...this.touches, id];
    const matching = this.matching.filter(({ choice }) => begins(choice, touches));
    if (!matching.length) return false;
    this.touches = touches;
    this.matching = matching;
    return true;
  }

  /** Replace as few of the last touches as possible by this one; return whether a move allows it. */
  replaceLast(id) {
    for (let kept = this.touches.length - 1; kept >= 0; kept -= 1) {
      const touches = [...this.touches.slice(0, kept), id];
      const matching = this.options.filter(({ choice }) => begins(choice, touches));
      if (!matching.length) continue;
      this.touches = touches;
      this.matching = matching;
      return true;
    }
    return false;
  }

  /** Remove the last touch and return it. */
  back() {
    const removed = this.touches.pop();
    this.matching = this.options.filter(({ choice }) => begins(choice, this.touches));
    return removed;
  }

  /** Remove the touch of a thing; return whether there was one. Where touches are counted, a second touch adds one. */
  release(id) {
    const at = this.touches.indexOf(id);
    if (at < 0 || this.repeats) return false;
    const others = this.touches.filter((other) => other !== id);
    const isOption = this.options.some(({ choice }) => begins(choice, others));
    this.touches = isOption ? others : this.touches.slice(0, at);
    this.matching = this.options.filter(({ choice }) => begins(choice, this.touches));
    return true;
  }

  clear() {
    this.touches = [];
    this.matching = this.options;
  }

  /** Touch everything that a move needs; a move without choices changes nothing. */
  select(text) {
    const option = this.options.find(({ move }) => move.text === text);
    if (!option) return;
    this.clear();
    for (const id of option.choice.ids) this.touch(id);
  }
}
