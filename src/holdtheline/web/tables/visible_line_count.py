"""Count the record lines that a seat may see in games where seats decide at the same time and in secret.

The version number that a seat receives counts only these lines. A secret step is visible only to the seat that made
it. An undo is one line, visible to the seats that saw the undone step. The other seats' later steps are written again
after it; these lines are visible to no seat, because every seat has already seen what it may see of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection
from copy import copy
from itertools import islice

from ...core.definition import CHANCE
from ...core.game import State
from ...core.game_record.lines import PLAY_SEPARATOR, DeclarationLine, StepLine, UndoLine
from ...core.game_record.replay import Record

SeatsThatSee = Callable[[State, int, int], Collection[int]]
"""seats_that_see(state before the step, seat of the step, code of the step)"""


class VisibleLineCounter:
    """Counts lines by the seats that see them. Add each line when it is written, or read from a record."""

    def __init__(self, seats: int) -> None:
        self._all_seats = frozenset(range(seats))
        self._lines: Counter[frozenset[int]] = Counter()  # by the seats that see them
        self._steps: list[tuple[int, frozenset[int]]] = []  # the seat of each step, and the seats that see it
        self._repeated_steps = 0  # steps still to be written again after an undo

    def hidden_from(self, seats: Collection[int]) -> int:
        """Count the record lines hidden from these seats (no seats: a spectator)."""
        lines = self._lines.items()
        if not seats:
            return sum(count for seen_by, count in lines if seen_by != self._all_seats)
        return sum(count for seen_by, count in lines if seen_by.isdisjoint(seats))

    @property
    def public_steps(self) -> int:
        """The number of steps, without those undone, that every seat sees."""
        return sum(seen_by == self._all_seats for _, seen_by in self._steps)

    def copy(self) -> VisibleLineCounter:
        clone = copy(self)
        clone._lines, clone._steps = Counter(self._lines), list(self._steps)
        return clone

    def add_steps(self, *steps: tuple[int, Collection[int]]) -> None:
        """Count a line with these steps: the seat of each, and the seats that see it."""
        is_repeated = self._repeated_steps > 0
        self._repeated_steps = max(self._repeated_steps - len(steps), 0)
        self._steps += [(seat, frozenset(seen_by)) for seat, seen_by in steps]
        self._lines[frozenset() if is_repeated else frozenset().union(*(seen_by for _, seen_by in steps))] += 1

    def add_undo(self, back_to: int) -> None:
        """Count a line that undoes the steps after step `back_to`."""
        (seat, seen_by), *others = self._steps[back_to:]
        del self._steps[back_to:]
        self._repeated_steps = sum(other not in (CHANCE, seat) for other, _ in others)
        self._lines[seen_by] += 1


def count_visible_lines(record: Record, seats: int, seats_that_see: SeatsThatSee, *, plain: bool) -> VisibleLineCounter:
    """Replay a record and count its lines."""
    counter = VisibleLineCounter(seats)
    replay = record.replay_steps(plain=plain)
    before = next(replay).state
    for line in record.lines:
        if isinstance(line, UndoLine):
            before = next(replay).state
            counter.add_undo(line.back_to)
        elif isinstance(line, DeclarationLine):
            next(replay)  # every seat sees it
        elif isinstance(line, StepLine):
            steps = []
            for step in islice(replay, len(line.play.split(PLAY_SEPARATOR))):
                steps.append((step.seat, seats_that_see(before, step.seat, step.code)))
                before = step.state
            counter.add_steps(*steps)
    return counter
