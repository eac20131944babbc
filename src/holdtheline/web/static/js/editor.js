// The editor of battles: the table in the middle, what to place beside it, and forms for all the rest.

import { ask } from "./api.js";
import { byId, el } from "./dom.js";
import { Check } from "./editorcheck.js";
import { Overlay, told } from "./editordraw.js";
import { awaitFiles, chooseBattle, save, tryBattle } from "./editorfiles.js";
import { Forms } from "./editorforms.js";
import { giveHands } from "./editorhands.js";
import { listenToKeys, showKeys } from "./editorkeys.js";
import { Palette } from "./editorpalette.js";
import { kept, newBattle, Plan } from "./editorplan.js";
import { described, freeName, inches, know, moveBy, nameOf, ON_TABLE } from "./editorthings.js";
import { Tools } from "./editortools.js";
import { say, tell, warn } from "./say.js";

const TAB_OF = { terrain: "things", character: "things", objective: "things", company: "companies", card: "companies", ending: "endings" };
const ZOOMS = [1, 1.5, 2, 3, 4];

class Editor {
  constructor(parts) {
    Object.assign(this, { parts, held: null, pending: null, cross: null, zoom: 0 });
    know(parts);
    this.stage = byId("stage");
    this.plan = new Plan(kept() ?? newBattle(parts));
    const under = el("div", { class: "under" });
    this.stage.append(under);
    this.overlay = new Overlay(this.stage);
    this.tools = new Tools(this.plan, () => this.tool, (sentence) => say(sentence));
    this.check = new Check(this.plan, under, () => this.draw(), (fault) => this.goToFault(fault));
    this.palette = new Palette(byId("kinds"), byId("choices-now"), parts, this.plan, () => this.retool());
    this.forms = new Forms(this);
    this.plan.addEventListener("change", ({ from }) => this.#changed(from));
    this.plan.addEventListener("pick", () => this.#picked());
    giveHands(this);
    listenToKeys(this);
    awaitFiles(this);
    for (const [id, act] of Object.entries(this.acts)) byId(id).addEventListener("click", act);
    new ResizeObserver(() => this.draw()).observe(this.stage);
    this.forms.show();
    this.#heading();
    this.check.now();
  }

  get tool() {
    return this.palette?.tool ?? { tool: "select" };
  }

  get acts() {
    return {
      undo: () => this.back(() => this.plan.undo(), "Undone.", "There is nothing to undo."),
      redo: () => this.back(() => this.plan.redo(), "Done again.", "There is nothing to do again."),
      open: () => chooseBattle(this),
      save: () => this.save(),
      try: () => tryBattle(this).catch(warn),
      "help-button": () => showKeys(this),
      "zoom-in": () => this.zoomBy(1),
      "zoom-out": () => this.zoomBy(-1),
    };
  }

  // What is seen

  draw() {
    if (!this.overlay) return;
    const { plan, check, tools, cross } = this;
    const busy = tools.sketched ?? (tools.grip && plan.thing);
    const at = this.pointed ?? cross;
    this.overlay.draw(plan, {
      shown: (kind, place) => check.shows(kind, place),
      faulty: (kind, place) => check.isFaulty(kind, place),
      sketched: tools.sketched,
      cross,
      label: busy && at && { at, text: tools.corners.length ? at.map(inches).join(", ") : told(tools.grip ? plan.picked.kind : "terrain", busy) },
    });
  }

  #heading() {
    const { fields, past, future } = this.plan;
    byId("battle-title").textContent = fields.title || "A battle without a title";
    byId("undo").setAttribute("aria-disabled", String(past.length === 0));
    byId("redo").setAttribute("aria-disabled", String(future.length === 0));
  }

  #changed(from) {
    this.draw();
    if (from === "drag") return;
    this.#heading();
    if (from === "form-shape") setTimeout(() => this.forms.show()); // when the focus is where it goes
    else if (from !== "form") this.forms.show();
    else if (byId("form-title") && this.plan.thing) byId("form-title").textContent = nameOf(this.plan.fields, this.plan.picked.kind, this.plan.thing);
    if (!this.tools.isBusy && this.tool.tool === "character") this.palette.show();
    this.check.soon();
  }

  #picked() {
    this.draw();
    if (this.plan.picked && this.forms.tab !== "things") this.forms.choose("things");
    else this.forms.show();
  }

  // What is done

  retool() {
    if (!this.tools) return;
    this.tools.cancel();
    this.stage.dataset.tool = this.tool.tool;
    if (this.tool.tool !== "select") this.plan.pick(null);
    this.draw();
  }

  /** After something was placed: pick again, unless more of it are wanted. */
  rest(keepsTool) {
    if (this.tools.isBusy || this.tool.tool === "select" || !this.plan.picked) return;
    if (keepsTool) return;
    const { kind, place } = this.plan.picked;
    this.cross = null;
    this.palette.choose("select");
    this.plan.pick(kind, place);
  }

  showCross(at) {
    if (this.cross === at) return;
    this.cross = at;
    if (at) this.point(at);
    this.draw();
  }

  point(at) {
    this.pointed = at;
    byId("where").textContent = at ? `${inches(at[0])}, ${inches(at[1])} inches` : "";
  }

  remove() {
    const { plan } = this;
    if (!plan.thing) return false;
    const { kind, place } = plan.picked;
    const name = nameOf(plan.fields, kind, plan.thing);
    plan.picked = null;
    plan.change((fields) => fields[kind].splice(place, 1));
    say(`${name} is taken away.`);
    return true;
  }

  copy() {
    const { plan } = this;
    if (!plan.thing) return false;
    const { kind } = plan.picked;
    const thing = structuredClone(plan.thing);
    if (thing.name || kind === "character") thing.name = freeName(plan.fields, (thing.name ?? thing.card).replace(/ \d+$/, ""));
    moveBy(thing, [1.25, 0]);
    plan.change((fields) => {
      fields[kind].push(thing);
      plan.picked = { kind, place: fields[kind].length - 1 };
    });
    this.tellThing();
    return true;
  }

  reorder(kind, by) {
    const { place } = this.plan.picked;
    if (this.plan.fields[kind][place + by]) this.swap(kind, place, place + by);
  }

  swap(kind, one, other) {
    this.plan.change((fields) => {
      [fields[kind][one], fields[kind][other]] = [fields[kind][other], fields[kind][one]];
      if (this.plan.picked?.kind === kind) this.plan.picked = { kind, place: other };
    });
  }

  back(step, done, nothing) {
    this.tools.cancel();
    say(step() ? done : nothing);
  }

  zoomBy(by) {
    this.zoom = Math.min(Math.max(this.zoom + by, 0), ZOOMS.length - 1);
    this.stage.style.width = `${ZOOMS[this.zoom] * 100}%`;
    this.draw();
  }

  async save() {
    await this.check.now();
    if (!this.check.text) return;
    save(this.check.text, this.plan.fields.title);
    if (this.check.faults.length) tell("The file is saved, though something in it is still wrong.");
  }

  // Where to go

  goTo(kind, place) {
    this.palette.choose("select");
    this.plan.pick(kind, place);
    this.toForm();
  }

  toForm() {
    (byId("form-title") ?? byId("form")).focus();
    return true;
  }

  goToFault({ kind, place, field }) {
    const tab = TAB_OF[kind] ?? "battle";
    const isThing = tab === "things" && place !== null;
    if (isThing) this.goTo(kind, place);
    else {
      this.plan.pick(null);
      this.forms.choose(tab);
      if (place !== null) this.forms.opens(`${kind}-${place}`);
    }
    this.forms.focus(kind, isThing || place === null ? "" : `${kind}-${place}-`, place, field);
  }

  tellCross() {
    const { sketched } = this.tools;
    say(`${this.cross.map(inches).join(", ")}${sketched?.kind ? `, ${told("terrain", sketched)}` : ""}`);
  }

  tellThing() {
    const { fields, picked, thing } = this.plan;
    if (thing) say(described(fields, picked.kind, thing));
  }

  tell(sentence) {
    tell(sentence);
  }
}

async function begin() {
  const main = document.querySelector("main");
  try {
    new Editor(await ask("GET", "/api/editor/skirmish/parts"));
    document.documentElement.dataset.ready = "";
  } catch (refusal) {
    warn(refusal.sentence ? refusal : { sentence: `The editor cannot begin: ${refusal.message}` });
    throw refusal;
  } finally {
    main.removeAttribute("aria-busy");
  }
}

begin();
