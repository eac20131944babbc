// The settings dialog, which the header of every page opens. A choice takes effect at once.

import { button, byId, el } from "./dom.js";
import { checkedValue, shortRadios } from "./forms.js";
import { getSetting, setSetting, subscribe } from "./settings.js";

const CHOICES = [
  ["theme", "Theme", { system: "Match the system", light: "Light", dark: "Dark" }],
  ["orientation", "Maps", { north: "North at the top", south: "South at the top" }, "To look at Civil War and Skirmish from the other side."],
  ["confirm", "Confirmations", { on: "Ask me", off: "Do not ask" }, "Before a costly move that cannot be undone."],
  ["animation", "Battle animation", { slow: "Slow", normal: "Normal", fast: "Fast", off: "Off" }, "Off, too, if your system asks for reduced motion."],
  ["sound", "Sound", { off: "Off", on: "On" }],
  ["volume", "Volume", { low: "Low", medium: "Medium", high: "High" }],
];

function settingField([name, legend, labels, meaning]) {
  const choices = Object.entries(labels).map(([value, label]) => ({ value, label }));
  const field = shortRadios(legend, `setting-${name}`, choices, getSetting(name), meaning && el("span", { class: "quiet meaning", text: meaning }));
  field.addEventListener("change", () => {
    setSetting(name, checkedValue(field));
    if (name === "sound" || name === "volume") playSample();
  });
  return field;
}

/** Let the player hear how loud it is. */
async function playSample() {
  const { playSound } = await import("./sounds.js");
  playSound("dice");
}

function settingsDialog() {
  const dialog = el("dialog", { id: "settings", "aria-labelledby": "settings-title" });
  dialog.append(
    el("h2", { id: "settings-title", text: "Settings" }),
    el("p", { class: "quiet small", text: "Settings are stored in this browser." }),
    el("form", { method: "dialog" }, ...CHOICES.map(settingField),
      el("div", { class: "buttons" }, el("button", { class: "button primary", text: "Done" }))));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  return dialog;
}

function addButton() {
  const open = button("⚙", () => settingsDialog().showModal(), { id: "settings-button", class: "button plain small settings-button", "aria-label": "Settings", "aria-haspopup": "dialog", title: "Settings" });
  document.querySelector("header.top").append(open);
}

subscribe("theme", (theme) => {
  const root = document.documentElement;
  if (theme === "system") delete root.dataset.theme;
  else root.dataset.theme = theme;
});

if (!byId("settings-button")) addButton();
