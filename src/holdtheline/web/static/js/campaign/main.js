// The page of a campaign: without a key the start page, with a key one campaign.

import { request } from "../lib/api.js";
import { byId, fill } from "../lib/dom.js";
import { confirmedBy } from "../lib/forms.js";
import { campaignLinks, confirmRenewal, hideKey, keepKeyInAddress, keyFromAddress, noKeyText, rememberBattle, rememberCampaign, reloadOnClick, showDeadLink } from "../lib/links.js";
import { announce, clearNotices, showError, showUnlessBusy } from "../lib/messages.js";
import { friendLink, ownLink } from "../lib/sharing.js";
import { showAftermath } from "./aftermath.js";
import { showScene } from "./scene.js";
import { showCompany, showJournal, showRoad } from "./sidebar.js";
import { showStart } from "./start.js";

const POLL_SECONDS = 5;

/** The page of one campaign, and everything that can be done on it. */
class CampaignPage {
  constructor(key) {
    this.key = key;
    this.view = null;
    this.busy = false;
  }

  async open() {
    const view = await request("GET", "/api/campaign", { key: this.key }).catch((error) => showLost(this.key, error));
    if (!view) return;
    this.receive(view);
    rememberCampaign(this.key);
    hideKey(campaignLinks, this.key);
    confirmRenewal();
    byId("share-button").hidden = false;
    byId("share-button").addEventListener("click", () => this.#share());
    byId("share-close").addEventListener("click", () => byId("share").close());
    setInterval(() => this.#poll(), POLL_SECONDS * 1000);
    document.addEventListener("visibilitychange", () => this.#poll(true));
    addEventListener("pageshow", (event) => event.persisted && this.#poll(true));
  }

  /** Send an action; the server answers with the new view of the campaign. */
  act(act) {
    return this.#send("/api/campaign/acts", { act });
  }

  /** Go to the table of the battle; the first general to do so opens it. */
  async toBattle() {
    if (!this.view.battle && !(await this.#send("/api/campaign/battle"))) return;
    const { battle } = this.view;
    if (!battle) return; // it has just ended elsewhere
    rememberCampaign(this.key);
    rememberBattle(this.key, battle.key);
    location.assign(`/${battle.spectator ? "watch" : "table"}#${battle.key}`);
  }

  /** Go back to the start of a scene, if the policy allows it. */
  async goBack({ name, title }) {
    byId("going-back-what").textContent = `To the start of “${title}”.`;
    if (await confirmedBy(byId("going-back"), "back")) this.act({ do: "go back", scene: name });
  }

  /** Accept a view, and show it if it is new. */
  receive(view) {
    const before = this.view;
    if (before && view.version < before.version) return;
    if (before && JSON.stringify(before) === JSON.stringify(view)) return;
    const focusedId = document.activeElement?.id;
    this.view = view;
    this.show();
    if (before) this.#restoreFocus(before, focusedId);
  }

  show() {
    const { view } = this;
    document.title = `${view.scene.title} · ${view.title}`;
    document.documentElement.dataset.version = view.version;
    byId("title").textContent = view.title;
    byId("policy").textContent = view.policy.sentence;
    byId("moment").hidden = true;
    byId("all-campaigns").hidden = false;
    byId("book").hidden = false;
    const isWaiting = showAftermath(this);
    showScene(this, isWaiting);
    showCompany(this);
    showRoad(this);
    showJournal(view);
  }

  /** Keep the focus, or move it to the heading of a new page. */
  #restoreFocus(before, focusedId) {
    const isNewPage = before.scene.name !== this.view.scene.name || before.decision.what !== this.view.decision.what;
    const focused = focusedId && byId(focusedId);
    if (focused && !isNewPage && focused.checkVisibility()) return focused.focus();
    this.toTop();
    if (isNewPage) announce(`${this.view.scene.title}. ${this.view.decision.question}`);
  }

  toTop() {
    const heading = byId("aftermath").hidden ? byId("scene-title") : byId("aftermath-title");
    heading.focus({ preventScroll: true });
    heading.scrollIntoView({ block: "nearest" });
  }

  async #send(path, more = {}) {
    if (this.busy) return false;
    this.busy = true;
    try {
      clearNotices();
      const view = await request("POST", path, { key: this.key, body: { at: this.view.version, ...more } });
      this.receive(view);
      return true;
    } catch (error) {
      showError(error);
      if (error.code === "stale") await this.#refresh();
      return false;
    } finally {
      this.busy = false;
    }
  }

  /** Look for changes: others may have continued, or the battle may have ended. */
  #poll(isReturning = false) {
    const { battle, generals } = this.view;
    if (document.hidden || this.busy || !(isReturning || battle || generals.length > 1)) return;
    this.#refresh();
  }

  async #refresh() {
    const view = await request("GET", "/api/campaign", { key: this.key }).catch(showUnlessBusy);
    if (!view) return;
    this.receive(view);
    clearNotices("offline");
  }

  #share() {
    this.#fillShare();
    byId("share").showModal();
  }

  #fillShare() {
    const friends = campaignLinks.get(this.key)?.friends ?? [];
    fill(byId("share-links"),
      ...friends.map((friend) => friendLink(campaignLinks, this.key, friend, this.view.generals[friend.seat], "campaign", () => this.#fillShare())),
      ownLink(campaignLinks, "campaign", this.key, "Keep it to continue in another browser. Anyone who has it can play in your place."));
  }
}

/** Show that the key opens no campaign. */
function showLost(key, error) {
  const forget = error.code === "key" && (() => campaignLinks.remove(key));
  showDeadLink(byId("story"), "campaign", error.sentence, { home: "/campaign", homeText: "Go to the campaigns", forget });
}

function openPage() {
  keepKeyInAddress(() => byId("story"));
  reloadOnClick(byId("all-campaigns"));
  const key = keyFromAddress(campaignLinks);
  if (key) new CampaignPage(key).open();
  else if (location.hash.startsWith("#@")) showLost(null, { sentence: noKeyText("campaign") });
  else showStart();
}

openPage();
