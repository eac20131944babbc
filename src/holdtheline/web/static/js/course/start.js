// The start page of courses, and the page on which students join one.

import { request } from "../lib/api.js";
import { byId, el, fill } from "../lib/dom.js";
import { submitOnce } from "../lib/forms.js";
import { courseLinks, reloadAt, rememberCourse, showSaved } from "../lib/links.js";
import { showError } from "../lib/messages.js";
import { myName } from "../lib/seating.js";
import { fullTime } from "../lib/text.js";
import { openNewCourse, termsOf } from "./forms.js";

export function showStart() {
  byId("moment").hidden = true;
  byId("beginning").hidden = false;
  byId("make").addEventListener("click", () => request("GET", "/api/courses").then(openNewCourse).catch(showError));
  showMine();
}

// Joining

export function showJoinForm(key, view) {
  const { settings, game, open } = view;
  const container = byId("joining");
  const fault = el("p", { class: "fault", role: "alert" });
  const name = el("input", { id: "student-name", type: "text", maxlength: 40, required: true, autocomplete: "name", spellcheck: "false", value: myName() });
  const go = el("button", { class: "button primary", text: "Join" });
  const form = el("form", {},
    el("div", { class: "field" }, el("label", { for: "student-name", text: "Your name, as the course knows you" }), name,
      el("span", { class: "quiet", text: "You get a link of your own. This browser remembers it; keep a copy, and do not share it." })),
    fault, go);
  submitOnce(form, go, fault, async () => {
    const joined = await request("POST", "/api/course/join", { key, body: { name: name.value.trim() } });
    rememberCourse(joined.key);
    reloadAt(`/course#${courseLinks.hash(joined.key)}`);
  });
  document.title = `${settings.title} · Hold the Line`;
  byId("title").textContent = "Join a course";
  byId("rules").hidden = false;
  byId("rules").href = game.rules;
  fill(container,
    el("p", { class: "eyebrow", text: `A course · ${game.title}` }),
    el("h2", { id: "joining-title", text: settings.title }),
    settings.deadline && el("p", { class: "lead" }, "Hand in your bot by ", fullTime(settings.deadline), "."),
    open ? form : el("p", { class: "lead", text: "This course is closed; you cannot join it now. Ask your teacher for a link." }),
    el("details", {}, el("summary", { text: "Terms of the course" }), el("dl", { class: "terms-list" }, ...termsOf(view))));
  container.hidden = false;
}

// My courses

const KINDS = { teacher: "You are its teacher", student: "You are a student", join: "You have not joined yet" };

function showMine() {
  showSaved(courseLinks, "courses", "course", ({ kind, name, game, deadline }) => ({
    about: el("p", { class: "quiet small" }, `${kind === "student" ? `You are ${name}` : KINDS[kind]} · ${game}`, deadline && [" · until ", fullTime(deadline)]),
    action: "Open",
    isPrimary: true,
  }));
}
