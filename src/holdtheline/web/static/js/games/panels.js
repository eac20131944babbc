// Panels that only some games have. Each shows itself if the view has data for it, so the common parts of
// the table and the replay can use them without knowing which game is played.

export { DiceDrag } from "./siege/dice_drag.js";
export { PlanPanel } from "./towers/plan.js";
export { RangePreview } from "./towers/range_preview.js";
export { showLastTurnButton, TurnReplay, watchTurnButton } from "./towers/turn_replay.js";

/** Load the panel that moves characters freely over an open table; only views with `by_hand` need it. */
export async function loadFreeMovement() {
  const { FreeMovement } = await import("./skirmish/free_movement.js");
  return FreeMovement;
}

/** Load what draws the ends of moves on an open table; only views with `by_hand` need it. */
export async function loadMovePoints() {
  const { showMovePoints } = await import("./skirmish/move_points.js");
  return showMovePoints;
}
