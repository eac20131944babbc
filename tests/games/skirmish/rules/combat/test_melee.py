"""Reach and swipe: blows that strike farther than contact, and more than one (traits, K3.8)."""

from __future__ import annotations

import pytest

from ...battle_builder import acting, commanded, stage

FAR = "Bob 2 20"

# Reach


@pytest.mark.clause("K3.8")
@pytest.mark.parametrize(("y", "clause"), [("7", ""), ("7.001", "K3.8")])
def test_an_enemy_in_reach_may_be_fought_as_if_in_contact(y: str, clause: str) -> None:
    """A gap of 2 inches is one of 3 between the centres."""
    battle = acting("Ada", "Ada 12 4 reach=2", f"Orc 12 {y}; {FAR}")
    assert battle.why_not("fight Orc") == clause
    assert (battle.code("fight Orc") in battle.legal_moves()) == (clause == "")
    assert acting("Ada", "Ada 12 4", f"Orc 12 {y}").why_not("fight Orc") == "K3.8"


@pytest.mark.clause("K3.8")
def test_only_contact_locks() -> None:
    battle = acting("Ada", "Ada 12 4 reach=2", f"Orc 12 6 reach=2; {FAR}")
    assert [battle.why_not(step) for step in ("fight Orc", "stay", "leg 12 2")] == ["", "", ""]


@pytest.mark.clause("K3.7")
def test_it_may_be_fought_after_a_leg_too_and_need_not() -> None:
    battle = acting("Ada", "Ada 12 4 reach=2", f"Orc 12 12; {FAR}").play("leg 12 10")
    assert battle.phase == "ACTING"
    assert [battle.why_not("fight Orc"), battle.why_not("stay")] == ["", ""]
    assert battle.events("fight Orc", 4)[:2] == ["FOUGHT K3.7", "STRUCK K4.1"]
    assert (battle.field("wounds", "Orc"), battle.turn()) == (1, 1)


@pytest.mark.clause("K3.7")
def test_a_character_who_moves_into_contact_fights_an_enemy_in_contact() -> None:
    battle = acting("Ada", "Ada 12 4 reach=3", "Orc 12 8; Gob 13.03 7; Hob 14 9").play("leg 12.02 7")
    assert [battle.why_not(f"fight {name}") for name in ("Orc", "Gob", "Hob")] == ["", "", "K3.7"]


@pytest.mark.clause("K3.8")
def test_a_wall_between_is_in_the_way_and_a_friend_is_not() -> None:
    battle = acting("Ada", "Ada 12 4 reach=2", f"Orc 12 6.5; {FAR}", ground="wall 10 5.2 14 5.2")
    assert battle.why_not("fight Orc") == "K3.8"
    assert acting("Ada", "Ada 12 4 reach=2; Bo 12 5.2", f"Orc 12 6.5; {FAR}").why_not("fight Orc") == ""


@pytest.mark.clause("K3.9")
def test_felling_from_afar_gives_another_activation() -> None:
    battle = acting("Ada", "Ada 12 4 reach=2", f"Orc 12 6 slots=0; {FAR}").play("fight Orc", 4)
    assert (battle.phase, battle.actor, battle.s.follow_ups) == ("ACTING", "Ada", 1)


@pytest.mark.clause("K5.3")
def test_the_general_fights_an_enemy_in_reach() -> None:
    battle = commanded("Ada 12 4", "Orc 12 6 reach=2 range=9")
    assert battle.ai_lines(1) == ["K5.3 Ada"]
    assert (battle.phase, battle.target) == ("FIGHTING", "Ada")
    assert commanded("Ada 12 4", "Orc 12 6 range=9").ai_lines(1) == ["K5.4 Ada"]


@pytest.mark.clause("K5.3")
def test_of_several_in_reach_a_die_chooses() -> None:
    battle = commanded("Ada 12 4; Bo 14 4", "Orc 13 6 reach=2").play(1)
    assert battle.phase == "WHICH"
    assert (battle.play(4).target, battle.phase) == ("Bo", "FIGHTING")


@pytest.mark.clause("K5.3", "K5.9")
def test_it_strikes_after_a_leg_that_brought_an_enemy_into_reach() -> None:
    """Its list has only the last line, so that it does not charge. It ends 3 inches away, and reaches 4."""
    battle = commanded("Ada 12 4", f"Orc 12 14 reach=4 ai_list={8}")
    assert battle.ai_lines(1) == ["K5.9 Ada", "K5.3 Ada"]
    assert (battle.place("Orc"), battle.phase) == ((12, 8), "FIGHTING")


@pytest.mark.clause("K5.2")
def test_who_carries_something_and_is_not_locked_makes_off() -> None:
    battle = commanded("Ada 12 4", "Orc 12 6 reach=2; Gob 2 20", things="crown 12 6")
    battle.give("Orc", "crown")
    assert battle.ai_lines(1)[0].startswith("K5.2")


@pytest.mark.clause("K5.1")
@pytest.mark.parametrize("ada", ["Ada 12 4", "Ada 12 5 routs", "Ada 12 5 never_locks"])
def test_next_to_an_objective_it_picks_it_up_before_it_strikes_unengaged(ada: str) -> None:
    """Only who is in melee picks nothing up, and reach is not melee."""
    battle = commanded(ada, "Orc 12 6 reach=2; Gob 2 20", things="crown 12 6")
    assert battle.ai_lines(1)[:2] == ["K5.1 crown", "K5.2 nobody"]
    assert commanded("Ada 12 5", "Orc 12 6; Gob 2 20", things="crown 12 6").ai_lines(1) == ["K5.3 Ada"]


# Never locks


@pytest.mark.clause("K3.3")
def test_one_who_never_locks_goes_as_it_likes_and_so_do_its_enemies() -> None:
    battle = acting("Ada", "Ada 12 4 never_locks; Bo 2 2", f"Orc 12 5; {FAR}")
    assert [battle.why_not(step) for step in ("leg 12 2", "fight Orc", "stay")] == ["", "", ""]
    battle.play("stay", "activate Orc")
    assert [battle.why_not(step) for step in ("leg 12 9", "fight Ada", "stay")] == ["", "", ""]


@pytest.mark.clause("K3.3")
def test_another_enemy_still_locks() -> None:
    battle = acting("Ada", "Ada 12 4", f"Orc 12 5 never_locks; Gob 11 4; {FAR}")
    assert [battle.why_not(step) for step in ("leg 12 2", "stay", "fight Orc")] == ["K3.3", "K3.3", ""]


@pytest.mark.clause("K3.2", "K3.3")
def test_who_is_never_locked_flees_from_no_melee_and_is_struck_no_free_blow() -> None:
    battle = stage("Ada 12 4 never_locks routs; Bo 2 2", f"Orc 12 5; {FAR}", free_blow=1)
    assert battle.play(6, "activate Ada").phase == "CHOOSE"
    battle = stage("Ada 12 4 routs; Bo 2 2", f"Orc 12 5; {FAR}", free_blow=1)
    assert battle.play(6, "activate Ada").phase == "FREE_BLOW"


@pytest.mark.clause("K5.3")
def test_the_general_fights_with_one_who_never_locks() -> None:
    assert commanded("Ada 12 4", "Orc 12 5 never_locks").ai_lines(1) == ["K5.3 Ada"]
    assert commanded("Ada 12 4 never_locks", "Orc 12 5").ai_lines(1) == ["K5.3 Ada"]


# Swipe


@pytest.mark.clause("K3.8")
def test_a_swipe_strikes_everyone_in_reach_and_in_front_friends_too() -> None:
    """Ada looks up at the orc. Bo and Gob stand on the border of her forward half, Cy and Hob behind it."""
    friends = "Ada 12 12 swipes; Bo 11 12; Cy 11.3 11.2"
    battle = acting("Ada", friends, f"Orc 12 13; Gob 13 12; Hob 12.7 11.2; {FAR}")
    events = battle.events("fight Orc")
    assert (events, battle.target) == (["SWIPED K3.8", "FOUGHT K3.8"], "Bo")
    struck = []
    while battle.phase == "FIGHTING":
        struck.append(battle.target)
        battle.play(4)
    assert struck == ["Bo", "Orc", "Gob"]
    assert [battle.field("wounds", name) for name in ("Bo", "Orc", "Gob", "Cy", "Hob")] == [1, 1, 1, 0, 0]
    assert (battle.phase, battle.turn()) == ("CHOOSE", 1)


@pytest.mark.clause("K3.8")
def test_its_reach_is_the_strikers() -> None:
    battle = acting("Ada", "Ada 12 12 swipes reach=2", f"Orc 12 15; Gob 14 14; Hob 12 15.6; {FAR}")
    battle.play("fight Orc", 4, 4)
    assert [battle.field("wounds", name) for name in ("Orc", "Gob", "Hob")] == [1, 1, 0]


@pytest.mark.clause("K3.9")
@pytest.mark.parametrize(("faces", "phase"), [((1, 1), "CHOOSE"), ((4, 1), "ACTING"), ((1, 4), "ACTING")])
def test_another_activation_follows_if_an_enemy_fell(faces: tuple[int, int], phase: str) -> None:
    battle = acting("Ada", "Ada 12 12 swipes", f"Orc 12 13 slots=0; Gob 13 12 slots=0; {FAR}; Hob 2 22")
    battle.play("fight Orc", *faces)
    assert (battle.phase, battle.s.follow_ups) == (phase, int(phase == "ACTING"))


@pytest.mark.clause("K3.9")
def test_not_if_only_a_friend_fell() -> None:
    battle = acting("Ada", "Ada 12 12 swipes; Bo 11 12 slots=0; Cy 2 2", f"Orc 12 13; {FAR}")
    battle.play("fight Orc", 4, 1)
    assert (battle.status("Bo"), battle.phase, battle.turn()) == ("FALLEN", "CHOOSE", 1)


@pytest.mark.clause("K3.8", "K4.3")
def test_tests_come_between_the_blows_and_a_striker_who_routs_stops() -> None:
    friends = "Ada 12 12 swipes; Bo 11 12 slots=0; Cy 2 2"
    battle = acting("Ada", friends, f"Orc 12 13; {FAR}")
    battle.s.company_lost[0] = 1
    battle.play("fight Orc", 4)
    assert battle.phase == "ROUT_TEST"
    assert (battle.play(4).phase, battle.target) == ("FIGHTING", "Orc")
    battle = acting("Ada", friends, f"Orc 12 13; {FAR}")
    battle.s.company_lost[0] = 1
    battle.play("fight Orc", 4, 3)
    assert (battle.phase, battle.field("routs", "Ada"), battle.s.swipe_pending[32]) == ("CHOOSE", 1, 0)


@pytest.mark.clause("K3.8", "K5.3")
def test_the_generals_character_swipes_its_own_people_too() -> None:
    battle = commanded("Ada 12 12; Bo 13 13", "Orc 12 13 swipes; Gob 11 13; Hob 12 14").play(1)
    assert battle.phase == "WHICH"
    battle.play(1)
    struck = []
    while battle.phase == "FIGHTING":
        struck.append(battle.target)
        battle.play(4)
    assert struck == ["Ada", "Bo", "Gob"]
    assert [battle.field("wounds", name) for name in ("Ada", "Bo", "Gob", "Hob")] == [1, 1, 1, 0]


@pytest.mark.clause("K3.7")
def test_a_charge_swipes_as_well() -> None:
    battle = acting("Ada", "Ada 12 8 swipes", f"Orc 12 12; Gob 13 11; {FAR}").play("leg 12 11")
    assert battle.phase == "ACTING"
    battle.play("fight Orc", 4, 4)
    assert [battle.field("wounds", name) for name in ("Orc", "Gob")] == [1, 1]


@pytest.mark.clause("K4.1")
def test_friends_do_not_strike_back_and_enemies_do_before_the_next_is_struck() -> None:
    friends = "Ada 12 12 swipes slots=3; Bo 11 12 strikes_back"
    battle = acting("Ada", friends, f"Orc 12 13 strikes_back; Gob 13 12; {FAR}").play("fight Orc", 4)
    assert (battle.phase, battle.target) == ("FIGHTING", "Orc")
    battle.play(4)
    assert (battle.phase, battle.target) == ("BACK", "Ada")
    battle.play(4)
    assert (battle.phase, battle.target, battle.field("wounds", "Ada")) == ("FIGHTING", "Gob", 1)


@pytest.mark.clause("K4.1")
def test_a_swipe_ends_when_a_blow_struck_back_fells_the_striker() -> None:
    battle = stage("Ada 12 12 swipes slots=0; Bo 2 2", f"Orc 12 13; Gob 13 12; {FAR}", strike_back=1)
    battle.play(6, "activate Ada", "fight Orc", 1, 4)
    assert (battle.status("Ada"), battle.phase, battle.turn()) == ("FALLEN", "CHOOSE", 1)
    assert battle.field("swipe_pending", "Gob") == 0
