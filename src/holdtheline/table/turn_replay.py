"""The replay of a turn: what happened in a long step, computed again when a client shows it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..core.events import Event
from ..core.game import State
from .session import Table


def find_first_step(step: int, state_after: Callable[[int], State]) -> int | None:
    """Return the first step of the turn that ended with this step, or None if no turn ended."""
    replay = state_after(0).game.definition.turn_replay
    if replay is None or step < 1 or not replay.has_ended(state_after(step - 1).record, state_after(step).record):
        return None
    first = step
    while first > 1 and replay.is_running(state_after(first - 1).record):
        first -= 1
    return first


def make_turn_replay(table: Table, step: int, seen: Callable[[State], State], seat: int) -> dict[str, Any] | None:
    """Return the replay of the turn that ended with this step, as the seat may see it, or None."""
    replay = table.game.definition.turn_replay
    first = find_first_step(step, table.state_after) if step <= len(table.steps) else None
    if replay is None or first is None:
        return None
    before, after = table.state_after(first - 1), table.state_after(step)
    state, events = before.copy(), list[Event]()
    for played in table.steps[first - 1 : step]:
        state.play(played.move, events)
    return replay.make(seen(before).record, events, seen(after).record, seat)
