// Submitted bots: the guide for a first one, their state and log, and handing in a new one.

import { download, request } from "../lib/api.js";
import { button, byId, el, fill } from "../lib/dom.js";
import { acceptFiles, showFileFault } from "../lib/forms.js";
import { announce, showError } from "../lib/messages.js";
import { duration, relativeTime } from "../lib/text.js";
import { logText, showDialog, WEEK } from "./common.js";

const FEW_BOTS = 4;
const STATES = { checking: "being checked …", good: "plays", bad: "refused", suspended: "suspended", out: "out" };
const LANGUAGES = { python: "Python", javascript: "JavaScript", c: "C" };
const TUTORIAL_GAME = "towers";

// The guide for students: the starter kit, how to use it, and where to read more

/** Show the guide; it is open until a first bot was handed in. */
export function showGuide({ kind, game, mine }) {
  const guide = byId("guide");
  guide.hidden = kind !== "student";
  if (guide.hidden || guide.dataset.game === game.name) return;
  guide.dataset.game = game.name;
  guide.open = mine.length === 0;
  fill(byId("kits"), game.starters.map((language) =>
    el("li", {}, el("a", { class: "button small", href: `/api/starters/${game.name}/${language}`, download: "", text: LANGUAGES[language] ?? language }))));
  const isOtherGame = game.name !== TUTORIAL_GAME;
  fill(byId("guide-more"),
    el("a", { href: "/guides/bots", target: "_blank", rel: "noopener", text: "Tutorial: your first bot" }),
    isOtherGame && ` (for ${TUTORIAL_GAME}; the commands are the same) `, " · ",
    el("a", { href: game.rules, target: "_blank", rel: "noopener", text: `Rules of ${game.title}` }), " · ",
    el("a", { href: "/guides/protocol", target: "_blank", rel: "noopener", text: "Protocol for other languages" }));
}

// Bots

/** Show my bots, the newest first. */
export function showBots(page) {
  const { kind, mine, can_hand_in: canHandIn, why_not: whyNot } = page.view;
  byId("hand-in").hidden = kind !== "student";
  byId("drop").hidden = !canHandIn;
  byId("why-not").hidden = canHandIn;
  byId("why-not").textContent = whyNot ?? "";
  byId("my-bots-none").hidden = mine.length > 0;
  fill(byId("my-bots"), mine.slice(0, FEW_BOTS).map((bot) => botRow(page, bot)), olderBots(page, mine.slice(FEW_BOTS)));
}

function olderBots(page, bots) {
  if (!bots.length) return null;
  return el("li", { class: "older" }, el("details", {}, el("summary", { class: "quiet", text: `${bots.length} older` }), el("ol", { class: "bots" }, bots.map((bot) => botRow(page, bot)))));
}

export function botRow(page, bot, ...more) {
  const title = `bot-${bot.number}`;
  return el("li", { class: "bot", "data-state": bot.state, "data-counts": bot.counts },
    el("div", { class: "bot-head" }, el("b", { id: title, class: "file", text: bot.file }), stateTag(bot)),
    (bot.sentence || bot.queue?.place) && el("p", { class: "small", text: bot.sentence || queueText(bot.queue) }),
    el("p", { class: "quiet small" }, relativeTime(bot.made, WEEK), ` · ${sizeText(bot.size)}`),
    el("div", { class: "buttons" },
      bot.state !== "checking" && button("Log", () => showLog(page, bot).catch(showError), { class: "button plain small", id: `log-${bot.number}`, "aria-describedby": title, "aria-haspopup": "dialog" }),
      bot.state !== "bad" && button("File", () => download(`/api/course/handins/${bot.number}/file`, page.key, bot.file).catch(showError), { class: "button plain small", id: `file-${bot.number}`, "aria-describedby": title }),
      ...more));
}

const ORDINALS = ["", "First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth", "Ninth", "Tenth"];

/** Return where in the queue a bot is: "Third in the queue, about 2 minutes." */
export function queueText({ place, seconds }) {
  const where = ORDINALS[place] ? `${ORDINALS[place]} in the queue` : `Number ${place} in the queue`;
  if (seconds === null) return `${where}.`;
  return `${where}, ${seconds < 45 ? "less than a minute" : `about ${duration(seconds)}`}.`;
}

export function stateTag(bot) {
  const isReplaced = bot.state === "good" && !bot.counts;
  const text = isReplaced ? "replaced" : bot.queue?.place ? "queued" : STATES[bot.state];
  return el("span", { class: "tag", "data-state": bot.state, "data-counts": bot.counts, text });
}

function sizeText(bytes) {
  return bytes < 1024 ? `${bytes} bytes` : `${(bytes / 1024).toFixed(bytes < 10_240 ? 1 : 0)} kB`;
}

async function showLog(page, bot) {
  const { log } = await request("GET", `/api/course/handins/${bot.number}`, { key: page.key });
  showDialog(`What ${bot.file} printed`, el("p", { class: "quiet small", text: "In its check, against an easy opponent." }), logText(log));
}

export function acceptBots(page) {
  acceptFiles((file) => uploadBot(page, file), { input: byId("bot-file"), dropZone: byId("drop") });
}

async function uploadBot(page, file) {
  const { can_hand_in: canHandIn, why_not: whyNot, max_bytes: maxBytes } = page.view;
  const showFault = (text) => showFileFault(byId("bot-file"), byId("upload-fault"), text);
  showFault("");
  try {
    if (!canHandIn) throw new Error(whyNot);
    if (file.size > maxBytes) throw new Error(`The file is larger than ${maxBytes / 2 ** 20} MB.`);
    const view = await request("POST", `/api/course/handins?file=${encodeURIComponent(file.name.slice(-80))}`, { key: page.key, text: file });
    byId("bot-file").value = "";
    const { queue } = view.mine[0];
    announce(`${file.name} was handed in. ${queue?.place ? queueText(queue) : "It is being checked."}`);
    page.receive(view);
  } catch (error) {
    showFault(`${file.name}: ${error.message}`);
  }
}
