"""Objectives and fallen characters: who may carry which, and carrying them off the table (K3.1, K4.2)."""

from __future__ import annotations

import pytest

from ..battle_builder import acting, commanded, stage

LIES = "lies_when_fallen can_be_carried"

# Those who fall and lie


@pytest.mark.clause("K4.2")
def test_one_who_lies_is_lost_and_still_on_the_table() -> None:
    battle = acting("Ada", "Ada 12 4", f"Orc 12 5 slots=0 {LIES}; Bob 2 20").play("fight Orc", 4)
    assert (battle.status("Orc"), battle.place("Orc"), battle.s.company_lost[1]) == ("LIES", (12, 5), 1)


@pytest.mark.clause("K2.3")
def test_a_side_of_which_all_lie_is_gone() -> None:
    battle = acting("Ada", "Ada 12 4", f"Orc 12 5 slots=0 {LIES}").play("fight Orc", 4)
    assert (battle.phase, battle.s.winner) == ("OVER", 1)


@pytest.mark.clause("K3.1")
@pytest.mark.parametrize(("ada", "bo", "clause"), [
    ("carries_fallen", LIES, ""), ("", LIES, "K3.1"), ("carries_fallen", "lies_when_fallen", "K3.1"),
])  # fmt: skip
def test_only_some_may_pick_up_only_some(ada: str, bo: str, clause: str) -> None:
    battle = stage(f"Ada 12 4 {ada}; Bo 12 5.2 slots=0 {bo}; Cy 2 2; Di 4 2", "Orc 12 6.2")
    battle.play(1, "activate Orc", "fight Bo", 4, "stay", "activate Ada")
    assert battle.why_not("pick_up Bo") == clause


@pytest.mark.clause("K3.1")
def test_nobody_picks_up_a_fallen_enemy_or_one_too_far_away() -> None:
    battle = acting("Ada", "Ada 12 4 carries_fallen", f"Orc 12 5 slots=0 {LIES}; Bob 2 20").play("fight Orc", 4)
    assert battle.why_not("pick_up Orc") == "K3.1"
    battle = stage(f"Ada 12 3 carries_fallen; Bo 12 5.2 slots=0 {LIES}; Cy 2 2; Di 4 2", "Orc 12 6.2")
    battle.play(1, "activate Orc", "fight Bo", 4, "stay", "activate Ada")
    assert battle.why_not("pick_up Bo") == "K3.1"


@pytest.mark.clause("K3.1")
def test_a_fallen_friend_is_carried_off_the_edge() -> None:
    friends = f"Ada 4 12 carries_fallen; Bo 4 13.2 slots=0 {LIES}; Cy 2 2; Di 4 2"
    battle = stage(friends, "Orc 4 14.2").play(1, "activate Orc", "fight Bo", 4, "stay")
    battle.play("activate Ada", "pick_up Bo", "leg 0.5 12")
    assert (battle.status("Ada"), battle.status("Bo"), battle.phase) == ("LEFT", "LEFT", "CHOOSE")
    assert battle.s.company_lost[0] == 1


@pytest.mark.clause("K3.1", "K4.2")
def test_when_the_carrier_falls_the_fallen_one_lies_there() -> None:
    friends = f"Ada 12 4 slots=0 carries_fallen; Bo 12 5.2 slots=0 {LIES}; Cy 2 2; Di 4 2; Ed 6 2"
    battle = stage(friends, "Orc 12 6.2; Gob 16 9").play(1, "activate Orc", "fight Bo", 4, "stay")
    battle.play("activate Ada", "pick_up Bo", "leg 16 4")
    assert (battle.status("Bo"), battle.place("Bo")) == ("CARRIED", (16, 4))
    battle.play("activate Gob", "leg 16 5", 4)
    assert (battle.status("Ada"), battle.status("Bo"), battle.place("Bo")) == ("FALLEN", "LIES", (16, 4))


@pytest.mark.clause("K5.1", "K5.2")
def test_the_general_has_its_fallen_fetched_and_carried_off() -> None:
    battle = commanded("Ada 2 23", f"Orc 12 14 carries_fallen; Gob 12 15.2 status=3 {LIES}; Hob 2 20")
    assert battle.ai_lines(1) == ["K5.1 Gob", "K5.2 nobody"]
    assert battle.status("Gob") == "CARRIED"
    assert battle.place("Gob") == battle.place("Orc") != (12, 14)


# Objectives


@pytest.mark.clause("K3.1")
def test_an_objective_is_for_those_whom_it_is_given_to() -> None:
    things = "crown 12 4.5 friends; chest 12 3.5 enemies; flag 11.5 4"
    battle = stage("Ada 12 4; Bo 12 5", "Orc 20 20", things=things)
    battle.s.friend_carriers[2] = 0b10
    battle.play(6, "activate Ada")
    assert [battle.why_not(f"pick_up {name}") for name in ("crown", "chest", "flag")] == ["", "K3.1", "K3.1"]
    moves = battle.legal_moves()
    assert [battle.code(f"pick_up {name}") in moves for name in ("crown", "chest", "flag")] == [
        True, False, False,
    ]  # fmt: skip
    battle.play("stay", "pass", "activate Bo")
    assert [battle.why_not(f"pick_up {name}") for name in ("crown", "chest", "flag")] == ["", "K3.1", ""]


@pytest.mark.clause("K5.1", "K5.6")
def test_the_general_leaves_alone_what_is_not_for_it() -> None:
    assert commanded("Ada 2 23", "Orc 12 14; Gob 3 3", things="crown 12 13 friends").ai_lines(1)[0] != "K5.1 crown"
    assert commanded("Ada 2 23", "Orc 12 14; Gob 3 3", things="crown 12 13 enemies").ai_lines(1)[0] == "K5.1 crown"
