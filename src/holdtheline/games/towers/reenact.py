"""A played turn once more, timestep by timestep, as records that can be drawn.

The rules are not asked again what happens: they do what the events say. So it makes no difference whose
mind a unit had.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from .analysis import Frame, frames_in
from .course import begin, end_turn
from .lane import Happened, clean_up, enter, hurt, move, score, strike
from .state import CELLS, COLUMNS, MOST_TOWERS, PLAYERS, STEPS, Phase, Stage


def moments(before: Any, events: Iterable[Any]) -> Iterator[tuple[int, Any]]:
    """Each timestep of a turn with a record of its own; the last one is the turn's end, after them all.

    `before` is the record before the last `ready`, `events` are all that happened since. A timestep is shown
    just before its clean-up: whoever fell in it still lies there, and the frost can be seen. Nothing follows
    the last timestep in which something happened, but the end.
    """
    s = before.copy()
    if s.phase == Phase.PLAN:
        begin(s)
    s.phase, s.lane, s.stage, s.acting = Phase.ACT, 0, Stage.CLEAN_UP, 0
    by_step: dict[int, list[Frame]] = {}
    for frame in frames_in(events):
        by_step.setdefault(frame.step, []).append(frame)
    for step in range(s.step, max(by_step, default=-1) + 1):
        s.step = step
        for frame in by_step.get(step, ()):
            take(s, frame)
        yield step, s.copy()
        for lane in range(PLAYERS):
            clean_up(s, lane, None)
    end_turn(s, None)
    yield STEPS, s


def take(s: Any, frame: Frame) -> None:
    """Do what was done. Who falls and which tower is destroyed follows from it, in the clean-up."""
    (a, b, c), lane = frame.numbers, frame.lane
    match frame.kind:
        case Happened.ENTERED:
            s.shown_unit[a] = c
            enter(s, lane, a, b % COLUMNS, None)
            s.entered[lane] += 1
        case Happened.MOVED:
            move(s, lane, a, b, None)
        case Happened.SHOT:
            hurt(s, lane, lane * MOST_TOWERS + s.tower_at[lane * CELLS + a] - 1, b, None)
        case Happened.STRUCK:
            strike(s, lane, a, b, None)
        case Happened.SCORED:
            score(s, lane, a, None)
