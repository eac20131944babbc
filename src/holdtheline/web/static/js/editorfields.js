// Fields of the editor's forms: each has a label, and tells at once when its value has changed.

import { el } from "./dom.js";
import { capital } from "./words.js";

/** `given(value)` hears the new value, or undefined where the field was left empty. */
export function textField(id, label, value, given, { most, area = false, required = false, hint } = {}) {
  const input = el(area ? "textarea" : "input", {
    id,
    ...(area ? { rows: area } : { type: "text" }),
    maxlength: most,
    required,
    "aria-describedby": hint && `${id}-hint`,
  });
  input.value = value ?? "";
  input.addEventListener("change", () => given(input.value.trim() === "" ? undefined : tidy(input.value, area)));
  return fieldOf(id, label, input, hint);
}

function tidy(text, area) {
  return area ? text.trim() : text.trim().replace(/\s+/g, " ");
}

export function numberField(id, label, value, given, { least, most, step = 1, required = false, hint } = {}) {
  const input = el("input", { id, type: "number", inputmode: "decimal", min: least, max: most, step, required, "aria-describedby": hint && `${id}-hint` });
  input.value = value ?? "";
  input.addEventListener("change", () => given(input.value === "" ? undefined : Number(input.value)));
  return fieldOf(id, label, input, hint);
}

/** `options` are texts, or pairs of value and label. A value that is not among them is shown as missing. */
export function selectField(id, label, value, options, given, { none, hint } = {}) {
  const pairs = options.map((one) => (Array.isArray(one) ? one : [one, capital(one)]));
  const isKnown = value === undefined || pairs.some(([one]) => one === value);
  const all = [...(none === undefined ? [] : [["", none]]), ...(isKnown ? [] : [[value, `${value} (missing)`]]), ...pairs];
  const select = el("select", { id, "aria-describedby": hint && `${id}-hint` }, all.map(([one, text]) => el("option", { value: one, text })));
  select.value = value ?? "";
  select.addEventListener("change", () => given(select.value === "" ? undefined : select.value));
  return fieldOf(id, label, select, hint);
}

export function tickField(id, label, value, given) {
  const input = el("input", { id, type: "checkbox" });
  input.checked = value === true;
  input.addEventListener("change", () => given(input.checked || undefined));
  return el("label", { class: "tick", for: id }, input, ` ${label}`);
}

/** Several names in an order: each can be taken out, one can be added. */
export function namesField(id, label, values, known, given, { most }) {
  const chosen = Array.isArray(values) ? values : [];
  const rest = known.filter((name) => !chosen.includes(name));
  const take = (name) => act("×", () => given(chosen.filter((one) => one !== name)), { class: "close", "aria-label": `Take out ${name}` });
  const add = el("select", { id, disabled: rest.length === 0 || chosen.length >= most },
    el("option", { value: "", text: rest.length ? "Add …" : "Nothing to add" }),
    rest.map((name) => el("option", { value: name, text: name })));
  add.addEventListener("change", () => add.value && given([...chosen, add.value]));
  const list = el("ol", { class: "names" }, chosen.map((name) => el("li", { class: known.includes(name) ? null : "missing" }, name, take(name))));
  return fieldOf(id, label, el("div", {}, chosen.length > 0 && list, add));
}

function fieldOf(id, label, input, hint) {
  return el("div", { class: "field" },
    el("label", { for: id, text: label }),
    input,
    hint && el("span", { class: "quiet small", id: `${id}-hint`, text: hint }));
}

/** A button that does something. */
export function act(text, click, props = {}) {
  return el("button", { class: "button small", type: "button", ...props, text, on: { click } });
}

/** Fields side by side. */
export function row(...fields) {
  return el("div", { class: "row" }, fields.flat());
}

/** Put a value into a thing, or take the field away where there is none. */
export function put(thing, field, value) {
  if (value === undefined) delete thing[field];
  else thing[field] = value;
}
