// The live line to a table: every new view as it comes, and another try whenever the line breaks.

const FIRST_WAIT = 500;
const LONGEST_WAIT = 15_000;
const BEAT = 20_000;
const PATIENCE = 10_000;
const WRONG_KEY = 4401;

export class Line {
  /** `heard(view)`, `lost(sentence)`, `found()`, `refused(error)`: what the line tells. */
  constructor(key, told) {
    this.key = key;
    this.told = told;
    this.wait = FIRST_WAIT;
    addEventListener("online", () => this.#hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.#hurry());
    this.#connect();
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    clearTimeout(this.heart);
    this.socket?.close();
  }

  #connect() {
    clearTimeout(this.timer);
    this.timer = null;
    this.fault = null;
    const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}/api/watch`);
    this.socket = socket;
    socket.onopen = () => socket.send(JSON.stringify({ key: this.key }));
    socket.onmessage = ({ data }) => this.#hear(JSON.parse(data));
    socket.onclose = ({ code }) => this.#lose(code);
  }

  #hear({ view, error }) {
    this.#listen();
    if (error) this.fault = error;
    if (!view) return;
    this.wait = FIRST_WAIT;
    this.told.found();
    this.told.heard(view);
  }

  /** A line that is silent for too long is asked whether it still stands, and else given up. */
  #listen() {
    clearTimeout(this.heart);
    this.heart = setTimeout(() => {
      if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify({ ping: 1 }));
      this.heart = setTimeout(() => this.socket.close(), PATIENCE);
    }, BEAT);
  }

  #lose(code) {
    clearTimeout(this.heart);
    if (this.closed) return;
    if (code === WRONG_KEY) {
      this.closed = true;
      this.told.refused(this.fault);
      return;
    }
    this.told.lost(this.fault?.sentence);
    const jitter = 0.75 + Math.random() / 2;
    this.timer = setTimeout(() => this.#connect(), this.wait * jitter);
    this.wait = Math.min(LONGEST_WAIT, this.wait * 2);
  }

  #hurry() {
    if (this.timer && !this.closed) this.#connect();
  }
}
