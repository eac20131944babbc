// The road: scenes that were played, where one stands, what may come; and the journal of it all.

import { byId, drawn, el, fill } from "./dom.js";
import { capital, counted } from "./words.js";

const SIGNS = {
  battle: ["M5 5 19 19", "M19 5 5 19", "M4 15 9 20", "M20 15 15 20"],
  haven: ["M4 12 12 5 20 12", "M6 11V19H18V11", "M10.5 19V14H13.5V19"],
  choice: ["M12 20V13", "M12 13 6 6", "M12 13 18 6", "M6 10V6H10", "M18 10V6H14"],
  end: ["M12 4 14.4 9.2 20 9.8 15.8 13.6 17 19.2 12 16.3 7 19.2 8.2 13.6 4 9.8 9.6 9.2Z"],
  item: ["M12 4 20 12 12 20 4 12Z", "M12 4V20", "M4 12H20"],
};
const KINDS = { battle: "battle", haven: "haven", choice: "choice", item: "find" };
const WORDS = { now: "you are here", next: "may come next" };

export function showRoad(book) {
  const { map, unknown, place } = book.view;
  fill(byId("road-list"),
    map.filter((one) => one.known !== "next").map((scene) => stop(book, scene)),
    place.kind === "end" && el("li", { class: "stop", "data-known": "now", "data-outcome": place.outcome, "aria-current": "step" }, post("end"), el("div", {}, el("b", { text: place.title }), el("span", { class: "quiet small", text: "the end" }))),
    place.kind !== "end" && ways(book, map.filter((one) => one.known === "next")),
    unknown > 0 && place.kind !== "end" && el("li", { class: "stop", "data-known": "unknown" }, post(null), el("div", {}, el("span", { class: "quiet", text: `${capital(counted(unknown, "more scene"))} that nobody knows yet` }))));
}

function ways(book, scenes) {
  if (scenes.length < 2) return scenes.map((scene) => stop(book, scene));
  return el("li", { class: "fork" }, el("ul", { "aria-label": "What may come next" }, scenes.map((scene) => stop(book, scene))));
}

function stop(book, scene) {
  const words = scene.known === "played" ? (scene.outcome ?? KINDS[scene.kind]) : WORDS[scene.known];
  return el("li", { class: "stop", "data-known": scene.known, "data-outcome": scene.outcome, "aria-current": scene.known === "now" ? "step" : null },
    post(scene.kind),
    el("div", {},
      el("b", { text: scene.title }),
      el("span", { class: "quiet small" }, scene.known === "played" && !scene.outcome ? words : `${KINDS[scene.kind]}, ${words}`)),
    scene.can_go_back && el("button", {
      class: "button plain small", type: "button", "aria-label": `Back to the start of ${scene.title}`, text: "Back to here", on: { click: () => book.goBack(scene) },
    }));
}

/** A lamp post of the road, with the sign of the kind of scene. */
function post(kind) {
  return el("span", { class: "post", "aria-hidden": "true" },
    drawn("svg", { viewBox: "0 0 24 24" }, ...(SIGNS[kind] ?? []).map((d) => drawn("path", { d }))));
}

export function showJournal({ journal, story }) {
  const pages = [{ heading: "", paragraphs: story }, ...journal];
  byId("journal-title").textContent = `Journal, ${counted(journal.length, "page")}`;
  fill(byId("journal-pages"), pages.map(({ heading, paragraphs }) => el("section", {},
    heading && el("h3", { text: heading }),
    paragraphs.map((paragraph) => el("p", { class: "prose", text: paragraph })))));
}
