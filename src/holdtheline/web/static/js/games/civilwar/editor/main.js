// The battle editor of Civil War: the map in the middle, the palette beside it, and forms for the rest.

import { Editor, openEditor } from "../../../editor/editor.js";
import { fieldRow, numberField, selectField } from "../../../editor/fields.js";
import { byId } from "../../../lib/dom.js";
import { announce } from "../../../lib/messages.js";
import { capitalize } from "../../../lib/text.js";
import { battleForm, sidesForm } from "./battle_form.js";
import { forcesList, hexForm } from "./hex_form.js";
import { hexNamed } from "./hexes.js";
import { HELP, listenToStage } from "./input.js";
import { newBattle } from "./new_battle.js";
import { describeHex, EditorOverlay } from "./overlay.js";
import { CivilWarPalette } from "./palette.js";
import { cleanFields, itemName, piecesIn, reinforcementsAt } from "./pieces.js";
import { Tools } from "./tools.js";

const LISTS = ["points", "unit", "leader"];
const TABS = {
  pieces: { title: "Pieces", form: (editor) => (editor.tools.pickedHex ? hexForm : forcesList)(editor) },
  battle: { title: "Battle", form: battleForm },
  sides: { title: "Sides", form: sidesForm },
};
const TABLE_NAMES = { battle: "The battle", names: "Place names", special: "Special rules", points: "VP hexes", unit: "Units", leader: "Leaders" };
const OPPONENTS = [["book", "The computer, by the book"], ["random", "The computer, at random"]];

class CivilWarEditor extends Editor {
  constructor(parts) {
    super("civilwar", parts, LISTS);
    Object.assign(this, { cursor: null, hover: null, lastPiece: null });
    this.overlay = new EditorOverlay(this.stage, document.querySelector(".editor"), parts);
    this.tools = new Tools(this.draft, () => this.tool, parts.layout, (sentence) => announce(sentence));
    this.palette = new CivilWarPalette(byId("kinds"), byId("choices-now"), parts, this.draft, () => this.toolChanged());
    this.stage.dataset.tool = "select";
    listenToStage(this);
    this.start(TABS);
  }

  get tool() {
    return this.palette.tool;
  }

  get help() {
    return HELP;
  }

  get storyHint() {
    return "What happened, in one paragraph of at most 140 words.";
  }

  newBattleForm() {
    const { columns, rows } = this.parts.limits;
    const chosen = { columns: 11, rows: 9 };
    const field = (name, label, [min, max]) => numberField(`new-${name}`, `${label} (${min} to ${max})`, chosen[name], (value) => (chosen[name] = Math.min(Math.max(value ?? min, min), max)), { min, max });
    return {
      fields: [fieldRow(field("columns", "Columns", columns), field("rows", "Rows", rows))],
      create: () => newBattle(chosen.columns, chosen.rows),
    };
  }

  tryFields(chosen) {
    Object.assign(chosen, { side: "union", opponent: "book" });
    return [
      selectField("side", "You command", "union", [...this.parts.sides.map((side) => [side, `The ${capitalize(side)} side`]), ["both", "Both sides"]], (value) => (chosen.side = value)),
      selectField("opponent", "Your opponent", "book", OPPONENTS, (value) => (chosen.opponent = value)),
    ];
  }

  cleanFields(fields) {
    cleanFields(fields);
  }

  itemName(kind, item) {
    return itemName(kind, item);
  }

  tableName(kind) {
    return TABLE_NAMES[kind] ?? capitalize(kind);
  }

  blocksOf(kind) {
    return this.parts.kinds.find((one) => one.kind === kind)?.blocks ?? 1;
  }

  drawOverlay() {
    const { draft, check, tools, cursor, hover } = this;
    this.overlay.draw(draft.fields, check.rendered, {
      isShown: (kind, index) => check.shows(kind, index),
      isFaulty: (kind, index) => check.isFaulty(kind, index),
      marks: { hover, picked: tools.pickedHex, cursor },
      grab: tools.grab,
    });
  }

  changed(from) {
    super.changed(from);
    if (this.hover) this.point(this.hover);
    if (from !== "drag" && this.draft.picked?.part) setTimeout(() => this.forms.reveal(this.draft.picked?.part));
  }

  picked() {
    super.picked();
    this.#revealOnlyPiece();
  }

  /** Open the form of a piece that is alone in the picked hex. */
  #revealOnlyPiece() {
    const { fields, picked } = this.draft;
    if (picked?.kind !== "hex") return;
    const here = [...piecesIn(fields, picked.index), ...reinforcementsAt(fields, picked.index)];
    if (here.length === 1) this.forms.reveal(`${here[0].kind}-${here[0].index}`);
  }

  // Actions

  apply(hex) {
    this.tools.apply(hex);
    if (this.tool.tool === "label") byId("label")?.focus();
  }

  toolChanged() {
    this.tools.cancel();
    this.stage.dataset.tool = this.tool.tool;
    if (this.tool.tool !== "select") this.draft.pick(null);
    this.draw();
  }

  showCursor(hex) {
    this.cursor = hex;
    if (hex) this.point(hex);
    this.draw();
  }

  /** The hex where the cursor appears: the picked one, or the middle of the map. */
  get startHex() {
    const [columns, rows] = this.tools.size;
    return this.tools.pickedHex ?? [Math.floor(columns / 2), Math.floor(rows / 2)];
  }

  point(hex) {
    this.hover = hex;
    byId("where").textContent = hex ? describeHex(this.draft.fields, hex, this.parts) : "";
    this.draw();
  }

  announceHex(hex) {
    announce(describeHex(this.draft.fields, hex, this.parts));
  }

  // Navigation

  pickPiece(kind, index) {
    const { hex } = this.draft.fields[kind][index];
    if (hexNamed(hex, this.tools.size)) this.draft.pick("hex", hex);
    else this.draft.pick(null);
    this.forms.reveal(`${kind}-${index}`);
  }

  goToPiece(kind, index) {
    this.palette.choose("select");
    this.pickPiece(kind, index);
    byId(`${kind}-${index}-name`)?.focus();
  }

  goToHex(name) {
    this.palette.choose("select");
    this.draft.pick("hex", name);
    this.focusForm();
  }

  goToFault({ kind, index, field }) {
    const item = index === null ? null : this.draft.fields[kind]?.[index];
    if (item && kind !== "points") this.goToPiece(kind, index);
    else if (item && hexNamed(item.hex, this.tools.size)) this.goToHex(item.hex);
    else if (kind === "names" && hexNamed(field, this.tools.size)) this.goToHex(field);
    else {
      this.draft.pick(null);
      this.forms.choose(["union", "confederate", "special"].includes(kind) ? "sides" : ["unit", "leader", "points"].includes(kind) ? "pieces" : "battle");
    }
    const id = item ? `${kind}-${index}-${field}` : kind === "battle" ? field : `${kind}-${field}`;
    (byId(id) ?? byId(kind === "names" ? "label" : "form-title") ?? byId("form")).focus();
  }
}

openEditor("civilwar", (parts) => new CivilWarEditor(parts));
