"""Measuring, and orders that are said in one go. The places are those of the first battle."""

from __future__ import annotations

import pytest

from holdtheline.core import catalog
from holdtheline.core.errors import UnknownName
from holdtheline.games.skirmish.text.order_parser import parse_order
from holdtheline.games.skirmish.view.measure import measure


@pytest.fixture
def state():
    return catalog.load("skirmish", plain=True).position("round 1 friends; choose")


@pytest.mark.clause("K1.1")
@pytest.mark.clause("K4.4")
def test_K1_1_between_two_characters_inches_run_from_base_to_base(state):
    # 5.75 across and 11.5 up are 12.857 from centre to centre, less two half inches
    assert measure(state.record, "f3 e5") == (
        "Ketta Marl (f3) and Short Cudgel (e5): 11.857 inches from base to base.",
        "Ketta Marl (f3) sees Short Cudgel (e5); Short Cudgel (e5) sees Ketta Marl (f3).",
        "Short Cudgel (e5) is within range of Ketta Marl (f3), 12 inches.",
    )


@pytest.mark.clause("K4.4")
def test_K4_4_what_blocks_sight_is_named(state):
    answer = measure(state.record, "Ketta Marl to Bow on the mound")
    assert answer[1] == "Neither sees the other: Yard wall (t4) is in between (K4.4)."
    assert answer[3] == "Ketta Marl (f3) is out of range of Bow on the mound (e2), 12 inches."


@pytest.mark.clause("K4.4")
def test_K4_4_a_character_that_looks_away_could_turn(state):
    state.play("use f3")
    state.play("face 9.5,0")
    sight = measure(state.record, "f3 e5")[1]
    assert sight.startswith("Ketta Marl (f3) looks away from Short Cudgel (e5), but could turn; Short Cudgel")


@pytest.mark.clause("K3.4")
def test_K3_4_a_leg_is_tried_and_the_answer_lists_what_would_be_in_sight(state):
    answer = measure(state.record, "f3 12,7")
    assert answer[:2] == (
        "From Ketta Marl (f3), at 9.5,3, to 12,7: 4.717 inches.",
        "Ketta Marl goes 4.7 inches, to 12,7; after more than 3″ there is no other leg.",
    )
    assert answer[2].startswith("From there in sight: Long Cudgel (e4), a shot: 50%")
    assert "Dreth Mulcar (e1) by the mill" in answer[3]
    assert "Ketta Marl has 6″" in measure(state.record, "f3 9.5,12")[-1]


def test_all_enemies_are_listed_the_nearest_first(state):
    answer = measure(state.record, "f1")
    assert answer[:2] == (
        "Short Cudgel (e5): 11.432 inches, in sight.",
        "Long Cudgel (e4): 11.98 inches, in sight.",
    )
    assert len(answer) == 8


def test_two_places_are_measured_too(state):
    assert measure(state.record, "3,4 6,8") == ("3,4 and 6,8: 5 inches.",)


def test_one_place_measures_from_the_active_character(state):
    state.play("use f3")
    assert measure(state.record, "12,7") == measure(state.record, "f3 12,7")
    assert measure(state.record, "from 12,7") == measure(state.record, "12,7")[2:]
    assert measure(state.record, "from 23,23") == ()


@pytest.mark.parametrize("text", ["", "f99", "f3 nobody", "t2", "f3 e2 e3"])
def test_what_is_not_on_the_table_is_refused(state, text):
    with pytest.raises(UnknownName, match="say what to measure"):
        measure(state.record, text)


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("f3 shoot e5", ["use f3", "shoot e5"]),
        ("Ketta Marl go 4 up", ["use f3", "go 9.5,7"]),
        ("f3 go 2.5 left", ["use f3", "go 7,3"]),
        ("f3 go 9.5,5 then 10,6", ["use f3", "go 9.5,5", "go 10,6"]),
        ("f3 go to o2", ["use f3", "go 12,7.5"]),
        ("f3 face e4", ["use f3", "face 8.5,15"]),
        ("f1 go 3 towards o2", ["use f1", "go 12,5.5"]),
        ("use f3", None),
        ("go 4 up", None),
        ("e3 go 4 up", ["use e3"]),
        ("nobody go 4 up", None),
        ("", None),
    ],
)
def test_an_order_is_taken_apart(state, text, moves):
    assert parse_order(state.record, 0, text) == moves


def test_one_who_is_active_is_not_used_again(state):
    state.play("use f3")
    assert parse_order(state.record, 0, "f3 shoot e5") == ["shoot e5"]
    assert parse_order(state.record, 0, "go 4 up") == ["go 9.5,7"]
    assert parse_order(state.record, 0, "go 9.5,5") is None


@pytest.mark.clause("K3.7")
def test_K3_7_a_charge_is_the_leg_into_contact(state):
    state = state.game.position("round 1 friends; f1 16,5 looks 0,1, e5 16,9 looks 0,-1; choose")
    assert parse_order(state.record, 0, "f1 charge e5") == ["use f1", "go 16,8"]
    state.play("use f1")
    assert state.move("go 16,8").clause == "K3.7"
    assert parse_order(state.record, 0, "charge e1") == ["go 12.266,18.536"]  # the rules will say that it is too far
