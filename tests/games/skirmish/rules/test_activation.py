"""Activations (K3), with cases worked out by hand."""

from __future__ import annotations

import pytest

from ..battle_builder import Stage, acting

# Picking up


@pytest.mark.clause("K3.1")
def test_a_thing_within_an_inch_may_be_picked_up() -> None:
    assert acting("Ada", things="crown 12 5.5").why_not("pick_up crown") == ""
    assert acting("Ada", things="crown 12 5.501").why_not("pick_up crown") == "K3.1"
    assert acting("Ada", things="crown 12 6.5", pickup_reach=2000).why_not("pick_up crown") == ""


@pytest.mark.clause("K3.1")
def test_only_at_the_start_of_an_activation_and_with_free_hands() -> None:
    battle = acting("Ada", things="crown 12 5; cup 12 6")
    assert battle.play("leg 12 5").why_not("pick_up crown") == "K3.1"
    battle = acting("Ada", things="crown 12 5; cup 12 4.5").play("pick_up cup")
    assert battle.why_not("pick_up crown") == "K3.1"
    assert battle.why_not("leg 12 9") == ""


@pytest.mark.clause("K3.1")
def test_the_engaged_pick_nothing_up_nor_do_those_who_may_not() -> None:
    assert acting("Ada", "Ada 12 4", "Orc 12 5", things="crown 12 4").why_not("pick_up crown") == "K3.3"
    assert acting("Ada", things="crown 12 5 enemies").why_not("pick_up crown") == "K3.1"


@pytest.mark.clause("K3.1")
def test_what_is_carried_goes_along_and_lies_where_its_carrier_falls() -> None:
    battle = acting("Ada", "Ada 12 4 slots=0; Bo 2 2", "Orc 12 14", things="crown 12 4")
    battle.play("pick_up crown", "leg 12 8")
    assert battle.place("crown") == (12, 8)
    battle.play("activate Orc", "leg 12 9", 5)
    assert battle.status("Ada") == "FALLEN"
    assert (battle.objective_status("crown"), battle.place("crown")) == ("FREE", (12, 8))


@pytest.mark.clause("K3.1")
def test_a_carrier_who_touches_the_edge_leaves_with_the_thing() -> None:
    carrying = "Ada 4 12; Bo 12 4"
    battle = acting("Ada", carrying, things="crown 4 12").play("pick_up crown", "leg 0.501 12")
    assert battle.status("Ada") == "STANDS"
    battle = acting("Ada", carrying, things="crown 4 12").play("pick_up crown", "leg 0.5 12")
    assert (battle.status("Ada"), battle.objective_status("crown")) == ("LEFT", "LEFT")
    battle = acting("Ada", carrying, things="crown 4 12 stays").play("pick_up crown", "leg 0.5 12")
    assert (battle.status("Ada"), battle.objective_status("crown")) == ("STANDS", "CARRIED")


# Rout


@pytest.mark.clause("K3.2")
def test_a_routing_character_runs_its_full_move_for_the_nearest_edge() -> None:
    battle = acting("Ada", "Ada 12 8 routs; Bo 2 2")
    assert battle.place("Ada") == (12, 2)
    assert (battle.phase, battle.turn()) == ("CHOOSE", 1)


@pytest.mark.clause("K3.2")
def test_touching_the_edge_it_leaves() -> None:
    assert acting("Ada", "Ada 12 6.501 routs; Bo 2 2").status("Ada") == "STANDS"
    assert acting("Ada", "Ada 12 6.5 routs; Bo 2 2").status("Ada") == "FLED"


@pytest.mark.clause("K3.2")
def test_of_edges_that_are_equally_near_the_left_comes_first() -> None:
    assert acting("Ada", "Ada 8 8 routs; Bo 2 2").place("Ada") == (2, 8)


@pytest.mark.clause("K3.2")
def test_blocked_it_turns_as_little_as_it_must() -> None:
    """Straight down there is 0.4 of an inch, and 1.5 at most up to 75 degrees: so it runs along the wall."""
    assert acting("Ada", "Ada 12 8 routs; Bo 2 2", ground="wall 10 7 14 7").place("Ada") == (18, 8)


@pytest.mark.clause("K3.2")
def test_a_routing_carrier_takes_the_thing_along() -> None:
    battle = acting("Ada", "Ada 12 5; Bo 2 2", things="crown 12 5")
    battle.play("pick_up crown", "stay", "pass", "pass")
    battle.s.routs[0] = 1
    battle.play(6, "activate Ada")
    assert (battle.status("Ada"), battle.objective_status("crown")) == ("FLED", "LEFT")


# Melee and moves


@pytest.mark.clause("K3.3")
@pytest.mark.parametrize("step", ["leg 12 2", "stay", "shoot Orc", "face 1 1"])
def test_a_character_in_melee_must_fight(step: str) -> None:
    battle = acting("Ada", "Ada 12 4 range=9", "Orc 12 5")
    assert battle.why_not(step) == "K3.3"
    assert battle.why_not("fight Orc") == ""


@pytest.mark.clause("K3.3")
def test_a_routing_enemy_holds_nobody() -> None:
    battle = acting("Ada", "Ada 12 4", "Orc 12 5 routs; Gob 2 20")
    assert battle.why_not("leg 12 2") == ""
    assert battle.why_not("fight Orc") == ""


@pytest.mark.clause("K3.4")
def test_the_full_move_is_straight() -> None:
    assert acting("Ada").why_not("leg 12 10") == ""
    assert acting("Ada").why_not("leg 12 10.001") == "K3.4"
    assert acting("Ada").why_not("leg 15.6 8.8") == ""
    assert acting("Ada").why_not("leg 12 4") == "K3.4"


@pytest.mark.clause("K3.4")
def test_or_it_has_two_legs_of_half_each() -> None:
    battle = acting("Ada").play("leg 12 7")
    assert battle.why_not("leg 15.001 7") == "K3.4"
    battle.play("leg 15 7")
    assert (battle.place("Ada"), battle.phase) == ((15, 7), "CHOOSE")


@pytest.mark.clause("K3.4")
def test_a_first_leg_longer_than_half_is_a_full_move() -> None:
    battle = acting("Ada", "Ada 12 4 range=14").play("leg 12 7.001")
    assert battle.why_not("leg 12 8") == "K3.4"
    assert battle.why_not("face 1 1") == "K3.4"
    assert acting("Ada").play("leg 12 7.001").phase == "CHOOSE"


@pytest.mark.clause("K3.4")
def test_one_looks_where_one_goes_and_pivots_once_before_each_leg() -> None:
    battle = acting("Ada").play("face 0 4")
    assert (battle.field("face_x", "Ada"), battle.field("face_y", "Ada")) == (-12_000, 0)
    assert battle.why_not("face 24 4") == "K3.4"
    battle.play("leg 12 7")
    assert (battle.field("face_x", "Ada"), battle.field("face_y", "Ada")) == (0, 3000)
    battle.play("face 24 7")
    assert battle.why_not("leg 12 9") == ""


# Shots and charges


@pytest.mark.clause("K3.5")
def test_one_shoots_an_enemy_in_range_after_any_pivot() -> None:
    assert acting("Ada", "Ada 12 4 range=10 down", "Orc 12 15").why_not("shoot Orc") == ""
    assert acting("Ada", "Ada 12 4 range=10 down", "Orc 12 15.001").why_not("shoot Orc") == "K3.5"
    battle = acting("Ada", "Ada 12 4 range=10 down", "Orc 12 15").play("shoot Orc")
    assert (battle.phase, battle.field("face_y", "Ada") > 0) == ("SHOOTING", True)
    battle.play(4)
    assert (battle.field("wounds", "Orc"), battle.phase, battle.turn()) == (1, "CHOOSE", 1)


@pytest.mark.clause("K3.5")
def test_nobody_shoots_at_friends_or_at_the_fallen() -> None:
    battle = acting("Ada", "Ada 12 4 range=10; Bo 14 4", "Orc 12 12; Gob 2 20")
    battle.s.status[battle.number("Orc")] = 4
    assert battle.why_not("shoot Bo") == "K3.5"
    assert battle.why_not("shoot Orc") == "K3.5"


@pytest.mark.clause("K3.6")
@pytest.mark.parametrize(("face", "wounds"), [(4, 0), (5, 1)])
def test_a_shot_after_a_move_has_one_less_attack(face: int, wounds: int) -> None:
    battle = acting("Ada", "Ada 12 4 range=10", "Orc 12 18").play("leg 12 8", "shoot Orc", face)
    assert battle.field("wounds", "Orc") == wounds


@pytest.mark.clause("K3.7")
def test_a_leg_into_contact_is_a_charge_and_begins_the_fight() -> None:
    battle = acting("Ada", "Ada 12 4", "Orc 12 10")
    assert battle.events("leg 12 9") == ["MOVED K3.7", "FOUGHT K3.7"]
    assert (battle.phase, battle.target) == ("FIGHTING", "Orc")
    apart = acting("Ada", "Ada 12 4", "Orc 12 10").play("leg 12 8.949")
    assert apart.phase == "CHOOSE"


@pytest.mark.clause("K3.7")
def test_an_enemy_beyond_the_full_move_cannot_be_charged() -> None:
    assert acting("Ada", "Ada 12 4", "Orc 12 11").why_not("leg 12 10") == ""
    assert acting("Ada", "Ada 12 4", "Orc 12 11.04").why_not("leg 12 10") == "K3.7"


@pytest.mark.clause("K3.7")
def test_a_charge_may_be_bent() -> None:
    battle = acting("Ada", "Ada 12 4", "Orc 15 8").play("leg 12 7", "leg 14 7.98")
    assert battle.why_not(4) == ""
    assert (battle.phase, battle.target) == ("FIGHTING", "Orc")


@pytest.mark.clause("K3.7")
def test_who_charges_two_chooses_whom_to_fight() -> None:
    battle = acting("Ada", "Ada 12 4", "Orc 11.49 9.9; Gob 12.51 9.9").play("leg 12 9.03")
    assert battle.phase == "ACTING"
    assert [battle.why_not(step) for step in ("stay", "leg 12 4", "fight Orc")] == ["K3.7", "K3.7", ""]
    assert battle.play("fight Gob").target == "Gob"


@pytest.mark.clause("K3.7")
def test_of_two_in_contact_only_the_one_within_the_full_move_is_charged() -> None:
    """Gob was 6.04 inches away, and is touched by the tolerance of contact only."""
    battle = acting("Ada", "Ada 12 4", "Orc 13 10; Gob 12 11.04").play("leg 12 10")
    assert (battle.phase, battle.target) == ("FIGHTING", "Orc")


@pytest.mark.clause("K3.8")
def test_one_fights_one_enemy_in_contact() -> None:
    battle = acting("Ada", "Ada 12 4", "Orc 12 5; Gob 12 7")
    assert battle.why_not("fight Gob") == "K3.8"
    battle.play("fight Orc", 3)
    assert (battle.field("wounds", "Orc"), battle.turn()) == (0, 1)


# Another activation


def felled(**more: int) -> Stage:
    return acting("Ada", "Ada 12 4", "Orc 12 5 slots=0; Gob 2 20; Hob 4 20", **more).play("fight Orc", 4)


@pytest.mark.clause("K3.9")
def test_who_fells_an_enemy_in_melee_acts_again_with_half_the_move() -> None:
    battle = felled()
    assert (battle.phase, battle.actor) == ("ACTING", "Ada")
    assert (battle.why_not("leg 12 7"), battle.why_not("leg 12 7.001")) == ("", "K3.4")
    battle.play("leg 12 5.5")
    assert (battle.why_not("leg 13.5 5.5"), battle.why_not("leg 13.501 5.5")) == ("", "K3.4")


@pytest.mark.clause("K3.9")
@pytest.mark.parametrize(("followup", "phases"), [
    (0, ["ACTING", "ACTING"]), (1, ["ACTING", "CHOOSE"]), (2, ["CHOOSE"]),
])  # fmt: skip
def test_this_chains_or_comes_once_or_never(followup: int, phases: list[str]) -> None:
    enemies = "Orc 12 5 slots=0; Hob 12 7 slots=0; Gob 2 20; Bob 4 20; Rob 6 20"
    battle = acting("Ada", "Ada 12 4", enemies, followup=followup).play("fight Orc", 4)
    observed = [battle.phase]
    if battle.phase == "ACTING":
        battle.play("leg 12 6", 4)
        observed.append(battle.phase)
    assert observed == phases


@pytest.mark.clause("K3.9")
def test_a_shot_that_fells_gives_nothing() -> None:
    battle = acting("Ada", "Ada 12 4 range=9", "Orc 12 9 slots=0; Gob 2 20; Hob 4 20").play("shoot Orc", 4)
    assert (battle.status("Orc"), battle.phase) == ("FALLEN", "CHOOSE")
