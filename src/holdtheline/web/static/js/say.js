// Telling: quietly to a screen reader, or as a notice that can be read and put away.

import { byId, el, fill } from "./dom.js";

const said = place("said", { class: "visually-hidden", role: "status", "aria-live": "polite" });
const notices = place("notices", { class: "notices" });

/** A sentence for whoever listens to the page instead of looking at it. */
export function say(sentence) {
  // The same words twice are two messages; a listener hears a change only.
  said.textContent = said.textContent === sentence ? `${sentence}\u00a0` : sentence;
}

/** A refusal in a notice, with the rule behind it. Anything with a sentence will do. */
export function warn(refusal) {
  notify(refusal, "alert");
}

/** Good news, or news at least, in a notice. */
export function tell(sentence, ...more) {
  notify({ sentence }, "status", more);
}

/** Put all notices away, or only those of refusals with this code. */
export function hush(code = null) {
  for (const notice of [...notices.children]) if (code === null || notice.dataset.code === code) notice.remove();
}

/** A link to a rule, in a tab of its own so that the table stays. */
export function ruleLink(clause, rule, text = `Rule ${clause}`) {
  if (!rule) return clause ? el("span", { class: "clause", text }) : null;
  return el("a", { class: "clause", href: rule, target: "_blank", rel: "noopener", text });
}

function notify({ sentence, code, clause, rule }, role, more = []) {
  const close = el("button", { class: "close", type: "button", "aria-label": "Dismiss", text: "×" });
  const notice = el(
    "div",
    { class: "notice", role, "data-kind": role, "data-code": code },
    el("p", {}, sentence, " ", clause && ruleLink(clause, rule), ...more),
    close,
  );
  close.addEventListener("click", () => notice.remove());
  fill(notices, notice);
}

function place(id, props) {
  const there = byId(id);
  if (there) return there;
  const made = el("div", { id, ...props });
  document.body.append(made);
  return made;
}
