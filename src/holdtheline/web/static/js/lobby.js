// The lobby: the games that there are, and the way to a table.

import { ask } from "./api.js";
import { byId, el, fill } from "./dom.js";
import { showMyGames } from "./mygames.js";
import { openForm, startNow } from "./newgame.js";
import { warn } from "./say.js";
import { awaitRecords } from "./upload.js";

async function openLobby() {
  awaitRecords();
  await Promise.all([showGames(), showMyGames()]);
  followAddress();
}

async function showGames() {
  const list = byId("games-list");
  try {
    const { games } = await ask("GET", "/api/games");
    fill(list, games.map(gameCard));
  } catch (refusal) {
    fill(list, el("li", { class: "card" }, el("p", { text: refusal.sentence }), retry()));
  } finally {
    list.removeAttribute("aria-busy");
  }
}

function retry() {
  return el("button", { class: "button", type: "button", text: "Try again", on: { click: showGames } });
}

function gameCard(game) {
  const title = `game-${game.name}`;
  const play = el("button", { class: "button primary", type: "button", "aria-describedby": title, text: "Play now" });
  const choose = el("button", {
    class: "button",
    type: "button",
    id: `choose-${game.name}`,
    "aria-describedby": title,
    "aria-haspopup": "dialog",
    text: "Choose options",
  });
  play.addEventListener("click", () => whileBusy(play, () => startNow(game)));
  choose.addEventListener("click", () => openForm(game));
  return el(
    "li",
    { class: "game card", id: `play-${game.name}` },
    el("img", { src: game.picture, alt: "", width: 680, height: 460 }),
    el(
      "div",
      { class: "about" },
      el("h3", { id: title, text: game.title }),
      el("p", { text: game.sentence }),
      el("p", { class: "quiet small" }, company(game), el("a", { href: game.rules, text: `Rules of ${game.title}` }), ...editorLink(game)),
      el("div", { class: "buttons" }, play, choose),
    ),
  );
}

/** Where battles are part of a story, and where those of one's own can be made. */
function editorLink({ name }) {
  if (name !== "skirmish") return [];
  return [" · ", el("a", { href: "/campaign", text: "Campaigns" }), " · ", el("a", { href: "/editor", text: "Make a battle" })];
}

function company(game) {
  if (game.seatings.length > 1) return "Alone, with friends, or against one · ";
  return game.seats.length === 1 ? "For one person · " : "Against a friend or the computer · ";
}

/** One click is one game, however often it is clicked before the table is there. */
async function whileBusy(button, task) {
  if (button.getAttribute("aria-disabled") === "true") return;
  const rest = () => button.removeAttribute("aria-disabled");
  button.setAttribute("aria-disabled", "true");
  window.addEventListener("pagehide", rest, { once: true });
  try {
    await task();
  } catch (refusal) {
    rest();
    warn(refusal);
  }
}

/** `/#play-siege` leads to the card of a game, which is not there before the games are known. */
function followAddress() {
  const card = location.hash.startsWith("#play-") && byId(location.hash.slice(1));
  if (!card) return;
  card.scrollIntoView({ block: "center" });
  card.querySelector("button").focus();
}

window.addEventListener("hashchange", followAddress);
window.addEventListener("pageshow", (event) => event.persisted && showMyGames());
document.addEventListener("visibilitychange", () => document.hidden || showMyGames());

openLobby();
