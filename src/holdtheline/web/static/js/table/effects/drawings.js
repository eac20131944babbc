// How each kind of effect is drawn. A function starts the effect; it may return a function that shows the result when it ends.

import { svg } from "../../lib/dom.js";
import { pipsOf } from "../../lib/dice.js";
import { turnPoint } from "../../lib/orientation.js";

const MISS = 0.18; // of the target's size: how far shots scatter
const DROP = 26; // in the picture's unit: how far a block falls
const LAND_AT = 0.6; // the part of a throw after which the die shows its face

/** Start an effect; return a function that shows its result when it has ended, or undefined. */
export function drawEffect(layer, cue) {
  return DRAWINGS[cue.effect.kind](layer, cue.effect, cue.duration, cue);
}

const DRAWINGS = {
  act: drawAct,
  die: drawDie,
  shot: drawShot,
  strike: drawStrike,
  move: drawMove,
  hit: drawHit,
  gone: drawGone,
  shake: drawShake,
  change: (layer, { figures }) => layer.change(figures),
};

/** Draw a ring around a piece that begins to act. */
function drawAct(layer, { id }, duration) {
  const at = layer.middleOf(id);
  if (!at) return;
  const node = layer.add(svg("circle", { class: "effect-ring", cx: at.x, cy: at.y, r: Math.max(at.width, at.height) * 0.62, opacity: 0 }));
  layer.animate(node, [{ transform: "scale(1.6)", opacity: 0 }, { transform: "scale(1)", opacity: 1 }], duration).addEventListener("finish", () => node.remove());
}

// Dice

function drawDie(layer, { face, id, is_good: isGood, tone, figures }, duration, { dieIndex, dieCount }) {
  const inPlace = figures.length > 0 && layer.boxOf(id);
  const { size, x, y } = inPlace ? placeOn(inPlace) : layer.placeOfDie(id, dieIndex, dieCount);
  const faces = [(face % 6) + 1, ((face + 2) % 6) + 1, face].map((shown) =>
    svg("g", {}, svg("rect", { x: -12, y: -12, width: 24, height: 24, rx: 5 }), pipsOf(shown)));
  if (isGood !== null) faces.at(-1).dataset.good = isGood;
  const body = svg("g", { class: "effect-body" }, ...faces);
  const die = layer.add(svg("g", { class: `effect-die ${tone && `htl-${tone}`}`, transform: `translate(${x} ${y}) scale(${size / 24})` }, body));
  const ends = [0, LAND_AT / 2, LAND_AT, 1];
  faces.forEach((shown, number) => showBetween(layer, shown, duration, ends[number], ends[number + 1]));
  layer.animate(body, [
    { transform: "translate(-9px, -34px) rotate(-260deg) scale(.7)", opacity: 0.3 },
    { transform: "translate(0, 3px) rotate(-60deg) scale(1.08)", opacity: 1, offset: 0.45 },
    { transform: "translate(0, -4px) rotate(14deg)", offset: 0.68 },
    { transform: "none" },
  ], duration);
  return inPlace ? () => {
    layer.change(figures);
    die.remove();
  } : undefined;
}

function placeOn({ x, y, width, height }) {
  return { x: x + width / 2, y: y + height / 2, size: Math.min(width, height) };
}

/** Show a node only between two parts of the time. */
function showBetween(layer, node, duration, from, to) {
  if (to < 1) node.setAttribute("opacity", 0);
  const frames = [{ opacity: 0, offset: 0 }, { opacity: 0, offset: from }, { opacity: 1, offset: from }, { opacity: 1, offset: to }];
  if (to < 1) frames.push({ opacity: 0, offset: to }, { opacity: 0, offset: 1 });
  layer.animate(node, frames, duration, { easing: "linear" });
}

// Shots

function drawShot(layer, { source, target, style, count }, duration) {
  const [from, to] = [layer.middleOf(source), layer.middleOf(target)];
  if (!from || !to) return undefined;
  const { size } = layer.placeOfDie(target, 0, 1);
  const angle = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
  const shots = Math.min(SHOTS[style].per * Math.max(count, 1), 12);
  const flight = duration * SHOTS[style].flight;
  for (let shot = 0; shot < shots; shot += 1) {
    const wait = shots > 1 ? ((duration - flight) * shot) / (shots - 1) : 0;
    const [aside, along] = [scatter(shot, 0) * from.width * MISS, scatter(shot, 1) * to.width * MISS];
    const bullet = SHOTS[style].shape(size);
    const start = `translate(${from.x + aside}px, ${from.y + scatter(shot, 2) * from.height * MISS}px) rotate(${angle}deg)`;
    const end = `translate(${to.x + along}px, ${to.y + scatter(shot, 3) * to.height * MISS}px) rotate(${angle}deg)`;
    const node = layer.add(svg("g", { class: `effect-shot effect-${style}` }, bullet));
    layer.animate(node, [{ transform: start, opacity: 1 }, { transform: end, opacity: 1 }], flight, { delay: wait, easing: SHOTS[style].easing, fill: "both" })
      .addEventListener("finish", () => node.remove());
    if (SHOTS[style].smokes) puff(layer, from, to, aside, size, wait, duration);
  }
  return undefined;
}

const SHOTS = {
  volley: { per: 3, flight: 0.45, easing: "linear", smokes: true, shape: (size) => svg("path", { d: `M${-size * 0.35} 0H${size * 0.35}` }) },
  cannon: { per: 1, flight: 0.5, easing: "linear", smokes: true, shape: (size) => svg("circle", { r: size * 0.16 }) },
  arrow: { per: 1, flight: 0.7, easing: "ease-in", smokes: false, shape: (size) => svg("path", { d: arrowPath(size) }) },
  march: { per: 1, flight: 0.7, easing: "ease-in-out", smokes: false, shape: (size) => svg("circle", { r: size * 0.2 }) },
};

function arrowPath(size) {
  const half = size * 0.5;
  return `M${-half} 0H${half}M${half} 0l${-size * 0.25} ${-size * 0.16}M${half} 0l${-size * 0.25} ${size * 0.16}`;
}

/** Return a number from -1 to 1 that looks random, and is the same in every replay. */
function scatter(shot, what) {
  const value = Math.sin((shot + 1) * 12.9898 + what * 78.233) * 43758.5453;
  return (value - Math.floor(value)) * 2 - 1;
}

/** Draw the smoke of a gun in front of the piece that fires. */
function puff(layer, from, to, aside, size, delay, duration) {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const reach = Math.min(from.width, from.height) * 0.7;
  const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const [x, y] = [from.x + dx * reach - dy * aside, from.y + dy * reach + dx * aside];
  const node = layer.add(svg("circle", { class: "effect-smoke", cx: x, cy: y, r: size * 0.4 }));
  node.setAttribute("opacity", 0);
  layer.animate(node, [{ transform: "scale(.2)", opacity: 0.95 }, { transform: `translate(${dx * size * 0.5}px, ${dy * size * 0.5 - size * 0.3}px) scale(1.7)`, opacity: 0 }], duration, { delay })
    .addEventListener("finish", () => node.remove());
}

// Pieces

function drawStrike(layer, { id, target }, duration) {
  const [from, to, piece] = [layer.middleOf(id), layer.middleOf(target), layer.piece(id)];
  if (!from || !to) return;
  raise(piece);
  const unit = unitOf(piece, layer.picture);
  const [dx, dy] = [((to.x - from.x) * 0.55) / unit, ((to.y - from.y) * 0.55) / unit];
  layer.animate(piece, [{ translate: "0 0" }, { translate: `${-dx * 0.15}px ${-dy * 0.15}px`, offset: 0.3 }, { translate: `${dx}px ${dy}px`, offset: 0.62 }, { translate: "0 0" }], duration, { easing: "ease-in-out" });
}

function drawMove(layer, { id, x: toX, y: toY }, duration) {
  const piece = layer.piece(id);
  if (!piece) return;
  const { x, y } = turnPoint(layer.picture, { x: toX, y: toY });
  const { a, b, c, d, e, f } = piece.transform.baseVal.consolidate()?.matrix ?? new DOMMatrix();
  raise(piece);
  piece.setAttribute("transform", `matrix(${a} ${b} ${c} ${d} ${x} ${y})`);
  layer.animate(piece, [{ translate: `${e - x}px ${f - y}px` }, { translate: "0 0" }], duration, { easing: "ease-in-out" });
}

function drawHit(layer, { id, loss, figures }, duration) {
  const [box, piece] = [layer.boxOf(id), layer.piece(id)];
  if (box) {
    const shift = Math.max(box.width * 0.06, 3) / Math.abs(unitOf(piece, layer.picture));
    const steps = [0, 1, -1, 0.7, -0.5, 0].map((step) => ({ translate: `${step * shift}px 0` }));
    layer.animate(piece, steps, duration);
    flash(layer, box, duration);
    if (loss) fallingBlocks(layer, box, loss.count, duration);
  }
  layer.change(figures);
}

function flash(layer, { x, y, width, height }, duration) {
  const node = layer.add(svg("rect", { class: "effect-flash", x, y, width, height, rx: Math.min(width, height) * 0.15, opacity: 0 }));
  layer.animate(node, [{ opacity: 0.75 }, { opacity: 0 }], duration).addEventListener("finish", () => node.remove());
}

/** Draw how many blocks a piece loses, and let them fall. */
function fallingBlocks(layer, box, count, duration) {
  const { size } = layer.placeOfDie("", 0, 1);
  const unit = size / 24;
  for (let block = 0; block < Math.min(count, 6); block += 1) {
    const x = box.x + box.width / 2 + (block - (count - 1) / 2) * 12 * unit;
    const node = layer.add(svg("rect", { class: "effect-block", x: x - 4 * unit, y: box.y + box.height / 2 - 8 * unit, width: 8 * unit, height: 16 * unit, rx: 1.5 * unit, opacity: 0 }));
    const turn = 60 * scatter(block, 4);
    layer.animate(node, [{ transform: "none", opacity: 1 }, { transform: `translateY(${DROP * unit}px) rotate(${turn}deg)`, opacity: 0.9, offset: 0.7 }, { transform: `translateY(${DROP * 1.3 * unit}px) rotate(${turn * 1.4}deg)`, opacity: 0 }], duration, { easing: "ease-in" })
      .addEventListener("finish", () => node.remove());
  }
  const text = layer.add(svg("text", { class: "effect-loss", x: box.x + box.width / 2, y: box.y + box.height * 0.3, "font-size": 20 * unit, opacity: 0, text: `−${count}` }));
  layer.animate(text, [{ transform: "none", opacity: 1 }, { transform: `translateY(${-14 * unit}px)`, opacity: 1, offset: 0.75 }, { transform: `translateY(${-16 * unit}px)`, opacity: 0 }], duration)
    .addEventListener("finish", () => text.remove());
}

function drawGone(layer, { id }, duration) {
  const piece = layer.piece(id);
  if (!piece) return undefined;
  flash(layer, layer.boxOf(id), duration / 2);
  const drop = layer.boxOf(id).height / (2 * unitOf(piece, layer.picture));
  const fall = layer.animate(piece, [{ translate: "0 0", opacity: 1 }, { translate: `0 ${drop}px`, opacity: 0 }], duration, { easing: "ease-in", fill: "both" });
  return () => {
    piece.style.visibility = "hidden"; // until the next picture, in which the same element may be a row of a list
    fall.cancel(); // what it fills outlasts that picture
  };
}

function drawShake(layer, { part, falls }, duration) {
  const force = falls ? 11 : 6;
  const steps = [0, 1, -1, 0.8, -0.7, 0.5, -0.3, 0].map((step, at) => ({ translate: `${step * force}px ${at % 2 ? step * force * 0.4 : 0}px` }));
  for (const node of layer.picture.querySelectorAll(`.htl-${part}`)) {
    layer.animate(node, steps, duration, { easing: "linear" });
    dust(layer, node.getBBox(), falls ? 9 : 4, duration);
  }
}

/** Draw dust that rises from a part of the picture. */
function dust(layer, { x, y, width, height }, count, duration) {
  for (let cloud = 0; cloud < count; cloud += 1) {
    const node = layer.add(svg("circle", { class: "effect-smoke", cx: x + ((cloud + 0.5) * width) / count, cy: y + height * (0.45 + 0.35 * scatter(cloud, 5)), r: 16, opacity: 0 }));
    layer.animate(node, [{ transform: "scale(.3)", opacity: 0.9 }, { transform: "translateY(-26px) scale(1.6)", opacity: 0 }], duration, { delay: (duration * 0.3 * cloud) / count })
      .addEventListener("finish", () => node.remove());
  }
}

/** Draw a piece over all others in its group. */
function raise(piece) {
  if (piece.nextElementSibling) piece.parentNode.append(piece);
}

/** Return how large a unit of the piece's parent is in the picture; it is negative on a turned table. */
function unitOf(piece, picture) {
  let unit = 1;
  for (let node = piece.parentNode; node && node !== picture; node = node.parentNode) {
    unit *= node.transform?.baseVal.consolidate()?.matrix.a ?? 1;
  }
  return unit || 1;
}
