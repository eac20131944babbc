"""What keeps a character away from one place, or near to another: fear and tethers (traits, K3.4)."""

from __future__ import annotations

from typing import Any

from ...core.kernel import kernel
from ...core.plane import square, towards, way_to_point
from .space import first_of, is_within, side_of, stands
from .state import CONTACT, MOST_OF_A_SIDE, There


@kernel
def berth(s: Any, piece: Any, other: Any, clear: Any) -> Any:
    """From centre to centre, how near a leg may end to an enemy; `clear` keeps out of contact as well."""
    wide = max(s.fear[other], CONTACT + 1 if clear else 0)
    return wide + s.radius[piece] + s.radius[other] if wide > 0 else 0


@kernel
def is_too_near(s: Any, piece: Any, ax: Any, ay: Any, bx: Any, by: Any, other: Any, clear: Any) -> Any:
    """Whether a leg from a to b ends nearer to an enemy than it may; who began nearer may stay as near."""
    limit, ends = berth(s, piece, other, clear), square(bx, by, s.x[other], s.y[other])
    return ends < limit * limit and ends < square(ax, ay, s.x[other], s.y[other])


@kernel
def frightener(s: Any, piece: Any, ax: Any, ay: Any, bx: Any, by: Any, clear: Any) -> Any:
    """The first enemy, as character + 1, to whom a leg from a to b ends too near; 0: nobody."""
    first = first_of(1 - side_of(piece))
    for other in range(first, first + MOST_OF_A_SIDE):
        if s.there[other] == There.NOBODY:
            return 0
        if stands(s, other) and is_too_near(s, piece, ax, ay, bx, by, other, clear):
            return other + 1
    return 0


@kernel
def is_tied(s: Any, piece: Any, x: Any, y: Any) -> Any:
    """Whether a character here is as near as its tether asks, if it has one."""
    if s.tether[piece] == 0:
        return True
    return is_within(x, y, s.radius[piece], s.tether_x[piece], s.tether_y[piece], 0, s.tether[piece])


@kernel
def strays(s: Any, piece: Any, ax: Any, ay: Any, bx: Any, by: Any) -> Any:
    """Whether a leg from a to b ends beyond the tether; who began there may come no farther away."""
    if is_tied(s, piece, bx, by):
        return False
    x, y = s.tether_x[piece], s.tether_y[piece]
    return square(bx, by, x, y) > square(ax, ay, x, y)


@kernel
def is_bound(s: Any, piece: Any, ax: Any, ay: Any, bx: Any, by: Any, clear: Any) -> Any:
    """Whether fear or a tether forbids a leg from a to end at b."""
    return strays(s, piece, ax, ay, bx, by) or frightener(s, piece, ax, ay, bx, by, clear) != 0


@kernel
def bound_way(s: Any, piece: Any, ax: Any, ay: Any, bx: Any, by: Any, length: Any, clear: Any) -> Any:
    """How far one may go from a straight to b, at most this length, and end where nothing forbids it."""
    x, y = towards(ax, ay, bx, by, length)
    if strays(s, piece, ax, ay, x, y):
        length = tied_way(s, piece, ax, ay, bx, by, length)
        x, y = towards(ax, ay, bx, by, length)
    fright = frightener(s, piece, ax, ay, x, y, clear)
    while fright != 0 and length > 0:
        other = fright - 1
        limit = berth(s, piece, other, clear)
        length = min(length - 1, way_to_point(ax, ay, x, y, s.x[other], s.y[other], limit))
        x, y = towards(ax, ay, bx, by, length)
        fright = frightener(s, piece, ax, ay, x, y, clear)
    return length


@kernel
def tied_way(s: Any, piece: Any, ax: Any, ay: Any, bx: Any, by: Any, length: Any) -> Any:
    """How far one may go before the tether holds."""
    low, high = 0, length
    while high - low > 1:
        middle = (low + high) // 2
        x, y = towards(ax, ay, bx, by, middle)
        if strays(s, piece, ax, ay, x, y):
            high = middle
        else:
            low = middle
    return low
