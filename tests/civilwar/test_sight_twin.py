"""The engine's lines of sight are those that a ruler finds on a map of polygons."""

from __future__ import annotations

import pytest

from holdtheline.core.catalog import load
from holdtheline.games.civilwar.ground import sees
from holdtheline.games.civilwar.scenario import named, shipped

from .twin_field import Field

FARTHEST = 4
"""Artillery on a hill, with the option."""


@pytest.mark.clause("C3.5")
@pytest.mark.parametrize("hill_sight", ["off", "on"])
@pytest.mark.parametrize("name", shipped())
def test_who_sees_whom_at_the_start_is_what_the_ruler_finds(name: str, hill_sight: str) -> None:
    field = Field(named(name), {"hill_sight": hill_sight})
    s = load("civilwar", plain=True, scenario=name, hill_sight=hill_sight).start().record
    pairs = [
        (a, b) for a in field.hexes.all for b in field.hexes.all if 1 <= field.hexes.apart(a, b) <= FARTHEST
    ]
    wrong = [(a, b) for a, b in pairs if bool(sees(s, a, b)) != field.sees(a, b)]
    assert not wrong
