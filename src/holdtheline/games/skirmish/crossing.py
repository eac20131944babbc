"""A leg over a gap: a die tells whether it ends beyond the gap or before it (trait, K3.4)."""

from __future__ import annotations

from typing import Any

from ...core.contract import note
from ...core.kernel import kernel
from .gaps import NO_GAP, brink, gap_on_way
from .happened import Happened
from .moving import look, spend, step
from .state import Clause, Phase


@kernel
def begin_crossing(s: Any, x: Any, y: Any) -> Any:
    """Whether the active character's leg to here leads over a gap; then a die comes first."""
    piece = s.actor - 1
    gap = gap_on_way(s, piece, s.x[piece], s.y[piece], x, y)
    if gap == NO_GAP:
        return False
    s.over = gap
    s.over_x = x
    s.over_y = y
    s.phase = Phase.CROSS
    return True


@kernel
def roll_crossing(s: Any, face: Any, log: Any) -> None:
    """Who fails stops before the gap; the leg is used, as long as it was meant to be."""
    piece, gap = s.actor - 1, s.over - 1
    ax, ay, x, y = s.x[piece], s.y[piece], s.over_x, s.over_y
    crosses = face >= s.t_roll[gap]
    note(log, Clause.K3_4, Happened.CROSSED, (piece, gap, face, 1 if crosses else 0))
    spend(s, x, y)
    look(s, piece, x - ax, y - ay)
    if not crosses:
        x, y = brink(s, piece, ax, ay, x, y)
        s.going = 0
    if x != ax or y != ay:
        step(s, x, y, log)
    forget_crossing(s)
    s.phase = Phase.ACTING


@kernel
def forget_crossing(s: Any) -> None:
    s.over = 0
    s.over_x = 0
    s.over_y = 0
