// The page of an invitation: what it offers, and the button that takes the seat.
//
// Opening the page changes nothing, so a preview of the link does not use it up. This browser makes the key, and stores
// it before it is sent: if the answer is lost, trying again sends the same key.

import { request } from "../lib/api.js";
import { byId, el, fill } from "../lib/dom.js";
import { submitOnce } from "../lib/forms.js";
import { campaignLinks, courseLinks, newKey, showDeadLink, tableLinks } from "../lib/links.js";
import { nameField, rememberName } from "../lib/seating.js";
import { capitalize } from "../lib/text.js";

const STORES = { table: tableLinks, campaign: campaignLinks, course: courseLinks };
const token = location.hash.slice(1);

async function openPage() {
  addEventListener("hashchange", () => location.reload());
  if (!/^[A-Za-z0-9_-]{1,100}$/.test(token)) return showLost({ sentence: "This invitation link is incomplete. Ask your friend to send it again." });
  const [page, known] = knownClaim();
  if (known) return claim(page, known.key).catch((error) => showFailure(error, page, known));
  const offer = await request("GET", "/api/invitation", { key: token }).catch(showLost);
  if (offer) showOffer(offer);
}

/** Return the page and the link of a claim that was made in this browser, answered or not. */
function knownClaim() {
  const claims = Object.entries(STORES).map(([page, store]) => [page, store.all().find((link) => link.invitation === token)]);
  return claims.find(([, link]) => link) ?? [];
}

function showOffer({ page, title, seat, players }) {
  const isCourse = page === "course";
  const name = nameField();
  const fault = el("p", { class: "fault", role: "alert" });
  const go = el("button", { class: "button primary", text: isCourse ? "Open the course" : "Take this seat" });
  const form = el("form", {}, !isCourse && name, fault, go);
  submitOnce(form, go, fault, () => claimNew(page, isCourse ? "" : rememberName(name.querySelector("input").value)));
  document.title = `Invitation to ${title} · Hold the Line`;
  fill(byId("main"), el("section", { class: "card", "aria-labelledby": "offer" },
    el("h2", { id: "offer", text: isCourse ? title : `Play ${title}` }),
    el("p", { class: "lead", text: isCourse ? `This link is for ${seat}.` : `You play ${capitalize(seat)}.${players.length ? ` Already here: ${players.join(", ")}.` : ""}` }),
    el("p", { class: "quiet small", text: "This link works once. After you take the seat, only this browser can open it." }),
    form));
}

let newKeyText = null; // kept for another try

async function claimNew(page, name) {
  newKeyText ??= newKey();
  const isSeat = page === "table" && { kind: "seat", watch: null };
  STORES[page].put({ key: newKeyText, invitation: token, friends: [], opened: new Date().toISOString(), ...isSeat });
  try {
    await claim(page, newKeyText, name);
  } catch (error) {
    if (error.code !== "offline") STORES[page].remove(newKeyText);
    if (["taken", "key"].includes(error.code)) return showLost(error);
    throw error;
  }
}

/** Claim the invitation with this key, which may be repeated, and go to its page. */
async function claim(page, key, name = "") {
  await request("POST", "/api/invitation/claim", { key: token, body: { key, name } });
  location.replace(`/${page}#${STORES[page].hash(key)}`);
}

/** Show why a claim that this browser made before does not open its page now. */
function showFailure(error, page, { key }) {
  if (["taken", "key"].includes(error.code)) STORES[page].remove(key);
  showLost(error);
}

function showLost(error) {
  showDeadLink(byId("main"), "seat", error.sentence, { home: "/", homeText: "Go to the games" });
  if (error.code === "offline") byId("main").querySelector("a").before(el("a", { class: "button primary", href: "", text: "Try again" }));
}

openPage();
