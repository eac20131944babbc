// Help for skirmish, and the pages that only skirmish has.

export const about = {
  hasDice: true,
  progress: (rounds) => `round ${rounds}`,
  pages: [
    { href: "/campaign", text: "Campaigns" },
    { href: "/editor/skirmish", text: "Make a battle" },
  ],
  pointer: [
    "Drag one of your characters: the preview shows its path in inches, where it will look, and a line to each enemy. A solid line means that both see each other, dashes that the enemy looks away, a cross that something hides it.",
    "Let go, and the move is played. Near an enemy the character snaps to contact, and that is a charge; on an objective in reach it picks it up; when carrying one it snaps to the edge.",
    "Instead of dragging, click a character and then a place or an enemy. If it can both shoot and charge that enemy, click the sign you want. Click the character again to put it back.",
    "Rest the pointer on a character, an objective or terrain, or press it long, to see its card: its numbers, what hides it, and why the odds are what they are.",
    "For a path with a bend, press W or the right mouse button where it should bend. If a move is refused, you see where it is stopped and why; a button takes it that far.",
    "You can also type inches: x, y, or with a waypoint x, y; x, y.",
    "What the enemy did is numbered on the table and explained by its list.",
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
    [["S"], "end the activation"],
    [["I"], "show the card of the focused or selected character"],
    [["E"], "pass"],
    [["+", "-"], "zoom in, or out; 0 shows the whole table"],
    [["R"], "roll the dice"],
    [["1", "6"], "enter the face of your own die"],
  ],
};
