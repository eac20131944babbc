// After a battle, on one screen: how it ended, the felled with their dice, and what follows.

import { dieFace } from "./dice.js";
import { byId, drawn, el, fill } from "./dom.js";
import { ruleLink, say } from "./say.js";

const TURNED = "htl.turned";
const TUMBLE = [
  { transform: "translateY(-1.2rem) rotate(-200deg) scale(.7)", opacity: 0.2 },
  { transform: "translateY(.2rem) rotate(-60deg) scale(1.08)", opacity: 1, offset: 0.5 },
  { transform: "none", opacity: 1 },
];
const WORDS = { won: "Won", lost: "Lost", drawn: "Neither won nor lost" };

/** Whether the page waits here: dice are to be rolled, or nobody has turned the page yet. */
export function showAftermath(book) {
  const { last, asked } = book.view;
  const place = byId("aftermath");
  const isRolling = asked.what === "die" && last?.under_way === true && last.verdicts.some((one) => one.is_due);
  const isHere = last?.battle === true && (last.under_way || !isTurned(book));
  place.hidden = !isHere;
  if (!isHere) return false;
  fill(place,
    el("p", { class: "eyebrow", text: "After the battle" }),
    el("h2", { id: "aftermath-title", tabindex: -1 }, last.title, " ", el("span", { class: "outcome", "data-outcome": last.outcome, text: WORDS[last.outcome] })),
    el("p", { class: "prose", text: last.words }),
    felled(book, last, isRolling),
    !isRolling && last.paragraphs.map((paragraph) => el("p", { class: "prose", text: paragraph })),
    !last.under_way && el("div", { class: "buttons" },
      el("button", { class: "button primary", type: "button", id: "turn-page", text: "Turn the page", on: { click: () => turn(book) } })));
  tumbleNew(place, book, last);
  return isRolling || !last.under_way;
}

function felled(book, last, isRolling) {
  if (!last.verdicts.length) return el("p", { class: "prose", text: "Nobody of the company fell." });
  const hasDice = isRolling || last.verdicts.some((one) => one.face);
  return [
    el("h3", { text: "The felled" }),
    hasDice && el("p", { class: "quiet small" }, book.view.aftermath.sentence, " ", ruleLink("K6.4", `${book.view.rules}#K6.4`)),
    el("ul", { class: "felled" }, last.verdicts.map((one) => verdict(one, hasDice))),
    isRolling && dice(book, last),
  ];
}

function verdict(one, hasDice) {
  const by = one.by ? `felled by ${one.by}` : "felled";
  const fate = one.face || one.words !== "waits for a die" ? one.words : "waits for a die";
  return el("li", { "data-fate": one.is_dead ? "dead" : one.face ? "back" : "open", "data-due": one.is_due || null },
    hasDice && el("span", { class: "die" }, one.face ? dieFace(one.face) : blank()),
    el("span", { class: "who" }, el("b", { text: one.name }), el("span", { class: "quiet small", text: by })),
    el("span", { class: "fate" }, one.face && el("span", { class: "numbers", text: `${one.face}: ` }), fate));
}

/** A die that lies there, to be rolled. */
function blank() {
  return drawn("svg", { class: "die-face blank", viewBox: "0 0 24 24", "aria-hidden": "true" },
    drawn("rect", { x: 1.5, y: 1.5, width: 21, height: 21, rx: 5 }));
}

function dice(book, last) {
  const due = last.verdicts.find((one) => one.is_due);
  const left = last.verdicts.filter((one) => !one.face && one.words === "waits for a die").length;
  if (book.view.dice === "mine") return faces(book, `Roll for ${due.name}. What does your die show?`);
  return el("div", { class: "buttons" },
    el("button", { class: "button primary", type: "button", id: "roll", text: `Roll for ${due.name}`, on: { click: () => book.act({ do: "roll" }) } }),
    left > 1 && el("button", { class: "button", type: "button", id: "roll-all", text: `Roll all ${left}`, on: { click: () => rollAll(book, left) } }));
}

/** Six buttons for a die of one's own. */
export function faces(book, question) {
  return el("div", { class: "faces", role: "group", "aria-label": question },
    el("p", { class: "label", text: question }),
    [1, 2, 3, 4, 5, 6].map((face) => el("button", {
      class: "button", type: "button", id: `face-${face}`, "aria-label": `The die shows ${face}`,
      on: { click: () => book.act({ do: "roll", face }) },
    }, dieFace(face))));
}

async function rollAll(book, left) {
  for (let roll = 0; roll < left; roll += 1) if (!(await book.act({ do: "roll" }))) return;
}

// Turning the page

let shownFaces = 0;

/** The die that has just been rolled tumbles, and is said. */
function tumbleNew(place, book, last) {
  const rolled = last.verdicts.filter((one) => one.face).length;
  const isNew = rolled === shownFaces + 1 && shownFaces >= 0 && book.view.version > 0;
  shownFaces = rolled;
  if (!isNew || !rolled) return;
  const { name, face, words } = last.verdicts[rolled - 1];
  say(`${name} rolls ${face}: ${words}.`);
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  place.querySelectorAll(".felled .die")[rolled - 1]?.animate(TUMBLE, { duration: 320, easing: "ease-out" });
}

function turn(book) {
  try {
    sessionStorage.setItem(TURNED, mark(book));
  } catch {
    turnedHere = mark(book);
  }
  shownFaces = 0;
  book.show();
  book.toTop();
}

let turnedHere = "";

function isTurned(book) {
  try {
    return sessionStorage.getItem(TURNED) === mark(book);
  } catch {
    return turnedHere === mark(book);
  }
}

/** Which battle it was, of which campaign. */
function mark({ view }) {
  return `${view.id} ${view.last.number}`;
}
