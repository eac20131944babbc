// The lobby: the games, the form for a new one, and records from files.

import { aboutGame } from "../games/about.js";
import { isGuideNew, minutesText } from "../guide/offers.js";
import { startGuide } from "../guide/start.js";
import { request } from "../lib/api.js";
import { button, byId, el, fill } from "../lib/dom.js";
import { acceptFiles, showFileFault } from "../lib/forms.js";
import { rememberKey } from "../lib/links.js";
import { showError } from "../lib/messages.js";
import { showMyGames } from "./my_games.js";
import { playNow, playNowText, showNewGameForm } from "./new_game.js";

async function openLobby() {
  acceptFiles(uploadRecord, { input: byId("record"), dropZone: byId("drop") });
  await Promise.all([showGames(), showMyGames()]);
  scrollToLinkedGame();
}

// The games

async function showGames() {
  const list = byId("games-list");
  try {
    const { games } = await request("GET", "/api/games");
    fill(list, games.map(gameCard));
    pollCompiling(games);
  } catch (error) {
    fill(list, el("li", { class: "card" }, el("p", { text: error.sentence }), button("Try again", showGames)));
  } finally {
    list.removeAttribute("aria-busy");
  }
}

function gameCard(game) {
  const title = `game-${game.name}`;
  const play = button("Play now", () => runOnce(play, () => playNow(game)), { class: "button primary", "aria-describedby": `${title} starts-${game.name}` });
  const choose = button(game.scenarios ? "Choose a battle" : "Set up a game", () => showNewGameForm(game), { id: `choose-${game.name}`, "aria-describedby": title, "aria-haspopup": "dialog" });
  const learn = game.guide_minutes && learnButton(game, title);
  const pages = aboutGame(game.name).pages.flatMap(({ href, text }) => [" · ", el("a", { href, text })]);
  return el("li", { class: "game card", id: `play-${game.name}` },
    el("img", { src: game.picture, alt: "", width: 680, height: 460 }),
    el("div", { class: "about" },
      el("h3", { id: title, text: game.title }),
      el("p", { text: game.sentence }),
      el("p", { class: "quiet small" }, playersText(game), el("a", { href: game.rules, text: `Rules of ${game.title}` }), ...pages),
      el("div", { class: "buttons" }, play, choose, learn),
      el("p", { class: "quiet small starts", id: `starts-${game.name}`, text: startsText(game) }),
      el("p", { class: "quiet small", id: `preparing-${game.name}` })));
}

function startsText(game) {
  const text = playNowText(game);
  return text && `Play now: ${text}`;
}

/** Return the button for the guided game; it stands out until that was offered here. */
function learnButton({ name, guide_minutes: minutes }, title) {
  const text = isGuideNew(name) ? `New? Learn it in ${minutesText(minutes)}` : "Learn by playing";
  const learn = button(text, () => runOnce(learn, () => startGuide(name)), { class: isGuideNew(name) ? "button learn" : "button plain", "aria-describedby": title });
  return learn;
}

const POLL_DELAY = 5_000; // milliseconds

/** Keep the notes under games that are still being compiled up to date. */
function pollCompiling(games) {
  for (const game of games) {
    const { name, preparing } = game;
    for (const [id, text] of [["preparing", preparing ?? ""], ["starts", startsText(game)]]) {
      const note = byId(`${id}-${name}`);
      if (note.textContent !== text) note.textContent = text;
    }
  }
  if (!games.some(({ preparing }) => preparing)) return;
  setTimeout(async () => {
    const { games: now } = await request("GET", "/api/games").catch(() => ({ games }));
    for (const game of games) game.preparing = now.find(({ name }) => name === game.name)?.preparing;
    pollCompiling(games);
  }, POLL_DELAY);
}

function playersText(game) {
  if (game.seatings.length > 1) return "Alone, together or against a friend · ";
  return game.seats.length === 1 ? "For one player · " : "Against the computer or a friend · ";
}

/** Run a task and ignore further clicks on its button until it ends or the page is closed. */
async function runOnce(clicked, task) {
  if (clicked.getAttribute("aria-disabled") === "true") return;
  const enable = () => clicked.removeAttribute("aria-disabled");
  clicked.setAttribute("aria-disabled", "true");
  window.addEventListener("pagehide", enable, { once: true });
  try {
    await task();
  } catch (error) {
    enable();
    showError(error);
  }
}

/** Scroll to the game in the address, such as `/#play-siege`, once the games are listed. */
function scrollToLinkedGame() {
  const card = location.hash.startsWith("#play-") && byId(location.hash.slice(1));
  if (!card) return;
  card.scrollIntoView({ block: "center" });
  card.querySelector("button").focus();
}

// Records from files

const LARGEST_RECORD = 1_000_000;

/** Upload a record, which the server checks, and replay it. */
async function uploadRecord(file) {
  const showFault = (text) => showFileFault(byId("record"), byId("upload-fault"), text);
  showFault("");
  try {
    if (file.size > LARGEST_RECORD) throw new Error("The file is too large; the limit is 1 MB.");
    const { key } = await request("POST", "/api/records", { text: file });
    rememberKey(key, "upload");
    location.assign(`/replay#${key}`);
  } catch (error) {
    showFault(`${file.name}: ${error.message}`);
  }
}

window.addEventListener("hashchange", scrollToLinkedGame);
window.addEventListener("pageshow", (event) => event.persisted && showMyGames());
document.addEventListener("visibilitychange", () => document.hidden || showMyGames());

openLobby();
