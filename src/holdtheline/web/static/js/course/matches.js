// The games of a course, the newest first, with their replays and logs.

import { request } from "../lib/api.js";
import { button, byId, el, fill, showsNew } from "../lib/dom.js";
import { rememberKey } from "../lib/links.js";
import { showError, showUnlessBusy } from "../lib/messages.js";
import { capitalize, plural, relativeTime } from "../lib/text.js";
import { FAULTS, logText, showDialog, WEEK } from "./common.js";

const FEW_MATCHES = 12;

export class Matches {
  constructor(page) {
    this.page = page;
    this.student = null; // show only the games of this one
    this.limit = FEW_MATCHES;
    byId("matches-more").addEventListener("click", () => {
      this.limit = Math.min(this.limit + 2 * FEW_MATCHES, 100);
      this.refresh();
    });
  }

  async refresh() {
    const query = new URLSearchParams({ limit: this.limit, ...(this.student && { student: this.student }) });
    const answer = await request("GET", `/api/course/matches?${query}`, { key: this.page.key }).catch(showUnlessBusy);
    if (answer) this.#show(answer);
  }

  #show({ matches, more }) {
    this.#showFilter();
    if (!showsNew(byId("matches-list"), matches)) return;
    const focusedId = document.activeElement?.id;
    byId("matches-none").hidden = matches.length > 0;
    byId("matches-more").hidden = !more || this.limit >= 100;
    fill(byId("matches-list"), matches.map((match) => this.#row(match)));
    if (focusedId && document.activeElement === document.body) byId(focusedId)?.focus();
  }

  /** Show a choice between all games and those of one bot. */
  #showFilter() {
    const { standings, kind, hidden } = this.page.view;
    const students = standings.filter((row) => row.student);
    const container = byId("filter");
    if (hidden !== null || students.length < 2) return showsNew(container, null) && fill(container);
    const names = [["", "All bots"], ...students.map((row) => [row.student, row.mine && kind === "student" ? `${row.name} (you)` : row.name])];
    if (!showsNew(container, names)) return container;
    const select = el("select", { id: "whose", "aria-label": "Games of" }, names.map(([value, text]) => el("option", { value, selected: value === (this.student ?? ""), text })));
    select.addEventListener("change", () => {
      this.student = select.value || null;
      this.limit = FEW_MATCHES;
      this.refresh();
    });
    return fill(container, select);
  }

  #row(match) {
    const { seats, faults, key } = match;
    const title = `match-${key}`;
    const mine = seats.find((seat) => seat.mine);
    const mayRead = this.page.view.kind === "teacher" || mine;
    return el("li", { class: "match", "data-score": mine && seats.filter((seat) => seat.mine).length === 1 ? mine.score : "" },
      el("p", { class: "pairing", id: title }, playerElement(seats[0]), el("span", { class: "against", text: scoreText(seats) }), playerElement(seats[1])),
      el("p", { class: "quiet small" }, faults.flatMap((fault) => [el("span", { class: "fault-tag", text: `${capitalize(seats[fault.seat].name)} ${FAULTS[fault.kind] ?? fault.kind}` }), " "]), match.reason, ` ${capitalize(plural(match.turns, "turn"))} · `, relativeTime(match.made, WEEK)),
      el("div", { class: "buttons" },
        button("Watch", () => this.#watch(key).catch(showError), { class: "button small", id: `replay-${key}`, "aria-describedby": title }),
        mayRead && button("Log", () => this.#showLogs(key).catch(showError), { class: "button plain small", id: `logs-${key}`, "aria-describedby": title, "aria-haspopup": "dialog" })));
  }

  async #watch(key) {
    const replay = await request("POST", `/api/course/matches/${key}/replay`, { key: this.page.key, body: {} });
    rememberKey(replay.key, "upload");
    location.assign(`/replay#${replay.key}`);
  }

  async #showLogs(key) {
    const { match, logs } = await request("GET", `/api/course/matches/${key}`, { key: this.page.key });
    const [first, second] = match.seats;
    showDialog(`${first.name} against ${second.name}`, ...logs.flatMap(({ seat, text }) => {
      const { name, title, cpu } = match.seats[seat];
      const fault = match.faults.find((entry) => entry.seat === seat);
      return [
        el("h3", { text: `${name}, ${title}` }),
        el("p", { class: "quiet small", text: cpu === null ? "" : `${cpu.toFixed(2)} s of processor time.` }),
        fault?.sentence && el("p", { class: "fault", text: fault.sentence }),
        logText(text),
      ];
    }), logs.length === 0 && el("p", { class: "quiet", text: "Nothing was printed." }));
  }
}

function playerElement({ name, mine, score }) {
  return el("span", { class: "side", "data-score": score, "data-mine": mine }, el("b", { text: name }));
}

const SCORES = { won: "1", drawn: "½", lost: "0" };

function scoreText([first, second]) {
  return `${SCORES[first.score]} : ${SCORES[second.score]}`;
}
