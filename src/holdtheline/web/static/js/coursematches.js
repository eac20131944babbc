// The games of a course: the newest first, each to be watched again, with the logs that one may read.

import { ask } from "./api.js";
import { FAULTS, logText, showPaper, when } from "./coursewords.js";
import { byId, el, fill } from "./dom.js";
import { rememberKey } from "./keys.js";
import { warn } from "./say.js";
import { capital, counted } from "./words.js";

const FEW = 12;

export class Matches {
  constructor(room) {
    this.room = room;
    this.student = null; // only the games of this one
    this.most = FEW;
    this.shown = "";
    byId("matches-more").addEventListener("click", () => {
      this.most = Math.min(this.most + 2 * FEW, 100);
      this.look();
    });
  }

  async look() {
    const asked = new URLSearchParams({ most: this.most, ...(this.student && { student: this.student }) });
    try {
      const told = await ask("GET", `/api/course/matches?${asked}`, { key: this.room.key });
      this.#show(told);
    } catch (refusal) {
      if (refusal.code !== "busy") warn(refusal);
    }
  }

  #show({ matches, more }) {
    this.#showFilter();
    if (this.shown === JSON.stringify(matches)) return;
    this.shown = JSON.stringify(matches);
    const held = document.activeElement?.id;
    byId("matches-none").hidden = matches.length > 0;
    byId("matches-more").hidden = !more || this.most >= 100;
    fill(byId("matches-list"), matches.map((match) => this.#row(match)));
    if (held && document.activeElement === document.body) byId(held)?.focus();
  }

  /** All, or those of one bot. */
  #showFilter() {
    const { table, kind, hidden } = this.room.view;
    const students = table.filter((row) => row.student);
    const place = byId("filter");
    if (hidden !== null || students.length < 2) return fill(place);
    const names = [["", "All bots"], ...students.map((row) => [row.student, row.mine && kind === "student" ? `${row.name} (you)` : row.name])];
    if (place.dataset.names === JSON.stringify(names)) return place;
    place.dataset.names = JSON.stringify(names);
    const select = el("select", { id: "whose", "aria-label": "Games of" }, names.map(([value, text]) => el("option", { value, selected: value === (this.student ?? ""), text })));
    select.addEventListener("change", () => {
      this.student = select.value || null;
      this.most = FEW;
      this.look();
    });
    return fill(place, select);
  }

  #row(match) {
    const { seats, faults, key } = match;
    const title = `match-${key}`;
    const mine = seats.find((seat) => seat.mine);
    const mayRead = this.room.view.kind === "teacher" || mine;
    return el("li", { class: "match", "data-score": mine && seats.filter((seat) => seat.mine).length === 1 ? mine.score : "" },
      el("p", { class: "pairing", id: title }, sideOf(seats[0]), el("span", { class: "against", text: scoreText(seats) }), sideOf(seats[1])),
      el("p", { class: "quiet small" }, faults.flatMap((fault) => [el("span", { class: "fault-tag", text: `${capital(seats[fault.seat].name)} ${FAULTS[fault.kind] ?? fault.kind}` }), " "]), match.reason, ` ${capital(counted(match.turns, "turn"))} · `, when(match.made)),
      el("div", { class: "buttons" },
        el("button", { class: "button small", type: "button", id: `replay-${key}`, "aria-describedby": title, text: "Watch", on: { click: () => this.#watch(key) } }),
        mayRead && el("button", { class: "button plain small", type: "button", id: `logs-${key}`, "aria-describedby": title, "aria-haspopup": "dialog", text: "Log", on: { click: () => this.#logs(key) } })));
  }

  async #watch(key) {
    try {
      const replay = await ask("POST", `/api/course/matches/${key}/replay`, { key: this.room.key, body: {} });
      rememberKey(replay.key, "upload");
      location.assign(`/replay#${replay.key}`);
    } catch (refusal) {
      warn(refusal);
    }
  }

  async #logs(key) {
    try {
      const { match, logs } = await ask("GET", `/api/course/matches/${key}`, { key: this.room.key });
      const [one, other] = match.seats;
      showPaper(`${one.name} against ${other.name}`, ...logs.flatMap(({ seat, text }) => {
        const { name, title, cpu } = match.seats[seat];
        const fault = match.faults.find((one) => one.seat === seat);
        return [
          el("h3", { text: `${name}, ${title}` }),
          el("p", { class: "quiet small", text: cpu === null ? "" : `${cpu.toFixed(2)} s of processor time.` }),
          fault?.sentence && el("p", { class: "fault", text: fault.sentence }),
          logText(text),
        ];
      }), logs.length === 0 && el("p", { class: "quiet", text: "Nothing was printed." }));
    } catch (refusal) {
      warn(refusal);
    }
  }
}

function sideOf({ name, mine, score }) {
  return el("span", { class: "side", "data-score": score, "data-mine": mine }, el("b", { text: name }));
}

const HALVES = { won: "1", drawn: "½", lost: "0" };

function scoreText([one, other]) {
  return `${HALVES[one.score]} : ${HALVES[other.score]}`;
}
