// The picture of a table: show its SVG text, keep elements while it changes, and measure its parts.

import { svg } from "./dom.js";
import { turnPicture, turnPiece } from "./orientation.js";
import { getSetting, subscribe } from "./settings.js";

const adopted = new Map(); // the sheet of each style
const shown = new WeakMap();
const parser = new DOMParser();

/** Show a picture in a container, turned by half if asked for, and return its element. Elements with the same data-id are kept. */
export function showPicture(container, svgText, isTurned = false) {
  const current = container.querySelector(":scope > svg.htl-picture");
  const known = current && shown.get(current);
  if (known?.svgText === svgText && known.isTurned === isTurned) return current;
  const fresh = parse(svgText);
  if (isTurned) turnPicture(fresh);
  const picture = current ?? document.adoptNode(fresh);
  if (current) morph(current, fresh);
  else container.prepend(picture);
  shown.set(picture, { svgText, isTurned });
  return picture;
}

/** Show only the map of a picture; the page shows the rest. */
export function cropToMap(picture) {
  if (picture.dataset.map) picture.setAttribute("viewBox", picture.dataset.map);
}

/** Move the titles of all pieces to an attribute: the browser would show them over the inspector. */
export function hideTitles(picture) {
  for (const title of picture.querySelectorAll("[data-id] > title")) {
    title.parentNode.dataset.title = title.textContent;
    title.remove();
  }
}

/** Return the element of a picture that is not of a table, such as a plot. */
export function parsePicture(svgText) {
  return document.adoptNode(parse(svgText));
}

/** Set the aspect ratio of the picture in the page's style, and return it. */
export function setAspect(picture) {
  const { width, height } = picture.viewBox.baseVal;
  document.documentElement.style.setProperty("--aspect", width / height);
  document.documentElement.toggleAttribute("data-tall", height > width);
  return width / height;
}

/** Parse an SVG text. Style elements are refused even while parsing, so they are parsed under another name. */
function parse(svgText) {
  const text = svgText.replace(/<(\/?)style\b/g, "<$1metadata");
  const root = parser.parseFromString(text, "image/svg+xml").documentElement;
  if (root.nodeName !== "svg") throw new Error("The server sent no picture.");
  for (const style of root.querySelectorAll("metadata")) {
    adopt(style.textContent);
    style.remove();
  }
  for (const element of root.querySelectorAll("script, foreignObject")) element.remove();
  return root;
}

/** Apply a picture's style as a sheet: the page's policy forbids style elements. */
function adopt(text) {
  if (adopted.has(text)) return;
  const sheet = new CSSStyleSheet();
  adopted.set(text, sheet);
  sheet.replaceSync(withTheme(text, getSetting("theme")));
  document.adoptedStyleSheets.push(sheet);
}

const IN_DARK = /@media \(prefers-color-scheme: ?dark\)/g;
const MEDIA = { light: "@media not all", dark: "@media all" };

/** Return the style for the theme that the player chose; by default it follows the system. */
function withTheme(text, theme) {
  return MEDIA[theme] ? text.replace(IN_DARK, MEDIA[theme]) : text;
}

subscribe("theme", (theme) => {
  for (const [text, sheet] of adopted) sheet.replaceSync(withTheme(text, theme));
});

/** Change one piece of a picture into the new drawing of it. */
export function changePiece(picture, svgText) {
  const fresh = parse(`<svg xmlns="http://www.w3.org/2000/svg">${svgText}</svg>`).firstElementChild;
  const piece = pieceOf(picture, fresh.dataset.id);
  if (!piece) return;
  turnPiece(picture, fresh);
  morphInto(piece, document.adoptNode(fresh), new Map());
}

// Morphing

/** Change one tree of elements into another. Elements match by data-id anywhere, the others by their order. */
function morph(old, fresh) {
  const byDataId = new Map();
  for (const element of old.querySelectorAll("[data-id]")) byDataId.set(element.dataset.id, element);
  morphInto(old, fresh, byDataId);
}

function morphInto(old, fresh, byDataId) {
  if (old.isEqualNode(fresh)) return;
  copyAttributes(old, fresh);
  const others = [...old.childNodes].filter((child) => !dataIdOf(child));
  let count = 0;
  for (const wanted of [...fresh.childNodes]) {
    const kept = matching(wanted, others, byDataId);
    const child = kept ?? document.adoptNode(wanted);
    const existing = old.childNodes[count] ?? null;
    if (child !== existing) insertBefore(old, child, existing);
    if (kept) morphNode(kept, wanted, byDataId);
    count += 1;
  }
  while (old.childNodes.length > count) old.lastChild.remove();
}

function morphNode(kept, wanted, byDataId) {
  if (kept.nodeType === Node.ELEMENT_NODE) morphInto(kept, wanted, byDataId);
  else if (kept.nodeValue !== wanted.nodeValue) kept.nodeValue = wanted.nodeValue;
}

/** Return the old element that becomes `wanted`; each is used once. */
function matching(wanted, others, byDataId) {
  const id = dataIdOf(wanted);
  if (id) {
    const element = byDataId.get(id);
    byDataId.delete(id);
    return element?.nodeName === wanted.nodeName ? element : undefined;
  }
  const at = others.findIndex((child) => child.nodeName === wanted.nodeName);
  return at < 0 ? undefined : others.splice(0, at + 1).at(-1);
}

/** Insert a node; if the browser supports it, keep its focus and running transitions. */
function insertBefore(parent, child, before) {
  if (parent.moveBefore && child.isConnected && parent.isConnected) parent.moveBefore(child, before);
  else parent.insertBefore(child, before);
}

function copyAttributes(old, fresh) {
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
}

function dataIdOf(node) {
  return node.nodeType === Node.ELEMENT_NODE ? node.dataset?.id : undefined;
}

// Parts of a picture

/** Return the element of the picture with this id, or null. */
export function pieceOf(picture, id) {
  return picture.querySelector(`[data-id="${CSS.escape(id)}"]`);
}

/** Return a copy of the figure of an element in the picture, or undefined if it has none. */
export function figureOf(picture, id) {
  const figure = picture?.querySelector(`[data-id="${CSS.escape(id)}"] > g`)?.cloneNode(true);
  figure?.removeAttribute("transform");
  figure?.removeAttribute("class"); // it may be faded there
  return figure;
}

/** Return the figure as a small picture in the same colours. */
export function smallFigure(picture, id) {
  const figure = figureOf(picture, id);
  const colors = picture?.getAttribute("class");
  return figure && svg("svg", { class: `figure ${colors}`, viewBox: "-20 -22 40 40", "aria-hidden": "true" }, figure);
}

/** Return the box of an element in the picture's coordinates: of its round base, or of all but the text beside it. */
export function boxOf(piece, picture) {
  const base = piece.querySelector(":scope > .htl-disc > .htl-base");
  const shapes = base ? [base] : [...piece.children].filter((child) => !["text", "title"].includes(child.nodeName));
  const boxes = (shapes.length ? shapes : [piece]).map((shape) => shape.getBBox());
  const left = Math.min(...boxes.map((box) => box.x));
  const top = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  const where = matrixOf(piece, picture);
  const from = new DOMPoint(left, top).matrixTransform(where);
  const to = new DOMPoint(right, bottom).matrixTransform(where);
  return { x: Math.min(from.x, to.x), y: Math.min(from.y, to.y), width: Math.abs(to.x - from.x), height: Math.abs(to.y - from.y) };
}

/** Return the transform of an element according to its attributes, ignoring any running transition. */
function matrixOf(piece, picture) {
  let matrix = new DOMMatrix();
  for (let node = piece; node && node !== picture; node = node.parentNode) {
    const own = node.transform?.baseVal.consolidate()?.matrix;
    if (own) matrix = new DOMMatrix([own.a, own.b, own.c, own.d, own.e, own.f]).multiply(matrix);
  }
  return matrix;
}
