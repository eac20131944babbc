// Keys: which one means what. None is heard where somebody writes, or with Ctrl, Alt or Meta.

/** `commands` has a function for each key; one that returns false leaves the key to the browser. */
export function listen(commands, anyKey) {
  document.addEventListener("keydown", (event) => {
    anyKey(event);
    if (event.ctrlKey || event.metaKey || event.altKey || isBusy(event.target)) return;
    if (event.key === "Enter" && (event.repeat || pressesItself(event.target))) {
      if (event.repeat) event.preventDefault();
      return;
    }
    const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (commands(name) !== false) event.preventDefault();
  });
}

function isBusy(target) {
  return document.querySelector("dialog[open]") !== null
    || target.closest?.("input, textarea, select, [contenteditable]") !== null;
}

/** Enter on a button or a link is that button or link. */
function pressesItself(target) {
  return target.closest?.("button, a[href], summary") !== null;
}
