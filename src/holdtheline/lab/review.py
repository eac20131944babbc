"""Review a finished game: how one seat's chance to win changed, and how much of that was luck or skill.

The chance is based on what the seat knew at the time; a draw is half a win. Changes by dice are luck, changes by the
seat's own decisions are skill, the rest is the play of the others. Chances are integers, in hundredths of a percent,
so the sum shown is exact: start + luck + skill + others + ending = result.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice, pairwise

from ..core.catalog import should_run_plain
from ..core.errors import BadOption, BadRecord
from ..core.game_record.replay import Record
from ..table.session import PERSON, Table
from .evaluator import DEFAULT_NODES, Evaluation, game_result, make_evaluator
from .segments import LUCK, OTHERS, SKILL, Segment, SegmentKind, segment_positions, split_segments

FULL_CHANCE = 10_000
"""A chance of 100 %, in hundredths of a percent."""
MAX_TURNING_POINTS = 3
NOT_FINISHED = "this game is not finished; you can review it when it is over"
"""A review before the end would reveal hidden information."""


@dataclass(frozen=True)
class Review:
    """The chances at the start and after each segment, as far as they are evaluated."""

    seat: int
    result: int
    nodes: int | None  # simulations for each position, or None if the chances are exact
    unit: int
    segments: tuple[Segment, ...]
    evaluations: tuple[Evaluation, ...]

    @property
    def is_complete(self) -> bool:
        return len(self.evaluations) == len(self.segments) + 1

    @property
    def chances(self) -> tuple[int, ...]:
        return tuple(round_chance(evaluation.chance, self.unit) for evaluation in self.evaluations)

    @property
    def changes(self) -> list[tuple[Segment, int]]:
        """The change of the chance in each segment evaluated so far."""
        chances = pairwise(self.chances)
        return [(segment, after - before) for segment, (before, after) in zip(self.segments, chances)]  # noqa: B905

    def total_change(self, kind: SegmentKind) -> int:
        return sum(change for segment, change in self.changes if segment.kind == kind and not segment.is_ending)

    @property
    def start(self) -> int:
        return self.chances[0]

    @property
    def luck(self) -> int:
        return self.total_change(LUCK)

    @property
    def skill(self) -> int:
        return self.total_change(SKILL)

    @property
    def others(self) -> int:
        return self.total_change(OTHERS)

    @property
    def ending(self) -> int:
        """The change by the resignation or the agreed draw that ended the game, which is neither luck nor skill."""
        return sum(change for segment, change in self.changes if segment.is_ending)

    @property
    def rest(self) -> int:
        """The change after the last segment evaluated so far."""
        return self.result - self.chances[-1]

    def turning_points(self, most: int = MAX_TURNING_POINTS) -> list[int]:
        """Return the indices of the segments with the largest changes, in the order of the game."""
        sizes = [abs(change) for _, change in self.changes]
        indices = sorted((i for i, size in enumerate(sizes) if size), key=lambda i: (-sizes[i], i))
        return sorted(indices[:most])


def round_chance(chance: Fraction, unit: int) -> int:
    """Return a chance in hundredths of a percent, rounded to units; only certainty becomes 0 or 10,000."""
    units = FULL_CHANCE // unit
    if chance in (0, 1):
        return int(chance) * FULL_CHANCE
    return min(max(int(chance * units + Fraction(1, 2)), 1), units - 1) * unit


class Reviewer:
    """A review that is computed position by position; what is computed so far is always available."""

    def __init__(
        self,
        table: Table,
        seat: int,
        nodes: int = DEFAULT_NODES,
        threads: int = 1,
        evaluations: Sequence[Evaluation] = (),
    ) -> None:
        """Prepare the review, and continue after the evaluations of an earlier one.

        Raise BadRecord if the game is not over, BadOption if there is no such seat.
        """
        if not table.is_over:
            raise BadRecord(NOT_FINISHED)
        if not 0 <= seat < len(table.game.seats):
            raise BadOption(f"{table.game.name} has the seats 0 to {len(table.game.seats) - 1}, not {seat}")
        self._table, self._seat = table, seat
        self._evaluators = [make_evaluator(table.game, nodes) for _ in range(threads)]
        self._segments = tuple(split_segments(table, seat, self._evaluators[0].decisions_at_once))
        self._evaluations = list(evaluations)

    @property
    def positions(self) -> int:
        """The number of positions to evaluate."""
        return len(self._segments) + 1

    @property
    def has_begun(self) -> bool:
        return bool(self._evaluations)

    @property
    def so_far(self) -> Review:
        """The review so far; at least the start must have been evaluated."""
        evaluator, evaluations = self._evaluators[0], tuple(self._evaluations)
        result = round_chance(game_result(self._table.state, self._seat), evaluator.unit)
        return Review(self._seat, result, evaluator.nodes, evaluator.unit, self._segments, evaluations)

    def run(self) -> Iterator[int]:
        """Evaluate the remaining positions, and after each yield the number evaluated so far."""
        states = islice(segment_positions(self._table, self._segments), len(self._evaluations), None)
        with ThreadPoolExecutor(len(self._evaluators)) as pool:
            while batch := list(islice(states, len(self._evaluators))):
                for evaluation in pool.map(lambda one, state: one.evaluate(state, self._seat), self._evaluators, batch):
                    self._evaluations.append(evaluation)
                    yield len(self._evaluations)


def table_from_record(record: Record) -> Table:
    """Return the table at the end of a record; its players need not exist, because nothing is played."""
    persons = [PERSON] * len(record.header.seats)
    without_players = replace(record, header=replace(record.header, seats=persons))
    return Table.from_record(without_players, plain=should_run_plain(record.game(plain=True).definition))


def review_table(table: Table, seat: int = 0, nodes: int = DEFAULT_NODES) -> Review:
    """Return the complete review of a game."""
    reviewer = Reviewer(table, seat, nodes)
    for _ in reviewer.run():
        pass
    return reviewer.so_far
