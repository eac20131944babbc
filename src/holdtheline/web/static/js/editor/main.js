// The battle editor: the table in the middle, the palette beside it, and forms for the rest.

import { request } from "../lib/api.js";
import { byId, el } from "../lib/dom.js";
import { announce, showError, showNotice } from "../lib/messages.js";
import { Check } from "./check.js";
import { Draft, newBattle, savedBattle } from "./draft.js";
import { acceptBattleFiles, chooseBattle, downloadBattle, tryBattle } from "./files.js";
import { Forms } from "./forms.js";
import { listenToKeys, listenToStage, showKeys } from "./input.js";
import { EditorOverlay, measurements } from "./overlay.js";
import { Palette } from "./palette.js";
import { describe, freeName, inches, moveBy, setParts, itemName } from "./items.js";
import { Tools } from "./tools.js";

const TAB_OF = { terrain: "items", character: "items", objective: "items", company: "companies", card: "companies", ending: "endings" };
const ZOOMS = [1, 1.5, 2, 3, 4];

class Editor {
  constructor(parts) {
    Object.assign(this, { parts, heldPointer: null, pending: null, crosshair: null, zoom: 0 });
    setParts(parts);
    this.stage = byId("stage");
    this.draft = new Draft(savedBattle() ?? newBattle(parts));
    const pictureContainer = el("div", { class: "under" });
    this.stage.append(pictureContainer);
    this.overlay = new EditorOverlay(this.stage);
    this.tools = new Tools(this.draft, () => this.tool, (sentence) => announce(sentence));
    this.check = new Check(this.draft, pictureContainer, () => this.draw(), (fault) => this.goToFault(fault));
    this.palette = new Palette(byId("kinds"), byId("choices-now"), parts, this.draft, () => this.toolChanged());
    this.forms = new Forms(this);
    this.draft.addEventListener("change", ({ from }) => this.#changed(from));
    this.draft.addEventListener("pick", () => this.#picked());
    listenToStage(this);
    listenToKeys(this);
    acceptBattleFiles(this);
    for (const [id, act] of Object.entries(this.actions)) byId(id).addEventListener("click", act);
    new ResizeObserver(() => this.draw()).observe(this.stage);
    this.forms.show();
    this.#showHeading();
    this.check.now();
  }

  get tool() {
    return this.palette?.tool ?? { tool: "select" };
  }

  get actions() {
    return {
      undo: () => this.stepHistory(() => this.draft.undo(), "Undone.", "There is nothing to undo."),
      redo: () => this.stepHistory(() => this.draft.redo(), "Redone.", "There is nothing to redo."),
      open: () => chooseBattle(this),
      save: () => this.save(),
      try: () => tryBattle(this).catch(showError),
      "help-button": () => showKeys(),
      "zoom-in": () => this.zoomBy(1),
      "zoom-out": () => this.zoomBy(-1),
    };
  }

  // Drawing

  draw() {
    if (!this.overlay) return;
    const { draft, check, tools, crosshair } = this;
    const active = tools.draftShape ?? (tools.grab && draft.item);
    const at = this.pointer ?? crosshair;
    this.overlay.draw(draft, {
      isShown: (kind, index) => check.shows(kind, index),
      isFaulty: (kind, index) => check.isFaulty(kind, index),
      draftShape: tools.draftShape,
      crosshair,
      label: active && at && { at, text: tools.corners.length ? at.map(inches).join(", ") : measurements(tools.grab ? draft.picked.kind : "terrain", active) },
    });
  }

  #showHeading() {
    const { fields, undoStack, redoStack } = this.draft;
    byId("battle-title").textContent = fields.title || "A battle without a title";
    byId("undo").setAttribute("aria-disabled", String(undoStack.length === 0));
    byId("redo").setAttribute("aria-disabled", String(redoStack.length === 0));
  }

  #changed(from) {
    this.draw();
    if (from === "drag") return;
    this.#showHeading();
    if (from === "form-shape") setTimeout(() => this.forms.show()); // after the focus has moved
    else if (from !== "form") this.forms.show();
    else if (byId("form-title") && this.draft.item) byId("form-title").textContent = itemName(this.draft.fields, this.draft.picked.kind, this.draft.item);
    if (!this.tools.isBusy && this.tool.tool === "character") this.palette.show();
    this.check.soon();
  }

  #picked() {
    this.draw();
    if (this.draft.picked && this.forms.tab !== "items") this.forms.choose("items");
    else this.forms.show();
  }

  // Actions

  toolChanged() {
    if (!this.tools) return;
    this.tools.cancel();
    this.stage.dataset.tool = this.tool.tool;
    if (this.tool.tool !== "select") this.draft.pick(null);
    this.draw();
  }

  /** Go back to picking after something was placed, unless the player wants to place more. */
  finishPlacing(keepsTool) {
    if (this.tools.isBusy || this.tool.tool === "select" || !this.draft.picked) return;
    if (keepsTool) return;
    const { kind, index } = this.draft.picked;
    this.crosshair = null;
    this.palette.choose("select");
    this.draft.pick(kind, index);
  }

  showCrosshair(at) {
    if (this.crosshair === at) return;
    this.crosshair = at;
    if (at) this.point(at);
    this.draw();
  }

  point(at) {
    this.pointer = at;
    byId("where").textContent = at ? `${inches(at[0])}, ${inches(at[1])} inches` : "";
  }

  remove() {
    const { draft } = this;
    if (!draft.item) return false;
    const { kind, index } = draft.picked;
    const name = itemName(draft.fields, kind, draft.item);
    draft.picked = null;
    draft.change((fields) => fields[kind].splice(index, 1));
    announce(`${name} was removed.`);
    return true;
  }

  copy() {
    const { draft } = this;
    if (!draft.item) return false;
    const { kind } = draft.picked;
    const item = structuredClone(draft.item);
    if (item.name || kind === "character") item.name = freeName(draft.fields, (item.name ?? item.card).replace(/ \d+$/, ""));
    moveBy(item, [1.25, 0]);
    draft.change((fields) => {
      fields[kind].push(item);
      draft.picked = { kind, index: fields[kind].length - 1 };
    });
    this.announceItem();
    return true;
  }

  reorder(kind, by) {
    const { index } = this.draft.picked;
    if (this.draft.fields[kind][index + by]) this.swap(kind, index, index + by);
  }

  swap(kind, from, to) {
    this.draft.change((fields) => {
      [fields[kind][from], fields[kind][to]] = [fields[kind][to], fields[kind][from]];
      if (this.draft.picked?.kind === kind) this.draft.picked = { kind, index: to };
    });
  }

  stepHistory(step, doneText, nothingText) {
    this.tools.cancel();
    announce(step() ? doneText : nothingText);
  }

  zoomBy(by) {
    this.zoom = Math.min(Math.max(this.zoom + by, 0), ZOOMS.length - 1);
    this.stage.style.width = `${ZOOMS[this.zoom] * 100}%`;
    this.draw();
  }

  async save() {
    await this.check.now();
    if (!this.check.text) return;
    downloadBattle(this.check.text, this.draft.fields.title);
    if (this.check.faults.length) showNotice("The file is saved, but it still has problems.");
  }

  // Navigation

  goTo(kind, index) {
    this.palette.choose("select");
    this.draft.pick(kind, index);
    this.focusForm();
  }

  focusForm() {
    (byId("form-title") ?? byId("form")).focus();
    return true;
  }

  goToFault({ kind, index, field }) {
    const tab = TAB_OF[kind] ?? "battle";
    const isItem = tab === "items" && index !== null;
    if (isItem) this.goTo(kind, index);
    else {
      this.draft.pick(null);
      this.forms.choose(tab);
      if (index !== null) this.forms.openPart(`${kind}-${index}`);
    }
    this.forms.focus(kind, isItem || index === null ? "" : `${kind}-${index}-`, index, field);
  }

  announceCrosshair() {
    const { draftShape } = this.tools;
    announce(`${this.crosshair.map(inches).join(", ")}${draftShape?.kind ? `, ${measurements("terrain", draftShape)}` : ""}`);
  }

  announceItem() {
    const { fields, picked, item } = this.draft;
    if (item) announce(describe(fields, picked.kind, item));
  }
}

async function openPage() {
  const main = document.querySelector("main");
  try {
    new Editor(await request("GET", "/api/editor/skirmish/parts"));
    document.documentElement.dataset.ready = "";
  } catch (error) {
    showError(error.sentence ? error : { sentence: `The editor cannot start: ${error.message}` });
    throw error;
  } finally {
    main.removeAttribute("aria-busy");
  }
}

openPage();
