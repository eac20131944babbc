// The battle editor, as far as it is the same for all games: history, files, forms, zoom and faults.

import { request } from "../lib/api.js";
import { byId, el } from "../lib/dom.js";
import { announce, showError, showNotice } from "../lib/messages.js";
import { Check } from "./check.js";
import { Draft } from "./draft.js";
import { acceptBattleFiles, chooseBattle, downloadBattle, tryBattle } from "./files.js";
import { Forms } from "./forms.js";
import { listenToKeys, showHelp } from "./shortcuts.js";
import { StageZoom } from "./zoom.js";

/** A game extends this class. It sets `overlay`, `tools` and `palette`, then calls `start`, and has these members:
 *
 *  `help`, `newBattleForm()`, `tryFields(chosen)`, `itemName(kind, item)`, `tableName(kind)`, `goToFault(fault)`,
 *  `drawOverlay()`, `toolChanged()`, and `tools` with `isBusy` and `cancel()`.
 */
export class Editor {
  /** `parts` is what the server offers, `lists` names the tables of a file. */
  constructor(game, parts, lists) {
    Object.assign(this, { game, parts, api: `/api/editor/${game}`, heldPointer: null, pending: null, crosshair: null });
    this.stage = byId("stage");
    this.pictureContainer = el("div", { class: "under" });
    this.stage.append(this.pictureContainer);
    this.draft = new Draft(game, lists, () => this.newBattleForm().create(), (fields) => this.cleanFields(fields));
    this.check = new Check(this, this.pictureContainer);
  }

  start(tabs, open) {
    this.forms = new Forms(this, tabs, open);
    this.zoom = new StageZoom(byId("frame"), this.stage, () => this.cancelPointer(), () => this.draw());
    this.draft.addEventListener("change", ({ from }) => this.changed(from));
    this.draft.addEventListener("pick", () => this.picked());
    listenToKeys(this);
    acceptBattleFiles(this);
    for (const [id, act] of Object.entries(this.actions)) byId(id).addEventListener("click", act);
    new ResizeObserver(() => this.draw()).observe(this.stage);
    this.forms.show();
    this.#showHeading();
    this.check.now();
  }

  get actions() {
    return {
      undo: () => this.#stepHistory(() => this.draft.undo(), "Undone.", "There is nothing to undo."),
      redo: () => this.#stepHistory(() => this.draft.redo(), "Redone.", "There is nothing to redo."),
      open: () => chooseBattle(this),
      save: () => this.#save(),
      try: () => tryBattle(this).catch(showError),
      "help-button": () => showHelp(this.help),
    };
  }

  /** Remove what no form of the game could show. */
  cleanFields() {}

  draw() {
    if (this.overlay && this.zoom) this.drawOverlay();
  }

  #showHeading() {
    const { fields, undoStack, redoStack } = this.draft;
    byId("battle-title").textContent = fields.title || "A battle without a title";
    byId("undo").setAttribute("aria-disabled", String(undoStack.length === 0));
    byId("redo").setAttribute("aria-disabled", String(redoStack.length === 0));
  }

  /** React to a change: `from` says where it comes from, so that a form is not rebuilt while it is filled in. */
  changed(from) {
    this.draw();
    if (from === "drag") return;
    this.#showHeading();
    if (from === "form-shape") setTimeout(() => this.forms.show()); // after the focus has moved
    else if (from !== "form") this.forms.show();
    else if (byId("form-title") && this.draft.item) byId("form-title").textContent = this.itemName(this.draft.picked.kind, this.draft.item);
    this.check.soon();
  }

  /** Show the form of what was picked, in the first tab. */
  picked() {
    this.draw();
    const [first] = this.forms.names;
    if (this.draft.picked && this.forms.tab !== first) this.forms.choose(first);
    else this.forms.show();
  }

  /** Cancel an unfinished step, else the tool, else the selection. */
  cancelStep() {
    if (this.tools.isBusy) this.tools.cancel();
    else if (!this.palette.isPicking) this.palette.choose(this.palette.tools[0].name);
    else this.draft.pick(null);
    this.draw();
  }

  /** Forget the pointer that is held, and what it has begun. */
  cancelPointer() {
    Object.assign(this, { heldPointer: null, pending: null });
    this.tools.cancel();
    this.draw();
  }

  /** Listen to the stage: `listeners` has a function of the event for each of its events, `key(event)` returns whether it was used. */
  listenToStage({ key, ...listeners }) {
    for (const [name, listener] of Object.entries(listeners)) this.stage.addEventListener(name, listener);
    this.stage.addEventListener("keydown", (event) => key(event) && event.preventDefault());
  }

  capturePointer(event) {
    this.heldPointer = event.pointerId;
    this.stage.setPointerCapture(event.pointerId);
  }

  #stepHistory(step, doneText, nothingText) {
    this.tools.cancel();
    announce(step() ? doneText : nothingText);
  }

  async #save() {
    await this.check.now();
    if (!this.check.text) return showError({ sentence: `The battle is not saved. ${this.check.faults[0]?.sentence ?? "Try again."}` });
    downloadBattle(this.check.text, this.draft.fields.title);
    if (this.check.faults.length) showNotice("The file is saved, but it still has problems.");
  }

  swap(kind, from, to) {
    this.draft.change((fields) => {
      [fields[kind][from], fields[kind][to]] = [fields[kind][to], fields[kind][from]];
      if (this.draft.picked?.kind === kind) this.draft.picked = { kind, index: to };
    });
  }

  focusForm() {
    (byId("form-title") ?? byId("form")).focus();
    return true;
  }
}

/** Open the page: ask the server for the parts and make the editor from them. */
export async function openEditor(game, makeEditor) {
  const main = document.querySelector("main");
  try {
    makeEditor(await request("GET", `/api/editor/${game}/parts`));
    document.documentElement.dataset.ready = "";
  } catch (error) {
    showError(error.sentence ? error : { sentence: `The editor cannot start: ${error.message}` });
    throw error;
  } finally {
    main.removeAttribute("aria-busy");
  }
}
