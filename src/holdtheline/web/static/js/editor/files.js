// Open a battle from a file, a draft or a shipped one, save it, and try it at a table.

import { request, saveFile } from "../lib/api.js";
import { byId, el, fill } from "../lib/dom.js";
import { acceptFiles, showForm } from "../lib/forms.js";
import { rememberEditor } from "../lib/links.js";
import { announce, clearNotices, showError } from "../lib/messages.js";
import { myName, openTable } from "../lib/seating.js";
import { relativeTime } from "../lib/text.js";
import { actionButton } from "./fields.js";

const LARGEST_FILE = 60_000; // bytes
const WEEK = 7 * 86_400; // seconds; a time further away is shown as a date

/** Let the browser save the battle. */
export function downloadBattle(text, title) {
  saveFile(new Blob([text], { type: "application/toml" }), fileName(title));
}

/** Return a file name: `A Night at Sea!` becomes a-night-at-sea.toml. */
function fileName(title) {
  const words = String(title ?? "").toLowerCase().normalize("NFKD").replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "");
  return `${words || "battle"}.toml`;
}

/** Show a dialog to open a shipped battle, a file, an earlier draft, or a new battle. */
export function chooseBattle(editor) {
  const dialog = byId("opening");
  const fault = el("p", { class: "fault", role: "alert" });
  const open = async (get) => {
    try {
      editor.draft.open(await get());
      dialog.close();
      announce(`${editor.draft.fields.title ?? "The battle"} is open. Undo restores the previous one.`);
    } catch (error) {
      fault.textContent = error.sentence ?? error.message;
    }
  };
  const file = el("input", { type: "file", id: "battle-file", accept: ".toml,application/toml,text/plain" });
  file.addEventListener("change", () => file.files[0] && open(() => fromFile(editor, file.files[0])));
  const shipped = editor.parts.battles.map(({ name, title }) =>
    el("li", {}, actionButton(title, () => open(() => shippedBattle(editor, name)), { class: "button" })));
  const { fields = [], create } = editor.newBattleForm();
  fill(dialog,
    el("h2", { id: "opening-title", tabindex: -1, autofocus: true, text: "Open a battle" }),
    fault,
    el("section", {}, el("h3", { text: "A new battle" }), fields, actionButton("Start a new battle", () => open(create), { class: "button" })),
    draftList(editor, open),
    el("section", {}, el("h3", { text: "A file" }), el("label", { class: "visually-hidden", for: "battle-file", text: "Your own file" }), file),
    el("section", {}, el("h3", { text: "A shipped battle" }), el("ul", { class: "shipped" }, shipped)),
    el("div", { class: "buttons" }, actionButton("Cancel", () => dialog.close(), { class: "button" })));
  dialog.showModal();
}

function draftList(editor, open) {
  const { draft } = editor;
  if (draft.drafts.length === 0) return null;
  const list = el("ul", { class: "drafts" });
  const show = () => fill(list, draft.drafts.map(({ title, changed, fields }, index) => el("li", {},
    actionButton(title || "A battle without a title", () => open(() => fields), { class: "button plain small" }),
    el("span", { class: "quiet small" }, relativeTime(changed, WEEK)),
    actionButton("×", () => (draft.forgetDraft(index), show()), { class: "close", "aria-label": `Delete the draft ${title}` }))));
  show();
  return el("section", {}, el("h3", { text: "Your earlier drafts" }), list);
}

/** Open files that are dropped anywhere on the page. */
export function acceptBattleFiles(editor) {
  acceptFiles((file) => {
    fromFile(editor, file).then((fields) => editor.draft.open(fields)).catch((error) => showError({ sentence: error.sentence ?? error.message }));
  });
}

async function shippedBattle(editor, name) {
  return (await request("GET", `${editor.api}/battles/${name}`)).battle;
}

async function fromFile(editor, file) {
  if (file.size > LARGEST_FILE) throw new Error("The file is too large for a battle.");
  return (await request("POST", `${editor.api}/read`, { body: { text: await file.text(), name: file.name.slice(0, 100) } })).battle;
}

/** Ask how to try the battle, and open a table with it, unless it has problems. */
export async function tryBattle(editor) {
  await editor.check.now();
  if (editor.check.faults.length > 0) {
    showError({ sentence: "Fix the problems in the list first. Then you can try the battle." });
    byId("faults-title").focus();
    return;
  }
  clearNotices();
  const chosen = {};
  showForm(byId("trying"), "Try this battle", "Start", [el("section", {}, editor.tryFields(chosen))], async () => {
    const body = { battle: editor.draft.fields, ...chosen, name: myName() };
    await openTable(body, `${editor.api}/try`, undefined, ({ key }) => rememberEditor(key, editor.game));
  });
}
