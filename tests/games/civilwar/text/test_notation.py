"""Moves, events, prompts and refusals of a battle in words."""

from __future__ import annotations

import pytest

from holdtheline.games.civilwar.rules.sequence_of_play import turn
from holdtheline.games.civilwar.state import SEATS, Clause
from holdtheline.games.civilwar.text.names import find_piece, piece_name
from holdtheline.games.civilwar.text.notation import move_clause, move_label, move_text, parse_move
from holdtheline.games.civilwar.text.refusals import refusal

from ..battle_states import MILL_CREEK, battle, legal, walk

ACT = "turn 3 union, ap 5"


# Moves


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("end", "end"),
        ("END", "end"),
        ("go burnside c4", "go Burnside C4"),
        ("go  Burn  to C4", "go Burnside C4"),
        ("go Burnside C4 with McDowell", "go Burnside C4 with McDowell"),
        ("go burnside c4 with", "go Burnside C4 with McDowell"),
        ("go #1 C4", "go Burnside C4"),
        ("step D5", "step D5"),
        ("stop", "stop"),
        ("fire Griffin at E5", "fire Griffin E5"),
        ("assault Burnside E5", "assault Burnside E5"),
        ("rally burn", "rally Burnside"),
        ("enter Franklin", "enter Franklin C1"),
        ("enter franklin at c1 with Heintz", "enter Franklin C1 with Heintzelman"),
        ("enter Franklin with", "enter Franklin C1 with Heintzelman"),
        ("retreat to D5 with", "retreat D5 with"),
        ("retreat D5", "retreat D5"),
        ("displace D6", "displace D6"),
        ("advance", "advance"),
        ("advance with", "advance with"),
        ("stay", "stay"),
        ("go evans D5", "go Evans D5"),
    ],
)
def test_a_move_is_read_in_any_case_and_by_the_beginning_of_a_name(typed: str, text: str) -> None:
    s = battle(ACT)
    code = parse_move(s, typed)
    assert code is not None
    assert move_text(s, code) == text
    assert parse_move(s, text) == code


@pytest.mark.parametrize(
    "text",
    [
        "",
        "go",
        "go Burnside",
        "go C4",
        "go Burnside Z9",
        "go Burnside C99",
        "go H C4",
        "go Nobody C4",
        "Burnside C4",
        "go Burnside C4 with Tyler",
        "go Burnside C4 with Porter",
        "go Burnside C4 mit McDowell",
        "step",
        "step Burnside",
        "fire Griffin",
        "rally",
        "advance to the rear",
        "go #99 C4",
        "go Burnside C４",
        "x" * 5000,
    ],
)
def test_what_is_no_move_is_not_guessed(text: str) -> None:
    assert parse_move(battle(ACT), text) is None


def test_a_name_refers_to_the_side_that_moves() -> None:
    for side in SEATS:
        s = battle(f"turn 3 {side}, ap 3", scenario=MILL_CREEK)
        code = parse_move(s, "go Adams D4")
        assert code is not None
        assert (code >> 8 & 255) // 40 == SEATS.index(side)
        assert piece_name(s, code >> 8 & 255) == f"Adams ({side.capitalize()})"


def test_a_whole_name_goes_before_one_that_begins_so() -> None:
    s = battle("turn 3 confederate, ap 3")
    assert piece_name(s, find_piece(s, 1, "bee") or 0) == "Bee"
    assert piece_name(s, find_piece(s, 1, "bee's") or 0) == "Bee's Brigade"
    assert find_piece(s, 1, "be") is None


@pytest.mark.parametrize("name", ["Guns, light", "Battery 4", "Line C4", "Lost Cause", "March with me", "#7"])
def test_a_name_that_would_be_unclear_is_written_as_a_number(name: str) -> None:
    s = battle("turn 3 union, ap 3", scenario=MILL_CREEK.replace('"Able"', f'"{name}"'))
    code = parse_move(s, "go #5 B1")
    assert code is not None
    assert move_text(s, code) == "go #5 B1"
    assert move_label(s, code).startswith(name)


@pytest.mark.parametrize("seed", range(3))
def test_every_move_of_a_battle_is_read_back_from_its_text(seed: int) -> None:
    scenario = ("bull-run", "shiloh", "fredericksburg")[seed]
    for number, s in enumerate(walk(seed, scenario=scenario, fire_advance="on")):
        if turn(s) < 0 or number % 7:
            continue
        codes = legal(s)
        assert len({move_text(s, code) for code in codes}) == len(codes)
        for code in codes:
            assert parse_move(s, move_text(s, code)) == code
            assert move_label(s, code)
            assert move_clause(s, code) in list(Clause)


@pytest.mark.parametrize("code", [8, 1 << 16 | 1, 15 << 16, 2 << 16 | 79 << 8, 4 << 16 | 255, 2**62, -(2**62)])
def test_a_code_that_means_nothing_has_a_text_and_a_label(code: int) -> None:
    s = battle(ACT)
    assert move_text(s, code) == move_label(s, code) == f"move {code}"
    assert refusal(s, code, Clause.C1_3) == "there is no such move"


# Labels


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("end", "End the turn (5 AP left)"),
        ("go Burnside C4", "Burnside to C4 (1 AP)"),
        ("go Burnside C2 with McDowell", "Burnside to Sudley Ford (C2) with McDowell (1 AP)"),
        (
            "fire Porter E5",
            "Porter fires at Evans and Latham in Matthews Hill (E5): 3 dice, none can hit (1 AP)",
        ),
        (
            "assault Porter E5",
            "Porter assaults Evans and Latham in Matthews Hill (E5): 3 dice, each hits on 5 or 6 (2 AP)",
        ),
        ("rally Burnside", "Burnside rallies (1 AP)"),
        ("enter Willcox", "Willcox enters at C1 (1 AP)"),
        ("enter Willcox with Heintzelman", "Willcox enters at C1 with Heintzelman (1 AP)"),
    ],
)
def test_a_label_says_what_a_move_does_and_costs(text: str, label: str) -> None:
    s = battle(ACT)
    code = parse_move(s, text)
    assert code is not None
    assert move_label(s, code) == label


def test_the_label_of_a_step_has_its_price() -> None:
    march = "move: mover union Burnside, gone 1, quiet"
    s = battle(f"{ACT}; union: Burnside C4 acted; {march}")
    assert move_label(s, parse_move(s, "step B4") or 0) == "Burnside continues to B4 (free, a forced march)"
    led = "move: mover union Burnside, along union McDowell, gone 1"
    s = battle(f"{ACT}; union: Burnside C4 acted, McDowell C4 acted; {led}")
    assert move_label(s, parse_move(s, "step D5") or 0) == "Burnside continues to D5 (1 AP, the leader's extra hex)"
