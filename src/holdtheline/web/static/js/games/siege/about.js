// Help for siege.

import { COMMON_KEYS, TOUCH } from "../common_help.js";

export const about = {
  hasDice: true,
  touches: [
    TOUCH,
    "To send troops, touch a lane once for each of them.",
    "To rearrange, touch the dice that you want to swap.",
    "Touch a die again to let it go. Back takes the last touch back, Clear all of them.",
    "The big button says what it will do, and waits for you. A move in the list is played at once.",
  ],
  keys: COMMON_KEYS,
};
