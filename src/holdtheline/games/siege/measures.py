"""What a study counts in sieges."""

from __future__ import annotations

from ...core.definition import Measures
from ...core.kernel.compiler import kernel
from .rules import ARRANGE, move_kind
from .state import LANES, SiegeState

MOVE_KINDS = ("reinforce", "send no troops", "rearrange")
TROOP_BITS = 0xFFFFFF
"""The bits of a move with the troops for each lane."""


@kernel
def count_troops(s: SiegeState, seat: int) -> int:
    """Return the troops left."""
    total: int = s.backline
    for lane in range(LANES):
        total += s.lane[lane]
    return total


@kernel
def count_as(code: int) -> int:
    if move_kind(code) == ARRANGE:
        return 2
    return 0 if code & TROOP_BITS else 1


MEASURES = Measures(count_troops, "troops", False, count_as, MOVE_KINDS)
