"""`VectorEnv`: many games of one kind, stepped together in compiled code."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..core.dice import random_stream
from ..core.errors import BadOption, IllegalMove
from ..core.events import empty_log
from ..core.game import Game
from ..players.batch import players_in_kernel
from ..players.player import check_player, first_with_same_kernel, is_searching, policy_of
from .encoded_game import EncodedGame, Mask, Observation
from .kernels import sample_kernel, step_kernel

START = -1
"""The action that starts a game, for the kernel."""


class VectorEnv:
    """Many games, stepped together. The arrays are reused: copy what you keep.

    `observations`, `masks`, `rewards` and `ended` have a row for each game. A game that ends is started again at once:
    in its row, the reward and `ended` are of the game that ended, observation and mask of the new one. Rewards are 1, 0
    or -1. With `keeps_final`, `final_observations` has in that row what the learner observed when the game ended.

    >>> from holdtheline.rl import VectorEnv
    >>> games = VectorEnv("siege", 4096, mode="easy")
    >>> observations, rewards, ended, masks = games.step(games.sample())
    >>> observations.shape, masks.shape
    ((4096, 13), (4096, 90))
    """

    def __init__(
        self,
        game: str | Game,
        count: int,
        *,
        seat: int = 0,
        opponents: str | Sequence[str] = "random",
        seed: int = 0,
        threads: int | None = None,
        keeps_final: bool = False,
        **options: str | int,
    ) -> None:
        self.arrays = EncodedGame(game, **options)
        self.game, self.encoding = self.arrays.game, self.arrays.encoding
        definition, seat_count = self.game.definition, len(self.game.seats)
        if count < 1:
            raise BadOption(f"the number of games must be 1 or more, not {count}")
        if not 0 <= seat < seat_count:
            raise BadOption(f"{self.game.name} has the seats 0 to {seat_count - 1}, not {seat}")
        self.seat, self.count, self.action_count = seat, count, self.arrays.action_count
        self.actions = np.full(count, START, np.int64)
        self.observations: Observation = np.zeros((count, self.encoding.size), self.encoding.dtype)
        self.final_observations: Observation = np.zeros(
            (count if keeps_final else 0, self.encoding.size), self.encoding.dtype
        )
        self.masks = np.zeros((count, self.action_count), np.int8)
        self.rewards = np.zeros(count, np.float32)
        self.ended = np.zeros(count, np.bool_)
        self._states = np.zeros((count, definition.rules.state.word_count()), np.int64)
        self._streams, self._sample_streams = np.zeros(count, np.int64), np.zeros(count, np.int64)
        names = _opponent_names(self.game, seat, opponents)
        kernel_names = players_in_kernel(definition, names) if seat_count > 1 else ()
        self._memory = _pack_memories(self.game, names, kernel_names)
        self._step, self._sample = step_kernel(definition, kernel_names), sample_kernel(definition)
        self._ranges = _split(count, threads or os.cpu_count() or 1)
        self._scratch = [
            (np.zeros_like(self._states[0]), np.empty(definition.rules.max_moves, np.int64), empty_log(0))
            for _ in self._ranges
        ]
        self._pool = ThreadPoolExecutor(len(self._ranges) - 1) if len(self._ranges) > 1 else None
        self.reset(seed)

    def reset(self, seed: int | None = None) -> tuple[Observation, Mask]:
        """Start all games again and return the observations and masks. A seed also restarts the random numbers."""
        if seed is not None:
            for game in range(self.count):
                self._streams[game] = random_stream(seed, "game", game)[0]
                self._sample_streams[game] = random_stream(seed, "sample", game)[0]
        self.actions.fill(START)
        self._run_step()
        return self.observations, self.masks

    def step(self, actions: ArrayLike) -> tuple[Observation, NDArray[np.float32], NDArray[np.bool_], Mask]:
        """Play an action in each game; return observations, rewards, ended, masks."""
        actions = np.asarray(actions)
        if actions.shape != (self.count,):
            raise BadOption(f"step needs an action for each of the {self.count} games, not an array {actions.shape}")
        in_range = (actions >= 0) & (actions < self.action_count)
        legal = in_range & (self.masks[np.arange(self.count), np.where(in_range, actions, 0)] != 0)
        if not legal.all():
            game = int(np.argmin(legal))
            raise IllegalMove(
                f"action {actions[game]}", "", f"the mask of game {game} forbids it, so nothing was played"
            )
        self.actions[:] = actions
        self._run_step()
        return self.observations, self.rewards, self.ended, self.masks

    def sample(self) -> NDArray[np.int64]:
        """Return a random legal action for each game."""
        self._run(self._sample, lambda part: (self.masks.reshape(-1), self.actions, self._sample_streams))
        return self.actions

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown()

    def _run_step(self) -> None:
        states, layout = self._states.reshape(-1), self.arrays.layout
        rows = (states, self.game.setup, self._streams, self._memory, layout, self.actions)
        observations, masks, final = (
            array.reshape(-1) for array in (self.observations, self.masks, self.final_observations)
        )
        outputs = (observations, masks, self.rewards, self.ended, final)
        self._run(self._step, lambda part: (self.seat, rows, outputs, self._scratch[part]))

    def _run(self, kernel: Any, arguments: Callable[[int], tuple[Any, ...]]) -> None:
        """Call a kernel for every part of the games, each in a thread."""
        run = kernel.plain if self.game.plain else kernel.compiled
        others = [
            self._pool.submit(run, *self._ranges[part], *arguments(part))
            for part in range(1, len(self._ranges))
            if self._pool is not None
        ]
        run(*self._ranges[0], *arguments(0))
        for other in others:
            other.result()


def _split(count: int, threads: int) -> list[tuple[int, int]]:
    bounds = np.linspace(0, count, min(count, threads) + 1).astype(int).tolist()
    return list(pairwise(bounds))


def _opponent_names(game: Game, seat: int, opponents: str | Sequence[str]) -> tuple[str, ...]:
    """Return a player for each seat; the learner's own is never asked."""
    others = [other for other in range(len(game.seats)) if other != seat]
    chosen = [opponents] * len(others) if isinstance(opponents, str) else list(opponents)
    if len(chosen) != len(others):
        raise BadOption(f"{game.name} needs {len(others)} opponents, not {len(chosen)}")
    for name in chosen:
        check_player(game.definition, name)
        if is_searching(name):
            raise BadOption(f"an opponent must be a policy, such as random or book, not {name!r}")
    names = dict(zip(others, chosen, strict=True))
    return tuple(names.get(other, "random") for other in range(len(game.seats)))


def _pack_memories(game: Game, players: tuple[str, ...], kernel_names: tuple[str, ...]) -> Any:
    """Return one row: for each seat the index of its player and where its memory starts; then the memories."""
    if not kernel_names:
        return np.zeros(1, np.int64)
    memories = [policy_of(game.definition, name).make_memory(game.options) for name in players]
    start, head = 2 * len(players), []
    for name, memory in zip(players, memories, strict=True):
        head += [kernel_names.index(first_with_same_kernel(game.definition, name)), start]
        start += memory.size
    return np.concatenate([head, *memories])
