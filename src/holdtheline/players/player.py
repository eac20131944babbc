"""Who decides for a seat: players by name, each seeing only what its seat may know."""

from __future__ import annotations

import functools
import secrets
from collections.abc import Mapping
from typing import Any, Protocol

import numpy as np

from ..core.contract import Contract, Policy, Words
from ..core.dice import stream_for
from ..core.engine import opener_of
from ..core.errors import BadOption, HtlError, UnknownName
from ..core.game import Game, Move, State
from ..core.kernel import Kernel, bare
from .levels import SENTENCES, LevelPlayer, is_level
from .mcts import NAME, SENTENCE, SearchPlayer, is_search, search_named
from .random import random_policy


class Player(Protocol):
    """Anything that chooses."""

    name: str

    def choose(self, state: State) -> Move: ...

    def code(self, state: State) -> int: ...


def policies_of(contract: Contract) -> Mapping[str, Policy]:
    """The players of a game that are kernels, by name."""
    return {"random": random_policy(contract), **contract.policies}


def players_of(contract: Contract) -> Mapping[str, str]:
    """Everybody who can take a seat of a game, by name, with a sentence."""
    policies = {name: policy.sentence for name, policy in policies_of(contract).items()}
    return {**policies, NAME: SENTENCE, **SENTENCES}


def names_of(contract: Contract) -> str:
    """The same in a few words, for a sentence."""
    levels = tuple(SENTENCES)
    return ", ".join((*policies_of(contract), NAME, f"{levels[0]} to {levels[-1]}"))


def thinks(name: str) -> bool:
    """Whether a player of this name looks ahead, so that it is more than one kernel."""
    return is_search(name) or is_level(name)


def check_player(contract: Contract, name: str) -> None:
    """Refuse a name that nobody has, or a search that cannot be."""
    if is_search(name):
        search_named(name)
    elif not is_level(name):
        policy_of(contract, name)


def player(
    name: str, *, seed: int | None = None, seconds: float | None = None, nodes: int | None = None
) -> PolicyPlayer | SearchPlayer | LevelPlayer:
    """A player by its name; which names there are depends on the game, so it is checked there.

    Only `mcts` thinks for so many `seconds`, or `nodes`; its name can say so too: `mcts:0.5s`, `mcts:2000`.
    """
    if is_search(name):
        return search_named(name, seed=seed, seconds=seconds, nodes=nodes)
    if seconds is not None or nodes is not None:
        raise BadOption(f"only {NAME} can be told how long to think, not {name[:40]!r}")
    if is_level(name):
        return LevelPlayer(name, seed, PolicyPlayer)
    return PolicyPlayer(name, seed)


class PolicyPlayer:
    """A player whose whole thought is one kernel of the game."""

    def __init__(self, name: str, seed: int | None = None) -> None:
        self.name = name
        self._stream = stream_for(secrets.randbits(63) if seed is None else seed, name)
        self._own_memory: tuple[Game, Words] | None = None

    def choose(self, state: State) -> Move:
        """What it plays here; it is shown only what the seat to move may know."""
        return state.move(self.code(state))

    def code(self, state: State) -> int:
        """The same as a code: quicker, for programs."""
        if state.turn < 0:
            raise HtlError("no seat decides now, so there is nothing to choose")
        seen = state.seen_by(state.turn)
        game = state.game
        door, memory = _prepared(game.contract, self.name, tuple(game.options.items()), game.plain)
        if policy_of(game.contract, self.name).writes:  # it thinks long, so it is compiled in any case
            door, memory = door_of(game.contract, self.name).compiled, self._memory_for(game)
        codes = np.empty(state.game.contract.most_moves, np.int64)
        return int(door(seen.words, codes, self._stream, memory))

    def _memory_for(self, game: Game) -> Words:
        if self._own_memory is None or self._own_memory[0] is not game:
            self._own_memory = game, policy_of(game.contract, self.name).remember(game.options)
        return self._own_memory[1]


@functools.lru_cache(maxsize=16)
def _prepared(
    contract: Contract, name: str, options: tuple[tuple[str, str | int], ...], plain: bool
) -> tuple[Any, Words]:
    memory = policy_of(contract, name).remember(dict(options))
    door = door_of(contract, name)
    return (door.plain if plain else door.compiled), memory


def policy_of(contract: Contract, name: str) -> Policy:
    policies = policies_of(contract)
    if name not in policies:
        there = names_of(contract)
        raise UnknownName(f"{contract.name} has no player {name[:40]!r}; its players are: {there}")
    return policies[name]


def first_alike(contract: Contract, name: str) -> str:
    """The first player with the same kernel: where only the memory differs, it is compiled once."""
    choose = policy_of(contract, name).choose
    return next(other for other, policy in policies_of(contract).items() if policy.choose is choose)


def door_of(contract: Contract, name: str) -> Kernel[..., Any]:
    """The kernel behind a player, over rows of words."""
    return _door_of(contract, first_alike(contract, name))


@functools.cache
def _door_of(contract: Contract, name: str) -> Kernel[..., Any]:
    opened = opener_of(contract)
    choose = policy_of(contract, name).choose

    def choose_here(words: Any, codes: Any, stream: Any, memory: Any) -> Any:
        return choose(opened(words), bare(codes), bare(stream), bare(memory))

    return Kernel(choose_here, f"{contract.name}.{name}")
