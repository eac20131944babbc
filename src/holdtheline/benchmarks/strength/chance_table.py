"""Group stated chances by tenths, to compare them with what was true."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

Chances = np.ndarray
TENTHS = 10


def group_by_chance(stated: Chances, true: Chances) -> Iterator[tuple[str, Chances, Chances]]:
    """Yield a label, the stated and the true values for each tenth of the stated chance that occurs."""
    tenths = np.minimum((stated * TENTHS).astype(int), TENTHS - 1)
    for tenth in range(TENTHS):
        chosen = tenths == tenth
        if chosen.any():
            yield f"{tenth / TENTHS:.0%} to {(tenth + 1) / TENTHS:.0%}", stated[chosen], true[chosen]
