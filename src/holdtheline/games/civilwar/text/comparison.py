"""What the coach compares between moves: blocks lost, victory points, and the result of an attack that matters most."""

from __future__ import annotations

from collections.abc import Sequence

from ....core.definition import ComparedNumber, Comparison
from ....core.view_types import Odds
from ..rules.hex_map import is_land_unit, side_of
from ..rules.victory import victory_points_at_end
from ..state import PIECE_SLOTS, CivilWarState

SAMPLES = 48
MEASURES = (
    ComparedNumber("the enemy loses {} blocks", 0.2, True),
    ComparedNumber("you lose {} blocks", 0.2, False),
    ComparedNumber("your lead changes by {} VP", 0.2, True),
)
MATTERING = ("is eliminated by hits", "must retreat", "has no retreat hex", "regains a block")
LEAST_CHANCE = 0.05


def measure(s: CivilWarState, seat: int) -> tuple[int, int, int]:
    blocks = [0, 0]
    for piece in range(PIECE_SLOTS):
        if is_land_unit(s, piece):
            blocks[side_of(piece)] -= s.strength[piece]
    lead = int(victory_points_at_end(s, seat)) - int(victory_points_at_end(s, 1 - seat))
    return blocks[1 - seat], blocks[seat], lead


def key_odds(odds: Sequence[Odds]) -> Odds | None:
    """Return the odds that the target is eliminated, if that is likely, or else that it must retreat or is hit."""
    for ending in MATTERING:
        for odd in odds:
            if odd.label.endswith(ending) and (odd.max_chance or odd.chance) >= LEAST_CHANCE:
                return odd
    missed = next((odd for odd in odds if odd.label == "no hit"), None)
    return None if missed is None else Odds("a hit", 1 - missed.chance)


COMPARISON = Comparison(MEASURES, measure, "until your next turn, on average,", SAMPLES, key_odds)
