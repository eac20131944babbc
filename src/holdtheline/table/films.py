"""The film of a step: what it played out, made again when somebody wants to see it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..core.game import Event, State
from .session import Table


def first_step(step: int, state_after: Callable[[int], State]) -> int | None:
    """Where the film began that ended with this step, or None: there is none."""
    films = state_after(0).game.contract.films
    if films is None or step < 1 or not films.ended(state_after(step - 1).record, state_after(step).record):
        return None
    first = step
    while first > 1 and films.goes_on(state_after(first - 1).record):
        first -= 1
    return first


def film_of(table: Table, step: int, seen: Callable[[State], State], seat: int) -> dict[str, Any] | None:
    """The film that ended with this step, as the seat may see it, or None. It may have begun steps before."""
    films = table.game.contract.films
    first = first_step(step, table.state_after) if step <= len(table.done) else None
    if films is None or first is None:
        return None
    before, after = table.state_after(first - 1), table.state_after(step)
    state, events = before.copy(), list[Event]()
    for done in table.done[first - 1 : step]:
        state.play(state.move(done.play, done.seat), events)
    return films.make(seen(before).record, events, seen(after).record, seat)
