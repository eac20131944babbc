"""Correct the place of a figure that slipped on a real table (K1.1, option `corrections`)."""

from __future__ import annotations

from ....core.events import log_event
from ....core.kernel.compiler import kernel
from ..state import REAL_TABLE, CharacterStatus, Clause, SkirmishState
from .battlefield import is_standing, pack_place, place_character
from .events import EventKind, Log
from .movement.paths import find_obstacle
from .movement.terrain import is_on_battlefield


@kernel
def can_correct(s: SkirmishState) -> bool:
    """Return whether figures may be corrected: only on a real table, against the AI general."""
    return s.aftermath & REAL_TABLE != 0 and s.enemy_seat == 0


@kernel
def has_figure(s: SkirmishState, piece: int) -> bool:
    """Return whether a character has a figure on the table: it stands or lies, and nobody holds or carries it."""
    return is_standing(s, piece) or s.status[piece] == CharacterStatus.LIES


@kernel
def why_not_correct(s: SkirmishState, piece: int, x: int, y: int) -> int:
    """Return the clause that forbids putting a figure here, or 0."""
    is_same_place = x == s.x[piece] and y == s.y[piece]
    if not can_correct(s) or not has_figure(s, piece) or not is_on_battlefield(x, y) or is_same_place:
        return Clause.K1_1
    return Clause.K1_3 if is_standing(s, piece) and find_obstacle(s, piece, x, y, x, y) != 0 else 0


@kernel
def correct(s: SkirmishState, piece: int, x: int, y: int, log: Log) -> None:
    """Move a character, with what it carries, to where its figure stands. Its facing and the turn do not change."""
    place = pack_place(s.x[piece], s.y[piece])
    place_character(s, piece, x, y)
    log_event(log, Clause.K1_1, EventKind.CORRECTED, (piece, place, pack_place(x, y), 0))
