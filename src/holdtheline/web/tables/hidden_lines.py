"""Count the record lines hidden from a seat in games where seats decide at the same time and in secret.

Only its own seat notices a secret step. An undo writes one line, which those notice who noticed the step; the
steps of other seats since then are written again after it, and these lines are new to nobody."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection
from copy import copy
from itertools import islice

from ...core.definition import CHANCE
from ...core.game import State
from ...core.game_record.lines import PLAY_SEPARATOR, StepLine, UndoLine
from ...core.game_record.replay import Record

SeatsThatNotice = Callable[[State, int, int], Collection[int]]
"""seats_that_notice(state before the step, seat of the step, code of the step)"""


class HiddenLines:
    """Which seats noticed which lines of a record. Count each line when it is written, or read from a record."""

    def __init__(self, seats: int) -> None:
        self._all_seats = frozenset(range(seats))
        self._lines: Counter[frozenset[int]] = Counter()  # by the seats that noticed them
        self._steps: list[tuple[int, frozenset[int]]] = []  # the seat of each step, and the seats that noticed it
        self._repeated_steps = 0  # steps still to be written again after an undo

    def hidden_from(self, seats: Collection[int]) -> int:
        """Count the record lines hidden from these seats (no seats: a spectator)."""
        lines = self._lines.items()
        if not seats:
            return sum(count for noticed, count in lines if noticed != self._all_seats)
        return sum(count for noticed, count in lines if noticed.isdisjoint(seats))

    @property
    def public_steps(self) -> int:
        """The number of steps, without those undone, that every seat noticed."""
        return sum(noticed == self._all_seats for _, noticed in self._steps)

    def copy(self) -> HiddenLines:
        twin = copy(self)
        twin._lines, twin._steps = Counter(self._lines), list(self._steps)
        return twin

    def add_steps(self, *steps: tuple[int, Collection[int]]) -> None:
        """Count a line with these steps: the seat of each, and the seats that notice it."""
        is_repeated = self._repeated_steps > 0
        self._repeated_steps = max(self._repeated_steps - len(steps), 0)
        self._steps += [(seat, frozenset(noticed)) for seat, noticed in steps]
        self._lines[frozenset() if is_repeated else frozenset().union(*(noticed for _, noticed in steps))] += 1

    def add_undo(self, back_to: int) -> None:
        """Count a line that undoes the steps after step `back_to`."""
        (seat, noticed), *others = self._steps[back_to:]
        del self._steps[back_to:]
        self._repeated_steps = sum(other not in (CHANCE, seat) for other, _ in others)
        self._lines[noticed] += 1


def count_hidden_lines(record: Record, seats: int, seats_that_notice: SeatsThatNotice, *, plain: bool) -> HiddenLines:
    """Replay a record and count its lines."""
    hidden = HiddenLines(seats)
    replay = record.replay_steps(plain=plain)
    before = next(replay).state
    for line in record.lines:
        if isinstance(line, UndoLine):
            before = next(replay).state
            hidden.add_undo(line.back_to)
        elif isinstance(line, StepLine):
            steps = []
            for step in islice(replay, len(line.play.split(PLAY_SEPARATOR))):
                steps.append((step.seat, seats_that_notice(before, step.seat, step.code)))
                before = step.state
            hidden.add_steps(*steps)
    return hidden
