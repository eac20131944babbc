"""Clauses T6 and T7: gold, refusals and the end; and the switches of a ruleset."""

from __future__ import annotations

import pytest

from ..reference_game import COURSE, EXAMPLE, Event, Order, Twin
from .clause_games import RICH, changed, column_of, events_of, played, refusal

pytestmark = pytest.mark.usefixtures("model")


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
