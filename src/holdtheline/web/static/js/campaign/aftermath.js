// After a battle: how it ended, the dice for the felled, and what follows.

import { dieFace } from "../lib/dice.js";
import { byId, el, fill, prefersReducedMotion, svg } from "../lib/dom.js";
import { announce, ruleLink } from "../lib/messages.js";

const STORAGE_NAME = "htl.turned";
const TUMBLE = [
  { transform: "translateY(-1.2rem) rotate(-200deg) scale(.7)", opacity: 0.2 },
  { transform: "translateY(.2rem) rotate(-60deg) scale(1.08)", opacity: 1, offset: 0.5 },
  { transform: "none", opacity: 1 },
];
const OUTCOMES = { won: "Won", lost: "Lost", drawn: "Neither won nor lost" };

/** Show the aftermath; return whether it has to be finished before the next scene. */
export function showAftermath(page) {
  const { last, decision } = page.view;
  const container = byId("aftermath");
  const isRolling = decision.what === "die" && last?.under_way === true && last.verdicts.some((verdict) => verdict.is_due);
  const isShown = last?.battle === true && (last.under_way || !isTurned(page));
  container.hidden = !isShown;
  if (!isShown) return false;
  fill(container,
    el("p", { class: "eyebrow", text: "After the battle" }),
    el("h2", { id: "aftermath-title", tabindex: -1 }, last.title, " ", el("span", { class: "outcome", "data-outcome": last.outcome, text: OUTCOMES[last.outcome] })),
    el("p", { class: "prose", text: last.words }),
    felled(page, last, isRolling),
    !isRolling && last.paragraphs.map((paragraph) => el("p", { class: "prose", text: paragraph })),
    !last.under_way && el("div", { class: "buttons" },
      el("button", { class: "button primary", type: "button", id: "turn-page", text: "Turn the page", on: { click: () => turnPage(page) } })));
  tumbleNewDie(container, page, last);
  return isRolling || !last.under_way;
}

function felled(page, last, isRolling) {
  if (!last.verdicts.length) return el("p", { class: "prose", text: "No one in the company fell." });
  const hasDice = isRolling || last.verdicts.some((verdict) => verdict.face);
  return [
    el("h3", { text: "The felled" }),
    hasDice && el("p", { class: "quiet small" }, page.view.aftermath.sentence, " ", ruleLink("K6.4", `${page.view.rules}#K6.4`)),
    el("ul", { class: "felled" }, last.verdicts.map((verdict) => felledRow(verdict, hasDice))),
    isRolling && rollButtons(page, last),
  ];
}

function felledRow(verdict, hasDice) {
  const by = verdict.by ? `felled by ${verdict.by}` : "felled";
  const fate = verdict.words;
  return el("li", { "data-fate": verdict.is_dead ? "dead" : verdict.face ? "back" : "open", "data-due": verdict.is_due || null },
    hasDice && el("span", { class: "die" }, verdict.face ? dieFace(verdict.face) : blankDie()),
    el("span", { class: "who" }, el("b", { text: verdict.name }), el("span", { class: "quiet small", text: by })),
    el("span", { class: "fate" }, verdict.face && el("span", { class: "numbers", text: `${verdict.face}: ` }), fate));
}

/** Return a die that has not been rolled yet. */
function blankDie() {
  return svg("svg", { class: "die-face blank", viewBox: "0 0 24 24", "aria-hidden": "true" },
    svg("rect", { x: 1.5, y: 1.5, width: 21, height: 21, rx: 5 }));
}

function rollButtons(page, last) {
  const due = last.verdicts.find((verdict) => verdict.is_due);
  const left = last.verdicts.filter((verdict) => !verdict.face && verdict.words === "waits for a die").length;
  if (page.view.dice === "mine") return dieButtons(page, `Roll for ${due.name}. What does your die show?`);
  return el("div", { class: "buttons" },
    el("button", { class: "button primary", type: "button", id: "roll", text: `Roll for ${due.name}`, on: { click: () => page.act({ do: "roll" }) } }),
    left > 1 && el("button", { class: "button", type: "button", id: "roll-all", text: `Roll all ${left}`, on: { click: () => rollAll(page, left) } }));
}

/** Return six buttons to enter the face of the player's own die. */
export function dieButtons(page, question) {
  return el("div", { class: "faces", role: "group", "aria-label": question },
    el("p", { class: "label", text: question }),
    [1, 2, 3, 4, 5, 6].map((face) => el("button", {
      class: "button", type: "button", id: `face-${face}`, "aria-label": `The die shows ${face}`,
      on: { click: () => page.act({ do: "roll", face }) },
    }, dieFace(face))));
}

async function rollAll(page, left) {
  for (let roll = 0; roll < left; roll += 1) if (!(await page.act({ do: "roll" }))) return;
}

// Turning the page

let shownFaces = 0;

/** Let the die that has just been rolled tumble, and announce it. */
function tumbleNewDie(container, page, last) {
  const rolled = last.verdicts.filter((verdict) => verdict.face).length;
  const isNew = rolled === shownFaces + 1 && shownFaces >= 0 && page.view.version > 0;
  shownFaces = rolled;
  if (!isNew || !rolled) return;
  const { name, face, words } = last.verdicts[rolled - 1];
  announce(`${name} rolls ${face}: ${words}.`);
  if (prefersReducedMotion()) return;
  container.querySelectorAll(".felled .die")[rolled - 1]?.animate(TUMBLE, { duration: 320, easing: "ease-out" });
}

function turnPage(page) {
  try {
    sessionStorage.setItem(STORAGE_NAME, battleId(page));
  } catch {
    turnedInMemory = battleId(page);
  }
  shownFaces = 0;
  page.show();
  page.toTop();
}

let turnedInMemory = "";

function isTurned(page) {
  try {
    return sessionStorage.getItem(STORAGE_NAME) === battleId(page);
  } catch {
    return turnedInMemory === battleId(page);
  }
}

/** Return an id of the last battle of this campaign. */
function battleId({ view }) {
  return `${view.id} ${view.last.number}`;
}
