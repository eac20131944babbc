"""OpenSpiel: importing this module registers every game that has an encoding, so that OpenSpiel's algorithms run on it.

    import pyspiel
    import holdtheline.rl.openspiel

    game = pyspiel.load_game("holdtheline_civilwar(scenario=bull-run)")

The options of a game are its parameters; where words and numbers are allowed, a number is quoted, as in `mode='2'`.
Actions are those of `games/<game>/encoding`; the outcomes of a chance node are the faces 1 to 6 as 0 to 5. Where seats
decide at once, in secret, they are asked one after the other. The information state is what a seat sees of the
position, without the moves that led to it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyspiel

from ..core.catalog import all_definitions
from ..core.definition import FIRST_MOVE, LOST, WON, GameDefinition
from ..core.dice import FACES
from ..core.game import Game, State
from .encoded_game import EncodedGame

PREFIX = "holdtheline_"
LONGEST_GAME = 1_000_000
"""More steps than any game takes: the rules end every game, but after how many steps depends on its options."""
CHANCE_OUTCOMES = [(face, 1 / FACES) for face in range(FACES)]


def game_name(game: str) -> str:
    """Return the name of a game in OpenSpiel: `holdtheline_siege`."""
    return PREFIX + game


def game_type(definition: GameDefinition) -> Any:
    """Return what OpenSpiel wants to know of a game whatever its options."""
    counts = {len(seats) for _, seats in definition.seatings()}
    kinds = pyspiel.GameType
    return kinds(
        short_name=game_name(definition.name),
        long_name=f"Hold the Line: {definition.title}",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=(
            kinds.Information.IMPERFECT_INFORMATION if definition.has_secrets else kinds.Information.PERFECT_INFORMATION
        ),
        utility=kinds.Utility.ZERO_SUM if counts == {2} else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=max(counts),
        min_num_players=min(counts),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={option.name: option.default for option in definition.options},
    )


def quote_numbers(definition: GameDefinition, parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parameters of a game such that OpenSpiel reads them back as they are.

    It takes `mode=2` for a number, but the type of a parameter is that of its default, a word: so `mode='2'`.
    """
    is_word = {option.name: isinstance(option.default, str) for option in definition.options}
    return {
        name: f"'{value}'" if is_word[name] and str(value).isdigit() else value for name, value in parameters.items()
    }


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game as OpenSpiel sees it."""

    def __init__(self, kind: Any, definition: GameDefinition, parameters: Mapping[str, Any] | None) -> None:
        options = {name: str(value).strip("'") for name, value in (parameters or {}).items()}
        self.arrays = EncodedGame(Game(definition, options))
        seats = len(self.arrays.game.seats)
        is_zero_sum = kind.utility == pyspiel.GameType.Utility.ZERO_SUM
        information = pyspiel.GameInfo(
            num_distinct_actions=self.arrays.action_count,
            max_chance_outcomes=FACES,
            num_players=seats,
            min_utility=float(LOST),
            max_utility=float(WON),
            max_game_length=LONGEST_GAME,
            **({"utility_sum": 0.0} if is_zero_sum else {}),
        )
        super().__init__(kind, information, quote_numbers(definition, parameters or {}))

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        return SpielObserver(self.arrays)

    def __reduce__(self) -> tuple[object, ...]:
        return (pyspiel.load_game, (self.get_type().short_name, self.get_parameters()))


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A state as OpenSpiel sees it; `position` is ours."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.arrays = game.arrays
        self.position: State = game.arrays.game.start()

    def current_player(self) -> int:
        if self.position.is_chance:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.position.is_over else int(self.position.current_player)

    def is_terminal(self) -> bool:
        return self.position.is_over

    def returns(self) -> list[float]:
        return self.position.returns()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return CHANCE_OUTCOMES

    def _legal_actions(self, player: int) -> list[int]:
        actions: list[int] = np.flatnonzero(self.arrays.mask(self.position, player)).tolist()
        return actions

    def _apply_action(self, action: int) -> None:
        position = self.position
        if position.is_chance:
            position.play(action + 1)
        else:
            position.play(self.arrays.code(position, position.current_player, action))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"roll {action + 1}"
        code = self.arrays.code(self.position, player, action)
        return self.position.move(code, player).text if code >= FIRST_MOVE else f"action {action}"

    def information_state_string(self, player: int | None = None) -> str:
        return self.position.information_state(self.position.current_player if player is None else player)

    def __str__(self) -> str:
        return f"{self.position.position()} [{self.position.digest()}]"


class SpielObserver:
    """What a seat observes, as OpenSpiel's observers give it: one tensor, and its parts by name."""

    def __init__(self, arrays: EncodedGame) -> None:
        self._arrays = arrays
        self.tensor = np.zeros(arrays.encoding.size, np.float32)
        slices = arrays.encoding.slices()
        self.dict = {
            feature.name: self.tensor[slices[feature.name]].reshape(feature.shape)
            for feature in arrays.encoding.features
        }

    def set_from(self, state: SpielState, player: int) -> None:
        self.tensor[:] = self._arrays.observation(state.position, player)

    def string_from(self, state: SpielState, player: int) -> str:
        return state.position.seen_by(player).position()


def register_games() -> None:
    """Register all installed games that have an encoding."""
    for definition in all_definitions():
        if definition.encoding is not None:
            _register(definition)


def _register(definition: GameDefinition) -> None:
    kind = game_type(definition)

    class RegisteredGame(SpielGame):
        def __init__(self, params: Mapping[str, Any] | None = None) -> None:
            super().__init__(kind, definition, params)

    pyspiel.register_game(kind, RegisteredGame)


register_games()
