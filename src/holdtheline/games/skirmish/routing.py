"""The flight of whoever routs (K3.2)."""

from __future__ import annotations

from typing import Any

from ...core.contract import note
from ...core.kernel import kernel
from ...core.plane import along, root_up, square, towards
from .edges import to_the_edge, way_out
from .happened import Happened
from .moving import TURNS, look, pace_now, put, spot
from .space import free_way, is_at_exit, way
from .state import Clause
from .turning import turned
from .water import slow_way


@kernel
def rout_move(s: Any, log: Any) -> Any:
    """Whoever routs runs for the nearest edge, or the exit of a closed room; whether it gets away.

    Blocked, it turns as little as it must to come farther than half its move, or else goes as far as it can.
    It crosses no gap, and neither fear nor a tether holds it.
    """
    piece = s.actor - 1
    ax, ay, radius = s.x[piece], s.y[piece], s.radius[piece]
    if is_at_exit(s, ax, ay, radius):
        return True
    x, y = rout_end(s, piece, pace_now(s))
    if x != ax or y != ay:
        look(s, piece, x - ax, y - ay)
        put(s, piece, x, y)
    note(log, Clause.K3_2, Happened.FLED, (piece, spot(ax, ay), spot(x, y), 0))
    return is_at_exit(s, x, y, radius)


@kernel
def rout_end(s: Any, piece: Any, pace: Any) -> Any:
    """How far it comes."""
    ax, ay, radius = s.x[piece], s.y[piece], s.radius[piece]
    gx, gy, _ = way_out(s, ax, ay)
    x, y, longest = ax, ay, 0
    if gx == ax and gy == ay:
        return x, y
    for turn in range(TURNS + 1):
        bx, by = towards(ax, ay, gx, gy, pace)
        if turn > 0:
            dx, dy = turned(gx - ax, gy - ay, turn)
            bx, by = along(ax, ay, dx, dy, pace)
        bx, by = to_the_edge(ax, ay, bx, by)
        length, is_free = flight(s, piece, bx, by, pace)
        bx, by = towards(ax, ay, bx, by, length)
        leaves = is_at_exit(s, bx, by, radius)
        if length > longest or leaves:
            x, y, longest = bx, by, length
        if leaves or 2 * length > pace or (is_free and turn == 0):
            break
    return x, y


@kernel
def flight(s: Any, piece: Any, bx: Any, by: Any, pace: Any) -> Any:
    """How far it can go straight towards b, and whether nothing is in the way."""
    ax, ay = s.x[piece], s.y[piece]
    if bx == ax and by == ay:
        return 0, False
    length, whole = way(s, piece, ax, ay, bx, by), root_up(square(ax, ay, bx, by))
    slowed = slow_way(s, piece, ax, ay, bx, by, length, pace)
    return free_way(s, piece, ax, ay, bx, by, slowed), length == whole
