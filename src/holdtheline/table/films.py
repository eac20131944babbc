"""The film of a step: what it played out, made again when somebody wants to see it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..core.game import Event, State
from .session import Table


def film_of(table: Table, step: int, seen: Callable[[State], State], seat: int) -> dict[str, Any] | None:
    """The film that ended with this step, as the seat may see it, or None. It may have begun steps before."""
    films = table.game.contract.films
    if films is None or not 0 < step <= len(table.done):
        return None
    after = table.state_after(step)
    if not films.ended(table.state_after(step - 1).record, after.record):
        return None
    first = step
    while first > 1 and films.goes_on(table.state_after(first - 1).record):
        first -= 1
    before = table.state_after(first - 1)
    state, events = before.copy(), list[Event]()
    for done in table.done[first - 1 : step]:
        state.play(state.move(done.play, done.seat), events)
    return films.make(seen(before).record, events, seen(after).record, seat)
