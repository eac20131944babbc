// The terms of a course: what is played, how much a bot may use, who sees what.

import { fullTime } from "./coursewords.js";
import { byId, el, fill } from "./dom.js";
import { capital } from "./words.js";

export const SHOWS = {
  all: "Everybody sees the whole table and all games.",
  after: "Until the deadline everybody sees only their own results; then all of them.",
  own: "Everybody sees only their own results, without a place.",
};

export function showTerms(view) {
  fill(byId("terms"), ...termsOf(view));
}

export function termsOf({ game, settings, open }) {
  const { limits, pairs, players, deadline, shows } = settings;
  return [
    ...term("Game", game.options_text ? `${game.title}, ${game.options_text}` : game.title),
    ...term("Deadline", deadline ? fullTime(deadline) : "none", !open && " (closed)"),
    ...term("Games", `${2 * pairs} of each two bots: ${pairs} ${pairs === 1 ? "seed" : "seeds"}, each from both seats`),
    players.length > 0 && term("Also play", players.map(capital).join(", ")),
    ...term("A bot may use", `${limits.think_seconds} s for a decision, ${limits.unit_seconds} s for a unit, ${limits.match_seconds} s for a game (of the processor's time), ${limits.memory_mb} MB`),
    ...term("Who sees what", SHOWS[shows]),
  ].flat().filter(Boolean);
}

function term(name, ...text) {
  return [el("dt", { text: name }), el("dd", {}, ...text)];
}
