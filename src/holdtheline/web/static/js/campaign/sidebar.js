// The sidebar of a campaign: the company and its items, the memorial, the road, and the journal.

import { byId, el, fill, svg } from "../lib/dom.js";
import { capitalize, plural } from "../lib/text.js";

const PACK = "pack";

export function showCompany(page) {
  const { view } = page;
  byId("roster-title").textContent = capitalize(view.company);
  fill(byId("roster"), view.roster.filter((person) => person.status !== "dead").map(personCard));
  byId("things").hidden = view.items.length === 0;
  fill(byId("things-list"), view.items.map((item, index) => itemRow(page, item, index)));
  byId("memorial").hidden = view.memorial.length === 0;
  fill(byId("memorial-list"), view.memorial.map((line) => {
    const [name, ...rest] = line.split(": ");
    return el("li", {}, el("b", { text: name }), el("span", { class: "quiet", text: ` ${rest.join(": ")}` }));
  }));
}

function personCard(person) {
  const hasLeft = person.status === "left" || person.status === "taken";
  return el("li", { class: "person", "data-status": person.status, "data-rests": person.rests || null },
    el("span", { class: "seal", "aria-hidden": "true", text: initials(person.name) }),
    el("div", { class: "about" },
      el("h3", {}, person.name, " ", standingTag(person, hasLeft)),
      !hasLeft && el("p", { class: "condition" }, woundPips(person), el("span", { class: "stats numbers quiet", text: statsText(person) })),
      person.scars.map((scar) => el("p", { class: "scar" }, el("b", { text: scar.name }), ` ${scar.change} `, el("span", { class: "quiet", text: scar.text }))),
      person.items.length > 0 && el("p", { class: "holds" }, ...person.items.map((item) => el("span", { class: "tag", text: item }))),
      person.text && el("p", { class: "line quiet", text: person.text }),
      !hasLeft && person.traits.length > 0 && el("details", {}, el("summary", { class: "quiet small", text: plural(person.traits.length, "trait") }),
        el("ul", { class: "traits" }, person.traits.map((trait) => el("li", { text: trait }))))));
}

function standingTag(person, hasLeft) {
  if (hasLeft) return el("span", { class: "tag quiet", text: person.status === "taken" ? "carried off by the enemy" : "left the company" });
  if (person.rests) return el("span", { class: "tag rests", text: "rests until a haven" });
  if (person.travels) return el("span", { class: "tag", text: "in the battle" });
  return person.general ? el("span", { class: "tag quiet", text: person.general }) : null;
}

/** Return a ring for each wound that a person can take; those taken are filled. */
function woundPips({ wounds, slots }) {
  const text = wounds ? `${plural(wounds, "wound")} of ${slots} that ${wounds === 1 ? "stays" : "stay"} until a haven` : `no wounds; can take ${slots}`;
  return el("span", { class: "pips", role: "img", "aria-label": capitalize(text), title: capitalize(text) },
    Array.from({ length: Math.max(slots, wounds, 1) }, (_, index) =>
      el("span", { class: index < wounds ? "pip wound" : index < slots ? "pip" : "pip none" })));
}

function statsText({ numbers: all }) {
  return all.map(({ name, text }) => `${name} ${text}`).join(" · ");
}

function initials(name) {
  return name.split(" ").map((word) => word[0]).slice(0, 2).join("");
}

/** Return an item and its holder; if items can be handed over, with a choice of holders. */
function itemRow(page, item, index) {
  const canHand = page.view.decision.can_hand && item.can_hold.length > 0 && byId("aftermath").hidden;
  return el("li", {},
    el("h3", { text: item.name }),
    item.text && el("p", { class: "line quiet", text: item.text }),
    item.effect && el("p", { class: "small", text: item.effect }),
    canHand ? holderSelect(page, item, `holder-${index}`) : el("p", { class: "small" }, item.holder === PACK ? "In the pack." : `Held by ${item.holder}.`));
}

/** Return a choice of who holds an item. */
export function holderSelect(page, item, id) {
  const holderText = (holder) => (holder === PACK ? "in the pack" : holder);
  return el("div", { class: "hand" },
    el("label", { class: "small", for: id }, "Held by", el("span", { class: "visually-hidden", text: `: ${item.name}` })),
    el("select", { id, on: { change: (event) => page.act({ do: "hand", item: item.name, to: event.target.value }) } },
      [item.holder, ...item.can_hold].map((holder) => el("option", { value: holder, selected: holder === item.holder, text: holderText(holder) }))));
}

// The road and the journal

const ICONS = {
  battle: ["M5 5 19 19", "M19 5 5 19", "M4 15 9 20", "M20 15 15 20"],
  haven: ["M4 12 12 5 20 12", "M6 11V19H18V11", "M10.5 19V14H13.5V19"],
  choice: ["M12 20V13", "M12 13 6 6", "M12 13 18 6", "M6 10V6H10", "M18 10V6H14"],
  end: ["M12 4 14.4 9.2 20 9.8 15.8 13.6 17 19.2 12 16.3 7 19.2 8.2 13.6 4 9.8 9.6 9.2Z"],
  item: ["M12 4 20 12 12 20 4 12Z", "M12 4V20", "M4 12H20"],
};
const SCENE_KINDS = { battle: "battle", haven: "haven", choice: "choice", item: "find" };
const PLACES = { now: "you are here", next: "may come next" };

export function showRoad(page) {
  const { map, unknown, scene: current } = page.view;
  fill(byId("road-list"),
    map.filter((scene) => scene.status !== "next").map((scene) => roadStop(page, scene)),
    current.kind === "end" && el("li", { class: "stop", "data-status": "now", "data-outcome": current.outcome, "aria-current": "step" }, roadSign("end"), el("div", {}, el("b", { text: current.title }), el("span", { class: "quiet small", text: "the end" }))),
    current.kind !== "end" && nextStops(page, map.filter((scene) => scene.status === "next")),
    unknown > 0 && current.kind !== "end" && el("li", { class: "stop", "data-status": "unknown" }, roadSign(null), el("div", {}, el("span", { class: "quiet", text: `${capitalize(plural(unknown, "more scene"))} still unknown` }))));
}

function nextStops(page, scenes) {
  if (scenes.length < 2) return scenes.map((scene) => roadStop(page, scene));
  return el("li", { class: "fork" }, el("ul", { "aria-label": "What may come next" }, scenes.map((scene) => roadStop(page, scene))));
}

function roadStop(page, scene) {
  const text = scene.status === "played" ? (scene.outcome ?? SCENE_KINDS[scene.kind]) : PLACES[scene.status];
  return el("li", { class: "stop", "data-status": scene.status, "data-outcome": scene.outcome, "aria-current": scene.status === "now" ? "step" : null },
    roadSign(scene.kind),
    el("div", {},
      el("b", { text: scene.title }),
      el("span", { class: "quiet small" }, scene.status === "played" && !scene.outcome ? text : `${SCENE_KINDS[scene.kind]}, ${text}`)),
    scene.can_go_back && el("button", {
      class: "button plain small", type: "button", "aria-label": `Back to the start of ${scene.title}`, text: "Back to here", on: { click: () => page.goBack(scene) },
    }));
}

/** Return the sign of a kind of scene. */
function roadSign(kind) {
  return el("span", { class: "post", "aria-hidden": "true" },
    svg("svg", { viewBox: "0 0 24 24" }, ...(ICONS[kind] ?? []).map((d) => svg("path", { d }))));
}

export function showJournal({ journal, story }) {
  const pages = [{ heading: "", paragraphs: story }, ...journal];
  byId("journal-title").textContent = `Journal, ${plural(journal.length, "page")}`;
  fill(byId("journal-pages"), pages.map(({ heading, paragraphs }) => el("section", {},
    heading && el("h3", { text: heading }),
    paragraphs.map((paragraph) => el("p", { class: "prose", text: paragraph })))));
}
