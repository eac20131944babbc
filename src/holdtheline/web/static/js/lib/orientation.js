// Turn a map by half, so that the player looks from the other side: a setting.
//
// On a map of hexes only places change: counters and names stay upright, and names as far apart as they were. A table in
// inches is turned as a whole; its texts are turned back by the style sheet.

const HALF_TABLE = 12000; // thousandths of an inch
const [LETTER_HEIGHT, FLAG_WIDTH] = [11, 40]; // on a map of hexes, in its unit
const UPRIGHT = ".htl-house, .htl-house-lit, .htl-reed, .htl-blade, .htl-tree-top, .htl-tree-shade"; // paths of small marks
const TRANSLATION = /^translate\((-?[\d.]+) (-?[\d.]+)\)$/;

/** Turn a picture that was just parsed; pictures without a map stay as they are. */
export function turnPicture(picture) {
  const table = picture.querySelector(".htl-table");
  if (table) turnTable(table);
  else if (picture.dataset.map) turnMap(picture);
  else return;
  picture.toggleAttribute("data-turned", true);
}

/** Return whether a picture, or the one that a piece is in, is turned. */
export function isTurned(node) {
  return node.closest(".htl-picture").hasAttribute("data-turned");
}

/** Move a new drawing of a counter to its place on a turned map. */
export function turnPiece(picture, piece) {
  const spot = translationOf(piece);
  if (spot && isMap(picture)) setTranslation(piece, turnPoint(picture, spot));
}

/** Return where a point of the map is in the turned picture; coordinates inside a table stay as they are. */
export function turnPoint(picture, point) {
  if (!isMap(picture)) return point;
  const middle = middleOfMap(picture);
  const centers = hexesOf(picture).map((hex) => mirror(translationOf(hex), middle));
  return shift(point, nearest(centers, point), middle);
}

function isMap(picture) {
  return Boolean(picture.dataset.map) && picture.hasAttribute("data-turned");
}

function turnTable(table) {
  table.setAttribute("transform", `${table.getAttribute("transform")} rotate(180 ${HALF_TABLE} ${HALF_TABLE})`);
  for (const text of table.querySelectorAll("text[transform]")) { // the style sheet turns texts that have no transform
    const group = document.createElementNS(text.namespaceURI, "g");
    group.setAttribute("transform", text.getAttribute("transform"));
    text.removeAttribute("transform");
    text.replaceWith(group);
    group.append(text);
  }
}

function turnMap(picture) {
  const middle = middleOfMap(picture);
  const centers = hexesOf(picture).map(translationOf);
  for (const mark of picture.querySelectorAll(UPRIGHT)) mark.setAttribute("d", keepUpright(mark.getAttribute("d")));
  for (const part of picture.children) { // arrows and the land, which has the frame of the map
    const spot = translationOf(part);
    if (part.matches(".htl-arrow, :has(> .htl-neat)")) part.setAttribute("transform", `rotate(180 ${middle.x} ${middle.y})`);
    else if (part.matches(".htl-vp-flag")) setTranslation(part, mirror({ x: spot.x + FLAG_WIDTH, y: spot.y }, middle));
    else if (spot && isOnMap(picture, spot)) setTranslation(part, shift(spot, nearest(centers, spot), middle));
  }
  for (const text of picture.querySelectorAll(".htl-names > text")) {
    text.setAttribute("x", 2 * middle.x - text.getAttribute("x"));
    text.setAttribute("y", 2 * middle.y - text.getAttribute("y") + LETTER_HEIGHT);
  }
}

/** Return a path of many small marks, each drawn with relative commands, so that they are upright where the path is turned. */
function keepUpright(d) {
  return d.replace(/([a-z])([^A-Za-z]*)/g, (_, command, numbers) => command + numbers.replace(/-?[\d.]+/g, (number) => ` ${-number}`));
}

/** Return the place of a point in the turned picture: at the same side of the middle of its hex as before. */
function shift(point, center, middle) {
  const turned = mirror(center, middle);
  return { x: point.x + turned.x - center.x, y: point.y + turned.y - center.y };
}

function mirror(point, middle) {
  return { x: 2 * middle.x - point.x, y: 2 * middle.y - point.y };
}

function nearest(points, { x, y }) {
  const distanceTo = (point) => (point.x - x) ** 2 + (point.y - y) ** 2;
  return points.reduce((best, point) => (distanceTo(point) < distanceTo(best) ? point : best));
}

function hexesOf(picture) {
  return [...picture.querySelectorAll(':scope > [data-id^="hex-"]')];
}

function middleOfMap(picture) {
  const [x, y, width, height] = picture.dataset.map.split(" ").map(Number);
  return { x: x + width / 2, y: y + height / 2 };
}

function isOnMap(picture, spot) {
  const [x, y, width, height] = picture.dataset.map.split(" ").map(Number);
  return spot.x > x && spot.x < x + width && spot.y > y && spot.y < y + height;
}

function translationOf(node) {
  const [, x, y] = TRANSLATION.exec(node.getAttribute("transform") ?? "") ?? [];
  return x === undefined ? null : { x: Number(x), y: Number(y) };
}

function setTranslation(node, { x, y }) {
  node.setAttribute("transform", `translate(${Math.round(100 * x) / 100} ${Math.round(100 * y) / 100})`);
}
