// What the tools do to a hex, in steps that pointer and keys share: strokes of a brush, clicks, and dragged stacks.

import { formatMap, hexesAlong, hexName, hexNamed, isSameHex, parseMap, sizeOf, withNeighbours } from "./hexes.js";
import { itemName, newPiece, piecesIn, pointsAt, removePiece, setLabel } from "./pieces.js";

export class Tools {
  /** `currentTool()` returns what to place; `layout` is that of the picture; `announceDone(sentence)` gets the result. */
  constructor(draft, currentTool, layout, announceDone) {
    Object.assign(this, { draft, currentTool, layout, announceDone, stroke: null, grab: null });
  }

  get rows() {
    return parseMap(this.draft.fields.map);
  }

  get size() {
    return sizeOf(this.rows);
  }

  get isBusy() {
    return this.stroke !== null || this.grab !== null;
  }

  cancel() {
    if (this.stroke) this.draft.end(false);
    Object.assign(this, { stroke: null, grab: null });
  }

  // Terrain

  startStroke(point) {
    this.stroke = point;
    this.draft.begin();
    this.strokeTo(point);
  }

  strokeTo(point) {
    const { letter, brush } = this.currentTool();
    const hexes = hexesAlong(this.stroke, point, this.size, this.layout);
    this.stroke = point;
    this.draft.nudge((fields) => paint(fields, hexes, letter, brush));
  }

  endStroke() {
    this.stroke = null;
    this.draft.end();
  }

  /** Paint one hex, as a step of its own. */
  paintHex(hex) {
    const { letter, brush } = this.currentTool();
    this.draft.change((fields) => paint(fields, [hex], letter, brush), "", "paint");
  }

  // Clicks

  /** Use the current tool in a hex. */
  apply(hex) {
    const tool = this.currentTool();
    const name = hexName(hex);
    if (tool.tool === "terrain") this.paintHex(hex);
    else if (tool.tool === "piece") this.#placePiece(tool, name);
    else if (tool.tool === "points") this.#placePoints(tool, name);
    else if (tool.tool === "erase") this.erase(name);
    else this.draft.pick("hex", name);
  }

  #placePiece(tool, name) {
    const { draft } = this;
    const item = newPiece(draft.fields, tool, name);
    const kind = tool.kind === "leader" ? "leader" : "unit";
    draft.picked = { kind: "hex", index: name, part: `${kind}-${draft.fields[kind].length}` };
    draft.change((fields) => fields[kind].push(item));
    this.announceDone(item.turn ? `${item.name} enters at ${name} in turn ${item.turn}.` : `${item.name} was placed in ${name}.`);
  }

  #placePoints({ worth, for: scorers }, name) {
    const { draft } = this;
    const existing = pointsAt(draft.fields, name);
    const held = piecesIn(draft.fields, name).find(({ kind, item }) => kind === "unit" && item.kind !== "gunboat")?.item.side ?? "nobody";
    draft.picked = { kind: "hex", index: name, part: `points-${existing < 0 ? draft.fields.points.length : existing}` };
    if (existing >= 0) return draft.pick("hex", name);
    draft.change((fields) => fields.points.push({ hex: name, worth: worth ?? 1, for: scorers ?? "both", held }));
    this.announceDone(`${name} is worth ${worth ?? 1} VP.`);
  }

  /** Remove the top piece of a hex, else its VP, else its name; return whether there was something. */
  erase(name) {
    const { fields } = this.draft;
    const [top] = piecesIn(fields, name);
    const points = pointsAt(fields, name);
    if (top) this.#remove(`${itemName(top.kind, top.item)} was removed.`, (all) => removePiece(all, top.kind, top.index));
    else if (points >= 0) this.#remove(`${name} is worth no VP now.`, (all) => all.points.splice(points, 1));
    else if (fields.names?.[name]) this.#remove(`${name} has no name now.`, (all) => setLabel(all, name, undefined));
    else return false;
    return true;
  }

  #remove(sentence, mutate) {
    this.draft.change(mutate);
    this.announceDone(sentence);
  }

  // Stacks

  /** Pick up the pieces of a hex, or only the top one; return whether there are any. */
  grabStack(hex, onlyTop) {
    const stack = piecesIn(this.draft.fields, hexName(hex));
    if (stack.length === 0) return false;
    this.grab = { from: hex, to: hex, pieces: onlyTop ? stack.slice(0, 1) : stack };
    return true;
  }

  dragTo(hex) {
    if (hex) this.grab.to = hex;
  }

  drop() {
    const { from, to, pieces } = this.grab;
    this.grab = null;
    if (!isSameHex(from, to)) this.moveStack(pieces, to);
  }

  moveStack(pieces, to, label = "") {
    const name = hexName(to);
    this.draft.picked = { kind: "hex", index: name };
    this.draft.change((fields) => {
      for (const { kind, index } of pieces) fields[kind][index].hex = name;
    }, "", label);
    this.announceDone(`${pieces.map(({ kind, item }) => itemName(kind, item)).join(", ")}: ${name}.`);
  }

  /** The picked hex, or null. */
  get pickedHex() {
    const { picked } = this.draft;
    return picked?.kind === "hex" ? hexNamed(picked.index, this.size) : null;
  }
}

function paint(fields, hexes, letter, brush) {
  const rows = parseMap(fields.map);
  const size = sizeOf(rows);
  for (const hex of hexes) {
    for (const [column, row] of brush > 1 ? withNeighbours(hex, size) : [hex]) rows[row][column] = letter;
  }
  fields.map = formatMap(rows);
}
