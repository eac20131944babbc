// The scene of a campaign: its story, and what the player has to decide.

import { byId, el, fill } from "../lib/dom.js";
import { campaignLinks } from "../lib/links.js";
import { friendLink, isMissing } from "../lib/sharing.js";
import { capitalize, plural } from "../lib/text.js";
import { dieButtons } from "./aftermath.js";
import { holderSelect } from "./sidebar.js";

const KINDS = { battle: "Battle", haven: "Haven", choice: "A choice", item: "A find", end: "The end" };
const OUTCOMES = { won: "The campaign is won.", lost: "The campaign is lost.", drawn: "Neither won nor lost." };

/** Show the scene; while `isWaiting`, the aftermath of the battle has not been finished. */
export function showScene(page, isWaiting) {
  const { view } = page;
  const { scene, decision } = view;
  const isAfter = !byId("aftermath").hidden;
  byId("scene").hidden = isAfter;
  fill(byId("scene"),
    isFirst(view) && el("div", { class: "prologue" }, prose(view.story)),
    previousScene(view),
    el("p", { class: "eyebrow" }, kindText(scene), chapter(view)),
    el("h2", { id: "scene-title", tabindex: -1, text: scene.title }),
    prose(scene.story),
    ["travellers", "battle"].includes(decision.what) && aimCard(scene),
    scene.outcome && el("p", { class: "prose verdict", "data-outcome": scene.outcome, text: OUTCOMES[scene.outcome] }));
  const isAsked = !isWaiting && !["nothing", "battle"].includes(decision.what);
  byId("decision").hidden = !isAsked;
  if (isAsked) fill(byId("decision"), QUESTIONS[decision.what](page));
  byId("battle").hidden = decision.what !== "battle" || isWaiting;
  if (decision.what === "battle") fill(byId("battle"), battlePart(page));
}

/** Return the consequences of the previous scene; after a battle the aftermath shows them. */
function previousScene({ last }) {
  if (!last || last.battle || last.under_way || !last.paragraphs.length) return null;
  return el("div", { class: "before" }, el("p", { class: "eyebrow", text: last.title }),
    last.paragraphs.map((paragraph) => el("p", { class: "prose", text: paragraph })));
}

const DROP_CAP_LENGTH = 120; // letters: a shorter paragraph cannot stand beside a large initial

/** Return the paragraphs of a story; the first has a large initial. */
function prose(paragraphs) {
  return paragraphs.map((paragraph, index) =>
    el("p", { class: !index && paragraph.length > DROP_CAP_LENGTH ? "prose first" : "prose", text: paragraph }));
}

/** Return the aim of a battle and its difficulty. */
function aimCard({ aim, difficulty }) {
  return el("div", { class: "aim", id: "aim" },
    el("p", { class: "eyebrow", text: "The aim" }),
    el("p", { class: "prose", text: aim }),
    difficulty && el("p", { class: "quiet small", text: difficulty }));
}

function kindText({ kind }) {
  return KINDS[kind];
}

function chapter({ map, scene: current }) {
  const played = map.filter((scene) => scene.status === "played").length;
  return current.kind === "end" ? ` after ${plural(played, "scene")}` : ` · scene ${played + 1}`;
}

/** Return whether this is the first scene, before which the story of the campaign is shown. */
function isFirst({ journal }) {
  return journal.length === 1;
}

// What the player has to decide

const QUESTIONS = {
  travellers: (page) => peopleForm(page, "March out", (who) => marchOut(page, who)),
  "travel on": (page) => peopleForm(page, "Travel on", (who) => page.act({ do: "travel on", who })),
  choice: (page) => [
    el("h3", { text: page.view.decision.question }),
    el("div", { class: "picks" }, page.view.decision.picks.map((pick, index) => el("button", {
      class: "pick", type: "button", id: `pick-${index}`, on: { click: () => page.act({ do: "choose", option: pick.name }) },
    }, el("b", { text: pick.name }), pick.text && el("span", { class: "quiet", text: pick.text })))),
  ],
  leave: (page) => [
    el("p", { class: "prose", text: page.view.decision.question }),
    foundItem(page),
    el("div", { class: "buttons" }, el("button", { class: "button primary", type: "button", id: "go-on", text: "Continue", on: { click: () => page.act({ do: "go on" }) } })),
  ],
  die: (page) => [
    el("h3", { text: "A die is rolled" }),
    el("p", { class: "prose", text: page.view.decision.question }),
    page.view.dice === "mine"
      ? dieButtons(page, "What does your die show?")
      : el("div", { class: "buttons" }, el("button", { class: "button primary", type: "button", id: "roll", text: "Roll", on: { click: () => page.act({ do: "roll" }) } })),
  ],
};

/** Return the choice of a holder for the item found in this scene, so that it is not only in the sidebar. */
function foundItem(page) {
  const { decision, items, scene } = page.view;
  if (scene.kind !== "item" || !decision.can_hand) return null;
  const question = decision.question.toLowerCase();
  const item = items.find((candidate) => question.includes(candidate.name.toLowerCase()) && candidate.can_hold.length > 0);
  return item ? holderSelect(page, item, "found-holder") : null;
}

/** Return a form with checkboxes for people; its button is disabled until the number fits. */
function peopleForm(page, action, go) {
  const { decision, roster } = page.view;
  const isFixed = decision.fewest === decision.most && decision.most === decision.picks.length;
  const boxes = decision.picks.map((pick, index) => personCheckbox(pick, index, decision, roster, isFixed));
  const count = el("p", { class: "quiet", "aria-live": "polite" });
  const button = el("button", { class: "button primary", id: "march", text: action });
  const chosen = () => boxes.map((box) => box.querySelector("input")).filter((input) => input.checked).map((input) => input.value);
  const updateCount = () => {
    const number = chosen().length;
    count.textContent = isFixed ? "" : `${number} of at most ${decision.most} chosen.`;
    button.setAttribute("aria-disabled", String(number < decision.fewest || number > decision.most));
  };
  const form = el("form", { class: "people" },
    el("h3", { text: decision.question }),
    el("div", { class: "options" }, boxes), count,
    el("div", { class: "buttons" }, button));
  form.addEventListener("change", updateCount);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (button.getAttribute("aria-disabled") !== "true") go(chosen());
  });
  updateCount();
  return form;
}

function personCheckbox({ name }, index, decision, roster, isFixed) {
  const card = roster.find((person) => person.name === name);
  const notes = [card?.wounds && `${plural(card.wounds, "wound")}`, ...(card?.scars ?? []).map((scar) => scar.name.toLowerCase()), ...(card?.items ?? [])];
  const isNeeded = isFixed || decision.needed.includes(name);
  return el("label", { class: "choice" },
    el("input", {
      type: "checkbox", value: name, id: `goes-${index}`, checked: isNeeded || isDefault(name, decision),
      on: { click: (event) => isNeeded && event.preventDefault() }, "aria-disabled": isNeeded || null,
    }),
    el("span", {}, el("b", { text: name }),
      el("span", { class: "quiet", text: [isNeeded && !isFixed && "must come", ...notes].filter(Boolean).join(" · ") })));
}

/** Return whether a person is chosen by default: all who must come, then the first others. */
function isDefault(name, decision) {
  const others = decision.picks.map((pick) => pick.name).filter((other) => !decision.needed.includes(other));
  return others.slice(0, decision.most - decision.needed.length).includes(name);
}

async function marchOut(page, who) {
  if (await page.act({ do: "travel", who })) await page.toBattle();
}

// The battle

function battlePart(page) {
  const { battle: table, decision, policy, generals } = page.view;
  const friends = generals.length > 1 ? (campaignLinks.get(page.key)?.friends ?? []) : [];
  return [
    el("h3", { text: table ? "The battle continues" : "The battle begins" }),
    el("p", { class: "prose", text: decision.question }),
    table?.steps ? el("p", { class: "quiet", text: `${capitalize(plural(table.steps, "step"))} so far${table.my_turn ? "; it is your turn." : "."}` }) : null,
    el("div", { class: "buttons" }, el("button", {
      class: "button primary", type: "button", id: "to-battle",
      text: table?.spectator ? "Watch the battle" : table?.steps ? "Return to the table" : "Go to the table", on: { click: () => page.toBattle() },
    })),
    el("p", { class: "quiet small", text: policy.word === "iron"
      ? "This campaign is iron: the battle has to be played to its end. Its outcome appears here."
      : "Its outcome appears here." }),
    ...friends.filter((friend) => isMissing(friend, generals[friend.seat])).map((friend) =>
      friendLink(campaignLinks, page.key, friend, generals[friend.seat], "campaign", () => page.show())),
  ];
}
