"""Clauses T1 to T3: the lanes, the turn and the timesteps."""

from __future__ import annotations

import pytest

from ..reference_game import COURSE, EXAMPLE, Order, Ruleset, Twin
from .clause_games import RICH, changed, column_of, events_of, played, refusal

pytestmark = pytest.mark.usefixtures("model")


@pytest.mark.clause("T1.1")
def test_T1_1_a_lane_is_seven_columns_wide_and_each_player_attacks_the_other_s() -> None:
    wide = [("build", "blockade", 5, column) for column in (-1, 0, 6, 7)]
    assert refusal(Twin(RICH), *wide) == ["T4.1", "T4.1"]
    long = [("build", "blockade", row, 3) for row in (-1, 0, 18, 20)]
    assert refusal(Twin(RICH), *long) == ["T4.1", "T4.1"]
    hire = [("hire", "rifle")] * 4
    sent = [("send", number, 0, column) for number, column in enumerate((-1, 0, 6, 7))]
    twin = Twin(RICH)
    assert [clause for _, _, clause in twin.play_turn([hire + sent, []])] == ["T2.3", "T2.3"]
    assert (events_of(twin, "enter", lane=0), events_of(twin, "enter", lane=1)) == (
        [],
        [(0, "enter", 1, 0), (0, "enter", 2, 6)],
    )
    assert twin.hp == [10, 8]


@pytest.mark.clause("T2.1")
def test_T2_1_a_turn_is_a_planning_and_then_a_hundred_timesteps() -> None:
    attack = [*column_of("rifle", 3, column=3), ("send", 0, 99, 3), ("send", 1, 100, 3), ("send", 2, -1, 3)]
    twin = Twin(RICH)
    assert [clause for _, _, clause in twin.play_turn([[], attack])] == ["T2.3", "T2.3"]
    assert len(twin.frames) == 100
    assert events_of(twin, "enter") == [(0, "enter", 1, 3), (0, "enter", 2, 3), (99, "enter", 0, 3)]
    assert twin.turn == 1


@pytest.mark.clause("T1.3")
@pytest.mark.parametrize(("ruleset", "gold"), [(COURSE, 100), (EXAMPLE, 12)])
def test_T1_3_a_game_starts_with_the_gold_and_hp_of_its_ruleset(ruleset: Ruleset, gold: int) -> None:
    twin = Twin(ruleset)
    assert (twin.gold, twin.hp, twin.turn, twin.winner) == ([gold, gold], [10, 10], 0, None)
    assert (twin.towers, twin.rosters, twin.entries) == ([[], []], [[], []], [[], []])


@pytest.mark.clause("T1.2", "T5.4")
@pytest.mark.parametrize(("ruleset", "rows"), [(COURSE, 20), (EXAMPLE, 19)])
def test_T1_2_T5_4_a_soldier_walks_straight_down_from_the_deployment_row_and_scores(
    ruleset: Ruleset, rows: int
) -> None:
    twin = played(ruleset, [], column_of("shield", 1, column=3))
    moves = [("move", 0, row, 3) for row in reversed(range(rows))]
    everything = [("enter", 0, 3), *moves, ("score", 0)]
    assert [event for _, *event in events_of(twin, "enter", "move", "score")] == [list(e) for e in everything]
    assert events_of(twin, "score") == [(rows, "score", 0)]  # it moves in 0 to rows - 1, then scores
    assert twin.frames[0][0] == [("enter", 0, 3), ("move", 0, rows - 1, 3)]
    assert all(lanes[1] == [] for lanes in twin.frames)
    assert twin.hp == [9, 10]


@pytest.mark.clause("T2.3", "T2.4")
def test_T2_3_T2_4_an_entry_stays_until_it_is_changed_and_the_hired_wait_at_home() -> None:
    twin = played(RICH, [], [("hire", "rifle")])
    assert (events_of(twin, "enter"), twin.entries[1]) == ([], [None])
    twin.play_turn([[], [("send", 0, 7, 2)]])
    assert events_of(twin, "enter") == [(7, "enter", 0, 2)]
    twin.play_turn([[], []])
    assert events_of(twin, "enter") == [(7, "enter", 0, 2)]
    twin.play_turn([[], [("send", 0, 8, 5)]])
    assert events_of(twin, "enter") == [(8, "enter", 0, 5)]
    twin.play_turn([[], [("home", 0)]])
    assert (events_of(twin, "enter"), twin.entries[1]) == ([], [None])
    assert twin.hp == [7, 10]


@pytest.mark.clause("T2.4")
def test_T2_4_a_fallen_soldier_comes_back_with_full_health() -> None:
    # The missile at (10, 3) takes 3 a shot: 6 health fall at the second, in timesteps 5 and 6, each turn.
    twin = played(RICH, [("build", "missile", 10, 3)], column_of("shield", 1, column=2))
    for _ in range(2):
        assert events_of(twin, "shot", "fell") == [
            (5, "shot", (10, 3), 0),
            (6, "shot", (10, 3), 0),
            (6, "fell", 0),
        ]
        twin.play_turn([[], []])
    assert twin.rosters == [[], ["shield"]]


@pytest.mark.clause("T2.5")
def test_T2_5_a_soldier_that_is_not_home_after_the_last_timestep_scores_nothing() -> None:
    # Entering at 80 it scores at 80 + 19 = 99; entering at 81 it only reaches row 0 at 81 + 18 = 99.
    attack = [*column_of("shield", 2, column=3), ("send", 0, 80, 3), ("send", 1, 81, 3)]
    twin = played(RICH, [], attack)
    assert events_of(twin, "score") == [(99, "score", 0)]
    assert twin.frames[99][0] == [("score", 0), ("move", 1, 0, 3)]
    assert twin.hp == [9, 10]


@pytest.mark.clause("T2.5")
def test_T2_5_the_damage_of_a_tower_stays() -> None:
    # Ten hits a turn, from 90 to 99, on 30 health.
    twin = played(RICH, [("build", "blockade", 18, 3)], column_of("shield", 1, column=3, timestep=90))
    assert twin.towers[0] == [("blockade", 18, 3, 20)]
    twin.play_turn([[], []])
    assert twin.towers[0] == [("blockade", 18, 3, 10)]
    twin.play_turn([[], []])
    assert events_of(twin, "destroyed") == [(99, "destroyed", (18, 3))]
    assert twin.towers[0] == []


# T3: the timestep


@pytest.mark.clause("T3.1")
def test_T3_1_soldiers_act_by_their_entry_and_then_by_their_number() -> None:
    attack = [*column_of("shield", 3, column=3, timestep=1), ("send", 2, 0, 3)]
    twin = played(RICH, [("build", "blockade", 18, 3)], attack)
    hits = [("hit", number, (18, 3)) for number in (2, 0, 1)]
    assert twin.frames[0][0] == [("enter", 2, 3), hits[0]]
    assert twin.frames[1][0] == [("enter", 0, 3), ("enter", 1, 3), *hits]
    assert twin.frames[2][0] == hits


@pytest.mark.clause("T3.1", "T3.3")
def test_T3_1_T3_3_towers_act_in_the_order_built_and_may_waste_their_shots() -> None:
    # Both rifles (3 health) stand in (14, 4) at timestep 5; number 1 came there last. The first missile
    # takes its 3, the second shoots it again. So number 0 lives one timestep longer, for two more shots.
    # Column 4 is 4 away from column 0 and 3 away from column 1.
    towers: list[Order] = [("build", "missile", 10, 1), ("build", "missile", 10, 0)]
    twin = played(RICH, towers, column_of("rifle", 2, column=4))
    assert twin.frames[5][0] == [
        ("shot", (10, 1), 1),
        ("shot", (10, 0), 1),
        ("move", 0, 13, 4),
        ("fell", 1),
    ]
    assert twin.frames[6][0] == [("shot", (10, 1), 0), ("shot", (10, 0), 0), ("fell", 0)]
    assert twin.gold == [1000 - 6 + 2 + 1, 1000 - 4 + 1]  # a wasted shot earns nothing


@pytest.mark.clause("T3.1")
def test_T3_1_the_towers_left_keep_their_order_when_one_is_destroyed() -> None:
    # Blockades of 6 health at (18, 3) and so on: one bomb fells the middle one in timestep 0.
    weak = changed(RICH, {"blockade": {"health": 6}})
    towers: list[Order] = [("build", "blockade", 18, column) for column in (5, 3, 1)]
    twin = played(weak, towers, column_of("bomb", 1, column=3))
    assert events_of(twin, "destroyed") == [(0, "destroyed", (18, 3))]
    twin.play_turn([[("build", "blockade", 18, 0)], [("home", 0)]])
    assert [column for _, _, column, _ in twin.towers[0]] == [5, 1, 0]


@pytest.mark.clause("T8.1")
def test_T8_1_a_tower_scans_the_lowest_row_first_and_in_it_the_lowest_column() -> None:
    # At 5 only number 2 is in range (rows 6 to 14): it entered a timestep before the others. At 6 it is on
    # row 13, the others on 14: the lowest row comes first, though it stands in the highest column. Two
    # shots of 3 for 6 health: it falls at 6, then the left one of the others at 8, the right one at 10.
    attack = [*column_of("shield", 3, column=4, timestep=1), ("send", 1, 1, 2), ("send", 2, 0, 5)]
    twin = played(RICH, [("build", "missile", 10, 3)], attack)
    assert [number for _, _, _, number in events_of(twin, "shot")] == [2, 2, 1, 1, 0, 0]
    assert events_of(twin, "fell") == [(6, "fell", 2), (8, "fell", 1), (10, "fell", 0)]


@pytest.mark.clause("T8.1")
def test_T8_1_last_entered_is_who_came_into_the_cell_last() -> None:
    # The shield, number 1, is on row 17 before the blockade after timestep 1, the slow bomb, number 0,
    # after 2. So the bomb came last, though it has the lower number and acts first. The tower (range 1,
    # damage 1) shoots the shield at 2, the bomb (3 health) from 3 to 5, the shield (5 left) from 6 to 10.
    weak = changed(RICH, {"missile": {"range": 1, "damage": 1}})
    attack: list[Order] = [("hire", "bomb"), ("hire", "shield"), ("send", 0, 0, 3), ("send", 1, 0, 3)]
    twin = played(weak, [("build", "blockade", 16, 3), ("build", "missile", 16, 2)], attack)
    assert [number for _, _, _, number in events_of(twin, "shot")] == [1, 0, 0, 0, 1, 1, 1, 1, 1]
    assert events_of(twin, "fell") == [(5, "fell", 0), (10, "fell", 1)]
