"""Register an environment of every game with Gymnasium."""

from __future__ import annotations

import gymnasium

from ..core.catalog import all_definitions, definition_of
from ..core.definition import GameDefinition

NAMESPACE = "HoldTheLine"
VERSION = 0
"""To be raised when the observations, actions or rewards of environments change."""


def environment_id(game: str) -> str:
    """Return the id of a game's environment: `HoldTheLine/CivilWar-v0`."""
    return _id_of(definition_of(game))


def _id_of(definition: GameDefinition) -> str:
    return f"{NAMESPACE}/{definition.title.replace(' ', '')}-v{VERSION}"


def register_environments() -> None:
    """Register the environments of all installed games that have an encoding."""
    for definition in all_definitions():
        if definition.encoding is not None and _id_of(definition) not in gymnasium.registry:
            gymnasium.register(
                _id_of(definition),
                entry_point="holdtheline.rl.single_agent:GameEnv",
                vector_entry_point="holdtheline.rl.many_games:GameVectorEnv",
                kwargs={"game": definition.name},
            )
