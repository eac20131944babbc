"""The Wilson confidence interval of a win rate."""

from __future__ import annotations

from math import sqrt

Z_95 = 1.959963984540054


def wilson_interval(wins: float, games: int) -> tuple[float, float]:
    """Return the 95% Wilson interval of a win rate (Wilson 1927). A draw is half a win."""
    rate, z = wins / games, Z_95
    centre = rate + z * z / (2 * games)
    margin = z * sqrt(rate * (1 - rate) / games + z * z / (4 * games * games))
    divisor = 1 + z * z / games
    # If all or no games were won, that end is exact, and rounding must not move it.
    low = (centre - margin) / divisor if wins > 0 else 0.0
    high = (centre + margin) / divisor if wins < games else 1.0
    return low, high
