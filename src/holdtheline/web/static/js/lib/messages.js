// Messages: announced to screen readers, or shown as a notice that can be dismissed.

import { button, byId, el, fill } from "./dom.js";

const liveRegion = pageElement("live-region", { class: "visually-hidden", role: "status", "aria-live": "polite" });
const notices = pageElement("notices", { class: "notices" });

/** Announce a sentence to screen readers. */
export function announce(sentence) {
  // A screen reader speaks only when the text changes, so a repeated sentence gets a space at its end.
  liveRegion.textContent = liveRegion.textContent === sentence ? `${sentence}\u00a0` : sentence;
}

/** Show an error with the rule behind it; anything with a sentence will do. */
export function showError(error) {
  notify(error, "alert");
}

/** Show why a repeated request failed, unless the server is only busy. */
export function showUnlessBusy(error) {
  if (error.code !== "busy") showError(error);
}

/** Show a sentence that is not an error. */
export function showNotice(sentence, ...more) {
  notify({ sentence }, "status", more);
}

/** Remove all notices, or only those of errors with this code. */
export function clearNotices(code = null) {
  for (const notice of [...notices.children]) if (code === null || notice.dataset.code === code) notice.remove();
}

/** Return a link to a rule, which opens in its own tab so that the table stays open. */
export function ruleLink(clause, rule, text = `Rule ${clause}`) {
  if (!rule) return clause ? el("span", { class: "clause", text }) : null;
  return el("a", { class: "clause", href: rule, target: "_blank", rel: "noopener", text });
}

function notify({ sentence, code, clause, rule }, role, more = []) {
  const notice = el("div", { class: "notice", role, "data-kind": role, "data-code": code },
    el("p", {}, sentence, " ", clause && ruleLink(clause, rule), ...more),
    button("×", () => notice.remove(), { class: "close", "aria-label": "Dismiss" }));
  fill(notices, notice);
}

function pageElement(id, props) {
  const existing = byId(id);
  if (existing) return existing;
  const created = el("div", { id, ...props });
  document.body.append(created);
  return created;
}
