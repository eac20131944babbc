// Changing one tree of elements into another, and keeping every element that stays the same thing.

/** A thing is known by its data-id wherever it stands; the rest by its place among its like. */
export function morph(old, fresh) {
  const things = new Map();
  for (const thing of old.querySelectorAll("[data-id]")) things.set(thing.dataset.id, thing);
  become(old, fresh, things);
}

function become(old, fresh, things) {
  if (old.isEqualNode(fresh)) return;
  wear(old, fresh);
  const like = [...old.childNodes].filter((child) => !idOf(child));
  let count = 0;
  for (const wanted of [...fresh.childNodes]) {
    const kept = counterpart(wanted, like, things);
    const child = kept ?? document.adoptNode(wanted);
    const place = old.childNodes[count] ?? null;
    if (child !== place) stand(old, child, place);
    if (kept) changeInto(kept, wanted, things);
    count += 1;
  }
  while (old.childNodes.length > count) old.lastChild.remove();
}

function changeInto(kept, wanted, things) {
  if (kept.nodeType === Node.ELEMENT_NODE) become(kept, wanted, things);
  else if (kept.nodeValue !== wanted.nodeValue) kept.nodeValue = wanted.nodeValue;
}

/** The element that is there already for a wanted one; each is given away once. */
function counterpart(wanted, like, things) {
  const id = idOf(wanted);
  if (id) {
    const thing = things.get(id);
    things.delete(id);
    return thing?.nodeName === wanted.nodeName ? thing : undefined;
  }
  const at = like.findIndex((child) => child.nodeName === wanted.nodeName);
  return at < 0 ? undefined : like.splice(0, at + 1).at(-1);
}

/** Where the browser can, a thing moves without losing its focus or its running transitions. */
function stand(parent, child, before) {
  if (parent.moveBefore && child.isConnected && parent.isConnected) parent.moveBefore(child, before);
  else parent.insertBefore(child, before);
}

function wear(old, fresh) {
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
}

function idOf(node) {
  return node.nodeType === Node.ELEMENT_NODE ? node.dataset?.id : undefined;
}
