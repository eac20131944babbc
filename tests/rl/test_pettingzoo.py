"""PettingZoo environments: every seat is an agent."""

from __future__ import annotations

import warnings
from collections.abc import Iterator

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

from holdtheline.core.errors import BadOption
from holdtheline.rl import aec_env, parallel_env

from .environments import NAMES, short_game

SIMULTANEOUS = [name for name in NAMES if short_game(name).definition.simultaneous]


@pytest.fixture(autouse=True)
def _accepted_warnings() -> Iterator[None]:
    """Agents have the names of the seats, and observations come with their masks."""
    with warnings.catch_warnings():
        for sentence in (
            "We recommend agents to be named",
            "Observation space for each agent probably should be",
            "Observation is not a NumPy array",
        ):
            warnings.filterwarnings("ignore", sentence)
        yield


@pytest.mark.parametrize("name", NAMES)
def test_pettingzoo_finds_no_fault_in_an_environment(name: str) -> None:
    api_test(aec_env(short_game(name)), num_cycles=20)


@pytest.mark.parametrize("name", NAMES)
def test_a_seed_repeats_the_games(name: str) -> None:
    seed_test(lambda: aec_env(short_game(name)), num_cycles=10)


@pytest.mark.parametrize("name", SIMULTANEOUS)
def test_pettingzoo_finds_no_fault_in_a_parallel_environment(name: str) -> None:
    parallel_api_test(parallel_env(short_game(name)), num_cycles=30)


@pytest.mark.parametrize("name", NAMES)
def test_the_rewards_at_the_end_are_the_results_of_the_seats(name: str) -> None:
    env = aec_env(short_game(name))
    env.reset(seed=3)
    totals = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.possible_agents:
        env.action_space(agent).seed(3)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, _ = env.last()
        totals[agent] += reward
        is_over = termination or truncation
        env.step(None if is_over else env.action_space(agent).sample(observation["action_mask"]))
    assert list(totals.values()) == env.unwrapped.position.returns()


@pytest.mark.parametrize("name", SIMULTANEOUS)
def test_a_seat_that_need_not_decide_waits(name: str) -> None:
    env = parallel_env(short_game(name))
    observations, _ = env.reset(seed=1)
    first, second = env.agents
    ready, wait = 0, env.action_space(first).n - 1
    other = int(np.flatnonzero(observations[second]["action_mask"])[1])
    observations, *_ = env.step({first: ready, second: other})
    assert np.flatnonzero(observations[first]["action_mask"]).tolist() == [wait]
    assert not observations[second]["action_mask"][wait]
    before = observations[first]["observation"]
    observations, *_ = env.step({first: wait, second: int(np.flatnonzero(observations[second]["action_mask"])[1])})
    assert (observations[first]["observation"] == before).all()  # it does not see that the other one decided


@pytest.mark.parametrize("name", SIMULTANEOUS)
def test_an_illegal_action_ends_a_parallel_game(name: str) -> None:
    parallel_seed_test(lambda: parallel_env(short_game(name)), num_cycles=5)  # it knows no masks
    env = parallel_env(short_game(name))
    env.reset(seed=1)
    first, second = env.agents
    wait = env.action_space(first).n - 1
    _, rewards, terminations, _, _ = env.step({first: wait, second: 0})  # the first must decide
    assert rewards == {first: -1, second: 0}
    assert all(terminations.values())
    assert not env.agents


def test_an_illegal_action_ends_the_game() -> None:
    env = aec_env(short_game("siege"))
    env.reset(seed=1)
    mask = env.last()[0]["action_mask"]
    env.step(int(np.argmin(mask)))
    assert env.last()[1:3] == (-1, True)


def test_seats_that_take_turns_have_no_parallel_environment() -> None:
    with pytest.raises(
        BadOption, match="the seats of siege take turns, so it has no parallel environment: use aec_env"
    ):
        parallel_env("siege")
