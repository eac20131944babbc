// Secret links: the keys that this browser knows, the key in the page's address, and links to pass on.
//
// A key follows the # of an address, which browsers do not send. It leaves this browser only to ask for its own
// table, campaign or course. Once it is stored here, the address shows only a reference to it: "@" and a few letters.

import { request } from "./api.js";
import { button, byId, el, fill } from "./dom.js";
import { announce, showError, showNotice } from "./messages.js";
import { canStore, recallJson, remember } from "./storage.js";

/** A list of links stored in this browser, the newest first. Each has a key and a `ref`, which is no secret. */
class LinkStore {
  constructor(name, limit) {
    Object.assign(this, { name, limit });
  }

  all() {
    const links = recallJson(this.name);
    return Array.isArray(links) ? links.filter((link) => typeof link?.key === "string") : [];
  }

  get(key) {
    return this.all().find((link) => link.key === key);
  }

  /** Store a link as the newest. */
  put(link) {
    const others = this.all().filter((other) => other.key !== link.key);
    this.#save([{ ref: randomText(6), ...link }, ...others].slice(0, this.limit));
  }

  remove(key) {
    this.#save(this.all().filter((link) => link.key !== key));
  }

  /** Return what follows the # in an address that opens this link here: a reference, or the key if it is not stored. */
  hash(key) {
    const ref = canStore() && this.get(key)?.ref;
    return ref ? `@${ref}` : key;
  }

  #save(links) {
    remember(this.name, JSON.stringify(links));
  }
}

/** Return a secret of 128 random bits, as keys have. */
export function newKey() {
  return randomText(16);
}

function randomText(bytes) {
  const random = String.fromCharCode(...crypto.getRandomValues(new Uint8Array(bytes)));
  return btoa(random).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

// In each store: {ref, key, invitation (claimed with this key), friends: [{seat, title, invitation}], opened}.
// Friends of tables that an earlier version opened have a key instead of an invitation.

/** Besides: {kind: "seat" | "watch" | "upload", watch} */
export const tableLinks = new LinkStore("htl.keys", 200);
/** Besides: {tables: [key]} */
export const campaignLinks = new LinkStore("htl.campaigns", 50);
export const courseLinks = new LinkStore("htl.courses", 50);

const MAX_BATTLES = 40;

/** Remember a table that was opened here; `opened` is the server's answer. */
export function rememberTable({ key, watch = null, friends = [] }) {
  tableLinks.put({ key: key ?? watch, kind: key ? "seat" : "watch", friends, watch, opened: now() });
}

/** Remember the key of a link that was followed, unless it is known already. */
export function rememberKey(key, kind = "seat") {
  if (!tableLinks.get(key)) tableLinks.put({ key, kind, friends: [], watch: null, opened: now() });
}

/** Remember a campaign that was started here, or whose link was followed; keep what is known about it. */
export function rememberCampaign(key, friends = []) {
  campaignLinks.put({ friends, tables: [], opened: now(), ...campaignLinks.get(key), key });
}

/** Remember the table of a battle, so that its page can lead back to the campaign. */
export function rememberBattle(key, table) {
  const link = campaignLinks.get(key);
  if (!link) return;
  const others = (link.tables ?? []).filter((other) => other !== table);
  campaignLinks.put({ ...link, tables: [table, ...others].slice(0, MAX_BATTLES) });
}

/** Return the key of the campaign that the table with this key belongs to, or undefined. */
export function campaignOfTable(key) {
  return campaignLinks.all().find((link) => link.tables?.includes(key))?.key;
}

/** Remember that a table tries a draft, so that its page can lead back to the editor of this game. */
export function rememberEditor(key, game) {
  tableLinks.put({ ...tableLinks.get(key), key, editor: game });
}

/** Return the address of the editor whose draft the table with this key tries, or undefined. */
export function editorOfTable(key) {
  const game = tableLinks.get(key)?.editor;
  return game && `/editor/${game}`;
}

export function rememberCourse(key) {
  courseLinks.put({ ...courseLinks.get(key), key, opened: now() });
}

function now() {
  return new Date().toISOString();
}

/** Ask the server about the saved links of a start page, and list those that it knows.
 *
 *  The answer has the entries under `name`; `describe(entry)` returns {about, action, isPrimary}.
 */
export async function showSaved(store, name, noun, describe) {
  const keys = store.all().map((link) => link.key);
  if (!keys.length) return;
  const row = (entry) => {
    const { about, action, isPrimary } = describe(entry);
    const title = `mine-${entry.id}-${entry.key.slice(0, 6)}`;
    const forget = () => {
      store.remove(entry.key);
      byId("mine").hidden = store.all().length === 0;
      showSaved(store, name, noun, describe);
    };
    return el("li", { class: "card" },
      el("div", {}, el("h3", { id: title, text: entry.title }), about),
      el("a", { class: isPrimary ? "button primary" : "button", href: `#${store.hash(entry.key)}`, "aria-describedby": title, text: action }),
      forgetButton(title, `Remove this ${noun} from the list`, forget, ": without its link it cannot be opened again"));
  };
  const answer = await request("POST", `/api/${name}/mine`, { body: { keys } }).catch(showError);
  if (!answer) return;
  const found = answer[name].flatMap((entry, at) => (entry ? [{ ...entry, key: keys[at] }] : []));
  byId("mine").hidden = found.length === 0;
  fill(byId("mine-list"), found.map(row));
}

/** Return a button that forgets what the element `title` names; `why` follows the label in its tooltip. */
export function forgetButton(title, label, click, why = "") {
  return button("×", click, { class: "close", "aria-label": label, "aria-describedby": title, title: `${label}${why}` });
}

// The page's own key

/** Return the key that the address holds, or that it refers to, or null. */
export function keyFromAddress(store) {
  const text = location.hash.slice(1);
  if (text.startsWith("@")) return store.all().find((link) => link.ref === text.slice(1))?.key ?? null;
  return /^[A-Za-z0-9_-]{1,100}$/.test(text) ? text : null;
}

/** Return why the address opens nothing here. */
export function noKeyText(noun) {
  if (location.hash.startsWith("#@")) return `This address works only in the browser that it comes from. To continue here, open the ${noun} there, choose Share and copy your own link.`;
  return `This link is incomplete: the part after the # is missing. Copy the whole link.`;
}

/** Show only a reference in the address, if the link is stored in this browser. */
export function hideKey(store, key) {
  store.put({ ...store.get(key), key });
  history.replaceState(history.state, "", `#${store.hash(key)}`);
}

/** Say that the key was replaced, if that is why the page was loaded. */
export function confirmRenewal() {
  if (!history.state?.isRenewed) return;
  history.replaceState(null, "");
  showNotice("You have a new link, which Share shows. The old one no longer works.");
}

/** Keep the address: the skip link moves the focus instead, and another key loads the page again. */
export function keepKeyInAddress(skipTarget) {
  document.querySelector(".skip").addEventListener("click", (event) => {
    event.preventDefault();
    skipTarget().focus();
  });
  addEventListener("hashchange", () => location.reload());
}

/** Load this page with another address, which may differ only after the #. */
export function reloadAt(address) {
  history.pushState(null, "", address);
  location.reload();
}

/** Make a link to this page without a key load it again. */
export function reloadOnClick(link) {
  link.addEventListener("click", (event) => {
    event.preventDefault();
    reloadAt(link.getAttribute("href"));
  });
}

/** Show that the page's key opens nothing, and offer a way out; `forget` is optional. */
export function showDeadLink(container, noun, sentence, { home, homeText, forget }) {
  document.title = `No ${noun} here · Hold the Line`;
  fill(container, el("section", { class: `card no-${noun}` },
    el("h2", { text: `No ${noun} behind this link` }),
    el("p", { text: sentence }),
    el("div", { class: "buttons" },
      el("a", { class: "button primary", href: home, text: homeText }),
      forget && el("a", { class: "button", href: home, text: "Remove this link", on: { click: forget } }))));
}

// Links to share

/** Return a row with a secret link to read, select and copy. */
export function linkRow(label, page, key) {
  const address = `${location.origin}/${page}#${key}`;
  const field = el("input", { type: "text", readonly: true, value: address, "aria-label": label, on: { focus: () => field.select() } });
  const copyButton = button("Copy", () => copy(field, copyButton));
  return el("div", { class: "link-row" }, field, copyButton);
}

async function copy(field, copyButton) {
  try {
    await navigator.clipboard.writeText(field.value);
    copyButton.textContent = "Copied ✓";
    announce("Link copied.");
  } catch {
    // The clipboard is available only on https and localhost.
    field.select();
    announce("The link is selected: copy it with your keyboard or menu.");
  }
}
