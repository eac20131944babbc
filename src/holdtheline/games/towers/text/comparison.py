"""What the coach compares between plans of a turn: HP and gold."""

from __future__ import annotations

from ....core.definition import ComparedNumber, Comparison
from ..state import TowersState

SAMPLES = 32
MEASURES = (
    ComparedNumber("they lose {} HP", 0.3, True),
    ComparedNumber("you lose {} HP", 0.3, False),
    ComparedNumber("your gold changes by {}", 1.0, True),
)


def measure(s: TowersState, seat: int) -> tuple[int, int, int]:
    return -int(s.hp[1 - seat]), -int(s.hp[seat]), int(s.gold[seat])


COMPARISON = Comparison(MEASURES, measure, "in this turn, on average,", SAMPLES)
