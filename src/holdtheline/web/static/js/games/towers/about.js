// Help for towers.

export const about = {
  hasDice: false,
  pointer: [
    "To build, click a tower below the lanes or in the list, then a cell of your own lane. The square shows its range; hatched cells are closed, and say why.",
    "To take down a tower built this turn, click it: the big button asks for confirmation.",
    "To hire, click a soldier. Dismiss the last undoes it.",
    "To send a soldier, drag it onto the timeline, or click it and then where it should go: a row is a column of the other lane, and the timesteps run from left to right.",
    "Several soldiers at one point form a stack; tick the box to move whole stacks. One button sends all soldiers at once, one per timestep, or as in the last turn.",
    "An order counts as soon as you click it, and you can undo it. Your opponent sees nothing until both of you are ready.",
    "After Ready the turn is replayed; you can pause it, step through it, and watch it again from the log.",
  ],
  keys: [
    [["1", "4"], "hire a soldier"],
    [["5", "8"], "pick a tower; the arrow keys go from cell to cell, Enter builds"],
    [["Enter"], "on a soldier of the timeline: pick it up, and put it down where the arrow keys have led; H keeps it at home"],
    [["N", "Esc"], "cancel half an order"],
    [["L"], "all soldiers as in the last turn"],
    [["A"], "all soldiers stay at home"],
    [["X"], "dismiss the soldier hired last"],
    [["R"], "ready; Enter confirms it"],
    [["Space"], "in the turn replay: pause, or play"],
    [[",", "."], "in the turn replay: one timestep back, or forward"],
    [["K", "L"], "in the turn replay: to the next kill, or the next leak"],
    [["Home", "End"], "in the turn replay: to its start, or to the report"],
    [["Enter", "Esc"], "after the turn replay: continue; Esc closes it at any time"],
  ],
};
