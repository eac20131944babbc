"""A move that is only thought of: its inches, whom it would touch, what hides whom, and why it is refused."""

from __future__ import annotations

import random
from typing import Any

import pytest

from holdtheline.core.catalog import load
from holdtheline.core.errors import UnknownName
from holdtheline.games.skirmish.rules.combat.line_of_sight import find_sight_blocker
from holdtheline.games.skirmish.state import MAX_CHARACTERS, CharacterStatus
from holdtheline.games.skirmish.view.preview import copy_to_lists, find_boxed_blocker, preview, sight_blocker_boxes

from ..battle_builder import Stage, acting, stage


def tried(battle: Stage, **request: Any) -> dict[str, Any]:
    """Return the answer, and check that asking changed nothing."""
    before = battle.words.copy()
    answer = preview(battle.s, battle.turn(), request)
    assert (battle.words == before).all()
    return answer


def target_of(answer: dict[str, Any], id_: str) -> dict[str, Any]:
    (one,) = (one for one in answer["sight"] if one["id"] == id_)
    return dict(one)


# Ways


@pytest.mark.clause("K3.4")
def test_a_straight_path_has_its_inches_and_its_moves() -> None:
    answer = tried(stage().play(6), who="f1", to=[15, 8])  # 3 to the right and 4 up
    assert answer["possible"]
    assert answer["legs"] == [{"to": [15, 8], "inches": 5, "counts": 5}]
    assert (answer["inches"], answer["left"], answer["move"]) == (5, 0, 6)
    assert answer["plays"] == ["use f1", "go 15,8"]
    assert answer["facing"] == [3, 4]


@pytest.mark.clause("K3.4")
def test_half_a_move_leaves_another_half() -> None:
    answer = tried(acting("Ada"), to=[12, 7])
    assert (answer["inches"], answer["left"], answer["plays"]) == (3, 3, ["go 12,7"])


@pytest.mark.clause("K3.4")
def test_by_a_way_point_there_are_two_legs() -> None:
    answer = tried(acting("Ada"), via=[12, 7], to=[15, 7])
    assert [leg["inches"] for leg in answer["legs"]] == [3, 3]
    assert answer["plays"] == ["go 12,7", "go 15,7"]
    assert (answer["end"], answer["left"]) == ([15, 7], 0)


@pytest.mark.clause("K3.4")
def test_a_way_that_is_too_long_says_by_how_much_and_ends_as_far_as_it_can() -> None:
    answer = tried(acting("Ada"), to=[12, 12])
    assert not answer["possible"]
    assert answer["clause"] == 304
    assert "too far: it is 8″, and f1 has 6″" in answer["sentence"]
    assert answer["farthest"] == answer["end"] == [12, 10]
    assert (answer["plays"], answer["instead"]) == ([], ["go 12,10"])
    assert answer["in_way"] is None


@pytest.mark.clause("K3.4")
def test_a_second_leg_that_is_too_long_keeps_the_first() -> None:
    answer = tried(acting("Ada"), via=[12, 7], to=[17, 7])
    assert [leg["to"] for leg in answer["legs"]] == [[12, 7]]
    assert answer["instead"] == ["go 12,7", "go 15,7"]


@pytest.mark.clause("K3.4")
def test_a_way_point_is_at_most_half_the_move_away() -> None:
    battle = acting("Ada")
    answer = tried(battle, via=[12, 8], to=[14, 8])
    assert (answer["possible"], answer["clause"], answer["legs"]) == (False, 304, [])
    assert answer["sentence"] == ("too far: it is 4″, and a waypoint may be half the move (3″) away")
    assert (answer["end"], answer["instead"]) == ([12, 7], ["go 12,7"])
    assert tried(battle, via=[12, 8], to=[12, 8])["plays"] == ["go 12,8"]  # no way-point: it is the end


@pytest.mark.clause("K3.4")
def test_a_way_point_in_water_is_at_most_a_quarter_of_the_move_away() -> None:
    answer = tried(acting("Ada", ground="water 10 3 14 9"), via=[12, 6], to=[12, 7])
    assert answer["sentence"].startswith("too far: water doubles 2″ to 4″")
    assert answer["instead"] == ["go 12,5.5"]


@pytest.mark.clause("K3.4")
def test_a_leg_of_more_than_half_the_move_says_that_it_is_the_only_one() -> None:
    battle = acting("Ada")
    assert tried(battle, to=[12, 7])["text"] == "f1 goes 3 inches, to 12,7; 3″ are left for another leg"
    only = "f1 goes 3.1 inches, to 12,7.1; after more than 3″ there is no other leg"
    assert tried(battle, to=[12, 7.1])["text"] == only
    assert tried(battle, to=[12, 10])["text"] == "f1 goes 6 inches, to 12,10"


@pytest.mark.clause("K3.7")
def test_a_charge_by_a_way_point_that_is_too_far_is_refused_as_well() -> None:
    answer = tried(acting("Ada", "Ada 12 4", "Orc 14 9"), via=[12, 8], to=[14, 9])
    assert "half the move" in answer["sentence"]
    assert (answer["charges"], answer["instead"]) == ([], ["go 12,7"])


@pytest.mark.clause("K3.4")
def test_over_a_gap_the_answer_has_the_die_and_where_a_failure_stops() -> None:
    """The gap begins at 7, and the base is 0.5 wide: 6.5."""
    battle = acting("Ada", ground="gap 0 7 24 8 roll=3")
    die = "3 or more crosses, otherwise it stops before the gap t1 at 12,6.5"
    answer = tried(battle, to=[12, 9.5])
    assert answer["text"] == f"f1 goes 5.5 inches, to 12,9.5; {die}"
    assert tried(battle, to=[12, 6])["text"] == "f1 goes 2 inches, to 12,6; 3″ are left for another leg"
    assert tried(battle, to=[12, 12])["sentence"].endswith(f"and f1 has 6″; {die}")


@pytest.mark.clause("K3.4")
def test_a_leg_after_a_gap_waits_for_its_die() -> None:
    battle = acting("Ada", ground="gap 0 5 24 6 roll=3")
    answer = tried(battle, via=[12, 7], to=[14, 7])
    assert (answer["plays"], answer["end"], answer["left"]) == (["go 12,7"], [12, 7], 3)


@pytest.mark.clause("K3.7")
def test_a_charge_over_a_gap_has_both_dice() -> None:
    answer = tried(acting("Ada", "Ada 12 4", "Orc 12 10", ground="gap 0 7 24 8 roll=3"), to=[12, 10])
    assert answer["charges"] == ["e1"]
    assert answer["text"].endswith("otherwise it stops before the gap t1 at 12,6.5; then 4 or more, 50% to wound")


@pytest.mark.clause("K1.3")
def test_a_wall_stops_the_way_and_is_named() -> None:
    """Its edge is 0.1 below its line, the base another 0.5: 7 - 0.6."""
    answer = tried(acting("Ada", ground="wall 10 7 14 7"), to=[12, 9])
    assert (answer["possible"], answer["clause"]) == (False, 103)
    assert "wall" in answer["sentence"]
    assert (answer["in_way"]["id"], answer["in_way"]["at"]) == ("t1", [12, 6.4])
    assert answer["instead"] == ["go 12,6.4"]


@pytest.mark.clause("K1.3")
def test_of_several_things_the_first_on_the_way_stops_it() -> None:
    answer = tried(acting("Ada", "Ada 12 4; Bo 12 6", ground="wall 10 8 14 8"), to=[12, 9.5])
    assert (answer["in_way"]["id"], answer["end"]) == ("f2", [12, 5])


def test_who_is_hardly_moved_stands_and_looks_around() -> None:
    answer = tried(acting("Ada"), to=[12.1, 4.1])
    assert (answer["possible"], answer["legs"], answer["plays"]) == (True, [], [])
    assert target_of(answer, "e1")["sees"]


def test_beyond_the_table_the_edge_is_meant() -> None:
    answer = tried(acting("Ada"), to=[12, -3])
    assert (answer["possible"], answer["end"]) == (True, [12, 0])


@pytest.mark.clause("K3.4")
def test_a_pivot_is_tried_as_well() -> None:
    answer = tried(acting("Ada"), to=[4, 4], face=True)
    assert (answer["plays"], answer["facing"], answer["end"]) == (["face 4,4"], [-8, 0], [12, 4])
    archer = acting("Ada", "Ada 12 4 range=20").play("leg 12 10")
    assert tried(archer, to=[4, 4], face=True)["clause"] == 304


# Who


@pytest.mark.clause("K2.2")
def test_a_character_that_cannot_be_used_is_refused() -> None:
    battle = acting("Ada", "Ada 12 4; Bo 2 2")
    answer = tried(battle, who="f2", to=[2, 4])
    assert (answer["possible"], answer["plays"], answer["sight"]) == (False, [], [])
    assert "f1 is active" in answer["sentence"]
    assert not tried(stage().play(6), who="e1", to=[2, 4])["possible"]
    for id_ in ("f9", "o1", "t1", "x"):
        with pytest.raises(UnknownName, match="no character"):
            tried(battle, who=id_, to=[2, 4])


@pytest.mark.clause("K3.2")
def test_who_routs_only_runs() -> None:
    answer = tried(stage("Ada 12 8 routs; Bo 2 2").play(6), who="f1", to=[12, 12])
    assert (answer["possible"], answer["plays"], answer["legs"]) == (True, ["use f1"], [])
    assert "routs" in answer["text"]


# Charges, shots and things


@pytest.mark.clause("K3.7")
def test_near_an_enemy_a_way_snaps_to_contact() -> None:
    answer = tried(acting("Ada", "Ada 12 4", "Orc 12 9"), to=[12.2, 8.3])
    assert (answer["charges"], answer["end"]) == (["e1"], [12, 8])
    assert "4 or more, 50% to wound" in answer["text"]
    assert answer["left"] == 0


@pytest.mark.clause("K3.7")
def test_around_a_corner_a_charge_bends_by_itself() -> None:
    answer = tried(acting("Ada", "Ada 12 4; Bo 12 6", "Orc 12 8"), to=[12, 8])
    assert (answer["charges"], len(answer["legs"])) == (["e1"], 2)
    assert len(answer["plays"]) == 2


def test_an_exact_place_snaps_to_nothing() -> None:
    answer = tried(acting("Ada", "Ada 12 4", "Orc 12 9"), to=[12, 7.9], exact=True)
    assert (answer["charges"], answer["end"]) == ([], [12, 7.9])


@pytest.mark.clause("K3.7")
def test_an_enemy_too_far_to_be_charged_says_so() -> None:
    answer = tried(acting("Ada", "Ada 12 4", "Orc 12 14"), to=[12, 14])
    assert (answer["possible"], answer["charges"], answer["end"]) == (False, [], [12, 10])


@pytest.mark.clause("K3.5")
def test_an_enemy_too_far_to_be_charged_is_shot_at() -> None:
    answer = tried(acting("Ada", "Ada 12 4 range=12", "Orc 12 14"), to=[12, 14])
    assert answer["plays"] == ["shoot e1"]
    assert "50%" in answer["text"]


@pytest.mark.clause("K4.4")
def test_a_shooter_is_told_first_why_it_cannot_shoot() -> None:
    battle = acting("Ada", "Ada 12 4 range=12", "Orc 12 14", ground="house 11 9 13 11")
    answer = tried(battle, to=[12, 14])
    assert (answer["possible"], answer["clause"]) == (False, 404)
    assert answer["sentence"] == "the house t1 blocks the line of sight to e1"


@pytest.mark.clause("K3.4")
def test_a_place_a_little_beyond_the_reach_means_the_end_of_the_reach() -> None:
    answer = tried(acting("Ada"), to=[12, 10.4])
    assert (answer["possible"], answer["end"], answer["plays"]) == (True, [12, 10], ["go 12,10"])
    assert not tried(acting("Ada"), to=[12, 10.4], exact=True)["possible"]


@pytest.mark.clause("K3.3")
def test_in_melee_one_fights_and_goes_nowhere() -> None:
    battle = acting("Ada", "Ada 12 4", "Orc 12 5")
    assert tried(battle, to=[12, 5])["plays"] == ["fight e1"]
    answer = tried(battle, to=[4, 4])
    assert (answer["possible"], answer["clause"]) == (False, 303)


@pytest.mark.clause("K3.1")
def test_a_thing_in_reach_is_picked_up_and_one_farther_off_is_gone_to() -> None:
    near = tried(acting("Ada", things="crown 12 5.5"), to=[12.1, 5.6])
    assert (near["takes"], near["plays"]) == ("o1", ["take o1"])
    far = tried(acting("Ada", things="crown 12 8"), to=[12.3, 8.3])
    assert (far["takes"], far["end"]) == (None, [12, 8])


@pytest.mark.clause("K3.1")
def test_with_something_to_carry_off_the_edge_is_meant() -> None:
    battle = acting("Ada", "Ada 12 4; Bo 2 2", things="crown 12 4").play("pick_up crown")
    answer = tried(battle, to=[12, 1])
    assert (answer["leaves"], answer["end"]) == (True, [12, 0.5])
    assert "leaves the table" in answer["text"]
    assert tried(battle, to=[12, 2])["leaves"] is False


# Sight


@pytest.mark.clause("K4.4")
def test_sight_goes_both_ways_unless_one_looks_away() -> None:
    answer = tried(acting("Ada", "Ada 12 4", "Orc 12 20; Cur 4 20 up"), to=[12, 6])
    assert [(one["sees"], one["seen"]) for one in answer["sight"]] == [(True, True), (True, False)]
    assert answer["sight"][0]["gap"] == 13


@pytest.mark.clause("K4.4")
def test_what_hides_an_enemy_is_named_where_the_line_meets_it() -> None:
    battle = acting("Ada", "Ada 12 4; Bo 2 2", "Orc 12 20; Cur 2 20", ground="house 10 14 14 16")
    answer = tried(battle, to=[12, 6])
    orc, cur = target_of(answer, "e1"), target_of(answer, "e2")
    assert (orc["sees"], orc["seen"], orc["blocker"]["id"]) == (False, False, "t1")
    assert orc["blocker"]["at"] == [12, 14]
    assert (cur["sees"], cur["blocker"]) == (True, None)


@pytest.mark.clause("K3.6")
def test_a_shot_after_the_move_is_offered_with_its_odds() -> None:
    battle = acting("Ada", "Ada 12 4 range=12", "Orc 12 20 range=12 defence=1")
    far, near = target_of(tried(battle, to=[12, 6]), "e1"), target_of(tried(battle, to=[12, 7.5]), "e1")
    assert (far["shoots"], far["odds"], far["plays"], far["shot"]) == (False, "", [], "")
    assert (near["gap"], near["shoots"], near["plays"]) == (11.5, True, ["go 12,7.5", "shoot e1"])
    assert near["odds"] == "a 6, 17% to wound"  # 1 less after a move, against defence 1
    assert near["shot"] == "50%"


def test_the_quick_look_finds_the_same_blockers_as_the_rules() -> None:
    state = load("skirmish", plain=True).start()
    state.play(6)
    s, chance, hidden = copy_to_lists(state.record), random.Random(4), 0
    standing = [one for one in range(MAX_CHARACTERS) if s.status[one] == CharacterStatus.STANDS]
    for _ in range(150):
        for one in standing:
            s.x[one], s.y[one] = chance.randrange(24_001), chance.randrange(24_001)
        piece, other = chance.sample(standing, 2)
        found = find_boxed_blocker(s, sight_blocker_boxes(s), piece, other)
        assert found == find_sight_blocker(s, piece, s.x[piece], s.y[piece], other, s.x[other], s.y[other])
        hidden += found > 0
    assert hidden > 40
