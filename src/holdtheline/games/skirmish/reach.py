"""Whom a blow in melee can reach: those in contact and, with the trait, those farther off (K1.1, K3.8)."""

from __future__ import annotations

from typing import Any

from ...core.kernel import kernel
from .sight import hides
from .space import is_within, touches
from .state import MOST_TERRAIN


@kernel
def in_reach(s: Any, piece: Any, other: Any) -> Any:
    """Whether the gap is one of contact, or within the reach of `piece` and no wall is between."""
    if touches(s, piece, other):
        return True
    if s.reach[piece] == 0:
        return False
    ax, ay, bx, by = s.x[piece], s.y[piece], s.x[other], s.y[other]
    if not is_within(ax, ay, s.radius[piece], bx, by, s.radius[other], s.reach[piece]):
        return False
    for place in range(MOST_TERRAIN):
        if s.t_kind[place] == 0:
            break
        if hides(s, place, ax, ay, bx, by):
            return False
    return True
