// Help for civilwar, and the pages that only civilwar has.

import { MOVE_KEYS } from "../common_help.js";

export const about = {
  hasDice: true,
  pages: [{ href: "/editor/civilwar", text: "Make a battle" }],
  pointer: [
    "Click one of your pieces: the hexes that it can reach show their cost in AP. Click one of them to move there, or drag the piece. Until a die is rolled, Undo takes it back.",
    "If a leader stands with the unit, you choose whether he goes along. You can also click him before the hex.",
    "To fire or to assault, click the unit, then the crosshair (fire) or the crossed swords (assault) under the enemy; the number is the cost in AP. The dice are rolled at once. Point at the enemy to see the odds first.",
    "Click the next unit to end the move of this one.",
    "An enemy in range but out of sight has a dotted edge; what hides it is red.",
    "Rest the pointer on a unit or a hex to see its numbers and where they come from; a right click or a long press keeps them open.",
    "The wheel or two fingers zoom the map, dragging pans it. A move in the list is played at once.",
    "Watch their turn shows step by step what the other side has done.",
    "A unit shows its strength, and its morale where you know it: G green, B black, Au gold. Units that have acted are faint; units that cannot move yet have a dashed edge. A star with a number is a hex worth VP, for the Union (U) or the Confederacy (C); its flag says who holds it.",
    "Battle, at the top, tells how this battle is won, its special rules and its story.",
  ],
  keys: [
    [["N"], "pick the next unit that can still act"],
    [["T"], "go to the next enemy that the unit you picked can attack, and see the odds; Enter attacks"],
    [["I"], "inspect the piece or hex that you selected: its numbers, and why"],
    [["+", "-"], "zoom in, or out; 0 shows the whole map"],
    [["A"], "assault, after you have picked a unit; or advance"],
    [["Y"], "rally the unit that you picked"],
    [["S"], "stop, or stay"],
    [["E"], "end the turn"],
    [["W"], "watch the other side's turn, or pause it"],
    [[",", "."], "one step back, or forward, while you look back"],
    ...MOVE_KEYS,
  ],
};
