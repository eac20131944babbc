"""Orders at a table where seats plan at once: said in one go, taken back as one, and sealed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from ..core.contract import EVERYBODY
from ..core.errors import HtlError, IllegalMove
from ..core.game import Event, Game, State
from ..table.session import Done, Table
from ..table.words import viewer_of
from .sayings import moves_in

NEVER_MIND = "never mind"
"""Takes back the first half of an order."""


def is_half_given(state: State, seat: int) -> bool:
    """Whether the seat has said the first half of an order, and not yet the second."""
    try:
        return state.can_move(seat) and state.why_not(state.code(NEVER_MIND, seat)) is None
    except IllegalMove:
        return False


def say_orders(table: Table, text: str) -> tuple[list[Done], HtlError | None]:
    """Take the steps that this line means; those taken, and what refused the next one.

    T6.2: what was ordered before it stands. Of the refused order nothing is left half given.
    """
    seat = viewer_of(table)
    was_half_given = is_half_given(table.state, seat)
    done: list[Done] = []
    try:
        for order in filter(None, map(str.strip, text.split(";"))):
            for move in moves_in(table.state, seat, order):
                done.append(table.play(move, seat))
    except HtlError as error:
        if not was_half_given and is_half_given(table.state, seat):
            table.play(NEVER_MIND, seat)
        return done, error
    return done, None


def take_back(table: Table) -> list[Done]:
    """Take back the last order of whoever plans, or the last half of one; what is gone, the last first."""
    seat = viewer_of(table)
    was_half_given = is_half_given(table.state, seat)
    gone = [table.undo([seat])]
    while not was_half_given and is_half_given(table.state, seat):
        gone.append(table.undo([seat]))
    return gone


def is_sealed(table: Table, done: Done) -> bool:
    """Whether only its own seat may know this step."""
    if done.seat < 0:
        return False
    before = table.state_after(done.number - 1)
    return table.game.contract.sealed(before.record, before.code(done.play, done.seat))


def plans_now(table: Table, seat: int) -> bool:
    """Whether this seat decides in secret."""
    contract, codes = table.game.contract, table.state.codes(seat) if table.state.can_move(seat) else []
    return bool(codes) and contract.sealed(table.state.record, codes[-1])


def may_read(game: Game, event: Event, seat: int) -> bool:
    return game.contract.audience(event.kind, event.numbers) in (EVERYBODY, seat)


class SealedLog:
    """What a seat may read of all that happened."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._known: dict[tuple[int, int, str], bool] = {}

    def of(self, seat: int) -> list[Done]:
        """The steps that this seat knows of, each with the events that are for it."""
        return list(self._backwards(seat))[::-1]

    def events(self, seat: int, most: int) -> list[Event]:
        """The last events that are for this seat."""
        told = (event for done in self._backwards(seat) for event in reversed(done.events))
        return list(islice(told, most))[::-1]

    def _backwards(self, seat: int) -> Iterator[Done]:
        for done in reversed(self.table.done):
            if done.seat == seat or not self._is_sealed(done):
                events = [event for event in done.events if may_read(self.table.game, event, seat)]
                yield Done(done.number, done.seat, done.play, events)

    def _is_sealed(self, done: Done) -> bool:
        key = (done.number, done.seat, done.play)
        if key not in self._known:
            self._known[key] = is_sealed(self.table, done)
        return self._known[key]
