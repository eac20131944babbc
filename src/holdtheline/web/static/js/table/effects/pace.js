// When each effect of some log lines begins, and for how long it plays. Pure: it draws nothing.

const DURATIONS = { act: 240, die: 420, shot: 420, strike: 400, move: 300, hit: 460, gone: 420, shake: 480, change: 60 };
const DICE_STEP = 170; // milliseconds from one die of a roll to the next
const OTHER_DIE_STEP = 260; // to a die at another place
const BLOWS_STEP = 150; // between shots, and blows, that fall together
const ACTION_TIME = 1200; // an action is never longer
const PAUSE = 160; // after an action
const TURN_TIME = 4500; // several actions together are never longer
const BLOWS = new Set(["hit", "gone", "shake"]);

/** Return the cues {start, duration, effect, line, action, dieIndex, dieCount} of lines, and how long they play; `factor` stretches time.
 *  `action` counts the actions; the dice beside one piece in one action are numbered: `dieIndex` of `dieCount`. */
export function paceOf(lines, factor = 1) {
  const cues = [];
  let now = 0;
  const actions = actionsOf(lines);
  actions.forEach((action, number) => {
    const own = cuesOf(action, number);
    const length = lengthOf(own);
    const by = Math.min(1, ACTION_TIME / Math.max(length, 1));
    cues.push(...own.map((cue) => ({ ...cue, start: now + cue.start * by, duration: cue.duration * by })));
    now += length * by + PAUSE;
  });
  const length = lengthOf(cues);
  const by = factor * (actions.length > 1 ? Math.min(1, TURN_TIME / Math.max(length, 1)) : 1);
  return { cues: cues.map((cue) => ({ ...cue, start: cue.start * by, duration: cue.duration * by })), length: length * by };
}

/** Return the actions that have effects, each as a list of {line, effect}. A piece that begins to act begins an action. */
export function actionsOf(lines) {
  const actions = [];
  for (const line of lines) {
    if (!line.continues || !actions.length) actions.push([]);
    for (const effect of line.effects) {
      if (effect.kind === "act" && actions.at(-1).length) actions.push([]);
      actions.at(-1).push({ line, effect });
    }
  }
  return actions.filter((action) => action.length);
}

function cuesOf(steps, action) {
  const cues = [];
  let start = 0;
  for (const { line, effect } of steps) {
    const before = cues.at(-1);
    if (before) start = effect.with_last ? before.start : before.start + stepBetween(before, effect);
    cues.push({ start, duration: DURATIONS[effect.kind], effect, line, action });
  }
  numberDice(cues);
  return cues;
}

/** Return how long after one effect the next begins. Dice are thrown quickly one after the other; blows fall together. */
function stepBetween({ effect: before, duration }, { kind, id }) {
  if (before.kind === "die" && kind === "die") return before.id === id ? DICE_STEP : OTHER_DIE_STEP;
  const isTogether = (before.kind === "shot" && kind === "shot") || (BLOWS.has(before.kind) && BLOWS.has(kind));
  return isTogether ? BLOWS_STEP : duration;
}

function numberDice(cues) {
  const groups = Map.groupBy(cues.filter(({ effect }) => effect.kind === "die"), ({ effect }) => effect.id);
  for (const dice of groups.values()) dice.forEach((cue, dieIndex) => Object.assign(cue, { dieIndex, dieCount: dice.length }));
}

function lengthOf(cues) {
  return Math.max(0, ...cues.map(({ start, duration }) => start + duration));
}

/** Return what the sides lost, in one sentence: `You lost 2 blocks and 1 unit; the Union lost 1 block.` */
export function lossesText(lines, seats) {
  const own = seats.filter(({ mine }) => mine).length === 1 ? seats.find(({ mine }) => mine).seat : null;
  const losses = lines.flatMap(({ effects }) => effects).map(({ loss }) => loss).filter(Boolean);
  if (!losses.length) return "No losses.";
  const sides = [...Map.groupBy(losses, ({ seat, side }) => (seat === own && own !== null ? "you" : side))];
  const texts = sides.map(([side, lost]) => `${side} lost ${lossText(lost)}`);
  const text = texts.toSorted((a, b) => b.startsWith("you ") - a.startsWith("you ")).join("; ");
  return `${text[0].toUpperCase()}${text.slice(1)}.`;
}

function lossText(losses) {
  const parts = [...Map.groupBy(losses, ({ what }) => what)].map(([what, lost]) => {
    const count = lost.reduce((sum, loss) => sum + loss.count, 0);
    return `${count} ${what}${count === 1 ? "" : "s"}`;
  });
  return parts.length > 1 ? `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}` : parts[0];
}
