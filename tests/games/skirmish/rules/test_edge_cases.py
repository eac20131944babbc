"""Cases at the edges of several clauses, where one rule ends and another begins."""

from __future__ import annotations

import pytest

from holdtheline.core.catalog import load
from holdtheline.core.errors import BadPosition
from holdtheline.games.skirmish.state import CharacterStatus

from ..battle_builder import acting, stage


@pytest.mark.clause("K3.1", "K3.2")
def test_who_flees_leaves_a_thing_behind_that_stays_on_the_table() -> None:
    battle = stage("Ada 12 3 routs; Bo 2 12", things="flame 12 3 stays").give("Ada", "flame")
    battle.play(6, "activate Ada")
    assert (battle.status("Ada"), battle.objective_status("flame")) == ("FLED", "FREE")


@pytest.mark.clause("K3.2")
def test_who_flees_takes_along_what_may_leave() -> None:
    battle = stage("Ada 12 3 routs; Bo 2 12", things="crown 12 3").give("Ada", "crown")
    battle.play(6, "activate Ada")
    assert (battle.status("Ada"), battle.objective_status("crown")) == ("FLED", "LEFT")


@pytest.mark.clause("K3.1", "K5.2")
@pytest.mark.parametrize("x", ["0", "0.001", "0.4"])
def test_the_general_s_carrier_at_the_edge_leaves_wherever_his_middle_is(x: str) -> None:
    battle = stage("Ada 12 4", f"Orc {x} 12; Gob 20 20", things=f"crown {x} 12", ai=True).give("Orc", "crown")
    battle.play(1)
    assert (battle.status("Orc"), battle.objective_status("crown")) == ("LEFT", "LEFT")


@pytest.mark.clause("K3.1")
def test_a_person_s_carrier_who_stays_at_the_edge_leaves() -> None:
    battle = acting("Ada", "Ada 0 12; Bo 12 12", things="crown 0 12").give("Ada", "crown")
    battle.play("stay")
    assert (battle.status("Ada"), battle.objective_status("crown")) == ("LEFT", "LEFT")


@pytest.mark.clause("K5.3")
def test_the_general_strikes_a_routing_enemy_in_contact() -> None:
    """Bo is near enough to be charged, but Ada is in contact."""
    battle = stage("Ada 12 12 routs; Bo 16 14", "Orc 12 13", ai=True)
    battle.s.done[0] = 1
    battle.play(1)
    assert (battle.phase, battle.actor, battle.target) == ("FIGHTING", "Orc", "Ada")


@pytest.mark.clause("K4.1")
def test_a_character_does_not_seize_its_own_side() -> None:
    """A swipe strikes and wounds friends too; the enemy is seized."""
    battle = acting("Ada", "Ada 12 12 swipes grabs max_grabbed=2; Bo 13.01 12", "Orc 12 13.01; Gob 2 20")
    battle.play("fight Orc", 6)
    assert (battle.status("Bo"), battle.field("wounds", "Bo")) == ("STANDS", 1)
    battle.play(6)
    assert battle.status("Orc") == "HELD"


@pytest.mark.clause("K4.3")
def test_who_is_still_to_come_routs_with_the_company() -> None:
    enemies = "Orc 12 5 slots=0; Gob 2 20; Hob 22 20 status=1 arrives=3"
    battle = stage("Ada 12 4 attack=3", enemies)
    battle.s.company_lost[1] = 1
    battle.play(6, "activate Ada", "fight Orc", 6)
    assert battle.phase == "ROUT_TEST"
    battle.play(1)
    assert (battle.field("routs", "Gob"), battle.field("routs", "Hob")) == (1, 1)
    assert battle.field("status", "Hob") == CharacterStatus.WAITS


@pytest.mark.clause("K4.3")
@pytest.mark.parametrize("hob", ["Hob 22 20 status=1 arrives=3", "Hob 2 2"])
def test_a_company_tests_though_all_that_are_left_of_it_are_to_come_or_held(hob: str) -> None:
    battle = stage("Ada 12 4 attack=3; Bo 2 3 grabs max_grabbed=1", f"Orc 12 5 slots=0; {hob}; Bob 20 20 company=2")
    if battle.status("Hob") == "STANDS":
        battle.play(6, "activate Bo", "fight Hob", 6, "pass")
    else:
        battle.play(6)
    battle.s.company_lost[1] = 1
    battle.play("activate Ada", "fight Orc", 6)
    assert battle.phase == "ROUT_TEST"
    assert battle.play(1).field("routs", "Hob") == 1


@pytest.mark.clause("K4.3")
@pytest.mark.parametrize(("count_fled", "tests"), [(1, True), (0, False)])
def test_a_flight_makes_a_company_that_has_lost_half_test_only_if_the_fled_count(count_fled: int, tests: bool) -> None:
    battle = stage("Ada 12 3 routs; Bo 2 12; Cy 22 12; Di 20 8; Ed 5 8", count_fled=count_fled)
    battle.s.company_lost[0] = 3
    assert (battle.play(6, "activate Ada").phase == "ROUT_TEST") == tests


@pytest.mark.clause("K1.4")
@pytest.mark.parametrize(
    ("scenario", "position", "fault"),
    [
        ("old-sump", "round 2 friends; goal", "no goal is rolled for"),
        ("greystep", "round 6 enemies; cross actor f1 over t1 over_at 12,12", "no gap to cross"),
    ],
)
def test_a_position_that_no_play_leads_to_is_refused(scenario: str, position: str, fault: str) -> None:
    game = load("skirmish", scenario=scenario, enemy="seat", plain=True)
    with pytest.raises(BadPosition, match=fault):
        game.position(position)
