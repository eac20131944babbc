"""The engine's lines of sight are those that a ruler finds on a map of polygons."""

from __future__ import annotations

import pytest

from holdtheline.core.catalog import load
from holdtheline.core.hexes import lines_within
from holdtheline.games.civilwar import ground
from holdtheline.games.civilwar.scenario import named, shipped

from ..study import EVERYTHING
from .twin_field import Field

FARTHEST = 18 if EVERYTHING else ground.FARTHEST
"""From one corner of a map to the other, or as far as anybody fires: artillery on a hill, with the option."""
LINES = lines_within(FARTHEST)


@pytest.mark.clause("C3.5")
@pytest.mark.parametrize("hill_sight", ["off", "on"])
@pytest.mark.parametrize("name", shipped())
def test_who_sees_whom_at_the_start_is_what_the_ruler_finds(
    name: str, hill_sight: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for table, value in (("FARTHEST", FARTHEST), ("FIRST", LINES.first), ("PASSED", LINES.hexes)):
        monkeypatch.setattr(ground, table, value)
    field = Field(named(name), {"hill_sight": hill_sight})
    s = load("civilwar", plain=True, scenario=name, hill_sight=hill_sight).start().record
    pairs = [
        (a, b) for a in field.hexes.all for b in field.hexes.all if 1 <= field.hexes.apart(a, b) <= FARTHEST
    ]
    assert not EVERYTHING or len(pairs) == len(field.hexes.all) * (len(field.hexes.all) - 1)
    wrong = [(a, b) for a, b in pairs if bool(ground.sees(s, a, b)) != field.sees(a, b)]
    assert not wrong
