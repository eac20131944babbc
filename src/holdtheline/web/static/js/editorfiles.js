// Battles from files and into files, and a table to try one at.

import { ask } from "./api.js";
import { byId, el, fill } from "./dom.js";
import { act, numberField, selectField } from "./editorfields.js";
import { newBattle } from "./editorplan.js";
import { remember } from "./keys.js";
import { showForm } from "./newgame.js";
import { hush, say, warn } from "./say.js";
import { myName, placeOf } from "./seating.js";

const LARGEST = 60_000;

/** The file as it is now, for the browser to keep. */
export function save(text, title) {
  const address = URL.createObjectURL(new Blob([text], { type: "application/toml" }));
  Object.assign(document.createElement("a"), { href: address, download: fileName(title) }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** `A Night at Sea!` is a-night-at-sea.toml */
function fileName(title) {
  const words = String(title ?? "").toLowerCase().normalize("NFKD").replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "");
  return `${words || "battle"}.toml`;
}

/** A shipped battle, a file, or a new one. */
export function chooseBattle(editor) {
  const dialog = byId("opening");
  const open = async (get) => {
    try {
      editor.plan.open(await get());
      dialog.close();
      say(`${editor.plan.fields.title ?? "The battle"} is open. Undo brings back the one before.`);
    } catch (refusal) {
      fault.textContent = refusal.sentence ?? refusal.message;
    }
  };
  const fault = el("p", { class: "fault", role: "alert" });
  const file = el("input", { type: "file", id: "battle-file", accept: ".toml,application/toml,text/plain" });
  file.addEventListener("change", () => file.files[0] && open(() => fromFile(file.files[0])));
  const shipped = editor.parts.battles.map(({ name, title }) =>
    el("li", {}, act(title, () => open(() => shippedBattle(name)), { class: "button" })));
  fill(dialog,
    el("h2", { id: "opening-title", tabindex: -1, autofocus: true, text: "Open a battle" }),
    fault,
    el("div", { class: "field" }, el("label", { for: "battle-file", text: "A file of yours" }), file),
    el("h3", { text: "One that is shipped" }),
    el("ul", { class: "shipped" }, shipped),
    el("div", { class: "buttons" },
      act("Begin a new one", () => open(() => newBattle(editor.parts)), { class: "button" }),
      act("Cancel", () => dialog.close(), { class: "button" })));
  dialog.showModal();
}

/** A file that is dropped anywhere on the page is opened. */
export function awaitFiles(editor) {
  const carriesFiles = (event) => [...event.dataTransfer.types].includes("Files");
  document.addEventListener("dragover", (event) => carriesFiles(event) && event.preventDefault());
  document.addEventListener("drop", (event) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (file) fromFile(file).then((fields) => editor.plan.open(fields)).catch((refusal) => warn({ sentence: refusal.sentence ?? refusal.message }));
  });
}

async function shippedBattle(name) {
  return (await ask("GET", `/api/editor/skirmish/battles/${name}`)).battle;
}

async function fromFile(file) {
  if (file.size > LARGEST) throw new Error("The file is too large for a battle.");
  return (await ask("POST", "/api/editor/skirmish/read", { body: { text: await file.text(), name: file.name.slice(0, 100) } })).battle;
}

/** Opens a table with this battle, unless something is wrong with it. */
export async function tryBattle(editor) {
  await editor.check.now();
  if (editor.check.faults.length > 0) {
    warn({ sentence: "The battle can be tried when nothing is wrong with it; see the list beside the table." });
    byId("faults-title").focus();
    return;
  }
  hush();
  const asked = { generals: 1, enemy: "general" };
  const fields = [
    numberField("generals", "How many people command the friends", 1, (value) => (asked.generals = value ?? 1), { least: 1, most: editor.parts.limits.generals, required: true }),
    selectField("enemy", "Who commands the enemy", "general", [["general", "The AI general"], ["seat", "A person"]], (value) => (asked.enemy = value)),
  ];
  showForm(byId("trying"), "Try this battle", "Start", [el("section", {}, fields)], async () => {
    const opened = await ask("POST", "/api/editor/skirmish/try", { body: { battle: editor.plan.fields, ...asked, name: myName() } });
    remember(opened);
    location.assign(placeOf(opened));
  });
}
