// Fields of the editor's forms.

import { button, el } from "../lib/dom.js";
import { capitalize } from "../lib/text.js";

/** Return a text field; `onChange(value)` gets the new value, or undefined if the field is empty. */
export function textField(id, label, value, onChange, { maxLength, area = false, required = false, hint } = {}) {
  const kind = area ? { rows: area } : { type: "text" };
  const input = el(area ? "textarea" : "input", { id, ...kind, maxlength: maxLength, required, "aria-describedby": hint && `${id}-hint` });
  input.value = value ?? "";
  input.addEventListener("change", () => onChange(input.value.trim() === "" ? undefined : cleanText(input.value, area)));
  return labelled(id, label, input, hint);
}

function cleanText(text, area) {
  return area ? text.trim() : text.trim().replace(/\s+/g, " ");
}

export function numberField(id, label, value, onChange, { min, max, step = 1, required = false, hint } = {}) {
  const input = el("input", { id, type: "number", inputmode: "decimal", min, max, step, required, "aria-describedby": hint && `${id}-hint` });
  input.value = value ?? "";
  input.addEventListener("change", () => onChange(input.value === "" ? undefined : Number(input.value)));
  return labelled(id, label, input, hint);
}

/** Return a select; options are texts, or pairs of value and label. A value that is none of them is shown as missing. */
export function selectField(id, label, value, options, onChange, { none, hint } = {}) {
  const pairs = options.map((option) => (Array.isArray(option) ? option : [option, capitalize(option)]));
  const isKnown = value === undefined || pairs.some(([option]) => option === value);
  const all = [...(none === undefined ? [] : [["", none]]), ...(isKnown ? [] : [[value, `${value} (missing)`]]), ...pairs];
  const select = el("select", { id, "aria-describedby": hint && `${id}-hint` }, all.map(([option, text]) => el("option", { value: option, text })));
  select.value = value ?? "";
  select.addEventListener("change", () => onChange(select.value === "" ? undefined : select.value));
  return labelled(id, label, select, hint);
}

export function checkboxField(id, label, value, onChange) {
  const input = el("input", { id, type: "checkbox" });
  input.checked = value === true;
  input.addEventListener("change", () => onChange(input.checked || undefined));
  return el("label", { class: "tick", for: id }, input, ` ${label}`);
}

/** Return an ordered list of names that can be removed, and a select to add one. */
export function namesField(id, label, values, known, onChange, { max }) {
  const chosen = Array.isArray(values) ? values : [];
  const rest = known.filter((name) => !chosen.includes(name));
  const removeButton = (name) => actionButton("×", () => onChange(chosen.filter((other) => other !== name)), { class: "close", "aria-label": `Remove ${name}` });
  const add = el("select", { id, disabled: rest.length === 0 || chosen.length >= max },
    el("option", { value: "", text: rest.length ? "Add …" : "Nothing to add" }),
    rest.map((name) => el("option", { value: name, text: name })));
  add.addEventListener("change", () => add.value && onChange([...chosen, add.value]));
  const list = el("ol", { class: "names" }, chosen.map((name) => el("li", { class: known.includes(name) ? null : "missing" }, name, removeButton(name))));
  return labelled(id, label, el("div", {}, chosen.length > 0 && list, add));
}

function labelled(id, label, input, hint) {
  return el("div", { class: "field" },
    el("label", { for: id, text: label }),
    input,
    hint && el("span", { class: "quiet small", id: `${id}-hint`, text: hint }));
}

export function actionButton(text, click, props = {}) {
  return button(text, click, { class: "button small", ...props });
}

/** Return fields side by side. */
export function fieldRow(...fields) {
  return el("div", { class: "row" }, fields.flat());
}

/** Set a field of an item, or delete it if the value is undefined. */
export function setField(item, field, value) {
  if (value === undefined) delete item[field];
  else item[field] = value;
}
