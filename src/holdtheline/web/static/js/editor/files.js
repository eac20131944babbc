// Open a battle from a file or a shipped one, save it, and try it at a table.

import { request, saveFile } from "../lib/api.js";
import { byId, el, fill } from "../lib/dom.js";
import { acceptFiles, showForm } from "../lib/forms.js";
import { announce, clearNotices, showError } from "../lib/messages.js";
import { myName, openTable } from "../lib/seating.js";
import { newBattle } from "./draft.js";
import { actionButton, numberField, selectField } from "./fields.js";

const LARGEST_FILE = 60_000;

/** Let the browser save the battle. */
export function downloadBattle(text, title) {
  saveFile(new Blob([text], { type: "application/toml" }), fileName(title));
}

/** Return a file name: `A Night at Sea!` becomes a-night-at-sea.toml. */
function fileName(title) {
  const words = String(title ?? "").toLowerCase().normalize("NFKD").replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "");
  return `${words || "battle"}.toml`;
}

/** Show a dialog to open a shipped battle, a file, or a new battle. */
export function chooseBattle(editor) {
  const dialog = byId("opening");
  const open = async (get) => {
    try {
      editor.draft.open(await get());
      dialog.close();
      announce(`${editor.draft.fields.title ?? "The battle"} is open. Undo restores the previous one.`);
    } catch (error) {
      fault.textContent = error.sentence ?? error.message;
    }
  };
  const fault = el("p", { class: "fault", role: "alert" });
  const file = el("input", { type: "file", id: "battle-file", accept: ".toml,application/toml,text/plain" });
  file.addEventListener("change", () => file.files[0] && open(() => fromFile(file.files[0])));
  const shipped = editor.parts.battles.map(({ name, title }) =>
    el("li", {}, actionButton(title, () => open(() => shippedBattle(name)), { class: "button" })));
  fill(dialog,
    el("h2", { id: "opening-title", tabindex: -1, autofocus: true, text: "Open a battle" }),
    fault,
    el("div", { class: "field" }, el("label", { for: "battle-file", text: "Your own file" }), file),
    el("h3", { text: "A shipped battle" }),
    el("ul", { class: "shipped" }, shipped),
    el("div", { class: "buttons" },
      actionButton("Start a new one", () => open(() => newBattle(editor.parts)), { class: "button" }),
      actionButton("Cancel", () => dialog.close(), { class: "button" })));
  dialog.showModal();
}

/** Open files that are dropped anywhere on the page. */
export function acceptBattleFiles(editor) {
  acceptFiles((file) => {
    fromFile(file).then((fields) => editor.draft.open(fields)).catch((error) => showError({ sentence: error.sentence ?? error.message }));
  });
}

async function shippedBattle(name) {
  return (await request("GET", `/api/editor/skirmish/battles/${name}`)).battle;
}

async function fromFile(file) {
  if (file.size > LARGEST_FILE) throw new Error("The file is too large for a battle.");
  return (await request("POST", "/api/editor/skirmish/read", { body: { text: await file.text(), name: file.name.slice(0, 100) } })).battle;
}

/** Open a table with this battle, unless it has problems. */
export async function tryBattle(editor) {
  await editor.check.now();
  if (editor.check.faults.length > 0) {
    showError({ sentence: "Fix the problems in the list beside the table, then you can try the battle." });
    byId("faults-title").focus();
    return;
  }
  clearNotices();
  const chosen = { generals: 1, enemy: "general" };
  const fields = [
    numberField("generals", "How many people command the friends", 1, (value) => (chosen.generals = value ?? 1), { least: 1, most: editor.parts.limits.generals, required: true }),
    selectField("enemy", "Who commands the enemy", "general", [["general", "The AI general"], ["seat", "A person"]], (value) => (chosen.enemy = value)),
  ];
  showForm(byId("trying"), "Try this battle", "Start", [el("section", {}, fields)], async () => {
    await openTable({ battle: editor.draft.fields, ...chosen, name: myName() }, "/api/editor/skirmish/try");
  });
}
