// The students of a course, as the teacher sees them: their links, their bots, and what is decided about these.

import { botRow, stateTag } from "./coursebots.js";
import { showGiven } from "./courselinks.js";
import { areYouSure } from "./coursewords.js";
import { byId, el, fill } from "./dom.js";
import { linkRow } from "./linkrow.js";

let isReady = false;

export function showClass(room) {
  const { students, join, open } = room.view;
  byId("class").hidden = false;
  const busy = students.filter((one) => one.handins.length).length;
  byId("class-title").textContent = students.length ? `Students (${students.length})` : "Students";
  fill(byId("door"),
    el("p", { class: "label small", text: "The link for all" }),
    open ? linkRow("Link for all students", "course", join) : el("p", { class: "quiet", text: "The course is closed: nobody can join." }),
    el("p", { class: "quiet small" }, students.length ? `${busy} of ${students.length} handed in. ` : "Nobody has come yet: hand this link on. ",
      open && el("button", { class: "button plain small", type: "button", id: "renew", text: "Make it anew", on: { click: () => renew(room) } })));
  fill(byId("students"), students.map((student) => studentRow(room, student)));
  if (!isReady) ready(room);
}

function ready(room) {
  isReady = true;
  byId("admit").addEventListener("submit", async (event) => {
    event.preventDefault();
    const name = byId("admit-name");
    const view = await room.act({ do: "admit", name: name.value.trim() });
    if (!view) return;
    name.value = "";
    showGiven(view.given);
  });
}

async function renew(room) {
  const isSure = await areYouSure("Make another link for all?", "Nobody can join by the old one any more. The links that students have already stay good.", "Make it");
  if (isSure) room.act({ do: "renew" });
}

function studentRow(room, student) {
  const [newest] = student.handins;
  const known = student.handins.find((bot) => bot.counts) ?? newest;
  const open = byId(`student-${student.id}`)?.open ?? false;
  return el("li", {}, el("details", { class: "student", id: `student-${student.id}`, open },
    el("summary", { id: `of-${student.id}` }, el("span", { class: "who", text: student.name }),
      newest?.state === "checking" && known !== newest && stateTag(newest),
      known ? stateTag(known) : el("span", { class: "tag none", text: "nothing yet" })),
    el("ol", { class: "bots" }, student.handins.map((bot) => botRow(room, bot, ...verdicts(room, student, bot)))),
    el("div", { class: "buttons" },
      el("button", { class: "button plain small", type: "button", id: `relink-${student.id}`, text: "Another link", on: { click: () => relink(room, student) } }),
      el("button", { class: "button plain small", type: "button", id: `remove-${student.id}`, text: "Remove", on: { click: () => remove(room, student) } }))));
}

/** A suspended bot waits for a person: it plays again, or is out. */
function verdicts(room, student, bot) {
  const decide = async (counts) => {
    const what = counts ? `${bot.file} of ${student.name} plays again, and counts.` : `${bot.file} of ${student.name} plays no more. This can be taken back.`;
    if (await areYouSure(counts ? "Let it play?" : "Disqualify it?", what, counts ? "Let it play" : "Disqualify")) room.act({ do: "verdict", handin: bot.number, counts });
  };
  const button = (counts, text) => el("button", { class: "button plain small", type: "button", id: `verdict-${counts}-${bot.number}`, text, on: { click: () => decide(counts) } });
  return [
    ["suspended", "out"].includes(bot.state) && button(true, "Let it play"),
    (bot.state === "suspended" || bot.counts) && button(false, "Disqualify"),
  ];
}

async function relink(room, student) {
  const isSure = await areYouSure(`Another link for ${student.name}?`, "The old one opens nothing any more. Bots and games stay.", "Make it");
  const view = isSure && (await room.act({ do: "relink", student: student.id }));
  if (view) showGiven(view.given);
}

async function remove(room, student) {
  const isSure = await areYouSure(`Remove ${student.name}?`, "With all bots and their games. This cannot be taken back.", "Remove");
  if (isSure) room.act({ do: "remove", student: student.id });
}
