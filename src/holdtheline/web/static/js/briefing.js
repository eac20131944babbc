// What a player wants to know before the game: told once it is asked for.

import { ask } from "./api.js";
import { byId, el, fill } from "./dom.js";
import { warn } from "./say.js";

export class Briefing {
  constructor(button, dialog, place, key) {
    Object.assign(this, { button, dialog, place, key });
    button.addEventListener("click", () => this.open());
  }

  show({ briefing, board, options }) {
    this.button.hidden = !briefing;
    const aim = byId("aim");
    aim.hidden = !board.aim;
    if (board.aim) fill(aim, el("b", { text: options.enemy === "seat" ? "The friends' aim: " : "The aim: " }), board.aim);
  }

  async open() {
    try {
      this.sections ??= (await ask("GET", "/api/table/briefing", { key: this.key })).sections;
    } catch (refusal) {
      return warn(refusal);
    }
    fill(this.place, ...this.sections.map(told));
    this.dialog.showModal();
  }
}

function told({ heading, lines, paragraph }) {
  const list = lines.length > 1 ? el("ul", {}, lines.map((text) => el("li", { text }))) : el("p", { text: lines[0] ?? "" });
  return el("section", {}, el("h3", { text: heading }), list, paragraph && el("p", { text: paragraph }));
}
