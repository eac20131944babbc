"""Orders for all soldiers at once, and orders that are taken back (T2.3, T2.4, T4.1)."""

from __future__ import annotations

import pytest

from holdtheline.games.towers.rules import moves
from holdtheline.games.towers.state import cell_of

from ..engine_game import PlainField
from ..reference_game import EXAMPLE, Ruleset

RICH: Ruleset = {**EXAMPLE, "gold": 1000}


def with_shields(count: int) -> PlainField:
    field = PlainField(RICH)
    assert [field.give(0, ("hire", "shield")) for _ in range(count)] == [None] * count
    return field


@pytest.mark.clause("T2.3")
def test_T2_3_in_file_is_one_a_timestep_and_the_101st_begins_again() -> None:
    field = with_shields(102)
    assert field.play(0, moves.IN_FILE + 5) == 0
    assert field.entries[0] == [*((step, 5) for step in range(100)), (0, 5), (1, 5)]


@pytest.mark.clause("T2.3")
def test_T2_3_all_together_all_home_and_as_in_the_last_turn() -> None:
    field = with_shields(2)
    field.give(0, ("send", 1, 7, 2))
    field.play_turn([[], []])
    assert field.play(0, moves.TOGETHER + 6) == 0
    assert field.entries[0] == [(0, 6), (0, 6)]
    assert field.play(0, moves.ALL_HOME) == 0
    assert field.entries[0] == [None, None]
    assert field.play(0, moves.TOGETHER + 6) == field.play(0, moves.AS_LAST) == 0
    assert field.entries[0] == [None, (7, 2)]


@pytest.mark.clause("T2.4")
def test_T2_4_only_who_was_hired_in_this_planning_is_dismissed_and_the_last_first() -> None:
    field = with_shields(1)
    field.play_turn([[], []])  # 1000 - 2 + 1
    field.give(0, ("hire", "bomb"))
    field.give(0, ("hire", "horse"))
    assert (field.play(0, moves.DISMISS), field.rosters[0], field.gold[0]) == (0, ["shield", "bomb"], 996)
    assert (field.play(0, moves.DISMISS), field.rosters[0], field.gold[0]) == (0, ["shield"], 999)
    assert field.play(0, moves.DISMISS) == 204
    assert field.give(0, ("hire", "rifle")) is None
    assert field.entries[0] == [None, None]


@pytest.mark.clause("T4.1", "T2.5")
def test_T4_1_only_what_was_built_in_this_planning_is_taken_down_and_the_others_close_up() -> None:
    field = PlainField(RICH)
    field.play_turn([[("build", "blockade", 1, 0)], []])  # 1000 - 1 + 1
    for column, unit in enumerate(("missile", "blockade", "frost")):
        assert field.give(0, ("build", unit, 5, column)) is None
    assert field.play(0, moves.TAKE_DOWN + cell_of(5, 0)) == 0
    assert [tower[:3] for tower in field.towers[0]] == [
        ("blockade", 1, 0),
        ("blockade", 5, 1),
        ("frost", 5, 2),
    ]
    assert field.play(0, moves.TAKE_DOWN + cell_of(5, 2)) == 0
    assert [tower[:3] for tower in field.towers[0]] == [("blockade", 1, 0), ("blockade", 5, 1)]
    assert field.gold[0] == 999
    assert field.play(0, moves.TAKE_DOWN + cell_of(1, 0)) == 205
    assert field.give(0, ("build", "rocket", 5, 2)) is None
