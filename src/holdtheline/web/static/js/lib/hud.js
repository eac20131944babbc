// The head-up display: sides, turn, points and dice, and the pieces that wait beside a map. It stays in place while the
// picture is zoomed.

import { byId, el, fill, showsNew, svg } from "./dom.js";

const MAX_PIPS = 14;
const DIE = "M-18-24h36a6 6 0 0 1 6 6v36a6 6 0 0 1-6 6h-36a6 6 0 0 1-6-6v-36a6 6 0 0 1 6-6z";

export class HudPanel {
  constructor(node) {
    this.node = node;
  }

  /** Show the display of a view or of an earlier step; null hides it. */
  show(hud) {
    this.node.hidden = !hud;
    document.documentElement.toggleAttribute("data-hud", Boolean(hud));
    this.shown = hud;
    if (!hud) return;
    const [first, ...others] = hud.sides.map(sidePanel);
    fill(this.node, first, centre(hud, hud.sides.some(({ acts }) => acts)), ...others);
  }

  /** Show that another side acts, while its actions are played. */
  showTurn(seat) {
    if (!this.shown) return;
    const sides = this.shown.sides.map((side) => ({ ...side, acts: side.seat === seat }));
    this.show({ ...this.shown, sides, dice: 0, dice_text: "" });
  }

  /** Show no dice that are still to be rolled, while they roll in the picture. */
  hideDice() {
    if (this.shown) this.show({ ...this.shown, dice: 0, dice_text: "" });
  }
}

function sidePanel({ seat, name, points, of, note, acts }) {
  return el("section", { class: "hud-side", "data-seat": seat, "data-acts": acts, "aria-label": name },
    el("p", { class: "hud-name" }, el("i", { class: "hud-flag", "aria-hidden": "true" }), name, acts && el("span", { class: "visually-hidden", text: ", acts" })),
    el("p", { class: "hud-points" }, el("strong", { class: "numbers", text: points }), " ", el("span", { text: of })),
    el("p", { class: "hud-note", text: note }));
}

/** Return the middle of the display. While the game goes on, it keeps room for a die. */
function centre({ title, headline, gauges, dice, dice_text: diceText }, goesOn) {
  return el("section", { class: "hud-centre", "aria-label": headline },
    el("p", { class: "hud-title", text: title }),
    el("p", { class: "hud-headline", text: headline }),
    el("div", { class: "hud-gauges" }, ...gauges.map(gauge)),
    goesOn && el("div", { class: "hud-dice" }, diceText && el("span", { class: "hud-hits", text: diceText }),
      el("span", { class: "visually-hidden", text: dice ? `Dice to roll: ${dice}` : "No die to roll" }), ...Array.from({ length: Math.max(dice, 1) }, (_, at) => die(at, dice > 0))));
}

function gauge({ label, value, most, shape }) {
  const cells = most === null ? Math.min(value, MAX_PIPS) : most;
  const marks = Array.from({ length: cells }, (_, at) => el("i", { class: "hud-mark", "data-now": most === null || at + 1 === value, "data-past": most !== null && at + 1 < value }));
  return el("p", { class: "hud-gauge" }, el("span", {}, `${label} `, el("strong", { class: "numbers", text: value }), most !== null && ` of ${most}`),
    el("span", { class: `hud-marks ${shape}`, "aria-hidden": "true" }, ...marks));
}

/** Return a die, or the space of one; the first is the one that tumbles. */
function die(at, isLeft) {
  return svg("svg", { class: "hud-die", viewBox: "-26 -26 52 52", "data-id": at === 0 ? "die" : null, "data-left": isLeft, "aria-hidden": "true" },
    svg("g", { class: "htl-die" }, svg("path", { d: DIE }), isLeft && svg("text", { y: 11, text: "?" })));
}

// Reinforcements: when and where each of them enters. They are drawn in the picture, outside its map.

export class Reserve {
  /** `onClick(id)` is called for a piece that is clicked. */
  constructor(frame, list, onClick) {
    Object.assign(this, { frame, list });
    list.addEventListener("click", ({ target }) => onClick(target.closest("[data-reserve]")?.dataset.reserve));
  }

  /** Show the waiting pieces of a picture; `next` are the ids that can be clicked. */
  show(picture, next) {
    const waiting = picture.dataset.map ? [...picture.querySelectorAll(".htl-waits")] : [];
    this.frame.hidden = !waiting.length;
    byId("reserve-count").textContent = `Reinforcements (${waiting.length})`;
    const shown = waiting.map((group) => [group.textContent, next.has(group.querySelector("[data-id]").dataset.id)]);
    if (showsNew(this.list, shown)) fill(this.list, ...waiting.map((group) => waitingPiece(picture, group, next)));
  }
}

function waitingPiece(picture, group, next) {
  const piece = group.querySelector("[data-id]");
  const id = piece.dataset.id;
  const copy = piece.cloneNode(true);
  for (const name of ["transform", "data-id", "data-next", "data-draggable"]) copy.removeAttribute(name);
  const card = svg("svg", { class: picture.getAttribute("class"), viewBox: "-48 -23 96 48", "aria-hidden": "true" }, copy);
  const when = group.querySelector(".htl-due").textContent;
  const label = `${copy.dataset.title}, ${when}`;
  return el("li", {}, el("button", { type: "button", "data-reserve": id, "aria-label": label, title: label, "aria-disabled": next.has(id) ? null : "true" }, card, el("span", { text: when })));
}
