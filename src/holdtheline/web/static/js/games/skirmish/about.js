// Help for skirmish, and the pages that only skirmish has.

export const about = {
  hasDice: true,
  pages: [
    { href: "/campaign", text: "Campaigns" },
    { href: "/editor", text: "Make a battle" },
  ],
  pointer: [
    "Drag one of your characters: the preview shows its path in inches, what it would look at, and a line to each enemy. A solid line: both see each other; dashes: the enemy looks away; a cross: what stands there hides it.",
    "Let go, and the move is played. Near an enemy the character snaps to contact, and that is a charge; on an objective in reach it picks it up; when carrying one it snaps to the edge.",
    "Instead of dragging, click a character and then where it should go. Click it again to put it back. An enemy that you click is attacked only when you confirm it: you may be able to choose between a charge and a shot.",
    "For a path with a bend press W, or the other mouse button, where it should bend; or go half the move first, and then the rest. A move that is refused is drawn up to where it is stopped, with the reason; a button takes it that far.",
    "You can also type inches: x, y, or with a waypoint x, y; x, y.",
    "What the enemy did is numbered on the table, and explained with the line of its list that made it do so.",
    "The wheel or two fingers zoom the table. A move in the list is played at once. You can undo a move until a die is rolled.",
  ],
  keys: [
    [["1", "9"], "pick one of your characters; when one is active, aim at an enemy"],
    [["N"], "pick the next one that can act"],
    [["Arrow keys"], "move the preview by a quarter of an inch, with Shift by an inch"],
    [["W"], "set a waypoint; with nothing picked, watch the other side's turn"],
    [["T"], "turn instead of moving"],
    [["Enter"], "play what the preview shows; if it is refused, go as far as it can"],
    [["Esc"], "put it back"],
    [["A", "C"], "shoot at, or charge, the enemy that you click next"],
    [["S"], "stay: this one does nothing more"],
    [["E"], "pass"],
    [["+", "-"], "zoom in, or out; 0 shows the whole table"],
    [["R"], "roll the dice"],
    [["1", "6"], "enter the face of your own die"],
  ],
};
