"""Split a game into segments: dice in a row, decisions of one seat, decisions of the others.

Where seats decide simultaneously and in secret, the order of their decisions means nothing. A seat's own plan is
then one segment, as if it had come first; the plans of the others, with their results, are the next.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from ..core.declarations import EndedState
from ..core.definition import CHANCE
from ..core.game import State
from ..table.session import Table

SegmentKind = Literal["luck", "skill", "others"]
LUCK: SegmentKind = "luck"
SKILL: SegmentKind = "skill"
OTHERS: SegmentKind = "others"


@dataclass(frozen=True)
class Segment:
    """Steps that are evaluated as one."""

    first: int
    last: int
    kind: SegmentKind
    steps: tuple[int, ...]  # the steps that decide its kind; for a plan its orders, wherever they are in the record
    round_start: int | None = None  # the first step of the round that it ends, where seats decide simultaneously

    @property
    def step_before(self) -> int:
        """The number of the step after which the seat could have played differently."""
        return (self.round_start or self.first) - 1

    @property
    def is_ending(self) -> bool:
        """Whether this is the declaration that ended the game, which takes no step."""
        return not self.steps

    @property
    def is_in_order(self) -> bool:
        return self.steps == tuple(range(self.first, self.last + 1))


def split_segments(table: Table, seat: int, decisions_at_once: int) -> list[Segment]:
    """Split the game from this seat's point of view, with a limited number of decisions in a segment."""
    segments: list[Segment] = []
    before: SegmentKind | None = None  # the kind of the last step, or None if its segment is closed
    step = 1
    while step <= len(table.steps):
        end = find_round_end(table, step)
        if end is not None:
            segments += split_round(table, seat, step, end)
            step, before = end + 1, None
            continue
        mover = table.steps[step - 1].seat
        kind = LUCK if mover == CHANCE else SKILL if mover == seat else OTHERS
        if before is not None and (
            is_forced(table, step) or (before == kind and can_extend(segments[-1], kind, decisions_at_once))
        ):
            segments[-1] = replace(segments[-1], last=step, steps=(*segments[-1].steps, step))
        else:
            segments.append(Segment(step, step, kind, (step,)))
        step, before = step + 1, kind
    if table.is_ended_by_players and table.declared is not None:
        kind = SKILL if table.declared.seat == seat else OTHERS
        segments.append(Segment(step, step - 1, kind, ()))
    return segments


def can_extend(segment: Segment, kind: SegmentKind, decisions_at_once: int) -> bool:
    return segment.kind == kind and (kind == LUCK or len(segment.steps) < decisions_at_once)


def is_forced(table: Table, step: int) -> bool:
    """Return whether the move was the only one, so that it was no decision."""
    seat, definition = table.steps[step - 1].seat, table.game.definition
    if seat == CHANCE or definition.is_open_table:  # an open table lists only a sample of the moves
        return False
    return len(table.state_after(step - 1).legal_codes(seat)) == 1


# Simultaneous decisions


def find_round_end(table: Table, step: int) -> int | None:
    """Return the last step of a round of simultaneous decisions that starts here, or None if none starts."""
    definition, before = table.game.definition, table.state_after(step - 1)
    if definition.simultaneous is None or sum(map(before.can_move, range(len(table.game.seats)))) < 2:
        return None
    while step < len(table.steps):
        after = table.state_after(step)
        if definition.reveals_secret(before.record, after.record):
            return step
        before, step = after, step + 1
    return step


def split_round(table: Table, seat: int, first: int, last: int) -> Iterator[Segment]:
    steps = range(first, last + 1)
    own = tuple(step for step in steps if table.steps[step - 1].seat == seat)
    others = tuple(step for step in steps if step not in own)
    if own and others:
        yield Segment(first, last - 1, SKILL, own)
        yield Segment(last, last, OTHERS, others, round_start=first)
    else:
        yield Segment(first, last, SKILL if own else OTHERS, own or others)


def state_after_segment(table: Table, segment: Segment) -> State:
    """Return the state after a segment; after a plan, as if the others had planned nothing yet."""
    if segment.is_ending:
        return table.state
    if segment.kind != SKILL or segment.is_in_order:
        after = table.state_after(segment.last)
        return State(after.game, after.words) if isinstance(after, EndedState) else after
    state = table.state_after(segment.first - 1).copy()
    for step in segment.steps:
        state.play(table.steps[step - 1].move)
    return state


def segment_positions(table: Table, segments: Sequence[Segment]) -> Iterator[State]:
    """Yield the state at the start and after each segment."""
    yield table.state_after(0)
    for segment in segments:
        yield state_after_segment(table, segment)
