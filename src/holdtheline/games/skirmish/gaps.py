"""Gaps that a leg leads over (trait, K3.4), and where one stops before them."""

from __future__ import annotations

from typing import Any

from ...core.kernel import kernel
from ...core.plane import towards
from .space import meets, way
from .state import IS_GAP, MOST_TERRAIN

NO_GAP, MANY = 0, -1


@kernel
def gap_on_way(s: Any, piece: Any, ax: Any, ay: Any, bx: Any, by: Any) -> Any:
    """The gap, as terrain + 1, that a straight way leads over or into; NO_GAP, or MANY of them."""
    found = NO_GAP
    for place in range(MOST_TERRAIN):
        if s.t_kind[place] == 0:
            break
        if s.t_bits[place] & IS_GAP and meets(s, place, ax, ay, bx, by, s.radius[piece]):
            if found != NO_GAP:
                return MANY
            found = place + 1
    return found


@kernel
def is_over_gap(s: Any, piece: Any, x: Any, y: Any) -> Any:
    """Whether a base here would overlap a gap."""
    return gap_on_way(s, piece, x, y, x, y) != NO_GAP


@kernel
def brink(s: Any, piece: Any, ax: Any, ay: Any, bx: Any, by: Any) -> Any:
    """Where a way from a straight to b ends before the first gap."""
    return towards(ax, ay, bx, by, way(s, piece, ax, ay, bx, by))
