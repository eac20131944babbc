// A few words that several panels say.

/** "send 2 to top" as a button says it. */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const SMALL = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/** "one move", "twelve moves", "85 moves" */
export function counted(number, noun) {
  return `${SMALL[number] ?? number} ${noun}${number === 1 ? "" : "s"}`;
}

/** Who sits there, in a word or two. */
export function nameOf(seat) {
  if (seat.name) return seat.name;
  if (seat.mine) return "You";
  return capital(isPerson(seat) ? seat.title : seat.player);
}

/** The same among others: one person in several seats is called by these. */
export function nameAmong(seat, seats) {
  return seat.mine && seats.filter((one) => one.mine).length > 1 ? capital(seat.title) : nameOf(seat);
}

export function isPerson(seat) {
  return seat.player === "person";
}

/** "▲ luck +3.1": what a roll gave or took, in points of the chance to win. */
export function luckText(luck) {
  const points = Math.abs(luck).toFixed(1);
  if (points === "0.0") return "◆ luck 0.0";
  return luck > 0 ? `▲ luck +${points}` : `▼ luck −${points}`;
}

export function luckMeaning(luck) {
  const points = Math.abs(luck).toFixed(1);
  if (points === "0.0") return "This roll changed the chance to win by nothing.";
  return `This roll ${luck > 0 ? "gave" : "took"} ${points} points of the chance to win.`;
}
