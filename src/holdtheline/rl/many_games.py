"""`GameVectorEnv`: Gymnasium's vector API on top of `VectorEnv`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector import VectorEnv as GymnasiumVectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from ..core.errors import BadOption
from ..core.game import Game
from .encoded_game import Mask, Observation
from .vector import VectorEnv

Actions = NDArray[np.int64]


class GameVectorEnv(GymnasiumVectorEnv[Observation, Actions, NDArray[Any]]):
    """Many games stepped in one compiled call; what `gymnasium.make_vec` makes of our environments.

    A game that ends starts again in the same step (`AutoresetMode.SAME_STEP`): `infos["final_obs"]` has what the
    learner observed at its end. Masks are in `infos["action_mask"]`; an illegal action raises. With `copy=False` the
    arrays are those of `VectorEnv`, which every step overwrites.

    >>> import gymnasium, holdtheline.rl
    >>> games = gymnasium.make_vec("HoldTheLine/Siege-v0", num_envs=64, mode="easy")
    >>> observations, infos = games.reset(seed=1)
    >>> actions = games.sample()  # legal ones; `action_space.sample` does not know the masks
    >>> observations, rewards, terminations, truncations, infos = games.step(actions)
    """

    metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 1,
        *,
        seat: int = 0,
        opponents: str | Sequence[str] = "random",
        threads: int | None = None,
        copy: bool = True,
        render_mode: None = None,
        **options: str | int,
    ) -> None:
        if render_mode is not None:
            raise BadOption("many games at once are not rendered: make one environment to watch a game")
        self.games = VectorEnv(
            game, num_envs, seat=seat, opponents=opponents, threads=threads, keeps_final=True, seed=0, **options
        )
        encoding, self.num_envs, self._copy = self.games.encoding, num_envs, copy
        self.single_observation_space = spaces.Box(
            self.games.arrays.lows, self.games.arrays.highs, dtype=encoding.dtype.type
        )
        self.single_action_space = spaces.Discrete(self.games.action_count)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._no_truncations = np.zeros(num_envs, np.bool_)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start all games again. One seed decides all of them; without a seed the dice continue."""
        if isinstance(seed, list):
            raise BadOption("give one seed for all games, not a list")
        super().reset(seed=seed)
        observations, masks = self.games.reset(seed)
        return self._own(observations), {"action_mask": self._own(masks)}

    def step(
        self, actions: Actions
    ) -> tuple[Observation, NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Play an action in each game."""
        observations, rewards, ended, masks = self.games.step(actions)
        infos: dict[str, Any] = {"action_mask": self._own(masks)}
        if ended.any():
            infos["final_obs"], infos["_final_obs"] = self._own(self.games.final_observations), ended.copy()
        return self._own(observations), self._own(rewards), self._own(ended), self._no_truncations.copy(), infos

    def sample(self) -> Actions:
        """Return a random legal action for each game."""
        return self.games.sample().copy()

    def action_masks(self) -> Mask:
        """Return which actions are legal now, a row for each game."""
        return self.games.masks.astype(np.bool_)

    def close_extras(self, **kwargs: Any) -> None:
        self.games.close()

    def _own(self, array: Any) -> Any:
        return array.copy() if self._copy else array
