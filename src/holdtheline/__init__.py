"""Hold the Line: games by their own rulebooks.

    import holdtheline as htl

    game = htl.load("siege", mode="hard")
    state = game.start()
    state.play("hold")
    state.roll(htl.SeededDice(7))

Names are imported on first use, so importing the package is fast."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .core.catalog import games, load
    from .core.definition import CHANCE, OVER
    from .core.dice import DiceSource, ScriptedDice, SeededDice, TypedDice
    from .core.errors import (
        BadDice,
        BadOption,
        BadPosition,
        BadRecord,
        HtlError,
        IllegalMove,
        NotSaved,
        NoUndo,
        UnknownName,
    )
    from .core.events import Event, Move, Outcome
    from .core.game import Game, State
    from .core.game_record.replay import Record
    from .lab.simulate import Simulation, simulate
    from .players.player import Player, player

__version__ = "0.2.0"

_MODULES = {
    "core.catalog": ("load",),
    "core.definition": ("CHANCE", "OVER"),
    "core.dice": ("DiceSource", "ScriptedDice", "SeededDice", "TypedDice"),
    "core.errors": (
        "BadDice",
        "BadOption",
        "BadPosition",
        "BadRecord",
        "HtlError",
        "IllegalMove",
        "NoUndo",
        "NotSaved",
        "UnknownName",
    ),
    "core.events": ("Event", "Move", "Outcome"),
    "core.game": ("Game", "State"),
    "core.game_record.replay": ("Record",),
    "lab.simulate": ("Simulation", "simulate"),
    "players.player": ("Player", "player"),
}

import_module(".games", __name__)  # the package is also the function `games`

_MODULE_OF = {name: module for module, names in _MODULES.items() for name in names}

__all__ = [
    "CHANCE",
    "OVER",
    "BadDice",
    "BadOption",
    "BadPosition",
    "BadRecord",
    "DiceSource",
    "Event",
    "Game",
    "HtlError",
    "IllegalMove",
    "Move",
    "NoUndo",
    "NotSaved",
    "Outcome",
    "Player",
    "Record",
    "ScriptedDice",
    "SeededDice",
    "Simulation",
    "State",
    "TypedDice",
    "UnknownName",
    "games",
    "load",
    "player",
    "simulate",
]


def __getattr__(name: str) -> object:
    if name not in _MODULE_OF:
        raise AttributeError(f"holdtheline has no {name!r}")
    found = getattr(import_module(f".{_MODULE_OF[name]}", __name__), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
