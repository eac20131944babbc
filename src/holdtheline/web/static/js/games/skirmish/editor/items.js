// Items on the table: names, sizes, moving and turning. Units are inches, y points upwards.

export const SIZE = 24;
export const ON_TABLE = ["terrain", "character", "objective"];
const FACINGS = { right: 0, up: 90, left: 180, down: 270 };
const DEFAULT_SIZE = { wall: 4, pillar: 1, wood: 3, water: 4 };

let parts = null;

/** Store the parts that the server offers; names and sizes need them. */
export function setParts(offered) {
  parts = offered;
}

/** Return the shipped book of cards that a company uses, or undefined. */
export function bookOf(company) {
  return parts.books.find((book) => book.name === company?.cards);
}

/** Return the cards for a character of this company; cards of the battle replace those of the book. */
export function cardsFor(fields, company) {
  const own = fields.card.filter((one) => one.name);
  const book = bookOf(company)?.cards ?? [];
  return [...own, ...book.filter((card) => !own.some((one) => one.name === card.name))];
}

export function companyOf(fields, character) {
  return fields.company.find((one) => itemName(fields, "company", one) === character.company);
}

export function cardOf(fields, character) {
  return cardsFor(fields, companyOf(fields, character)).find((one) => one.name === character.card);
}

export function sideOf(fields, character) {
  return companyOf(fields, character)?.side ?? "enemy";
}

export function radiusOf(fields, character) {
  return (cardOf(fields, character)?.base ?? 1) / 2;
}

/** Return the name by which others refer to an item; terrain without a name is called by its kind. */
export function itemName(fields, kind, item) {
  if (kind === "character") return item.name ?? item.card ?? "Unnamed";
  if (kind === "company") return item.name ?? bookOf(item)?.title ?? "A company";
  if (kind === "terrain") return item.name ?? `A ${item.kind}`;
  if (kind === "ending") return `When ${parts.endings.find((one) => one.when === item.when)?.sentence ?? "…"}`;
  return item.name ?? `A ${kind}`;
}

/** Return an item's name and position. */
export function describe(fields, kind, item) {
  const name = itemName(fields, kind, item);
  const what = kind === "terrain" && item.name ? `${item.kind}, ` : "";
  const [x, y] = middleOf(item);
  return `${name}, ${what}at ${inches(x)}, ${inches(y)}`;
}

/** Format a number of inches. */
export function inches(number) {
  return String(Math.round(number * 1000) / 1000);
}

/** Return the names that traits and endings can refer to. */
export function namesFor(fields, kindWanted) {
  const of = (kind) => fields[kind].map((one) => itemName(fields, kind, one));
  if (kindWanted === "terrain") return fields.terrain.map((one) => one.name).filter(Boolean);
  if (kindWanted === "objectives") return of("objective");
  if (kindWanted === "carriers") return [...parts.sides, ...of("company"), ...of("character")];
  if (kindWanted === "targets") return [...friendNames(fields), ...of("objective")];
  if (["lines", "results", "flags"].includes(kindWanted)) return parts[kindWanted];
  if (kindWanted === "side") return parts.sides;
  return of("character");
}

/** Return the names of the friends and their companies. */
function friendNames(fields) {
  const companies = fields.company.filter((one) => one.side === "friends").map((one) => itemName(fields, "company", one));
  const people = fields.character.filter((one) => sideOf(fields, one) === "friends");
  return [...companies, ...people.map((one) => itemName(fields, "character", one))];
}

/** Return this name, with a number if it is taken. */
export function freeName(fields, wanted) {
  const all = ["terrain", "company", "character", "objective"].flatMap((kind) => fields[kind].map((one) => itemName(fields, kind, one)));
  const taken = new Set(all.map((name) => name.toLowerCase()));
  let name = wanted;
  for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = `${wanted} ${number}`;
  return name;
}

/** Update all references to a renamed item. */
export function renameReferences(fields, old, name) {
  const replace = (value) => {
    if (value === old) return name;
    if (Array.isArray(value)) return value.map(replace);
    if (value && typeof value === "object") return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, replace(part)]));
    return value;
  };
  const holders = [fields, ...["terrain", "company", "card", "character", "objective"].flatMap((kind) => fields[kind])];
  for (const holder of holders) if (holder.traits) holder.traits = replace(holder.traits);
  for (const ending of fields.ending) for (const field of ["who", "what", "company"]) if (ending[field] === old) ending[field] = name;
  for (const character of fields.character) if (character.company === old) character.company = name;
}

// Shapes

export function shapeOf(terrain) {
  return ["disc", "line", "rect", "corners"].find((shape) => Array.isArray(terrain[shape]));
}

export function degreesOf(facing) {
  return FACINGS[facing] ?? (Number.isFinite(facing) ? facing : 90);
}

/** Return degrees as written in the file: as a word if there is one. */
export function facingOf(degrees) {
  const whole = ((Math.round(degrees) % 360) + 360) % 360;
  return Object.keys(FACINGS).find((word) => FACINGS[word] === whole) ?? whole;
}

export function rotatePoint([x, y], [mx, my], degrees) {
  const angle = (degrees * Math.PI) / 180;
  const [dx, dy] = [x - mx, y - my];
  return [mx + dx * Math.cos(angle) - dy * Math.sin(angle), my + dx * Math.sin(angle) + dy * Math.cos(angle)];
}

/** Return the corners of a piece of terrain; for a disc its middle, for a line its ends. */
export function cornersOf(terrain) {
  const shape = shapeOf(terrain);
  const value = terrain[shape] ?? [];
  if (shape === "corners") return value;
  const [x, y, a, b] = value;
  if (shape === "disc") return [[x, y]];
  if (shape === "line") return [[x, y], [a, b]];
  if (shape !== "rect") return [];
  const middle = [x + a / 2, y + b / 2];
  return [[x, y], [x + a, y], [x + a, y + b], [x, y + b]].map((corner) => rotatePoint(corner, middle, terrain.turned ?? 0));
}

export function middleOf(item) {
  if (item.at) return item.at;
  const corners = cornersOf(item);
  const middle = (axis) => corners.reduce((sum, corner) => sum + corner[axis], 0) / (corners.length || 1);
  return [middle(0), middle(1)];
}

/** Return half the thickness; corners are sharp. */
export function roundingOf(terrain) {
  const shape = shapeOf(terrain);
  if (shape === "disc") return terrain.disc[2] / 2;
  return shape === "line" ? (terrain.thick ?? parts.limits.thick) / 2 : 0;
}

/** Round to a thousandth of an inch. */
export function round(number) {
  return Math.round(number * 1000) / 1000;
}

/** Move an item, but not off the table. */
export function moveBy(item, [dx, dy]) {
  const points = item.at ? [item.at] : cornersOf(item);
  const clamped = (d, axis) => {
    const all = points.map((point) => point[axis]);
    return Math.min(Math.max(d, -Math.min(...all)), SIZE - Math.max(...all));
  };
  const by = [clamped(dx, 0), clamped(dy, 1)];
  const moved = (point) => point.map((part, axis) => round(part + by[axis]));
  if (item.at) item.at = moved(item.at);
  const shape = shapeOf(item);
  if (shape === "corners") item.corners = item.corners.map(moved);
  else if (shape === "line") item.line = [...moved(item.line.slice(0, 2)), ...moved(item.line.slice(2))];
  else if (shape) item[shape] = [...moved(item[shape].slice(0, 2)), ...item[shape].slice(2)];
}

/** Turn an item about its middle; a character only changes its facing. */
export function turnBy(item, degrees) {
  const shape = shapeOf(item);
  if (item.at) {
    if ("facing" in item) item.facing = facingOf(degreesOf(item.facing) + degrees);
  } else if (shape === "rect") {
    item.turned = (((item.turned ?? 0) + degrees) % 360 + 360) % 360;
    if (!item.turned) delete item.turned;
  } else if (shape === "line" || shape === "corners") {
    const middle = middleOf(item);
    const corners = cornersOf(item).map((corner) => rotatePoint(corner, middle, degrees).map(round));
    item[shape] = shape === "line" ? corners.flat() : corners;
  }
}

/** Change the size of an item by some inches: diameter, thickness, width (axis 0) or height (axis 1). */
export function growBy(item, by, axis = 0) {
  const clamp = (value) => round(Math.min(Math.max(value, 0.25), SIZE));
  const shape = shapeOf(item);
  if (shape === "disc") item.disc[2] = clamp(item.disc[2] + by);
  else if (shape === "line") item.thick = clamp((item.thick ?? parts.limits.thick) + by);
  else if (shape === "rect") item.rect[2 + axis] = clamp(item.rect[2 + axis] + by);
}

/** Return a shape of default size, for a click without a drag. */
export function defaultShape(kind, shape, [x, y]) {
  const length = DEFAULT_SIZE[kind] ?? 3;
  const inside = (part, half) => Math.min(Math.max(part, half), SIZE - half);
  if (shape === "disc") return { disc: [x, y, length] };
  if (shape === "line") return { line: [inside(x, length / 2) - length / 2, y, inside(x, length / 2) + length / 2, y] };
  return { rect: [inside(x, 1.5) - 1.5, inside(y, 1) - 1, 3, 2] };
}
