// The hexes of a map: the drawing in the file, names such as F9, and places in the picture.
//
// A hex is [column, row]; every second row is moved to the right by half a hex. North is at the top.

const COLUMN_LETTERS = "ABCDEFGHIJKLM";

/** Return the rows of a drawing, each a list of letters. */
export function parseMap(text) {
  return String(text ?? "").trimEnd().split("\n").map((line) => line.split(/\s+/).filter(Boolean));
}

/** Return the drawing of these rows, as the file has it. */
export function formatMap(rows) {
  return rows.map((letters, row) => `${row % 2 ? " " : ""}${letters.join(" ")}\n`).join("");
}

/** Return the columns and rows of a map. */
export function sizeOf(rows) {
  return [rows[0]?.length ?? 0, rows.length];
}

/** Return the map with another size: new hexes are clear. */
export function resizeMap(rows, [columns, height]) {
  return Array.from({ length: height }, (_, row) => Array.from({ length: columns }, (_, column) => rows[row]?.[column] ?? "."));
}

export function hexName([column, row]) {
  return `${COLUMN_LETTERS[column]}${row + 1}`;
}

/** Return the hex with this name, or null if the map has none. */
export function hexNamed(name, [columns, rows]) {
  const [, letter, number] = /^([A-M])([1-9]\d?)$/.exec(name) ?? [];
  if (!letter) return null;
  const hex = [COLUMN_LETTERS.indexOf(letter), Number(number) - 1];
  return hex[0] < columns && hex[1] < rows ? hex : null;
}

export function isSameHex(a, b) {
  return a?.[0] === b?.[0] && a?.[1] === b?.[1];
}

/** Return the hex one step away, kept on the map. */
export function stepFrom([column, row], [dx, dy], [columns, rows]) {
  return [Math.min(Math.max(column + dx, 0), columns - 1), Math.min(Math.max(row + dy, 0), rows - 1)];
}

// Places in the picture; `layout` has the sizes that the server draws with

export function centreOf([column, row], { hex, radius, row: rowHeight, margin, top }) {
  return [margin + hex / 2 + column * hex + (row % 2) * (hex / 2), top + radius + row * rowHeight];
}

/** Return the width and height of the picture. */
export function pictureSize([columns, rows], { hex, radius, row: rowHeight, margin, top }) {
  return [Math.round(columns * hex + (rows > 1 ? hex / 2 : 0) + 2 * margin), Math.round((rows - 1) * rowHeight + 2 * radius + 2 * top)];
}

/** Return the hex at a point of the picture, or null. */
export function hexAt([x, y], [columns, rows], layout) {
  const near = Math.round((y - layout.top - layout.radius) / layout.row);
  let best = null;
  let least = layout.radius;
  for (const row of [near - 1, near, near + 1]) {
    const [start] = centreOf([0, row], layout);
    const column = Math.round((x - start) / layout.hex);
    if (row < 0 || row >= rows || column < 0 || column >= columns) continue;
    const [cx, cy] = centreOf([column, row], layout);
    const distance = Math.hypot(x - cx, y - cy);
    if (distance < least) [best, least] = [[column, row], distance];
  }
  return best;
}

/** Return the hexes on the line between two points, so that a quick stroke leaves no gaps. */
export function hexesAlong(from, to, size, layout) {
  const steps = Math.max(Math.ceil(Math.hypot(to[0] - from[0], to[1] - from[1]) / (layout.hex / 3)), 1);
  const found = [];
  for (let step = 0; step <= steps; step += 1) {
    const at = step / steps;
    const hex = hexAt([from[0] + (to[0] - from[0]) * at, from[1] + (to[1] - from[1]) * at], size, layout);
    if (hex && !isSameHex(hex, found.at(-1))) found.push(hex);
  }
  return found;
}

/** Return a hex and those around it. */
export function withNeighbours([column, row], [columns, rows]) {
  const shift = row % 2;
  const around = [[0, 0], [-1, 0], [1, 0], [shift - 1, -1], [shift, -1], [shift - 1, 1], [shift, 1]];
  return around.map(([dx, dy]) => [column + dx, row + dy]).filter(([x, y]) => x >= 0 && x < columns && y >= 0 && y < rows);
}

/** Return the path around a hex; `gap` leaves space to its neighbours. */
export function hexPath(hex, layout, gap = 0) {
  const [x, y] = centreOf(hex, layout);
  const corners = [30, 90, 150, 210, 270, 330].map((degrees) => {
    const angle = (degrees * Math.PI) / 180;
    return `${(x + (layout.radius - gap) * Math.cos(angle)).toFixed(1)} ${(y + (layout.radius - gap) * Math.sin(angle)).toFixed(1)}`;
  });
  return `M${corners.join("L")}z`;
}
