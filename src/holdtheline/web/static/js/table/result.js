// The end of a game: the verdict, the game in numbers, its graph, and what to do next.

import { aboutGame } from "../games/about.js";
import { request } from "../lib/api.js";
import { button, byId, el, fill, showsNew } from "../lib/dom.js";
import { campaignLinks, campaignOfTable, editorOfTable, tableLinks } from "../lib/links.js";
import { ruleLink, showError } from "../lib/messages.js";
import { openTable } from "../lib/seating.js";
import { isPerson, seatNameAmong, sentence } from "../lib/text.js";
import { ReviewGraph } from "../replay/review_graph.js";

const POLL_DELAY = 1000; // milliseconds
const SIGNS = { won: "★", lost: "✕" };
const NEXT_LEVELS = { level1: "level2", level2: "level4", level3: "level4", level4: "level6", level5: "level6", level6: "level8", level7: "level8", random: "level2", easy: "level4", book: "level6" };

export class Result {
  /** `onSave()` downloads the record, `onShare()` opens the dialog with the links. */
  constructor(container, key, onSave, onShare) {
    Object.assign(this, { container, key, onSave, onShare, isOver: false });
    linkToCampaign(key);
    linkToEditor(key);
  }

  show(view) {
    const { outcome } = view;
    this.container.hidden = outcome === null;
    this.isOver = outcome !== null;
    if (!outcome || !showsNew(this.container, [outcome, view.version])) return;
    const [first, ...rest] = outcome.verdict.split(": ");
    const kind = resultKind(view);
    this.container.dataset.kind = kind;
    this.numbers = el("dl", { class: "result-numbers numbers" });
    this.graphBox = el("div", { class: "review-graph", tabindex: 0, role: "slider", "aria-label": "The chance to win, step by step" });
    const title = el("h3", { text: view.spectator ? "The chance to win" : "Your chance to win" });
    this.reviewBox = el("div", { class: "result-review review", hidden: true }, title, this.graphBox, this.numbers);
    fill(this.container,
      el("p", { class: "verdict" }, el("span", { class: "laurel", "aria-hidden": "true", text: SIGNS[kind] ?? "■" }), ` ${first}`),
      el("p", {}, sentence(rest.join(": ") || outcome.reason), " ", ruleLink(outcome.clause, outcome.rule)),
      el("p", { class: "quiet small", text: lengthText(view) }),
      this.reviewBox,
      el("div", { class: "buttons" },
        this.#mainButton(view),
        this.#harderButton(view),
        el("a", { class: view.spectator && !campaignOfTable(this.key) ? "button primary" : "button", href: `/replay#${tableLinks.hash(this.key)}`, text: "Watch the replay" }),
        !view.spectator && button("Share", this.onShare),
        button("Download the record", this.onSave)));
    this.container.scrollIntoView({ block: "nearest" });
    if (!view.guide && (!view.spectator || view.seats.length === 1)) this.#review(view);
  }

  /** Return the link back to the campaign or the editor, or the button for a rematch. */
  #mainButton(view) {
    const campaign = campaignOfTable(this.key);
    if (campaign) return el("a", { class: "button primary", href: `/campaign#${campaignLinks.hash(campaign)}`, text: "Continue the campaign" });
    const editor = editorOfTable(this.key);
    if (editor) return el("a", { class: "button primary", href: editor, text: "Back to the editor" });
    return !view.spectator && button("Play again", () => openTable(rematchRequest(view)).catch(showError), { class: "button primary" });
  }

  /** Return the button for a game against the next level, after a game against computers only, or for a harder game alone. */
  #harderButton(view) {
    if (view.spectator || campaignOfTable(this.key) || editorOfTable(this.key)) return null;
    const others = view.seats.filter((seat) => !seat.mine);
    const body = rematchRequest(view);
    if (!others.length) {
      const options = aboutGame(view.game).harder(view.options);
      return options && tryHarderButton({ ...body, options: { ...body.options, ...options } }, "The same game with more waves");
    }
    const next = NEXT_LEVELS[others[0].player];
    if (!next || others.some((seat) => isPerson(seat) || seat.player !== others[0].player)) return null;
    const seats = body.seats.map((who) => (who === others[0].player ? next : who));
    return tryHarderButton({ ...body, seats }, "The same game against a stronger computer");
  }

  /** Ask for the review until it is complete, and show the graph as it grows. */
  async #review({ version, seat }) {
    this.asked = version;
    try {
      for (;;) {
        const { ready, review } = await request("POST", "/api/review", { key: this.key, body: { seat } });
        if (this.asked !== version || !this.isOver) return;
        if (review) this.#showReview(review);
        if (ready) return;
        await new Promise((resolve) => setTimeout(resolve, POLL_DELAY));
      }
    } catch {
      // The replay page says why there is no review.
    }
  }

  #showReview(review) {
    this.reviewBox.hidden = false;
    if (this.graph?.container !== this.graphBox) this.graph = new ReviewGraph(this.graphBox, (step) => this.graph.showStepNumber(step));
    this.graph.show(review, review.segments.at(-1)?.last ?? 1);
    fill(this.numbers, chanceRows(review).map(({ name, text, meaning }) => el("div", { title: meaning }, el("dt", { text: name }), el("dd", { text }))));
  }
}

function tryHarderButton(body, title) {
  return button("Play a harder game", () => openTable(body).catch(showError), { title });
}

/** Show the link to the campaign of this battle, even while it is being played. */
function linkToCampaign(key) {
  const campaign = campaignOfTable(key);
  const link = byId("to-campaign");
  link.hidden = !campaign;
  if (campaign) link.href = `/campaign#${campaignLinks.hash(campaign)}`;
}

/** Show the link to the editor, if this table tries a draft. */
function linkToEditor(key) {
  const editor = editorOfTable(key);
  const link = byId("to-editor");
  link.hidden = !editor;
  if (editor) link.href = editor;
}

function resultKind({ outcome, seat, spectator }) {
  if (spectator || !outcome.scores) return "over";
  const score = outcome.scores[seat];
  return score > 0 ? "won" : score < 0 ? "lost" : "over";
}

/** Return how long the game was: moves of each side and rolls, or the last turn if the log does not have them all. */
function lengthText({ log, seats }) {
  if (log.length && log[0].number > 1) return sentence(log.at(-1).heading.split(" · ")[0]);
  const count = (seat) => log.filter((line) => line.seat === seat).length;
  const moves = seats.map((seat) => `${seatNameAmong(seat, seats)} ${count(seat.seat)}`);
  const rolls = count(-1);
  const parts = [seats.length === 1 ? `${count(0)} ${count(0) === 1 ? "move" : "moves"}` : `Moves: ${moves.join(", ")}`, rolls > 0 && `${rolls} ${rolls === 1 ? "roll" : "rolls"} of the dice`];
  return sentence(parts.filter(Boolean).join(" · "));
}

/** Return what changed the chance to win, each in whole percentage points and with what it means. */
function chanceRows({ start, luck, skill, others, ending, rest }) {
  return [
    { name: "At the start", text: `${Math.round(start / 100)}%`, meaning: "The chance to win before the first move" },
    { name: "Luck", change: luck, none: "Even", meaning: "What the dice gave or took" },
    { name: "Skill", change: skill, none: "No mistakes", meaning: "What decisions cost, compared with the best moves" },
    others !== 0 && { name: "Other side", change: others, meaning: "What the moves of the other side gave or took" },
    ending !== 0 && { name: "Early end", change: ending, meaning: "What the resignation or the agreed draw changed" },
    rest !== 0 && { name: "Not reviewed yet", change: rest, meaning: "The review is not complete" },
  ].filter(Boolean).map(({ change, none, ...row }) => ({ text: change === 0 ? none : pointsText(change), ...row }));
}

/** Return hundredths of a percent as "−94 percentage points". */
function pointsText(change) {
  const points = Math.round(Math.abs(change) / 100);
  if (points === 0) return "Less than 1 percentage point";
  return `${change < 0 ? "−" : "+"}${points} percentage ${points === 1 ? "point" : "points"}`;
}

/** Return a request for the same game with the same players in the same seats. */
function rematchRequest({ game, options, seats, dice }) {
  const playerOf = (seat) => (seat.mine ? "me" : isPerson(seat) ? "friend" : seat.player);
  const name = seats.find((seat) => seat.mine)?.name ?? "";
  return { game, options, seats: seats.map(playerOf), dice: dice === "mine" ? "mine" : "table", name };
}
