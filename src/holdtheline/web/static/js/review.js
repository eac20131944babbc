// The review of a finished game: its chances as a graph, what of it was luck and what skill, and where it turned.

import { ask } from "./api.js";
import { continueFrom } from "./branching.js";
import { byId, el, fill } from "./dom.js";
import { ReviewGraph } from "./reviewgraph.js";
import { say } from "./say.js";
import { capital, isPerson } from "./words.js";

const AGAIN = 700;
const KINDS = { luck: "Luck", skill: "Skill", others: "Others" };

export class Review {
  /** `replay` has go(step), pause(), and the properties key, told and step. */
  constructor(replay) {
    this.replay = replay;
    this.box = byId("review");
    this.whose = byId("review-seat");
    this.graph = new ReviewGraph(byId("review-graph"), (step) => replay.go(step));
    this.whose.addEventListener("change", () => this.open());
    byId("review-close").addEventListener("click", () => this.close());
    this.round = 0; // of asking; a new one ends the one before
  }

  get isOpen() {
    return !this.box.hidden;
  }

  open() {
    const { seats } = this.replay.told;
    if (!this.isOpen) {
      fill(this.whose, seats.map(({ seat, title }) => el("option", { value: seat, text: capital(title) })));
      this.whose.value = usualSeat(seats);
      byId("review-whose").hidden = byId("review-others").hidden = seats.length < 2;
      this.box.hidden = false;
      byId("review-title").focus({ preventScroll: true });
      this.box.scrollIntoView({ block: "nearest" });
    }
    this.made = undefined;
    this.graph.clear();
    for (const part of ["review-sums", "review-points", "review-rows", "review-now"]) fill(byId(part));
    byId("review-table").hidden = true;
    byId("review-turned").hidden = true;
    this.#ask(++this.round);
  }

  close() {
    this.round += 1;
    this.box.hidden = true;
    byId("open-review").focus();
  }

  /** The replay shows another step. */
  showPlace(step) {
    if (!this.made) return;
    this.graph.showPlace(step);
    const stretch = this.made.stretches.find(({ last }) => step <= last);
    fill(byId("review-now"), step > 0 && stretch && told(stretch));
  }

  async #ask(round) {
    let answer;
    try {
      answer = await ask("POST", "/api/review", { key: this.replay.key, body: { seat: Number(this.whose.value) } });
    } catch (refusal) {
      if (round === this.round) this.#progress(refusal.sentence ?? String(refusal));
      return;
    }
    if (round !== this.round) return;
    if (answer.review) this.#show(answer.review);
    if (answer.ready) this.#finish(answer.review);
    else {
      const { done, of } = answer.review ?? {};
      this.#progress(answer.review ? `${done} of ${of} positions` : capital(answer.sentence), done, of);
      setTimeout(() => round === this.round && this.#ask(round), AGAIN);
    }
  }

  #progress(sentence, done, of) {
    byId("review-progress").hidden = false;
    byId("review-sentence").textContent = sentence;
    const bar = byId("review-bar");
    bar.hidden = !of;
    if (of) Object.assign(bar, { max: of, value: done });
  }

  #show(made) {
    this.made = made;
    byId("review-how").textContent = made.how;
    this.graph.show(made, this.replay.last);
    this.showPlace(this.replay.step);
  }

  #finish(made) {
    byId("review-progress").hidden = true;
    fill(byId("review-sums"), made.sums.map(sum));
    fill(byId("review-points"), made.turning_points.map((point) => this.#point(point, made)));
    fill(byId("review-rows"), row(["0", "", "The start", "", percentOf(made.start, made)]), made.stretches.map((stretch) => row(cells(stretch))));
    byId("review-turned").hidden = made.turning_points.length === 0;
    byId("review-table").hidden = false;
    say(`The review is ready. ${made.sums.map(({ name, text }) => `${capital(name)} ${text}`).join(", ")}.`);
  }

  #point({ place, steps, sentence, better, again }, made) {
    const { kind, last, change, points } = made.stretches[place];
    return el(
      "li",
      { class: kind },
      el("p", {},
        el("button", { type: "button", class: "link", text: capital(steps), on: { click: () => this.replay.go(last) } }),
        el("span", { class: `numbers change ${change < 0 ? "down" : "up"}`, text: `${signed(points)} ${KINDS[kind].toLowerCase()}` })),
      el("p", { text: sentence }),
      better && el("p", {}, el("b", { text: "Better: " }), `${better}.`),
      el("button", { type: "button", class: "button small", text: "Try again here", "aria-haspopup": "dialog", on: { click: () => this.#again(again) } }),
    );
  }

  /** A new game from there: I in this seat, against the same kinds of players. */
  #again(step) {
    const { told, key } = this.replay;
    const mine = Number(this.whose.value);
    const known = new Set(told.players.map(({ name }) => name));
    const now = told.seats.map((seat) => {
      if (seat.seat === mine) return "me";
      return isPerson(seat) && !isRecordOnly(told) ? "friend" : known.has(seat.player) ? seat.player : undefined;
    });
    this.replay.pause();
    continueFrom(step, told, key, now);
  }
}

/** A record that was sent has players whom nobody here knows. */
function isRecordOnly(told) {
  return told.seats.every(({ mine, name }) => !mine && !name);
}

function usualSeat(seats) {
  return (seats.find(({ mine }) => mine) ?? seats.find(isPerson) ?? seats[0]).seat;
}

function percentOf(chance, { exact }) {
  return `${(chance / 100).toFixed(exact ? 2 : 1)}%`;
}

/** A minus that is as wide as a plus. */
function signed(points) {
  return points.replace("-", "−");
}

function sum({ name, text }) {
  return el("div", { class: `sum-${name.split(" ").at(-1)}` }, el("dt", { text: capital(name) }), el("dd", { class: "numbers", text: signed(text) }));
}

function stepsOf({ first, last }) {
  return first === last ? `${first}` : `${first}–${last}`;
}

function cells(stretch) {
  return [stepsOf(stretch), KINDS[stretch.kind], capital(stretch.what), signed(stretch.points), stretch.percent];
}

function row([steps, ...others]) {
  return el("tr", {}, el("th", { scope: "row", class: "numbers", text: steps }), others.map((text, at) => el("td", { class: at > 1 ? "numbers" : undefined, text })));
}

function told(stretch) {
  return [
    el("b", { class: "numbers", text: `${stretch.percent} ` }),
    el("span", { class: `kind ${stretch.kind}`, text: `${KINDS[stretch.kind]} ${signed(stretch.points)}` }),
    ` ${capital(stretch.what)}`,
  ];
}
