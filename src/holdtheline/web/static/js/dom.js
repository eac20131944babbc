// Building what the page shows. Text stays text: nothing here reads markup.

/** `el("a", {class: "button", href: "/", text: "Home", on: {click}}, ...children)` */
export function el(tag, props = {}, ...children) {
  return dressed(document.createElement(tag), props, children);
}

/** The same for the parts of an SVG picture. */
export function drawn(tag, props = {}, ...children) {
  return dressed(document.createElementNS("http://www.w3.org/2000/svg", tag), props, children);
}

export function byId(id) {
  return document.getElementById(id);
}

/** Replace what a node holds. */
export function fill(node, ...children) {
  node.replaceChildren(...real(children));
  return node;
}

function dressed(node, props, children) {
  for (const [name, value] of Object.entries(props)) dress(node, name, value);
  node.append(...real(children));
  return node;
}

function dress(node, name, value) {
  if (value === undefined || value === null || value === false) return;
  if (name === "on") {
    for (const [event, listener] of Object.entries(value)) node.addEventListener(event, listener);
  } else if (name === "text") {
    node.textContent = value;
  } else {
    node.setAttribute(name, value === true ? "" : value);
  }
}

/** Lists are flattened, and what is not there is left out: `condition && el(...)`. */
function real(children) {
  return children.flat(Infinity).filter((child) => child !== undefined && child !== null && child !== false && child !== "");
}
