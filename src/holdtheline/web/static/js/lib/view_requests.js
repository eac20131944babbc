// Requests that are answered by a view of a table: the server sends only what changed since a view that this page has.

import { requestView } from "./api.js";

const MAX_TEXTS = 3; // the last views: an answer may be a patch of one that another answer has replaced meanwhile

export class ViewRequests {
  constructor(key) {
    this.key = key;
    this.tag = null; // of the last view
    this.texts = new Map(); // tag -> text
    this.settled = Promise.resolve(); // when the requests that are under way have been answered
  }

  /** Send a request and return the view. */
  request(method, path, body) {
    const view = this.#request(method, path, body);
    this.settled = Promise.allSettled([this.settled, view]);
    return view;
  }

  async #request(method, path, body) {
    const { key } = this;
    const answer = await requestView(method, path, { key, body, have: this.tag });
    return this.#remember(answer) ?? this.#remember(await requestView("GET", "/api/table", { key }));
  }

  /** Keep the text of a view, patched if it is a patch, and return the view; undefined if what it patches is gone. */
  #remember(answer) {
    const data = JSON.parse(answer);
    const text = data.patch ? patched(this.texts.get(data.since), data.patch) : answer;
    if (text === undefined) return undefined;
    const view = data.patch ? JSON.parse(text) : data;
    this.tag = view.tag;
    this.texts.delete(view.tag);
    this.texts.set(view.tag, text);
    for (const tag of [...this.texts.keys()].slice(0, -MAX_TEXTS)) this.texts.delete(tag);
    return view;
  }
}

/** Apply a patch: its parts are new text, or runs of the old text's pieces. */
function patched(old, parts) {
  const pieces = old?.split(/(?=[{<])/);
  return pieces && parts.map((part) => (typeof part === "string" ? part : pieces.slice(part[0], part[0] + part[1]).join(""))).join("");
}
