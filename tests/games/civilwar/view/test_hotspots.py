"""How moves of a battle are pointed at, and what clicks mean."""

from __future__ import annotations

from collections import Counter

import pytest

from holdtheline.games.civilwar.rules.moves import why_not
from holdtheline.games.civilwar.rules.sequence_of_play import turn
from holdtheline.games.civilwar.text.names import piece_name
from holdtheline.games.civilwar.text.notation import move_text, parse_move
from holdtheline.games.civilwar.view.hotspots import clicks, hotspots, move_from_clicks

from ..battle_states import MILL_CREEK, battle, legal, walk

ACT = "turn 3 union, ap 5; union: Porter 3 D4, McDowell D4"


def pointed(text: str, position: str = ACT) -> list[str]:
    s = battle(position)
    code = parse_move(s, text)
    assert code is not None
    return [" ".join(way.ids) for way in clicks(s, code)]


def test_a_piece_is_touched_and_then_its_goal() -> None:
    assert pointed("go Burnside C4") == ["piece-0 hex-C4"]
    assert pointed("go Porter C4 with McDowell") == ["piece-1 piece-12 hex-C4"]
    assert pointed("go Griffin B3") == ["piece-2 hex-B3", "piece-2 piece-3"]
    assert pointed("fire Porter E5") == ["piece-1 hex-E5", "piece-1 piece-40", "piece-1 piece-41"]
    assert pointed("assault Porter E5")[0] == "piece-1 assault hex-E5"
    assert pointed("rally Porter") == ["piece-1 rally"]
    assert pointed("enter Willcox") == ["piece-6 hex-C1"]
    assert pointed("enter Willcox with Heintzelman") == ["piece-6 piece-14 hex-C1"]
    assert pointed("end") == ["end"]


@pytest.mark.clause("C2.8")
def test_a_unit_that_may_enter_in_several_hexes_is_told_where() -> None:
    position = f"{ACT}, Franklin C1"
    assert pointed("enter Willcox B1", position) == ["piece-6 hex-B1"]
    assert pointed("enter Willcox B1 with Heintzelman", position) == ["piece-6 piece-14 hex-B1"]
    s = battle(position)
    assert {"piece-6", "piece-14", "hex-B1", "hex-B2", "hex-C2", "hex-D1"} <= {spot.id for spot in hotspots(s, 0)}
    for ids, text in (
        ("piece-6 hex-B1", "enter Willcox B1"),
        ("piece-6 piece-14 hex-D1", "enter Willcox D1 with Heintzelman"),
        ("piece-6", "enter Willcox C1"),  # refused, as a unit is there
    ):
        code = move_from_clicks(s, 0, ids.split())
        assert code is not None
        assert move_text(s, code) == text
        assert (why_not(s, code) == 0) == (text != "enter Willcox C1")


@pytest.mark.clause("C4.3")
def test_a_leader_is_touched_to_retreat_with_a_unit() -> None:
    position = (
        "turn 5 union, ap 2; union: Burnside F7 acted; confederate: Bee's Brigade 3 struck shown, Imboden struck shown;"
        "retreat: actor union Burnside, checked confederate Bee's Brigade, target F8, hits 1, assault"
    )
    s = battle(position)
    leader = f"piece-{40 + [piece_name(s, 40 + index) for index in range(20)].index('Bee')}"
    assert pointed("retreat F9", position) == ["hex-F9"]
    assert pointed("retreat F9 with Bee", position) == [f"{leader} hex-F9"]
    assert leader in {spot.id for spot in hotspots(s, 1)}
    code = move_from_clicks(s, 1, [leader, "hex-F9"])
    assert code is not None
    assert move_text(s, code) == "retreat F9 with Bee"


def test_on_the_way_a_hex_is_enough() -> None:
    way = "turn 3 union, ap 5; union: Palmer D4 acted; move: mover union Palmer, gone 1, steps 2"
    assert pointed("step C4", way) == ["hex-C4"]
    assert pointed("stop", way) == ["stop"]
    assert "hex-E5" in pointed("fire Palmer E5", way)
    assert "piece-3 hex-E5" in pointed("fire Palmer E5", way)


@pytest.mark.parametrize("seed", range(3))
def test_no_two_moves_have_the_same_clicks(seed: int) -> None:
    scenario = ("bull-run", "shiloh", MILL_CREEK)[seed]
    for number, s in enumerate(walk(seed, scenario=scenario, fire_advance="on")):
        seat = int(turn(s))
        if seat < 0 or number % 5:
            continue
        there = {spot.id for spot in hotspots(s, seat)}
        ways = [(code, way.ids) for code in legal(s) for way in clicks(s, code)]
        assert {code for code, _ in ways} == set(legal(s))
        assert max(Counter(ids for _, ids in ways).values()) == 1
        assert all(set(ids) <= there for _, ids in ways)
        assert all(move_from_clicks(s, seat, ids) == code for code, ids in ways)
        assert hotspots(s, 1 - seat) == ()


def test_a_spot_says_what_is_there() -> None:
    labels = {spot.id: spot.label for spot in hotspots(battle(ACT), 0)}
    assert labels["piece-1"] == "Porter, infantry, 3 blocks, morale black, D4"
    assert labels["piece-12"] == "McDowell, leader, D4"
    assert labels["piece-6"] == "Willcox, infantry, 4 blocks, morale black, waits to enter at C1"
    assert labels["hex-E5"] == "Matthews Hill (E5), hill, Evans, Latham"
    assert labels["end"] == "end the turn"


def test_where_only_a_hex_is_asked_for_the_hexes_have_digits() -> None:
    way = "turn 3 union, ap 5; union: Palmer D4 acted; move: mover union Palmer, gone 1, steps 2"
    keys = {spot.id: spot.key for spot in hotspots(battle(way), 0) if spot.key}
    assert keys == {
        "stop": "s",
        "end": "e",
        "hex-D3": "1",
        "hex-E3": "2",
        "hex-C4": "3",
        "hex-E4": "4",
        "hex-D5": "5",
        "hex-E5": "6",
    }
    assert [spot.key for spot in hotspots(battle(ACT), 0) if spot.key] == ["e", "a", "y"]


@pytest.mark.parametrize(
    ("ids", "text"),
    [
        ("piece-0", "go Burnside C3"),
        ("piece-7", "enter Howard C1"),
        ("piece-40", "go Evans E5"),
        ("piece-0 hex-C5", "go Burnside C5"),
        ("piece-0 hex-E5", "fire Burnside E5"),
        ("piece-0 piece-40", "fire Burnside E5"),
        ("piece-0 assault hex-E5", "assault Burnside E5"),
        ("piece-0 rally", "rally Burnside"),
        ("stop", "stop"),
        ("advance", "advance"),
    ],
)
def test_clicks_that_are_no_legal_move_are_understood_so_that_it_can_be_said_why(ids: str, text: str) -> None:
    s = battle(ACT)
    code = move_from_clicks(s, 0, ids.split())
    assert code is not None
    assert move_text(s, code) == text
    assert why_not(s, code) != 0


@pytest.mark.parametrize(
    "ids", ["", "rally", "assault", "hex-C4", "hex-Z9", "piece-99", "piece-0 foo", "piece-0 piece-0", "x"]
)
def test_clicks_that_mean_nothing_are_no_move(ids: str) -> None:
    assert move_from_clicks(battle(ACT), 0, ids.split()) is None


def test_clicks_of_the_other_seat_mean_nothing() -> None:
    assert move_from_clicks(battle(ACT), 1, ["end"]) is None
