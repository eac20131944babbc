// After a film: where soldiers came through, what the towers wasted, and why the first one got through.

import { drawn, el, fill } from "./dom.js";

const MOST_ROWS = 6; // of the table, before somebody asks for more

/** Draw the heat map and the badges on a stage, and tell the rest in `place`. */
export function showReport({ lanes }, stage, place) {
  const most = Math.max(1, ...lanes.flatMap(({ paths }) => paths.map(({ count }) => count)));
  const { cell } = stage.film;
  fill(stage.floor, lanes.flatMap(({ paths }) => paths.map((spot) => heat(spot, cell, most))));
  fill(stage.top,
    lanes.flatMap(({ leaks }) => leaks.map((spot) => leak(spot, cell))),
    lanes.flatMap(({ towers }) => towers.filter(({ razed }) => razed).map((tower) => ruin(tower, cell))),
    lanes.flatMap(({ towers }) => towers.filter(({ overkill }) => overkill).map((tower) => badge(tower, cell))));
  fill(place, el("h2", { text: "What the turn was worth" }), key(lanes), el("div", { class: "film-lanes" }, lanes.map(told)));
}

export function hideReport(stage) {
  fill(stage.floor);
  fill(stage.top);
}

/** The same for whoever listens. */
export function spokenReport({ lanes }) {
  return lanes.map(({ title, sentence }) => `${title}: ${sentence}`).join(" ");
}

// In the picture

/** A cell that soldiers who scored came through: the hotter, the more of them; the number says how many. */
function heat({ x, y, count }, cell, most) {
  const half = cell / 2;
  return drawn("g", {},
    drawn("rect", { class: "film-heat", x: x - half, y: y - half, width: cell, height: cell,
      opacity: (0.25 + 0.6 * (count / most)).toFixed(2) }),
    drawn("text", { class: "film-heat-number", x, y: y + 5.5, text: count }));
}

function leak({ x, y, count }, cell) {
  return drawn("g", { class: "film-pin", transform: `translate(${x} ${y + cell * 0.78})` },
    drawn("path", { d: "M-17-12h34v17l-17 12-17-12z" }),
    drawn("text", { y: 4.5, text: count }));
}

function badge({ x, y, overkill }, cell) {
  const text = `−${overkill}`;
  const width = 9 + 7.5 * text.length;
  return drawn("g", { class: "film-badge", transform: `translate(${x + cell * 0.28} ${y - cell * 0.5})` },
    drawn("rect", { x: -width / 2, y: -9, width, height: 18, rx: 4 }),
    drawn("text", { y: 4.7, text }));
}

/** Where a tower stood until this turn. */
function ruin({ x, y }, cell) {
  const size = cell - 6;
  return drawn("g", { class: "film-ruin", transform: `translate(${x} ${y})` },
    drawn("rect", { x: -size / 2, y: -size / 2, width: size, height: size, rx: 4 }),
    drawn("text", { y: 6.5, text: "†" }));
}

// Below it

function key(lanes) {
  const towers = lanes.flatMap((lane) => lane.towers);
  const signs = [
    lanes.some(({ paths }) => paths.length) && [sign("heat", "3"), "so many of those who scored came by here"],
    lanes.some(({ leaks }) => leaks.length) && [sign("leak", "3"), "scored here"],
    towers.some(({ razed }) => razed) && [sign("ruin", "†"), "a tower was destroyed here"],
    towers.some(({ overkill }) => overkill) && [sign("badge", "−9"), "damage that this tower wasted"],
  ].filter(Boolean);
  return signs.length > 0 && el("ul", { class: "film-key quiet small" }, signs.map((words) => el("li", {}, ...words)));
}

function sign(name, text) {
  return el("span", { class: `film-sign film-sign-${name}`, "aria-hidden": "true", text });
}

function told({ title, entered, fell, scored, sentence, towers }) {
  const busy = towers.filter(({ shots }) => shots).sort((a, b) => b.overkill - a.overkill || b.damage - a.damage);
  const counts = `${entered} entered, ${fell} fell, ${scored} scored`;
  return el("section", { class: "film-lane" },
    el("h3", {}, title, " ", el("span", { class: "quiet small numbers", text: counts })),
    el("p", { class: "film-why", text: sentence }),
    busy.length > 0 && table(busy.slice(0, MOST_ROWS)),
    busy.length > MOST_ROWS && el("details", {},
      el("summary", { text: `${busy.length - MOST_ROWS} more that fired` }), table(busy.slice(MOST_ROWS))));
}

function table(towers) {
  const most = Math.max(1, ...towers.map(({ damage, overkill }) => damage + overkill));
  return el("table", { class: "film-towers numbers" },
    el("thead", {}, el("tr", {}, COLUMNS.map(({ name, full }) => el("th", { scope: "col", title: full, text: name })))),
    el("tbody", {}, towers.map((tower) => row(tower, most))));
}

const COLUMNS = [
  { name: "Tower", full: "The tower and where it stands" },
  { name: "Shots", full: "How often it fired" },
  { name: "Kills", full: "Soldiers that it felled" },
  { name: "Damage", full: "What soldiers lost by it" },
  { name: "Overkill", full: "Damage on the fallen, or more than was left" },
];

function row({ name, shots, kills, damage, overkill, razed }, most) {
  return el("tr", {},
    el("th", { scope: "row", text: razed ? `${name} †` : name, title: razed ? "destroyed in this turn" : null }),
    el("td", { text: shots }), el("td", { text: kills }), el("td", { text: damage }),
    el("td", {}, el("b", { text: overkill }), share(damage / most, overkill / most)));
}

/** Damage and waste as two pieces of one bar, told apart by their pattern too. */
function share(worth, waste) {
  return drawn("svg", { class: "film-share", viewBox: "0 0 100 6", preserveAspectRatio: "none", "aria-hidden": "true" },
    drawn("rect", { class: "film-worth", width: 100 * worth, height: 6 }),
    drawn("rect", { class: "film-waste", x: 100 * worth, width: 100 * waste, height: 6 }));
}
