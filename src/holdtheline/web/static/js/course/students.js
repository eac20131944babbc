// The students of a course, for the teacher: their links and bots; and the links to the course.

import { byId, el, fill } from "../lib/dom.js";
import { courseLinks, linkRow } from "../lib/links.js";
import { ownLink } from "../lib/sharing.js";
import { botRow, stateTag } from "./bots.js";
import { askToConfirm, showDialog } from "./common.js";

let isListening = false;

export function showStudents(page) {
  const { students, join, open } = page.view;
  byId("class").hidden = false;
  const busy = students.filter((student) => student.handins.length).length;
  byId("class-title").textContent = students.length ? `Students (${students.length})` : "Students";
  fill(byId("door"),
    el("p", { class: "label small", text: "The link for all" }),
    open ? linkRow("Link for all students", "course", join) : el("p", { class: "quiet", text: "The course is closed: no one can join." }),
    el("p", { class: "quiet small" }, students.length ? `${busy} of ${students.length} handed in. ` : "No students yet: send them this link. ",
      open && el("button", { class: "button plain small", type: "button", id: "renew", text: "Replace it", on: { click: () => renew(page) } })));
  fill(byId("students"), students.map((student) => studentRow(page, student)));
  if (!isListening) listenToForm(page);
}

function listenToForm(page) {
  isListening = true;
  byId("admit").addEventListener("submit", async (event) => {
    event.preventDefault();
    const name = byId("admit-name");
    const view = await page.act({ do: "admit", name: name.value.trim() });
    if (!view) return;
    name.value = "";
    showStudentLink(view.invitation);
  });
}

async function renew(page) {
  const isSure = await askToConfirm("Replace the link for all?", "The old one will no longer work. Students keep their own links.", "Replace");
  if (isSure) page.act({ do: "renew" });
}

function studentRow(page, student) {
  const [newest] = student.handins;
  const shown = student.handins.find((bot) => bot.counts) ?? newest;
  const open = byId(`student-${student.id}`)?.open ?? false;
  return el("li", {}, el("details", { class: "student", id: `student-${student.id}`, open },
    el("summary", { id: `of-${student.id}` }, el("span", { class: "who", text: student.name }),
      newest?.state === "checking" && shown !== newest && stateTag(newest),
      shown ? stateTag(shown) : el("span", { class: "tag none", text: "nothing yet" })),
    el("ol", { class: "bots" }, student.handins.map((bot) => botRow(page, bot, ...verdictButtons(page, student, bot)))),
    el("div", { class: "buttons" },
      el("button", { class: "button plain small", type: "button", id: `relink-${student.id}`, text: "Another link", on: { click: () => relink(page, student) } }),
      el("button", { class: "button plain small", type: "button", id: `remove-${student.id}`, text: "Remove", on: { click: () => remove(page, student) } }))));
}

/** Return the buttons that let a suspended bot play again, or disqualify it. */
function verdictButtons(page, student, bot) {
  const decide = async (counts) => {
    const what = counts ? `${student.name}'s ${bot.file} plays again, and its games count.` : `${student.name}'s ${bot.file} will no longer play. You can undo this.`;
    if (await askToConfirm(counts ? "Let it play?" : "Disqualify it?", what, counts ? "Let it play" : "Disqualify")) page.act({ do: "verdict", handin: bot.number, counts });
  };
  const button = (counts, text) => el("button", { class: "button plain small", type: "button", id: `verdict-${counts}-${bot.number}`, text, on: { click: () => decide(counts) } });
  return [
    ["suspended", "out"].includes(bot.state) && button(true, "Let it play"),
    (bot.state === "suspended" || bot.counts) && button(false, "Disqualify"),
  ];
}

async function relink(page, student) {
  const isSure = await askToConfirm(`Another link for ${student.name}?`, "The old one will no longer work. Bots and games stay.", "Create");
  const view = isSure && (await page.act({ do: "relink", student: student.id }));
  if (view) showStudentLink(view.invitation);
}

async function remove(page, student) {
  const isSure = await askToConfirm(`Remove ${student.name}?`, "This also removes all their bots and games. You cannot undo this.", "Remove");
  if (isSure) page.act({ do: "remove", student: student.id });
}

// Links

export function showLinks({ key, view }) {
  const isTeacher = view.kind === "teacher";
  showDialog("Links to this course",
    isTeacher && el("p", { class: "label", text: "For all students" }),
    isTeacher && el("p", { class: "quiet small", text: "Students who follow it enter a name and get their own link." }),
    isTeacher && linkRow("Link for all students", "course", view.join),
    ownLink(courseLinks, "course", key, isTeacher
      ? "Keep it secret: anyone who has it can change everything here. If you replace it, the link for all students is replaced too."
      : "Keep it to continue in another browser, and keep it secret. If you lose it, your teacher can create a new one."));
}

/** Show the invitation that was just created for a student. */
function showStudentLink({ name, invitation }) {
  showDialog(`A link for ${name}`,
    el("p", { class: "quiet", text: "It works once and is shown only now: copy it, and give it only to this student." }),
    linkRow(`Link for ${name}`, "join", invitation));
}
