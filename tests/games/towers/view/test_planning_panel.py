"""The planning panel: what a client needs to draw the timeline and to give orders by clicks."""

from __future__ import annotations

from typing import Any

import pytest

from holdtheline.core import catalog
from holdtheline.core.game import State


def planned(*orders: str, **options: Any) -> State:
    """Return the first planning after these orders of the left seat."""
    state = catalog.load("towers", plain=True, **options).start()
    for order in orders:
        state.play(order)
    return state


def board(state: State, seat: int = 0) -> dict[str, Any]:
    panel: dict[str, Any] = state.game.definition.view.board(state.seen_by(seat).record, seat)
    return panel


def timeline(state: State, seat: int = 0) -> dict[str, Any]:
    found: dict[str, Any] = board(state, seat)["timeline"]
    return found


def ids_in(line: dict[str, Any]) -> set[str]:
    """Return the ids of all that can be clicked."""
    wares = {ware["id"] for ware in (*line["shop"], *line["pieces"])}
    tools = {id_ for tool in line["tools"] for id_ in tool["ids"]}
    return wares | tools | {choice["id"] for mind in line["minds"] for choice in mind["choices"]}


@pytest.mark.clause("T2.3")
def test_a_soldier_lies_at_its_timestep_and_column_or_at_home() -> None:
    line = timeline(planned("hire rifle", "hire horse", "soldier 2", "column 4", "step 40"))
    rifle, horse = line["pieces"]
    assert rifle == {
        "id": "soldier-1", "number": 1, "unit": "rifle", "like": "hire-rifle", "row": None, "step": None,
        "new": True,
    }  # fmt: skip
    assert (horse["row"], horse["step"]) == (4, 40)
    assert len(line["rows"]) == 7
    assert line["steps"] == 100


@pytest.mark.clause("T2.2")
def test_the_other_seat_learns_nothing_of_it() -> None:
    idle = planned()
    busy = planned("hire rifle", "together 2", "tower missile", "cell 3 2", "mind rifle hunter")
    assert board(busy, 1) == board(idle, 1)


def test_everything_on_it_can_be_touched_and_means_its_own_order() -> None:
    state = planned("hire rifle")
    spots = {spot.id for spot in state.game.definition.view.hotspots(state.record, 0)}
    definition, moves = state.game.definition, state.legal_moves(0)
    touched = {choice.ids[0] for move in moves for choice in definition.view.clicks(state.record, move.code)}
    found = ids_in(timeline(state))
    assert found <= spots
    assert touched <= found | {board(state)["go"]}


@pytest.mark.parametrize(
    ("orders", "picked", "next_step"),
    [
        ((), None, "ready"),
        (("tower frost",), "tower-frost", None),
        (("hire bomb", "soldier 1"), "soldier-1", None),
        (("hire bomb", "soldier 1", "column 3"), "soldier-1", None),
    ],
)
def test_half_an_order_says_what_it_is_about(
    orders: tuple[str, ...], picked: str | None, next_step: str | None
) -> None:
    panel = board(planned(*orders))
    assert panel["timeline"]["picked"] == picked
    assert panel["go"] == next_step


@pytest.mark.clause("T3.4")
def test_a_picked_tower_has_its_reach_and_the_corners_of_its_lane() -> None:
    panel = board(planned("tower missile", ruleset="course"))
    assert panel["reach"] == {"range": 2, "within": ["left-0-0", "left-20-6"]}
    assert board(planned("tower blockade"))["reach"] is None
    assert board(planned())["reach"] is None


def test_the_end_of_planning_is_asked_for_twice_and_a_tower_offers_its_gold_back() -> None:
    built = planned("tower missile", "cell 3 2", ruleset="course")
    assert board(built)["asks"] == ["ready"]
    assert board(built)["offers"] == {"left-3-2": "Take down: +3 gold"}
    built.play("tower missile")
    assert board(built)["asks"] == []
    assert board(built)["offers"] == {}


@pytest.mark.clause("T7.2")
def test_there_is_no_timeline_when_the_game_is_over() -> None:
    over = planned("ready", "right ready", turn_limit=1)
    panel = board(over)
    assert panel["timeline"] is None
    assert panel["go"] is None
    assert not panel["sealed"]
