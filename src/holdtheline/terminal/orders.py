"""Typed input: parse a line as moves, rolls or orders, play them, and undo a whole order (T6.2)."""

from __future__ import annotations

from ..core.definition import CHANCE
from ..core.dice import parse_face
from ..core.errors import BadDice, HtlError, IllegalMove, UnknownName
from ..core.game import State
from ..table.history import PlayedStep
from ..table.session import Table
from ..table.text import viewing_seat


def play_typed_line(table: Table, text: str) -> PlayedStep:
    """Play a typed line as a step; raise BadDice for a typed face if the table rolls."""
    if table.turn != CHANCE:
        return table.play(text)
    word = " ".join(text.split()).lower()
    if not table.dice_are_mine:
        if word in ("", "roll"):
            return table.roll()
        if word.removeprefix("roll ").lstrip("-").isdecimal():
            raise BadDice("the table rolls this die: type roll")
        return table.play(text)
    if len(word.removeprefix("roll ").split()) <= 1:
        return table.play(parse_face(word.removeprefix("roll ")))
    return table.play(text)


CANCEL_ORDER = "never mind"
"""The move that cancels the first half of an order."""


def has_partial_order(state: State, seat: int) -> bool:
    """Return whether the seat has given the first half of an order but not the second."""
    try:
        return state.can_move(seat) and state.why_not(state.code(CANCEL_ORDER, seat)) is None
    except IllegalMove:
        return False


def expand_order(state: State, seat: int, order: str) -> list[str]:
    """Return the moves that an order consists of."""
    moves = state.game.definition.text.parse_order(state.seen_by(seat).record, seat, order)
    if moves is None and (why := missing_character_message(state, seat, order)):
        raise UnknownName(why)
    return [order] if moves is None else moves


def missing_character_message(state: State, seat: int, order: str) -> str:
    """Return why an order cannot be parsed while a character must be chosen first, or an empty string."""
    definition = state.game.definition
    if (
        not definition.is_open_table
        or state.current_player < 0
        or definition.text.parse_move(state.record, order) is not None
    ):
        return ""
    seen = state.seen_by(seat).record
    name = next(iter(definition.view.board(seen, seat).get("able", ())), "")
    if not name:
        return ""
    moves = definition.text.parse_order(seen, seat, f"{name} {order}")
    if moves is None or not _can_parse_after(state, *moves):
        return f"this is not an order; name the character first: {name} go 4 up"
    return f"name the character first: {name} {order}"


def _can_parse_after(state: State, first: str, *moves: str) -> bool:
    """Return whether the moves can be parsed after the first one is played."""
    after = state.copy()
    after.play(first)
    return all(state.game.definition.text.parse_move(after.record, move) is not None for move in moves)


def give_orders(table: Table, text: str) -> tuple[list[PlayedStep], HtlError | None]:
    """Play the orders of a line; return the steps played, and the error that refused an order.

    The orders before a refused one stand (T6.2). A refused order is undone completely.
    """
    seat = viewing_seat(table)
    had_partial_order = has_partial_order(table.state, seat)
    steps: list[PlayedStep] = []
    try:
        for order in filter(None, map(str.strip, text.split(";"))):
            for move in expand_order(table.state, seat, order):
                steps.append(table.play(move, seat))
    except HtlError as error:
        if not had_partial_order and has_partial_order(table.state, seat):
            table.play(CANCEL_ORDER, seat)
        return steps, error
    return steps, None


def undo_order(table: Table) -> list[PlayedStep]:
    """Undo the last order of the planning seat, or half an order; return the undone steps, newest first."""
    seat = viewing_seat(table)
    had_partial_order = has_partial_order(table.state, seat)
    undone = [table.undo([seat])]
    while not had_partial_order and has_partial_order(table.state, seat):
        undone.append(table.undo([seat]))
    return undone
