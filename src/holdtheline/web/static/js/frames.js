// The pictures of a replay: asked for when they are wanted, kept for a while, the next ones fetched ahead.

import { ask } from "./api.js";

const MOST = 80;

export class Frames {
  constructor(key) {
    this.key = key;
    this.kept = new Map(); // by lens and step, the one looked at last at the end
  }

  /** The frame of a step, through a lens. */
  at(step, lens) {
    const name = `${lens}/${step}`;
    const frame = this.kept.get(name) ?? this.#asked(name, step, lens);
    this.kept.delete(name);
    this.kept.set(name, frame);
    if (this.kept.size > MOST) this.kept.delete(this.kept.keys().next().value);
    return frame;
  }

  /** Fetch what will be wanted next; nobody waits for it, so nobody hears if it fails. */
  async fetchAhead(steps, lens) {
    for (const step of steps) {
      try {
        await this.at(step, lens);
      } catch {
        return;
      }
    }
  }

  /** The game has changed: what was kept may be of a move that was taken back. */
  forget() {
    this.kept.clear();
  }

  #asked(name, step, lens) {
    const frame = ask("GET", `/api/replay/${step}?lens=${encodeURIComponent(lens)}`, { key: this.key });
    frame.catch(() => this.kept.get(name) === frame && this.kept.delete(name));
    return frame;
  }
}
