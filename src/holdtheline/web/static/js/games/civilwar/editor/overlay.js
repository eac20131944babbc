// The editor's overlay: what the picture does not show yet, marked hexes, reinforcements, home edges and a cursor.

import { fill, svg } from "../../../lib/dom.js";
import { capitalize } from "../../../lib/text.js";
import { centreOf, hexName, hexNamed, hexPath, parseMap, pictureSize, sizeOf } from "./hexes.js";
import { allPieces } from "./pieces.js";

const CHIP = [78, 24]; // the size of a piece that is not drawn yet
const BADGE_HEIGHT = 22;

export class EditorOverlay {
  constructor(stage, board, parts) {
    Object.assign(this, { board, parts, layout: parts.layout });
    this.svg = svg("svg", { class: "over", "aria-hidden": "true" });
    stage.append(this.svg);
  }

  /** Return the point of the picture at a pointer event. */
  pointAt(event) {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    return [at.x, at.y];
  }

  /** Draw the overlay: `rendered` are the fields that the picture shows, `marks` the hexes to mark, by class. */
  draw(fields, rendered, { isShown, isFaulty, marks, grab }) {
    const rows = parseMap(fields.map);
    this.size = sizeOf(rows);
    this.#fit();
    fill(this.svg,
      this.#homeEdges(fields),
      this.#unrenderedHexes(rows, rendered),
      this.#faultyHexes(fields, isFaulty),
      this.#unrenderedPieces(fields, isShown),
      this.#badges(fields),
      this.#stacks(fields),
      Object.entries(marks).map(([name, hex]) => hex && svg("path", { class: `mark ${name}`, d: hexPath(hex, this.layout, 2) })),
      grab && this.#grabbed(grab));
  }

  #fit() {
    const [width, height] = pictureSize(this.size, this.layout);
    const box = `0 0 ${width} ${height}`;
    if (this.svg.getAttribute("viewBox") === box) return;
    this.svg.setAttribute("viewBox", box);
    this.board.style.setProperty("--aspect", width / height);
  }

  #hex(name) {
    return hexNamed(name, this.size);
  }

  /** Fill the hexes whose terrain the picture does not show yet. */
  #unrenderedHexes(rows, rendered) {
    const before = parseMap(rendered?.map);
    const kinds = Object.fromEntries(this.parts.terrain.map(({ letter, kind }) => [letter, kind]));
    return rows.flatMap((letters, row) => letters.map((letter, column) =>
      letter !== before[row]?.[column] && svg("path", { class: `fresh terrain-${kinds[letter]}`, d: hexPath([column, row], this.layout, 1) })));
  }

  #faultyHexes(fields, isFaulty) {
    const faulty = ["unit", "leader", "points"].flatMap((kind) => fields[kind].filter((_, index) => isFaulty(kind, index)).map((item) => item.hex));
    return [...new Set(faulty)].map((name) => this.#hex(name)).map((hex) => hex && svg("path", { class: "mark faulty", d: hexPath(hex, this.layout, 4) }));
  }

  #unrenderedPieces(fields, isShown) {
    return allPieces(fields).filter(({ kind, index, item }) => !item.turn && !isShown(kind, index)).map(({ item }) => {
      const hex = this.#hex(item.hex);
      return hex && this.#chip(centreOf(hex, this.layout), item.side, item.name);
    });
  }

  #chip([x, y], side, text) {
    const [width, height] = CHIP;
    return svg("g", { class: `chip ${side}` },
      svg("rect", { x: x - width / 2, y: y - height / 2, width, height, rx: 5 }),
      svg("text", { x, y: y + 5, text: String(text ?? "").slice(0, 11) }));
  }

  /** Say at each entry hex in which turns reinforcements come. */
  #badges(fields) {
    const turns = new Map();
    for (const { item } of allPieces(fields)) {
      const key = `${item.hex} ${item.side}`;
      if (item.turn) turns.set(key, [...(turns.get(key) ?? []), item.turn]);
    }
    return [...turns].map(([key, list]) => {
      const [name, side] = key.split(" ");
      const hex = this.#hex(name);
      const isOccupied = allPieces(fields).some(({ item }) => item.hex === name && !item.turn);
      return hex && this.#badge(centreOf(hex, this.layout), side, [...new Set(list)].sort((a, b) => a - b), isOccupied ? 24 : -11);
    });
  }

  #badge([x, y], side, turns, below) {
    const text = `▸ ${turns.length > 4 ? `${turns.slice(0, 3).join(" ")} …` : turns.join(" ")}`;
    const width = 14 + 8.5 * text.length;
    const top = y + below;
    return svg("g", { class: `badge ${side}` },
      svg("rect", { x: x - width / 2, y: top, width, height: BADGE_HEIGHT, rx: 11 }),
      svg("text", { x, y: top + 16, text }));
  }

  /** Stacks take touches, so that a finger drags them instead of scrolling. */
  #stacks(fields) {
    const names = new Set(allPieces(fields).filter(({ item }) => !item.turn).map(({ item }) => item.hex));
    return [...names].map((name) => this.#hex(name)).map((hex) => hex && svg("path", { class: "stack", d: hexPath(hex, this.layout, 8) }));
  }

  /** Draw a band along the home edge of each side; sides with the same edge have half of it each. */
  #homeEdges(fields) {
    const isShared = fields.union?.home === fields.confederate?.home;
    return this.parts.sides.map((side, index) => {
      const ends = isShared ? [index / 2, (index + 1) / 2] : [0, 1];
      const [from, to] = ends.map((share) => this.#edgePoint(fields[side]?.home, share));
      if (!from) return null;
      const [x, y] = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
      const turn = { west: -90, east: 90 }[fields[side].home] ?? 0;
      const text = `${capitalize(side)} home`;
      const half = 5 * text.length;
      return svg("g", { class: `home ${side}` },
        svg("path", { d: `M${from}L${to}` }),
        svg("g", { transform: `translate(${x} ${y}) rotate(${turn})` },
          svg("rect", { x: -half, y: -9, width: 2 * half, height: 18, rx: 9 }),
          svg("text", { y: 5, text })));
    });
  }

  /** Return the point at this share of the way along an edge, between the map and its frame. */
  #edgePoint(edge, share) {
    const [width, height] = pictureSize(this.size, this.layout);
    const { margin, top } = this.layout;
    const [across, along] = [margin / 2 + 6, top / 2 + 3];
    const x = across + (width - 2 * across) * share;
    const y = along + (height - 2 * along) * share;
    return { north: [x, along], south: [x, height - along], west: [across, y], east: [width - across, y] }[edge];
  }

  #grabbed({ to, pieces }) {
    return [
      svg("path", { class: "mark target", d: hexPath(to, this.layout, 2) }),
      pieces.map(({ item }, index) => {
        const [x, y] = centreOf(to, this.layout);
        return this.#chip([x, y + (index - (pieces.length - 1) / 2) * 26], item.side, item.name);
      }),
    ];
  }
}

/** Return what a hex has, in a line: `F9, hill, Henry Hill: Evans, Latham`. */
export function describeHex(fields, hex, parts) {
  const name = hexName(hex);
  const letter = parseMap(fields.map)[hex[1]]?.[hex[0]];
  const terrain = parts.terrain.find((one) => one.letter === letter)?.kind;
  const points = fields.points.find((item) => item.hex === name);
  const here = allPieces(fields).filter(({ item }) => item.hex === name);
  const names = here.map(({ item }) => (item.turn ? `${item.name} (turn ${item.turn})` : item.name));
  const place = [name, terrain, fields.names?.[name], points && `${points.worth} VP`].filter(Boolean).join(", ");
  return names.length ? `${place}: ${names.join(", ")}` : place;
}
