"""The games that the tests of environments play: short ones."""

from __future__ import annotations

from functools import cache

from holdtheline.core import catalog
from holdtheline.core.game import Game

SHORT: dict[str, dict[str, str | int]] = {
    "siege": {"mode": "easy"},
    "towers": {"turn_limit": 2},
    "skirmish": {"scenario": "millrace"},
    "civilwar": {"scenario": "little-round-top"},
}
NAMES = tuple(name for name in catalog.games() if catalog.definition_of(name).encoding)


@cache
def short_game(name: str) -> Game:
    return catalog.load_with_options(name, SHORT.get(name, {}))
