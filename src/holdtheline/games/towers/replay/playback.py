"""Play a finished turn back from its events, timestep by timestep, as states that can be drawn.

The units do not decide again: the rules repeat the events.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from ..rules.sequence_of_play import begin_turn
from ..rules.turn_end import clean_up, end_turn
from ..rules.unit_actions import damage_soldier, enter, move_soldier, score, strike
from ..state import (
    CELLS,
    COLUMNS,
    LAST_TIMESTEP_EVENT,
    MAX_TOWERS,
    PLAYERS,
    TIMESTEPS,
    EventKind,
    Phase,
    Stage,
    TowersState,
)


class TimestepEvent(NamedTuple):
    """The action of one unit in one timestep (`state.EventKind`)."""

    step: int
    lane: int
    kind: int
    numbers: tuple[int, int, int]


def timestep_events(events: Iterable[Any]) -> Iterator[TimestepEvent]:
    """Yield the timestep events among events of `core.game`, or among rows of a log (clause, kind, four numbers)."""
    for event in events:
        kind, numbers = (event.kind, event.numbers) if hasattr(event, "kind") else (event[1], event[2:])
        if kind <= LAST_TIMESTEP_EVENT:
            time, a, b, c = (int(number) for number in numbers)
            yield TimestepEvent(time // PLAYERS, time % PLAYERS, int(kind), (a, b, c))


def play_back(before: TowersState, events: Iterable[Any]) -> Iterator[tuple[int, TowersState]]:
    """Yield each timestep of a turn with its state; the last one is the end of the turn.

    `before` is the state before the last `ready`, `events` are all events since. The state of a timestep is the one
    just before its clean-up, which still shows the fallen and the frozen. Timesteps after the last event are left out.
    """
    s = before.copy()
    if s.phase == Phase.PLAN:
        begin_turn(s)
    s.phase, s.lane, s.stage, s.acting = Phase.ACT, 0, Stage.CLEAN_UP, 0
    by_step: dict[int, list[TimestepEvent]] = {}
    for event in timestep_events(events):
        by_step.setdefault(event.step, []).append(event)
    for step in range(s.timestep, max(by_step, default=-1) + 1):
        s.timestep = step
        for event in by_step.get(step, ()):
            repeat_event(s, event)
        yield step, s.copy()
        for lane in range(PLAYERS):
            clean_up(s, lane, None)
    end_turn(s, None)
    yield TIMESTEPS, s


def repeat_event(s: TowersState, event: TimestepEvent) -> None:
    """Repeat an event. The clean-up finds out which units were destroyed."""
    (a, b, c), lane = event.numbers, event.lane
    match event.kind:
        case EventKind.ENTERED:
            s.deployed_unit[a] = c
            enter(s, lane, a, b % COLUMNS, None)
            s.entered[lane] += 1
        case EventKind.MOVED:
            move_soldier(s, lane, a, b, None)
        case EventKind.SHOT:
            damage_soldier(s, lane, lane * MAX_TOWERS + s.tower_at[lane * CELLS + a] - 1, b, None)
        case EventKind.STRUCK:
            strike(s, lane, a, b, None)
        case EventKind.SCORED:
            score(s, lane, a, None)
