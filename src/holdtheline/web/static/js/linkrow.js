// A secret link to hand on: to read, to select and to copy.

import { el } from "./dom.js";
import { say } from "./say.js";

export function linkRow(label, page, key) {
  const field = el("input", {
    type: "text",
    readonly: true,
    value: `${location.origin}/${page}#${key}`,
    "aria-label": label,
    on: { focus: () => field.select() },
  });
  const button = el("button", { type: "button", class: "button", text: "Copy", on: { click: () => copy(field, button) } });
  return el("div", { class: "link-row" }, field, button);
}

async function copy(field, button) {
  try {
    await navigator.clipboard.writeText(field.value);
    button.textContent = "Copied ✓";
    say("The link is copied.");
  } catch {
    // The clipboard is closed outside https and localhost.
    field.select();
    say("The link is selected: copy it with your keyboard or menu.");
  }
}
