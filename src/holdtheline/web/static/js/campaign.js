// The page of a campaign: without a key it begins one, with a key it is the book of one.

import { ask } from "./api.js";
import { showAftermath } from "./campaignaftermath.js";
import { showCompany } from "./campaigncompany.js";
import { forgetCampaign, friendsOf, rememberCampaign, rememberTable } from "./campaignkeys.js";
import { showJournal, showRoad } from "./campaignroad.js";
import { showScene } from "./campaignscene.js";
import { showBeginning } from "./campaignstart.js";
import { byId, el, fill } from "./dom.js";
import { keyFromAddress } from "./keys.js";
import { linkRow } from "./linkrow.js";
import { hush, say, warn } from "./say.js";

const SECONDS_BETWEEN_LOOKS = 5;

/** A campaign in this browser: what is known of it, and everything that can be done with it. */
class Book {
  constructor(key) {
    this.key = key;
    this.view = null;
    this.busy = false;
  }

  async open() {
    try {
      this.hear(await ask("GET", "/api/campaign", { key: this.key }));
      rememberCampaign(this.key);
    } catch (refusal) {
      return showLost(this.key, refusal);
    }
    byId("share-button").hidden = false;
    byId("share-button").addEventListener("click", () => this.#share());
    byId("share-close").addEventListener("click", () => byId("share").close());
    setInterval(() => this.#lookAgain(), SECONDS_BETWEEN_LOOKS * 1000);
    document.addEventListener("visibilitychange", () => this.#lookAgain(true));
    addEventListener("pageshow", (event) => event.persisted && this.#lookAgain(true));
  }

  /** Something that is done; the server answers with the campaign after it. */
  act(act) {
    return this.#ask("/api/campaign/acts", { act });
  }

  /** To the table of the battle, which is opened for whoever comes first. */
  async toBattle() {
    if (!this.view.battle && !(await this.#ask("/api/campaign/battle"))) return;
    const { battle } = this.view;
    if (!battle) return; // it has just ended elsewhere
    rememberCampaign(this.key);
    rememberTable(this.key, battle.key);
    location.assign(`/${battle.watching ? "watch" : "table"}#${battle.key}`);
  }

  /** Back to the start of a scene, where the policy is free. */
  goBack({ name, title }) {
    const dialog = byId("going-back");
    byId("going-back-what").textContent = `To the start of “${title}”.`;
    dialog.returnValue = "stay";
    dialog.onclose = () => dialog.returnValue === "back" && this.act({ do: "go back", scene: name });
    dialog.showModal();
  }

  /** A view came; `true` when it was shown. */
  hear(view) {
    const before = this.view;
    if (before && view.version < before.version) return;
    if (before && JSON.stringify(before) === JSON.stringify(view)) return;
    const held = document.activeElement?.id;
    this.view = view;
    this.show();
    if (before) this.#focus(before, held);
  }

  show() {
    const { view } = this;
    document.title = `${view.place.title} · ${view.title}`;
    document.documentElement.dataset.version = view.version;
    byId("title").textContent = view.title;
    byId("policy").textContent = view.policy.sentence;
    byId("moment").hidden = true;
    byId("all-campaigns").hidden = false;
    byId("book").hidden = false;
    const waits = showAftermath(this);
    showScene(this, waits);
    showCompany(this);
    showRoad(this);
    showJournal(view);
  }

  /** The next thing to read, when the page has turned; else where one was. */
  #focus(before, held) {
    const isNew = before.place.name !== this.view.place.name || before.asked.what !== this.view.asked.what;
    const again = held && byId(held);
    if (again && !isNew && again.checkVisibility()) return again.focus();
    this.toTop();
    if (isNew) say(`${this.view.place.title}. ${this.view.asked.question}`);
  }

  toTop() {
    const heading = byId("aftermath").hidden ? byId("scene-title") : byId("aftermath-title");
    heading.focus({ preventScroll: true });
    heading.scrollIntoView({ block: "nearest" });
  }

  async #ask(path, more = {}) {
    if (this.busy) return false;
    this.busy = true;
    try {
      hush();
      const view = await ask("POST", path, { key: this.key, body: { at: this.view.version, ...more } });
      this.hear(view);
      return true;
    } catch (refusal) {
      warn(refusal);
      if (refusal.code === "stale") await this.#look();
      return false;
    } finally {
      this.busy = false;
    }
  }

  /** Others may have gone on with it, or the battle may have ended. */
  #lookAgain(isBack = false) {
    const { battle, generals } = this.view;
    if (document.hidden || this.busy || !(isBack || battle || generals.length > 1)) return;
    this.#look();
  }

  async #look() {
    try {
      this.hear(await ask("GET", "/api/campaign", { key: this.key }));
      hush("offline");
    } catch (refusal) {
      if (refusal.code !== "busy") warn(refusal);
    }
  }

  #share() {
    const friends = friendsOf(this.key);
    fill(byId("share-links"),
      el("p", { class: "label small", text: "Your own link" }),
      el("p", { class: "quiet small", text: "Whoever has it plays in your place. Keep it, to go on in another browser." }),
      linkRow("Your own link", "campaign", this.key),
      ...friends.flatMap((friend) => [
        el("p", { class: "label small", text: `For the ${friend.title}` }),
        linkRow(`Link for the ${friend.title}`, "campaign", friend.key),
      ]));
    byId("share").showModal();
  }
}

/** The key opens nothing: say so, and show the way out. */
function showLost(key, refusal) {
  document.title = "No campaign here · Hold the Line";
  fill(byId("story"), el("section", { class: "card lost-campaign" },
    el("h2", { text: "No campaign behind this link" }),
    el("p", { text: refusal.sentence }),
    el("div", { class: "buttons" },
      el("a", { class: "button primary", href: "/campaign", text: "To the campaigns" }),
      refusal.code === "key" && el("a", { class: "button", href: "/campaign", text: "Forget this link", on: { click: () => forgetCampaign(key) } }))));
}

function begin() {
  // The address keeps its key: within the page one goes by focus, not by a new #.
  document.querySelector(".skip").addEventListener("click", (event) => {
    event.preventDefault();
    byId("story").focus();
  });
  addEventListener("hashchange", () => location.reload());
  // A link to the page without a key is a new page, though only its # differs.
  byId("all-campaigns").addEventListener("click", (event) => {
    event.preventDefault();
    history.pushState(null, "", "/campaign");
    location.reload();
  });
  const key = keyFromAddress();
  if (key) new Book(key).open();
  else showBeginning();
}

begin();
