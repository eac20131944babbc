// The page of a course: without a key it makes one, with a key it is the room of a teacher or of a student.

import { ask, download } from "./api.js";
import { showBots } from "./coursebots.js";
import { showClass } from "./courseclass.js";
import { openSettings } from "./courseform.js";
import { forgetCourse, rememberCourse } from "./coursekeys.js";
import { Matches } from "./coursematches.js";
import { showStandings } from "./coursestandings.js";
import { showBeginning, showJoining } from "./coursestart.js";
import { showLinks } from "./courselinks.js";
import { showTerms } from "./courseterms.js";
import { awaitBots } from "./courseupload.js";
import { when } from "./coursewords.js";
import { byId, el, fill } from "./dom.js";
import { keyFromAddress } from "./keys.js";
import { hush, say, warn } from "./say.js";

const SECONDS = { busy: 2, idle: 8 };

/** A course in this browser: what is known of it, and everything that can be done with it. */
class Room {
  constructor(key) {
    this.key = key;
    this.view = null;
    this.matches = new Matches(this);
  }

  async open() {
    let view;
    try {
      view = await ask("GET", "/api/course", { key: this.key });
    } catch (refusal) {
      return showLost(this.key, refusal);
    }
    byId("moment").hidden = true;
    byId("all-courses").hidden = false;
    if (view.kind === "join") return showJoining(this.key, view);
    rememberCourse(this.key);
    byId("room").hidden = false;
    byId("share-button").hidden = byId("rules").hidden = false;
    byId("share-button").addEventListener("click", () => showLinks(this));
    byId("settings-button").hidden = view.kind !== "teacher";
    byId("settings-button").addEventListener("click", () => openSettings(this));
    if (view.kind === "student") awaitBots(this);
    this.hear(view);
    document.addEventListener("visibilitychange", () => document.hidden || this.look());
    this.#lookAgain();
  }

  /** Something that a teacher decides; true when it is done. */
  async act(act) {
    try {
      hush();
      const view = await ask("POST", "/api/course/acts", { key: this.key, body: { act } });
      this.hear(view);
      return view;
    } catch (refusal) {
      warn(refusal);
      return null;
    }
  }

  hear(view) {
    const before = this.view;
    if (before && view.version < before.version) return;
    this.view = view;
    if (before && same(before, view)) return;
    const held = document.activeElement?.id;
    this.show(before);
    if (held && document.activeElement === document.body) byId(held)?.focus();
    if (before) tellChanges(before, view);
  }

  show(before) {
    const { view } = this;
    const changed = (...parts) => !before || parts.some((part) => !same(before[part], view[part]));
    document.title = `${view.settings.title} · Hold the Line`;
    document.documentElement.dataset.version = view.version;
    document.body.dataset.kind = view.kind;
    byId("title").textContent = view.settings.title;
    byId("rules").href = view.game.rules;
    fill(byId("about"), aboutOf(view));
    showJudge(view);
    if (changed("table", "progress", "hidden", "judge")) showStandings(view);
    if (changed("progress", "table")) this.matches.look();
    if (view.kind === "teacher") showReports(this);
    if (changed("mine", "can_hand_in", "why_not")) showBots(this);
    if (view.kind === "teacher" && changed("students", "join", "open")) showClass(this);
    if (changed("settings", "game", "open")) showTerms(view);
  }

  async look() {
    try {
      this.hear(await ask("GET", "/api/course", { key: this.key }));
      hush("offline");
    } catch (refusal) {
      if (refusal.code !== "busy") warn(refusal);
    }
  }

  #lookAgain() {
    const { judge, progress, mine } = this.view;
    const goesOn = judge.state === "working" || progress.played < progress.wanted || mine.some((bot) => bot.state === "checking");
    setTimeout(async () => {
      if (!document.hidden) await this.look();
      this.#lookAgain();
    }, 1000 * (goesOn ? SECONDS.busy : SECONDS.idle));
  }
}

function same(a, b) {
  return JSON.stringify(a) === JSON.stringify(b);
}

function aboutOf({ game, settings, kind, name, open }) {
  const who = kind === "teacher" ? "You are the teacher" : `You are ${name}`;
  const until = !open ? "closed" : settings.deadline ? ["until ", when(settings.deadline)] : "no deadline";
  return [`${who} · ${game.title} · `, until].flat();
}

/** Only what somebody should know: that nothing is judged, and why. */
function showJudge({ judge, kind }) {
  const place = byId("judge");
  const isWrong = ["refuses", "failed", "off"].includes(judge.state);
  place.hidden = !isWrong;
  if (!isWrong) return;
  const heading = judge.state === "failed" ? "Some games could not be played; they are tried again" : "No bot is judged here now";
  fill(place,
    el("p", {}, el("b", { text: heading }), ". ", judge.sentence),
    kind === "teacher" && judge.state === "refuses" && el("p", { class: "small", text: "A wall between bots and this machine is missing, so none is started. `htl walls` in a terminal says which walls there are; what was handed in waits, and nothing is lost." }));
}

const REPORTS = { "report.html": "Report", "standings.csv": "Standings (CSV)", "games.csv": "Games (CSV)", "report.json": "JSON" };

/** What a teacher takes along. */
function showReports({ key, view }) {
  const place = byId("reports");
  place.hidden = view.progress.played === 0;
  if (place.hidden || place.children.length) return;
  fill(place, Object.entries(REPORTS).map(([form, text]) =>
    el("button", { class: "button plain small", type: "button", text: `↓ ${text}`, on: { click: () => download(`/api/course/report/${form}`, key, form).catch(warn) } })));
}

/** What a listener should hear of, without looking. */
function tellChanges(before, view) {
  const states = new Map(before.mine.map((bot) => [bot.number, bot.state]));
  for (const bot of view.mine) {
    if (states.get(bot.number) === "checking" && bot.state !== "checking") say(`${bot.file}: ${bot.sentence}`);
  }
  if (before.progress.played < before.progress.wanted && view.progress.played === view.progress.wanted) say("All games are played.");
}

/** The key opens nothing: say so, and show the way out. */
function showLost(key, refusal) {
  document.title = "No course here · Hold the Line";
  fill(byId("course"), el("section", { class: "card lost-course" },
    el("h2", { text: "No course behind this link" }),
    el("p", { text: refusal.sentence }),
    el("div", { class: "buttons" },
      el("a", { class: "button primary", href: "/course", text: "To the courses" }),
      refusal.code === "key" && el("a", { class: "button", href: "/course", text: "Forget this link", on: { click: () => forgetCourse(key) } }))));
}

function begin() {
  // The address keeps its key: within the page one goes by focus, not by a new #.
  document.querySelector(".skip").addEventListener("click", (event) => {
    event.preventDefault();
    byId("course").focus();
  });
  addEventListener("hashchange", () => location.reload());
  for (const link of [byId("all-courses")]) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      history.pushState(null, "", "/course");
      location.reload();
    });
  }
  byId("paper-close").addEventListener("click", () => byId("paper").close());
  const key = keyFromAddress();
  if (key) new Room(key).open();
  else showBeginning();
}

begin();
