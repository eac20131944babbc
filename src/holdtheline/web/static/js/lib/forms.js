// Parts of forms: the dialog around them, groups of choices, the options of a game, and files.

import { button, el, fill } from "./dom.js";
import { ruleLink } from "./messages.js";
import { capitalize, sentence } from "./text.js";

/** Show a form in a dialog. Errors are shown inside it, because the page behind it is inert. */
export function showForm(dialog, title, action, parts, submit) {
  const fault = el("p", { class: "fault", role: "alert" });
  const go = el("button", { class: "button primary", text: action });
  const form = el("form", { class: "sheet" },
    el("h2", { id: `${dialog.id}-title`, tabindex: -1, autofocus: true, text: title }),
    el("div", { class: "parts" }, parts),
    el("div", { class: "foot" }, fault, el("div", { class: "buttons" }, go, button("Cancel", () => dialog.close()))));
  submitOnce(form, go, fault, async () => {
    await submit();
    window.addEventListener("pagehide", () => dialog.close(), { once: true });
  });
  fill(dialog, form);
  dialog.showModal();
}

/** Run `submit()` when a form is sent; its button `go` is disabled meanwhile, and `fault` shows what went wrong. */
export function submitOnce(form, go, fault, submit) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (go.disabled) return;
    go.disabled = true;
    fault.textContent = "";
    try {
      await submit();
    } catch (error) {
      fill(fault, error.sentence ?? String(error), " ", ruleLink(error.clause, error.rule));
      go.disabled = false;
    }
  });
}

/** Show a dialog whose buttons have values, and return whether it was closed by the one with the value `yes`. */
export function confirmedBy(dialog, yes) {
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.onclose = () => resolve(dialog.returnValue === yes);
  });
}

// Groups of radio buttons

/** Return a fieldset of radio buttons; a choice is {value, label, hint, whyNot}. */
export function radios(legend, name, choices, value, ...below) {
  return el("fieldset", { class: "choices" },
    el("legend", {}, legend),
    ...below,
    el("div", { class: "options" }, choices.map((choice) => radio(name, choice, value))));
}

/** Return radio buttons for short labels, which fit in one line. */
export function shortRadios(...args) {
  const field = radios(...args);
  field.classList.add("short");
  return field;
}

function radio(name, { value, label, hint, whyNot }, chosen) {
  return el("label", { class: "choice" },
    el("input", { type: "radio", name, value, checked: String(value) === String(chosen) }),
    el("span", {},
      el("b", { text: label }),
      hint && el("span", { class: "quiet", text: hint }),
      whyNot && el("span", { class: "why-not", hidden: true, text: whyNot })));
}

export function checkedValue(fieldset) {
  return fieldset.querySelector("input:checked").value;
}

// The options of a game

const FEW_VALUES = 4; // up to this many values are radio buttons
const MANY_NUMBERS = 40; // more numbers than this are typed, not chosen from a list

export function optionField(option) {
  const meaning = el("span", { class: "quiet meaning" }, sentence(option.meaning), " ", ruleLink(option.clause, option.rule, option.clause));
  if (option.values.length <= FEW_VALUES) return optionRadios(option, meaning);
  return isNumber(option) ? optionNumber(option, meaning) : optionSelect(option, meaning);
}

/** Return whether the values are all whole numbers between two; the default may come first. */
function isNumber({ values }) {
  const [least, most] = limits(values);
  return values.length > MANY_NUMBERS && values.every(Number.isInteger) && most - least === values.length - 1;
}

function limits(values) {
  return [Math.min(...values), Math.max(...values)];
}

function optionNumber(option, meaning) {
  const id = `option-${option.name}`;
  const [least, most] = limits(option.values);
  return el("div", { class: "field" },
    el("label", { for: id }, option.title, " ", el("span", { class: "quiet", text: `(${least} to ${most})` })),
    meaning,
    el("input", { id, type: "number", inputmode: "numeric", min: least, max: most, step: 1, required: true, value: option.default }));
}

function optionRadios(option, meaning) {
  const choices = option.values.map((value) => ({ value, label: valueLabel(option, value) }));
  return shortRadios(option.title, `option-${option.name}`, choices, option.default, meaning);
}

function optionSelect(option, meaning) {
  const id = `option-${option.name}`;
  const options = option.values.map((value) => el("option", { value, selected: value === option.default, text: valueLabel(option, value) }));
  return el("div", { class: "field" }, el("label", { for: id, text: option.title }), meaning, el("select", { id }, options));
}

function valueLabel({ values, labels }, value) {
  return capitalize(labels[values.indexOf(value)]);
}

/** Return the chosen options of a game, as the values that the server offered. */
export function chosenOptions(game, fields) {
  const text = (field) => field.querySelector("select, input[type=number]")?.value ?? checkedValue(field);
  const value = (option, field) => option.values.find((offered) => String(offered) === text(field));
  return Object.fromEntries(game.options.map((option, at) => [option.name, value(option, fields[at])]));
}

// Files

/** Call `receive(file)` for a file that is chosen in `input`, or dropped anywhere on the page. */
export function acceptFiles(receive, { input = null, dropZone = null } = {}) {
  const carriesFiles = (event) => [...event.dataTransfer.types].includes("Files");
  const highlight = (event, isOver) => {
    event.preventDefault();
    dropZone?.classList.toggle("over", isOver);
  };
  input?.addEventListener("change", () => input.files[0] && receive(input.files[0]));
  document.addEventListener("dragover", (event) => carriesFiles(event) && highlight(event, true));
  document.addEventListener("dragleave", (event) => event.relatedTarget || highlight(event, false));
  document.addEventListener("drop", (event) => {
    if (!carriesFiles(event)) return;
    highlight(event, false);
    if (event.dataTransfer.files[0]) receive(event.dataTransfer.files[0]);
  });
}

/** Show what is wrong with a file, or nothing. */
export function showFileFault(input, container, text) {
  container.textContent = text;
  input.setAttribute("aria-invalid", String(text !== ""));
  if (text) input.value = "";
}
