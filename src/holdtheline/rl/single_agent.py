"""`GameEnv`: a game as a Gymnasium environment, for one learner against the rules or against opponents."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from ..core.definition import LOST
from ..core.dice import SeededDice
from ..core.errors import BadOption, IllegalMove
from ..core.game import Game, State
from ..players.player import Player, PlayerLike, check_player, reproducible_player
from .encoded_game import EncodedGame, Mask, Observation
from .rendering import RENDER_MODES, check_render_mode, render
from .rewards import Reward, reward_of

SEEDS = 2**62


class GameEnv(gymnasium.Env[Observation, np.int64]):
    """A game for one learner. The rules roll the dice, and the opponents play their turns, inside `step`.

    An observation is a vector of small integers, described number by number in `encoding.features`. An action is
    legal if `action_masks()`, or `info["action_mask"]`, has 1 for it. An illegal action loses the game, or raises with
    `illegal="raise"`.

    >>> import gymnasium, holdtheline.rl
    >>> env = gymnasium.make("HoldTheLine/Siege-v0", mode="easy")
    >>> observation, info = env.reset(seed=1)
    >>> action = env.action_space.sample(info["action_mask"])
    >>> observation, reward, terminated, truncated, info = env.step(action)
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        game: str | Game,
        *,
        seat: int = 0,
        opponents: PlayerLike | Sequence[PlayerLike] = "random",
        reward: str | Reward = "result",
        illegal: str = "lose",
        render_mode: str | None = None,
        **options: str | int,
    ) -> None:
        self.arrays = EncodedGame(game, **options)
        self.game, self.encoding, self.seat = self.arrays.game, self.arrays.encoding, seat
        self._opponents = opponents_by_seat(self.game, seat, opponents)
        self._reward = reward_of(reward)
        if illegal not in ("lose", "raise"):
            raise BadOption(f"illegal must be lose or raise, not {illegal[:40]!r}")
        self._raises = illegal == "raise"
        check_render_mode(render_mode)
        self.render_mode = render_mode
        self.observation_space = spaces.Box(self.arrays.lows, self.arrays.highs, dtype=self.encoding.dtype.type)
        self.action_space = spaces.Discrete(self.arrays.action_count)
        self.state: State = self.game.start()
        self._players: dict[int, Player] = {}
        self._dice = SeededDice(0)
        self._is_lost = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start a game. The seed decides the dice of this and of all later games, and what named opponents do."""
        super().reset(seed=seed)
        while True:
            self._dice = SeededDice(int(self.np_random.integers(SEEDS)))
            self._players = {
                other: reproducible_player(chooser, int(self.np_random.integers(SEEDS)))
                for other, chooser in self._opponents.items()
            }
            self.state, self._is_lost = self.game.start(), False
            self._play_on()
            if not self.state.is_over:  # else the game ended before the learner could decide anything
                return self.arrays.observation(self.state, self.seat), self._info()

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play an action, then the dice and the opponents until the learner must decide again."""
        code = self.arrays.code(self.state, self.seat, int(action))
        refusal = self.state.why_not(code)
        if refusal is not None:
            if self._raises:
                raise IllegalMove(f"action {action}", refusal.clause, refusal.reason)
            self._is_lost = True
            observation = self.arrays.observation(self.state, self.seat)
            return observation, float(LOST), True, False, {**self._info(), "illegal_action": True}
        before = self.state.copy()
        self.state.play(code)
        self._play_on()
        reward = float(self._reward(before, self.state, self.seat))
        return self.arrays.observation(self.state, self.seat), reward, self.state.is_over, False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal now, as sb3-contrib's MaskablePPO asks for it."""
        return self._mask().astype(np.bool_)

    def render(self) -> Any:
        """Return what the learner sees, in the render mode."""
        return render(self.state, self.seat, self.render_mode)

    def _mask(self) -> Mask:
        if self._is_lost:
            return np.zeros(self.arrays.action_count, np.int8)
        return self.arrays.mask(self.state, self.seat)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._mask()}

    def _play_on(self) -> None:
        """Roll dice and move opponents until the learner must decide or the game is over."""
        state = self.state
        while not state.is_over and state.current_player != self.seat:
            state.play(self._dice.roll("") if state.is_chance else self._players[state.current_player].code(state))


def opponents_by_seat(game: Game, seat: int, opponents: PlayerLike | Sequence[PlayerLike]) -> dict[int, PlayerLike]:
    """Return the player of every seat but the learner's; one player is that of all of them."""
    if not 0 <= seat < len(game.seats):
        raise BadOption(f"{game.name} has the seats 0 to {len(game.seats) - 1}, not {seat}")
    others = [other for other in range(len(game.seats)) if other != seat]
    is_several = isinstance(opponents, Sequence) and not isinstance(opponents, str)
    chosen: list[Any] = list(opponents) if is_several else [opponents] * len(others)  # type: ignore[arg-type]
    if len(chosen) != len(others):
        raise BadOption(f"{game.name} needs {len(others)} opponents, not {len(chosen)}")
    for name in chosen:
        if isinstance(name, str):
            check_player(game.definition, name)
    return dict(zip(others, chosen, strict=True))
