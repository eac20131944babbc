// The ends of moves on an open table, as points that can be clicked where the page has no dragging.

import { svg } from "../../lib/dom.js";
import { TABLE_SIZE } from "./drag_preview.js";

const END = /^go-(-?[\d.]+),(-?[\d.]+)$/;
const RADIUS = 230; // thousandths of an inch

/** Draw a point in the picture for each place where a move ends. */
export function showMovePoints(picture, moves) {
  const table = picture.querySelector(".htl-table");
  const ids = new Set(moves.flatMap(({ choices }) => choices.flatMap((choice) => choice.ids)));
  for (const id of table ? ids : []) {
    const [, x, y] = END.exec(id) ?? [];
    if (x) table.append(svg("g", { class: "puzzle-point", "data-id": id }, svg("circle", { cx: 1000 * x, cy: TABLE_SIZE - 1000 * y, r: RADIUS })));
  }
}
