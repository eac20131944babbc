"""Those who are seized: they go with whoever holds them until that one is gone, or they drown (trait)."""

from __future__ import annotations

from typing import Any

from ...core.contract import note
from ...core.kernel import kernel
from .happened import Happened
from .moving import let_go, put, spot
from .places import NOWHERE, free_place
from .space import has, side_of
from .state import CANNOT_BE_FELLED, CHARACTERS, GRABS, TABLE, Clause, There

ANYWHERE = 3 * TABLE // 2
"""So far away somebody may be set down who finds no place nearer."""


@kernel
def is_held_by(s: Any, piece: Any, holder: Any) -> Any:
    return s.there[piece] == There.HELD and s.held_by[piece] == holder + 1


@kernel
def can_seize(s: Any, striker: Any, target: Any) -> Any:
    """Whether a character seizes an enemy whom it would wound: it does, until it holds its most."""
    if not has(s, striker, GRABS) or side_of(striker) == side_of(target):
        return False
    held = 0
    for piece in range(CHARACTERS):
        if is_held_by(s, piece, striker):
            held += 1
    return held < s.most_carried[striker]


@kernel
def seize(s: Any, piece: Any, holder: Any, log: Any) -> None:
    """The holder has it: it drops what it carried, and whom it held itself is free."""
    note(log, Clause.K4_1, Happened.GRABBED, (holder, piece, 0, 0))
    let_go(s, piece, log)
    s.there[piece] = There.HELD
    set_free(s, piece, log)
    s.held_by[piece] = holder + 1
    s.held_since[piece] = s.round
    put(s, holder, s.x[holder], s.y[holder])


@kernel
def set_free(s: Any, holder: Any, log: Any) -> None:
    """Whoever a character held is set down at the nearest free place; the holder's own is free by now."""
    for piece in range(CHARACTERS):
        if is_held_by(s, piece, holder):
            x, y = free_place(s, piece, s.x[holder], s.y[holder], ANYWHERE)
            s.held_by[piece] = 0
            s.held_since[piece] = 0
            if x == NOWHERE:
                s.there[piece] = There.LEFT
            else:
                s.there[piece] = There.STANDS
                put(s, piece, x, y)
                note(log, Clause.K4_2, Happened.FREED, (piece, spot(x, y), 0, 0))


@kernel
def is_drowned(s: Any, piece: Any) -> Any:
    """Whether it has been held for as many full rounds as its holder needs, when a round ends."""
    if s.there[piece] != There.HELD or has(s, piece, CANNOT_BE_FELLED):
        return False
    full_rounds = s.drowns[s.held_by[piece] - 1]
    return full_rounds > 0 and s.round - s.held_since[piece] >= full_rounds
