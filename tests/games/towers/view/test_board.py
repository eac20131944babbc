"""What a seat sees on the board and can click, and that no secret is in it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from holdtheline.games.towers.rules import legality, sequence_of_play
from holdtheline.games.towers.state import (
    MAX_SOLDIERS,
    UNIT_COUNT,
    Mind,
    Phase,
    Unit,
)
from holdtheline.games.towers.text import names, notation, prompts
from holdtheline.games.towers.view import board as view_board
from holdtheline.games.towers.view import hotspots
from holdtheline.games.towers.view.board import planning_panel

from ..worded_positions import (
    BOMB_ACTS,
    LEFT,
    PLAN,
    RIGHT,
    TOWER_ACTS,
    after,
    at,
    hidden,
    legal,
    random_games,
    random_states,
    same,
    started,
)


def test_the_board_shows_a_planning_without_what_the_other_hides() -> None:
    state = after(
        at(f"{PLAN}; right results 0 1 0; left showed rifle 17 2 1; right earned 1; left minds rifle own"),
        "hire bomb", "soldier 3", "column 4", "right hire rifle", "right tower frost",
    )  # fmt: skip
    board = view_board.board(hidden(state, LEFT), LEFT)
    assert json.loads(json.dumps(board)) == board
    left, right = board.pop("players")
    units = board.pop("units")
    head = {"turn": 2, "turn_limit": 100, "phase": "plan", "deployment_row": 19}
    assert board == {**head, **planning_panel(hidden(state, LEFT), LEFT)}
    assert left == {
        "seat": "left",
        "hp": 10,
        "gold": 2,
        "ready": False,
        "towers": [{"unit": "missile", "row": 3, "column": 5, "health": 10, "full_health": 10, "new": False}],
        "soldiers": [
            {"number": 1, "unit": "rifle", "new": False, "step": 17, "column": 2},
            {"number": 2, "unit": "shield", "new": False, "step": None, "column": None},
            {"number": 3, "unit": "bomb", "new": True, "step": None, "column": None},
        ],
        "minds": {unit.name.lower(): "own" if unit == Unit.RIFLE else "usual" for unit in Unit},
        "picked": {"soldier": 3, "column": 4},
        "showed": [{"unit": "rifle", "step": 17, "column": 2}],
        "results": {"leaked": 0, "felled": 0, "razed": 0},
    }
    assert right == {
        "seat": "right",
        "hp": 10,
        "gold": None,
        "ready": False,
        "towers": [],
        "soldiers": None,
        "minds": None,
        "picked": None,
        "showed": [],
        "results": {"leaked": 0, "felled": 1, "razed": 0},
    }
    assert units["rocket"] == {
        "cost": 3, "health": 10, "range": 3, "damage": 1, "whole_cell": True, "freezes": False,
    }  # fmt: skip
    assert units["bomb"] == {
        "cost": 3, "health": 3, "range": 1, "damage": 6, "speed": 1, "moves_every": 2, "front_only": True,
        "jumps": False,
    }  # fmt: skip


def test_the_board_shows_who_is_on_the_lanes_in_the_middle_of_a_turn() -> None:
    board = view_board.board(hidden(at(TOWER_ACTS), LEFT), LEFT)
    assert (board["phase"], board["timestep"], board["lane"]) == ("act", 5, "left")
    assert board["acting"] == {"seat": "left", "unit": "missile", "row": 10, "column": 3, "number": None}
    assert board["bodies"] == {
        "left": [
            {"number": 1, "unit": "shield", "row": 14, "column": 3, "health": 6, "frozen": False},
            {"number": 2, "unit": "rifle", "row": 15, "column": 3, "health": 3, "frozen": False},
        ],
        "right": [],
    }
    assert view_board.board(hidden(at(BOMB_ACTS), RIGHT), RIGHT)["acting"]["number"] == 1


@random_games
def test_states_that_differ_only_in_secrets_look_the_same(seed: int, options: Any) -> None:
    differ = 0
    for state in random_states(seed, **options):
        for seat in (LEFT, RIGHT):
            visible, other = hidden(state, seat), state.copy()
            change_secrets(other, 1 - seat)
            assert same(hidden(other, seat), visible)
            differ += not same(other, state)
            views = [
                json.dumps(
                    (
                        view_board.board(one, seat),
                        prompts.prompt(one, seat),
                        repr(hotspots.hotspots(one, seat)),
                    )
                )
                for one in (hidden(state, seat), hidden(other, seat))
            ]
            assert views[0] == views[1]
            for_spectators = hidden(visible, 1 - seat)
            assert view_board.board(for_spectators, seat)
            assert prompts.prompt(for_spectators, seat)
            hotspots.hotspots(for_spectators, seat)
    assert differ > 20


def change_secrets(state: Any, seat: int) -> None:
    """Give other orders in a planning, as far as they go; in a turn change what was not shown."""
    if state.phase == Phase.PLAN and not state.ready[seat]:
        wanted = [
            "never mind",
            "mind rifle thrifty",
            "mind bomb own",
            "tower blockade",
            "cell 0 0",
            "cell 9 6",
        ]
        for move in [*wanted, "hire shield", "together 6", "soldier 1", "column 2"]:
            code = notation.parse_move(state, f"{names.SEAT_NAMES[seat]} {move}")
            if legality.why_not(state, code) == 0:
                sequence_of_play.apply(state, code, None)
    if state.phase == Phase.ACT:
        base, lane = seat * MAX_SOLDIERS, 1 - seat
        for place in range(base + state.entered[lane], base + state.to_enter[lane]):
            state.soldier_unit[base + state.deployed_soldier[place]] = state.deployed_unit[place] = Unit.HORSE
        state.mind[seat * UNIT_COUNT + Unit.FROST] = Mind.HUNTER
    if state.phase != Phase.OVER:
        state.gold[seat] += 3


def test_a_plain_word_of_the_other_s_orders_is_nowhere_to_be_read() -> None:
    state = after(started(), "right tower rocket", "right cell 5 5", "right hire horse", "right mind horse hunter")
    fresh = started()
    for view in (view_board.board, prompts.prompt, hotspots.hotspots):
        assert view(hidden(state, LEFT), LEFT) == view(hidden(fresh, LEFT), LEFT)


# What is touched


@random_games
def test_every_legal_move_is_one_touch_of_a_spot_and_no_two_are_the_same(seed: int, options: Any) -> None:
    for state in random_states(seed, **options):
        for seat in (LEFT, RIGHT):
            visible = hidden(state, seat)
            spots = hotspots.hotspots(visible, seat)
            ids, keys = [spot.id for spot in spots], [spot.key for spot in spots if spot.key]
            assert len(set(ids)) == len(ids)
            assert len(set(keys)) == len(keys)
            assert all(spot.label for spot in spots)
            touched = [way.ids for code in legal(state, seat) for way in hotspots.clicks(visible, code)]
            assert len(set(touched)) == len(touched) == len(legal(state, seat))
            assert all(len(ids_) == 1 and ids_[0] in ids for ids_ in touched)


@pytest.mark.parametrize(
    ("words", "first", "move", "touched"),
    [
        (PLAN, [], "ready", "ready"),
        (PLAN, [], "right ready", "ready"),
        (PLAN, [], "hire rifle", "hire-rifle"),
        (PLAN, [], "tower missile", "tower-missile"),
        (PLAN, [], "soldier 1", "soldier-1"),
        (PLAN, [], "column 2", "column-2"),
        (PLAN, [], "step 17", "step-17"),
        (PLAN, [], "home", "home"),
        (PLAN, [], "never mind", "never-mind"),
        (PLAN, [], "all home", "all-home"),
        (PLAN, [], "mind rifle hunter", "mind-rifle-hunter"),
        (PLAN, [], "together 3", "together-3"),
        (PLAN, [], "in file 3", "in-file-3"),
        (PLAN, [], "cell 3 5", "left-3-5"),
        (PLAN, [], "right cell 3 5", "right-3-5"),
        (PLAN, [], "take down 3 5", "left-3-5"),
        (TOWER_ACTS, [], "rest", "rest"),
        (TOWER_ACTS, [], "shoot 2", "body-257"),
        (BOMB_ACTS, [], "score", "score"),
        (BOMB_ACTS, [], "go 16 2", "right-16-2"),
        (BOMB_ACTS, [], "strike 16 3", "right-16-3"),
    ],
)
def test_a_move_is_pointed_at_by_its_thing(words: str, first: list[str], move: str, touched: str) -> None:
    state = at(words)
    assert [way.ids for way in hotspots.clicks(state, notation.parse_move(state, move))] == [(touched,)]


def test_things_have_keys_and_labels() -> None:
    state = at(PLAN)
    spots = {spot.id: (spot.key, spot.label) for spot in hotspots.hotspots(state, LEFT)}
    assert spots["ready"] == ("r", "end turn")
    assert spots["hire-horse"] == ("4", "hire a horse soldier, 3 gold")
    assert spots["tower-missile"] == ("5", "build a missile tower, 3 gold")
    assert spots["soldier-1"] == ("", "soldier 1, rifle, timestep 17, column 2")
    assert spots["left-3-5"] == ("", "row 3, column 5, missile tower, 10 health")
    cells = {spot.id: spot.label for spot in hotspots.hotspots(after(state, "tower frost"), LEFT)}
    assert cells["left-3-4"] == "row 3, column 4, free"
    assert "left-19-0" not in cells
    bodies = {spot.id: spot.label for spot in hotspots.hotspots(at(TOWER_ACTS), LEFT)}
    assert bodies["body-257"] == "soldier 2, rifle, row 15, column 3, 3 health"
    assert hotspots.hotspots(at(TOWER_ACTS), RIGHT) == ()
