// Asking the server. Whatever goes wrong becomes a Refusal with one clear sentence.

export class Refusal extends Error {
  constructor({ code, sentence, clause = null, rule = null }, status = 0) {
    super(sentence);
    this.name = "Refusal";
    Object.assign(this, { code, sentence, clause, rule, status });
  }
}

const OFFLINE = { code: "offline", sentence: "The server cannot be reached. Try again in a moment." };
const UNREADABLE = { code: "inside", sentence: "The server gave an answer that cannot be read." };

/** `body` is sent as JSON, `text` as it stands. The answer is JSON, or text where it is not. */
export async function ask(method, path, { key, body, text, signal } = {}) {
  const answer = await fetched(path, { method, signal, ...sent(key, body, text) });
  if (!answer.ok) throw await refusalOf(answer);
  return isJson(answer) ? answer.json().catch(() => fail(UNREADABLE, answer.status)) : answer.text();
}

/** Fetch a file with a key, and let the browser save it. */
export async function download(path, key, filename) {
  const answer = await fetched(path, { method: "GET", ...sent(key) });
  if (!answer.ok) throw await refusalOf(answer);
  const address = URL.createObjectURL(await answer.blob());
  const link = Object.assign(document.createElement("a"), { href: address, download: filename });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

async function fetched(path, request) {
  try {
    return await fetch(path, { cache: "no-store", credentials: "omit", ...request });
  } catch (fault) {
    if (fault.name === "AbortError") throw fault;
    return fail(OFFLINE, 0);
  }
}

function sent(key, body, text) {
  const headers = {};
  if (key) headers.Authorization = `Bearer ${key}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  else if (text !== undefined) headers["Content-Type"] = "text/plain; charset=utf-8";
  return { headers, body: body === undefined ? text : JSON.stringify(body) };
}

function isJson(answer) {
  return (answer.headers.get("Content-Type") ?? "").split(";")[0].trim() === "application/json";
}

async function refusalOf(answer) {
  const said = isJson(answer) ? await answer.json().catch(() => ({})) : {};
  return new Refusal(said.error?.sentence ? said.error : UNREADABLE, answer.status);
}

function fail(what, status) {
  throw new Refusal(what, status);
}
