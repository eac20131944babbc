// Help for civilwar.

import { MOVE_KEYS } from "../common_help.js";

export const about = {
  hasDice: true,
  pointer: [
    "Click one of your pieces: the hexes that it can reach are marked with their AP, dots for the next hex, lines for those farther away, a net for the leader's extra hex. Click one of them, then the big button to move there.",
    "To take a leader along, click the unit, then the leader, then the hex.",
    "To fire, click the unit and then the enemy. For close combat, click Assault in between. The odds are shown before you confirm; if a morale is hidden, as a range.",
    "An enemy in range that cannot be seen has a dotted edge, and what hides it is barred.",
    "The wheel or two fingers zoom the map, dragging pans it. A move in the list is played immediately.",
    "Watch their turn shows step by step what the other side has done.",
    "A unit shows a square for each block, a hollow one for each that is lost, and the first letters of its morale where it is known: G green, B black, Au gold. In your turn, units that have acted are faint and tilted; those that may not move yet have white dashes. A star with a number is a hex worth VP; U and C say for whom, and its flag who holds it.",
    "Battle, above the map, shows how this battle is won, what is special in it, and its story.",
  ],
  keys: [
    [["N"], "pick the next unit that can still act"],
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
