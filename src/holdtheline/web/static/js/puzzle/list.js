// The list of all puzzles, with those that are solved in this browser.

import { request } from "../lib/api.js";
import { byId, button, el, fill } from "../lib/dom.js";
import { nextPuzzle, solvedPuzzles } from "./progress.js";

async function showPuzzles() {
  const list = byId("puzzles");
  try {
    const { games } = await request("GET", "/api/puzzles");
    fill(list, games.map(gameSection));
  } catch (error) {
    fill(list, el("p", { text: error.sentence }), button("Try again", showPuzzles));
  } finally {
    list.removeAttribute("aria-busy");
  }
}

function gameSection({ game, title, puzzles }) {
  const solved = solvedPuzzles(game);
  const count = puzzles.filter(({ number }) => solved.has(number)).length;
  const next = nextPuzzle(game, puzzles.length);
  const go = next && el("a", { class: "button primary", href: `/puzzles/${game}/${next}`, text: count ? "Go on" : "Start", "aria-describedby": `puzzles-${game}` });
  return el("section", { class: "puzzle-game", "aria-labelledby": `puzzles-${game}` },
    el("h2", { id: `puzzles-${game}`, text: title }),
    el("p", { class: "quiet", text: `${count} of ${puzzles.length} solved` }),
    go,
    el("ol", { class: "puzzle-list" }, puzzles.map((puzzle) => puzzleItem(game, puzzle, solved.has(puzzle.number)))));
}

function puzzleItem(game, { number, options_text: options }, isSolved) {
  const label = `Puzzle ${number}${isSolved ? ", solved" : ""}`;
  return el("li", {}, el("a", { href: `/puzzles/${game}/${number}`, "data-solved": isSolved, "aria-label": label, title: options, text: number }));
}

showPuzzles();
