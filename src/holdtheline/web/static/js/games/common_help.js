// Help that several games share. A key is [[first, last], meaning].

export const CLICK_HELP = "Click a dashed frame in the picture. You never need to drag.";

export const MOVE_KEYS = [
  [["Enter"], "play the move on the main button, or roll"],
  [["Backspace"], "undo the last selection"],
  [["Esc"], "clear the selection; when you look back, return to now"],
  [["R"], "roll the dice"],
  [["1", "6"], "enter the face of your own die"],
];

export const COMMON_KEYS = [
  [["letter"], "select what shows this letter in the picture"],
  ...MOVE_KEYS,
];
