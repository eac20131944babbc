// Pieces that lie at the same place, by their kind.

/** Stacks {key, row, step, pieces, shift}; `shift`: how many other stacks lie at this place before it. */
export function stacksOf(pieces) {
  const stacks = new Map();
  const shifts = new Map();
  for (const piece of pieces) {
    const place = `${piece.row}/${piece.step}`;
    const key = `${place}/${piece.unit}`;
    if (!stacks.has(key)) {
      const shift = shifts.get(place) ?? 0;
      shifts.set(place, shift + 1);
      stacks.set(key, { key, row: piece.row, step: piece.step, shift, pieces: [] });
    }
    stacks.get(key).pieces.push(piece);
  }
  return [...stacks.values()].sort((a, b) => a.row - b.row || a.step - b.step);
}

/** "3 rifles, numbers 2, 4, 5, column 2, step 40" */
export function wordsOf({ pieces, row, step }, rows) {
  const numbers = pieces.map(({ number }) => number).join(", ");
  const who = pieces.length === 1 ? `${pieces[0].unit}, number ${numbers}` : `${pieces.length} × ${pieces[0].unit}, numbers ${numbers}`;
  return `${who}, ${row === null ? "at home" : `${rows[row].label}, step ${step}`}`;
}
