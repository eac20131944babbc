// Which puzzles are solved in this browser.

import { recallJson, remember } from "../lib/storage.js";

const STORED_AS = "htl-puzzles";

/** Return the numbers of the solved puzzles of a game. */
export function solvedPuzzles(game) {
  const solved = recallJson(STORED_AS)?.[game];
  return new Set(Array.isArray(solved) ? solved : []);
}

export function markSolved(game, number) {
  const solved = solvedPuzzles(game).add(number);
  remember(STORED_AS, JSON.stringify({ ...recallJson(STORED_AS), [game]: [...solved].sort((a, b) => a - b) }));
}

/** Return the next number after this one that is not solved, from the first again at the end; undefined: all are. */
export function nextPuzzle(game, count, after = 0) {
  const solved = solvedPuzzles(game);
  const left = Array.from({ length: count }, (_, index) => index + 1).filter((number) => !solved.has(number) && number !== after);
  return left.find((number) => number > after) ?? left[0];
}
