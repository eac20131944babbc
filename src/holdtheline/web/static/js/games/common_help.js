// Help that several games share. A key is [[first, last], meaning].

export const TOUCH = "Touch what has a dashed frame in the picture. Nothing has to be held or dragged.";

export const MOVE_KEYS = [
  [["Enter"], "send the move that is ready, or roll"],
  [["Backspace"], "take the last touch back"],
  [["Esc"], "clear all touches; when you look back, return to now"],
  [["R"], "roll the dice"],
  [["1", "6"], "enter what your own die shows"],
];

export const COMMON_KEYS = [
  [["letter"], "touch the thing that shows this letter in the picture"],
  ...MOVE_KEYS,
];
