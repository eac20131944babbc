// The secret links to campaigns that this browser knows, and which tables belong to them.
//
// One is {key, friends: [{seat, title, key}], tables: [key], opened}.

const PLACE = "htl.campaigns";
const MOST = 50;
const MOST_TABLES = 40;
let inMemory = [];

/** All that are known, the last one played first. */
export function knownCampaigns() {
  try {
    const found = JSON.parse(localStorage.getItem(PLACE) ?? "[]");
    return Array.isArray(found) ? found.filter((one) => typeof one?.key === "string") : [];
  } catch {
    return inMemory;
  }
}

/** A campaign that was begun here, or whose link somebody followed. What is known of it stays. */
export function rememberCampaign(key, friends = []) {
  const before = knownCampaigns().find((one) => one.key === key);
  put({ friends, tables: [], opened: new Date().toISOString(), ...before, key });
}

/** The table of a battle, so that its page knows the way back. */
export function rememberTable(key, table) {
  const one = knownCampaigns().find((known) => known.key === key);
  if (!one) return;
  const others = (one.tables ?? []).filter((known) => known !== table);
  put({ ...one, tables: [table, ...others].slice(0, MOST_TABLES) });
}

/** The campaign to which a table belongs, or undefined. */
export function campaignOfTable(table) {
  return knownCampaigns().find((one) => one.tables?.includes(table))?.key;
}

export function friendsOf(key) {
  return knownCampaigns().find((one) => one.key === key)?.friends ?? [];
}

export function forgetCampaign(key) {
  keep(knownCampaigns().filter((one) => one.key !== key));
}

function put(one) {
  keep([one, ...knownCampaigns().filter((other) => other.key !== one.key)].slice(0, MOST));
}

function keep(list) {
  inMemory = list;
  try {
    localStorage.setItem(PLACE, JSON.stringify(list));
  } catch {
    // Storage is denied or full: this page still knows them, in memory.
  }
}
