"""Gymnasium environments: one game for one learner, and many at once."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import holdtheline as htl
from holdtheline.core.errors import BadOption, IllegalMove, UnknownName
from holdtheline.core.game import State
from holdtheline.rl import GameEnv, VectorEnv, environment_id

from .environments import NAMES, short_game


@pytest.mark.parametrize("name", NAMES)
def test_gymnasium_finds_no_fault_in_an_environment(name: str) -> None:
    check_env(GameEnv(short_game(name)), skip_render_check=True)


def play(env: GameEnv, seed: int, steps: int = 30) -> list[object]:
    """Play legal actions and return what happened."""
    env.action_space.seed(seed)
    observation, info = env.reset(seed=seed)
    history: list[object] = [observation.tolist()]
    for _ in range(steps):
        assert (env.action_masks() == info["action_mask"]).all()
        observation, reward, terminated, truncated, info = env.step(env.action_space.sample(info["action_mask"]))
        history.append((observation.tolist(), reward, terminated))
        assert not truncated
        if terminated:
            assert reward == env.state.returns()[env.seat]
            observation, info = env.reset()
    return history


@pytest.mark.parametrize("name", NAMES)
def test_a_seed_repeats_the_games_with_dice_and_opponents(name: str) -> None:
    first, second = (GameEnv(short_game(name)) for _ in range(2))
    assert play(first, 4) == play(second, 4)
    assert play(first, 5) != play(second, 4)


def test_environments_are_registered_with_options_of_the_game_as_arguments() -> None:
    assert environment_id("civilwar") == "HoldTheLine/CivilWar-v0"
    assert {environment_id(name) for name in NAMES} <= {*gymnasium.registry}
    env = gymnasium.make("HoldTheLine/Siege-v0", mode="hard", reward="win")
    assert env.unwrapped.game.options["mode"] == "hard"  # type: ignore[attr-defined]
    with pytest.raises(BadOption, match="mode 'odd' does not exist"):
        gymnasium.make("HoldTheLine/Siege-v0", mode="odd")


def test_every_render_mode_shows_what_the_learner_sees() -> None:
    pictures = {}
    for mode in ("rgb_array", "svg", "ansi"):
        env = GameEnv(short_game("siege"), render_mode=mode)
        env.reset(seed=1)
        pictures[mode] = env.render()
    assert pictures["rgb_array"].shape == (542, 800, 3)
    assert pictures["rgb_array"].dtype == np.uint8
    assert len(np.unique(pictures["rgb_array"].reshape(-1, 3), axis=0)) > 50  # the style sheet gave it colours
    assert pictures["svg"] == env.state.svg(0)
    assert pictures["ansi"] == str(env.state)
    with pytest.raises(UnknownName, match="unknown render mode 'human'; choose from: rgb_array, svg, ansi"):
        GameEnv("siege", render_mode="human")


def test_an_illegal_action_loses_or_raises() -> None:
    env = GameEnv(short_game("siege"))
    env.reset(seed=1)
    illegal = int(np.argmin(env.action_masks()))
    _, reward, terminated, _, info = env.step(illegal)
    assert (reward, terminated, info["illegal_action"]) == (-1, True, True)
    strict = GameEnv(short_game("siege"), illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(IllegalMove, match=r"S2\.2"):
        strict.step(illegal)


class Recorder:
    """An opponent that somebody wrote: it gets what its seat may know."""

    def __init__(self) -> None:
        self.seen: list[State] = []

    def choose(self, state: State) -> htl.Move:
        self.seen.append(state)
        return state.legal_moves()[0]


def test_an_opponent_can_be_an_object_or_a_function_that_sees_only_what_its_seat_may_know() -> None:
    game, opponent = short_game("civilwar"), Recorder()
    env = GameEnv(game, seat=0, opponents=opponent)  # the Confederates begin
    observation, _ = env.reset(seed=1)
    assert opponent.seen
    assert all(state == state.seen_by(1) for state in opponent.seen)
    other = GameEnv(game, seat=0, opponents=lambda state: state.legal_codes()[0])
    assert (other.reset(seed=1)[0] == observation).all()


def test_a_reward_can_be_a_function_of_two_decisions() -> None:
    env = GameEnv(short_game("siege"), reward=lambda before, after, seat: before.record.waves - after.record.waves)
    _, info = env.reset(seed=2)
    rewards = []
    while not env.state.is_over:
        _, reward, _, _, info = env.step(env.action_space.sample(info["action_mask"]))
        rewards.append(reward)
    assert sum(rewards) == 2 - env.state.record.waves


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"seat": 1}, "siege has the seats 0 to 0, not 1"),
        ({"reward": "gold"}, "unknown reward 'gold'; choose from: result, win"),
        ({"illegal": "ignore"}, "illegal must be lose or raise, not 'ignore'"),
        ({"opponents": ["book"]}, "siege needs 0 opponents, not 1"),
    ],
)
def test_a_wrong_argument_gets_a_sentence(arguments: dict[str, object], sentence: str) -> None:
    with pytest.raises(htl.HtlError, match=sentence):
        GameEnv("siege", **arguments)  # type: ignore[arg-type]


def test_many_games_are_those_of_the_arrays_with_the_final_observations() -> None:
    envs = gymnasium.make_vec("HoldTheLine/Siege-v0", num_envs=8, mode="easy")
    games = VectorEnv("siege", 8, seed=6, mode="easy")
    observations, infos = envs.reset(seed=6)
    assert envs.observation_space.contains(observations)
    endings = 0
    for _ in range(20):
        actions = games.sample()
        expected = games.step(actions)
        observations, rewards, terminations, truncations, infos = envs.step(actions.copy())
        for got, wanted in zip((observations, rewards, terminations, infos["action_mask"]), expected, strict=True):
            assert (got == wanted).all()
        assert not truncations.any()
        for game in np.flatnonzero(terminations):
            endings += 1
            phase, waves = infos["final_obs"][game][:2]  # 4: won, 5: lost
            assert phase == (4 if rewards[game] > 0 else 5)
            assert (waves == 0) == (rewards[game] > 0)
    assert endings
    envs.close()
