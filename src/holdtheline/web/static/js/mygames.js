// My games: those to go on with, those to watch again, those that are elsewhere, and how to forget one.

import { ask } from "./api.js";
import { byId, el, fill } from "./dom.js";
import { forget, known } from "./keys.js";
import { hush, say, warn } from "./say.js";

const FEW = 6;
let showsAll = false;
let shown = ""; // a list that has not changed is left alone, and so is the focus in it

export async function showMyGames() {
  const links = known();
  const keys = links.map((one) => one.key);
  let tables = [];
  try {
    if (keys.length) ({ tables } = await ask("POST", "/api/mine", { body: { keys } }));
  } catch (refusal) {
    return warn(refusal);
  }
  hush("offline");
  const mine = inOrder(tables.flatMap((table, i) => (table ? [{ ...table, key: keys[i] }] : [])));
  const strange = links.filter((_, i) => !tables[i]);
  if (shown === JSON.stringify([mine, strange])) return;
  shown = JSON.stringify([mine, strange]);
  showRunning(mine.filter((table) => goesOn(table)));
  showFinished(mine.filter((table) => !goesOn(table)));
  showStrange(strange, mine.length > 0);
}

/** Those that wait for me first; a game that I play is not listed again as one that I watch. */
function inOrder(tables) {
  const played = new Set(tables.filter((table) => !table.watching).map((table) => table.id));
  return tables
    .filter((table) => !table.watching || !played.has(table.id))
    .sort((a, b) => b.my_turn - a.my_turn || b.played.localeCompare(a.played));
}

function goesOn(table) {
  return table.kind === "table" && !table.over;
}

function showRunning(tables) {
  fill(byId("running-list"), tables.map(runningRow));
  byId("running").hidden = tables.length === 0;
}

function showFinished(tables) {
  const all = byId("finished-all");
  fill(byId("finished-list"), (showsAll ? tables : tables.slice(0, FEW)).map(finishedRow));
  byId("finished-none").hidden = tables.length > 0;
  all.hidden = showsAll || tables.length <= FEW;
  all.textContent = `Show all ${tables.length}`;
  all.onclick = () => {
    showsAll = true;
    showFinished(tables);
    byId("finished-list").children[FEW].querySelector("a").focus();
  };
}

/** Links to games that this server does not know: another one may, so they stay until forgotten by hand. */
function showStrange(links, isMore) {
  const games = links.length === 1 ? "game is" : "games are";
  byId("strange").hidden = links.length === 0;
  byId("strange-count").textContent = `${links.length} ${isMore ? "more " : ""}${games} not on this server`;
  fill(byId("strange-list"), links.map(strangeRow));
}

function strangeRow({ key, kind, opened }) {
  const title = `strange-${key.slice(0, 6)}`;
  const words = KINDS[kind] ?? KINDS.seat;
  return el(
    "li",
    {},
    el("span", { id: title }, words, opened && [", opened ", when(opened)]),
    forgetButton(title, () => askToForget(key, `${words}.`)),
  );
}

const KINDS = { seat: "A game that you played", watch: "A game that you watched", upload: "A record" };

function runningRow(table) {
  const address = `${table.watching ? "/watch" : "/table"}#${table.key}`;
  return row(table, turnOf(table), address, table.watching ? "Watch" : "Go on", table.my_turn ? "primary" : "");
}

function finishedRow(table) {
  const ending = table.verdict ?? (table.over ? "It is over." : "It was not finished.");
  return row(table, el("p", { class: "ending", text: ending }), `/replay#${table.key}`, "Replay", "");
}

function row(table, news, address, action, kind) {
  const title = `table-${table.id}-${table.key.slice(0, 6)}`;
  return el(
    "li",
    { class: "table card" },
    el("img", { src: `/api/games/${table.game}/picture`, alt: "", width: 136, height: 92, loading: "lazy" }),
    el(
      "div",
      { class: "about" },
      el("h3", { id: title }, table.title, table.options_text && el("span", { class: "quiet", text: ` ${table.options_text}` })),
      news,
      el("p", { class: "quiet small" }, told(table), " · ", when(table.played)),
    ),
    el("a", { class: `button ${kind}`.trim(), href: address, "aria-describedby": title, text: action }),
    forgetButton(title, () => askToForget(table.key, `${table.title}, ${told(table)}.`)),
  );
}

function forgetButton(title, click) {
  return el("button", {
    class: "close",
    type: "button",
    "aria-label": "Forget this game",
    "aria-describedby": title,
    title: "Forget this game",
    text: "×",
    on: { click },
  });
}

function turnOf(table) {
  if (table.my_turn) return el("p", { class: "turn mine" }, el("span", { "aria-hidden": "true", text: "▶ " }), "Your turn");
  return el("p", { class: "turn", text: table.watching ? "You are watching" : "Waiting for the others" });
}

function told(table) {
  const steps = table.steps === 1 ? "1 step" : `${table.steps} steps`;
  const others = table.seats.filter((seat) => !seat.mine).map(whoSits);
  return others.length ? `${others.join(", ")} · ${steps}` : steps;
}

function whoSits({ title, name, player }) {
  return `${title}: ${name || (player === "person" ? "a friend" : player)}`;
}

const UNITS = [["day", 86_400], ["hour", 3_600], ["minute", 60]];

function when(time) {
  const seconds = (Date.parse(time) - Date.now()) / 1000;
  const [unit, size] = UNITS.find(([, size]) => -seconds >= size) ?? ["second", 1];
  const words = unit === "second"
    ? "just now"
    : new Intl.RelativeTimeFormat("en", { numeric: "auto" }).format(Math.round(seconds / size), unit);
  return el("time", { datetime: time, title: new Date(time).toLocaleString("en"), text: words });
}

function askToForget(key, what) {
  const dialog = byId("forgetting");
  byId("forgetting-what").textContent = what;
  dialog.returnValue = "keep";
  dialog.onclose = async () => {
    if (dialog.returnValue !== "forget") return;
    forget(key);
    await showMyGames();
    byId("lobby").focus();
    say("The game is forgotten.");
  };
  dialog.showModal();
}
