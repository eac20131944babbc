"""The rulebook of towers, clause by clause, each case worked out on paper, for the engine and for its twin.

Player 0 defends lane 0 and player 1 attacks there, unless a case says more. A soldier that enters
the standard lane at timestep 0 and is not held up stands on row 19 - t when the towers act in
timestep t, and on row 18 - t after its own move: it reaches row 0 at 18 and scores at 19. The lane
of `course` has one row more, so there everything comes one timestep later.
"""

from __future__ import annotations

import sys
from copy import deepcopy
from typing import Any

import pytest

from ..engine_game import Field
from ..reference_game import COURSE, EXAMPLE, Event, Order, Ruleset, Twin


@pytest.fixture(params=[Twin, Field], ids=["twin", "engine"], autouse=True)
def model(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run each test twice: `Twin` is the reference game in one run and the engine in the other."""
    monkeypatch.setattr(sys.modules[__name__], "Twin", request.param)


RICH: Ruleset = {**EXAMPLE, "gold": 1000}


def changed(ruleset: Ruleset, units: dict[str, dict[str, Any]] | None = None, **values: Any) -> Ruleset:
    """Return a copy of a ruleset with other values, at the top or of some units."""
    copy = {**deepcopy(ruleset), **values}
    for unit, stats in (units or {}).items():
        copy["units"][unit].update(stats)
    return copy


def column_of(unit: str, count: int, column: int, timestep: int = 0) -> list[Order]:
    """Return orders to hire the first soldiers of a roster and to send them all into one cell."""
    hire: list[Order] = [("hire", unit)] * count
    return hire + [("send", number, timestep, column) for number in range(count)]


def played(ruleset: Ruleset, defence: list[Order], attack: list[Order], **options: Any) -> Twin:
    """Return the game after one turn in which no order was refused."""
    twin = Twin(ruleset, **options)
    assert twin.play_turn([defence, attack]) == []
    return twin


def events_of(twin: Twin, *kinds: str, lane: int = 0) -> list[Event]:
    """Return the events of some kinds on a lane, each with its timestep in front."""
    return [
        (timestep, *event) for timestep, lanes in enumerate(twin.frames) for event in lanes[lane] if event[0] in kinds
    ]


def refusal(twin: Twin, *orders: Order) -> list[str]:
    """Return the clauses of the refused orders of player 0."""
    return [clause for _, _, clause in twin.play_turn([list(orders), []])]


# T1, T2: the lanes and the turn


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


# T4: towers


@pytest.mark.clause("T4.3")
@pytest.mark.parametrize(
    ("ruleset", "unit", "reach", "damage", "first"),
    [
        (EXAMPLE, "missile", 4, 3, 5),  # rows 14 to 6: 9 shots of 3, from 19 - 14 = 5
        (EXAMPLE, "rocket", 3, 1, 6),  # rows 13 to 7: 7 shots of 1
        (COURSE, "missile", 2, 2, 8),  # rows 12 to 8: 5 shots of 2, from 20 - 12 = 8
        (COURSE, "rocket", 2, 1, 8),  # rows 12 to 8: 5 shots of 1
    ],
)
def test_T4_3_a_tower_shoots_a_passer_by_while_it_is_in_range(
    ruleset: Ruleset, unit: str, reach: int, damage: int, first: int
) -> None:
    shots = 2 * reach + 1
    tower: list[Order] = [("build", unit, 10, 0)]
    doomed = changed(ruleset, {"shield": {"health": shots * damage}})
    twin = played(doomed, tower, column_of("shield", 1, column=reach))
    assert events_of(twin, "shot") == [(first + n, "shot", (10, 0), 0) for n in range(shots)]
    assert events_of(twin, "fell") == [(first + shots - 1, "fell", 0)]

    tough = changed(ruleset, {"shield": {"health": shots * damage + 1}})
    twin = played(tough, tower, column_of("shield", 1, column=reach))
    assert (events_of(twin, "fell"), twin.hp) == ([], [9, 10])

    twin = played(ruleset, tower, column_of("shield", 1, column=reach + 1))
    assert (events_of(twin, "shot"), twin.hp) == ([], [9, 10])


@pytest.mark.clause("T4.3")
def test_T4_3_a_rocket_hits_everyone_in_the_cell_of_its_target_and_no_one_else() -> None:
    # Rifles 0 and 1 share column 0 and fall together at the third shot, 6 + 2 = 8. Rifle 2 in column 1
    # was spared till then; it is on row 10 at timestep 9 and takes 3 more shots, till 11.
    attack = [*column_of("rifle", 3, column=0), ("send", 2, 0, 1)]
    twin = played(RICH, [("build", "rocket", 10, 3)], attack)
    assert events_of(twin, "shot") == [
        *[(timestep, "shot", (10, 3), number) for timestep in (6, 7, 8) for number in (1, 0)],
        *[(timestep, "shot", (10, 3), 2) for timestep in (9, 10, 11)],
    ]
    assert events_of(twin, "fell") == [(8, "fell", 0), (8, "fell", 1), (11, "fell", 2)]
    assert twin.gold[0] == 1000 - 3 + 3 + 1


@pytest.mark.clause("T4.3")
@pytest.mark.parametrize(("ruleset", "health", "first"), [(EXAMPLE, 6, 8), (COURSE, 5, 9)])
def test_T4_3_frost_holds_a_lone_soldier_until_it_falls(ruleset: Ruleset, health: int, first: int) -> None:
    # Range 1: row 11 is the first in range, and the shield never leaves it. Damage 1: a shot a health.
    twin = played(ruleset, [("build", "frost", 10, 3)], column_of("shield", 1, column=4))
    assert events_of(twin, "shot") == [(first + n, "shot", (10, 3), 0) for n in range(health)]
    assert events_of(twin, "move")[-1] == (first - 1, "move", 0, 11, 4)
    assert events_of(twin, "fell") == [(first + health - 1, "fell", 0)]
    assert events_of(played(ruleset, [("build", "frost", 10, 3)], column_of("shield", 1, column=5)), "shot") == []


def pair_against_frost(frost: str) -> Twin:
    """Let two shields, a timestep apart, pass a frost tower in the next column."""
    attack = [*column_of("shield", 2, column=4), ("send", 1, 1, 4)]
    return played(RICH, [("build", "frost", 10, 3)], attack, frost=frost)


@pytest.mark.clause("T4.3")
def test_T4_3_frost_for_a_step_lets_the_other_one_pass() -> None:
    # 8: 0 is shot on row 11, 1 joins it. 9: 1 came last and is shot, 0 moves to 10. 10: 0 is shot on row
    # 10, 1 joins it. 11: 1 is shot, 0 moves to 9. 12: 0 is shot, 1 joins. 13: 1 is shot (3 left), 0 moves
    # out to row 8 with 3 left. 14, 15, 16: 1 is shot on row 9 and falls. 0 has row 8 at 13, so it has row
    # 0 at 21 and scores at 22.
    twin = pair_against_frost("step")
    assert [(t, number) for t, _, _, number in events_of(twin, "shot")] == list(
        zip(range(8, 17), [0, 1, 0, 1, 0, 1, 1, 1, 1], strict=True)
    )
    assert events_of(twin, "fell", "score") == [(16, "fell", 1), (22, "score", 0)]
    assert (twin.hp, twin.gold[0]) == ([9, 10], 1000 - 3 + 1 + 1)


@pytest.mark.clause("T4.3")
def test_T4_3_frost_for_the_turn_holds_both() -> None:
    # 8: 0 is frozen on row 11 (5 left), 1 joins it. 9: 1 is frozen, too, and stays the last-entered: shot
    # from 9 to 14, it falls. 0 takes its 5 from 15 to 19.
    twin = pair_against_frost("turn")
    assert [number for _, _, _, number in events_of(twin, "shot")] == [0] + 6 * [1] + 5 * [0]
    assert events_of(twin, "fell", "score") == [(14, "fell", 1), (19, "fell", 0)]
    assert (twin.hp, twin.gold[0]) == ([10, 10], 1000 - 3 + 2 + 1)


@pytest.mark.clause("T4.3")
def test_T4_3_frost_for_the_turn_stays_when_another_soldier_falls() -> None:
    # As above; number 1 falls at 14, when number 2 comes to row 11 (it entered at 7). It is the last-entered
    # there and shot from 15 to 20. Number 0, hit only at 8, stays meanwhile, and is shot from 21 to 25.
    attack = [*column_of("shield", 3, column=4), ("send", 1, 1, 4), ("send", 2, 7, 4)]
    twin = played(RICH, [("build", "frost", 10, 3)], attack, frost="turn")
    assert [number for _, _, _, number in events_of(twin, "shot")] == [0] + 6 * [1] + 6 * [2] + 5 * [0]
    assert [timestep for timestep, _, number, *_ in events_of(twin, "move") if number == 0] == list(range(8))
    assert events_of(twin, "fell") == [(14, "fell", 1), (20, "fell", 2), (25, "fell", 0)]


@pytest.mark.clause("T4.3")
def test_T4_3_frost_for_the_turn_ends_with_the_turn() -> None:
    # It enters at 91, so it is on row 11 and shot at 91 + 8 = 99 alone. The next turn it walks again.
    twin = played(RICH, [("build", "frost", 10, 3)], column_of("shield", 1, column=4, timestep=91), frost="turn")
    assert events_of(twin, "shot") == [(99, "shot", (10, 3), 0)]
    twin.play_turn([[], []])
    assert events_of(twin, "move")[0] == (91, "move", 0, 18, 4)


@pytest.mark.clause("T4.3")
def test_T4_3_freezing_is_of_the_hit_so_a_freezing_rocket_freezes_the_whole_cell() -> None:
    # Range 1, and both on row 11 at 8: neither moves again, and both fall at the third shot.
    icy = changed(RICH, {"rocket": {"range": 1, "freezes": True}})
    twin = played(icy, [("build", "rocket", 10, 3)], column_of("rifle", 2, column=4))
    assert events_of(twin, "move")[-1] == (7, "move", 1, 11, 4)
    assert events_of(twin, "fell") == [(10, "fell", 0), (10, "fell", 1)]


@pytest.mark.clause("T4.3")
def test_T4_3_a_later_shot_does_not_thaw() -> None:
    # Both towers reach row 11 in column 4: 2 of 6 health a timestep, so it falls there at the third, 10.
    near = changed(RICH, {"missile": {"range": 1, "damage": 1}})
    towers: list[Order] = [("build", "frost", 10, 3), ("build", "missile", 10, 5)]
    twin = played(near, towers, column_of("shield", 1, column=4))
    assert events_of(twin, "move")[-1] == (7, "move", 0, 11, 4)
    assert events_of(twin, "fell") == [(10, "fell", 0)]


@pytest.mark.clause("T4.3", "T4.4")
def test_T4_3_T4_4_a_blockade_never_attacks_and_closes_its_cell_until_the_clean_up() -> None:
    # 30 health, a hit of 1 in each timestep from 0 to 29; then 19 moves from 30 to 48, and the score at 49.
    twin = played(RICH, [("build", "blockade", 18, 3)], column_of("shield", 1, column=3))
    assert events_of(twin, "hit") == [(timestep, "hit", 0, (18, 3)) for timestep in range(30)]
    assert events_of(twin, "shot", "destroyed", "score") == [(29, "destroyed", (18, 3)), (49, "score", 0)]
    assert twin.frames[30][0] == [("move", 0, 18, 3)]
    assert twin.gold == [1000 - 1 + 1, 1000 - 2 + 1 + 1]  # the blockade's price of 1, and income


@pytest.mark.clause("T4.4")
def test_T4_4_a_destroyed_tower_pays_its_price_once_and_is_hit_in_vain_until_the_clean_up() -> None:
    # Frost at (18, 3) freezes number 3, the last-entered, in both timesteps: 3 - 1 - 1 = 1 health left.
    # The other rifles take 3 each: 9 of 10 in timestep 0; in timestep 1 the first brings it to -2, the
    # others hit it all the same (-8). From 2 on all four walk: row 18 at 2, row 0 at 20, score at 21.
    twin = played(RICH, [("build", "frost", 18, 3)], column_of("rifle", 4, column=3))
    hits = [("hit", number, (18, 3)) for number in range(3)]
    assert twin.frames[0][0][4:] == [("shot", (18, 3), 3), *hits]
    assert twin.frames[1][0] == [("shot", (18, 3), 3), *hits, ("destroyed", (18, 3))]
    assert events_of(twin, "score") == [(21, "score", number) for number in range(4)]
    assert twin.hp == [6, 10]
    assert twin.gold == [1000 - 3 + 1, 1000 - 8 + 3 + 1]


@pytest.mark.clause("T4.4", "T6.1")
def test_T4_4_with_price_plus_one_each_destroyed_tower_pays_one_gold_more() -> None:
    # Six bombs (6 damage each, straight ahead) destroy the frost tower (10 health, price 3) with two hits, then
    # the two blockades behind it (30 health, price 1) with five each: 4 + 2 + 2 gold, and 1 of income.
    towers: list[Order] = [("build", "frost", 18, 3), ("build", "blockade", 17, 3), ("build", "blockade", 16, 3)]
    attack = column_of("bomb", 6, column=3)
    usual, more = (played(RICH, towers, attack, tower_bounty=bounty) for bounty in ("price", "price_plus_one"))
    assert len(events_of(usual, "destroyed")) == 3
    assert usual.frames == more.frames
    assert usual.gold[1] == 1000 - 6 * 3 + 3 + 1 + 1 + 1
    assert more.gold[1] == usual.gold[1] + 3
    assert more.gold[0] == usual.gold[0]


# T5: soldiers


@pytest.mark.clause("T5.2")
def test_T5_2_a_shield_of_the_course_has_no_range_and_stands_before_a_tower() -> None:
    twin = played(COURSE, [("build", "blockade", 19, 3)], column_of("shield", 1, column=3))
    assert events_of(twin, "enter", "move", "hit") == [(0, "enter", 0, 3)]


@pytest.mark.clause("T5.2")
@pytest.mark.parametrize(
    ("ruleset", "unit", "damage"),
    [
        (EXAMPLE, "shield", 1),
        (EXAMPLE, "rifle", 3),
        (EXAMPLE, "bomb", 6),
        (COURSE, "rifle", 1),
        (COURSE, "bomb", 3),
    ],
)
def test_T5_2_a_soldier_attacks_the_tower_straight_ahead(ruleset: Ruleset, unit: str, damage: int) -> None:
    # The last timestep alone: one hit on the 30 health of a blockade.
    row = ruleset["deployment_row"] - 1
    twin = played(ruleset, [("build", "blockade", row, 3)], column_of(unit, 1, column=3, timestep=99))
    assert twin.frames[99][0] == [("enter", 0, 3), ("hit", 0, (row, 3))]
    assert twin.towers[0] == [("blockade", row, 3, 30 - damage)]


@pytest.mark.clause("T5.2", "T5.3")
def test_T5_2_T5_3_a_bomb_moves_every_second_timestep_and_passes_what_is_not_in_front() -> None:
    # Row 18 - k at timestep 2k: row 0 at 36; scoring is no move, so it comes at 37.
    sides: list[Order] = [("build", "blockade", 10, 2), ("build", "blockade", 10, 4)]
    twin = played(RICH, sides, column_of("bomb", 1, column=3))
    assert events_of(twin, "move") == [(2 * k, "move", 0, 18 - k, 3) for k in range(19)]
    assert events_of(twin, "hit", "score") == [(37, "score", 0)]


@pytest.mark.clause("T5.2", "T5.3")
def test_T5_2_T5_3_a_bomb_attacks_every_timestep_and_survives_it() -> None:
    # It moves to row 18 at 0 and hits from 1 on: 30 / 6 = 5 hits, till 5. It may move again at 6, then 8.
    twin = played(RICH, [("build", "blockade", 17, 3)], column_of("bomb", 1, column=3))
    assert [timestep for timestep, *_ in events_of(twin, "hit")] == [1, 2, 3, 4, 5]
    assert events_of(twin, "destroyed", "fell") == [(5, "destroyed", (17, 3))]
    assert events_of(twin, "move")[:3] == [(0, "move", 0, 18, 3), (6, "move", 0, 17, 3), (8, "move", 0, 16, 3)]


@pytest.mark.clause("T5.2")
def test_T5_2_front_only_reaches_the_cell_straight_ahead_whatever_the_range() -> None:
    # One hit of 6, in the last timestep.
    short = changed(RICH, {"bomb": {"range": 0}})
    twin = played(short, [("build", "blockade", 18, 3)], column_of("bomb", 1, column=3, timestep=99))
    assert twin.towers[0] == [("blockade", 18, 3, 24)]


@pytest.mark.clause("T5.3")
def test_T5_3_the_bomb_of_the_course_is_not_slow() -> None:
    twin = played(COURSE, [], column_of("bomb", 1, column=3))
    assert events_of(twin, "score") == [(20, "score", 0)]


@pytest.mark.clause("T5.2", "T5.4")
@pytest.mark.parametrize(("ruleset", "rows"), [(EXAMPLE, [*range(17, 0, -2), 0]), (COURSE, range(18, -1, -2))])
@pytest.mark.parametrize("column", [0, 3, 6])
def test_T5_2_T5_4_a_horse_goes_by_twos_and_never_past_row_0(ruleset: Ruleset, rows: list[int], column: int) -> None:
    # From 19: 9 jumps to row 1, then one cell to row 0. From 20: 10 jumps. Both score at 10.
    twin = played(ruleset, [], column_of("horse", 1, column))
    assert events_of(twin, "move") == [(timestep, "move", 0, row, column) for timestep, row in enumerate(rows)]
    assert events_of(twin, "score") == [(10, "score", 0)]


@pytest.mark.clause("T5.2")
def test_T5_2_a_horse_jumps_over_one_tower() -> None:
    twin = played(RICH, [("build", "blockade", 18, 3)], column_of("horse", 1, column=3))
    assert events_of(twin, "move")[0] == (0, "move", 0, 17, 3)
    assert (events_of(twin, "hit"), twin.hp) == ([], [9, 10])


@pytest.mark.clause("T5.2")
def test_T5_2_a_horse_before_two_towers_fights_the_first_and_steps_into_its_cell() -> None:
    # 30 / 2 = 15 hits, from 0 to 14. At 15 two ahead is still closed, one ahead open: row 18. Then by
    # twos: row 16 at 16, row 0 at 24, score at 25.
    towers: list[Order] = [("build", "blockade", 18, 3), ("build", "blockade", 17, 3)]
    twin = played(RICH, towers, column_of("horse", 1, column=3))
    assert events_of(twin, "hit") == [(timestep, "hit", 0, (18, 3)) for timestep in range(15)]
    assert events_of(twin, "move")[:2] == [(15, "move", 0, 18, 3), (16, "move", 0, 16, 3)]
    assert events_of(twin, "score") == [(25, "score", 0)]


# T6: gold and refusals


@pytest.mark.clause("T6.1")
def test_T6_1_gold_of_every_kind_buys_at_the_next_planning() -> None:
    # Column 6 is 4 away from column 2, more from the others: the third missile fells each rifle (3 health)
    # with one shot. Player 0: 12 - 9 + 2 kills + 1 income = 6. Player 1: 12 - 4 + 1 income = 9. Then the
    # 6 gold buy two missiles and no blockade, and the same two kills come again.
    towers: list[Order] = [("build", "missile", 10, column) for column in range(3)]
    attack = [*column_of("rifle", 2, column=6), ("send", 1, 1, 6)]
    twin = played(EXAMPLE, towers, attack)
    assert events_of(twin, "shot") == [(5, "shot", (10, 2), 0), (6, "shot", (10, 2), 1)]
    assert twin.gold == [12 - 9 + 2 + 1, 12 - 4 + 1]
    buy: list[Order] = [("build", "missile", 0, 0), ("build", "missile", 0, 1), ("build", "blockade", 0, 2)]
    assert twin.play_turn([buy, []]) == [(0, ("build", "blockade", 0, 2), "T6.2")]
    assert twin.gold == [6 - 6 + 2 + 1, 9 + 1]


@pytest.mark.clause("T6.1")
def test_T6_1_a_scorer_earns_the_defender_nothing() -> None:
    twin = played(EXAMPLE, [], column_of("rifle", 2, column=3))
    assert (twin.hp, twin.gold) == ([8, 10], [13, 12 - 4 + 1])


@pytest.mark.clause("T6.2")
def test_T6_2_what_is_refused_changes_nothing_and_the_other_orders_stand() -> None:
    twin = Twin(EXAMPLE)
    bad: Order = ("build", "rocket", 19, 0)
    refused = twin.play_turn([[("build", "rocket", 4, 0), bad, ("hire", "bomb")], [bad, ("hire", "horse")]])
    assert refused == [(0, bad, "T1.2"), (1, bad, "T1.2")]
    assert twin.towers == [[("rocket", 4, 0, 10)], []]
    assert twin.rosters == [["bomb"], ["horse"]]
    assert twin.gold == [12 - 3 - 3 + 1, 12 - 3 + 1]


@pytest.mark.clause("T1.2", "T4.1")
def test_T1_2_T4_1_towers_stand_on_the_lane_but_not_on_the_deployment_row() -> None:
    outside: list[Order] = [("build", "frost", row, column) for row, column in ((-1, 0), (20, 0), (4, 7), (4, -1))]
    assert refusal(Twin(RICH), ("build", "frost", 19, 3), *outside) == ["T1.2"] + 4 * ["T4.1"]
    course = [("build", "frost", row, 3) for row in (19, 20, 21)]
    assert refusal(Twin(COURSE), *course) == ["T1.2", "T4.1"]


@pytest.mark.clause("T4.1")
def test_T4_1_one_tower_a_cell_until_it_is_destroyed() -> None:
    weak = changed(RICH, {"blockade": {"health": 6}})
    twin = Twin(weak)
    assert refusal(twin, ("build", "blockade", 18, 3), ("build", "frost", 18, 3)) == ["T4.1"]
    twin.play_turn([[], column_of("bomb", 1, column=3)])
    assert refusal(twin, ("build", "frost", 18, 3)) == []
    assert twin.towers[0][0][:3] == ("frost", 18, 3)


@pytest.mark.clause("T4.2")
def test_T4_2_every_row_keeps_a_cell_without_a_tower() -> None:
    row_of_seven: list[Order] = [("build", "blockade", 5, column) for column in range(7)]
    twin = Twin(RICH)
    assert twin.play_turn([[*row_of_seven, ("build", "blockade", 6, 6)], []]) == [
        (0, ("build", "blockade", 5, 6), "T4.2")
    ]
    assert len(twin.towers[0]) == 7


@pytest.mark.clause("T6.2")
def test_T6_2_no_one_buys_on_credit() -> None:
    # 12 gold: four towers of 3 use it up; then 0 of 1 and 0 of 2.
    four: list[Order] = [("build", "frost", row, 0) for row in range(4)]
    twin = Twin(EXAMPLE)
    assert refusal(twin, *four, ("build", "blockade", 9, 0), ("hire", "shield")) == ["T6.2", "T6.2"]
    assert twin.gold == [1, 13]


@pytest.mark.clause("T2.6")
def test_T2_6_a_player_owns_at_most_255_soldiers() -> None:
    twin = Twin(RICH)
    assert refusal(twin, *[("hire", "shield")] * 256) == ["T2.6"]
    assert (len(twin.rosters[0]), twin.gold[0]) == (255, 1000 - 510 + 1)


@pytest.mark.clause("T2.3", "T6.2")
def test_T2_3_T6_2_only_soldiers_that_one_owns_can_be_sent_and_only_into_the_turn_and_the_lane() -> None:
    twin = Twin(EXAMPLE)
    fine: list[Order] = [("hire", "shield"), ("send", 0, 99, 6)]
    wrong: list[Order] = [("send", 0, 100, 3), ("send", 0, -1, 3), ("send", 0, 5, 7), ("send", 0, 5, -1)]
    absent: list[Order] = [("send", 1, 5, 3), ("send", -1, 5, 3), ("home", 1)]
    assert refusal(twin, *fine, *wrong, *absent) == 4 * ["T2.3"] + 3 * ["T6.2"]
    assert twin.entries[0] == [(99, 6)]


# T7: the end


@pytest.mark.clause("T7.1")
def test_T7_1_the_turn_is_played_out_and_then_who_is_above_0_wins() -> None:
    # 1 HP: number 0 scores at 19, number 1 at 59 all the same.
    attack = [*column_of("shield", 2, column=3), ("send", 1, 40, 3)]
    twin = played(changed(RICH, hp=1), [], attack)
    assert events_of(twin, "score") == [(19, "score", 0), (59, "score", 1)]
    assert (twin.hp, twin.winner) == ([-1, 1], 1)
    with pytest.raises(ValueError, match="over"):
        twin.play_turn([[], []])


@pytest.mark.clause("T7.1")
def test_T7_1_both_at_0_or_less_is_a_draw() -> None:
    # One at 0, the other at -1, and the first to get there gains nothing.
    late = column_of("shield", 2, column=3, timestep=40)
    twin = played(changed(RICH, hp=1), column_of("shield", 1, column=3), late)
    assert (events_of(twin, "score", lane=1)[0][0], events_of(twin, "score", lane=0)[0][0]) == (19, 59)
    assert (twin.hp, twin.winner) == ([-1, 0], "draw")


@pytest.mark.clause("T7.2")
@pytest.mark.parametrize(("scorers", "winner"), [((0, 1), 1), ((2, 1), 0), ((1, 1), "draw")])
def test_T7_2_after_the_last_turn_more_hp_wins(scorers: tuple[int, int], winner: int | str) -> None:
    twin = Twin(EXAMPLE, turn_limit=2)
    twin.play_turn([[], []])
    assert (twin.turn, twin.winner) == (1, None)
    twin.play_turn([column_of("shield", count, column=3) for count in scorers])
    assert (twin.turn, twin.winner) == (2, winner)
    assert twin.hp == [10 - scorers[1], 10 - scorers[0]]


# The switches of a ruleset


def test_income_per_timestep_pays_a_hundred_a_turn() -> None:
    assert played(changed(COURSE, income_per="timestep"), [], []).gold == [200, 200]


def test_gold_for_scorers_pays_the_defender() -> None:
    twin = played(changed(COURSE, gold_for_scorers=True), [], column_of("rifle", 2, column=3))
    assert (twin.hp, twin.gold) == ([8, 10], [100 + 2 + 1, 100 - 4 + 1])


@pytest.mark.parametrize(
    ("switch", "health", "hits"),
    [
        (False, 3, []),  # 3 - 3 = 0: does nothing
        (True, 3, [(0, "hit", 0, (18, 3))]),  # at exactly 0: a last attack
        (True, 2, []),  # 2 - 3 = -1: too late
    ],
)
def test_zero_health_attacks_lets_a_soldier_at_exactly_0_attack(switch: bool, health: int, hits: list[Event]) -> None:
    ruleset = changed(RICH, {"rifle": {"health": health}}, zero_health_attacks=switch)
    twin = played(ruleset, [("build", "missile", 18, 3)], column_of("rifle", 1, column=3))
    assert events_of(twin, "hit", "fell") == [*hits, (0, "fell", 0)]
    assert twin.towers[0] == [("missile", 18, 3, 10 - 3 * len(hits))]


def test_zero_health_attacks_allows_no_move_and_no_score() -> None:
    ruleset = changed(RICH, {"rocket": {"range": 1}, "rifle": {"health": 2}}, zero_health_attacks=True)
    # Missile at (18, 3): 3 of 3 health in column 2; nothing ahead, so it would move.
    twin = played(changed(RICH, zero_health_attacks=True), [("build", "missile", 18, 3)], column_of("rifle", 1, 2))
    assert events_of(twin, "move", "hit", "fell") == [(0, "fell", 0)]
    # A rocket of range 1 at (0, 3) takes 1 on row 1 and 1 on row 0: at 0 on row 0, where it would score.
    twin = played(ruleset, [("build", "rocket", 0, 3)], column_of("rifle", 1, 2))
    assert twin.frames[18][0] == [("shot", (0, 3), 0), ("move", 0, 0, 2)]
    assert twin.frames[19][0] == [("shot", (0, 3), 0), ("fell", 0)]
    assert twin.hp == [10, 10]


def test_zero_health_attacks_does_not_change_the_mind_of_a_horse() -> None:
    # At 0 it would still jump, since two ahead is open; that it cannot, and it does not attack instead.
    ruleset = changed(RICH, zero_health_attacks=True)
    twin = played(ruleset, [("build", "missile", 18, 3)], column_of("horse", 1, column=3))
    assert events_of(twin, "move", "hit", "fell") == [(0, "fell", 0)]
    # With two ahead closed it does attack: the missile at (18, 3) has 10 - 2 = 8 left.
    towers: list[Order] = [("build", "missile", 18, 3), ("build", "blockade", 17, 3)]
    twin = played(ruleset, towers, column_of("horse", 1, column=3))
    assert events_of(twin, "hit") == [(0, "hit", 0, (18, 3))]
    assert twin.towers[0][0] == ("missile", 18, 3, 8)


@pytest.mark.parametrize(("towers_see", "shots"), [(False, []), (True, [0, 1, 2])])
def test_towers_see_deployment_row_decides_whether_one_is_safe_there(towers_see: bool, shots: list[int]) -> None:
    # A shield of the course cannot hit the missile before it and stays on row 20: 5 health, 3 shots of 2.
    ruleset = changed(COURSE, towers_see_deployment_row=towers_see)
    twin = played(ruleset, [("build", "missile", 19, 3)], column_of("shield", 1, column=3))
    assert [timestep for timestep, *_ in events_of(twin, "shot")] == shots
    assert events_of(twin, "fell") == [(2, "fell", 0)] * towers_see
