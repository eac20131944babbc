"""The games in OpenSpiel: its algorithms run on them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import mcts

import holdtheline as htl
from holdtheline.rl import openspiel
from holdtheline.rl.openspiel import game_name

from .environments import NAMES, SHORT, short_game


def spiel_game(name: str) -> Any:
    return pyspiel.load_game(game_name(name), SHORT.get(name, {}))


@pytest.mark.parametrize("name", NAMES)
def test_openspiel_finds_no_fault_in_a_game(name: str) -> None:
    pyspiel.random_sim_test(spiel_game(name), num_sims=1, serialize=False, verbose=False)


def solve(state: Any) -> float:
    """Return the value of a state for one player by backward induction, with nothing but OpenSpiel's interface."""
    values: dict[str, float] = {}

    def value(state: Any) -> float:
        if state.is_terminal():
            return float(state.player_return(0))
        key = str(state)
        if key not in values:
            if state.is_chance_node():
                values[key] = sum(chance * value(state.child(face)) for face, chance in state.chance_outcomes())
            else:
                values[key] = max(value(state.child(action)) for action in state.legal_actions())
        return values[key]

    return value(state)


def test_backward_induction_reproduces_the_exact_values_of_siege() -> None:
    siege = htl.load("siege")
    state = pyspiel.load_game(game_name("siege")).new_initial_state()
    for position in ("lanes 2 1 0, backline 2, waves 1", "lanes 3 3 1, backline 2, waves 1, enemy 3 4 ?"):
        state.position = siege.position(position)
        exact = float(2 * siege.solution().value(state.position) - 1)
        assert -1 < exact < 1
        assert solve(state) == pytest.approx(exact, abs=1e-12)


def test_the_search_of_openspiel_plays_siege_well() -> None:
    game = pyspiel.load_game(game_name("siege"))
    state = game.new_initial_state()
    for action in (state.legal_actions()[0], 5, 5, 5):  # nothing to reinforce; three sixes
        state.apply_action(action)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = mcts.MCTSBot(game, 1.4, 200, evaluator, random_state=np.random.RandomState(1))
    assert bot.step(state) in state.legal_actions()


def test_a_copy_and_a_saved_state_are_the_same_position() -> None:
    game = pyspiel.load_game(game_name("siege"), {"mode": "2", "regroup": 2})
    assert str(game) == "holdtheline_siege(empty=stands,mode='2',regroup=2,swap=any,table=dice)"
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[0])
    clone = state.clone()
    clone.apply_action(3)
    assert str(clone) != str(state)
    same_game, same_state = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert (str(same_game), str(same_state)) == (str(game), str(state))


def test_actions_are_told_in_the_notation_of_the_game() -> None:
    state = pyspiel.load_game(game_name("siege"), {"mode": "scouts"}).new_initial_state()
    assert state.action_to_string(1) == "roll 2"
    state.apply_action(1)
    assert [state.action_to_string(action) for action in state.legal_actions()] == ["reinforce 0 0 0"]


def test_what_is_hidden_is_in_no_string_and_no_tensor() -> None:
    game = spiel_game("civilwar")
    state = game.new_initial_state()
    guessed = game.new_initial_state()
    stream = np.array([12345 << 32 | 678], np.int64)
    seen = state.position.seen_by(0)
    guessed.position = seen.copy()
    short_game("civilwar").engine.guess(guessed.position.words, 0, stream)
    assert guessed.information_state_string(0) == state.information_state_string(0)
    assert guessed.observation_string(0) == state.observation_string(0)
    assert guessed.observation_tensor(0) == state.observation_tensor(0)


def test_a_game_can_be_registered_again() -> None:
    openspiel.register_games()
    assert game_name("siege") in pyspiel.registered_names()
