"""Intervals of measured figures, and figures with as many digits as their intervals allow."""

from __future__ import annotations

from math import floor, log10, sqrt
from statistics import NormalDist

import numpy as np

from ..core.state_record import Words
from ..players.confidence_interval import wilson_interval

CONFIDENCE = 0.95
MAX_DECIMALS = 6
FEW = 30
"""Below this many observations a mean of results 0, 1/2 and 1 has the interval of Wilson, which is the wider one."""

Values = np.ndarray[tuple[int, ...], np.dtype[np.float64]]


def t_quantile(probability: float, degrees: int) -> float:
    """Return a quantile of Student's t by the expansion of Abramowitz and Stegun 26.7.5; for few degrees, exactly."""
    if degrees == 1:
        return float(np.tan(np.pi * (probability - 0.5)))
    if degrees == 2:
        return float((2 * probability - 1) / sqrt(2 * probability * (1 - probability)))
    z = NormalDist().inv_cdf(probability)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + float(sum(term / degrees ** (power + 1) for power, term in enumerate(terms)))


def mean_interval(values: Values, is_share: bool = True) -> tuple[float, float]:
    """Return the 95% interval of a mean: Wilson's for shares of games, otherwise Student's t."""
    count, mean = len(values), float(values.mean())
    if is_share and is_proportion(values):
        return wilson_interval(float(values.sum()), count)
    if count < 2:
        return float("-inf"), float("inf")
    margin = t_quantile((1 + CONFIDENCE) / 2, count - 1) * float(values.std(ddof=1)) / sqrt(count)
    return mean - margin, mean + margin


def is_proportion(values: Values) -> bool:
    """Return whether all values are 0 or 1, or too few and between them, so that Wilson's interval is right or wide."""
    if len(values) < FEW:
        return bool(((values >= 0) & (values <= 1)).all())
    return bool(((values == 0) | (values == 1)).all())


# Text


def decimals_for(half_width: float) -> int:
    """Return the decimals that show two digits of half an interval."""
    if not 0 < half_width < float("inf"):
        return 1
    return min(max(1 - floor(log10(half_width)), 0), MAX_DECIMALS)


def number_text(value: float, low: float, high: float) -> str:
    """Return a figure with the digits that its interval allows."""
    return f"{value:,.{decimals_for((high - low) / 2)}f}"


def interval_text(low: float, high: float) -> str:
    decimals = decimals_for((high - low) / 2)
    return f"{low:,.{decimals}f} to {high:,.{decimals}f}"


def rate_text(rate: float, low: float, high: float) -> str:
    """Return a rate in percent with the digits that its interval allows: `50%`, `52.3%`."""
    return f"{number_text(100 * rate, 100 * low, 100 * high)}%"


def rate_interval_text(low: float, high: float) -> str:
    """Return the interval of a rate: `24% to 76%`."""
    decimals = decimals_for(50 * (high - low))
    return f"{100 * low:.{decimals}f}% to {100 * high:.{decimals}f}%"


def scores_of(results: Words) -> Values:
    """Return the points of results: 1, 1/2 and 0 for WON, DRAWN and LOST."""
    return np.asarray((results + 1) / 2)
