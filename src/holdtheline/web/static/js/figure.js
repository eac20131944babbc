// Figures of the picture, used again beside it.

import { drawn } from "./dom.js";

/** A copy of the figure that a thing of the picture shows; undefined: it has none. */
export function figureOf(picture, id) {
  const figure = picture?.querySelector(`[data-id="${CSS.escape(id)}"] > g`)?.cloneNode(true);
  figure?.removeAttribute("transform");
  figure?.removeAttribute("class"); // it may be pale there
  return figure;
}

/** The same as a small picture of its own, in the colours of the large one. */
export function smallFigure(picture, id) {
  const figure = figureOf(picture, id);
  const colours = picture?.getAttribute("class");
  return figure && drawn("svg", { class: `figure ${colours}`, viewBox: "-20 -22 40 40", "aria-hidden": "true" }, figure);
}
