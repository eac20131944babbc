"""Siege with its default options, written as a Python game for OpenSpiel: the peer that `siege_steps` measures."""

from __future__ import annotations

from typing import Any

import pyspiel

FACES = 6
LANES = 3
FULL = 6
WAVES = 3
SIDE = FULL + 1
REINFORCEMENTS = SIDE**LANES
ARRANGEMENTS = SIDE**LANES
CHANCE_OUTCOMES = [(face, 1 / FACES) for face in range(FACES)]

GAME_TYPE = pyspiel.GameType(
    short_name="htl_siege",
    long_name="Siege",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=1,
    min_num_players=1,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=False,
)
GAME_INFO = pyspiel.GameInfo(
    num_distinct_actions=REINFORCEMENTS + ARRANGEMENTS,
    max_chance_outcomes=FACES,
    num_players=1,
    min_utility=-1.0,
    max_utility=1.0,
    max_game_length=WAVES * 2,
)


class SiegeState(pyspiel.State):  # type: ignore[misc]
    def __init__(self, game: SiegeGame) -> None:
        super().__init__(game)
        self.lanes = [FULL] * LANES
        self.backline = FULL
        self.waves = WAVES
        self.enemy: list[int] = []
        self.scouting = False
        self.over = False
        self.won = False

    def current_player(self) -> int:
        if self.over:
            return int(pyspiel.PlayerId.TERMINAL)
        if self.scouting and len(self.enemy) < LANES:
            return int(pyspiel.PlayerId.CHANCE)
        return 0

    def _legal_actions(self, player: int) -> list[int]:
        top, middle, bottom = self.lanes
        if self.scouting:
            orders = {
                (top, middle, bottom),
                (middle, top, bottom),
                (bottom, middle, top),
                (top, bottom, middle),
                (middle, bottom, top),
                (bottom, top, middle),
            }
            return sorted(REINFORCEMENTS + (a * SIDE + b) * SIDE + c for a, b, c in orders)
        back = self.backline
        return [
            (a * SIDE + b) * SIDE + c
            for a in range(min(back, FULL - top) + 1)
            for b in range(min(back - a, FULL - middle) + 1)
            for c in range(min(back - a - b, FULL - bottom) + 1)
        ]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return CHANCE_OUTCOMES

    def _apply_action(self, action: int) -> None:
        if self.scouting and len(self.enemy) < LANES:
            self.enemy.append(action + 1)
            return
        rest, third = divmod(action % REINFORCEMENTS, SIDE)
        first, second = divmod(rest, SIDE)
        if self.scouting:
            self.lanes = [first, second, third]
            self._battle()
        else:
            self.lanes[0] += first
            self.lanes[1] += second
            self.lanes[2] += third
            self.backline -= first + second + third
            self.scouting = True

    def _battle(self) -> None:
        top, middle, bottom = self.enemy
        left = [n - e for n, e in zip(self.lanes, ((top + 1) // 2, middle, (bottom + 1) // 2), strict=True)]
        overflow = -sum(n for n in left if n < 0)
        self.lanes = [n if n > 0 else 0 for n in left]
        self.backline -= overflow
        if overflow and self.backline <= 0:
            self.over = True
            return
        self.waves -= 1
        if 0 < self.backline < FULL:
            self.backline += 1
        if self.waves == 0:
            self.over = self.won = True
        self.enemy = []
        self.scouting = False

    def _action_to_string(self, player: int, action: int) -> str:
        return str(action)

    def is_terminal(self) -> bool:
        return self.over

    def returns(self) -> list[float]:
        return [(1.0 if self.won else -1.0) if self.over else 0.0]

    def __str__(self) -> str:
        return f"{self.lanes} {self.backline} {self.waves} {self.enemy}"


class SiegeGame(pyspiel.Game):  # type: ignore[misc]
    def __init__(self, params: Any = None) -> None:
        super().__init__(GAME_TYPE, GAME_INFO, params or {})

    def new_initial_state(self) -> SiegeState:
        return SiegeState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> None:
        return None


pyspiel.register_game(GAME_TYPE, SiegeGame)
