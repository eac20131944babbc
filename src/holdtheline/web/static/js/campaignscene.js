// The scene: what is told, and what is asked.

import { faces } from "./campaignaftermath.js";
import { hands } from "./campaigncompany.js";
import { friendsOf } from "./campaignkeys.js";
import { byId, el, fill } from "./dom.js";
import { linkRow } from "./linkrow.js";
import { capital, counted } from "./words.js";

const KINDS = { battle: "Battle", haven: "Haven", choice: "A choice", item: "A find", end: "The end" };
const OUTCOMES = { won: "The campaign is won.", lost: "The campaign is lost.", drawn: "Neither won nor lost." };

/** `waits`: the page of the battle before has not been turned yet. */
export function showScene(book, waits) {
  const { view } = book;
  const { place, asked } = view;
  const isAfter = !byId("aftermath").hidden;
  byId("scene").hidden = isAfter;
  fill(byId("scene"),
    isFirst(view) && el("div", { class: "prologue" }, prose(view.story)),
    before(view),
    el("p", { class: "eyebrow" }, kindOf(place), chapter(view)),
    el("h2", { id: "scene-title", tabindex: -1, text: place.title }),
    prose(place.story),
    ["travellers", "battle"].includes(asked.what) && aim(place),
    place.outcome && el("p", { class: "prose verdict", "data-outcome": place.outcome, text: OUTCOMES[place.outcome] }));
  const isAsked = !waits && !["nothing", "battle"].includes(asked.what);
  byId("asked").hidden = !isAsked;
  if (isAsked) fill(byId("asked"), QUESTIONS[asked.what](book));
  byId("battle").hidden = asked.what !== "battle" || waits;
  if (asked.what === "battle") fill(byId("battle"), battle(book));
}

/** What came of the scene before; of a battle the aftermath has told it. */
function before({ last }) {
  if (!last || last.battle || last.under_way || !last.paragraphs.length) return null;
  return el("div", { class: "before" }, el("p", { class: "eyebrow", text: last.title }),
    last.paragraphs.map((paragraph) => el("p", { class: "prose", text: paragraph })));
}

const LONG = 120; // letters of a paragraph that can stand beside a large one

/** Paragraphs of a story; the first begins with a large letter. */
function prose(paragraphs) {
  return paragraphs.map((paragraph, place) =>
    el("p", { class: !place && paragraph.length > LONG ? "prose first" : "prose", text: paragraph }));
}

/** What a battle is about, and how hard it is, before anybody marches out. */
function aim({ aim: words, how_hard: howHard }) {
  return el("div", { class: "aim", id: "aim" },
    el("p", { class: "eyebrow", text: "The aim" }),
    el("p", { class: "prose", text: words }),
    howHard && el("p", { class: "quiet small", text: howHard }));
}

function kindOf({ kind }) {
  return KINDS[kind];
}

function chapter({ map, place }) {
  const played = map.filter((one) => one.known === "played").length;
  return place.kind === "end" ? ` after ${counted(played, "scene")}` : ` · scene ${played + 1}`;
}

/** The story of the campaign is told once, before the first scene. */
function isFirst({ journal }) {
  return journal.length === 1;
}

// What is asked

const QUESTIONS = {
  travellers: (book) => people(book, "March out", (who) => marchOut(book, who)),
  "travel on": (book) => people(book, "Travel on", (who) => book.act({ do: "travel on", who })),
  choice: (book) => [
    el("h3", { text: book.view.asked.question }),
    el("div", { class: "ways" }, book.view.asked.picks.map((pick, place) => el("button", {
      class: "way", type: "button", id: `way-${place}`, on: { click: () => book.act({ do: "choose", option: pick.name }) },
    }, el("b", { text: pick.name }), pick.text && el("span", { class: "quiet", text: pick.text })))),
  ],
  leave: (book) => [
    el("p", { class: "prose", text: book.view.asked.question }),
    found(book),
    el("div", { class: "buttons" }, el("button", { class: "button primary", type: "button", id: "go-on", text: "Go on", on: { click: () => book.act({ do: "go on" }) } })),
  ],
  die: (book) => [
    el("h3", { text: "A die is rolled" }),
    el("p", { class: "prose", text: book.view.asked.question }),
    book.view.dice === "mine"
      ? faces(book, "What does your die show?")
      : el("div", { class: "buttons" }, el("button", { class: "button primary", type: "button", id: "roll", text: "Roll", on: { click: () => book.act({ do: "roll" }) } })),
  ],
};

/** What this scene has brought is handed over where it is told, and not only in the list of all things. */
function found(book) {
  const { asked, items, place } = book.view;
  if (place.kind !== "item" || !asked.can_hand) return null;
  const words = asked.question.toLowerCase();
  const item = items.find((one) => words.includes(one.name.toLowerCase()) && one.can_hold.length > 0);
  return item ? hands(book, item, "found-holder") : null;
}

/** Names to be ticked; the button says what is still missing. */
function people(book, action, go) {
  const { asked, roster } = book.view;
  const isFixed = asked.fewest === asked.most && asked.most === asked.picks.length;
  const boxes = asked.picks.map((pick, place) => person(pick, place, asked, roster, isFixed));
  const count = el("p", { class: "quiet", "aria-live": "polite" });
  const button = el("button", { class: "button primary", id: "march", text: action });
  const chosen = () => boxes.map((box) => box.querySelector("input")).filter((input) => input.checked).map((input) => input.value);
  const tell = () => {
    const number = chosen().length;
    count.textContent = isFixed ? "" : `${number} of at most ${asked.most} chosen.`;
    button.setAttribute("aria-disabled", String(number < asked.fewest || number > asked.most));
  };
  const form = el("form", { class: "people" },
    el("h3", { text: asked.question }),
    el("div", { class: "options" }, boxes), count,
    el("div", { class: "buttons" }, button));
  form.addEventListener("change", tell);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (button.getAttribute("aria-disabled") !== "true") go(chosen());
  });
  tell();
  return form;
}

function person({ name }, place, asked, roster, isFixed) {
  const card = roster.find((one) => one.name === name);
  const told = [card?.wounds && `${counted(card.wounds, "wound")}`, ...(card?.scars ?? []).map((scar) => scar.name.toLowerCase()), ...(card?.items ?? [])];
  const isNeeded = isFixed || asked.needed.includes(name);
  return el("label", { class: "choice" },
    el("input", {
      type: "checkbox", value: name, id: `goes-${place}`, checked: isNeeded || isUsual(name, asked),
      on: { click: (event) => isNeeded && event.preventDefault() }, "aria-disabled": isNeeded || null,
    }),
    el("span", {}, el("b", { text: name }),
      el("span", { class: "quiet", text: [isNeeded && !isFixed && "must come", ...told].filter(Boolean).join(" · ") })));
}

/** Those who must come, then the first of the others, as many as there are places. */
function isUsual(name, asked) {
  const others = asked.picks.map((pick) => pick.name).filter((one) => !asked.needed.includes(one));
  return others.slice(0, asked.most - asked.needed.length).includes(name);
}

async function marchOut(book, who) {
  if (await book.act({ do: "travel", who })) await book.toBattle();
}

// The battle

function battle(book) {
  const { battle: table, asked, policy, generals } = book.view;
  const friends = generals.length > 1 ? friendsOf(book.key) : [];
  return [
    el("h3", { text: table ? "The battle goes on" : "The battle begins" }),
    el("p", { class: "prose", text: asked.question }),
    table?.steps ? el("p", { class: "quiet", text: `${capital(counted(table.steps, "step"))} so far${table.my_turn ? "; it is your turn." : "."}` }) : null,
    el("div", { class: "buttons" }, el("button", {
      class: "button primary", type: "button", id: "to-battle",
      text: table?.watching ? "Watch the battle" : table?.steps ? "Back to the table" : "To the table", on: { click: () => book.toBattle() },
    })),
    el("p", { class: "quiet small", text: policy.word === "iron"
      ? "This campaign is iron: the battle is played to its end. Its outcome comes here by itself."
      : "Its outcome comes here by itself." }),
    ...friends.flatMap((friend) => [el("p", { class: "label small", text: `Link for the ${friend.title}` }), linkRow(`Link for the ${friend.title}`, "campaign", friend.key)]),
  ];
}
