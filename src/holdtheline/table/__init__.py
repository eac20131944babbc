"""One game table: seats, dice, undo, save and resume, hints, and picking a move by clicks."""
