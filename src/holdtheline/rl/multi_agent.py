"""PettingZoo environments: every seat is an agent that learns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers

from ..core.definition import LOST
from ..core.dice import SeededDice
from ..core.errors import BadOption
from ..core.game import Game, State
from .encoded_game import EncodedGame
from .registration import VERSION
from .rendering import RENDER_MODES, check_render_mode, render
from .rewards import Reward, reward_of
from .single_agent import SEEDS

WAIT = -1
"""Instead of a code: the seat waits."""


def aec_env(game: str | Game, **arguments: Any) -> Any:
    """Return a PettingZoo environment in which the seats decide one after the other (AEC).

    Its arguments are those of `SeatsEnv`. An illegal action ends the game: the agent gets -1.

    >>> from holdtheline.rl import aec_env
    >>> env = aec_env("siege", mode="easy")
    >>> env.reset(seed=1)
    >>> for agent in env.agent_iter():
    ...     observation, reward, termination, truncation, info = env.last()
    ...     over = termination or truncation
    ...     env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))
    """
    env = wrappers.TerminateIllegalWrapper(SeatsEnv(game, **arguments), illegal_reward=LOST)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(env))


def parallel_env(game: str | Game, **arguments: Any) -> SimultaneousSeatsEnv:
    """Return a PettingZoo environment in which all seats act at once, for games whose seats decide simultaneously.

    >>> from holdtheline.rl import parallel_env
    >>> env = parallel_env("towers", turn_limit=20)
    >>> observations, infos = env.reset(seed=1)
    >>> actions = {agent: env.action_space(agent).sample(seen["action_mask"]) for agent, seen in observations.items()}
    >>> observations, rewards, terminations, truncations, infos = env.step(actions)
    """
    return SimultaneousSeatsEnv(game, **arguments)


class SeatSpaces:
    """What both kinds of environments share: agents, spaces, dice and pictures."""

    def __init__(
        self,
        game: str | Game,
        *,
        reward: str | Reward = "result",
        render_mode: str | None = None,
        can_wait: bool = False,
        **options: str | int,
    ) -> None:
        self.arrays = EncodedGame(game, **options)
        self.game, self.encoding = self.arrays.game, self.arrays.encoding
        check_render_mode(render_mode)
        self.render_mode = render_mode
        self.metadata: dict[str, Any] = {
            "name": f"{self.game.name}_v{VERSION}",
            "render_modes": list(RENDER_MODES),
            "render_fps": 2,
            "is_parallelizable": can_wait,
        }
        self.reward = reward_of(reward)
        self.possible_agents: list[str] = list(self.game.seats)
        self.agents: list[str] = []
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.can_wait = can_wait
        actions = self.arrays.action_count + can_wait
        lows, highs, dtype = self.arrays.lows, self.arrays.highs, self.encoding.dtype.type
        self.observation_spaces = {
            agent: spaces.Dict(
                observation=spaces.Box(lows, highs, dtype=dtype), action_mask=spaces.Box(0, 1, (actions,), np.int8)
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self.position: State = self.game.start()
        self._random, _ = seeding.np_random(None)
        self._dice = SeededDice(0)

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent sees and which actions are legal; no action is while it must wait."""
        seat = self.seat_of[agent]
        mask = self.arrays.mask(self.position, seat)
        if self.can_wait:
            mask = np.append(mask, np.int8(not mask.any()))
        return {"observation": self.arrays.observation(self.position, seat), "action_mask": mask}

    def render(self) -> Any:
        """Return what the seat to move sees, in the render mode."""
        return render(self.position, max(self.position.current_player, 0), self.render_mode)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def start(self, seed: int | None) -> None:
        """Start a game; without a seed the dice continue."""
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        self._dice = SeededDice(int(self._random.integers(SEEDS)))
        self.position = self.game.start()
        self.agents = self.possible_agents[:]
        self.roll_dice()

    def roll_dice(self) -> None:
        while self.position.is_chance:
            self.position.roll(self._dice)


class SeatsEnv(SeatSpaces, AECEnv):  # type: ignore[misc]
    """The seats decide one after the other. Where they decide at once, in secret, they are asked in turn."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game."""
        self.start(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def step(self, action: int | None) -> None:
        """Play an action of the selected agent."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None, "an agent whose game is not over must act"
        self._cumulative_rewards[agent] = 0.0
        before = self.position.copy()
        self.position.play(self.arrays.code(self.position, self.seat_of[agent], int(action)))
        self.roll_dice()
        for each in self.agents:
            self.rewards[each] = float(self.reward(before, self.position, self.seat_of[each]))
        if self.position.is_over:
            self.terminations = dict.fromkeys(self.agents, True)
        self._select()
        self._accumulate_rewards()

    def _select(self) -> None:
        seat = self.position.current_player
        self.agent_selection = self.possible_agents[seat] if seat >= 0 else self.agents[0]


class SimultaneousSeatsEnv(SeatSpaces, ParallelEnv):  # type: ignore[misc]
    """All seats act at once. The last action means to wait; it is legal for a seat that must not decide now.

    An illegal action ends the game: the agent gets -1, the others 0.
    """

    def __init__(self, game: str | Game, **arguments: Any) -> None:
        super().__init__(game, can_wait=True, **arguments)
        if self.game.definition.simultaneous is None:
            raise BadOption(f"the seats of {self.game.name} take turns, so it has no parallel environment: use aec_env")

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Start a game."""
        self.start(seed)
        return {agent: self.observe(agent) for agent in self.agents}, {agent: {} for agent in self.agents}

    def step(
        self, actions: Mapping[str, int]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]:
        """Play the actions of all seats that decide now. Their moves commute, so the order does not matter."""
        agents, before = self.agents, self.position.copy()
        codes = {agent: self._code(agent, int(actions[agent])) for agent in agents}
        illegal = [agent for agent, code in codes.items() if code != WAIT and self.position.why_not(code)]
        if illegal:
            rewards = {agent: float(LOST if agent in illegal else 0) for agent in agents}
        else:
            for code in codes.values():
                if code != WAIT:
                    self.position.play(code)
                    self.roll_dice()
            rewards = {agent: float(self.reward(before, self.position, self.seat_of[agent])) for agent in agents}
        is_over = self.position.is_over or bool(illegal)
        observations = {agent: self.observe(agent) for agent in agents}
        self.agents = [] if is_over else agents
        infos: dict[str, Any] = {agent: {} for agent in agents}
        return observations, rewards, dict.fromkeys(agents, is_over), dict.fromkeys(agents, False), infos

    def _code(self, agent: str, action: int) -> int:
        """Return the code of an action, legal or not, or WAIT."""
        seat = self.seat_of[agent]
        if action == self.arrays.action_count:
            return 0 if self.position.can_move(seat) else WAIT
        return self.arrays.code(self.position, seat, action)
