// The enemy's last acts on an open table: paths and targets in order, each with the line of its list that caused it.

import { el, fill, svg } from "../../lib/dom.js";
import { ruleLink } from "../../lib/messages.js";
import { recall, remember } from "../../lib/storage.js";
import { circleAt, polyline, TABLE_SIZE } from "./drag_preview.js";

const CHAPTER = "5-the-ai-general"; // of the rules: it begins with the list
const STORAGE_NAME = "htl-traces"; // whether the player wants to see the trace

export class EnemyTrace {
  constructor(container) {
    this.layer = svg("svg", { class: "marks traces", "aria-hidden": "true" });
    this.sheet = svg("g", {});
    this.layer.append(this.sheet);
    container.append(this.layer);
    this.checkbox = el("input", { type: "checkbox", checked: recall(STORAGE_NAME) !== "off", on: { change: () => this.#toggle() } });
    this.steps = el("ol", { class: "trace-steps small" });
    this.title = el("summary");
    this.rules = el("a", { class: "small", target: "_blank", rel: "noopener", text: "Read its list" });
    this.list = el("details", { class: "trace-list", open: true, hidden: true },
      this.title, this.steps,
      el("label", { class: "small" }, this.checkbox, " Show it on the table"), " ", this.rules);
  }

  show(picture, view, isLookingBack) {
    const table = picture?.querySelector(".htl-table");
    if (!table || isLookingBack) return fill(this.sheet);
    const { acts, isOld } = actsOf(view);
    this.layer.setAttribute("viewBox", picture.getAttribute("viewBox"));
    this.sheet.setAttribute("transform", table.getAttribute("transform"));
    this.layer.style.setProperty("--unit", 1 / Math.max(Math.abs(table.getScreenCTM().a), 1e-6));
    this.layer.toggleAttribute("data-old", isOld);
    const text = JSON.stringify(acts);
    if (text === this.text && this.sheet.childNodes.length) return undefined;
    this.text = text;
    fill(this.sheet, ...acts.map((act, index) => drawAct(act, index + 1, view.board)));
    this.layer.toggleAttribute("hidden", !this.checkbox.checked);
    fill(this.steps, ...acts.map(actItem));
    this.list.hidden = !acts.length;
    this.rules.hidden = view.options.enemy === "seat";
    this.rules.href = `${view.rules}#${CHAPTER}`;
    this.title.textContent = view.options.enemy === "seat" ? "What the other side did" : "What the enemy did";
    return undefined;
  }

  #toggle() {
    this.layer.toggleAttribute("hidden", !this.checkbox.checked);
    remember(STORAGE_NAME, this.checkbox.checked ? "on" : "off");
  }
}

const OUTCOMES = ["result", "fights", "thrown"]; // shown with the act before them, for any character

/** Return what the enemy did last, one act per activation; it is old if the player has decided something since. */
function actsOf({ log, seats, seat }) {
  const ownSide = seats[seat]?.title.startsWith("enemy") ? "e" : "f";
  const isEnemyAct = ({ trace }) => trace && trace.who[0] !== ownSide && !["result", "thrown"].includes(trace.how);
  const last = log.findLastIndex(({ events }) => events.some(isEnemyAct));
  if (last < 0) return { acts: [], isOld: false };
  let first = last;
  while (first > 0 && log[first].seat !== seat) first -= 1;
  const next = log.findIndex((line, at) => at > last && line.seat === seat);
  const acts = [];
  for (const event of log.slice(first, next < 0 ? log.length : next).flatMap(({ events }) => events)) {
    if (!isEnemyAct(event)) {
      if (OUTCOMES.includes(event.trace?.how)) acts.at(-1)?.events.push(event);
      continue;
    }
    const act = acts.at(-1)?.who === event.trace.who ? acts.at(-1) : { who: event.trace.who, events: [], traces: [] };
    if (act !== acts.at(-1)) acts.push(act);
    act.events.push(event);
    act.traces.push(event.trace);
  }
  return { acts, isOld: next >= 0 };
}

function drawAct({ who, traces }, number, { characters }) {
  const paths = traces.filter(({ way }) => way).map(({ way, how }) => polyline(`trace-way ${how}`, way));
  const placeOf = (id) => characters.find((character) => character.id === id)?.at;
  const end = traces.findLast(({ way }) => way)?.way[1] ?? placeOf(who);
  const aims = traces.filter(({ at: id }) => id && end && placeOf(id)).map(({ at: id, how }) => polyline(`trace-aim ${how}`, [end, placeOf(id)]));
  const start = traces.find(({ way }) => way)?.way[0] ?? end;
  const group = svg("g", { class: "trace" }, ...paths, ...aims, start && numberBadge(start, number));
  group.style.setProperty("--turn", number);
  return group;
}

function numberBadge(point, number) {
  const { cx, cy } = circleAt(point);
  return svg("g", { class: "trace-badge" }, svg("circle", { cx, cy: Math.min(cy, TABLE_SIZE), r: 260 }), svg("text", { x: cx, y: cy + 120, text: number }));
}

function actItem({ events }) {
  return el("li", {}, ...events.flatMap(({ text, clause, rule }) => [text, " ", ruleLink(clause, rule, clause), " "]));
}
