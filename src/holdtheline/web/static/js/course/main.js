// The page of a course: without a key the start page, with a key the course of a teacher or a student.

import { download, request } from "../lib/api.js";
import { button, byId, el, fill } from "../lib/dom.js";
import { confirmRenewal, courseLinks, hideKey, keepKeyInAddress, keyFromAddress, noKeyText, reloadOnClick, rememberCourse, showDeadLink } from "../lib/links.js";
import { announce, clearNotices, showError, showUnlessBusy } from "../lib/messages.js";
import { relativeTime } from "../lib/text.js";
import { acceptBots, showBots, showGuide } from "./bots.js";
import { WEEK } from "./common.js";
import { openSettings, showTerms } from "./forms.js";
import { Matches } from "./matches.js";
import { showStandings } from "./standings.js";
import { showJoinForm, showStart } from "./start.js";
import { showLinks, showStudents } from "./students.js";

const POLL_SECONDS = { busy: 2, idle: 8 };

/** The page of one course, and everything that can be done on it. */
class CoursePage {
  constructor(key) {
    this.key = key;
    this.view = null;
    this.matches = new Matches(this);
  }

  async open() {
    const view = await request("GET", "/api/course", { key: this.key }).catch((error) => showLost(this.key, error));
    if (!view) return;
    byId("moment").hidden = true;
    byId("all-courses").hidden = false;
    if (view.kind === "join") return showJoinForm(this.key, view);
    rememberCourse(this.key);
    byId("course-page").hidden = false;
    byId("share-button").hidden = byId("rules").hidden = false;
    byId("share-button").addEventListener("click", () => showLinks(this));
    byId("course-settings-button").hidden = view.kind !== "teacher";
    byId("course-settings-button").addEventListener("click", () => openSettings(this));
    if (view.kind === "student") acceptBots(this);
    this.receive(view);
    hideKey(courseLinks, this.key);
    confirmRenewal();
    document.addEventListener("visibilitychange", () => document.hidden || this.refresh());
    this.#poll();
  }

  /** Send a teacher's decision; return the new view, or undefined if it was refused. */
  async act(act) {
    clearNotices();
    const view = await request("POST", "/api/course/acts", { key: this.key, body: { act } }).catch(showError);
    if (view) this.receive(view);
    return view;
  }

  receive(view) {
    const before = this.view;
    if (before && view.version < before.version) return;
    this.view = view;
    if (before && isEqual(before, view)) return;
    const focusedId = document.activeElement?.id;
    this.show(before);
    if (focusedId && document.activeElement === document.body) byId(focusedId)?.focus();
    if (before) announceChanges(before, view);
  }

  show(before) {
    const { view } = this;
    const changed = (...parts) => !before || parts.some((part) => !isEqual(before[part], view[part]));
    document.title = `${view.settings.title} · Hold the Line`;
    document.documentElement.dataset.version = view.version;
    document.body.dataset.kind = view.kind;
    byId("title").textContent = view.settings.title;
    byId("rules").href = view.game.rules;
    fill(byId("about"), aboutText(view));
    showJudge(view);
    if (changed("standings", "progress", "hidden", "judge")) showStandings(view);
    if (changed("progress", "standings")) this.matches.refresh();
    if (view.kind === "teacher") showReports(this);
    if (changed("mine", "can_hand_in", "why_not")) showBots(this);
    showGuide(view);
    if (view.kind === "teacher" && changed("students", "join", "open")) showStudents(this);
    if (changed("settings", "game", "open")) showTerms(view);
  }

  async refresh() {
    const view = await request("GET", "/api/course", { key: this.key }).catch(showUnlessBusy);
    if (!view) return;
    this.receive(view);
    clearNotices("offline");
  }

  #poll() {
    const { judge, progress, mine } = this.view;
    const isBusy = judge.state === "working" || progress.played < progress.wanted || mine.some((bot) => bot.state === "checking");
    setTimeout(async () => {
      if (!document.hidden) await this.refresh();
      this.#poll();
    }, 1000 * (isBusy ? POLL_SECONDS.busy : POLL_SECONDS.idle));
  }
}

function isEqual(a, b) {
  return JSON.stringify(a) === JSON.stringify(b);
}

function aboutText({ game, settings, kind, name, open }) {
  const who = kind === "teacher" ? "You are the teacher" : `You are ${name}`;
  const until = !open ? "closed" : settings.deadline ? ["until ", relativeTime(settings.deadline, WEEK)] : "no deadline";
  return [`${who} · ${game.title} · `, until].flat();
}

/** Show why judging has stopped, if it has. */
function showJudge({ judge, kind }) {
  const container = byId("judge");
  const isStopped = ["refuses", "failed", "off"].includes(judge.state);
  container.hidden = !isStopped;
  if (!isStopped) return;
  const heading = judge.state === "failed" ? "Some games could not be played and will be tried again" : "No bots are being judged now";
  fill(container,
    el("p", {}, el("b", { text: heading }), ". ", judge.sentence),
    kind === "teacher" && judge.state === "refuses" && el("p", { class: "small", text: "This machine cannot isolate bots, so none is started. Run `htl walls` in a terminal to see what is missing. All uploaded bots stay queued, and nothing is lost." }));
}

const REPORTS = { "report.html": "Report", "standings.csv": "Standings (CSV)", "games.csv": "Games (CSV)", "report.json": "JSON" };

/** Show the downloads for a teacher. */
function showReports({ key, view }) {
  const container = byId("reports");
  container.hidden = view.progress.played === 0;
  if (container.hidden || container.children.length) return;
  fill(container, Object.entries(REPORTS).map(([form, text]) =>
    button(`↓ ${text}`, () => download(`/api/course/report/${form}`, key, form).catch(showError), { class: "button plain small" })));
}

/** Announce what has changed to screen readers. */
function announceChanges(before, view) {
  const states = new Map(before.mine.map((bot) => [bot.number, bot.state]));
  for (const bot of view.mine) {
    if (states.get(bot.number) === "checking" && bot.state !== "checking") announce(`${bot.file}: ${bot.sentence}`);
  }
  if (before.progress.played < before.progress.wanted && view.progress.played === view.progress.wanted) announce("All games have been played.");
}

/** Show that the key opens no course. */
function showLost(key, error) {
  const forget = error.code === "key" && (() => courseLinks.remove(key));
  showDeadLink(byId("course"), "course", error.sentence, { home: "/course", homeText: "Go to the courses", forget });
}

function openPage() {
  keepKeyInAddress(() => byId("course"));
  reloadOnClick(byId("all-courses"));
  byId("paper-close").addEventListener("click", () => byId("paper").close());
  const key = keyFromAddress(courseLinks);
  if (key) new CoursePage(key).open();
  else if (location.hash.startsWith("#@")) showLost(null, { sentence: noKeyText("course") });
  else showStart();
}

openPage();
