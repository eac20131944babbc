// Things on the table: what they are called, how large they are, and how they are moved and turned. Inches, y upwards.

export const SIZE = 24;
export const ON_TABLE = ["terrain", "character", "objective"];
const LOOKS = { right: 0, up: 90, left: 180, down: 270 };
const USUAL = { wall: 4, pillar: 1, wood: 3, water: 4 };

let parts = null;

/** What the server offers must be known before anything is called by its name. */
export function know(offered) {
  parts = offered;
}

export function bookOf(company) {
  return parts.books.find((one) => one.name === company?.cards);
}

/** The cards that a character of this company can have: the battle's own hide those of the book. */
export function cardsFor(fields, company) {
  const own = fields.card.filter((one) => one.name);
  const book = bookOf(company)?.cards ?? [];
  return [...own, ...book.filter((card) => !own.some((one) => one.name === card.name))];
}

export function companyOf(fields, character) {
  return fields.company.find((one) => nameOf(fields, "company", one) === character.company);
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

/** As others call it; a piece of terrain without a name by its kind. */
export function nameOf(fields, kind, thing) {
  if (kind === "character") return thing.name ?? thing.card ?? "Somebody";
  if (kind === "company") return thing.name ?? bookOf(thing)?.title ?? "A company";
  if (kind === "terrain") return thing.name ?? `A ${thing.kind}`;
  if (kind === "ending") return `When ${parts.endings.find((one) => one.when === thing.when)?.sentence ?? "…"}`;
  return thing.name ?? `A ${kind}`;
}

/** Its name and place, for a list or a listener. */
export function described(fields, kind, thing) {
  const name = nameOf(fields, kind, thing);
  const what = kind === "terrain" && thing.name ? `${thing.kind}, ` : "";
  const [x, y] = middleOf(thing);
  return `${name}, ${what}at ${inches(x)}, ${inches(y)}`;
}

export function inches(number) {
  return String(Math.round(number * 1000) / 1000);
}

/** Everything that has a name, to be named by traits and endings. */
export function names(fields, takes) {
  const of = (kind) => fields[kind].map((one) => nameOf(fields, kind, one));
  if (takes === "terrain") return fields.terrain.map((one) => one.name).filter(Boolean);
  if (takes === "objectives") return of("objective");
  if (takes === "carriers") return [...parts.sides, ...of("company"), ...of("character")];
  if (takes === "lines") return parts.lines;
  return of("character");
}

/** A name like this one that nobody has yet. */
export function freeName(fields, wanted) {
  const all = ["terrain", "company", "character", "objective"].flatMap((kind) => fields[kind].map((one) => nameOf(fields, kind, one)));
  const taken = new Set(all.map((name) => name.toLowerCase()));
  let name = wanted;
  for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = `${wanted} ${number}`;
  return name;
}

/** Whoever is called so from now on is also called so by all who mean it. */
export function renamed(fields, old, name) {
  const changed = (value) => {
    if (value === old) return name;
    if (Array.isArray(value)) return value.map(changed);
    if (value && typeof value === "object") return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, changed(one)]));
    return value;
  };
  const holders = [fields, ...["terrain", "company", "card", "character", "objective"].flatMap((kind) => fields[kind])];
  for (const one of holders) if (one.traits) one.traits = changed(one.traits);
  for (const one of fields.ending) for (const field of ["who", "what", "company"]) if (one[field] === old) one[field] = name;
  for (const one of fields.character) if (one.company === old) one.company = name;
}

// Shapes

export function shapeOf(terrain) {
  return ["disc", "line", "rect", "corners"].find((shape) => Array.isArray(terrain[shape]));
}

export function degreesOf(facing) {
  return LOOKS[facing] ?? (Number.isFinite(facing) ? facing : 90);
}

/** Degrees as a file has them: a word where there is one. */
export function facingOf(degrees) {
  const whole = ((Math.round(degrees) % 360) + 360) % 360;
  return Object.keys(LOOKS).find((word) => LOOKS[word] === whole) ?? whole;
}

export function turnedBy([x, y], [mx, my], degrees) {
  const angle = (degrees * Math.PI) / 180;
  const [dx, dy] = [x - mx, y - my];
  return [mx + dx * Math.cos(angle) - dy * Math.sin(angle), my + dx * Math.sin(angle) + dy * Math.cos(angle)];
}

/** The corners of a piece of terrain; of a disc its middle, of a line its ends. */
export function cornersOf(terrain) {
  const shape = shapeOf(terrain);
  const value = terrain[shape] ?? [];
  if (shape === "corners") return value;
  const [x, y, a, b] = value;
  if (shape === "disc") return [[x, y]];
  if (shape === "line") return [[x, y], [a, b]];
  if (shape !== "rect") return [];
  const middle = [x + a / 2, y + b / 2];
  return [[x, y], [x + a, y], [x + a, y + b], [x, y + b]].map((corner) => turnedBy(corner, middle, terrain.turned ?? 0));
}

export function middleOf(thing) {
  if (thing.at) return thing.at;
  const corners = cornersOf(thing);
  const middle = (axis) => corners.reduce((sum, corner) => sum + corner[axis], 0) / (corners.length || 1);
  return [middle(0), middle(1)];
}

/** Half of how thick it is; corners are sharp. */
export function roundingOf(terrain) {
  const shape = shapeOf(terrain);
  if (shape === "disc") return terrain.disc[2] / 2;
  return shape === "line" ? (terrain.thick ?? parts.limits.thick) / 2 : 0;
}

export function exact(number) {
  return Math.round(number * 1000) / 1000;
}

/** Moved by so much, as far as the table goes. */
export function moveBy(thing, [dx, dy]) {
  const points = thing.at ? [thing.at] : cornersOf(thing);
  const held = (d, axis) => {
    const all = points.map((point) => point[axis]);
    return Math.min(Math.max(d, -Math.min(...all)), SIZE - Math.max(...all));
  };
  const by = [held(dx, 0), held(dy, 1)];
  const moved = (point) => point.map((part, axis) => exact(part + by[axis]));
  if (thing.at) thing.at = moved(thing.at);
  const shape = shapeOf(thing);
  if (shape === "corners") thing.corners = thing.corners.map(moved);
  else if (shape === "line") thing.line = [...moved(thing.line.slice(0, 2)), ...moved(thing.line.slice(2))];
  else if (shape) thing[shape] = [...moved(thing[shape].slice(0, 2)), ...thing[shape].slice(2)];
}

/** Turned about its middle: a character looks elsewhere, an oblong lies otherwise. */
export function turnBy(thing, degrees) {
  const shape = shapeOf(thing);
  if (thing.at) {
    if ("facing" in thing) thing.facing = facingOf(degreesOf(thing.facing) + degrees);
  } else if (shape === "rect") {
    thing.turned = (((thing.turned ?? 0) + degrees) % 360 + 360) % 360;
    if (!thing.turned) delete thing.turned;
  } else if (shape === "line" || shape === "corners") {
    const middle = middleOf(thing);
    const corners = cornersOf(thing).map((corner) => turnedBy(corner, middle, degrees).map(exact));
    thing[shape] = shape === "line" ? corners.flat() : corners;
  }
}

/** Larger, or smaller, by so many inches: across, thick, wide or high. */
export function growBy(thing, by, axis = 0) {
  const least = (value) => exact(Math.min(Math.max(value, 0.25), SIZE));
  const shape = shapeOf(thing);
  if (shape === "disc") thing.disc[2] = least(thing.disc[2] + by);
  else if (shape === "line") thing.thick = least((thing.thick ?? parts.limits.thick) + by);
  else if (shape === "rect") thing.rect[2 + axis] = least(thing.rect[2 + axis] + by);
}

/** One that was only pointed at, of usual size. */
export function usualShape(kind, shape, [x, y]) {
  const long = USUAL[kind] ?? 3;
  const inside = (part, half) => Math.min(Math.max(part, half), SIZE - half);
  if (shape === "disc") return { disc: [x, y, long] };
  if (shape === "line") return { line: [inside(x, long / 2) - long / 2, y, inside(x, long / 2) + long / 2, y] };
  return { rect: [inside(x, 1.5) - 1.5, inside(y, 1) - 1, 3, 2] };
}
