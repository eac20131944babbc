"""Fear and tethers: what keeps a character away from an enemy, or near to a pool (traits `fear`, `tether`, K3.4)."""

from __future__ import annotations

from .....core.kernel.compiler import kernel
from .....core.plane import free_path_past_point, move_towards, squared_distance
from ...state import CONTACT_GAP, MAX_PER_SIDE, CharacterStatus, SkirmishState
from ..battlefield import first_of_side, is_standing, is_within, side_of


@kernel
def closest_approach(s: SkirmishState, piece: int, other: int, clear: bool) -> int:
    """Return how near, from centre to centre, a leg may end to an enemy; `clear` keeps out of contact as well."""
    wide = max(s.fear[other], CONTACT_GAP + 1 if clear else 0)
    return wide + s.radius[piece] + s.radius[other] if wide > 0 else 0


@kernel
def is_too_near_feared(
    s: SkirmishState, piece: int, ax: int, ay: int, bx: int, by: int, other: int, clear: bool
) -> bool:
    """Return whether a leg from a to b ends nearer to an enemy than it may.

    A character that began nearer may stay as near.
    """
    limit, ends = closest_approach(s, piece, other, clear), squared_distance(bx, by, s.x[other], s.y[other])
    return ends < limit * limit and ends < squared_distance(ax, ay, s.x[other], s.y[other])


@kernel
def find_feared_enemy(s: SkirmishState, piece: int, ax: int, ay: int, bx: int, by: int, clear: bool) -> int:
    """Return the first enemy + 1 to whom a leg from a to b ends too near, or 0."""
    first = first_of_side(1 - side_of(piece))
    for other in range(first, first + MAX_PER_SIDE):
        if s.status[other] == CharacterStatus.NOBODY:
            return 0
        if is_standing(s, other) and is_too_near_feared(s, piece, ax, ay, bx, by, other, clear):
            return other + 1
    return 0


@kernel
def leaves_tether(s: SkirmishState, piece: int, ax: int, ay: int, bx: int, by: int) -> bool:
    """Return whether a leg from a to b ends beyond the tether, and farther away than it began."""
    x, y = s.tether_x[piece], s.tether_y[piece]
    if s.tether[piece] == 0 or is_within(bx, by, s.radius[piece], x, y, 0, s.tether[piece]):
        return False
    return squared_distance(bx, by, x, y) > squared_distance(ax, ay, x, y)


@kernel
def is_restrained(s: SkirmishState, piece: int, ax: int, ay: int, bx: int, by: int, clear: bool) -> bool:
    """Return whether fear or a tether forbids a leg from a to end at b."""
    return leaves_tether(s, piece, ax, ay, bx, by) or find_feared_enemy(s, piece, ax, ay, bx, by, clear) != 0


@kernel
def restrained_length(
    s: SkirmishState, piece: int, ax: int, ay: int, bx: int, by: int, length: int, clear: bool
) -> int:
    """Return how far a character may go from a straight to b, at most this length, and end where it may."""
    x, y = move_towards(ax, ay, bx, by, length)
    if leaves_tether(s, piece, ax, ay, x, y):
        length = tethered_length(s, piece, ax, ay, bx, by, length)
        x, y = move_towards(ax, ay, bx, by, length)
    fright = find_feared_enemy(s, piece, ax, ay, x, y, clear)
    while fright != 0 and length > 0:
        other = fright - 1
        limit = closest_approach(s, piece, other, clear)
        length = min(length - 1, free_path_past_point(ax, ay, x, y, s.x[other], s.y[other], limit))
        x, y = move_towards(ax, ay, bx, by, length)
        fright = find_feared_enemy(s, piece, ax, ay, x, y, clear)
    return length


@kernel
def tethered_length(s: SkirmishState, piece: int, ax: int, ay: int, bx: int, by: int, length: int) -> int:
    """Return how far a character may go from a straight to b before the tether stops it."""
    low, high = 0, length
    while high - low > 1:
        middle = (low + high) // 2
        x, y = move_towards(ax, ay, bx, by, middle)
        if leaves_tether(s, piece, ax, ay, x, y):
            high = middle
        else:
            low = middle
    return low
