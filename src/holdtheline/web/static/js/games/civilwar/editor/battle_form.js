// Forms for the battle as a whole: its title and story, its length, its map, and its two sides.

import { actionButton, checkboxField, fieldRow, numberField, selectField, setField, textField } from "../../../editor/fields.js";
import { fileSection, setterOf } from "../../../editor/forms.js";
import { el } from "../../../lib/dom.js";
import { capitalize } from "../../../lib/text.js";
import { formatMap, hexNamed, parseMap, resizeMap, sizeOf } from "./hexes.js";
import { setLabel, setSpecial } from "./pieces.js";

export function battleForm(editor) {
  const { parts, draft } = editor;
  const { fields } = draft;
  const { line, turns, columns, rows } = parts.limits;
  const set = setterOf(draft, (all) => all);
  const size = sizeOf(parseMap(fields.map));
  const resize = (axis) => (value) => draft.change((all) => {
    const wanted = size.map((old, i) => (i === axis ? value ?? old : old));
    all.map = formatMap(resizeMap(parseMap(all.map), wanted));
    all.points = all.points.filter((item) => hexNamed(item.hex, wanted));
    for (const name of lostNames(all, wanted)) setLabel(all, name, undefined);
  }, "form-shape");
  return [
    textField("title", "Title", fields.title, set("title"), { maxLength: line, required: true }),
    fieldRow(
      textField("date", "Date", fields.date, set("date"), { maxLength: line, required: true }),
      textField("place", "Place", fields.place, set("place"), { maxLength: line, required: true })),
    textField("history", "Story", fields.history, set("history"), { area: 8, hint: editor.storyHint }),
    textField("sources", "Sources, one in each line", (fields.sources ?? []).join("\n"), (value) => set("sources")(value && linesOf(value)), { area: 3 }),
    fieldRow(
      numberField("turns", "Turns", fields.turns, set("turns"), { min: 1, max: turns }),
      selectField("first", "Acts first", fields.first, parts.sides, set("first"))),
    selectField("winner", "After the last turn", fields.winner, parts.winners.map(({ winner, sentence }) => [winner, capitalize(sentence)]), set("winner")),
    selectField("favours", "History favoured", fields.favours || undefined, parts.sides, (value) => set("favours")(value ?? ""), { none: "Neither side" }),
    el("h3", { text: "Map" }),
    fieldRow(
      numberField("map", `Columns (${columns.join(" to ")})`, size[0], resize(0), { min: columns[0], max: columns[1] }),
      numberField("map-rows", `Rows (${rows.join(" to ")})`, size[1], resize(1), { min: rows[0], max: rows[1] })),
    el("p", { class: "quiet small", text: "Columns are added or removed in the east, rows in the south. Names and VP of removed hexes are removed, too." }),
    lostNames(fields, size).map((name) => actionButton(`Remove the name of ${name}, which is not on the map`, () => draft.change((all) => setLabel(all, name, undefined), "form-shape"), { id: `names-${name}` })),
    fileSection(editor),
  ];
}

/** Return the hexes that have a name and are not on the map. */
function lostNames(fields, size) {
  return Object.keys(fields.names ?? {}).filter((name) => !hexNamed(name, size));
}

function linesOf(text) {
  return text.split("\n").map((one) => one.trim()).filter(Boolean);
}

// The sides

export function sidesForm(editor) {
  return editor.parts.sides.map((side) => sideForm(editor, side));
}

function sideForm(editor, side) {
  const { parts, draft } = editor;
  const { fields } = draft;
  const values = fields[side] ?? {};
  const { command, vp, turns } = parts.limits;
  const set = (field) => (value) => draft.change((all) => {
    all[side] = { ...all[side] };
    setField(all[side], field, value);
  }, "form");
  const special = (rule, value) => draft.change((all) => setSpecial(all, rule, value), "form-shape");
  const { no_rally: noRally = [], halted } = fields.special ?? {};
  const halt = (value) => special("halted", value ? { side, until: value } : undefined);
  return el("fieldset", { class: "part" },
    el("legend", { text: capitalize(side) }),
    fieldRow(
      numberField(`${side}-command`, "Command number", values.command, set("command"), { min: 0, max: command, hint: "AP each turn, plus a roll" }),
      numberField(`${side}-vp`, "VP to win", values.vp, set("vp"), { min: 1, max: vp })),
    numberField(`${side}-vp_live`, "VP to win if VP hexes count as you go", values.vp_live, set("vp_live"), { min: 1, max: vp, hint: "Empty: the same number." }),
    selectField(`${side}-home`, "Home edge, where retreats lead", values.home, parts.edges, set("home")),
    checkboxField(`${side}-no_rally`, "Its units never rally", noRally.includes(side), (value) => special("no_rally", value ? [...noRally, side] : noRally.filter((one) => one !== side))),
    (!halted || halted.side === side) && numberField(`${side}-halted`, "Its units on the map move from turn", halted?.until, halt, { min: 2, max: Number(fields.turns) || turns, hint: "Empty: from the start. Only one side can be halted." }));
}
