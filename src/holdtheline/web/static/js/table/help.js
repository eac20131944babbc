// Two dialogs: how to play with pointer and keys, and the briefing of a battle.

import { aboutGame } from "../games/about.js";
import { request } from "../lib/api.js";
import { byId, el, fill } from "../lib/dom.js";
import { showError } from "../lib/messages.js";
import { forPointer } from "../lib/text.js";

const EVERY_GAME = [
  [["Tab"], "move through the page; the arrow keys move through the picture and the list of moves"],
  [["U"], "undo the last move, or see why you cannot"],
  [["H"], "show or hide the coach"],
  [["?"], "show this help"],
];

/** Fill the help dialog for a game, once. */
export function showHelp(container, game) {
  if (container.dataset.game === game) return;
  container.dataset.game = game;
  const { pointer, keys } = aboutGame(game);
  fill(container,
    el("h3", { text: "With the mouse or your fingers" }),
    el("ul", { class: "pointer-help" }, pointer.map((text) => el("li", { text: forPointer(text) }))),
    el("h3", { text: "With keys" }),
    el("dl", { class: "keys" }, [...keys, ...EVERY_GAME].map(([names, text]) =>
      el("div", {}, el("dt", {}, keyNames(names)), el("dd", { text })))));
}

/** Return one key, or the first and the last of several. */
function keyNames([first, last]) {
  const between = /^\d$/.test(first) ? " to " : " or ";
  return last ? [el("kbd", { text: first }), between, el("kbd", { text: last })] : [el("kbd", { text: first })];
}

/** The briefing of a battle, fetched when it is opened for the first time; and the aim, always in sight. */
export class Briefing {
  constructor(button, dialog, container, key) {
    Object.assign(this, { button, dialog, container, key });
    button.addEventListener("click", () => this.open());
  }

  show({ briefing, board, options }) {
    this.button.hidden = !briefing;
    const aim = byId("aim");
    aim.hidden = !board.aim;
    if (board.aim) fill(aim, el("b", { text: options.enemy === "seat" ? "The friends' aim: " : "The aim: " }), board.aim);
  }

  async open() {
    this.briefing ??= await request("GET", "/api/table/briefing", { key: this.key }).catch(showError);
    if (!this.briefing) return;
    fill(this.container, ...this.briefing.sections.map(briefingSection));
    this.dialog.showModal();
  }
}

function briefingSection({ heading, lines, paragraph }) {
  const list = lines.length > 1 ? el("ul", {}, lines.map((text) => el("li", { text }))) : el("p", { text: lines[0] ?? "" });
  return el("section", {}, el("h3", { text: heading }), list, paragraph && el("p", { text: paragraph }));
}
