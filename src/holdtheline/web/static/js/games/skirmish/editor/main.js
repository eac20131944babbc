// The battle editor of skirmish: the table in the middle, the palette beside it, and forms for the rest.

import { Editor, openEditor } from "../../../editor/editor.js";
import { numberField, selectField } from "../../../editor/fields.js";
import { byId } from "../../../lib/dom.js";
import { announce } from "../../../lib/messages.js";
import { battleForm, companiesForm, endingsForm } from "./battle_form.js";
import { HELP, listenToStage } from "./input.js";
import { itemForm, itemList } from "./item_form.js";
import { describe, freeName, inches, itemName, moveBy, ON_TABLE, setParts } from "./items.js";
import { newBattle } from "./new_battle.js";
import { EditorOverlay, measurements } from "./overlay.js";
import { SkirmishPalette } from "./palette.js";
import { Tools } from "./tools.js";

const LISTS = ["terrain", "company", "card", "character", "objective", "ending"];
const TABS = {
  items: { title: "Items", form: (editor) => (editor.isItemPicked ? itemForm : itemList)(editor) },
  battle: { title: "Battle", form: battleForm },
  companies: { title: "Companies", form: companiesForm },
  endings: { title: "Endings", form: endingsForm },
};
const TAB_OF = { terrain: "items", character: "items", objective: "items", company: "companies", card: "companies", ending: "endings" };
const NEAR_FIELDS = { at: "at-x", disc: "shape-0", line: "shape-0", rect: "shape-0", corners: "x-0" };

class SkirmishEditor extends Editor {
  constructor(parts) {
    setParts(parts);
    super("skirmish", parts, LISTS);
    this.overlay = new EditorOverlay(this.stage);
    this.tools = new Tools(this.draft, () => this.tool, (sentence) => announce(sentence));
    this.palette = new SkirmishPalette(byId("kinds"), byId("choices-now"), parts, this.draft, () => this.toolChanged());
    this.stage.dataset.tool = "select";
    listenToStage(this);
    this.start(TABS, ["company-0"]);
  }

  get tool() {
    return this.palette.tool;
  }

  get help() {
    return HELP;
  }

  get isItemPicked() {
    return this.draft.item && ON_TABLE.includes(this.draft.picked.kind);
  }

  newBattleForm() {
    return { create: () => newBattle(this.parts) };
  }

  tryFields(chosen) {
    Object.assign(chosen, { generals: 1, enemy: "general" });
    return [
      numberField("generals", "How many people command the friends?", 1, (value) => (chosen.generals = value ?? 1), { min: 1, max: this.parts.limits.generals, required: true }),
      selectField("enemy", "Who commands the enemy?", "general", [["general", "The AI general"], ["seat", "A person"]], (value) => (chosen.enemy = value)),
    ];
  }

  itemName(kind, item) {
    return itemName(this.draft.fields, kind, item);
  }

  tableName(kind) {
    return kind === "battle" ? "The battle" : `Any ${kind}`;
  }

  drawOverlay() {
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

  changed(from) {
    super.changed(from);
    if (from !== "drag" && !this.tools.isBusy && this.tool.tool === "character") this.palette.show();
  }

  // Actions

  toolChanged() {
    this.tools.cancel();
    this.stage.dataset.tool = this.tool.tool;
    if (this.tool.tool === "select") this.showCrosshair(null);
    else this.draft.pick(null);
    this.draw();
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
    const name = this.itemName(kind, draft.item);
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

  // Navigation

  goTo(kind, index) {
    this.palette.choose("select");
    this.draft.pick(kind, index);
    this.focusForm();
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
    this.#focusField(kind, isItem || index === null ? "" : `${kind}-${index}-`, index, field);
  }

  /** Focus a field that a fault names, or the nearest one that can be found. */
  #focusField(kind, prefix, index, field) {
    const [name, part] = field.split(".");
    const holder = index === null ? "battle" : `${kind}-${index}`;
    const { container } = this.forms;
    const found = part ? container.querySelector(`[id^="${holder}-${part}"]`) : byId(`${prefix}${name}`);
    const near = byId(NEAR_FIELDS[name]);
    (found ?? near ?? byId("form-title") ?? byId(holder)?.querySelector("input, select") ?? container).focus();
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

openEditor("skirmish", (parts) => new SkirmishEditor(parts));
