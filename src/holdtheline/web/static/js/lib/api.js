// Talk to the server: requests, downloads, and the live connection to a table.

/** An error with one sentence for the player; `code` is its kind. */
class ApiError extends Error {
  constructor({ code, sentence, clause = null, rule = null }, status = 0) {
    super(sentence);
    this.name = "ApiError";
    Object.assign(this, { code, sentence, clause, rule, status });
  }
}

const NO_CONTENT = 204;
const OFFLINE = { code: "offline", sentence: "The server cannot be reached. Try again in a moment." };
const UNREADABLE = { code: "inside", sentence: "The server gave an answer that cannot be read." };

/** Send a request and return the answer: parsed if it is JSON, else as text, or null if it is empty. `body` is sent as JSON, `text` as it is. */
export async function request(method, path, { key, body, text, signal } = {}) {
  const answer = await send(path, { method, signal, ...headersAndBody(key, body, text) });
  if (!answer.ok) throw await errorOf(answer);
  if (answer.status === NO_CONTENT) return null;
  return isJson(answer) ? answer.json().catch(() => fail(UNREADABLE, answer.status)) : answer.text();
}

/** Send a request that is answered by a view, and return its text. `have` is the tag of a view that this page has: then the text may be a patch of it. */
export async function requestView(method, path, { key, body, have }) {
  const { headers, body: content } = headersAndBody(key, body);
  if (have) headers["Have-View"] = have;
  const answer = await send(path, { method, headers, body: content });
  if (!answer.ok) throw await errorOf(answer);
  if (!isJson(answer)) fail(UNREADABLE, answer.status);
  return answer.text().catch(() => fail(UNREADABLE, answer.status));
}

/** Fetch a file and let the browser save it. */
export async function download(path, key, filename) {
  const answer = await send(path, { method: "GET", ...headersAndBody(key) });
  if (!answer.ok) throw await errorOf(answer);
  saveFile(await answer.blob(), filename);
}

/** Let the browser save a file. */
export function saveFile(blob, filename) {
  const address = URL.createObjectURL(blob);
  Object.assign(document.createElement("a"), { href: address, download: filename }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

async function send(path, options) {
  try {
    return await fetch(path, { cache: "no-store", credentials: "omit", ...options });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    return fail(OFFLINE, 0);
  }
}

function headersAndBody(key, body, text) {
  const headers = {};
  if (key) headers.Authorization = `Bearer ${key}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  else if (text !== undefined) headers["Content-Type"] = "text/plain; charset=utf-8";
  return { headers, body: body === undefined ? text : JSON.stringify(body) };
}

function isJson(answer) {
  return (answer.headers.get("Content-Type") ?? "").split(";")[0].trim() === "application/json";
}

async function errorOf(answer) {
  const body = isJson(answer) ? await answer.json().catch(() => ({})) : {};
  return new ApiError(body.error?.sentence ? body.error : UNREADABLE, answer.status);
}

function fail(details, status) {
  throw new ApiError(details, status);
}

// The live connection. Times are in milliseconds.

const FIRST_DELAY = 500;
const LONGEST_DELAY = 15_000;
const HEARTBEAT = 20_000;
const REPLY_TIMEOUT = 10_000;
const WRONG_KEY = 4401; // the code with which the server closes the socket

/** A socket that names every new view of a table, and reconnects whenever it breaks. */
export class LiveConnection {
  /** `handlers`: `onChange(tag)`, `onLost(sentence)`, `onConnected()`, `onRefused(error)`. */
  constructor(key, handlers) {
    this.key = key;
    this.handlers = handlers;
    this.delay = FIRST_DELAY;
    addEventListener("online", () => this.#retryNow());
    document.addEventListener("visibilitychange", () => document.hidden || this.#retryNow());
    this.#connect();
  }

  #connect() {
    clearTimeout(this.timer);
    this.timer = null;
    this.fault = null;
    const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}/api/watch`);
    this.socket = socket;
    socket.onopen = () => socket.send(JSON.stringify({ key: this.key, views: false }));
    socket.onmessage = ({ data }) => this.#receive(JSON.parse(data));
    socket.onclose = ({ code }) => this.#closed(code);
  }

  #receive({ tag, error }) {
    this.#startHeartbeat();
    if (error) this.fault = error;
    if (!tag) return;
    this.delay = FIRST_DELAY;
    this.handlers.onConnected();
    this.handlers.onChange(tag);
  }

  /** Ping a server that has been silent for too long, and give the socket up if no answer comes. */
  #startHeartbeat() {
    clearTimeout(this.heartbeat);
    this.heartbeat = setTimeout(() => {
      if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify({ ping: 1 }));
      this.heartbeat = setTimeout(() => this.socket.close(), REPLY_TIMEOUT);
    }, HEARTBEAT);
  }

  #closed(code) {
    clearTimeout(this.heartbeat);
    if (this.isRefused) return;
    if (code === WRONG_KEY) {
      this.isRefused = true;
      this.handlers.onRefused(this.fault);
      return;
    }
    this.handlers.onLost(this.fault?.sentence);
    const jitter = 0.75 + Math.random() / 2;
    this.timer = setTimeout(() => this.#connect(), this.delay * jitter);
    this.delay = Math.min(LONGEST_DELAY, this.delay * 2);
  }

  #retryNow() {
    if (this.timer && !this.isRefused) this.#connect();
  }
}
