// Help for siege.

import { CLICK_HELP, COMMON_KEYS } from "../common_help.js";

export const about = {
  hasDice: true,
  pointer: [
    CLICK_HELP,
    "To send troops, click a lane once for each troop, or drag the backline die onto the lane. Drag a lane die back to the backline to send one fewer.",
    "To rearrange, drag a lane die onto another one, or click the dice that you want to swap.",
    "Click a die again to deselect it. Back undoes the last click, Clear all of them.",
    "The main button says what it will do, and waits for you. A move in the list is played at once.",
  ],
  keys: COMMON_KEYS,
  harder: ({ mode }) => ({ easy: { mode: "normal" }, normal: { mode: "hard" } })[mode] ?? null,
};
