"""Players by name. A player sees only what its seat may know."""

from __future__ import annotations

import functools
import secrets
from collections.abc import Callable, Mapping
from typing import Any, Protocol, TypeAlias, cast

import numpy as np

from ..core.ai.search_settings import Policy
from ..core.definition import GameDefinition
from ..core.dice import random_stream
from ..core.engine import shared_kernel, state_opener
from ..core.errors import BadOption, HtlError, UnknownName
from ..core.events import Move
from ..core.game import Game, State
from ..core.kernel.compiler import Kernel, as_pointer, compiling_elsewhere, kernel_factory
from ..core.state_record import Words
from .levels import LEVEL_DESCRIPTIONS, LevelPlayer, is_level_name, stand_in_policy
from .mcts.player import (
    SEARCH_DESCRIPTION,
    SEARCH_NAME,
    SearchPlayer,
    is_classic_name,
    is_search_name,
    no_classic_text,
    parse_search_player,
)
from .mcts.settings import search_model_of
from .random import random_policy


class Player(Protocol):
    """A computer player: it chooses the move of the seat to move.

    `player` makes one by name. In `simulate` and in environments a player can also be any object with `choose`, or a
    function: see `PlayerLike`.

    >>> import holdtheline as htl
    >>> htl.player("book", seed=1).choose(htl.load("siege").start()).text
    'reinforce 0 0 0'
    """

    name: str

    def choose(self, state: State) -> Move:
        """Return its move; it uses only what the seat on turn may know."""

    def code(self, state: State) -> int:
        """Return the code of its move (faster than `choose`)."""


class Chooser(Protocol):
    """A player that you write: an object that gets what its seat may know and returns a move, its text or its code."""

    def choose(self, state: State) -> Move | str | int: ...


PlayerLike: TypeAlias = "str | Player | Chooser | Callable[[State], Move | str | int]"
"""A player by name, a `Player`, an object with `choose`, or a function from a state to a move, its text or its code."""


def policies_of(definition: GameDefinition) -> Mapping[str, Policy]:
    """Return the policies of a game by name."""
    return {"random": random_policy(definition), **definition.ai.policies}


def describe_players(definition: GameDefinition) -> Mapping[str, str]:
    """Return all players of a game by name, each with a description."""
    policies = {name: policy.description for name, policy in policies_of(definition).items()}
    return {**policies, SEARCH_NAME: SEARCH_DESCRIPTION, **LEVEL_DESCRIPTIONS}


def player_names_text(definition: GameDefinition) -> str:
    """Return the names of all players, for a message."""
    levels = tuple(LEVEL_DESCRIPTIONS)
    return ", ".join((*policies_of(definition), SEARCH_NAME, f"{levels[0]} to {levels[-1]}"))


def is_searching(name: str) -> bool:
    """Return whether the player searches, so that it is not a policy."""
    return is_search_name(name) or is_level_name(name)


def check_player(definition: GameDefinition, name: str) -> None:
    """Raise if the game has no player of this name."""
    if is_search_name(name):
        parse_search_player(name)
        if is_classic_name(name) and search_model_of(definition).classic is None:
            raise BadOption(no_classic_text(definition.name))
    elif not is_level_name(name):
        policy_of(definition, name)


def player(
    name: str, *, seed: int | None = None, seconds: float | None = None, nodes: int | None = None
) -> PolicyPlayer | SearchPlayer | LevelPlayer:
    """Make a player by name; the name of a policy is checked when it first plays a game.

    Only `mcts` takes `seconds` or `nodes`; its name can say them too: `mcts:0.5s`, `mcts:2000`.
    """
    if is_search_name(name):
        return parse_search_player(name, seed=seed, seconds=seconds, nodes=nodes)
    if seconds is not None or nodes is not None:
        raise BadOption(f"only {SEARCH_NAME} takes seconds or nodes, not {name[:40]!r}")
    if is_level_name(name):
        return LevelPlayer(name, seed, PolicyPlayer)
    return PolicyPlayer(name, seed)


SEARCH_NODES = 1_000
"""Simulations for each move of a search without a limit: a limit in seconds would not be reproducible."""


def player_name(chooser: PlayerLike) -> str:
    """Return the name of a player, for results."""
    if isinstance(chooser, str):
        return chooser
    return str(getattr(chooser, "name", None) or getattr(chooser, "__name__", None) or type(chooser).__name__)


def reproducible_player(chooser: PlayerLike, seed: int) -> Player:
    """Return a player; one that is named depends only on the seed, not on how fast the machine is."""
    if not isinstance(chooser, str):
        return cast("Player", chooser) if hasattr(chooser, "code") else CustomPlayer(chooser)
    if not is_search_name(chooser):
        return player(chooser, seed=seed)
    nodes = SEARCH_NODES if chooser == SEARCH_NAME else None
    return parse_search_player(chooser, seed=seed, nodes=nodes, threads=1)


class CustomPlayer:
    """A player that is a function, or an object with `choose`. It is given only what its seat may know."""

    def __init__(self, chooser: Chooser | Callable[[State], Move | str | int]) -> None:
        self.name = player_name(chooser)
        choose = getattr(chooser, "choose", chooser)
        if not callable(choose):
            raise BadOption(f"a player is a name, an object with `choose`, or a function, not {str(chooser)[:40]!r}")
        self._choose: Callable[[State], Move | str | int] = choose

    def choose(self, state: State) -> Move:
        """Return its move."""
        return state.move(self.code(state))

    def code(self, state: State) -> int:
        """Return the code of its move."""
        return state.code(self._choose(state.seen_by(state.current_player)))


class PolicyPlayer:
    """A player that is one kernel of the game."""

    def __init__(self, name: str, seed: int | None = None) -> None:
        self.name = name
        self._stream = random_stream(secrets.randbits(63) if seed is None else seed, name)
        self._own_memory: tuple[Game, Words] | None = None

    def choose(self, state: State) -> Move:
        """Return its move; it uses only what the seat on turn may know."""
        return state.move(self.code(state))

    def code(self, state: State) -> int:
        """Return the code of its move (faster than `choose`)."""
        if state.current_player < 0:
            raise HtlError("no seat decides now, so there is nothing to choose")
        seen = state.seen_by(state.current_player)
        game = state.game
        name = self.name
        computes_a_lot = policy_of(game.definition, name).writes_memory
        if computes_a_lot and game.definition.kernel_prefix in compiling_elsewhere:
            name, computes_a_lot = stand_in_policy(game.definition), False
        choose, memory = _cached_policy(game.definition, name, tuple(game.options.items()), game.plain)
        if computes_a_lot:  # it computes a lot, so it is always compiled
            choose, memory = policy_kernel(game.definition, self.name).compiled, self._memory_for(game)
        codes = np.empty(state.game.definition.rules.max_moves, np.int64)
        return int(choose(seen.words, codes, self._stream, memory))

    def _memory_for(self, game: Game) -> Words:
        if self._own_memory is None or self._own_memory[0] is not game:
            self._own_memory = game, policy_of(game.definition, self.name).make_memory(game.options)
        return self._own_memory[1]


@functools.lru_cache(maxsize=16)
def _cached_policy(
    definition: GameDefinition, name: str, options: tuple[tuple[str, str | int], ...], plain: bool
) -> tuple[Any, Words]:
    memory = policy_of(definition, name).make_memory(dict(options))
    choose = policy_kernel(definition, name)
    return (choose.plain if plain else choose.compiled), memory


def policy_of(definition: GameDefinition, name: str) -> Policy:
    policies = policies_of(definition)
    if name not in policies:
        names = player_names_text(definition)
        raise UnknownName(f"{definition.name} has no player {name[:40]!r}; its players are: {names}")
    return policies[name]


def first_with_same_kernel(definition: GameDefinition, name: str) -> str:
    """Return the first player with the same kernel, so that players who differ only in memory are compiled once."""
    choose = policy_of(definition, name).choose
    return next(other for other, policy in policies_of(definition).items() if policy.choose is choose)


def policy_kernel(definition: GameDefinition, name: str) -> Kernel[..., Any]:
    """Return choose(words, codes, stream, memory) -> code."""
    return _policy_kernel(definition, first_with_same_kernel(definition, name))


@kernel_factory
def _policy_kernel(definition: GameDefinition, name: str) -> Kernel[..., Any]:
    open_state = state_opener(definition)
    choose = shared_kernel(definition, policy_of(definition, name).choose)

    def choose_move(words: Words, codes: Words, stream: Words, memory: Words) -> Any:
        return choose(open_state(words), as_pointer(codes), as_pointer(stream), as_pointer(memory))

    return Kernel(choose_move, f"{definition.kernel_prefix}.{name}")
