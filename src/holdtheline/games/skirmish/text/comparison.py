"""What the coach compares between moves: characters out of action, wounds, and the effect of a blow."""

from __future__ import annotations

from collections.abc import Sequence

from ....core.definition import ComparedNumber, Comparison
from ....core.view_types import Odds
from ..rules.battlefield import characters_of_side, is_standing
from ..state import ENEMIES, FRIENDS, SkirmishState

SAMPLES = 24
MEASURES = (
    ComparedNumber("{} more of the enemy stand no longer", 0.15, True),
    ComparedNumber("{} more of yours stand no longer", 0.15, False),
    ComparedNumber("the enemy takes {} wounds", 0.2, True),
    ComparedNumber("you take {} wounds", 0.2, False),
)


def measure(s: SkirmishState, seat: int) -> tuple[int, int, int, int]:
    own, other = (FRIENDS, ENEMIES) if seat < s.generals else (ENEMIES, FRIENDS)
    return count_down(s, other), count_down(s, own), count_wounds(s, other), count_wounds(s, own)


def count_down(s: SkirmishState, side: int) -> int:
    """Return how many characters of a side do not stand: they have fallen, fled, escaped or not come yet."""
    return sum(not is_standing(s, piece) for piece in characters_of_side(s, side))


def count_wounds(s: SkirmishState, side: int) -> int:
    return sum(int(s.wounds[piece]) for piece in characters_of_side(s, side))


def key_odds(odds: Sequence[Odds]) -> Odds | None:
    """Return the odds of the effect of the blow, which come last."""
    return odds[-1] if odds else None


COMPARISON = Comparison(
    MEASURES, measure, "until the other side has acted or the round ends, on average,", SAMPLES, key_odds
)
