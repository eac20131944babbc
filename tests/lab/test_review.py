"""Reviews: luck, skill and the others' play add up, and are computed correctly."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest

from holdtheline.core.catalog import load
from holdtheline.core.definition import CHANCE
from holdtheline.core.dice import FACES
from holdtheline.core.errors import BadOption, BadRecord
from holdtheline.core.game import State
from holdtheline.core.game_record.lines import SEEDED_DICE
from holdtheline.core.game_record.replay import Record
from holdtheline.games.siege.ai.solver import Solution
from holdtheline.lab.evaluator import ExactEvaluator, SearchEvaluator
from holdtheline.lab.review import (
    FULL_CHANCE,
    Review,
    Reviewer,
    review_table,
    round_chance,
    table_from_record,
)
from holdtheline.lab.review_text import better_move_text, review_json
from holdtheline.lab.segments import LUCK, OTHERS, SKILL, Segment, split_segments, state_after_segment
from holdtheline.table.session import Table

GOLDEN = sorted((Path(__file__).parent.parent / "golden").glob("*.htl"))
OF_SIEGE = [path for path in GOLDEN if path.stem.startswith("siege")]
NODES = 8


def finished(path: Path) -> Table:
    return table_from_record(Record.read(path))


def golden(name: str) -> Table:
    return finished(next(path for path in GOLDEN if path.stem == name))


def played_by(name: str, seed: int, **options: object) -> Table:
    table = Table.open(load("siege", plain=True, **options), seats=[name], seed=seed, dice=SEEDED_DICE)
    while not table.is_over:
        if table.turn == CHANCE:
            table.roll()
        else:
            table.let_player_act()
    return table


def check_sums(review: Review) -> None:
    assert review.is_complete
    assert review.rest == 0
    total = review.luck + review.skill + review.others + review.ending
    assert review.start + total == review.result == review.chances[-1]
    assert review.result in (0, FULL_CHANCE // 2, FULL_CHANCE)
    changes = [change for _, change in review.changes]
    assert changes == [now - before for before, now in pairwise(review.chances)]


# Sums


@pytest.mark.compiled
@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_start_luck_skill_and_the_others_are_the_result_for_every_seat(path: Path) -> None:
    table = finished(path)
    for seat in range(len(table.game.seats)):
        check_sums(review_table(table, seat, NODES))


@pytest.mark.compiled
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("name", ["random", "book"])
def test_they_add_up_in_games_of_siege_and_no_decision_gains_anything(name: str, seed: int) -> None:
    review = review_table(played_by(name, seed, mode="scouts"))
    check_sums(review)
    assert all(change <= 0 for stretch, change in review.changes if stretch.kind == SKILL)


@pytest.mark.compiled
def test_what_was_stopped_adds_up_with_what_was_not_looked_at() -> None:
    reviewing = Reviewer(finished(OF_SIEGE[0]), 0)
    for done in reviewing.run():
        review = reviewing.so_far
        assert len(review.evaluations) == done
        assert review.start + review.luck + review.skill + review.others + review.ending + review.rest == review.result
        if done == 3:
            break
    assert not review.is_complete
    assert list(reviewing.run()) == list(range(4, reviewing.positions + 1))
    assert reviewing.so_far == review_table(finished(OF_SIEGE[0]))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_the_stretches_hold_every_step_once(path: Path) -> None:
    table = finished(path)
    for seat in range(len(table.game.seats)):
        stretches = split_segments(table, seat, 4)
        every = list(range(1, len(table.steps) + 1))
        assert [step for one in stretches for step in range(one.first, one.last + 1)] == every
        assert sorted(step for one in stretches for step in one.steps) == every


# Siege, by hand


def wins(state: State) -> Fraction:
    """Return the chance to win with the best play, by trying everything."""
    if state.outcome is not None:
        return Fraction(state.outcome.winner == 0)
    chances = []
    for code in state.legal_codes():
        after = state.copy()
        after.play(code)
        chances.append(wins(after))
    return sum(chances, Fraction()) / FACES if state.current_player == CHANCE else max(chances)


@pytest.mark.compiled
def test_the_last_wave_of_a_siege_counted_by_hand() -> None:
    """200 of the 216 rolls of the last wave can be held; that one of them came is luck."""
    table = golden("siege-held")
    review = review_table(table)
    place = next(place for place, one in enumerate(review.segments) if one.last == 11) + 1
    assert wins(table.state_after(11)) == review.evaluations[place].chance == Fraction(200, 216)
    assert review.chances[place] == 9259
    assert review.changes[place] == (Segment(12, 14, LUCK, (12, 13, 14)), 741)


@pytest.mark.compiled
@pytest.mark.parametrize("seed", range(5))
def test_the_optimal_player_of_siege_loses_nothing_by_its_decisions(seed: int) -> None:
    review = review_table(played_by("optimal", seed))
    assert review.skill == 0
    assert review.start + review.luck == review.result


@pytest.mark.compiled
def test_a_bad_move_is_a_turning_point_and_a_better_one_is_named() -> None:
    table = golden("siege-held")
    review = review_table(table)
    blunder = next(place for place, (one, change) in enumerate(review.changes) if change < 0)
    stretch, change = review.changes[blunder]
    assert (stretch.first, stretch.kind, change) == (11, SKILL, -741)
    assert blunder in review.turning_points()
    assert better_move_text(review, table, blunder) == "send 1 to top, 1 to middle, 4 to bottom"
    exact = [Solution(table.game.options).value(table.state_after(step)) for step in (10, 11)]
    assert exact == [1, Fraction(25, 27)]


def test_a_chance_is_only_said_to_be_certain_if_it_is() -> None:
    assert round_chance(Fraction(99_999, 100_000), 1) == FULL_CHANCE - 1
    assert round_chance(Fraction(1, 100_000), 10) == 10
    assert [round_chance(Fraction(part, 2), 10) for part in range(3)] == [0, FULL_CHANCE // 2, FULL_CHANCE]


# Reproducibility and hidden information


@pytest.mark.compiled
@pytest.mark.parametrize("name", ["towers-two-people-on-the-course", "civilwar-a-person-takes-steps-back"])
def test_the_same_review_comes_out_again_with_any_number_of_threads(name: str) -> None:
    table, threads = golden(name), []
    for count in (1, 2):
        reviewing = Reviewer(table, 0, NODES, count)
        assert list(reviewing.run())[-1] == reviewing.positions
        threads.append(review_json(reviewing.so_far, table))
    assert threads[0] == threads[1]


@pytest.mark.compiled
@pytest.mark.parametrize("name", ["towers-two-people-on-the-course", "civilwar-book-at-bull-run", "siege-fallen"])
def test_a_position_is_judged_by_what_the_seat_knows_of_it(name: str) -> None:
    """With another guess of what is hidden, the seat sees the same, so its chance is the same."""
    table = golden(name)
    judge = SearchEvaluator(table.game, 40)
    for step in range(0, len(table.steps), max(len(table.steps) // 6, 1)):
        state = table.state_after(step)
        for seat in range(len(table.game.seats)):
            other = state.seen_by(seat)
            assert judge.evaluate(other, seat) == judge.evaluate(state, seat)


@pytest.mark.compiled
def test_two_games_that_differ_in_what_is_sealed_have_the_same_chance_until_it_is_shown() -> None:
    states = []
    for hired in ("rifle", "shield"):
        table = Table.open(load("towers", plain=True), seed=1)
        table.play("tower rocket", 0)
        table.play(f"hire {hired}", 1)
        table.play("in file 3", 1)
        states.append(table.state)
    judge = SearchEvaluator(states[0].game, 40)
    assert states[0] != states[1]
    assert judge.evaluate(states[0], 0) == judge.evaluate(states[1], 0)
    assert judge.evaluate(states[0], 1) != judge.evaluate(states[1], 1)


@pytest.mark.compiled
def test_a_plan_is_judged_before_the_other_one_is_known() -> None:
    table = golden("towers-two-people-on-the-course")
    first, second, *_ = split_segments(table, 0, 4)
    assert (first.kind, second.kind) == (SKILL, OTHERS)
    assert {table.steps[step - 1].seat for step in first.steps} == {0}
    assert {table.steps[step - 1].seat for step in second.steps} == {1}
    planned = state_after_segment(table, first)
    assert not planned.can_move(0)
    assert planned.can_move(1)
    assert state_after_segment(table, second) == table.state_after(second.last)
    assert (first.step_before, second.step_before) == (0, 0), "a plan can only be made again from its start"


def test_only_a_solved_game_is_judged_exactly() -> None:
    assert ExactEvaluator.unit < SearchEvaluator.unit
    assert SearchEvaluator.decisions_at_once > ExactEvaluator.decisions_at_once


# Refusals


def test_a_game_that_is_not_over_is_not_reviewed() -> None:
    table = Table.open(load("siege", plain=True), seed=1)
    with pytest.raises(BadRecord, match="not finished"):
        Reviewer(table, 0)


@pytest.mark.parametrize(("seat", "nodes"), [(1, 10), (-1, 10), (0, 0), (0, 100_001)])
def test_a_seat_or_a_number_that_cannot_be_is_refused(seat: int, nodes: int) -> None:
    with pytest.raises(BadOption):
        Reviewer(finished(OF_SIEGE[0]), seat, nodes)
