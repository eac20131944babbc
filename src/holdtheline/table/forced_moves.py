"""Moves that leave no choice: clients play them for the player, so they are no decisions."""

from __future__ import annotations

from collections.abc import Collection

from ..core.definition import CHANCE
from .session import Table


def undoes_only_forced_moves(table: Table, seats: Collection[int]) -> bool:
    """Return whether everything that these seats can undo was a move that a client plays without asking."""
    if table.why_no_undo(seats) is not None:
        return False
    is_simultaneous = table.game.definition.simultaneous is not None
    for index in reversed(range(table.undo_limit, len(table.steps))):
        step = table.steps[index]
        if is_simultaneous and step.seat not in seats:
            continue  # a secret order: it neither stops the undo nor may it show
        if step.seat == CHANCE:
            return False  # a person has typed it
        if step.seat not in seats:
            return True
        if forced_move(table, index) != step.move.text:
            return False
    return True


def forced_move(table: Table, index: int) -> str | None:
    """Return the move that a client plays without asking after this many steps, if it is so."""
    seat = table.steps[index].seat
    seen = table.state_after(index).seen_by(seat)
    text: str | None = table.game.definition.view.board(seen.record, seat).get("plays_itself")
    return text
