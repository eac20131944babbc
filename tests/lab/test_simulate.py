"""Simulations: reproducible, and with the win rate of the exact solution."""

from __future__ import annotations

import os
import threading
from math import sqrt
from typing import Any

import numpy as np
import pytest

from holdtheline.core.catalog import load
from holdtheline.core.definition import CHANCE, LOST, OVER
from holdtheline.core.dice import random_streams, roll_die
from holdtheline.core.errors import BadOption, IllegalMove, UnknownName
from holdtheline.core.events import Move
from holdtheline.core.game import Game, State
from holdtheline.games.siege.ai.solver import Solution
from holdtheline.lab import games as lab_games
from holdtheline.lab.simulate import Simulation, simulate
from holdtheline.players.confidence_interval import wilson_interval
from holdtheline.players.player import policy_of

OPTION_SETS: list[dict[str, Any]] = [
    {},
    {"mode": "hard", "regroup": 2},
    {"mode": "scouts", "table": "paper"},
    {"mode": 6, "empty": "loses", "swap": "one"},
    {"swap": "none", "empty": "loses", "regroup": 2, "table": "paper"},
]


def exact_chance(game: Game) -> float:
    return float(Solution(game.options).value(game.start()))


def without_time(result: Simulation) -> tuple[Any, ...]:
    return (result.game, result.players, result.games, result.losses, result.draws, result.wins, result.steps)


# Win rates


@pytest.mark.compiled
@pytest.mark.parametrize("options", OPTION_SETS, ids=str)
def test_the_optimal_player_wins_as_often_as_the_solution_says(options: dict[str, Any]) -> None:
    game, games = load("siege", **options), 100_000
    chance = exact_chance(game)
    result = simulate(game, ["optimal"], games, seed=12)
    assert abs(result.win_rate() - chance) < 5 * sqrt(chance * (1 - chance) / games)
    assert result.wins[0] + result.losses[0] == games
    assert result.draws == (0,)


@pytest.mark.compiled
def test_a_million_games_land_within_the_interval_of_the_solution() -> None:
    game = load("siege")
    result = simulate(game, ["optimal"], 1_000_000, seed=1)
    low, high = result.interval()
    assert low < exact_chance(game) < high
    assert high - low < 0.002


@pytest.mark.compiled
def test_easy_is_a_certain_win_for_the_optimal_player() -> None:
    result = simulate(load("siege", mode="easy"), ["optimal"], 50_000)
    assert result.wins == (50_000,)
    assert result.interval()[1] == exact_chance(load("siege", mode="easy")) == 1


@pytest.mark.compiled
def test_a_better_player_wins_more_often() -> None:
    rates = [simulate(load("siege"), [name], 20_000).win_rate() for name in ("random", "book", "optimal")]
    assert rates == sorted(rates)
    assert rates[0] < rates[1] - 0.1


# Reproducibility


def slow_simulation(game: Game, name: str, games: int, seed: int) -> tuple[int, int, int]:
    """Return losses, wins and steps of the same games, played through the Python interface."""
    policy = policy_of(game.definition, name)
    memory, codes = policy.make_memory(game.options), np.empty(game.definition.rules.max_moves, np.int64)
    scores, steps, streams = [], 0, random_streams(games, 0, seed, "games")
    for number in range(games):
        dice, choices = streams[2 * number :], streams[2 * number + 1 :]
        state = game.start()
        while state.current_player != OVER:
            if state.current_player == CHANCE:
                state.play(int(roll_die(dice)))
            else:
                state.play(int(policy.choose(state.record, codes, choices, memory)))
            steps += 1
        assert state.outcome is not None
        scores.append(state.outcome.scores[0])
    return scores.count(LOST), games - scores.count(LOST), steps


@pytest.mark.parametrize("options", OPTION_SETS, ids=str)
@pytest.mark.parametrize("name", ["random", "book", pytest.param("optimal", marks=pytest.mark.compiled)])
def test_the_games_are_those_of_a_slow_loop(name: str, options: dict[str, Any]) -> None:
    slow = slow_simulation(load("siege", plain=True, **options), name, 40, seed=5)
    for plain in (True, False):
        result = simulate(load("siege", plain=plain, **options), [name], 40, seed=5)
        assert (result.losses[0], result.wins[0], result.steps) == slow


@pytest.mark.parametrize("name", ["random", "book"])
def test_neither_the_threads_nor_the_slices_change_anything(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, results = load("siege"), set()
    for threads, size in ((1, 1), (2, 7), (7, 20), (None, 95)):
        monkeypatch.setattr(os, "cpu_count", lambda threads=threads: threads)
        monkeypatch.setattr(lab_games, "next_size", lambda *_, size=size: size)
        results.add(without_time(simulate(game, [name], 95, seed=3)))
    assert len(results) == 1


def test_another_seed_gives_other_games() -> None:
    game = load("siege")
    assert len({simulate(game, ["random"], 60, seed=seed).steps for seed in range(6)}) > 3


def test_fewer_games_are_the_first_of_more() -> None:
    game = load("siege")
    few, more = (simulate(game, ["random"], games, seed=3) for games in (20, 40))
    assert few.steps < more.steps
    assert few.wins[0] <= more.wins[0] <= few.wins[0] + 20


# Reports


def test_progress_is_reported_up_to_the_last_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab_games, "FIRST_SLICE", 20)
    monkeypatch.setattr(lab_games, "next_size", lambda *_: 20)
    reports: list[int] = []
    simulate(load("siege"), ["book"], 50, report=reports.append)
    assert reports == [20, 40, 50]


def test_ctrl_c_ends_it_and_what_was_played_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab_games, "FIRST_SLICE", 5)

    def interrupted(done: int) -> None:
        raise KeyboardInterrupt

    result = simulate(load("siege"), ["book"], 10**4, report=interrupted)
    assert (result.games, result.requested, result.was_stopped) == (5, 10**4, True)
    assert result.wins[0] + result.losses[0] == 5


def test_a_slice_is_short_and_grows_step_by_step() -> None:
    assert lab_games.next_size(16, 16, 1e-5) == 64
    assert lab_games.next_size(1000, 1000, 1.0) == 100
    assert lab_games.next_size(1, 1, 60.0) == 1


def test_a_search_stops_within_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    stopped = threading.Event()
    stopped.set()
    streams = random_streams(1, 0, 1)
    with pytest.raises(lab_games.Stopped):
        lab_games.play_python_rows(load("siege", plain=True), ("random",), streams, stopped=stopped)


@pytest.mark.parametrize("games", [0, -1])
def test_less_than_one_game_is_refused(games: int) -> None:
    with pytest.raises(BadOption, match=f"^the number of games must be 1 or more, not {games}$"):
        simulate(load("siege"), ["book"], games)


@pytest.mark.parametrize("players", [[], ["book", "book"]])
def test_every_seat_needs_a_player(players: list[str]) -> None:
    with pytest.raises(BadOption, match=r"^siege needs one player per seat \(defender\), not \d$"):
        simulate(load("siege"), players, 10)


def test_an_unknown_player_is_refused_before_anything_is_played() -> None:
    reports: list[int] = []
    with pytest.raises(UnknownName, match="its players are: random, book, optimal, mcts"):
        simulate(load("siege"), ["nobody"], 10, report=reports.append)
    assert reports == []


# The interval. By hand, with z = 1.96 (z² = 3.8416): for 5 wins of 10 the middle is 0.5 and the
# half width 1.96 · √(0.025 + 0.009604) / 1.38416 = 0.2634; for none of 10 the upper end is
# 3.8416 / 13.8416 = 0.2775, for all of 10 the lower one is 10 / 13.8416 = 0.7225.


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        (5, 10, 0.2366, 0.7634),
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (1, 1, 0.2065, 1.0),
        (0, 1, 0.0, 0.7935),
        (80, 100, 0.7112, 0.8666),
    ],
)
def test_the_interval_is_wilsons(wins: int, games: int, low: float, high: float) -> None:
    assert wilson_interval(wins, games) == pytest.approx((low, high), abs=6e-5)
    assert 0 <= wilson_interval(wins, games)[0] <= wins / games <= wilson_interval(wins, games)[1] <= 1


def test_the_interval_of_a_simulation_is_that_of_the_wins_of_the_seat() -> None:
    result = Simulation("toy", ("a", "b"), 10, (5, 0), (0, 0), (5, 10), 100, 0.1)
    assert (result.interval(0), result.interval(1)) == (wilson_interval(5, 10), wilson_interval(10, 10))
    assert (result.win_rate(0), result.win_rate(1)) == (0.5, 1.0)


class First:
    """A player as a user writes one: an object with `choose`."""

    def choose(self, state: State) -> Move:
        return state.legal_moves()[0]


def test_players_can_be_objects_and_functions() -> None:
    game = load("siege", mode="easy", plain=True)
    by_object, by_function, by_text = (
        simulate(game, [player], 30, seed=2)
        for player in (First(), lambda state: state.legal_codes()[0], lambda state: state.legal_moves()[0].text)
    )
    assert by_object.wins == by_function.wins == by_text.wins
    assert (by_object.players, by_function.players) == (("First",), ("<lambda>",))
    with pytest.raises(BadOption, match="a player is a name, an object with `choose`, or a function, not '7'"):
        simulate(game, [7], 1)  # type: ignore[list-item]
    with pytest.raises(IllegalMove):
        simulate(game, [lambda state: 99999], 1)


def test_a_player_that_you_wrote_sees_only_what_its_seat_may_know() -> None:
    seen: list[State] = []

    def watch(state: State) -> int:
        seen.append(state)
        return state.legal_codes()[0]

    simulate(load("towers", turn_limit=1, plain=True), [watch, "random"], 1)
    assert seen
    assert all(state == state.seen_by(0) for state in seen)
