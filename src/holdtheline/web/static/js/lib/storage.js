// Small texts stored in this browser. If storage is denied or full, they last as long as the page.

const inMemory = new Map();

/** Return the text stored under this name, or null. */
export function recall(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return inMemory.get(name) ?? null;
  }
}

export function remember(name, text) {
  inMemory.set(name, text);
  try {
    localStorage.setItem(name, text);
  } catch {
    // This page still has it in memory.
  }
}

/** Store a text until the tab is closed; if it is too large, nothing is stored. */
export function rememberForSession(name, text) {
  try {
    sessionStorage.setItem(name, text);
  } catch {
    // The next page starts without it.
  }
}

/** Return the value stored as JSON for this tab, or null. */
export function recallJsonForSession(name) {
  try {
    return JSON.parse(sessionStorage.getItem(name));
  } catch {
    return null;
  }
}

/** Return whether what is stored outlives the page. */
export function canStore() {
  try {
    return Boolean(localStorage);
  } catch {
    return false;
  }
}

/** Return the value stored as JSON under this name, or null if there is none or it cannot be read. */
export function recallJson(name) {
  try {
    return JSON.parse(recall(name));
  } catch {
    return null;
  }
}
