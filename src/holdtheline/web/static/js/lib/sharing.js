// What a share dialog shows: your own link, which can be replaced, and the invitations of friends.

import { request } from "./api.js";
import { button, el } from "./dom.js";
import { linkRow, newKey, tableLinks } from "./links.js";
import { announce } from "./messages.js";
import { capitalize, relativeTime } from "./text.js";

/** Return the part with the holder's own link, closed at first: others may see the screen. */
export function ownLink(store, page, key, hint) {
  const fault = el("p", { class: "fault small", role: "alert" });
  const replace = button("Replace my link", async () => {
    replace.disabled = true;
    await renewKey(store, page, key).catch((error) => (fault.textContent = error.sentence));
    replace.disabled = false;
  });
  return el("details", { class: "own-link" },
    el("summary", { text: "Your own link" }),
    el("p", { class: "quiet small", text: hint }),
    linkRow("Your own link", page, key),
    el("p", { class: "quiet small", text: "Did someone else see it, or did you lose a device? Replace it: the old link stops working everywhere." }),
    replace, fault);
}

let nextKey = null; // kept if an answer is lost, so that trying again sends the same

/** Replace the page's own key by a new one, and load the page again. */
async function renewKey(store, page, key) {
  const { ref, ...link } = store.get(key);
  nextKey ??= newKey();
  store.put({ ...link, key: nextKey }); // before it is sent, because the answer may be lost
  const send = (bearer) => request("POST", `/api/${page}/key`, { key: bearer, body: { key: nextKey } });
  try {
    await send(key).catch((error) => (error.code === "key" ? send(nextKey) : Promise.reject(error)));
  } catch (error) {
    if (error.code !== "offline") store.remove(nextKey);
    throw error;
  }
  for (const table of link.tables ?? []) tableLinks.remove(table); // their keys were derived from the old one
  store.remove(key);
  store.remove(nextKey);
  store.put({ ...link, ref, key: nextKey, ...(link.tables && { tables: [] }) });
  history.replaceState({ isRenewed: true }, "", `#${store.hash(nextKey)}`);
  location.reload();
}

/** Return whether a friend has not taken the seat; `seat` is the friend's seat in the view. */
export function isMissing({ invitation }, seat) {
  return invitation ? !seat?.claimed : !seat?.here && !seat?.mine;
}

/** Return the part of a friend's seat: the invitation until it is claimed, then who took the seat, and when. */
export function friendLink(store, key, friend, seat, page, onChange) {
  const title = capitalize(friend.title);
  if (seat?.claimed) {
    return el("div", { class: "friend" },
      el("p", { class: "label small", text: `${title}’s seat` }),
      el("p", {}, el("span", { "aria-hidden": "true", text: "✓ " }), `Taken by ${seat.name || "your friend"} `, relativeTime(seat.claimed)));
  }
  if (!friend.invitation) return el("div", { class: "friend" }, el("p", { class: "label small", text: `${title}’s seat` }), linkRow(`Link: ${title}`, page, friend.key));
  const fault = el("p", { class: "fault small", role: "alert" });
  const replace = button("Replace the link", () => {
    renewInvitation(store, key, friend).then(onChange).catch((error) => (fault.textContent = error.sentence));
  }, { class: "button plain small", "aria-label": `Replace the invitation for ${title}` });
  return el("div", { class: "friend" },
    el("p", { class: "label small", text: `Send this link to the ${title} player` }),
    linkRow(`Invitation link: ${title}`, "join", friend.invitation),
    el("p", { class: "quiet small" }, "It works once: the first person who opens it takes the seat. Did you send it to the wrong person? ", replace), fault);
}

/** Replace an invitation that no one has claimed. */
async function renewInvitation(store, key, friend) {
  const save = (change) => {
    const link = store.get(key);
    store.put({ ...link, friends: link.friends.map((other) => (other.seat === friend.seat ? { ...other, ...change } : other)) });
  };
  const next = friend.next ?? newKey();
  save({ next }); // before it is sent, because the answer may be lost
  await request("POST", "/api/invitation/renew", { key: friend.invitation, body: { key: next } })
    .catch((error) => (error.code === "key" ? request("GET", "/api/invitation", { key: next }) : Promise.reject(error)));
  save({ invitation: next, next: undefined });
  announce("The old invitation no longer works.");
}
