// My games in the lobby: running ones, finished ones, and those that are not on this server.

import { aboutGame } from "../games/about.js";
import { request } from "../lib/api.js";
import { byId, el, fill, showsNew } from "../lib/dom.js";
import { confirmedBy } from "../lib/forms.js";
import { campaignLinks, forgetButton, tableLinks } from "../lib/links.js";
import { announce, clearNotices, showError } from "../lib/messages.js";
import { capitalize, isPerson, plural, relativeTime, seatName } from "../lib/text.js";

const FEW_FINISHED = 6;
const FORGET = "Remove from the list";
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
  const mine = inOrder(tables.flatMap((table, i) => (table ? [{ ...table, key: keys[i], guide: links[i].guide }] : [])));
  const unknown = links.filter((_, i) => !tables[i]);
  const campaigns = await runningCampaigns();
  if (!showsNew(byId("lobby"), [mine, unknown, campaigns])) return; // an unchanged list is left alone, and so is the focus in it
  showRunning(mine.filter((table) => isRunning(table)), campaigns);
  offerClearing(mine.filter((table) => isRunning(table)), campaigns);
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

function showRunning(tables, campaigns) {
  fill(byId("running-list"), tables.map(runningRow), campaigns.map(campaignRow));
  byId("running").hidden = tables.length + campaigns.length === 0;
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

/** Return a row: the battle and the opponent come first, because they tell games apart. */
function row(table, status, address, action, kind) {
  const title = `table-${table.id}-${table.key.slice(0, 6)}`;
  return el("li", { class: "table card" },
    el("img", { src: table.picture, alt: "", width: 136, height: 92, loading: "lazy" }),
    el("div", { class: "about" },
      el("h3", { id: title }, table.guide ? `Learn ${table.title}` : table.options_text || table.title, el("span", { class: "quiet", text: ` ${opponents(table)}` })),
      status,
      el("p", { class: "quiet small" }, [table.options_text && table.title, progress(table)].filter(Boolean).map((text) => [text, " · "]), relativeTime(table.played))),
    el("a", { class: `button ${kind}`.trim(), href: address, "aria-describedby": title, text: action }),
    forgetButton(title, FORGET, () => askToForget(table.key, `${table.title}, ${table.options_text || progress(table)} ${opponents(table)}.`)));
}

function turnLine(table) {
  if (table.my_turn) return el("p", { class: "turn mine" }, el("span", { "aria-hidden": "true", text: "▶ " }), "Your turn");
  const missing = table.seats.filter((seat) => !seat.mine && isPerson(seat)).map(seatName);
  return el("p", { class: "turn", text: table.spectator ? "You are watching" : `Waiting for ${missing.join(" and ") || "the computer"}` });
}

function progress({ game, turns, steps, over }) {
  if (turns) return aboutGame(game).progress(turns, over);
  return steps === 1 ? "1 step" : `${steps} steps`;
}

/** Return "against Ada", or an empty text for a game against the rules. */
function opponents({ seats, spectator }) {
  const others = seats.filter((seat) => !seat.mine).map((seat) => (isPerson(seat) && !seat.name ? `a friend (${seat.title})` : seatName(seat)));
  if (!others.length) return "";
  return spectator ? others.join(" against ") : `against ${others.join(" and ")}`;
}

// Campaigns

function campaignRow(campaign) {
  const title = `campaign-${campaign.id}-${campaign.key.slice(0, 6)}`;
  return el("li", { class: "table card" },
    el("span", { class: "campaign-sign", "aria-hidden": "true", text: "❧" }),
    el("div", { class: "about" },
      el("h3", { id: title }, campaign.title, el("span", { class: "quiet", text: " Campaign" })),
      el("p", { class: "turn", text: campaign.scene }),
      el("p", { class: "quiet small" }, relativeTime(campaign.played))),
    el("a", { class: "button", href: `/campaign#${campaignLinks.hash(campaign.key)}`, "aria-describedby": title, text: "Continue" }),
    forgetButton(title, FORGET, () => askToForget(campaign.key, `${campaign.title}: ${campaign.scene}`, campaignLinks)));
}

/** Return my campaigns that are not over; a server without them is no reason to show an error. */
async function runningCampaigns() {
  const keys = campaignLinks.all().map((link) => link.key);
  if (!keys.length) return [];
  const { campaigns } = await request("POST", "/api/campaigns/mine", { body: { keys } }).catch(() => ({ campaigns: [] }));
  return campaigns.flatMap((campaign, at) => (campaign && !campaign.over ? [{ ...campaign, key: keys[at] }] : []));
}

// Clearing old games

const OLD_DAYS = 14;
const DAY = 86_400_000; // milliseconds

function offerClearing(tables, campaigns) {
  const isOld = ({ played }) => Date.now() - Date.parse(played) > OLD_DAYS * DAY;
  const old = [...tables.filter(isOld), ...campaigns.filter(isOld)];
  const clear = byId("clear-old");
  clear.hidden = old.length === 0;
  clear.textContent = `Clear ${plural(old.length, "old game")}`;
  clear.onclick = async () => {
    byId("clearing-what").textContent = `${capitalize(plural(old.length, "game"))} without a move in the last two weeks.`;
    if (!(await confirmedBy(byId("clearing"), "clear"))) return;
    for (const { key } of old) for (const store of [tableLinks, campaignLinks]) store.remove(key);
    await showMyGames();
    byId("lobby").focus();
    announce("The old games were removed from your list.");
  };
}

async function askToForget(key, what, store = tableLinks) {
  const noun = store === campaignLinks ? "campaign" : "game";
  byId("forgetting-title").textContent = `Remove this ${noun} from your list?`;
  byId("forgetting-what").textContent = what;
  if (!(await confirmedBy(byId("forgetting"), "forget"))) return;
  store.remove(key);
  await showMyGames();
  byId("lobby").focus();
  announce(`The ${noun} was removed from your list.`);
}
