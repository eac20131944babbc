"""Grab, hold and drown (traits `grabs`, `drowns`)."""

from __future__ import annotations

from typing import Any

import pytest

from holdtheline.games.skirmish.text.prompts import prompt

from ...battle_builder import Stage, acting, commanded, stage

KRAKEN = "grabs max_grabbed=1"


def next_round(battle: Stage, face: int) -> Stage:
    """Let both generals pass, and open the next round with this face."""
    while battle.phase == "CHOOSE":
        battle.play("pass")
    return battle.play(face)


def held(*names: str, friends: str, enemies: str, **more: Any) -> Stage:
    """Build a battle at the friends' turn in which the enemy Kra holds these, in this order."""
    battle = stage(friends, enemies, **more).play(1)
    for place, name in enumerate(names):
        if place:
            next_round(battle, 1)
        battle.play("activate Kra", f"fight {name}", 6)
        assert battle.status(name) == "HELD"
    return battle


@pytest.mark.clause("K4.1")
def test_a_blow_that_would_wound_seizes_instead() -> None:
    battle = acting("Ada", f"Ada 12 4 {KRAKEN}", "Orc 12 5 slots=0; Gob 2 20")
    assert battle.events("fight Orc", 4) == ["FOUGHT K3.8", "STRUCK K4.1", "GRABBED K4.1"]
    assert (battle.status("Orc"), battle.place("Orc"), battle.field("wounds", "Orc")) == ("HELD", (12, 4), 0)
    assert (battle.phase, battle.turn()) == ("CHOOSE", 1)  # to seize is not to fell: nothing follows (K3.9)
    assert battle.why_not("activate Orc") == "K2.2"


@pytest.mark.clause("K4.1")
def test_a_miss_and_a_shot_seize_nobody() -> None:
    assert acting("Ada", f"Ada 12 4 {KRAKEN}", "Orc 12 5").play("fight Orc", 3).status("Orc") == "STANDS"
    battle = acting("Ada", f"Ada 12 4 {KRAKEN} range=9", "Orc 12 8").play("shoot Orc", 4)
    assert (battle.status("Orc"), battle.field("wounds", "Orc")) == ("STANDS", 1)


@pytest.mark.clause("K4.1", "K5.3")
def test_the_generals_character_seizes_carries_and_has_no_melee_any_more() -> None:
    battle = commanded("Ada 12 4; Bo 2 2", f"Kra 12 5 {KRAKEN} move=4").play(1, 4)
    assert (battle.status("Ada"), battle.place("Ada")) == ("HELD", (12, 5))
    battle.play("pass", 1)
    assert battle.place("Ada") == battle.place("Kra") != (12, 5)


@pytest.mark.clause("K3.1")
def test_who_holds_its_most_wounds_and_who_is_held_has_no_base() -> None:
    battle = held("Ada", friends="Ada 12 4; Bo 11 5", enemies=f"Kra 12 5 {KRAKEN}")
    battle.play("pass", 6, "pass", "activate Kra", "fight Bo", 4)
    assert (battle.status("Bo"), battle.field("wounds", "Bo")) == ("STANDS", 1)
    battle = held("Ada", "Bo", friends="Ada 12 4; Bo 11 5; Cy 13 5", enemies="Kra 12 5 grabs max_grabbed=2")
    battle.play("pass", 1, "activate Kra", "fight Cy", 4)
    assert [battle.status(name) for name in ("Ada", "Bo", "Cy")] == ["HELD", "HELD", "STANDS"]


@pytest.mark.clause("K4.2")
def test_when_the_holder_falls_the_held_stand_where_it_stood() -> None:
    battle = held("Ada", friends="Ada 12 4; Bo 11 5", enemies=f"Kra 12 5 {KRAKEN} slots=0; Gob 2 20")
    events = battle.events("activate Bo", "fight Kra", 4)
    assert events[-3:] == ["FELL K4.2", "FREED K4.2", "ACTIVATED K3.9"]
    assert (battle.status("Ada"), battle.place("Ada")) == ("STANDS", (12, 5))
    battle.play("stay", "pass")
    assert battle.why_not("activate Ada") == ""


@pytest.mark.clause("K4.2", "K1.3")
def test_several_are_set_down_at_the_nearest_free_places() -> None:
    """The first where the holder stood; the second, on rings of a quarter inch, a base to the right."""
    friends = "Ada 12 4; Bo 11 5; Cy 12 6"
    enemies = "Kra 12 5 grabs max_grabbed=2 slots=0; Gob 2 20"
    battle = held("Ada", "Bo", friends=friends, enemies=enemies)
    battle.play("activate Cy", "fight Kra", 4)
    assert [battle.place("Ada"), battle.place("Bo")] == [(12, 5), (13, 5)]
    assert battle.field("held_by", "Bo") == 0


@pytest.mark.clause("K3.2")
def test_when_the_holder_flees_off_the_table_they_are_set_down_where_it_was() -> None:
    battle = held("Ada", friends="Ada 12 21; Bo 2 2", enemies=f"Kra 12 22 {KRAKEN}; Gob 2 20")
    battle.s.routs[battle.number("Kra")] = 1
    next_round(battle, 1).play("activate Kra")
    assert (battle.status("Kra"), battle.status("Ada")) == ("FLED", "STANDS")
    assert battle.place("Ada") == battle.place("Kra")


@pytest.mark.clause("K3.1")
def test_who_is_seized_drops_what_it_carried_and_frees_whom_it_held() -> None:
    friends = f"Ada 12 4 {KRAKEN}; Bo 2 2"
    battle = stage(friends, f"Kra 12 5 {KRAKEN} slots=3; Gob 11 4", things="crown 12 4 friends")
    battle.play(6, "activate Ada", "fight Gob", 4)
    assert next_round(battle, 1).status("Gob") == "HELD"
    battle.s.carries[0] = battle.number("crown") + 1
    battle.s.objective_status[0], battle.s.objective_carrier[0] = 2, 1
    battle.play("activate Kra", "fight Ada", 4)
    assert [battle.status(name) for name in ("Ada", "Gob")] == ["HELD", "STANDS"]
    assert (battle.place("Ada"), battle.place("Gob"), battle.place("crown")) == ((12, 5), (12, 4), (12, 4))
    assert (battle.objective_status("crown"), battle.field("carries", "Ada")) == ("FREE", 0)


@pytest.mark.clause("K2.3")
@pytest.mark.parametrize(("drowns", "last"), [(1, 2), (2, 3), (3, 4)])
def test_a_character_held_for_full_rounds_drowns_when_the_round_ends(drowns: int, last: int) -> None:
    """Seized in the first round, which was not a full one."""
    battle = held("Ada", friends="Ada 12 4; Bo 2 2", enemies=f"Kra 12 5 {KRAKEN} drowns_after={drowns}")
    while battle.status("Ada") == "HELD":
        ended = battle.s.round
        events = battle.events(*(["pass"] if battle.phase == "CHOOSE" else [6]))
    assert (ended, battle.status("Ada"), battle.s.company_lost[0]) == (last, "FALLEN", 1)
    assert events == ["PASSED K2.2", "ROUND_ENDED K2.3", "DROWNED K2.3"]


@pytest.mark.clause("K2.3")
def test_the_prompt_of_the_last_round_names_who_drowns_at_its_end() -> None:
    battle = held("Ada", friends="Ada 12 4; Bo 2 2", enemies=f"Kra 12 5 {KRAKEN} drowns_after=2")
    warned = {}
    while battle.status("Ada") == "HELD":
        is_asked = battle.phase == "CHOOSE"
        if is_asked:
            warned[int(battle.s.round)] = "f1 drowns at the end of this round." in prompt(battle.s, battle.turn())
        battle.play("pass" if is_asked else 6)
    assert warned == {1: False, 2: False, 3: True}


@pytest.mark.clause("K2.3", "K5.3")
def test_the_generals_monster_drowns_a_friend_who_then_lies_there() -> None:
    ada = "Ada 12 4 lies_when_fallen can_be_carried"
    battle = commanded(f"{ada}; Bo 2 2; Cy 4 2", f"Kra 12 5 {KRAKEN} drowns_after=1 move=0").play(1, 6)
    battle.play("pass", 1, "pass")
    assert (battle.status("Ada"), battle.place("Ada"), battle.s.round) == ("LIES", (12, 5), 3)


@pytest.mark.clause("K2.3", "K4.3")
def test_the_company_of_the_drowned_tests_before_the_next_round() -> None:
    battle = held("Ada", friends="Ada 12 4; Bo 2 2", enemies=f"Kra 12 5 {KRAKEN} drowns_after=1")
    battle.s.company_lost[0] = 1
    battle.play("pass", 6, "pass", "pass")
    assert (battle.phase, battle.s.round, battle.status("Ada")) == ("ROUT_TEST", 2, "FALLEN")
    battle.play(3)
    assert (battle.phase, battle.s.round, battle.field("routs", "Bo")) == ("OPEN", 3, 1)


@pytest.mark.clause("K2.3")
def test_the_battle_ends_when_the_last_one_drowns_and_not_before() -> None:
    battle = held("Ada", friends="Ada 12 4", enemies=f"Kra 12 5 {KRAKEN} drowns_after=1")
    assert (battle.phase, battle.turn()) == ("OPEN", -1)
    battle.play(6, "pass")
    assert (battle.phase, battle.s.winner) == ("OVER", 2)


@pytest.mark.clause("K2.3")
def test_without_that_trait_and_for_who_cannot_be_felled_nothing_drowns() -> None:
    for friend, monster in (("Ada 12 4", KRAKEN), ("Ada 12 4 cannot_be_felled", f"{KRAKEN} drowns_after=1")):
        battle = held("Ada", friends=f"{friend}; Bo 2 2", enemies=f"Kra 12 5 {monster}")
        battle.play("pass", 6, "pass", "pass", 6, "pass", "pass")
        assert (battle.status("Ada"), battle.s.round) == ("HELD", 4)


@pytest.mark.clause("K4.1")
def test_a_free_blow_seizes_who_flees() -> None:
    battle = stage("Ada 12 8 routs; Bo 2 2", f"Kra 12 9 {KRAKEN}", free_blow=1).play(6, "activate Ada")
    assert battle.phase == "FREE_BLOW"
    battle.play(4)
    assert (battle.status("Ada"), battle.place("Ada"), battle.phase) == ("HELD", (12, 9), "CHOOSE")


@pytest.mark.clause("K2.3")
def test_one_of_a_company_that_has_left_leaves_when_it_is_set_down() -> None:
    friends = "Ada 12 4; Bo 11 5 slots=0; Cy 13 5 company=2"
    battle = held("Ada", friends=friends, enemies=f"Kra 12 5 {KRAKEN} slots=0; Gob 2 20", company_leaves_at=[1])
    next_round(battle, 1).play("activate Kra", "fight Bo", 6, "fight Cy", 1)
    assert [battle.status(name) for name in ("Ada", "Bo", "Cy")] == ["HELD", "FALLEN", "STANDS"]
    events = battle.events("activate Cy", "fight Kra", 6)
    assert events[-4:] == ["FREED K4.2", "QUIT K2.3", "OFF_THE_TABLE K2.3", "ACTIVATED K3.9"]
    assert battle.status("Ada") == "LEFT"
