// What the coach says, which may change while one reads: rows stay in their place as long as a hand is on them.

import { el, fill } from "./dom.js";
import { capital } from "./words.js";

const BEST = 5;

export class CoachList {
  constructor(choose) {
    this.choose = choose;
    this.rows = new Map();
    this.percent = el("strong", { class: "numbers" });
    this.sure = el("span", { class: "quiet numbers" });
    this.bar = bar();
    this.list = el("ol", {});
    this.foot = el("p", { class: "quiet small sampled" });
    const now = el("p", { class: "now" }, "Chance to win now ", this.percent, " ", this.sure);
    this.node = el("div", {}, now, this.bar, this.list, this.foot);
  }

  show({ chance, moves, exact, done, simulations }) {
    this.percent.textContent = chance.percent;
    this.percent.title = chance.fraction ?? "";
    this.sure.textContent = chance.interval ?? "";
    this.bar.hidden = exact;
    measure(this.bar, chance);
    this.#list(moves.slice(0, BEST));
    this.foot.hidden = exact;
    this.foot.classList.toggle("thinking", !done);
    const tried = `${simulations.toLocaleString("en")} continuations tried out`;
    this.foot.textContent = done ? `${tried}.` : `${tried}, and more …`;
    this.foot.title = "The pale part of a bar is how sure the sampling is: ninety-five times in a hundred more of it would lead there.";
  }

  #list(moves) {
    const isHeld = this.list.matches(":hover, :focus-within");
    const known = this.rows;
    const wanted = isHeld ? this.#kept(moves) : moves;
    this.rows = new Map(wanted.map((move) => [keyOf(move), known.get(keyOf(move)) ?? this.#row()]));
    for (const move of wanted) this.#dress(this.rows.get(keyOf(move)), move);
    const rows = [...this.rows.values()].map(({ node }) => node);
    if (rows.some((node, at) => node !== this.list.children[at]) || rows.length !== this.list.children.length) fill(this.list, rows);
  }

  /** Those of now in the order of before, then the new ones; if all are new, it is another moment. */
  #kept(moves) {
    const now = new Map(moves.map((move) => [keyOf(move), move]));
    const stay = [...this.rows.keys()].filter((key) => now.has(key)).map((key) => now.get(key));
    return [...stay, ...moves.filter((move) => !stay.includes(move))];
  }

  #row() {
    const row = {
      label: el("span", { class: "chance-label" }),
      percent: el("span", { class: "numbers chance" }),
      sure: el("span", { class: "quiet small numbers sure" }),
      bar: bar(),
    };
    row.button = el("button", { type: "button", class: "advice", on: { click: () => this.choose(row.move) } }, row.label, row.percent, row.bar, row.sure);
    row.node = el("li", {}, row.button);
    return row;
  }

  #dress(row, move) {
    row.move = move;
    row.label.textContent = capital(move.label);
    row.percent.textContent = move.percent;
    row.sure.textContent = move.interval ?? "";
    row.sure.hidden = !move.interval;
    row.node.title = move.fraction ?? "";
    measure(row.bar, move);
  }
}

function keyOf({ text, label }) {
  return `${text}\n${label}`;
}

function bar() {
  return el("span", { class: "bar-of-win", "aria-hidden": "true" }, el("i", { class: "band" }), el("i", { class: "sure-of" }), el("i", { class: "tick" }));
}

function measure(node, { chance, low, high }) {
  node.style.setProperty("--chance", chance);
  node.style.setProperty("--low", low);
  node.style.setProperty("--high", high);
}
