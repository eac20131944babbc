// The page of a table: its key, its keys, its live line.

import { hurry } from "./dice.js";
import { byId, el, fill } from "./dom.js";
import { forget, keyFromAddress } from "./keys.js";
import { Table } from "./playing.js";
import { listen } from "./shortcuts.js";
import { Line } from "./socket.js";

/** The key opens nothing: say so, and show the way out. */
function showLost(key, refusal) {
  document.title = "No table here · Hold the Line";
  fill(byId("main"), el("section", { class: "card no-table" },
    el("h2", { text: "No table behind this link" }),
    el("p", { text: refusal.sentence }),
    el("div", { class: "buttons" },
      el("a", { class: "button primary", href: "/", text: "To the lobby" }),
      key && el("a", { class: "button", href: "/", text: "Forget this link", on: { click: () => forget(key) } }))));
  document.documentElement.dataset.lost = "";
}

/** The address keeps its key: within the page one goes by focus, not by a new #. */
function skip(event) {
  event.preventDefault();
  (byId("go")?.checkVisibility() ? byId("go") : byId("main")).focus();
}

function begin() {
  document.querySelector(".skip").addEventListener("click", skip);
  addEventListener("hashchange", () => location.reload());
  const key = keyFromAddress();
  if (!key) return showLost(null, { sentence: "The address of a table ends with its secret key, after a #. This one has none." });
  const table = new Table(key, (refusal) => showLost(key, refusal));
  listen(table, hurry);
  document.addEventListener("pointerdown", hurry, true);
  byId("help-button").addEventListener("click", () => byId("help").showModal());
  for (const button of document.querySelectorAll("dialog [data-close]")) {
    button.addEventListener("click", () => button.closest("dialog").close());
  }
  byId("moves").open = matchMedia("(min-width: 60rem)").matches;
  new Line(key, {
    heard: (view) => table.hear(view),
    lost: (sentence) => {
      byId("lost-line").textContent = sentence ?? "The connection is lost; trying again…";
      byId("lost").hidden = false;
    },
    found: () => (byId("lost").hidden = true),
    refused: (error) => showLost(key, error ?? { sentence: "This link does not open a table." }),
  });
  table.open();
}

begin();
