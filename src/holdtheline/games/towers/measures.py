"""What a study counts in games of towers."""

from __future__ import annotations

from ...core.definition import Measures
from ...core.kernel.compiler import kernel
from .rules.moves import HIRE, TOWER, local_code
from .state import UNIT_COUNT, UNIT_NAMES, TowersState

OTHER_ORDERS = UNIT_COUNT
"""The index of all moves that buy nothing."""


@kernel
def hp_ahead(s: TowersState, seat: int) -> int:
    """Return how many HP a player has more than the other."""
    return s.hp[seat] - s.hp[1 - seat]


@kernel
def bought_unit(code: int) -> int:
    """Return the unit that a move buys, or `OTHER_ORDERS`."""
    order = local_code(code)
    if HIRE <= order < HIRE + UNIT_COUNT:
        return order - HIRE
    if TOWER <= order < TOWER + UNIT_COUNT:
        return order - TOWER
    return OTHER_ORDERS


MEASURES = Measures(hp_ahead, "HP", True, bought_unit, (*UNIT_NAMES, "other orders"))
