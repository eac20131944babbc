// The secret links to courses that this browser knows. One is {key, opened}.

const PLACE = "htl.courses";
const MOST = 50;
let inMemory = [];

/** All that are known, the last one opened first. */
export function knownCourses() {
  try {
    const found = JSON.parse(localStorage.getItem(PLACE) ?? "[]");
    return Array.isArray(found) ? found.filter((one) => typeof one?.key === "string") : [];
  } catch {
    return inMemory;
  }
}

/** A course that was made or joined here, or whose link somebody followed. */
export function rememberCourse(key) {
  const others = knownCourses().filter((one) => one.key !== key);
  keep([{ key, opened: new Date().toISOString() }, ...others].slice(0, MOST));
}

export function forgetCourse(key) {
  keep(knownCourses().filter((one) => one.key !== key));
}

function keep(list) {
  inMemory = list;
  try {
    localStorage.setItem(PLACE, JSON.stringify(list));
  } catch {
    // Storage is denied or full: this page still knows them, in memory.
  }
}
