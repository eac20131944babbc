"""What stands below the lanes while somebody plans: what can be done next, and the keys."""

from __future__ import annotations

from textual.content import Content

from ..table.chooser import Chooser
from ..table.hints import no_hints
from ..table.session import Table
from ..table.words import viewer_of
from .asking import Key, next_touches, pressing
from .board import Board
from .orders import is_half_given, plans_now

WHAT_TO_PRESS = "1s 2r 3b 4h hire, 5M 6R 7F 8B build, r ready, / types"
"""The letters are those of the price list above it."""


def ready_in_plan(table: Table, chooser: Chooser, board: Board) -> Content:
    """What Enter would do now, or else what can be given as an order."""
    seat = viewer_of(table)
    if table.is_over:
        return pressing("Enter", "how it ended")
    if chooser.ready is not None:
        return pressing("Enter", chooser.ready.label)
    if is_half_given(table.state, seat):
        return Content(second_half(chooser, board))
    if not plans_now(table, seat):
        return next_touches(chooser, small=True)
    return Content(WHAT_TO_PRESS)


def second_half(chooser: Chooser, board: Board) -> str:
    """How an order goes on of which the first half is given."""
    ids = chooser.next_ids
    if any(id_.startswith("column") for id_ in ids):
        return "0-6 choose a column, s keeps it at home, n never mind"
    if any(board.place_of(id_) for id_ in ids):
        return "arrows choose a cell, Space builds, n never mind"
    return "type a timestep, or click it in the plan; n never mind"


def keys_in_plan(table: Table, has_side: bool, has_film: bool) -> list[Key]:
    keys = [Key("/", "type", "screen.type", 9), Key("Arrows Space", "touch", need=3)]
    keys.append(Key("u", "undo", "screen.undo", 7))
    if not has_side:
        keys += [Key("t", "plan", "screen.plan", 8), Key("o", "log", "screen.story", 2)]
    if has_film:
        keys += [Key("f", "film", "screen.film", 6), Key("v", "report", "screen.report", 5)]
    if not table.is_over and no_hints(table) is None:
        keys.append(Key("F2", "hints", "screen.hints", 4))
    keys += [Key("Tab", "moves", "screen.moves", 4), Key("?", "rules", "screen.rules", 5)]
    return [*keys, Key("d", "day/night", "app.day_or_night", 0), Key("q", "leave", "app.leave(0)", 8)]
