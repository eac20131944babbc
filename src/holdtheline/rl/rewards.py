"""What a step is worth to the learner."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from ..core.definition import WON
from ..core.errors import UnknownName
from ..core.game import State

Reward: TypeAlias = Callable[[State, State, int], float]
"""reward(before, after, seat): the states of two decisions of the seat, one after the other; or of the game's end."""


def result_reward(before: State, after: State, seat: int) -> float:
    """Return 1 for a win, 0 for a draw and -1 for a loss, at the end of the game."""
    return after.returns()[seat]


def win_reward(before: State, after: State, seat: int) -> float:
    """Return 1 for a win at the end of the game: the return of an episode is the win rate."""
    return float(after.returns()[seat] == WON)


REWARDS: dict[str, Reward] = {"result": result_reward, "win": win_reward}


def reward_of(reward: str | Reward) -> Reward:
    """Return a reward by name, or the function itself."""
    if not isinstance(reward, str):
        return reward
    if reward not in REWARDS:
        raise UnknownName(f"unknown reward {reward[:40]!r}; choose from: {', '.join(REWARDS)}, or give a function")
    return REWARDS[reward]
