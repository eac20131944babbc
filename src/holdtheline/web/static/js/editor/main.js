// The battle editor: the table in the middle, the palette beside it, and forms for the rest.

import { request } from "../lib/api.js";
import { byId, el } from "../lib/dom.js";
import { announce, showError, showNotice } from "../lib/messages.js";
import { Check } from "./check.js";
import { Draft, newBattle, savedBattle } from "./draft.js";
import { acceptBattleFiles, chooseBattle, downloadBattle, tryBattle } from "./files.js";
import { Forms } from "./forms.js";
import { listenToKeys, listenToStage, showKeys } from "./input.js";
import { EditorOverlay, measures } from "./overlay.js";
import { Palette } from "./palette.js";
import { describe, freeName, inches, moveBy, setParts, thingName } from "./things.js";
import { Tools } from "./tools.js";

const TAB_OF = { terrain: "things", character: "things", objective: "things", company: "companies", card: "companies", ending: "endings" };
const ZOOMS = [1, 1.5, 2, 3, 4];

class Editor {
  constructor(parts) {
    Object.assign(this, { parts, heldPointer: null, pending: null, cross: null, zoom: 0 });
    setParts(parts);
    this.stage = byId("stage");
    this.draft = new Draft(savedBattle() ?? newBattle(parts));
    const picturePlace = el("div", { class: "under" });
    this.stage.append(picturePlace);
    this.overlay = new EditorOverlay(this.stage);
    this.tools = new Tools(this.draft, () => this.tool, (sentence) => announce(sentence));
    this.check = new Check(this.draft, picturePlace, () => this.draw(), (fault) => this.goToFault(fault));
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
    const { draft, check, tools, cross } = this;
    const active = tools.sketch ?? (tools.grab && draft.thing);
    const at = this.pointer ?? cross;
    this.overlay.draw(draft, {
      isShown: (kind, place) => check.shows(kind, place),
      isFaulty: (kind, place) => check.isFaulty(kind, place),
      sketch: tools.sketch,
      cross,
      label: active && at && { at, text: tools.corners.length ? at.map(inches).join(", ") : measures(tools.grab ? draft.picked.kind : "terrain", active) },
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
    else if (byId("form-title") && this.draft.thing) byId("form-title").textContent = thingName(this.draft.fields, this.draft.picked.kind, this.draft.thing);
    if (!this.tools.isBusy && this.tool.tool === "character") this.palette.show();
    this.check.soon();
  }

  #picked() {
    this.draw();
    if (this.draft.picked && this.forms.tab !== "things") this.forms.choose("things");
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
    const { kind, place } = this.draft.picked;
    this.cross = null;
    this.palette.choose("select");
    this.draft.pick(kind, place);
  }

  showCross(at) {
    if (this.cross === at) return;
    this.cross = at;
    if (at) this.point(at);
    this.draw();
  }

  point(at) {
    this.pointer = at;
    byId("where").textContent = at ? `${inches(at[0])}, ${inches(at[1])} inches` : "";
  }

  remove() {
    const { draft } = this;
    if (!draft.thing) return false;
    const { kind, place } = draft.picked;
    const name = thingName(draft.fields, kind, draft.thing);
    draft.picked = null;
    draft.change((fields) => fields[kind].splice(place, 1));
    announce(`${name} is removed.`);
    return true;
  }

  copy() {
    const { draft } = this;
    if (!draft.thing) return false;
    const { kind } = draft.picked;
    const thing = structuredClone(draft.thing);
    if (thing.name || kind === "character") thing.name = freeName(draft.fields, (thing.name ?? thing.card).replace(/ \d+$/, ""));
    moveBy(thing, [1.25, 0]);
    draft.change((fields) => {
      fields[kind].push(thing);
      draft.picked = { kind, place: fields[kind].length - 1 };
    });
    this.announceThing();
    return true;
  }

  reorder(kind, by) {
    const { place } = this.draft.picked;
    if (this.draft.fields[kind][place + by]) this.swap(kind, place, place + by);
  }

  swap(kind, from, to) {
    this.draft.change((fields) => {
      [fields[kind][from], fields[kind][to]] = [fields[kind][to], fields[kind][from]];
      if (this.draft.picked?.kind === kind) this.draft.picked = { kind, place: to };
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
    if (this.check.faults.length) showNotice("The file is saved, but something in it is still wrong.");
  }

  // Going to things and forms

  goTo(kind, place) {
    this.palette.choose("select");
    this.draft.pick(kind, place);
    this.focusForm();
  }

  focusForm() {
    (byId("form-title") ?? byId("form")).focus();
    return true;
  }

  goToFault({ kind, place, field }) {
    const tab = TAB_OF[kind] ?? "battle";
    const isThing = tab === "things" && place !== null;
    if (isThing) this.goTo(kind, place);
    else {
      this.draft.pick(null);
      this.forms.choose(tab);
      if (place !== null) this.forms.openPart(`${kind}-${place}`);
    }
    this.forms.focus(kind, isThing || place === null ? "" : `${kind}-${place}-`, place, field);
  }

  announceCross() {
    const { sketch } = this.tools;
    announce(`${this.cross.map(inches).join(", ")}${sketch?.kind ? `, ${measures("terrain", sketch)}` : ""}`);
  }

  announceThing() {
    const { fields, picked, thing } = this.draft;
    if (thing) announce(describe(fields, picked.kind, thing));
  }
}

async function openPage() {
  const main = document.querySelector("main");
  try {
    new Editor(await request("GET", "/api/editor/skirmish/parts"));
    document.documentElement.dataset.ready = "";
  } catch (refusal) {
    showError(refusal.sentence ? refusal : { sentence: `The editor cannot start: ${refusal.message}` });
    throw refusal;
  } finally {
    main.removeAttribute("aria-busy");
  }
}

openPage();
