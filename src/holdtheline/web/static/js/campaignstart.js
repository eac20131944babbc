// The campaigns that can be begun, and those that this browser knows.

import { ask } from "./api.js";
import { forgetCampaign, knownCampaigns, rememberCampaign } from "./campaignkeys.js";
import { byId, el, fill } from "./dom.js";
import { showForm } from "./newgame.js";
import { warn } from "./say.js";
import { checked, myName, radios } from "./seating.js";
import { capital, counted } from "./words.js";

const MOST_GENERALS = 4;

export async function showBeginning() {
  try {
    const told = await ask("GET", "/api/campaigns");
    fill(byId("shipped"), told.campaigns.map((one) => coverOf(one, told)));
    byId("moment").hidden = true;
    byId("beginning").hidden = false;
  } catch (refusal) {
    fill(byId("moment"), refusal.sentence);
  }
  showMine();
}

/** A campaign as the cover of a book: its title, and how it begins. */
function coverOf(campaign, told) {
  const title = `campaign-${campaign.name}`;
  return el("article", { class: "cover card", "aria-labelledby": title },
    el("h3", { id: title, text: campaign.title }),
    el("p", { class: "quiet small", text: `${campaign.company}: ${counted(campaign.people, "person")}`.replace("persons", "people") + ` · ${campaign.scenes} scenes · one to four generals` }),
    ...campaign.story.map((paragraph, place) => el("p", { class: place ? "prose" : "prose first", text: paragraph })),
    el("div", { class: "buttons" }, el("button", {
      class: "button primary", type: "button", "aria-haspopup": "dialog", "aria-describedby": title, text: "Begin",
      on: { click: () => openForm(campaign, told) },
    })));
}

function openForm(campaign, told) {
  const policy = radios("How is it saved?", "policy", told.policies.map(choice), "iron",
    el("span", { class: "quiet meaning", text: "Every step is saved at once. This cannot be changed later." }));
  const aftermath = radios("What becomes of the felled?", "aftermath", told.aftermaths.map((one) => usually(choice(one), campaign.aftermath)), campaign.aftermath);
  const dice = radios("Dice", "dice", [
    { value: "table", label: "The table rolls" },
    { value: "mine", label: "I roll my own", hint: "real dice; you say what they show" },
  ], "table");
  const generals = generalsField();
  const name = nameField();
  const asked = () => ({
    campaign: campaign.name,
    policy: checked(policy),
    aftermath: checked(aftermath),
    dice: checked(dice),
    seats: generals.chosen(),
    name: name.querySelector("input").value.trim(),
  });
  const people = el("section", {}, el("h3", { text: "Who plays" }), generals.fields, name, dice);
  const rules = el("section", {}, el("h3", { text: "What lasts" }), policy, aftermath);
  showForm(byId("new-campaign"), `Begin ${campaign.title}`, "Begin", [people, rules], async () => {
    const started = await ask("POST", "/api/campaigns", { body: asked() });
    rememberCampaign(started.key, started.friends);
    history.pushState(null, "", `/campaign#${started.key}`);
    location.reload();
  });
}

function choice({ word, sentence }) {
  const [first, rest] = sentence.startsWith(capital(word)) ? sentence.split(/: (.*)/s) : [capital(word), sentence];
  return { value: word, label: first, hint: capital(rest) };
}

function usually(one, usual) {
  return one.value === usual ? { ...one, label: `${one.label} (usual)` } : one;
}

/** How many generals, and for each but the first whether a friend commands with a link of their own. */
function generalsField() {
  const counts = [1, 2, 3, 4].map((count) => ({ value: count, label: String(count) }));
  const field = radios("How many generals?", "generals", counts, 1);
  field.classList.add("short");
  const others = Array.from({ length: MOST_GENERALS - 1 }, (_, place) => radios(`General ${place + 2}`, `general-${place + 2}`, [
    { value: "me", label: "Here", hint: "in this browser" },
    { value: "friend", label: "A friend", hint: "by a link of their own" },
  ], "me"));
  for (const other of others) other.classList.add("short");
  const show = () => others.forEach((other, place) => (other.hidden = place + 2 > Number(checked(field))));
  field.addEventListener("change", show);
  show();
  return {
    fields: [field, ...others],
    chosen: () => ["me", ...others.slice(0, Number(checked(field)) - 1).map(checked)],
  };
}

function nameField() {
  return el("div", { class: "field" },
    el("label", { for: "my-name" }, "Your name ", el("span", { class: "quiet", text: "(optional)" })),
    el("input", { id: "my-name", type: "text", maxlength: 40, autocomplete: "nickname", spellcheck: "false", value: myName() }));
}

// Mine

async function showMine() {
  const keys = knownCampaigns().map((one) => one.key);
  if (!keys.length) return;
  try {
    const { campaigns } = await ask("POST", "/api/campaigns/mine", { body: { keys } });
    const mine = campaigns.flatMap((one, place) => (one ? [{ ...one, key: keys[place] }] : []));
    byId("mine").hidden = mine.length === 0;
    fill(byId("mine-list"), mine.map(row));
  } catch (refusal) {
    warn(refusal);
  }
}

function row(campaign) {
  const title = `mine-${campaign.id}-${campaign.key.slice(0, 6)}`;
  return el("li", { class: "card" },
    el("div", {},
      el("h3", { id: title, text: campaign.title }),
      el("p", { class: "quiet", text: campaign.over ? `Over: ${campaign.scene}` : campaign.scene })),
    el("a", { class: campaign.over ? "button" : "button primary", href: `#${campaign.key}`, "aria-describedby": title, text: campaign.over ? "Read it" : "Go on" }),
    el("button", { class: "close", type: "button", "aria-label": "Forget this campaign", "aria-describedby": title, title: "Forget this campaign: without its link it cannot be opened again", text: "×", on: { click: () => {
      forgetCampaign(campaign.key);
      showMine();
      byId("mine").hidden = knownCampaigns().length === 0;
    } } }));
}
