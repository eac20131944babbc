// Things on the table: their names and sizes, and how they are moved and turned. In inches, y upwards.

export const SIZE = 24;
export const ON_TABLE = ["terrain", "character", "objective"];
const FACINGS = { right: 0, up: 90, left: 180, down: 270 };
const USUAL_SIZE = { wall: 4, pillar: 1, wood: 3, water: 4 };

let parts = null;

/** Keep what the server offers; names and sizes need it. */
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
  return fields.company.find((one) => thingName(fields, "company", one) === character.company);
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

/** Return the name by which others refer to a thing; terrain without a name is called by its kind. */
export function thingName(fields, kind, thing) {
  if (kind === "character") return thing.name ?? thing.card ?? "Unnamed";
  if (kind === "company") return thing.name ?? bookOf(thing)?.title ?? "A company";
  if (kind === "terrain") return thing.name ?? `A ${thing.kind}`;
  if (kind === "ending") return `When ${parts.endings.find((one) => one.when === thing.when)?.sentence ?? "…"}`;
  return thing.name ?? `A ${kind}`;
}

/** Return a thing's name and place. */
export function describe(fields, kind, thing) {
  const name = thingName(fields, kind, thing);
  const what = kind === "terrain" && thing.name ? `${thing.kind}, ` : "";
  const [x, y] = middleOf(thing);
  return `${name}, ${what}at ${inches(x)}, ${inches(y)}`;
}

/** Format a number of inches. */
export function inches(number) {
  return String(Math.round(number * 1000) / 1000);
}

/** Return the names that traits and endings can refer to. */
export function namesFor(fields, kindWanted) {
  const of = (kind) => fields[kind].map((one) => thingName(fields, kind, one));
  if (kindWanted === "terrain") return fields.terrain.map((one) => one.name).filter(Boolean);
  if (kindWanted === "objectives") return of("objective");
  if (kindWanted === "carriers") return [...parts.sides, ...of("company"), ...of("character")];
  if (kindWanted === "lines") return parts.lines;
  return of("character");
}

/** Return a name like this one that is still free. */
export function freeName(fields, wanted) {
  const all = ["terrain", "company", "character", "objective"].flatMap((kind) => fields[kind].map((one) => thingName(fields, kind, one)));
  const taken = new Set(all.map((name) => name.toLowerCase()));
  let name = wanted;
  for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = `${wanted} ${number}`;
  return name;
}

/** Change all references to a thing that got another name. */
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

/** Return degrees as the file has them: as a word where there is one. */
export function facingOf(degrees) {
  const whole = ((Math.round(degrees) % 360) + 360) % 360;
  return Object.keys(FACINGS).find((word) => FACINGS[word] === whole) ?? whole;
}

export function rotatePoint([x, y], [mx, my], degrees) {
  const angle = (degrees * Math.PI) / 180;
  const [dx, dy] = [x - mx, y - my];
  return [mx + dx * Math.cos(angle) - dy * Math.sin(angle), my + dx * Math.sin(angle) + dy * Math.cos(angle)];
}

/** Return the corners of a piece of terrain: of a disc its middle, of a line its ends. */
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

export function middleOf(thing) {
  if (thing.at) return thing.at;
  const corners = cornersOf(thing);
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

/** Move a thing, but not off the table. */
export function moveBy(thing, [dx, dy]) {
  const points = thing.at ? [thing.at] : cornersOf(thing);
  const clamped = (d, axis) => {
    const all = points.map((point) => point[axis]);
    return Math.min(Math.max(d, -Math.min(...all)), SIZE - Math.max(...all));
  };
  const by = [clamped(dx, 0), clamped(dy, 1)];
  const moved = (point) => point.map((part, axis) => round(part + by[axis]));
  if (thing.at) thing.at = moved(thing.at);
  const shape = shapeOf(thing);
  if (shape === "corners") thing.corners = thing.corners.map(moved);
  else if (shape === "line") thing.line = [...moved(thing.line.slice(0, 2)), ...moved(thing.line.slice(2))];
  else if (shape) thing[shape] = [...moved(thing[shape].slice(0, 2)), ...thing[shape].slice(2)];
}

/** Turn a thing about its middle; a character faces another direction. */
export function turnBy(thing, degrees) {
  const shape = shapeOf(thing);
  if (thing.at) {
    if ("facing" in thing) thing.facing = facingOf(degreesOf(thing.facing) + degrees);
  } else if (shape === "rect") {
    thing.turned = (((thing.turned ?? 0) + degrees) % 360 + 360) % 360;
    if (!thing.turned) delete thing.turned;
  } else if (shape === "line" || shape === "corners") {
    const middle = middleOf(thing);
    const corners = cornersOf(thing).map((corner) => rotatePoint(corner, middle, degrees).map(round));
    thing[shape] = shape === "line" ? corners.flat() : corners;
  }
}

/** Change the size of a thing by some inches: diameter, thickness, width (axis 0) or height (axis 1). */
export function growBy(thing, by, axis = 0) {
  const clamp = (value) => round(Math.min(Math.max(value, 0.25), SIZE));
  const shape = shapeOf(thing);
  if (shape === "disc") thing.disc[2] = clamp(thing.disc[2] + by);
  else if (shape === "line") thing.thick = clamp((thing.thick ?? parts.limits.thick) + by);
  else if (shape === "rect") thing.rect[2 + axis] = clamp(thing.rect[2 + axis] + by);
}

/** Return a shape of usual size, for a click without a drag. */
export function defaultShape(kind, shape, [x, y]) {
  const length = USUAL_SIZE[kind] ?? 3;
  const inside = (part, half) => Math.min(Math.max(part, half), SIZE - half);
  if (shape === "disc") return { disc: [x, y, length] };
  if (shape === "line") return { line: [inside(x, length / 2) - length / 2, y, inside(x, length / 2) + length / 2, y] };
  return { rect: [inside(x, 1.5) - 1.5, inside(y, 1) - 1, 3, 2] };
}
