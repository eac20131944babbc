"""How sure a share is that was counted."""

from __future__ import annotations

from math import sqrt

NINETY_FIVE = 1.959963984540054


def wilson(wins: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share of games, by Wilson. A draw is half a win."""
    rate, z = wins / games, NINETY_FIVE
    middle = rate + z * z / (2 * games)
    half = z * sqrt(rate * (1 - rate) / games + z * z / (4 * games * games))
    below = 1 + z * z / games
    # Where all or none were won the end is exact, and rounding must not move it.
    low = (middle - half) / below if wins > 0 else 0.0
    high = (middle + half) / below if wins < games else 1.0
    return low, high
