// What new lines of the log are: a turn of the others, and what a screen reader and the speakers say about them.

import { playSound } from "../../lib/sounds.js";
import { turnText } from "../action_bar.js";
import { actionsOf } from "./pace.js";

/** Return the other seat that takes each action which lines show, or null for the player's own actions and dice. The seat
 *  is -1 for a piece that no seat commands. A roll before the others' first action is theirs. */
export function othersActions(lines, { seats }) {
  const others = [];
  for (const action of actionsOf(lines).toReversed()) {
    const seat = seatOf(action) ?? (action[0].line.continues ? null : others[0] ?? null);
    others.unshift(seat === null || seats[seat]?.mine ? null : seat);
  }
  return others;
}

/** Return whether lines show several actions of others. */
export function isTurnOfOthers(lines, view) {
  return othersActions(lines, view).filter((seat) => seat !== null).length > 1;
}

/** Return the seat whose decision begins an action, a list of {line, effect}; undefined if a roll begins it that goes on with
 *  an earlier action, such as the dice of the player's own assault before the other side retreats, or if it is only a roll. */
function seatOf(action) {
  const { line, effect } = action[0];
  if (line.continues && line.seat < 0 && effect.kind !== "act") return undefined;
  const first = action.find(({ line, effect }) => effect.kind === "act" || line.seat >= 0);
  return first?.effect.kind === "act" ? first.effect.seat : first?.line.seat;
}

/** Return what a screen reader says about a new view. */
export function announcement(lines, view) {
  const events = lines.flatMap((line) => line.events.map((event) => event.text)).join(" ");
  return `${events} ${view.outcome ? view.outcome.verdict : `${turnText(view)}. ${view.prompt}`}`.trim();
}

/** Play the sound of a game's end, or of the player's turn after others have acted. */
export function playTurnSound(before, view) {
  if (view.outcome && !before.outcome) return playSound((view.outcome.scores[view.seat] ?? 0) < 0 && !view.spectator ? "defeat" : "victory");
  return view.may_act && !before.may_act && playSound("turn");
}
