"""Clauses T4 and T5: towers and soldiers."""

from __future__ import annotations

import pytest

from ..reference_game import COURSE, EXAMPLE, Order, Ruleset, Twin
from .clause_games import RICH, changed, column_of, events_of, played

pytestmark = pytest.mark.usefixtures("model")


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
