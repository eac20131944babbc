// Bots that were handed in: how each was found, and its log.

import { ask, download } from "./api.js";
import { logText, showPaper, when } from "./coursewords.js";
import { byId, el, fill } from "./dom.js";
import { warn } from "./say.js";

const FEW = 4;
const STATES = { checking: "is checked …", good: "plays", bad: "refused", suspended: "suspended", out: "out" };

/** What I have handed in; the newest first. */
export function showBots(room) {
  const { kind, mine, can_hand_in: canHandIn, why_not: whyNot } = room.view;
  byId("hand-in").hidden = kind !== "student";
  byId("drop").hidden = !canHandIn;
  byId("why-not").hidden = canHandIn;
  byId("why-not").textContent = whyNot ?? "";
  byId("my-bots-none").hidden = mine.length > 0;
  fill(byId("my-bots"), mine.slice(0, FEW).map((bot) => botRow(room, bot)), older(room, mine.slice(FEW)));
}

function older(room, bots) {
  if (!bots.length) return null;
  return el("li", { class: "older" }, el("details", {}, el("summary", { class: "quiet", text: `${bots.length} older` }), el("ol", { class: "bots" }, bots.map((bot) => botRow(room, bot)))));
}

export function botRow(room, bot, ...more) {
  const title = `bot-${bot.number}`;
  return el("li", { class: "bot", "data-state": bot.state, "data-counts": bot.counts },
    el("div", { class: "bot-head" }, el("b", { id: title, class: "file", text: bot.file }), stateTag(bot)),
    bot.sentence && el("p", { class: "small", text: bot.sentence }),
    el("p", { class: "quiet small" }, when(bot.made), ` · ${size(bot.size)}`),
    el("div", { class: "buttons" },
      bot.state !== "checking" && el("button", { class: "button plain small", type: "button", id: `log-${bot.number}`, "aria-describedby": title, "aria-haspopup": "dialog", text: "Log", on: { click: () => showLog(room, bot) } }),
      bot.state !== "bad" && el("button", { class: "button plain small", type: "button", id: `file-${bot.number}`, "aria-describedby": title, text: "File", on: { click: () => fetchFile(room, bot) } }),
      ...more));
}

export function stateTag(bot) {
  const words = bot.state === "good" && !bot.counts ? "replaced" : STATES[bot.state];
  return el("span", { class: "tag", "data-state": bot.state, "data-counts": bot.counts, text: words });
}

function size(bytes) {
  return bytes < 1024 ? `${bytes} bytes` : `${(bytes / 1024).toFixed(bytes < 10_240 ? 1 : 0)} kB`;
}

async function showLog(room, bot) {
  try {
    const { log } = await ask("GET", `/api/course/handins/${bot.number}`, { key: room.key });
    showPaper(`What ${bot.file} printed`, el("p", { class: "quiet small", text: "In its check, against somebody easy." }), logText(log));
  } catch (refusal) {
    warn(refusal);
  }
}

function fetchFile(room, bot) {
  download(`/api/course/handins/${bot.number}/file`, room.key, bot.file).catch(warn);
}
