"""Orders said in one go that nobody can mean: see also `test_spoken`."""

from __future__ import annotations

import pytest

from holdtheline.core.catalog import load
from holdtheline.core.errors import IllegalMove
from holdtheline.core.game import State
from holdtheline.games.towers.text.order_parser import parse_order


@pytest.mark.parametrize(
    ("text", "clause", "reason"),
    [
        ("send 1 column 2 column 3 step 4", "T2.3", "send takes soldiers, a column and a timestep"),
        ("send 1 column 2 step 3 timestep 4", "T2.3", "send takes soldiers, a column and a timestep"),
        ("send 1- 2 40", "T6.2", "several soldiers are written like 1-8, not '1-'"),
        ("home -3", "T6.2", "several soldiers are written like 1-8, not '-3'"),
    ],
)
def test_a_repeated_or_incomplete_part_is_refused(text: str, clause: str, reason: str) -> None:
    state = load("towers", plain=True).start()
    with pytest.raises(IllegalMove) as refusal:
        parse_order(state.record, 0, text)
    assert refusal.value.clause == clause
    assert refusal.value.reason.startswith(reason)


GAME = load("towers", plain=True)


def planning(*moves: str) -> State:
    """Return a planning of the left seat after these orders."""
    state = GAME.start()
    for move in moves:
        state.play(state.move(move, 0))
    return state


def moves_of(text: str, *moves: str) -> list[str] | None:
    return parse_order(planning(*moves).record, 0, text)


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("build missile 3 2", ["tower missile", "cell 3 2"]),
        ("Build Missile 3, 2", ["tower missile", "cell 3 2"]),
        ("build a missile tower in row 3 column 2", ["tower missile", "cell 3 2"]),
        ("build b 10 6", ["tower blockade", "cell 10 6"]),
        ("tower frost 3 2", ["tower frost", "cell 3 2"]),
        ("hire rifle", ["hire rifle"]),
        ("hire 3 rifle", ["hire rifle"] * 3),
        ("hire rifle 3", ["hire rifle"] * 3),
        ("hire 2 horses", ["hire horse"] * 2),
        ("send 4 column 2 step 40", ["soldier 4", "column 2", "step 40"]),
        ("send soldier 4 at timestep 40 into column 2", ["soldier 4", "column 2", "step 40"]),
        ("send 4 2 40", ["soldier 4", "column 2", "step 40"]),
        ("send 1-2 2 40", ["soldier 1", "column 2", "step 40", "soldier 2", "column 2", "step 40"]),
        ("send 2,1 0 0", ["soldier 2", "column 0", "step 0", "soldier 1", "column 0", "step 0"]),
        ("home 4", ["soldier 4", "home"]),
        ("home 2-1", ["soldier 2", "home", "soldier 1", "home"]),
        ("home all", ["all home"]),
        ("  BUILD  missile 3 2 ", ["tower missile", "cell 3 2"]),
    ],
)
def test_an_order_is_the_small_moves_that_it_is_made_of(text: str, moves: list[str]) -> None:
    assert moves_of(text) == moves


def test_all_are_those_whom_the_seat_owns() -> None:
    assert moves_of("send all 2 7", "hire rifle", "hire bomb") == [
        *("soldier 1", "column 2", "step 7"),
        *("soldier 2", "column 2", "step 7"),
    ]


@pytest.mark.parametrize(
    ("text", "moves", "half"),
    [
        ("3 2", ["cell 3 2"], ["tower missile"]),
        ("3,2", ["cell 3 2"], ["tower missile"]),
        ("2", ["column 2"], ["hire rifle", "soldier 1"]),
        ("40", ["step 40"], ["hire rifle", "soldier 1", "column 2"]),
    ],
)
def test_after_half_an_order_the_numbers_are_enough(text: str, moves: list[str], half: list[str]) -> None:
    assert moves_of(text, *half) == moves


@pytest.mark.parametrize("text", ["ready", "tower missile", "home", "never mind", "3 2", "7", "", ";", "dance"])
def test_what_is_a_move_already_or_none_at_all_is_left_alone(text: str) -> None:
    assert moves_of(text) is None


@pytest.mark.parametrize(
    ("text", "clause", "reason"),
    [
        ("build missile 3", "T4.1", "build takes a tower, a row and a column, such as: build missile 3 2"),
        ("build tower", "T4.1", "build takes a tower and its cell, such as: build missile 3 2"),
        ("build castle 3 2", "T4.3", "a tower is a missile, rocket, frost or blockade, not 'castle'"),
        ("build missile 30 2", "T4.1", "a row is 0 to 20, not '30'"),
        ("build missile 3 7", "T4.1", "a column is 0 to 6, not '7'"),
        ("hire knight", "T5.2", "a soldier is a shield, rifle, bomb or horse, not 'knight'"),
        ("hire 3", "T2.4", "hire takes a soldier and perhaps how many, such as: hire 3 rifle"),
        ("hire 0 rifle", "T2.6", "a number is 1 to 255, not '0'"),
        (
            "send 4 2",
            "T2.3",
            "send takes soldiers, a column and a timestep, such as: send 4 column 2 step 40",
        ),
        ("send 4 8 40", "T2.3", "a column is 0 to 6, not '8'"),
        ("send 4 2 100", "T2.3", "a timestep is 0 to 99, not '100'"),
        ("send 0 2 40", "T6.2", "a soldier is 1 to 255, not '0'"),
        ("send x-3 2 40", "T6.2", "a soldier is 1 to 255, not 'x'"),
        ("send all 2 40", "T6.2", "left has no soldiers to send"),
        ("home 1 2", "T2.3", "home takes soldiers, such as: home 4, or home 1-8"),
        ("build missile 3", "T4.1", "build takes a tower, a row and a column, such as"),
    ],
)
def test_what_cannot_be_meant_is_refused_with_its_clause(text: str, clause: str, reason: str) -> None:
    with pytest.raises(IllegalMove) as refusal:
        moves_of(text)
    assert refusal.value.clause == clause
    assert refusal.value.reason.startswith(reason)


@pytest.mark.parametrize("text", ["send 9 9 9 9 9", "build " + "9" * 500 + " 2", "hire ٣ rifle", "send - - -"])
def test_nonsense_is_refused_in_a_short_sentence(text: str) -> None:
    with pytest.raises(IllegalMove) as refusal:
        moves_of(text)
    assert len(str(refusal.value)) < 200


def test_a_comma_sends_no_soldier_home() -> None:
    assert moves_of("home ,") is None


def test_while_a_turn_is_played_units_are_asked_and_nothing_is_ordered() -> None:
    state = planning("hire rifle", "mind rifle own", "together 3", "ready")
    state.play(state.move("ready", 1))
    assert state.record.phase == 1
    assert parse_order(state.record, 0, "build missile 3 2") is None


def test_the_other_seat_refers_to_its_own_soldiers() -> None:
    state = planning("hire rifle", "soldier 1")
    assert parse_order(state.record, 1, "2") is None
    with pytest.raises(IllegalMove, match="right has no soldiers"):
        parse_order(state.record, 1, "send all 2 2")
