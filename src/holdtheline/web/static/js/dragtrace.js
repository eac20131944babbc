// What the others have done on an open table: their ways and aims, in order, with the line of the list behind each.

import { drawn, el, fill } from "./dom.js";
import { TABLE, at, line } from "./dragghost.js";
import { ruleLink } from "./say.js";

const KEY = "htl-traces"; // whether they are wanted, kept by the browser

export class Traces {
  constructor(place) {
    this.layer = drawn("svg", { class: "marks traces", "aria-hidden": "true" });
    this.sheet = drawn("g", {});
    this.layer.append(this.sheet);
    place.append(this.layer);
    this.tick = el("input", { type: "checkbox", checked: wanted(), on: { change: () => this.#toggle() } });
    this.steps = el("ol", { class: "trace-steps small" });
    this.title = el("summary");
    this.list = el("details", { class: "trace-list", open: true, hidden: true },
      this.title, this.steps,
      el("label", { class: "small" }, this.tick, " Show its ways on the table"));
  }

  show(picture, view, isPast) {
    const table = picture?.querySelector(".htl-table");
    if (!table || isPast) return fill(this.sheet);
    const { acts, isOld } = actsOf(view);
    this.layer.setAttribute("viewBox", picture.getAttribute("viewBox"));
    this.sheet.setAttribute("transform", table.getAttribute("transform"));
    this.layer.style.setProperty("--unit", 1 / Math.max(table.getScreenCTM().a, 1e-6));
    this.layer.toggleAttribute("data-old", isOld);
    const text = JSON.stringify(acts);
    if (text === this.text && this.sheet.childNodes.length) return undefined;
    this.text = text;
    fill(this.sheet, ...acts.map((act, place) => drawing(act, place + 1, view.board)));
    this.layer.toggleAttribute("hidden", !this.tick.checked);
    fill(this.steps, ...acts.map(step));
    this.list.hidden = !acts.length;
    this.title.textContent = view.options.enemy === "seat" ? "What the other side did" : "What the enemy did";
    return undefined;
  }

  #toggle() {
    this.layer.toggleAttribute("hidden", !this.tick.checked);
    try {
      localStorage.setItem(KEY, this.tick.checked ? "on" : "off");
    } catch {
      // a browser that keeps nothing shows them next time
    }
  }
}

function wanted() {
  try {
    return localStorage.getItem(KEY) !== "off";
  } catch {
    return true;
  }
}

const OUTCOMES = ["result", "fights", "thrown"]; // told with the act before them, whoever it is that they are about

/** What the other side did last, one activation after the other; old: one has decided something since. */
function actsOf({ log, seats, seat }) {
  const mine = seats[seat]?.title.startsWith("enemy") ? "e" : "f";
  const isTheirs = ({ trace }) => trace && trace.who[0] !== mine && !["result", "thrown"].includes(trace.how);
  const last = log.findLastIndex(({ events }) => events.some(isTheirs));
  if (last < 0) return { acts: [], isOld: false };
  let first = last;
  while (first > 0 && log[first].seat !== seat) first -= 1;
  const next = log.findIndex((one, at) => at > last && one.seat === seat);
  const acts = [];
  for (const event of log.slice(first, next < 0 ? log.length : next).flatMap(({ events }) => events)) {
    if (!isTheirs(event)) {
      if (OUTCOMES.includes(event.trace?.how)) acts.at(-1)?.told.push(event);
      continue;
    }
    const act = acts.at(-1)?.who === event.trace.who ? acts.at(-1) : { who: event.trace.who, told: [], traces: [] };
    if (act !== acts.at(-1)) acts.push(act);
    act.told.push(event);
    act.traces.push(event.trace);
  }
  return { acts, isOld: next >= 0 };
}

function drawing({ who, traces }, number, { characters }) {
  const ways = traces.filter(({ way }) => way).map(({ way, how }) => line(`trace-way ${how}`, way));
  const placeOf = (id) => characters.find((one) => one.id === id)?.at;
  const end = traces.findLast(({ way }) => way)?.way[1] ?? placeOf(who);
  const aims = traces.filter(({ at: id }) => id && end && placeOf(id)).map(({ at: id, how }) => line(`trace-aim ${how}`, [end, placeOf(id)]));
  const start = traces.find(({ way }) => way)?.way[0] ?? end;
  const group = drawn("g", { class: "trace" }, ...ways, ...aims, start && badge(start, number));
  group.style.setProperty("--turn", number);
  return group;
}

function badge(spot, number) {
  const { cx, cy } = at(spot);
  return drawn("g", { class: "trace-badge" }, drawn("circle", { cx, cy: Math.min(cy, TABLE), r: 260 }), drawn("text", { x: cx, y: cy + 120, text: number }));
}

function step({ told }) {
  return el("li", {}, ...told.flatMap(({ text, clause, rule }) => [text, " ", ruleLink(clause, rule, clause), " "]));
}
