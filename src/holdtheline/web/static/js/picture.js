// Showing a picture of the table: an SVG text becomes, or changes, the picture in a place.

import { morph } from "./morph.js";

const adopted = new Set();
const shown = new WeakMap();
const parser = new DOMParser();

/** The picture that now stands in the place. What stays the same thing stays the same element. */
export function showPicture(place, svgText) {
  const there = place.querySelector(":scope > svg.htl-picture");
  if (there && shown.get(there) === svgText) return there;
  const fresh = parsed(svgText);
  const picture = there ?? document.adoptNode(fresh);
  if (there) morph(there, fresh);
  else place.prepend(picture);
  shown.set(picture, svgText);
  return picture;
}

/** A style element is refused even in a text that is only read, so it is read under another name. */
function parsed(svgText) {
  const text = svgText.replace(/<(\/?)style\b/g, "<$1metadata");
  const root = parser.parseFromString(text, "image/svg+xml").documentElement;
  if (root.nodeName !== "svg") throw new Error("this is not a picture");
  for (const style of root.querySelectorAll("metadata")) {
    adopt(style.textContent);
    style.remove();
  }
  for (const stranger of root.querySelectorAll("script, foreignObject")) stranger.remove();
  return root;
}

/** The page's policy forbids style elements, so a picture's style is handed over as a sheet. */
function adopt(text) {
  if (adopted.has(text)) return;
  adopted.add(text);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  document.adoptedStyleSheets.push(sheet);
}
