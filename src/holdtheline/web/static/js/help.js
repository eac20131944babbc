// What the page says of a game in its own words: how it is played by hand, and with which keys.

import { el, fill } from "./dom.js";

const TOUCH = "Touch what has a dashed frame in the picture. Nothing has to be held or dragged.";
const COMMON = [
  [["Tab"], "go through the page; the arrow keys go through the picture and the list of moves"],
  [["U"], "undo the last move, or hear why not"],
  [["H"], "ask the coach, or send it away"],
  [["?"], "this page"],
];

const GAMES = {
  siege: {
    hasDice: true,
    touches: [
      TOUCH,
      "To send troops, touch a lane once for each of them.",
      "To rearrange, touch the dice that are to change places.",
      "A die that was touched is let go by a second touch; Back takes the last touch back, Clear all of them.",
      "The big button says what it will do, and waits for you. A move in the list is played at once.",
    ],
    keys: [
      [["letter"], "touch the thing that shows this letter in the picture"],
      [["Enter"], "send the move that is ready, or roll"],
      [["Backspace"], "take the last touch back"],
      [["Esc"], "touch nothing; from an earlier moment, back to now"],
      [["R"], "roll the dice"],
      [["1", "6"], "what your own die shows"],
    ],
  },
  towers: {
    hasDice: false,
    touches: [
      "To build, touch a tower below the lanes or in the list, then a cell of your own lane. The square shows how far it reaches; hatched cells are closed, and say why.",
      "To take down a tower of this turn, touch it: the big button asks once more.",
      "To hire, touch a soldier. Dismiss the last takes it back.",
      "To send a soldier, drag it onto the timeline, or touch it and then its place: a row is a column of the other lane, from left to right run the timesteps.",
      "Several at one place lie in a stack; a tick lets you move whole stacks. Everybody goes at once, one a step, or as in the last turn with one button.",
      "An order is given as soon as it is touched, and Undo takes it back. Nobody sees it until both are ready.",
      "After Ready the turn is shown as a film; it can be paused, stepped, and watched again from the log.",
    ],
    keys: [
      [["1", "4"], "hire a soldier"],
      [["5", "8"], "pick a tower; the arrow keys go from cell to cell, Enter builds"],
      [["Enter"], "on a soldier of the timeline: take it up, and put it down where the arrow keys have led; H keeps it at home"],
      [["N", "Esc"], "never mind: leave half an order"],
      [["L"], "everybody as in the last turn"],
      [["A"], "everybody stays at home"],
      [["X"], "dismiss the soldier hired last"],
      [["R"], "ready; Enter confirms it"],
      [["Space"], "in the film: pause, or play on"],
      [[",", "."], "in the film: one timestep back, or on"],
      [["K", "L"], "in the film: to the next kill, or the next leak"],
      [["Home", "End"], "in the film: to its start, or to the report"],
      [["Enter", "Esc"], "after the film: go on; Esc leaves it at any time"],
    ],
  },
};

GAMES.civilwar = {
  hasDice: true,
  touches: [
    "Touch one of your pieces: the hexes that it can reach are marked with their AP, dots for the next hex, lines for those farther on, a net for the leader's extra hex. Touch one of them, and the big button takes it there.",
    "To take a leader along, touch the unit, then the leader, then the hex.",
    "To fire, touch the unit and then the enemy. For close combat, Assault comes in between. The odds are shown before you confirm; where a morale is hidden, as a range.",
    "An enemy in range that cannot be seen has a dotted edge, and what hides it is barred.",
    "The wheel or two fingers zoom the map, dragging pans it. A move in the list is played at once.",
    "Watch their turn shows step by step what the other side has done.",
    "A unit shows a square for each block, a hollow one for each that is lost, and the first letters of its morale where it is known: G green, B black, Au gold. In your turn, who has acted is faint and tilted; who may not move yet has white dashes. A star with a number is a hex worth VP; U and C say for whom, its flag who holds it.",
    "Battle, above the map, tells how this battle is won, what is special in it, and its story.",
  ],
  keys: [
    [["N"], "pick the next unit that can still act"],
    [["+", "-"], "zoom in, or out; 0 shows the whole map"],
    [["A"], "assault, after a unit was picked; or advance"],
    [["Y"], "rally the unit that was picked"],
    [["S"], "stop, or stay"],
    [["E"], "end the turn"],
    [["W"], "watch the other side's turn, or pause it"],
    [[",", "."], "one step back, or on, while you look back"],
    ...GAMES.siege.keys.slice(1),
  ],
};

GAMES.skirmish = {
  hasDice: true,
  touches: [
    "Drag one of your characters: its ghost shows the way with its inches, what it would look at, and a line to each enemy. A solid line: both see each other; dashes: the enemy looks away; a cross: what stands there hides it.",
    "Let go, and the move is played. Near an enemy the ghost snaps to contact, and that is a charge; on a thing in reach it picks it up; with something to carry off it snaps to the edge.",
    "Instead of dragging, touch a character and then its place. Touch it once more to put it back. An enemy that is touched is struck only when you confirm it: there may be a charge and a shot.",
    "For a bent way press W, or the other mouse button, where it is to bend; or go half the move first, and then on. A move that is refused is drawn up to where it is stopped, with the reason; a button takes it that far.",
    "Inches can be typed as well: x, y, or with a way-point x, y; x, y.",
    "What the enemy did is numbered on the table, and told with the line of its list that made it do so.",
    "The wheel or two fingers zoom the table. A move in the list is played at once. Undo takes a move back until a die is rolled.",
  ],
  keys: [
    [["1", "9"], "take up one of your characters; when one is active, aim at an enemy"],
    [["N"], "take up the next one that can act"],
    [["Arrow keys"], "move the ghost by a quarter of an inch, with Shift by an inch"],
    [["W"], "set a way-point; with nothing in hand, watch the other side's turn"],
    [["T"], "turn instead of going"],
    [["Enter"], "play what the ghost shows; if it is refused, go as far as it can"],
    [["Esc"], "put it back"],
    [["A", "C"], "shoot at, or charge, the enemy that is touched next"],
    [["S"], "stay: nothing more with this one"],
    [["E"], "pass"],
    [["+", "-"], "zoom in, or out; 0 shows the whole table"],
    [["R"], "roll the dice"],
    [["1", "6"], "what your own die shows"],
  ],
};

const ANY = {
  hasDice: true,
  touches: [TOUCH, "The big button says what it will do, and waits for you. A move in the list is played at once."],
  keys: GAMES.siege.keys,
};

export function hasDice(game) {
  return (GAMES[game] ?? ANY).hasDice;
}

/** How to play this game by hand and by keys. */
export function showHelp(place, game) {
  if (place.dataset.game === game) return;
  place.dataset.game = game;
  const { touches, keys } = GAMES[game] ?? ANY;
  fill(place,
    el("h3", { text: "With fingers or the mouse" }),
    el("ul", { class: "touches" }, touches.map((text) => el("li", { text }))),
    el("h3", { text: "With keys" }),
    el("dl", { class: "keys" }, [...keys, ...COMMON].map(([names, text]) =>
      el("div", {}, el("dt", {}, keysOf(names)), el("dd", { text })))));
}

/** One key, or the first and the last of several. */
function keysOf([first, last]) {
  const between = /^\d$/.test(first) ? " to " : " or ";
  return last ? [el("kbd", { text: first }), between, el("kbd", { text: last })] : [el("kbd", { text: first })];
}
