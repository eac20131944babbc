"""Positions as they travel to a worker: a state, and the game that it belongs to."""

from __future__ import annotations

import functools
from typing import NamedTuple

import numpy as np

from ...core.catalog import definition_of, should_run_plain
from ...core.definition import GameDefinition
from ...core.game import Game, State
from ...core.kernel.compiler import compiling_elsewhere, is_precompiled

MAX_CACHED_GAMES = 16
OptionItems = tuple[tuple[str, str | int], ...]


class Position(NamedTuple):
    game: str
    options: OptionItems
    words: bytes
    turn: int
    is_compiling: bool
    """Whether the game is still being compiled, so that computer players play by the book."""

    @classmethod
    def of(cls, state: State) -> Position:
        game = state.game
        is_compiling = game.definition.kernel_prefix in compiling_elsewhere
        return cls(
            game.name, tuple(game.options.items()), state.words.tobytes(), int(state.current_player), is_compiling
        )

    def state(self) -> State:
        """Return the state with the rules that the server uses: mostly plain ones."""
        return self._state(should_run_plain(definition_of(self.game)))

    def fast_state(self) -> State:
        """Return the state with compiled rules as soon as there are any."""
        return self._state(not can_run_compiled(self.game, self.is_compiling))

    def _state(self, plain: bool) -> State:
        game = _cached_game(definition_of(self.game), self.options, plain)
        return State(game, np.frombuffer(bytearray(self.words), np.int64), self.turn)


def can_run_compiled(name: str, is_compiling: bool) -> bool:
    """Return whether compiled rules can be loaded, and let this process's players know whether they can."""
    prefix = definition_of(name).kernel_prefix
    if is_compiling:
        compiling_elsewhere.add(prefix)
    else:
        compiling_elsewhere.discard(prefix)
    return not is_compiling and is_precompiled(prefix)


@functools.lru_cache(MAX_CACHED_GAMES)
def _cached_game(definition: GameDefinition, options: OptionItems, plain: bool) -> Game:
    return Game(definition, dict(options), plain)
