"""What a study counts in battles of Civil War."""

from __future__ import annotations

from ...core.definition import Measures
from ...core.kernel.compiler import kernel
from .rules.moves import MoveKind, move_kind
from .rules.victory import victory_points_at_end
from .state import CivilWarState

MOVE_KINDS = tuple(kind.name.lower().replace("_", " ") for kind in MoveKind)


@kernel
def vp_ahead(s: CivilWarState, seat: int) -> int:
    """Return how many VP a side would have more than the other if the battle ended now (C7.1)."""
    return victory_points_at_end(s, seat) - victory_points_at_end(s, 1 - seat)


@kernel
def count_as(code: int) -> int:
    return move_kind(code) - 1


MEASURES = Measures(vp_ahead, "VP", True, count_as, MOVE_KINDS)
