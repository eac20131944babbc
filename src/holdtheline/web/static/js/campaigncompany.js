// The company: who is there and how they are, what they carry, and who is remembered.

import { byId, el, fill } from "./dom.js";
import { capital, counted } from "./words.js";

const PACK = "pack";

export function showCompany(book) {
  const { view } = book;
  byId("roster-title").textContent = capital(view.company);
  fill(byId("roster"), view.roster.filter((one) => one.standing !== "dead").map(card));
  byId("things").hidden = view.items.length === 0;
  fill(byId("things-list"), view.items.map((item, place) => thing(book, item, place)));
  byId("memorial").hidden = view.memorial.length === 0;
  fill(byId("memorial-list"), view.memorial.map((line) => {
    const [name, ...rest] = line.split(": ");
    return el("li", {}, el("b", { text: name }), el("span", { class: "quiet", text: ` ${rest.join(": ")}` }));
  }));
}

function card(one) {
  const isGone = one.standing === "left";
  return el("li", { class: "person", "data-standing": one.standing, "data-rests": one.rests || null },
    el("span", { class: "seal", "aria-hidden": "true", text: initials(one.name) }),
    el("div", { class: "about" },
      el("h3", {}, one.name, " ", sign(one, isGone)),
      !isGone && el("p", { class: "condition" }, pips(one), el("span", { class: "stats numbers quiet", text: numbers(one) })),
      one.scars.map((scar) => el("p", { class: "scar" }, el("b", { text: scar.name }), ` ${scar.change} `, el("span", { class: "quiet", text: scar.text }))),
      one.items.length > 0 && el("p", { class: "holds" }, ...one.items.map((item) => el("span", { class: "tag", text: item }))),
      one.text && el("p", { class: "line quiet", text: one.text }),
      !isGone && one.traits.length > 0 && el("details", {}, el("summary", { class: "quiet small", text: counted(one.traits.length, "trait") }),
        el("ul", { class: "traits" }, one.traits.map((trait) => el("li", { text: trait }))))));
}

function sign(one, isGone) {
  if (isGone) return el("span", { class: "tag quiet", text: "left the company" });
  if (one.rests) return el("span", { class: "tag rests", text: "rests until a haven" });
  if (one.travels) return el("span", { class: "tag", text: "in the battle" });
  return one.general ? el("span", { class: "tag quiet", text: one.general }) : null;
}

/** One ring for each wound that can be taken; those that stay are filled. */
function pips({ wounds, slots }) {
  const words = wounds ? `${counted(wounds, "wound")} of ${slots} that ${wounds === 1 ? "stays" : "stay"} until a haven` : `no wounds; can take ${slots}`;
  return el("span", { class: "pips", role: "img", "aria-label": capital(words), title: capital(words) },
    Array.from({ length: Math.max(slots, wounds, 1) }, (_, place) =>
      el("span", { class: place < wounds ? "pip wound" : place < slots ? "pip" : "pip none" })));
}

function numbers({ numbers: all }) {
  return all.map(({ name, text }) => `${name} ${text}`).join(" · ");
}

function initials(name) {
  return name.split(" ").map((word) => word[0]).slice(0, 2).join("");
}

/** An item, and who holds it; where items can be handed over, somebody else may be chosen. */
function thing(book, item, place) {
  const canHand = book.view.asked.can_hand && item.can_hold.length > 0 && byId("aftermath").hidden;
  return el("li", {},
    el("h3", { text: item.name }),
    item.text && el("p", { class: "line quiet", text: item.text }),
    item.effect && el("p", { class: "small", text: item.effect }),
    canHand ? hands(book, item, `holder-${place}`) : el("p", { class: "small" }, item.holder === PACK ? "In the pack." : `Held by ${item.holder}.`));
}

/** Who holds an item, to be chosen. */
export function hands(book, item, id) {
  const called = (holder) => (holder === PACK ? "in the pack" : holder);
  return el("div", { class: "hand" },
    el("label", { class: "small", for: id }, "Held by", el("span", { class: "visually-hidden", text: `: ${item.name}` })),
    el("select", { id, on: { change: (event) => book.act({ do: "hand", item: item.name, to: event.target.value }) } },
      [item.holder, ...item.can_hold].map((holder) => el("option", { value: holder, selected: holder === item.holder, text: called(holder) }))));
}
