// The links of a course: one's own, and the one by which students come in.

import { showPaper } from "./coursewords.js";
import { el } from "./dom.js";
import { linkRow } from "./linkrow.js";

export function showLinks({ key, view }) {
  const isTeacher = view.kind === "teacher";
  showPaper("Links to this course",
    el("p", { class: "label", text: isTeacher ? "Your own link, the teacher’s" : "Your own link" }),
    el("p", { class: "quiet small", text: isTeacher ? "Whoever has it decides everything here. Keep it, and give it to nobody." : "Whoever has it is you. Keep it, to go on in another browser; if it is lost, your teacher can make you another." }),
    linkRow("Your own link", "course", key),
    isTeacher && el("p", { class: "label", text: "For all students" }),
    isTeacher && el("p", { class: "quiet small", text: "Whoever follows it says a name, and gets a link of their own." }),
    isTeacher && linkRow("Link for all students", "course", view.join));
}

/** A link that was just made for one student. */
export function showGiven({ name, key }) {
  showPaper(`A link for ${name}`,
    el("p", { class: "quiet", text: "It is shown only now: copy it, and give it to nobody else." }),
    linkRow(`Link for ${name}`, "course", key));
}
