"""Falling into a gap, routing without a test, a way out for one side, and joining a melee.

Traits `falls_on`, `breaks_at` and `exit_for`, and the option `join_melee`."""

from __future__ import annotations

import pytest

from holdtheline.games.skirmish.state import EndingKind, RoutRule

from ...battle_builder import Stage, acting, commanded, stage

GAP = "gap 0 6 24 8 roll=4 fall=2"


def jumping(face: int, words: str = "") -> Stage:
    things = "crown 12 5 by=Ada"
    battle = acting("Ada", f"Ada 12 5 move=8 {words}; Bo 2 2", "Orc 12 20", ground=GAP, things=things)
    return battle.play("leg 12 9", face)


@pytest.mark.clause("K3.4")
@pytest.mark.parametrize(("face", "status", "place"), [
    (1, "FALLEN", (12, 5.5)), (2, "FALLEN", (12, 5.5)), (3, "STANDS", (12, 5.5)), (4, "STANDS", (12, 9)),
])  # fmt: skip
def test_a_low_roll_falls_a_middle_one_stops_and_a_high_one_crosses(
    face: int, status: str, place: tuple[float, float]
) -> None:
    battle = jumping(face)
    assert (battle.status("Ada"), battle.place("Ada")) == (status, place)


@pytest.mark.clause("K3.4", "K4.2")
def test_who_falls_into_a_gap_is_gone_and_what_it_carried_lies_before_it() -> None:
    battle = jumping(1, "lies_when_fallen")
    assert (battle.status("Ada"), battle.phase, battle.turn()) == ("FALLEN", "CHOOSE", 1)
    assert (battle.objective_status("crown"), battle.place("crown")) == ("FREE", (12, 5.5))
    assert battle.s.company_lost[0] == 1


@pytest.mark.clause("K4.3")
def test_a_fall_into_a_gap_can_end_in_a_rout_test_and_the_battle() -> None:
    battle = acting("Ada", "Ada 12 5; Bo 2 2; Cy 4 2", "Orc 12 20", ground=GAP)
    battle.s.company_lost[0], battle.s.status[1] = 1, 4
    assert battle.play("leg 12 9", 1).phase == "ROUT_TEST"
    battle = acting("Ada", "Ada 12 5", "Orc 12 20", ground=GAP)
    assert battle.play("leg 12 9", 1).phase == "OVER"


@pytest.mark.clause("K4.2")
def test_who_cannot_be_felled_only_stops() -> None:
    battle = jumping(1, "cannot_be_felled")
    assert (battle.status("Ada"), battle.place("Ada")) == ("STANDS", (12, 5.5))


# Routs

ENEMIES = "Orc 12 5 slots=0; Gob 2 20; Imp 4 20; Elf 6 20"


def lost_one(**more: object) -> Stage:
    return acting("Ada", "Ada 12 4", ENEMIES, followup=2, **more).play("fight Orc", 6)


def routing(battle: Stage) -> int:
    return sum(int(number) for number in battle.s.routs)


@pytest.mark.clause("K4.3")
def test_a_company_routs_without_a_die_at_so_many_losses() -> None:
    battle = lost_one(company_rout_rule=[0, RoutRule.NO_TEST], company_breaks_at=[0, 1])
    assert (routing(battle), battle.phase) == (3, "CHOOSE")
    battle = lost_one(company_rout_rule=[0, RoutRule.NO_TEST], company_breaks_at=[0, 2])
    assert (routing(battle), battle.phase) == (0, "CHOOSE")


@pytest.mark.clause("K4.3")
def test_a_company_can_test_early_and_break_later() -> None:
    rules = {"company_rout_rule": [0, RoutRule.LOSSES], "company_rout_at": [0, 1], "company_breaks_at": [0, 2]}
    assert lost_one(**rules).phase == "ROUT_TEST"
    battle = acting("Ada", "Ada 12 4", ENEMIES, followup=2, **rules)
    battle.s.company_lost[1], battle.s.status[33] = 1, 4
    battle.play("fight Orc", 6)
    assert (routing(battle), battle.phase) == (2, "CHOOSE")


@pytest.mark.clause("K4.3")
def test_a_company_can_need_its_leader_beside_another_condition() -> None:
    rules = {"company_rout_rule": [0, RoutRule.NO_TEST], "company_breaks_at": [0, 4], "company_needs_leader": [0, 1]}
    enemies = ENEMIES.replace("Orc 12 5 slots=0", "Orc 12 5 slots=0 is_leader")
    battle = acting("Ada", "Ada 12 4", enemies, followup=2, **rules).play("fight Orc", 6)
    assert routing(battle) == 3
    enemies = ENEMIES.replace("Gob 2 20", "Gob 2 20 is_leader")
    battle = acting("Ada", "Ada 12 4", enemies, followup=2, **rules).play("fight Orc", 6)
    assert routing(battle) == 0


# Doors

DOOR = "door 10 22 14 24 friends_exit"


@pytest.mark.clause("K3.2")
def test_a_way_out_is_for_one_side_only() -> None:
    battle = acting("Ada", "Ada 12 21.5; Bo 2 2", "Orc 9.5 22 right", ground=DOOR)
    assert battle.why_not("leave") == ""
    battle = stage("Ada 2 2", "Orc 12 21.5", ground=DOOR).play(1, "activate Orc")
    assert battle.why_not("leave") == "K3.2"


@pytest.mark.clause("K3.2")
def test_it_needs_no_room_and_the_edges_stay_open() -> None:
    battle = acting("Ada", "Ada 12 18 routs; Bo 2 2", "Orc 22 20", ground=DOOR)
    assert battle.status("Ada") == "FLED"  # by the door, which is nearer than the edge
    battle = stage("Bo 2 2", "Orc 12 18 routs move=4; Imp 2 20", ground=DOOR).play(1, "activate Orc")
    assert battle.status("Orc") == "STANDS"
    battle = acting("Ada", "Ada 1 12 routs; Bo 2 2", ground=DOOR)
    assert battle.status("Ada") == "FLED"  # over the edge


@pytest.mark.clause("K3.2")
def test_in_a_room_the_side_without_an_exit_stays() -> None:
    battle = stage("Bo 2 2", "Orc 12 21 routs; Imp 2 20", ground=DOOR, enclosed=1).play(1, "activate Orc")
    assert (battle.status("Orc"), battle.place("Orc")) == ("STANDS", (12, 21))
    battle = acting("Ada", "Ada 12 21 routs; Bo 2 2", ground=DOOR, enclosed=1)
    assert battle.status("Ada") == "FLED"


@pytest.mark.clause("K2.3", "K3.2")
def test_who_leaves_by_its_door_has_escaped() -> None:
    ends = ((EndingKind.ESCAPED, 0, 1, 1),)
    battle = acting("Ada", "Ada 12 21.5", ground=DOOR, ends=ends).play("leave")
    assert (battle.phase, battle.s.winner) == ("OVER", 1)


@pytest.mark.clause("K3.1", "K5.2")
def test_the_generals_carrier_leaves_by_the_door_of_its_side() -> None:
    things = "crown 12 14 by=Orc"
    battle = commanded("Ada 2 2", "Orc 12 14; Imp 22 2", ground=DOOR.replace("friends", "enemies"), things=things)
    battle.play(1)
    assert battle.place("Orc")[1] > 14
    while battle.phase != "OVER" and battle.status("Orc") == "STANDS":
        battle.play("activate Ada" if battle.phase == "CHOOSE" else 1 if battle.phase == "OPEN" else "stay")
    assert (battle.status("Orc"), battle.place("Orc")[1] > 20) == ("LEFT", True)


# Joining a melee


@pytest.mark.clause("K5.7", "K5.9")
def test_the_last_line_joins_a_melee_only_with_the_option() -> None:
    friends, enemies = "Ada 12 4; Bo 22 1", "Orc 12 5; Gob 12 9"
    touching = {}
    for join in (0, 1):
        battle = commanded(friends, enemies, join_melee=join, bases_block_sight=0).play(1, 2)
        battle.play("activate Bo", "stay")
        touching[join] = (battle.phase, battle.target)
    assert touching[1] == ("FIGHTING", "Ada")
    assert touching[0][0] != "FIGHTING"
