from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest

from holdtheline.core.catalog import load
from holdtheline.core.definition import CHANCE, OVER, WON
from holdtheline.core.dice import random_stream
from holdtheline.core.game import Game, State
from holdtheline.games.siege.ai import solver
from holdtheline.games.siege.ai.solver import AFTER, BEFORE, OUTCOMES, Solution, chance_index, position_index
from holdtheline.games.siege.state import MAX_TROOPS, SiegeState
from holdtheline.players.player import player

from ...effort import EVERYTHING
from .slow_solver import SlowSolver

WAVES = 6
SOLVED_SLOWLY = WAVES if EVERYTHING else 3
"""A wave is computed from the one before, each in the same way."""
OPTION_SETS = list(product((1, 2), ("stands", "loses"), ("dice", "paper"), ("any", "one", "none")))
OPTION_NAMES = ("regroup", "empty", "table", "swap")

every_option_set = pytest.mark.parametrize(OPTION_NAMES, OPTION_SETS)


def game_of(*values: object, mode: object = WAVES) -> Game:
    return load("siege", mode=mode, **dict(zip(OPTION_NAMES, values, strict=True)))


def value(game: Game, position: str) -> Fraction:
    return Solution(game.options).value(game.position(position))


A_FIXED_LINE = load("siege", mode=1, swap="none")
"""One wave of it can be solved in plain Python."""


# The slow solver


@pytest.mark.compiled
@every_option_set
def test_the_solver_agrees_with_the_slow_solver_in_every_position(
    regroup: int, empty: str, table: str, swap: str
) -> None:
    slow = SlowSolver(regroup, empty, table, swap, SOLVED_SLOWLY)
    game = game_of(regroup, empty, table, swap)
    words = solver.chance_lookup(game.options)
    index = position_index(*slow.lanes, slow.total - sum(slow.lanes))
    for w, (moment, grids) in product(range(1, SOLVED_SLOWLY + 1), ((BEFORE, slow.before), (AFTER, slow.after))):
        where = chance_index(w, moment, index)
        courses = words[where] * (216 // OUTCOMES) ** w
        np.testing.assert_array_equal(courses, grids[w][slow.exists], f"{w} waves left")
    check_through_public_interface(game, slow)


def check_through_public_interface(game: Game, slow: SlowSolver) -> None:
    """Compare the numbers through the public interface: a position in notation, a Fraction back."""
    solution = Solution(game.options)
    positions = np.argwhere(slow.exists)
    for top, middle, bottom, total in Random(1).sample(positions.tolist(), 40):
        backline = total - top - middle - bottom
        for w in range(1, SOLVED_SLOWLY + 1):
            state = game.position(f"lanes {top} {middle} {bottom}, backline {backline}, waves {w}")
            courses = int(slow.before[w][top, middle, bottom, total])
            assert solution.value(state) == Fraction(courses, 216**w), state


def test_both_solvers_have_the_same_positions() -> None:
    assert SlowSolver(1, "stands", "paper", "none", 0).exists.sum() == solver.POSITIONS


def test_no_two_positions_share_a_place_in_the_table() -> None:
    positions = [p for p in product(range(MAX_TROOPS + 1), repeat=4) if sum(p) <= MAX_TROOPS]
    indexes = {int(position_index(*position)) for position in positions}
    assert indexes == set(range(solver.POSITIONS)) == set(range(len(positions)))


# Every branch, through the public interface


def expectimax(state: State) -> Fraction:
    """Return the chance to win, from `turn`, `codes`, `play` and `outcome` alone."""
    outcome = state.outcome
    if outcome is not None:
        return Fraction(outcome.scores[0] == WON)
    chances = []
    for code in state.legal_codes():
        after = state.copy()
        after.play(code)
        chances.append(expectimax(after))
    return sum(chances, Fraction(0)) / len(chances) if state.current_player == CHANCE else max(chances)


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("options", "position"),
    [
        ({}, "lanes 2 3 1, backline 2, waves 1"),
        ({"swap": "one"}, "lanes 4 1 2, backline 2, waves 1"),
        ({"empty": "loses"}, "lanes 0 3 2, backline 3, waves 1"),
        ({"table": "paper", "empty": "loses", "swap": "one"}, "lanes 0 7 1, backline 2, waves 1"),
        ({"table": "paper", "swap": "none"}, "lanes 1 2 3, backline 2, waves 1"),
        ({"swap": "none"}, "lanes 1 2 1, backline 2, waves 2, enemy 5 4 ?"),
        ({}, "lanes 1 4 1, backline 1, waves 2, enemy 5 4 6"),
    ],
)
def test_the_solver_agrees_with_trying_every_branch(options: dict[str, Any], position: str) -> None:
    game = load("siege", mode=2, **options)
    assert value(game, position) == expectimax(game.position(position))


@pytest.mark.compiled  # plain it takes half a minute
@pytest.mark.parametrize(
    "position",
    [
        "lanes 1 4 0, backline 3, waves 1",
        "lanes 0 0 0, backline 0, waves 1",
        "lanes 3 6 2, backline 1, waves 1, enemy ? ? ?",
        "lanes 1 2 1, backline 2, waves 1, enemy 5 ? ?",
    ],
)
def test_the_solver_agrees_with_trying_every_branch_of_a_fixed_line(position: str) -> None:
    assert value(A_FIXED_LINE, position) == expectimax(A_FIXED_LINE.position(position))


# Known values


@pytest.mark.compiled
@pytest.mark.clause("S5.3")
def test_easy_is_a_certain_win_under_best_play() -> None:
    game = load("siege", mode="easy")
    assert Solution(game.options).value(game.start()) == 1


@pytest.mark.compiled  # plain it takes long, and proves nothing more
def test_a_line_that_cannot_hold_has_no_chance() -> None:
    assert value(A_FIXED_LINE, "lanes 0 0 0, backline 2, waves 1") == 0


@pytest.mark.compiled  # plain it takes long, and proves nothing more
def test_two_troops_behind_an_empty_middle_bear_one_and_two_troops_in_it_bear_two() -> None:
    state = A_FIXED_LINE.position("lanes 3 0 3, backline 2, waves 1")
    chances = Solution(A_FIXED_LINE.options).moves(state)
    assert [(str(move), chance) for move, chance in chances if chance] == [
        ("reinforce 0 2 0", Fraction(2, 6)),
        ("reinforce 0 0 0", Fraction(1, 6)),
        ("reinforce 0 1 0", Fraction(1, 6)),
        ("reinforce 0 1 1", Fraction(1, 6)),
        ("reinforce 1 1 0", Fraction(1, 6)),
    ]


@pytest.mark.compiled
def test_an_ended_game_is_worth_one_or_nothing() -> None:
    won = A_FIXED_LINE.start()
    lost = A_FIXED_LINE.position("lanes 0 0 0, backline 1, waves 1")
    for state in (won, lost):
        state.play("hold")
        for _ in range(3):
            state.play(1)
        assert state.current_player == OVER
    solution = Solution(A_FIXED_LINE.options)
    assert (solution.value(won), solution.value(lost)) == (1, 0)


@pytest.mark.compiled
def test_a_position_may_have_more_waves_to_come_than_the_game_starts_with() -> None:
    position = "lanes 6 4 5, backline 3, waves 4"
    assert value(load("siege", mode="easy"), position) == value(load("siege", mode="hard"), position) > 0


# Means and best moves


@cache
def walked(game: Game, seed: int) -> list[State]:
    """Yield the states of a random game."""
    dice, state, states = Random(seed), game.start(), []
    while state.current_player != OVER:
        states.append(state.copy())
        state.play(dice.choice(state.legal_codes()))
    return states


def children(state: State) -> dict[int, State]:
    after = {code: state.copy() for code in state.legal_codes()}
    for code, child in after.items():
        child.play(code)
    return after


SOME_GAMES = [
    load("siege", mode=mode, regroup=regroup, empty=empty, table=table, swap=swap)
    for mode, regroup, empty, table, swap in (
        ("scouts", 1, "stands", "dice", "any"),
        ("hard", 2, "loses", "paper", "one"),
        ("normal", 2, "stands", "paper", "none"),
        (6, 1, "loses", "dice", "any"),
    )
]


@pytest.mark.compiled
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game", SOME_GAMES, ids=repr)
def test_a_chance_is_the_mean_of_the_rolls_and_the_best_of_the_moves(game: Game, seed: int) -> None:
    solution = Solution(game.options)
    for state in walked(game, seed):
        chances = [solution.value(child) for child in children(state).values()]
        combined = sum(chances, Fraction(0)) / 6 if state.current_player == CHANCE else max(chances)
        assert solution.value(state) == combined, state


@pytest.mark.compiled
@pytest.mark.parametrize("game", SOME_GAMES, ids=repr)
def test_every_move_has_the_chance_of_the_position_it_leads_to(game: Game) -> None:
    solution = Solution(game.options)
    for state in walked(game, 5):
        if state.current_player != CHANCE:
            chances = solution.moves(state)
            after = children(state)
            assert {move.code: chance for move, chance in chances} == {
                code: solution.value(child) for code, child in after.items()
            }
            assert [chance for _, chance in chances] == sorted((c for _, c in chances), reverse=True)


@pytest.mark.compiled
@pytest.mark.clause("S1.3")
def test_the_scouts_countdown_is_worth_the_mean_of_one_to_six_waves() -> None:
    scouts = load("siege", mode="scouts")
    expected = sum(
        Solution(load("siege", mode=waves).options).value(load("siege", mode=waves).start()) for waves in range(1, 7)
    )
    assert Solution(scouts.options).value(scouts.start()) == Fraction(expected, 6)


@pytest.mark.compiled
@pytest.mark.parametrize("game", SOME_GAMES, ids=repr)
def test_every_denominator_divides_216_to_the_number_of_waves(game: Game) -> None:
    solution = Solution(game.options)
    for state in walked(game, 2):
        countdown = state.view()["board"]["phase"] == "countdown"
        courses = 6 * 216**6 if countdown else 216 ** int(state.record.waves)
        assert courses % solution.value(state).denominator == 0, state


# The player


@pytest.mark.compiled
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game", SOME_GAMES, ids=repr)
def test_the_optimal_player_always_takes_a_move_with_the_greatest_chance(game: Game, seed: int) -> None:
    policy = game.definition.ai.policies["optimal"]
    memory, stream = policy.make_memory(game.options), random_stream(seed)
    codes = np.zeros(game.definition.rules.max_moves, np.int64)
    solution = Solution(game.options)
    for state in walked(game, seed):
        if state.current_player != CHANCE:
            code = int(policy.choose(state.record, codes, stream, memory))
            chances = {move.code: chance for move, chance in solution.moves(state)}
            assert chances[code] == max(chances.values()), state


@pytest.mark.compiled
def test_the_optimal_player_sends_both_troops_into_the_empty_lane() -> None:
    policy = A_FIXED_LINE.definition.ai.policies["optimal"]
    state = A_FIXED_LINE.position("lanes 3 0 3, backline 2, waves 1")
    codes = np.zeros(A_FIXED_LINE.definition.rules.max_moves, np.int64)
    code = policy.choose(state.record, codes, random_stream(1), policy.make_memory(A_FIXED_LINE.options))
    assert str(state.move(int(code))) == "reinforce 0 2 0"


@pytest.mark.compiled
def test_the_table_is_the_same_plain_and_compiled() -> None:
    compiled = solver.chance_lookup(A_FIXED_LINE.options)[: chance_index(2, BEFORE, 0)]
    plain = np.zeros_like(compiled)
    plain[: solver.POSITIONS] = 1
    solver.solve_wave(plain, 1, SiegeState(A_FIXED_LINE.setup))
    assert (plain == compiled).all()


@pytest.mark.compiled
def test_the_optimal_player_knows_positions_with_more_waves_than_the_game_began_with() -> None:
    position = "lanes 0 3 0, backline 6, waves 5"
    choices = {
        mode: player("optimal").choose(load("siege", mode=mode).position(position)).code
        for mode in ("easy", 5, 12, "scouts")
    }
    assert len(set(choices.values())) == 1


@pytest.mark.compiled
@every_option_set
def test_the_greatest_numerator_leaves_room_for_another_wave(regroup: int, empty: str, table: str, swap: str) -> None:
    words = solver.chance_lookup(game_of(regroup, empty, table, swap).options)
    assert 0 < words.max() < 2**63 // OUTCOMES
    assert words.min() == 0
