"""Reviews: luck, skill and the others' play add up, and are what they are said to be."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest

from holdtheline.core.catalog import load
from holdtheline.core.contract import CHANCE
from holdtheline.core.dice import FACES
from holdtheline.core.errors import BadOption, BadRecord
from holdtheline.core.game import State
from holdtheline.core.record import Record
from holdtheline.games.siege.solve import Solution
from holdtheline.lab.judge import ExactJudge, SearchJudge
from holdtheline.lab.retold import as_json, better
from holdtheline.lab.review import CERTAIN, Review, Reviewing, review, table_of, told
from holdtheline.lab.stretches import LUCK, OTHERS, SKILL, Stretch, state_after, stretches_of
from holdtheline.table.session import SEEDED, Table

GOLDEN = sorted((Path(__file__).parent.parent / "golden").glob("*.htl"))
OF_SIEGE = [path for path in GOLDEN if path.stem.startswith("siege")]
NODES = 8


def finished(path: Path) -> Table:
    return table_of(Record.read(path))


def golden(name: str) -> Table:
    return finished(next(path for path in GOLDEN if path.stem == name))


def played_by(name: str, seed: int, **options: object) -> Table:
    table = Table.open(load("siege", plain=True, **options), seats=[name], seed=seed, dice=SEEDED)
    while not table.is_over:
        if table.turn == CHANCE:
            table.roll()
        else:
            table.let_player_act()
    return table


def check_sums(made: Review) -> None:
    assert made.is_whole
    assert made.rest == 0
    assert made.start + made.luck + made.skill + made.others == made.result == made.chances[-1]
    assert made.result in (0, CERTAIN // 2, CERTAIN)
    changes = [change for _, change in made.changes]
    assert changes == [now - before for before, now in pairwise(made.chances)]


# They add up


@pytest.mark.compiled
@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_start_luck_skill_and_the_others_are_the_result_for_every_seat(path: Path) -> None:
    table = finished(path)
    for seat in range(len(table.game.seats)):
        check_sums(review(table, seat, NODES))


@pytest.mark.compiled
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("name", ["random", "book"])
def test_they_add_up_in_games_of_siege_and_no_decision_gains_anything(name: str, seed: int) -> None:
    made = review(played_by(name, seed, mode="scouts"))
    check_sums(made)
    assert all(change <= 0 for stretch, change in made.changes if stretch.kind == SKILL)


@pytest.mark.compiled
def test_what_was_stopped_adds_up_with_what_was_not_looked_at() -> None:
    reviewing = Reviewing(finished(OF_SIEGE[0]), 0)
    for done in reviewing.go_on():
        made = reviewing.so_far
        assert len(made.judged) == done
        assert made.start + made.luck + made.skill + made.others + made.rest == made.result
        if done == 3:
            break
    assert not made.is_whole
    assert list(reviewing.go_on()) == list(range(4, reviewing.positions + 1))
    assert reviewing.so_far == review(finished(OF_SIEGE[0]))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_the_stretches_hold_every_step_once(path: Path) -> None:
    table = finished(path)
    for seat in range(len(table.game.seats)):
        stretches = stretches_of(table, seat, 4)
        every = list(range(1, len(table.done) + 1))
        assert [step for one in stretches for step in range(one.first, one.last + 1)] == every
        assert sorted(step for one in stretches for step in one.steps) == every


# Siege, by hand


def wins(state: State) -> Fraction:
    """The chance to win under best play, by trying everything out."""
    if state.outcome is not None:
        return Fraction(state.outcome.winner == 0)
    chances = []
    for code in state.codes():
        after = state.copy()
        after.play(code)
        chances.append(wins(after))
    return sum(chances, Fraction()) / FACES if state.turn == CHANCE else max(chances)


@pytest.mark.compiled
def test_the_last_wave_of_a_siege_counted_by_hand() -> None:
    """Of the 216 rolls of the last wave 200 can be held; then it is luck that one of them came."""
    table = golden("siege-held")
    made = review(table)
    place = next(place for place, one in enumerate(made.stretches) if one.last == 11) + 1
    assert wins(table.state_after(11)) == made.judged[place].chance == Fraction(200, 216)
    assert made.chances[place] == 9259
    assert made.changes[place] == (Stretch(12, 14, LUCK, (12, 13, 14)), 741)


@pytest.mark.compiled
@pytest.mark.parametrize("seed", range(5))
def test_the_optimal_player_of_siege_loses_nothing_by_its_decisions(seed: int) -> None:
    made = review(played_by("optimal", seed))
    assert made.skill == 0
    assert made.start + made.luck == made.result


@pytest.mark.compiled
def test_a_bad_move_is_a_turning_point_and_a_better_one_is_named() -> None:
    table = golden("siege-held")
    made = review(table)
    blunder = next(place for place, (one, change) in enumerate(made.changes) if change < 0)
    stretch, change = made.changes[blunder]
    assert (stretch.first, stretch.kind, change) == (11, SKILL, -741)
    assert blunder in made.turning_points()
    assert better(made, table, blunder) == "send 1 to top, 1 to middle, 4 to bottom"
    exact = [Solution(table.game.options).value(table.state_after(step)) for step in (10, 11)]
    assert exact == [1, Fraction(25, 27)]


def test_a_chance_is_only_said_to_be_certain_if_it_is() -> None:
    assert told(Fraction(99_999, 100_000), 1) == CERTAIN - 1
    assert told(Fraction(1, 100_000), 10) == 10
    assert [told(Fraction(part, 2), 10) for part in range(3)] == [0, CERTAIN // 2, CERTAIN]


# The same, and only what the seat knew


@pytest.mark.compiled
@pytest.mark.parametrize("name", ["towers-two-people-on-the-course", "civilwar-a-person-takes-steps-back"])
def test_the_same_review_comes_out_again_with_any_number_of_threads(name: str) -> None:
    table, threads = golden(name), []
    for count in (1, 2):
        reviewing = Reviewing(table, 0, NODES, count)
        assert list(reviewing.go_on())[-1] == reviewing.positions
        threads.append(as_json(reviewing.so_far, table))
    assert threads[0] == threads[1]


@pytest.mark.compiled
@pytest.mark.parametrize(
    "name", ["towers-two-people-on-the-course", "civilwar-book-at-bull-run", "siege-fallen"]
)
def test_a_position_is_judged_by_what_the_seat_knows_of_it(name: str) -> None:
    """What is hidden is filled in anew, in another way: the seat cannot tell, so its chance is the same."""
    table = golden(name)
    judge = SearchJudge(table.game, 40)
    for step in range(0, len(table.done), max(len(table.done) // 6, 1)):
        state = table.state_after(step)
        for seat in range(len(table.game.seats)):
            other = state.seen_by(seat)
            assert judge.judge(other, seat) == judge.judge(state, seat)


@pytest.mark.compiled
def test_two_games_that_differ_in_what_is_sealed_have_the_same_chance_until_it_is_shown() -> None:
    states = []
    for hired in ("rifle", "shield"):
        table = Table.open(load("towers", plain=True), seed=1)
        table.play("tower rocket", 0)
        table.play(f"hire {hired}", 1)
        table.play("in file 3", 1)
        states.append(table.state)
    judge = SearchJudge(states[0].game, 40)
    assert states[0] != states[1]
    assert judge.judge(states[0], 0) == judge.judge(states[1], 0)
    assert judge.judge(states[0], 1) != judge.judge(states[1], 1)


@pytest.mark.compiled
def test_a_plan_is_judged_before_the_other_one_is_known() -> None:
    table = golden("towers-two-people-on-the-course")
    first, second, *_ = stretches_of(table, 0, 4)
    assert (first.kind, second.kind) == (SKILL, OTHERS)
    assert {table.done[step - 1].seat for step in first.steps} == {0}
    assert {table.done[step - 1].seat for step in second.steps} == {1}
    planned = state_after(table, first)
    assert not planned.can_move(0)
    assert planned.can_move(1)
    assert state_after(table, second) == table.state_after(second.last)
    assert (first.again, second.again) == (0, 0), "a plan can only be made anew from its beginning"


def test_only_a_solved_game_is_judged_exactly() -> None:
    assert ExactJudge.unit < SearchJudge.unit
    assert SearchJudge.at_once > ExactJudge.at_once


# Refused


def test_a_game_that_is_not_over_is_not_reviewed() -> None:
    table = Table.open(load("siege", plain=True), seed=1)
    with pytest.raises(BadRecord, match="not finished"):
        Reviewing(table, 0)


@pytest.mark.parametrize(("seat", "nodes"), [(1, 10), (-1, 10), (0, 0), (0, 100_001)])
def test_a_seat_or_a_number_that_cannot_be_is_refused(seat: int, nodes: int) -> None:
    with pytest.raises(BadOption):
        Reviewing(finished(OF_SIEGE[0]), seat, nodes)
