// The courses that this browser knows, the way to make one, and the door by which students come in.

import { ask } from "./api.js";
import { openNewCourse } from "./courseform.js";
import { forgetCourse, knownCourses, rememberCourse } from "./coursekeys.js";
import { fullTime } from "./coursewords.js";
import { byId, el, fill } from "./dom.js";
import { warn } from "./say.js";
import { myName } from "./seating.js";
import { termsOf } from "./courseterms.js";

export function showBeginning() {
  byId("moment").hidden = true;
  byId("beginning").hidden = false;
  byId("make").addEventListener("click", async () => {
    try {
      openNewCourse(await ask("GET", "/api/courses"));
    } catch (refusal) {
      warn(refusal);
    }
  });
  showMine();
}

// The door

export function showJoining(key, view) {
  const { settings, game, open } = view;
  const place = byId("joining");
  const fault = el("p", { class: "fault", role: "alert" });
  const name = el("input", { id: "student-name", type: "text", maxlength: 40, required: true, autocomplete: "name", spellcheck: "false", value: myName() });
  const go = el("button", { class: "button primary", text: "Join" });
  const form = el("form", {},
    el("div", { class: "field" }, el("label", { for: "student-name", text: "Your name, as the course knows you" }), name,
      el("span", { class: "quiet", text: "You get a secret link of your own: this browser remembers it, and you should keep it, too." })),
    fault, go);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    go.disabled = true;
    fault.textContent = "";
    try {
      const joined = await ask("POST", "/api/course/join", { key, body: { name: name.value.trim() } });
      rememberCourse(joined.key);
      history.pushState(null, "", `/course#${joined.key}`);
      location.reload();
    } catch (refusal) {
      fault.textContent = refusal.sentence ?? String(refusal);
      go.disabled = false;
    }
  });
  document.title = `${settings.title} · Hold the Line`;
  byId("title").textContent = "Join a course";
  byId("rules").hidden = false;
  byId("rules").href = game.rules;
  fill(place,
    el("p", { class: "eyebrow", text: `A course · ${game.title}` }),
    el("h2", { id: "joining-title", text: settings.title }),
    settings.deadline && el("p", { class: "lead" }, "Bots are taken until ", fullTime(settings.deadline), "."),
    open ? form : el("p", { class: "lead", text: "This course is closed: nobody can join it now. Ask your teacher for a link." }),
    el("details", {}, el("summary", { text: "The terms" }), el("dl", { class: "terms-list" }, ...termsOf(view))));
  place.hidden = false;
}

// Mine

const KINDS = { teacher: "You are its teacher", student: "You are a student", join: "You have not joined yet" };

async function showMine() {
  const keys = knownCourses().map((one) => one.key);
  if (!keys.length) return;
  try {
    const { courses } = await ask("POST", "/api/courses/mine", { body: { keys } });
    const mine = courses.flatMap((one, place) => (one ? [{ ...one, key: keys[place] }] : []));
    byId("mine").hidden = mine.length === 0;
    fill(byId("mine-list"), mine.map(row));
  } catch (refusal) {
    warn(refusal);
  }
}

function row(course) {
  const title = `mine-${course.id}-${course.key.slice(0, 6)}`;
  const who = course.kind === "student" ? `You are ${course.name}` : KINDS[course.kind];
  return el("li", { class: "card" },
    el("div", {},
      el("h3", { id: title, text: course.title }),
      el("p", { class: "quiet small" }, `${who} · ${course.game}`, course.deadline && [" · until ", fullTime(course.deadline)])),
    el("a", { class: "button primary", href: `#${course.key}`, "aria-describedby": title, text: "Open" }),
    el("button", { class: "close", type: "button", "aria-label": "Forget this course", "aria-describedby": title, title: "Forget this course: without its link it cannot be opened again", text: "×", on: { click: () => {
      forgetCourse(course.key);
      byId("mine").hidden = knownCourses().length === 0;
      showMine();
    } } }));
}
