"""Simulated tournaments with known strengths."""

from __future__ import annotations

from typing import Any

import numpy as np

from holdtheline.arena.tournament.rating import ELO_PER_LOGIT, ResultUnits, win_probabilities


def simulated(strength: Any, pairs: int, chance: np.random.Generator, alike: float = 0.5) -> ResultUnits:
    """A round robin of bots with these strengths (in Elo, mean 0).

    In `alike` of all pairs both games have the same result; else they are independent.
    """
    bots = len(strength)
    first, second = (np.repeat(side, pairs) for side in np.triu_indices(bots, 1))
    share = win_probabilities(np.asarray(strength) / ELO_PER_LOGIT)[first, second]
    one = chance.random(len(first)) < share
    other = np.where(chance.random(len(first)) < alike, one, chance.random(len(first)) < share)
    points = one.astype(float) + other
    return ResultUnits(first, second, points, np.full(len(first), 2.0), np.arange(len(first)))
