"""How many lines of a record somebody can know of, where seats decide at once and in secret.

A step that is sealed is known to its own seat alone. Whoever takes a step back writes one line, known to
those who knew of the step; what others had done since comes again behind it, and is news to nobody.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator
from copy import copy
from itertools import islice

from ..core.contract import CHANCE
from ..core.game import State
from ..core.record import BETWEEN_PLAYS, BackLine, Moment, Record, StepLine

NoticedBy = Callable[[State, int, str], Collection[int]]
"""The seats that notice a step: the state before it, whose it is, and its text."""


class Noticing:
    """What the seats of a table have noticed so far. A line is counted when it is written, or read again."""

    def __init__(self, seats: int) -> None:
        self._everybody = frozenset(range(seats))
        self._lines: Counter[frozenset[int]] = Counter()  # by those who know of them
        self._standing: list[tuple[int, frozenset[int]]] = []  # whose step, and who knows of it
        self._coming_again = 0

    def hidden_from(self, seats: Collection[int]) -> int:
        """Lines that whoever holds these seats does not know of; none of them: somebody who watches."""
        lines = self._lines.items()
        if not seats:
            return sum(count for noticed, count in lines if noticed != self._everybody)
        return sum(count for noticed, count in lines if noticed.isdisjoint(seats))

    @property
    def known_to_all(self) -> int:
        """Steps that stand and that everybody knows of."""
        return sum(noticed == self._everybody for _, noticed in self._standing)

    def copy(self) -> Noticing:
        twin = copy(self)
        twin._lines, twin._standing = Counter(self._lines), list(self._standing)
        return twin

    def step(self, *steps: tuple[int, Collection[int]]) -> None:
        """A line with these steps: whose each is, and who notices it."""
        again = self._coming_again > 0
        self._coming_again = max(self._coming_again - len(steps), 0)
        self._standing += [(seat, frozenset(noticed)) for seat, noticed in steps]
        self._lines[frozenset() if again else frozenset().union(*(noticed for _, noticed in steps))] += 1

    def back(self, to: int) -> None:
        """A line that takes back what came after a step."""
        (seat, noticed), *others = self._standing[to:]
        del self._standing[to:]
        self._coming_again = sum(whose not in (CHANCE, seat) for whose, _ in others)
        self._lines[noticed] += 1


def noticing_of(record: Record, seats: int, noticed_by: NoticedBy, *, plain: bool) -> Noticing:
    """The same for a record that was read."""
    noticing = Noticing(seats)
    moments = record.moments(plain=plain)
    before = next(moments).state
    for line in record.lines:
        if isinstance(line, BackLine):
            before = next(moments).state
            noticing.back(line.back_to)
        elif isinstance(line, StepLine):
            steps = list(_steps_of(line, moments))
            states = [before, *(moment.state for moment in steps)]
            noticing.step(
                *(
                    (moment.seat, noticed_by(state, moment.seat, moment.play))
                    for state, moment in zip(states, steps, strict=False)
                )
            )
            before = states[-1]
    return noticing


def _steps_of(line: StepLine, moments: Iterator[Moment]) -> Iterator[Moment]:
    return islice(moments, len(line.play.split(BETWEEN_PLAYS)))
