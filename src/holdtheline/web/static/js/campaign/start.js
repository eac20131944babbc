// The start page of campaigns: campaigns to start, and those saved in this browser.

import { request } from "../lib/api.js";
import { byId, el, fill } from "../lib/dom.js";
import { checkedValue, radios, shortRadios, showForm } from "../lib/forms.js";
import { campaignLinks, reloadAt, rememberCampaign, showSaved } from "../lib/links.js";
import { diceField, nameField } from "../lib/seating.js";
import { capitalize, plural } from "../lib/text.js";

const MAX_GENERALS = 4;
const LABELS = { example: "A die decides", none: "All recover", harsh: "The felled die" }; // where the word of the file says little

export async function showStart() {
  try {
    const offered = await request("GET", "/api/campaigns");
    fill(byId("shipped"), offered.campaigns.map((campaign) => campaignCover(campaign, offered)));
    byId("moment").hidden = true;
    byId("beginning").hidden = false;
  } catch (error) {
    fill(byId("moment"), error.sentence);
  }
  showMine();
}

/** Return a campaign as a cover, with its title and how it begins. */
function campaignCover(campaign, offered) {
  const title = `campaign-${campaign.name}`;
  return el("article", { class: "cover card", "aria-labelledby": title },
    el("h3", { id: title, text: campaign.title }),
    el("p", { class: "quiet small", text: `${campaign.company}: ${plural(campaign.people, "person")}`.replace("persons", "people") + ` · ${campaign.scenes} scenes · one to four generals` }),
    el("div", { class: "buttons" }, el("button", {
      class: "button primary", type: "button", "aria-haspopup": "dialog", "aria-describedby": title, text: "Begin",
      on: { click: () => showCampaignForm(campaign, offered) },
    })),
    ...campaign.story.map((paragraph, index) => el("p", { class: index ? "prose" : "prose first", text: paragraph })));
}

function showCampaignForm(campaign, offered) {
  const policy = radios("How is it saved?", "policy", offered.policies.map(choice), "iron",
    el("span", { class: "quiet meaning", text: "Each step is saved as you play. You cannot change your choice later." }));
  const aftermath = radios("What becomes of the felled?", "aftermath", offered.aftermaths.map((aftermathKind) => markDefault(choice(aftermathKind), campaign.aftermath)), campaign.aftermath);
  const wounds = radios("What becomes of wounds?", "wounds", offered.wounds.map((kind) => markDefault(choice(kind), campaign.wounds)), campaign.wounds);
  const travel = radios("Do the felled travel on?", "felled_travel", offered.felled_travel.map((kind) => markDefault(choice(kind), campaign.felled_travel)), campaign.felled_travel);
  const dice = diceField();
  const generals = generalsField();
  const name = nameField();
  const chosen = () => ({
    campaign: campaign.name,
    policy: checkedValue(policy),
    aftermath: checkedValue(aftermath),
    wounds: checkedValue(wounds),
    felled_travel: checkedValue(travel),
    dice: checkedValue(dice),
    seats: generals.chosen(),
    name: name.querySelector("input").value.trim(),
  });
  const people = el("section", {}, el("h3", { text: "Who plays" }), generals.fields, name, dice);
  const rules = el("section", {}, el("h3", { text: "What lasts" }), policy,
    el("details", { class: "advanced" }, el("summary", { text: "What becomes of people after a battle" }), aftermath, wounds, travel));
  showForm(byId("new-campaign"), `Begin ${campaign.title}`, "Begin", [people, rules], async () => {
    const started = await request("POST", "/api/campaigns", { body: chosen() });
    rememberCampaign(started.key, started.friends);
    reloadAt(`/campaign#${campaignLinks.hash(started.key)}`);
  });
}

function choice({ word, sentence }) {
  const [first, rest] = sentence.startsWith(capitalize(word)) ? sentence.split(/: (.*)/s) : [LABELS[word] ?? capitalize(word), sentence];
  return { value: word, label: first, hint: capitalize(rest) };
}

function markDefault(option, defaultValue) {
  return option.value === defaultValue ? { ...option, label: `${option.label} (default)` } : option;
}

/** Return the fields for the number of generals, and for each but the first, whether a friend commands. */
function generalsField() {
  const counts = [1, 2, 3, 4].map((count) => ({ value: count, label: String(count) }));
  const field = shortRadios("How many generals?", "generals", counts, 1);
  const others = Array.from({ length: MAX_GENERALS - 1 }, (_, index) => shortRadios(`General ${index + 2}`, `general-${index + 2}`, [
    { value: "me", label: "Here", hint: "in this browser" },
    { value: "friend", label: "A friend", hint: "with their own link" },
  ], "me"));
  const show = () => others.forEach((other, index) => (other.hidden = index + 2 > Number(checkedValue(field))));
  field.addEventListener("change", show);
  show();
  return {
    fields: [field, ...others],
    chosen: () => ["me", ...others.slice(0, Number(checkedValue(field)) - 1).map(checkedValue)],
  };
}

function showMine() {
  showSaved(campaignLinks, "campaigns", "campaign", ({ over, scene }) => ({
    about: el("p", { class: "quiet", text: over ? `Over: ${scene}` : scene }),
    action: over ? "Read the story" : "Continue",
    isPrimary: !over,
  }));
}
