// Help for towers.

export const about = {
  hasDice: false,
  progress: (played, isOver) => `turn ${isOver ? played : played + 1}`,
  pointer: [
    "To build, click a tower in the shop, then a cell of your own lane, or drag it there. The square shows its range; in hatched cells you cannot build; point at one to see why.",
    "To take down a tower built this turn, click it, then the button beside \"End turn\".",
    "To hire and send a soldier, click it in the shop, then a column of the other lane (it enters at timestep 0), or a place on the timeline. You can drag it there, too.",
    "To send a soldier you have, drag it onto the timeline, or click it and then where it should go: a row is a column of the other lane, and the timesteps run from left to right.",
    "Rest the pointer on anything to read its numbers and what they mean; a right click or a long press keeps them open.",
    "Several soldiers at one point form a stack; tick the box to move whole stacks. One button sends all soldiers at once, one per timestep, or as in the last turn.",
    "An order counts as soon as you click it, and you can undo it. Your opponent sees nothing until both of you have ended the turn.",
    "Then the turn is replayed; you can pause it, step through it, and watch it again from the log.",
  ],
  keys: [
    [["1", "4"], "hire a soldier"],
    [["5", "8"], "pick a tower; the arrow keys go from cell to cell, Enter builds"],
    [["Enter"], "on a soldier of the timeline: pick it up, and put it down where the arrow keys have led; H keeps it at home"],
    [["N", "Esc"], "cancel an unfinished order"],
    [["L"], "all soldiers as in the last turn"],
    [["A"], "all soldiers stay at home"],
    [["X"], "dismiss the soldier hired last"],
    [["R"], "end turn; Enter confirms it"],
    [["Space"], "in the turn replay: pause, or play"],
    [[",", "."], "in the turn replay: one timestep back, or forward"],
    [["K", "L"], "in the turn replay: to the next kill, or the next leak"],
    [["Home", "End"], "in the turn replay: to its start, or to the report"],
    [["Enter", "Esc"], "after the turn replay: continue; Esc closes it at any time"],
  ],
};
