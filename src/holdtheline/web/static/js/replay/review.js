// The review of a finished game: the chance to win as a graph, luck and skill, and the turning points.

import { request } from "../lib/api.js";
import { button, byId, el, fill } from "../lib/dom.js";
import { announce } from "../lib/messages.js";
import { capitalize, isPerson } from "../lib/text.js";
import { continueFrom } from "./actions.js";
import { ReviewGraph } from "./review_graph.js";

const POLL_DELAY = 700; // milliseconds
const KINDS = { luck: "Luck", skill: "Skill", others: "Others" };

export class Review {
  /** `replay` has go(step), pause(), key, game and step. */
  constructor(replay) {
    this.replay = replay;
    this.box = byId("review");
    this.seatSelect = byId("review-seat");
    this.graph = new ReviewGraph(byId("review-graph"), (step) => replay.go(step));
    this.seatSelect.addEventListener("change", () => this.open());
    byId("review-close").addEventListener("click", () => this.close());
    this.run = 0; // counts the requests; a new one ends the one before
  }

  get isOpen() {
    return !this.box.hidden;
  }

  open() {
    const { seats } = this.replay.game;
    if (!this.isOpen) {
      fill(this.seatSelect, seats.map(({ seat, title }) => el("option", { value: seat, text: capitalize(title) })));
      this.seatSelect.value = defaultSeat(seats);
      byId("review-whose").hidden = byId("review-others").hidden = seats.length < 2;
      this.box.hidden = false;
      byId("review-title").focus({ preventScroll: true });
      this.box.scrollIntoView({ block: "nearest" });
    }
    this.data = undefined;
    this.graph.clear();
    for (const part of ["review-sums", "review-points", "review-rows", "review-now"]) fill(byId(part));
    byId("review-table").hidden = true;
    byId("review-turned").hidden = true;
    this.#ask(++this.run);
  }

  close() {
    this.run += 1;
    this.box.hidden = true;
    byId("open-review").focus();
  }

  /** Mark the step that the replay shows. */
  showStepNumber(step) {
    if (!this.data) return;
    this.graph.showStepNumber(step);
    const segment = this.data.segments.find(({ last }) => step <= last);
    fill(byId("review-now"), step > 0 && segment && segmentText(segment));
  }

  async #ask(run) {
    let answer;
    try {
      answer = await request("POST", "/api/review", { key: this.replay.key, body: { seat: Number(this.seatSelect.value) } });
    } catch (error) {
      if (run === this.run) this.#progress(error.sentence ?? String(error));
      return;
    }
    if (run !== this.run) return;
    if (answer.review) this.#show(answer.review);
    if (answer.ready) this.#finish(answer.review);
    else {
      const { done, of } = answer.review ?? {};
      this.#progress(answer.review ? `${done} of ${of} positions` : capitalize(answer.sentence), done, of);
      setTimeout(() => run === this.run && this.#ask(run), POLL_DELAY);
    }
  }

  #progress(sentence, done, of) {
    byId("review-progress").hidden = false;
    byId("review-sentence").textContent = sentence;
    const bar = byId("review-bar");
    bar.hidden = !of;
    if (of) Object.assign(bar, { max: of, value: done });
  }

  #show(data) {
    this.data = data;
    byId("review-how").textContent = data.how;
    this.graph.show(data, this.replay.last);
    this.showStepNumber(this.replay.step);
  }

  #finish(data) {
    byId("review-progress").hidden = true;
    fill(byId("review-sums"), data.sums.map(sum));
    fill(byId("review-points"), data.turning_points.map((point) => this.#point(point, data)));
    fill(byId("review-rows"), row(["0", "", "The start", "", percentOf(data.start, data)]), data.segments.map((segment) => row(cells(segment))));
    byId("review-turned").hidden = data.turning_points.length === 0;
    byId("review-table").hidden = false;
    announce(`The review is ready. ${data.sums.map(({ name, text }) => `${capitalize(name)} ${text}`).join(", ")}.`);
  }

  #point({ place: index, steps, sentence, better, again }, data) {
    const { kind, last, change, points } = data.segments[index];
    return el("li", { class: kind },
      el("p", {},
        el("button", { type: "button", class: "link", text: capitalize(steps), on: { click: () => this.replay.go(last) } }),
        el("span", { class: `numbers change ${change < 0 ? "down" : "up"}`, text: `${signed(points)} ${KINDS[kind].toLowerCase()}` })),
      el("p", { text: sentence }),
      better && el("p", {}, el("b", { text: "Better: " }), `${better}.`),
      button("Try again here", () => this.#tryAgain(again), { class: "button small", "aria-haspopup": "dialog" }));
  }

  /** Start a new game from a step: I take this seat, against the same players. */
  #tryAgain(step) {
    const { game, key } = this.replay;
    const ownSeat = Number(this.seatSelect.value);
    const known = new Set(game.players.map(({ name }) => name));
    const now = game.seats.map((seat) => {
      if (seat.seat === ownSeat) return "me";
      return isPerson(seat) && !isRecordOnly(game) ? "friend" : known.has(seat.player) ? seat.player : undefined;
    });
    this.replay.pause();
    continueFrom(step, game, key, now);
  }
}

/** Return whether this is an uploaded record, whose players are unknown. */
function isRecordOnly(game) {
  return game.seats.every(({ mine, name }) => !mine && !name);
}

function defaultSeat(seats) {
  return (seats.find(({ mine }) => mine) ?? seats.find(isPerson) ?? seats[0]).seat;
}

function percentOf(chance, { exact }) {
  return `${(chance / 100).toFixed(exact ? 2 : 1)}%`;
}

/** Return the points with a minus as wide as a plus. */
function signed(points) {
  return points.replace("-", "−");
}

function sum({ name, text }) {
  return el("div", { class: `sum-${name.split(" ").at(-1)}` }, el("dt", { text: capitalize(name) }), el("dd", { class: "numbers", text: signed(text) }));
}

function stepsOf({ first, last }) {
  return first === last ? `${first}` : `${first}–${last}`;
}

function cells(segment) {
  return [stepsOf(segment), KINDS[segment.kind], capitalize(segment.what), signed(segment.points), segment.percent];
}

function row([steps, ...others]) {
  return el("tr", {}, el("th", { scope: "row", class: "numbers", text: steps }), others.map((text, at) => el("td", { class: at > 1 ? "numbers" : undefined, text })));
}

function segmentText(segment) {
  return [
    el("b", { class: "numbers", text: `${segment.percent} ` }),
    el("span", { class: `kind ${segment.kind}`, text: `${KINDS[segment.kind]} ${signed(segment.points)}` }),
    ` ${capitalize(segment.what)}`,
  ];
}
