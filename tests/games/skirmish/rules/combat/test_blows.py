"""Combat, wounds, companies and sight (K4), and the rulings with a switch."""

from __future__ import annotations

import pytest

from holdtheline.games.skirmish.rules.combat.line_of_sight import can_see_from, can_view, find_sight_blocker
from holdtheline.games.skirmish.rules.movement.paths import FIRST_TERRAIN_BLOCKER
from holdtheline.games.skirmish.rules.traits.catalog import CAN_BE_CARRIED, CARRIES_FALLEN, LIES_WHEN_FALLEN

from ...battle_builder import acting, stage

LIES = LIES_WHEN_FALLEN | CAN_BE_CARRIED

# Combat


@pytest.mark.clause("K4.1")
@pytest.mark.parametrize(("attack", "defence", "least"), [
    (0, 0, 4), (1, 0, 3), (2, 0, 2), (5, 0, 2), (0, 1, 5), (0, 2, 6), (0, 9, 6), (3, 2, 3),
])  # fmt: skip
def test_die_and_attack_less_defence_over_3_wounds(attack: int, defence: int, least: int) -> None:
    """A natural 1 misses and a natural 6 wounds, whatever the modifiers."""
    wounding = []
    for face in range(1, 7):
        battle = acting("Ada", f"Ada 12 4 attack={attack}", f"Orc 12 5 defence={defence}")
        battle.play("fight Orc", face)
        if battle.field("wounds", "Orc"):
            wounding.append(face)
    assert wounding == list(range(least, 7))


@pytest.mark.clause("K4.1")
def test_only_the_active_character_strikes() -> None:
    battle = acting("Ada", "Ada 12 4", "Orc 12 5 attack=5")
    assert battle.events("fight Orc", 1) == ["FOUGHT K3.8", "STRUCK K4.1"]
    assert battle.field("wounds", "Ada") == 0


@pytest.mark.clause("K4.2")
def test_a_wound_fills_a_slot_and_with_none_free_the_character_falls() -> None:
    battle = acting("Ada", "Ada 12 4", "Orc 12 5; Gob 2 20").play("fight Orc", 4)
    assert (battle.field("wounds", "Orc"), battle.status("Orc")) == (1, "STANDS")
    battle.play("pass", 6, "activate Ada", "fight Orc", 4)
    assert battle.status("Orc") == "FALLEN"
    assert battle.why_not("leg 12 6.9") == ""


@pytest.mark.clause("K4.2", "K3.1")
def test_one_who_lies_has_no_base_and_can_be_carried_by_those_who_do_that() -> None:
    friends = f"Ada 12 4 traits={CARRIES_FALLEN}; Bo 12 5.5 slots=0 traits={LIES}; Cy 2 2; Di 4 2"
    battle = stage(friends, "Orc 12 6.5").play(1, "activate Orc", "fight Bo", 4, "stay")
    assert battle.status("Bo") == "LIES"
    assert battle.play("activate Ada").why_not("leg 12 5.4") == ""
    battle.play("pick_up Bo", "leg 8 4")
    assert (battle.status("Bo"), battle.place("Bo")) == ("CARRIED", (8, 4))


# Companies


@pytest.mark.clause("K4.3")
@pytest.mark.parametrize(("total", "lost", "tests"), [
    (2, 0, False), (3, 0, False), (3, 1, True), (4, 1, False),
])  # fmt: skip
def test_a_company_that_has_lost_more_than_half_tests(total: int, lost: int, tests: bool) -> None:
    battle = acting("Ada", "Ada 12 4", "Orc 12 5 slots=0; Gob 2 20")
    battle.s.company_size[1], battle.s.company_lost[1] = total, lost
    battle.play("fight Orc", 6)
    assert (battle.phase == "ROUT_TEST") == tests


@pytest.mark.clause("K4.3")
@pytest.mark.parametrize("face", range(1, 7))
def test_on_3_or_less_every_one_of_them_routs(face: int) -> None:
    enemies = "Orc 12 5 slots=0; Gob 2 20; Hob 4 20; Bob 6 20 company=2"
    battle = acting("Ada", "Ada 12 4", enemies)
    battle.s.company_lost[1] = 1
    battle.play("fight Orc", 6, face)
    assert [battle.field("routs", name) for name in ("Gob", "Hob", "Bob")] == [face <= 3, face <= 3, 0]
    assert (battle.phase, battle.actor) == ("ACTING", "Ada")


@pytest.mark.clause("K4.3")
@pytest.mark.parametrize(("count_fled", "phase"), [(1, "ROUT_TEST"), (0, "CHOOSE")])
def test_who_fled_off_the_table_counts_unless_switched_off(count_fled: int, phase: str) -> None:
    battle = stage("Ada 12 4 routs; Bo 12 12; Cy 2 12", count_fled=count_fled)
    battle.s.company_lost[0] = 1
    battle.play(6, "activate Ada")
    assert (battle.status("Ada"), battle.phase) == ("FLED", phase)


# Sight


@pytest.mark.clause("K4.4")
def test_the_forward_half_has_its_border() -> None:
    battle = stage("Ada 12 12 up")
    places = ((12, 18), (20, 12), (20, 11), (12, 4))
    visible = [bool(can_view(battle.s, 0, -1, x * 1000, y * 1000)) for x, y in places]
    assert visible == [True, True, False, False]


@pytest.mark.clause("K4.4")
def test_a_base_blocks_when_the_line_comes_nearer_than_its_radius() -> None:
    for x, is_visible in (("12.499", False), ("12.5", True)):
        battle = stage(f"Ada 12 4 range=20; Bo {x} 10")
        assert battle.play(6, "activate Ada").why_not("shoot Orc") == ("" if is_visible else "K4.4")
    free = acting("Ada", "Ada 12 4 range=20; Bo 12 10", bases_block_sight=0)
    assert free.why_not("shoot Orc") == ""


@pytest.mark.clause("K4.4")
def test_who_stands_in_a_wood_sees_out_and_is_seen() -> None:
    wood = "wood 10 6 14 10"
    assert can_see_from(stage("Ada 12 8", ground=wood).s, 0, 12_000, 8000, 32)
    assert can_see_from(stage("Ada 12 4", "Orc 12 9", ground=wood).s, 0, 12_000, 4000, 32)
    assert not can_see_from(stage("Ada 12 4", ground=wood).s, 0, 12_000, 4000, 32)


@pytest.mark.clause("K4.4")
def test_the_blocker_is_the_one_that_the_line_meets_first() -> None:
    battle = stage("Ada 12 4; Bo 12 8", ground="wood 10 10 14 12; wall 10 6 14 6")
    assert find_sight_blocker(battle.s, 0, 12_000, 4000, 32, 12_000, 20_000) == FIRST_TERRAIN_BLOCKER + 1
    battle = stage("Ada 12 4; Bo 12 8", ground="wood 10 10 14 12")
    assert find_sight_blocker(battle.s, 0, 12_000, 4000, 32, 12_000, 20_000) == 2
    assert find_sight_blocker(stage().s, 0, 12_000, 4000, 32, 12_000, 20_000) == 0


# Switches


@pytest.mark.clause("K4.1")
def test_strike_back_who_still_stands_strikes_once() -> None:
    battle = acting("Ada", "Ada 12 4", "Orc 12 5", strike_back=1).play("fight Orc", 1)
    assert battle.phase == "BACK"
    battle.play(4)
    assert (battle.field("wounds", "Ada"), battle.phase, battle.turn()) == (1, "CHOOSE", 1)


@pytest.mark.clause("K4.1")
def test_strike_back_may_fell_the_active_character() -> None:
    battle = acting("Ada", "Ada 12 4 slots=0; Bo 2 2", "Orc 12 5", strike_back=1).play("fight Orc", 1, 4)
    assert (battle.status("Ada"), battle.turn()) == ("FALLEN", 1)


@pytest.mark.clause("K3.5")
@pytest.mark.parametrize(("switch", "clause"), [(1, ""), (0, "K3.5")])
def test_shoot_into_melee(switch: int, clause: str) -> None:
    battle = acting("Ada", "Ada 12 4 range=9; Bo 13 11", "Orc 12 11", shoot_into_melee=switch)
    assert battle.why_not("shoot Orc") == clause


@pytest.mark.clause("K3.2")
@pytest.mark.parametrize(("face", "routs"), [(3, 1), (4, 0)])
def test_rally_a_routing_character_recovers_on_4(face: int, routs: int) -> None:
    battle = acting("Ada", "Ada 12 8 routs; Bo 2 2", rally=1)
    assert battle.phase == "RALLY"
    battle.play(face)
    assert battle.field("routs", "Ada") == routs
    assert (battle.phase, battle.place("Ada")) == (("CHOOSE", (12, 2)) if routs else ("ACTING", (12, 8)))


@pytest.mark.clause("K3.2")
def test_free_blow_each_enemy_strikes_at_one_who_flees_from_melee() -> None:
    enemies = "Orc 11 8; Gob 13 8; Hob 12 9 routs"
    battle = acting("Ada", "Ada 12 8 routs slots=2; Bo 2 2", enemies, free_blow=1)
    assert (battle.phase, battle.name_of(battle.s.striker - 1)) == ("FREE_BLOW", "Orc")
    battle.play(4)
    assert (battle.phase, battle.name_of(battle.s.striker - 1)) == ("FREE_BLOW", "Gob")
    battle.play(1)
    assert (battle.field("wounds", "Ada"), battle.place("Ada"), battle.phase) == (1, (12, 2), "CHOOSE")


@pytest.mark.clause("K3.2")
def test_free_blow_may_fell_the_one_who_flees() -> None:
    battle = acting("Ada", "Ada 12 8 routs slots=0; Bo 2 2", "Orc 12 9; Gob 11 8", free_blow=1).play(4)
    assert (battle.status("Ada"), battle.place("Ada"), battle.phase) == ("FALLEN", (12, 8), "CHOOSE")


@pytest.mark.clause("K3.2")
def test_without_it_one_simply_flees() -> None:
    assert acting("Ada", "Ada 12 8 routs; Bo 2 2", "Orc 12 9").place("Ada") == (12, 2)
