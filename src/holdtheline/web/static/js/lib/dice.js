// Dice: their faces as small pictures, and how they tumble when rolled.

import { svg } from "./dom.js";
import { pieceOf } from "./picture.js";
import { wantsMotion } from "./settings.js";

const PIPS = {
  1: [[0, 0]],
  2: [[-1, -1], [1, 1]],
  3: [[-1, -1], [0, 0], [1, 1]],
  4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};

const ROLL_TIME = 360; // milliseconds for all dice of one roll together
const LONGEST_THROW = 260; // milliseconds for one die

const TUMBLE = [
  { transform: "translateY(-26px) rotate(-200deg) scale(.7)", opacity: 0.2 },
  { transform: "translateY(5px) rotate(-70deg) scale(1.06)", opacity: 1, offset: 0.45 },
  { transform: "translateY(-7px) rotate(18deg) scale(1.02)", opacity: 1, offset: 0.72 },
  { transform: "none", opacity: 1 },
];

/** Return a die's face as a picture in a line of text. It is decoration: give the number as text, too. */
export function dieFace(face) {
  const pips = PIPS[face].map(([x, y]) => svg("circle", { cx: 12 + x * 5, cy: 12 + y * 5, r: 2 }));
  return svg("svg", { class: "die-face", viewBox: "0 0 24 24", "aria-hidden": "true" },
    svg("rect", { x: 1.5, y: 1.5, width: 21, height: 21, rx: 5 }), ...pips);
}

/** Return the pips of a face around (0, 0), on a die of 24 units. */
export function pipsOf(face) {
  return svg("g", {}, ...PIPS[face].map(([x, y]) => svg("circle", { cx: x * 5.5, cy: y * 5.5, r: 2.2 })));
}

let running = [];

/** Let the dice with these ids tumble one after the other. */
export function tumble(picture, ids) {
  finishTumble();
  if (!wantsMotion()) return;
  const dice = ids.map((id) => shapeOf(picture, id)).filter(Boolean);
  const duration = Math.min(LONGEST_THROW, ROLL_TIME / Math.max(1, dice.length) + 60);
  const step = dice.length > 1 ? (ROLL_TIME - duration) / (dice.length - 1) : 0;
  running = dice.map((die, at) => throwDie(die, duration, at * step));
}

/** Finish tumbling immediately, so that the player does not wait for dice. */
export function finishTumble() {
  for (const animation of running) animation.finish();
  running = [];
}

function throwDie(die, duration, delay) {
  die.style.transformBox = "fill-box";
  die.style.transformOrigin = "center";
  const animation = die.animate(TUMBLE, { duration, delay, fill: "backwards", easing: "ease-out" });
  animation.onfinish = () => die.removeAttribute("style");
  return animation;
}

/** Return the shape inside a piece: the piece itself has a transform that places it. */
function shapeOf(picture, id) {
  const piece = pieceOf(picture, id);
  return piece?.querySelector(".htl-die, .htl-no-die") ?? piece?.querySelector("g");
}
