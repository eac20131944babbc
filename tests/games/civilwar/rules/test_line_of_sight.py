"""The engine's lines of sight are those that a ruler finds on a map of polygons."""

from __future__ import annotations

import pytest

from holdtheline.core.catalog import load
from holdtheline.core.hexes import build_crossing_lookup
from holdtheline.games.civilwar.rules import line_of_sight
from holdtheline.games.civilwar.scenario.parse import list_scenarios, load_scenario

from ....effort import EVERYTHING
from ..oracle.field import Field

FARTHEST = 18 if EVERYTHING else line_of_sight.MAX_RANGE
"""From one corner of a map to the other, or as far as the longest fire: artillery on a hill, with the option."""
LINES = build_crossing_lookup(FARTHEST)


@pytest.mark.clause("C3.5")
@pytest.mark.parametrize("hill_sight", ["off", "on"])
@pytest.mark.parametrize("name", list_scenarios())
def test_who_sees_whom_at_the_start_is_what_the_ruler_finds(
    name: str, hill_sight: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for table, value in (("MAX_RANGE", FARTHEST), ("LINE_STARTS", LINES.offsets), ("LINE_HEXES", LINES.hexes)):
        monkeypatch.setattr(line_of_sight, table, value)
    field = Field(load_scenario(name), {"hill_sight": hill_sight})
    s = load("civilwar", plain=True, scenario=name, hill_sight=hill_sight).start().record
    pairs = [(a, b) for a in field.hexes.all for b in field.hexes.all if 1 <= field.hexes.apart(a, b) <= FARTHEST]
    assert not EVERYTHING or len(pairs) == len(field.hexes.all) * (len(field.hexes.all) - 1)
    wrong = [(a, b) for a, b in pairs if bool(line_of_sight.has_line_of_sight(s, a, b)) != field.sees(a, b)]
    assert not wrong
