// The page of a table: connect, and listen for keys.

import { LiveConnection } from "../lib/api.js";
import { finishTumble } from "../lib/dice.js";
import { byId } from "../lib/dom.js";
import { keepKeyInAddress, keyFromAddress, noKeyText, showDeadLink, tableLinks } from "../lib/links.js";
import { clearNotices } from "../lib/messages.js";
import { listenToKeys } from "./shortcuts.js";
import { Table } from "./table.js";

/** Show that the key opens no table. */
function showLost(key, error) {
  showDeadLink(byId("main"), "table", error.sentence, { home: "/", homeText: "Go to the games", forget: key && (() => tableLinks.remove(key)) });
  document.documentElement.dataset.lost = "";
}

function openPage() {
  keepKeyInAddress(() => (byId("go")?.checkVisibility() ? byId("go") : byId("main")));
  const key = keyFromAddress(tableLinks);
  if (!key) return showLost(null, { sentence: noKeyText("table") });
  const table = new Table(key, (error) => showLost(key, error));
  listenToKeys(table, finishTumble);
  document.addEventListener("pointerdown", finishTumble, true);
  byId("help-button").addEventListener("click", () => byId("help").showModal());
  for (const button of document.querySelectorAll("dialog [data-close]")) {
    button.addEventListener("click", () => button.closest("dialog").close());
  }
  new LiveConnection(key, {
    onChange: (tag) => table.catchUp(tag),
    onLost: (sentence) => {
      byId("lost-line").textContent = sentence ?? "The connection is lost; trying again…";
      byId("lost").hidden = false;
    },
    onConnected: () => {
      byId("lost").hidden = true;
      clearNotices("offline");
    },
    onRefused: (error) => showLost(key, error ?? { sentence: "This link does not open a table." }),
  });
  table.open();
}

openPage();
