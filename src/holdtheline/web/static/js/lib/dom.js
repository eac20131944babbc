// Build elements. Text stays text: nothing here parses markup.

/** Return an element: `el("a", {class: "button", href: "/", text: "Home", on: {click}}, ...children)`. */
export function el(tag, props = {}, ...children) {
  return build(document.createElement(tag), props, children);
}

/** Return an SVG element in the same way. */
export function svg(tag, props = {}, ...children) {
  return build(document.createElementNS("http://www.w3.org/2000/svg", tag), props, children);
}

export function byId(id) {
  return document.getElementById(id);
}

/** Replace the children of a node. */
export function fill(node, ...children) {
  node.replaceChildren(...presentNodes(children));
  return node;
}

function build(node, props, children) {
  for (const [name, value] of Object.entries(props)) setProp(node, name, value);
  node.append(...presentNodes(children));
  return node;
}

function setProp(node, name, value) {
  if (value === undefined || value === null || value === false) return;
  if (name === "on") {
    for (const [event, listener] of Object.entries(value)) node.addEventListener(event, listener);
  } else if (name === "text") {
    node.textContent = value;
  } else {
    node.setAttribute(name, value === true ? "" : value);
  }
}

/** Flatten lists, and leave out what is missing, so that `condition && el(...)` can be a child. */
function presentNodes(children) {
  return children.flat(Infinity).filter((child) => child !== undefined && child !== null && child !== false && child !== "");
}

/** Return a button that does not submit a form. */
export function button(text, click, props = {}) {
  return el("button", { class: "button", type: "button", ...props, text, on: { click } });
}

/** Return a small button with a keyboard shortcut in its tooltip; without a label its text is the label. */
export function shortcutButton(text, label, key, click) {
  return button(text, click, { class: "button small", "aria-label": label, title: `${label ?? text} (${key})`, "aria-keyshortcuts": key });
}

const shown = new WeakMap();

/** Return whether `value` differs from what the node shows, and remember it as shown. */
export function showsNew(node, value) {
  const text = JSON.stringify(value);
  if (shown.get(node) === text) return false;
  shown.set(node, text);
  return true;
}

export function prefersReducedMotion() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
