"""A finished game looked at again: how the chance to win rose and fell, and what of it was luck, what skill.

The chance is that of one seat, from what it knew at the time; a draw is half a win. What dice changed is
luck, what the seat's own decisions changed is its skill, what others decided is theirs. Chances are whole
hundredths of a percent, so what is shown adds up to the last digit: start + luck + skill + others = result.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice, pairwise

from ..core.catalog import plain_for_people
from ..core.errors import BadOption, BadRecord
from ..core.game import State
from ..core.record import Record
from ..table.session import PERSON, Table
from .judge import NODES, Judge, Judged, judge_for, result_of
from .stretches import LUCK, OTHERS, SKILL, Kind, Stretch, positions_of, stretches_of

CERTAIN = 10_000
"""A chance of 100 %, in hundredths of a percent."""
TURNING_POINTS = 3


NOT_OVER = "this game is not finished; it can be reviewed when it is over"
"""Before that a review would tell what nobody may know yet."""


@dataclass(frozen=True)
class Review:
    """The chances at the start and after each stretch, as far as they are worked out."""

    seat: int
    result: int
    nodes: int | None
    """Simulations for each position; None: the chances are exact."""
    unit: int
    stretches: tuple[Stretch, ...]
    judged: tuple[Judged, ...]

    @property
    def is_whole(self) -> bool:
        return len(self.judged) == len(self.stretches) + 1

    @property
    def chances(self) -> tuple[int, ...]:
        return tuple(told(one.chance, self.unit) for one in self.judged)

    @property
    def changes(self) -> list[tuple[Stretch, int]]:
        """What each stretch has changed."""
        chances = pairwise(self.chances)
        return [(stretch, now - before) for stretch, (before, now) in zip(self.stretches, chances)]  # noqa: B905

    def changed(self, kind: Kind) -> int:
        return sum(change for stretch, change in self.changes if stretch.kind == kind)

    @property
    def start(self) -> int:
        return self.chances[0]

    @property
    def luck(self) -> int:
        return self.changed(LUCK)

    @property
    def skill(self) -> int:
        return self.changed(SKILL)

    @property
    def others(self) -> int:
        return self.changed(OTHERS)

    @property
    def rest(self) -> int:
        """What came after all that is worked out so far."""
        return self.result - self.chances[-1]

    def turning_points(self, most: int = TURNING_POINTS) -> list[int]:
        """The places of the stretches that changed most, in the order of the game."""
        sizes = [abs(change) for _, change in self.changes]
        places = sorted((place for place, size in enumerate(sizes) if size), key=lambda at: (-sizes[at], at))
        return sorted(places[:most])


def told(chance: Fraction, unit: int) -> int:
    """A chance in hundredths of a percent, in whole units; 0 and all only if it is just that."""
    units = CERTAIN // unit
    if chance in (0, 1):
        return int(chance) * CERTAIN
    return min(max(int(chance * units + Fraction(1, 2)), 1), units - 1) * unit


# Working it out


class Reviewing:
    """A review that is being worked out; what there is of it can be had at any time."""

    def __init__(self, table: Table, seat: int, nodes: int = NODES, threads: int = 1) -> None:
        """BadRecord: the game is not over. BadOption: there is no such seat."""
        if not table.is_over:
            raise BadRecord(NOT_OVER)
        if not 0 <= seat < len(table.game.seats):
            raise BadOption(f"{table.game.name} has the seats 0 to {len(table.game.seats) - 1}, not {seat}")
        self._table, self._seat = table, seat
        self._judges = [judge_for(table.game, nodes) for _ in range(threads)]
        self._stretches = tuple(stretches_of(table, seat, self._judges[0].at_once))
        self._judged: list[Judged] = []

    @property
    def positions(self) -> int:
        """How many are to be judged."""
        return len(self._stretches) + 1

    @property
    def has_begun(self) -> bool:
        return bool(self._judged)

    @property
    def so_far(self) -> Review:
        """At least the start must have been judged."""
        judge, judged = self._judges[0], tuple(self._judged)
        result = told(result_of(self._table.state, self._seat), judge.unit)
        return Review(self._seat, result, judge.nodes, judge.unit, self._stretches, judged)

    def go_on(self) -> Iterator[int]:
        """Judge one position after the other, from where it was left; how many are."""
        states = islice(positions_of(self._table, self._stretches), len(self._judged), None)
        with ThreadPoolExecutor(len(self._judges)) as pool:
            while batch := list(islice(states, len(self._judges))):
                for judged in pool.map(self._judge, self._judges, batch):
                    self._judged.append(judged)
                    yield len(self._judged)

    def _judge(self, judge: Judge, state: State) -> Judged:
        return judge.judge(state, self._seat)


def table_of(record: Record) -> Table:
    """The table as a record left it. Nobody plays on, so nobody who played need be known."""
    persons = [PERSON] * len(record.header.seats)
    anybody = replace(record, header=replace(record.header, seats=persons))
    return Table.again(anybody, plain=plain_for_people(record.game(plain=True).contract))


def review(table: Table, seat: int = 0, nodes: int = NODES) -> Review:
    """All of it at once."""
    reviewing = Reviewing(table, seat, nodes)
    for _ in reviewing.go_on():
        pass
    return reviewing.so_far
