"""Tournaments whose truth is known, because it was made up."""

from __future__ import annotations

from typing import Any

import numpy as np

from holdtheline.arena.tournament.rating import ELO, Units, chances


def simulated(strength: Any, pairs: int, chance: np.random.Generator, alike: float = 0.5) -> Units:
    """A round robin of bots with these strengths (in Elo, mean 0).

    In `alike` of all pairs both games have the same result; else they are independent.
    """
    bots = len(strength)
    first, second = (np.repeat(side, pairs) for side in np.triu_indices(bots, 1))
    share = chances(np.asarray(strength) / ELO)[first, second]
    one = chance.random(len(first)) < share
    other = np.where(chance.random(len(first)) < alike, one, chance.random(len(first)) < share)
    points = one.astype(float) + other
    return Units(first, second, points, np.full(len(first), 2.0), np.arange(len(first)))
