"""The games that there are. A game is a package below `holdtheline.games` with rules and a CONTRACT."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from importlib import import_module

from .contract import Contract
from .errors import UnknownName
from .game import Game
from .kernel import PACKAGE, is_warm

ORDER = ("siege", "towers", "skirmish", "civilwar")


@functools.cache
def games() -> tuple[str, ...]:
    """The names of the games, the simplest first."""
    rooms = {path.parent.name for path in (PACKAGE / "games").glob("*/rules.py")}
    return tuple(sorted(rooms, key=lambda name: (ORDER.index(name) if name in ORDER else len(ORDER), name)))


GUESTS: dict[str, Contract] = {}
"""Games that live elsewhere; whoever brings one puts it here under its name."""


def contract_of(name: str) -> Contract:
    return GUESTS[name] if name in GUESTS else _contract_of(name)


@functools.cache
def _contract_of(name: str) -> Contract:
    if name not in games():
        raise UnknownName(f"there is no game {str(name)[:40]!r}; the games are: {', '.join(games())}")
    contract = import_module(f"holdtheline.games.{name}").CONTRACT
    assert isinstance(contract, Contract)
    return contract


def game_for_people(contract: Contract, options: Mapping[str, object]) -> Game:
    """A game to sit down to: plain, so that nobody waits, unless its steps are long and compiled already."""
    return Game(contract, options, plain=plain_for_people(contract))


def plain_for_people(contract: Contract) -> bool:
    return contract.films is None or not is_warm()


def load(name: str, *, plain: bool = False, **options: object) -> Game:
    """A game by its name and options. `plain` runs the rules uncompiled."""
    return Game(contract_of(name), options, plain)
