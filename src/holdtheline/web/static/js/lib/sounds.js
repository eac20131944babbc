// Sounds, synthesised with Web Audio: nothing is downloaded. They are off until the player turns them on.

import { getSetting, subscribe } from "./settings.js";

const VOLUMES = { low: 0.12, medium: 0.35, high: 0.8 };
const NOISE_SECONDS = 1;
const FASTEST = 0.035; // seconds between two sounds of one kind

let context = null;
let output = null;
let noise = null;
const lastPlayed = new Map();

/** Play a sound, if sounds are on. */
export function playSound(name) {
  if (getSetting("sound") !== "on" || !SOUNDS[name] || !open()) return;
  const now = context.currentTime;
  if (now - (lastPlayed.get(name) ?? -1) < FASTEST) return;
  lastPlayed.set(name, now);
  SOUNDS[name](now + 0.005);
}

/** Return whether sounds can be played. A browser lets a page begin only after the player's first click or key. */
function open() {
  if (!globalThis.AudioContext || !(navigator.userActivation?.hasBeenActive ?? true)) return false;
  if (!context) {
    context = new AudioContext();
    output = new GainNode(context, { gain: VOLUMES[getSetting("volume")] });
    output.connect(new DynamicsCompressorNode(context)).connect(context.destination);
    noise = noiseBuffer();
  }
  if (context.state === "suspended") context.resume();
  return true;
}

subscribe("volume", (volume) => output && output.gain.setValueAtTime(VOLUMES[volume], context.currentTime));

function noiseBuffer() {
  const buffer = new AudioBuffer({ length: context.sampleRate * NOISE_SECONDS, sampleRate: context.sampleRate });
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < samples.length; at += 1) samples[at] = Math.random() * 2 - 1;
  return buffer;
}

/** Play noise through a filter whose frequency falls or rises; it fades away within `length` seconds. */
function hiss(at, { length, from, to = from, gain, type = "bandpass", q = 1 }) {
  const source = new AudioBufferSourceNode(context, { buffer: noise });
  const filter = new BiquadFilterNode(context, { type, Q: q });
  filter.frequency.setValueAtTime(from, at);
  filter.frequency.exponentialRampToValueAtTime(to, at + length);
  source.connect(filter).connect(fading(at, length, gain));
  source.start(at, Math.random() * (NOISE_SECONDS / 2));
  source.stop(at + length);
}

/** Play a tone that slides from one pitch to another and fades away. */
function tone(at, { length, from, to = from, gain, type = "sine" }) {
  const source = new OscillatorNode(context, { type });
  source.frequency.setValueAtTime(from, at);
  source.frequency.exponentialRampToValueAtTime(to, at + length);
  source.connect(fading(at, length, gain));
  source.start(at);
  source.stop(at + length);
}

function fading(at, length, loudest) {
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(loudest, at + Math.min(0.008, length / 4));
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  gain.connect(output);
  return gain;
}

function melody(at, step, pitches, gain = 0.3) {
  pitches.forEach((from, index) => {
    tone(at + index * step, { length: step * 2.2, from, gain, type: "triangle" });
  });
}

const SOUNDS = {
  dice(at) {
    for (const [delay, gain] of [[0, 0.5], [0.07, 0.35], [0.12, 0.25], [0.2, 0.4]]) {
      hiss(at + delay, { length: 0.035, from: 2600 + Math.random() * 1500, gain, q: 5 });
    }
  },
  volley(at) {
    for (let shot = 0; shot < 6; shot += 1) {
      hiss(at + shot * 0.03 + Math.random() * 0.03, { length: 0.16, from: 3200, to: 500, gain: 0.45, type: "lowpass" });
    }
  },
  cannon(at) {
    tone(at, { length: 0.5, from: 120, to: 34, gain: 0.9 });
    hiss(at, { length: 0.45, from: 1100, to: 90, gain: 0.6, type: "lowpass" });
  },
  arrow: (at) => hiss(at, { length: 0.22, from: 900, to: 3600, gain: 0.28, q: 3 }),
  march(at) {
    for (const delay of [0, 0.11, 0.22]) hiss(at + delay, { length: 0.05, from: 260, gain: 0.4, type: "lowpass" });
  },
  strike(at) {
    hiss(at + 0.1, { length: 0.09, from: 4200, to: 2200, gain: 0.35, q: 6 });
    tone(at + 0.1, { length: 0.18, from: 1900, to: 1500, gain: 0.1, type: "square" });
  },
  hit(at) {
    tone(at, { length: 0.16, from: 210, to: 70, gain: 0.6 });
    hiss(at, { length: 0.09, from: 1300, to: 400, gain: 0.35 });
  },
  fall(at) {
    tone(at, { length: 0.34, from: 300, to: 60, gain: 0.45, type: "triangle" });
    hiss(at + 0.16, { length: 0.12, from: 500, to: 150, gain: 0.4, type: "lowpass" });
  },
  castle(at) {
    tone(at, { length: 0.7, from: 80, to: 30, gain: 0.9 });
    hiss(at, { length: 0.8, from: 700, to: 80, gain: 0.7, type: "lowpass" });
    for (const delay of [0.12, 0.25, 0.33]) hiss(at + delay, { length: 0.06, from: 1200, to: 500, gain: 0.3, q: 2 });
  },
  move: (at) => hiss(at, { length: 0.07, from: 320, gain: 0.22, type: "lowpass" }),
  turn: (at) => melody(at, 0.12, [523, 784], 0.22),
  victory: (at) => melody(at, 0.13, [392, 523, 659, 784, 1047]),
  defeat: (at) => melody(at, 0.2, [392, 330, 262]),
};
