// The secret links that this browser knows. They never leave it but to ask for their own tables.
//
// One is {key, kind: "seat" | "watch" | "upload", friends: [{seat, title, key}], watch, opened}.

const PLACE = "htl.keys";
const MOST = 200;
let inMemory = [];

/** All that are known, the newest first. */
export function known() {
  try {
    const found = JSON.parse(localStorage.getItem(PLACE) ?? "[]");
    return Array.isArray(found) ? found.filter((one) => typeof one?.key === "string") : [];
  } catch {
    return inMemory;
  }
}

/** A table that was opened here: the answer of the server. */
export function remember(opened) {
  const { key, watch = null, friends = [] } = opened;
  put({ key: key ?? watch, kind: key ? "seat" : "watch", friends, watch, opened: now() });
}

/** A link that somebody followed. What is known of it already stays. */
export function rememberKey(key, kind = "seat") {
  const before = known().find((one) => one.key === key);
  if (!before) put({ key, kind, friends: [], watch: null, opened: now() });
}

export function forget(key) {
  keep(known().filter((one) => one.key !== key));
}

/** What is known of one key, or undefined. */
export function knownOf(key) {
  return known().find((one) => one.key === key);
}

/** The key of this page stands behind the # of its address, which no server is told. */
export function keyFromAddress() {
  const key = location.hash.slice(1);
  return /^[A-Za-z0-9_-]{1,100}$/.test(key) ? key : null;
}

function put(one) {
  keep([one, ...known().filter((other) => other.key !== one.key)].slice(0, MOST));
}

function keep(list) {
  inMemory = list;
  try {
    localStorage.setItem(PLACE, JSON.stringify(list));
  } catch {
    // Storage is denied or full: this page still knows them, in memory.
  }
}

function now() {
  return new Date().toISOString();
}
