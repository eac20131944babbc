// My games in the lobby: running ones, finished ones, and those that are not on this server.

import { request } from "../lib/api.js";
import { byId, el, fill, showsNew } from "../lib/dom.js";
import { confirmedBy } from "../lib/forms.js";
import { forgetButton, tableLinks } from "../lib/links.js";
import { announce, clearNotices, showError } from "../lib/messages.js";
import { relativeTime } from "../lib/text.js";

const FEW_FINISHED = 6;
const FORGET = "Forget this game";
let showsAll = false;

export async function showMyGames() {
  const links = tableLinks.all();
  const keys = links.map((link) => link.key);
  let tables = [];
  try {
    if (keys.length) ({ tables } = await request("POST", "/api/mine", { body: { keys } }));
  } catch (error) {
    return showError(error);
  }
  clearNotices("offline");
  const mine = inOrder(tables.flatMap((table, i) => (table ? [{ ...table, key: keys[i] }] : [])));
  const unknown = links.filter((_, i) => !tables[i]);
  if (!showsNew(byId("lobby"), [mine, unknown])) return; // an unchanged list is left alone, and so is the focus in it
  showRunning(mine.filter((table) => isRunning(table)));
  showFinished(mine.filter((table) => !isRunning(table)));
  showUnknown(unknown, mine.length > 0);
}

/** Return my games, those waiting for me first; a game that I play is not also listed as one that I watch. */
function inOrder(tables) {
  const played = new Set(tables.filter((table) => !table.spectator).map((table) => table.id));
  return tables
    .filter((table) => !table.spectator || !played.has(table.id))
    .sort((a, b) => b.my_turn - a.my_turn || b.played.localeCompare(a.played));
}

function isRunning(table) {
  return table.kind === "table" && !table.over;
}

function showRunning(tables) {
  fill(byId("running-list"), tables.map(runningRow));
  byId("running").hidden = tables.length === 0;
}

function showFinished(tables) {
  const all = byId("finished-all");
  fill(byId("finished-list"), (showsAll ? tables : tables.slice(0, FEW_FINISHED)).map(finishedRow));
  byId("finished-none").hidden = tables.length > 0;
  all.hidden = showsAll || tables.length <= FEW_FINISHED;
  all.textContent = `Show all ${tables.length}`;
  all.onclick = () => {
    showsAll = true;
    showFinished(tables);
    byId("finished-list").children[FEW_FINISHED].querySelector("a").focus();
  };
}

/** Show links to games that are not on this server: they may be on another, so they stay until I remove them. */
function showUnknown(links, hasOthers) {
  const games = links.length === 1 ? "game is" : "games are";
  byId("strange").hidden = links.length === 0;
  byId("strange-count").textContent = `${links.length} ${hasOthers ? "more " : ""}${games} not on this server`;
  fill(byId("strange-list"), links.map(unknownRow));
}

function unknownRow({ key, kind, opened }) {
  const title = `strange-${key.slice(0, 6)}`;
  const text = LINK_KINDS[kind] ?? LINK_KINDS.seat;
  return el("li", {},
    el("span", { id: title }, text, opened && [", opened ", relativeTime(opened)]),
    forgetButton(title, FORGET, () => askToForget(key, `${text}.`)));
}

const LINK_KINDS = { seat: "A game that you played", watch: "A game that you watched", upload: "A record" };

function runningRow(table) {
  const address = table.spectator ? `/watch#${table.key}` : `/table#${tableLinks.hash(table.key)}`;
  return row(table, turnLine(table), address, table.spectator ? "Watch" : "Continue", table.my_turn ? "primary" : "");
}

function finishedRow(table) {
  const ending = table.verdict ?? (table.over ? "The game is over." : "The game was not finished.");
  return row(table, el("p", { class: "ending", text: ending }), `/replay#${table.spectator ? table.key : tableLinks.hash(table.key)}`, "Replay", "");
}

function row(table, status, address, action, kind) {
  const title = `table-${table.id}-${table.key.slice(0, 6)}`;
  return el("li", { class: "table card" },
    el("img", { src: `/api/games/${table.game}/picture`, alt: "", width: 136, height: 92, loading: "lazy" }),
    el("div", { class: "about" },
      el("h3", { id: title }, table.title, table.options_text && el("span", { class: "quiet", text: ` ${table.options_text}` })),
      status,
      el("p", { class: "quiet small" }, summary(table), " · ", relativeTime(table.played))),
    el("a", { class: `button ${kind}`.trim(), href: address, "aria-describedby": title, text: action }),
    forgetButton(title, FORGET, () => askToForget(table.key, `${table.title}, ${summary(table)}.`)));
}

function turnLine(table) {
  if (table.my_turn) return el("p", { class: "turn mine" }, el("span", { "aria-hidden": "true", text: "▶ " }), "Your turn");
  return el("p", { class: "turn", text: table.spectator ? "You are watching" : "Waiting for the others" });
}

function summary(table) {
  const steps = table.steps === 1 ? "1 step" : `${table.steps} steps`;
  const opponents = table.seats.filter((seat) => !seat.mine).map(playerText);
  return opponents.length ? `${opponents.join(", ")} · ${steps}` : steps;
}

function playerText({ title, name, player }) {
  return `${title}: ${name || (player === "person" ? "a friend" : player)}`;
}

async function askToForget(key, what) {
  byId("forgetting-what").textContent = what;
  if (!(await confirmedBy(byId("forgetting"), "forget"))) return;
  tableLinks.remove(key);
  await showMyGames();
  byId("lobby").focus();
  announce("The game was removed from your list.");
}
