// Help for each game: whether it has dice, how to play it with pointer and keys, its own pages, and its word for turns.
// Nothing else in the common parts of the client names a game.

import { about as civilwar } from "./civilwar/about.js";
import { CLICK_HELP, COMMON_KEYS } from "./common_help.js";
import { about as siege } from "./siege/about.js";
import { about as skirmish } from "./skirmish/about.js";
import { about as towers } from "./towers/about.js";

const GAMES = { siege, towers, skirmish, civilwar };

const UNKNOWN = {
  hasDice: true,
  pointer: [CLICK_HELP, "The main button says what it will do, and waits for you. A move in the list is played at once."],
  keys: COMMON_KEYS,
};

/** Return {hasDice, pointer, keys, pages, progress, harder} of a game; `progress(turns, isOver)` says how far it is, and `harder(options)`
 *  returns options for a harder game without an opponent, or null. A game without its own help gets the common one. */
export function aboutGame(name) {
  return { pages: [], progress: (turns) => `turn ${turns}`, harder: () => null, ...(GAMES[name] ?? UNKNOWN) };
}
