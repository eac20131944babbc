"""Find and load games by name.

A game is an entry point of the group `holdtheline.games` that names a `GameDefinition`, so a game can live in another
distribution. Its module is imported when the game is first needed.
"""

from __future__ import annotations

import functools
import importlib
import sys
from collections.abc import Mapping
from dataclasses import replace
from importlib.metadata import EntryPoint, entry_points
from types import ModuleType

from .definition import GameDefinition
from .errors import HtlError, UnknownName
from .game import Game
from .kernel.compiler import is_precompiled

GROUP = "holdtheline.games"
GAME_ORDER = ("siege", "towers", "skirmish", "civilwar")
"""The order in which games are listed: the shipped ones from simple to complex, then all others by name."""

EXTRA_GAMES: dict[str, GameDefinition] = {}
"""Games registered at run time, by name; they take precedence."""


@functools.cache
def game_entry_points() -> dict[str, EntryPoint]:
    """Return the installed games by name, in the order in which they are listed."""
    found = {entry.name: entry for entry in entry_points(group=GROUP)}
    order = {name: index for index, name in enumerate(GAME_ORDER)}
    return {name: found[name] for name in sorted(found, key=lambda name: (order.get(name, len(order)), name))}


def games() -> tuple[str, ...]:
    """Return the names of the games, the simplest first."""
    return tuple(game_entry_points())


def all_definitions() -> list[GameDefinition]:
    """Return the definitions of all games; leave out a third-party game that cannot be loaded, with a warning."""
    definitions = []
    for name in games():
        try:
            definitions.append(definition_of(name))
        except HtlError as error:
            _warn_once(str(error))
    return definitions


@functools.cache
def _warn_once(sentence: str) -> None:
    print(f"htl: {sentence}", file=sys.stderr)


def definition_of(name: str) -> GameDefinition:
    return EXTRA_GAMES[name] if name in EXTRA_GAMES else _installed_definition(name)


@functools.cache
def _installed_definition(name: str) -> GameDefinition:
    entry = game_entry_points().get(name)
    if entry is None:
        raise UnknownName(f"unknown game {str(name)[:40]!r}; choose from: {', '.join(games())}")
    try:
        definition = entry.load()
    except Exception as error:  # another distribution's module can raise anything
        if entry.module.startswith("holdtheline."):
            raise
        raise HtlError(f"the game {name} could not be loaded: {type(error).__name__}: {error}") from error
    if not isinstance(definition, GameDefinition) or definition.name != name:
        raise HtlError(f"the entry point {name} ({entry.value}) does not name the definition of a game called {name}")
    package = entry.module.partition(".")[0]
    return definition if package == "holdtheline" else replace(definition, package=package)


def find_scenario_game(text: str) -> GameDefinition | None:
    """Return the first game whose battles have a heading that is in this text, if there is one."""
    return next((game for game in all_definitions() if game.scenarios and game.scenarios.has_heading(text)), None)


def interactive_game(definition: GameDefinition, options: Mapping[str, object]) -> Game:
    """Return a game for people: in plain Python, unless its steps are long and already compiled."""
    return Game(definition, options, plain=should_run_plain(definition))


def should_run_plain(definition: GameDefinition) -> bool:
    return definition.turn_replay is None or not is_precompiled(definition.kernel_prefix)


def import_panels(module: str) -> ModuleType | None:
    """Import a client's module for one game; return None if there is no such module."""
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{module}.".startswith(f"{error.name}."):
            raise  # the module exists, but something that it imports is missing
        return None


def load(name: str, *, plain: bool = False, **options: object) -> Game:
    """Return a game by name and options. `plain` runs the rules uncompiled."""
    return load_with_options(name, options, plain)


def load_with_options(name: str, options: Mapping[str, object], plain: bool = False) -> Game:
    """Return a game like `load`; this is also how a pickled game is read."""
    return Game(definition_of(name), options, plain)
