// Choosing a move by touching things: touches so far, and what they can become.
//
// A move is ready when one of its choices has exactly these touches, and open when more touches can
// lead to it. Nothing here knows a game or a screen.

/** Whether these touches are all that the choice asks for. */
export function completes(choice, touches) {
  return choice.ids.length === touches.length && begins(choice, touches);
}

/** Whether these touches, and perhaps more, can become the choice. */
export function begins(choice, touches) {
  if (!choice.any_order) return touches.every((id, at) => choice.ids[at] === id);
  const left = counted(choice.ids);
  return touches.every((id) => take(left, id));
}

/** What can be touched next on the way to a choice that has begun. */
export function missing(choice, touches) {
  if (!choice.any_order) return choice.ids.slice(touches.length, touches.length + 1);
  const left = counted(choice.ids);
  for (const id of touches) take(left, id);
  return [...left.keys()].filter((id) => left.get(id) > 0);
}

function counted(ids) {
  const counts = new Map();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

function take(counts, id) {
  const there = counts.get(id) ?? 0;
  counts.set(id, there - 1);
  return there > 0;
}

/** The touches of a person who is to decide; there is nothing to choose where no moves are given. */
export class Chooser {
  /** `go`: the thing whose touch is offered while nothing is touched. */
  constructor(moves = [], spots = [], go = null) {
    this.touches = [];
    this.go = go;
    this.spots = spots;
    this.moves = moves;
    this.ways = moves.flatMap((move) => move.choices.map((choice) => ({ move, choice })));
    this.begun = this.ways;
    this.repeats = this.ways.some(({ choice }) => new Set(choice.ids).size < choice.ids.length);
  }

  /** The move that these touches are, or undefined. */
  get ready() {
    return this.begun.find(({ choice }) => completes(choice, this.touches))?.move;
  }

  /** The move that this one touch is, whatever has been touched so far; or undefined. */
  only(id) {
    return this.ways.find(({ choice }) => completes(choice, [id]))?.move;
  }

  /** What is offered while nothing is touched, or undefined. */
  get usual() {
    return this.go && !this.touches.length ? this.only(this.go) : undefined;
  }

  /** The moves that these touches can become, the ready one among them. */
  get open() {
    if (!this.touches.length) return this.moves;
    return [...new Set(this.begun.map(({ move }) => move))];
  }

  /** More moves, which only lead farther: what is known of the touches so far stays. */
  extend(moves, spots = []) {
    this.known ??= this.spots;
    this.spots = [...this.known, ...spots.filter(({ id }) => !this.known.some((spot) => spot.id === id))];
    this.ways = [...this.ways, ...moves.flatMap((move) => move.choices.map((choice) => ({ move, choice })))];
    this.begun = this.ways.filter(({ choice }) => begins(choice, this.touches));
  }

  /** What can be touched next. */
  get nextIds() {
    return new Set(this.begun.flatMap(({ choice }) => missing(choice, this.touches)));
  }

  /** What to write on the things touched: how often, or, where once is all, in which order. */
  get marks() {
    if (!this.repeats) return new Map(this.touches.map((id, at) => [id, String(at + 1)]));
    return new Map([...counted(this.touches)].map(([id, count]) => [id, `+${count}`]));
  }

  keyOf(id) {
    return this.spots.find((spot) => spot.id === id)?.key ?? "";
  }

  spotOfKey(key) {
    return this.spots.find((spot) => spot.key && spot.key === key);
  }

  /** Touch a thing; whether a move allows it. */
  touch(id) {
    const touches = [...this.touches, id];
    const begun = this.begun.filter(({ choice }) => begins(choice, touches));
    if (!begun.length) return false;
    this.touches = touches;
    this.begun = begun;
    return true;
  }

  /** Touch a thing instead of the last ones, as many as must go; whether a move begins so. */
  instead(id) {
    for (let kept = this.touches.length - 1; kept >= 0; kept -= 1) {
      const touches = [...this.touches.slice(0, kept), id];
      const begun = this.ways.filter(({ choice }) => begins(choice, touches));
      if (!begun.length) continue;
      this.touches = touches;
      this.begun = begun;
      return true;
    }
    return false;
  }

  /** Take the last touch back; what it was. */
  back() {
    const gone = this.touches.pop();
    this.begun = this.ways.filter(({ choice }) => begins(choice, this.touches));
    return gone;
  }

  /** Let go of a thing that is touched; whether it was. Where touches are counted, one more is no way back. */
  letGo(id) {
    const at = this.touches.indexOf(id);
    if (at < 0 || this.repeats) return false;
    const others = this.touches.filter((other) => other !== id);
    const isWay = this.ways.some(({ choice }) => begins(choice, others));
    this.touches = isWay ? others : this.touches.slice(0, at);
    this.begun = this.ways.filter(({ choice }) => begins(choice, this.touches));
    return true;
  }

  clear() {
    this.touches = [];
    this.begun = this.ways;
  }

  /** Touch all that a move asks for. A move that cannot be pointed at changes nothing. */
  point(text) {
    const way = this.ways.find(({ move }) => move.text === text);
    if (!way) return;
    this.clear();
    for (const id of way.choice.ids) this.touch(id);
  }
}
