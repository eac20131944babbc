// The standings of a course, and the results of each bot against each other.

import { byId, el, fill, prefersReducedMotion, svg } from "../lib/dom.js";
import { duration } from "../lib/text.js";
import { FAULTS, pointsText } from "./common.js";

const MARGIN = 0.06; // of the scale, free at both ends

export function showStandings(view) {
  const { standings, hidden } = view;
  const places = rowPositions(byId("standings"));
  byId("standings-about").textContent = hidden ?? "";
  showProgress(view);
  if (standings.some((row) => row.student)) fill(byId("standings"), standingsTable(standings, hidden !== null));
  else fill(byId("standings"), el("p", { class: "quiet empty", text: hidden ? "Hand in a bot to see your results here." : "No bots yet. They appear here as soon as they have passed their check." }));
  animateRows(byId("standings"), places);
  showCross(standings);
}

function showProgress({ progress, judge }) {
  const { played, wanted, seconds_left: left } = progress;
  if (!wanted) return fill(byId("progress"));
  const isDone = played >= wanted;
  const now = judge.state === "working" ? "" : ["refuses", "off"].includes(judge.state) ? " · waiting for the judge" : "";
  const text = isDone ? `All ${wanted.toLocaleString("en")} games are played.` : `${played.toLocaleString("en")} of ${wanted.toLocaleString("en")} games${left ? `, ${judge.state === "working" ? `about ${duration(left)} left` : ""}`.replace(/, $/, "") : ""}${now}`;
  return fill(byId("progress"), el("div", { class: "progress", "data-done": isDone },
    el("progress", { max: wanted, value: played, "aria-label": "Games played" }), el("span", { class: "quiet small numbers", text })));
}

// The table

function standingsTable(rows, isHidden) {
  const scale = strengthScale(rows);
  return el("table", { class: "ranking" },
    el("caption", { class: "visually-hidden", text: "Standings" }),
    el("thead", {}, el("tr", {},
      !isHidden && el("th", { scope: "col", class: "place", text: "Place" }),
      el("th", { scope: "col", text: "Bot" }),
      !isHidden && el("th", { scope: "col", class: "plot", text: "Strength and confidence" }),
      !isHidden && el("th", { scope: "col", class: "number elo", text: "Elo" }),
      el("th", { scope: "col", class: "number tally", text: "Won–drawn–lost" }),
      el("th", { scope: "col", class: "number", text: "Points" }))),
    el("tbody", {}, rows.map((row, number) => standingsRow(row, rows[number - 1], scale, isHidden))),
    !isHidden && rows.some((row) => row.elo !== null) && el("tfoot", {}, el("tr", {}, el("td", { colspan: 6, class: "quiet small", text: footnote(rows) }))));
}

function footnote(rows) {
  const groups = new Set(rows.map((row) => row.group)).size;
  const apart = groups > 1 ? "Bots between two double lines are not significantly different." : rows.length > 1 ? "So far the bots are not significantly different." : "";
  return `The bars and the small figures are 95% confidence intervals of rating and place. ${apart}`.trim();
}

function standingsRow(row, above, scale, isHidden) {
  const faults = Object.entries(row.faults);
  const startsGroup = above && above.group !== row.group && row.group !== null;
  return el("tr", { "data-name": row.name, "data-mine": row.mine, "data-begins": Boolean(startsGroup) },
    !isHidden && el("td", { class: "place numbers" }, el("b", { text: row.place ?? "–" }), row.rank_low !== row.rank_high && el("span", { class: "quiet small", text: `${row.rank_low}–${row.rank_high}` })),
    el("th", { scope: "row" },
      el("span", { class: "who", text: row.name }), row.mine && el("span", { class: "tag mine", text: "you" }),
      el("span", { class: "quiet small file", text: row.bot }),
      el("span", { class: "quiet small numbers in-short", text: row.games ? tally(row) : "no games yet" }),
      faults.length > 0 && el("span", { class: "faults small" }, faults.map(([kind, count]) => el("span", { class: "fault-tag", text: `${FAULTS[kind] ?? kind}${count > 1 ? ` ×${count}` : ""}` })))),
    !isHidden && el("td", { class: "plot" }, row.elo !== null && strengthPlot(row, scale)),
    !isHidden && el("td", { class: "number numbers elo", text: row.elo ?? "" }),
    el("td", { class: "number numbers tally", text: row.games ? tally(row) : "" }),
    el("td", { class: "number numbers points" }, el("b", { text: pointsText(row.points) }), el("span", { class: "quiet small", text: row.games ? ` of ${row.games}` : "" })));
}

function tally({ won, drawn, lost }) {
  return `${won}–${drawn}–${lost}`;
}

// Strength as a bar: its confidence interval, and the most likely value

function strengthScale(rows) {
  const known = rows.filter((row) => row.elo !== null);
  const low = Math.min(...known.map((row) => row.low));
  const high = Math.max(...known.map((row) => row.high));
  const span = Math.max(high - low, 1);
  return (value) => `${(100 * (MARGIN + (1 - 2 * MARGIN) * ((value - low) / span))).toFixed(2)}%`;
}

function strengthPlot({ elo, low, high, name }, scale) {
  return svg("svg", { class: "strength", role: "img", "aria-label": `${name}: ${elo}, from ${low} to ${high}` },
    svg("line", { class: "whole", x1: "0%", x2: "100%", y1: "50%", y2: "50%" }),
    svg("line", { class: "interval", x1: scale(low), x2: scale(high), y1: "50%", y2: "50%" }),
    svg("circle", { class: "likely", cx: scale(elo), cy: "50%", r: 5.5 }));
}

// Rows glide to their new positions

function rowPositions(container) {
  return new Map([...container.querySelectorAll("tr[data-name]")].map((row) => [row.dataset.name, row.getBoundingClientRect().top - container.getBoundingClientRect().top]));
}

function animateRows(container, before) {
  if (!before.size || prefersReducedMotion()) return;
  const top = container.getBoundingClientRect().top;
  for (const row of container.querySelectorAll("tr[data-name]")) {
    const was = before.get(row.dataset.name);
    const moved = was === undefined ? 0 : was - (row.getBoundingClientRect().top - top);
    if (was === undefined) row.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 600 });
    else if (Math.abs(moved) > 1) row.animate([{ transform: `translateY(${moved}px)` }, { transform: "none" }], { duration: 600, easing: "cubic-bezier(.2,.7,.2,1)" });
  }
}

// Cross table

function showCross(standings) {
  const rows = standings.filter((row) => row.against);
  byId("cross").hidden = rows.length < 2;
  if (rows.length < 2) return;
  const head = el("tr", {}, el("td"), rows.map((row) => el("th", { scope: "col", title: row.name }, el("span", { class: "visually-hidden", text: row.name }), el("span", { "aria-hidden": "true", text: row.place }))));
  fill(byId("cross-table"),
    el("p", { class: "quiet small", text: "Percentage of points that the bot in a row scored against the bot in a column." }),
    el("div", { class: "sideways", tabindex: 0, role: "region", "aria-label": "Results of each pair" },
      el("table", { class: "crossing numbers" }, el("thead", {}, head),
        el("tbody", {}, rows.map((row) => el("tr", {}, el("th", { scope: "row" }, `${row.place} `, el("span", { class: "who", text: row.name })), row.against.map(scoreCell)))))));
}

function scoreCell(value) {
  if (value === null) return el("td", { class: "none", text: "·" });
  return el("td", { class: `share s${Math.round(value * 10)}`, text: Math.round(value * 100) });
}
