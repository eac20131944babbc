// The report after a turn replay: where soldiers got through, what the towers wasted, and why the first soldier got through.

import { el, fill, svg } from "../../lib/dom.js";

const MAX_ROWS = 6; // rows of a table; the rest is folded away

/** Draw the heat map and the badges on the stage, and write the rest in `container`. */
export function showReport({ gold, lanes }, stage, container) {
  const most = Math.max(1, ...lanes.flatMap(({ paths }) => paths.map(({ count }) => count)));
  const { cell } = stage.turn;
  fill(stage.floor, lanes.flatMap(({ paths }) => paths.map((spot) => heatCell(spot, cell, most))));
  fill(stage.top,
    lanes.flatMap(({ leaks }) => leaks.map((spot) => leakPin(spot, cell))),
    lanes.flatMap(({ towers }) => towers.filter(({ razed }) => razed).map((tower) => ruinMark(tower, cell))),
    lanes.flatMap(({ towers }) => towers.filter(({ overkill }) => overkill).map((tower) => overkillBadge(tower, cell))));
  fill(container, el("h2", { text: "What the turn was worth" }), gold && el("p", { class: "turn-replay-gold", text: gold }), legend(lanes), el("div", { class: "turn-replay-lanes" }, lanes.map(laneSection)));
}

export function hideReport(stage) {
  fill(stage.floor);
  fill(stage.top);
}

/** Return the report as text for screen readers. */
export function reportText({ gold, lanes }) {
  return [gold, ...lanes.map(({ title, sentence }) => `${title}: ${sentence}`)].filter(Boolean).join(" ");
}

// In the picture

/** Return a cell that scoring soldiers crossed; the more of them, the hotter. */
function heatCell({ x, y, count }, cell, most) {
  const half = cell / 2;
  return svg("g", {},
    svg("rect", { class: "turn-replay-heat", x: x - half, y: y - half, width: cell, height: cell,
      opacity: (0.25 + 0.6 * (count / most)).toFixed(2) }),
    svg("text", { class: "turn-replay-heat-number", x, y: y + 5.5, text: count }));
}

function leakPin({ x, y, count }, cell) {
  return svg("g", { class: "turn-replay-pin", transform: `translate(${x} ${y + cell * 0.78})` },
    svg("path", { d: "M-17-12h34v17l-17 12-17-12z" }),
    svg("text", { y: 4.5, text: count }));
}

function overkillBadge({ x, y, overkill }, cell) {
  const text = `−${overkill}`;
  const width = 9 + 7.5 * text.length;
  return svg("g", { class: "turn-replay-badge", transform: `translate(${x + cell * 0.28} ${y - cell * 0.5})` },
    svg("rect", { x: -width / 2, y: -9, width, height: 18, rx: 4 }),
    svg("text", { y: 4.7, text }));
}

/** Return the mark of a tower that was destroyed in this turn. */
function ruinMark({ x, y }, cell) {
  const size = cell - 6;
  return svg("g", { class: "turn-replay-ruin", transform: `translate(${x} ${y})` },
    svg("rect", { x: -size / 2, y: -size / 2, width: size, height: size, rx: 4 }),
    svg("text", { y: 6.5, text: "†" }));
}

// Below the picture

function legend(lanes) {
  const towers = lanes.flatMap((lane) => lane.towers);
  const entries = [
    lanes.some(({ paths }) => paths.length) && [legendSign("heat", most(lanes.flatMap(({ paths }) => paths), "count")), "crossed this cell, and scored"],
    lanes.some(({ leaks }) => leaks.length) && [legendSign("leak", most(lanes.flatMap(({ leaks }) => leaks), "count")), "scored here"],
    towers.some(({ razed }) => razed) && [legendSign("ruin", "†"), "a tower was destroyed here"],
    towers.some(({ overkill }) => overkill) && [legendSign("badge", `−${most(towers, "overkill")}`), "damage that this tower wasted"],
  ].filter(Boolean);
  return entries.length > 0 && el("ul", { class: "turn-replay-key quiet small" }, entries.map((words) => el("li", {}, ...words)));
}

/** Return the greatest number in the picture, as the example for all of its kind. */
function most(marks, name) {
  return Math.max(...marks.map((mark) => mark[name]));
}

function legendSign(name, text) {
  return el("span", { class: `turn-replay-sign turn-replay-sign-${name}`, "aria-hidden": "true", text });
}

function laneSection({ title, entered, fell, scored, sentence, towers }) {
  const busy = towers.filter(({ shots }) => shots).sort((a, b) => b.overkill - a.overkill || b.damage - a.damage);
  const counts = `${entered} entered, ${fell} fell, ${scored} scored`;
  return el("section", { class: "turn-replay-lane" },
    el("h3", {}, title, " ", el("span", { class: "quiet small numbers", text: counts })),
    el("p", { class: "turn-replay-why", text: sentence }),
    busy.length > 0 && towerTable(busy.slice(0, MAX_ROWS)),
    busy.length > MAX_ROWS && el("details", {},
      el("summary", { text: `${busy.length - MAX_ROWS} more towers fired` }), towerTable(busy.slice(MAX_ROWS))));
}

function towerTable(towers) {
  const longest = Math.max(1, ...towers.map(({ damage, overkill }) => damage + overkill));
  return el("table", { class: "turn-replay-towers numbers" },
    el("thead", {}, el("tr", {}, COLUMNS.map(({ name, full }) => el("th", { scope: "col", title: full, text: name })))),
    el("tbody", {}, towers.map((tower) => towerRow(tower, longest))));
}

const COLUMNS = [
  { name: "Tower", full: "The tower and where it stands" },
  { name: "Shots", full: "How often it fired" },
  { name: "Kills", full: "Soldiers it killed" },
  { name: "Damage", full: "Health that soldiers lost to it" },
  { name: "Wasted", full: "Damage beyond the health that a soldier had left" },
];

function towerRow({ name, shots, kills, damage, overkill, razed }, longest) {
  return el("tr", {},
    el("th", { scope: "row", text: razed ? `${name} †` : name, title: razed ? "destroyed in this turn" : null }),
    el("td", { text: shots }), el("td", { text: kills }),
    el("td", {}, String(damage), damageBar(damage / longest, overkill / longest)), el("td", { text: overkill }));
}

/** Return damage and waste as two parts of one bar; they differ in their outline as well as colour. */
function damageBar(damage, overkill) {
  return svg("svg", { class: "turn-replay-share", viewBox: "0 0 100 6", preserveAspectRatio: "none", "aria-hidden": "true" },
    svg("rect", { class: "turn-replay-worth", width: 100 * damage, height: 6 }),
    svg("rect", { class: "turn-replay-waste", x: 100 * damage, width: 100 * overkill, height: 6 }));
}
