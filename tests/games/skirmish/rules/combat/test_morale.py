"""When companies break and when they leave (traits, K4.3), and routing blows."""

from __future__ import annotations

from typing import Any

import pytest

from holdtheline.games.skirmish.state import RoutRule

from ...battle_builder import Stage, acting, commanded, stage

FOUR = "Orc 12 5 slots=0; Gob 2 20; Hob 4 20; Bob 6 20"


def broken(battle: Stage, *names: str) -> list[int]:
    return [battle.field("routs", name) for name in names]


# A blow that routs


@pytest.mark.clause("K4.1")
def test_a_routing_blow_routs_whom_it_would_wound() -> None:
    battle = acting("Ada", "Ada 12 4 routing_blow", "Orc 12 5 slots=0; Gob 2 20")
    assert battle.events("fight Orc", 4) == ["FOUGHT K3.8", "STRUCK K4.1", "ROUTED K4.1"]
    assert (battle.status("Orc"), broken(battle, "Orc", "Gob"), battle.turn()) == ("STANDS", [1, 0], 1)


@pytest.mark.clause("K4.1")
@pytest.mark.parametrize("word", ["never_routs", "routs"])
def test_it_wounds_one_who_never_routs_or_routs_already(word: str) -> None:
    battle = acting("Ada", "Ada 12 4 routing_blow", f"Orc 12 5 {word}").play("fight Orc", 4)
    assert (battle.field("wounds", "Orc"), battle.field("routs", "Orc")) == (1, int(word == "routs"))


@pytest.mark.clause("K4.1")
def test_its_shots_still_wound() -> None:
    battle = acting("Ada", "Ada 12 4 routing_blow range=9", "Orc 12 9").play("shoot Orc", 4)
    assert (battle.field("wounds", "Orc"), battle.field("routs", "Orc")) == (1, 0)


@pytest.mark.clause("K4.1", "K5.3")
def test_the_generals_character_routs_a_friend_who_flees_next() -> None:
    battle = commanded("Ada 12 4", "Orc 12 5 routing_blow").play(1, 4)
    assert broken(battle, "Ada") == [1]
    assert battle.play("activate Ada").status("Ada") == "FLED"


# Rout at a number of losses


@pytest.mark.clause("K4.3")
@pytest.mark.parametrize(("at", "lost", "phase"), [
    (1, 0, "ROUT_TEST"), (2, 0, "ACTING"), (2, 1, "ROUT_TEST"), (4, 2, "ACTING"),
])  # fmt: skip
def test_a_company_may_test_from_a_number_of_losses_on(at: int, lost: int, phase: str) -> None:
    """Of five, as half of them would be more than two."""
    battle = acting("Ada", "Ada 12 4", FOUR, company_rout_rule=[0, RoutRule.LOSSES], company_rout_at=[0, at])
    battle.s.company_size[1], battle.s.company_lost[1] = 5, lost
    assert battle.play("fight Orc", 6).phase == phase


@pytest.mark.clause("K4.3")
def test_the_friends_may_have_such_a_number_too() -> None:
    friends = "Ada 12 4 slots=0; Bo 2 2; Cy 4 2; Di 6 2"
    battle = commanded(friends, "Orc 12 5", company_rout_rule=[RoutRule.LOSSES], company_rout_at=[1]).play(1, 6)
    assert battle.phase == "ROUT_TEST"
    assert broken(battle.play(3), "Bo", "Cy", "Di") == [1, 1, 1]


# Rout when the leaders are gone


LEADERS: dict[str, Any] = {"company_rout_rule": [0, RoutRule.LEADERS]}


@pytest.mark.clause("K4.3")
def test_a_company_breaks_without_a_test_when_its_leaders_are_gone() -> None:
    enemies = "Orc 12 5 slots=0 is_leader; Gob 2 20; Hob 4 20 never_routs; Bob 6 20 company=2"
    battle = acting("Ada", "Ada 12 4", enemies, **LEADERS)
    events = battle.events("fight Orc", 6)
    assert events == ["FOUGHT K3.8", "STRUCK K4.1", "FELL K4.2", "BROKE K4.3", "ACTIVATED K3.9"]
    assert broken(battle, "Gob", "Hob", "Bob") == [1, 0, 0]


@pytest.mark.clause("K4.3")
def test_not_while_one_of_them_is_left_and_for_no_other_loss() -> None:
    enemies = "Orc 12 5 slots=0 is_leader; Gob 11 4 slots=0; Hob 4 20 is_leader; Bob 6 20"
    battle = acting("Ada", "Ada 12 4", enemies, **LEADERS)
    battle.s.company_lost[1] = 3
    battle.play("fight Orc", 6, "fight Gob", 6)
    assert (broken(battle, "Hob", "Bob"), battle.phase) == ([0, 0], "ACTING")


@pytest.mark.clause("K4.3")
@pytest.mark.parametrize("count_fled", [0, 1])
def test_a_leader_who_flees_or_leaves_is_gone(count_fled: int) -> None:
    enemies = "Orc 12 20 is_leader routs; Gob 2 12"
    battle = stage("Ada 12 4", enemies, count_fled=count_fled, **LEADERS).play(1, "activate Orc")
    assert (battle.status("Orc"), broken(battle, "Gob")) == ("FLED", [1])
    battle = stage("Ada 12 4", "Orc 12 22 is_leader; Gob 2 12", things="crown 12 22.5", **LEADERS)
    battle.play(1, "activate Orc", "pick_up crown", "leg 12 23.6")
    assert (battle.status("Orc"), broken(battle, "Gob")) == ("LEFT", [1])


@pytest.mark.clause("K4.3")
def test_friends_break_when_the_general_fells_their_leader() -> None:
    friends = "Ada 12 4 slots=0 is_leader; Bo 2 2; Cy 4 2"
    battle = commanded(friends, "Orc 12 5", company_rout_rule=[RoutRule.LEADERS]).play(1, 6)
    assert broken(battle, "Bo", "Cy") == [1, 1]


@pytest.mark.clause("K4.3")
def test_a_leader_who_is_held_is_not_gone() -> None:
    """One leader is seized, the other is felled because the grip is full."""
    enemies = "Orc 12 5 is_leader; Gob 2 20; Hob 11 4 slots=0 is_leader"
    battle = stage("Ada 12 4 grabs max_grabbed=1; Bo 10 4", enemies, **LEADERS).play(6, "activate Ada")
    battle.play("fight Orc", 6, "pass", "activate Bo", "fight Hob", 6)
    assert [battle.status(name) for name in ("Orc", "Hob")] == ["HELD", "FALLEN"]
    assert broken(battle, "Gob") == [0]


@pytest.mark.clause("K4.3")
def test_one_who_leaves_with_an_objective_is_no_loss_to_test_for() -> None:
    battle = stage("Ada 12 2; Bo 12 12; Cy 2 12", things="crown 12 1.5")
    battle.s.company_lost[0] = 2
    battle.play(6, "activate Ada", "pick_up crown", "leg 12 0.4")
    assert (battle.status("Ada"), battle.phase) == ("LEFT", "CHOOSE")


# Never


@pytest.mark.clause("K4.3")
def test_a_company_that_never_routs_does_not_test() -> None:
    battle = acting("Ada", "Ada 12 4", FOUR, company_rout_rule=[0, RoutRule.NEVER])
    battle.s.company_lost[1] = 3
    assert battle.play("fight Orc", 6).phase == "ACTING"


@pytest.mark.clause("K4.3")
def test_nor_does_one_of_characters_who_never_rout_and_mixed_ones_stay() -> None:
    battle = acting("Ada", "Ada 12 4", "Orc 12 5 slots=0; Gob 2 20 never_routs")
    battle.s.company_lost[1] = 3
    assert battle.play("fight Orc", 6).phase == "ACTING"
    battle = acting("Ada", "Ada 12 4", "Orc 12 5 slots=0; Gob 2 20 never_routs; Hob 4 20")
    battle.s.company_lost[1] = 3
    assert broken(battle.play("fight Orc", 6, 1), "Gob", "Hob") == [0, 1]


# Leaving after losses


@pytest.mark.clause("K2.3")
def test_a_company_may_leave_after_its_losses_without_a_test() -> None:
    enemies = "Orc 12 5 slots=0; Gob 2 20; Hob 4 20; Bob 6 20 company=2"
    battle = acting("Ada", "Ada 12 4", enemies, company_leaves_at=[0, 2])
    battle.s.company_lost[1] = 1
    events = battle.events("fight Orc", 6)
    assert events[2:] == [
        "FELL K4.2",
        "QUIT K2.3",
        "OFF_THE_TABLE K2.3",
        "OFF_THE_TABLE K2.3",
        "ACTIVATED K3.9",
    ]
    assert [battle.status(name) for name in ("Gob", "Hob", "Bob")] == ["LEFT", "LEFT", "STANDS"]
    assert (battle.s.company_lost[1], battle.s.company_fled[1]) == (2, 0)


@pytest.mark.clause("K2.3")
def test_not_before_and_the_battle_ends_when_nobody_is_left() -> None:
    battle = acting("Ada", "Ada 12 4", "Orc 12 5 slots=0; Gob 2 20", company_leaves_at=[0, 2]).play("fight Orc", 6)
    assert battle.status("Gob") == "STANDS"
    battle = acting("Ada", "Ada 12 4", "Orc 12 5 slots=0; Gob 2 20", company_leaves_at=[0, 1]).play("fight Orc", 6)
    assert (battle.status("Gob"), battle.phase, battle.s.winner) == ("LEFT", "OVER", 1)


@pytest.mark.clause("K2.3")
def test_what_they_carry_leaves_with_them_and_whom_they_hold_is_free() -> None:
    enemies = "Orc 12 5 slots=0; Gob 2 20; Hob 6 20 grabs max_grabbed=1"
    battle = stage("Ada 12 4; Bo 6 19", enemies, things="crown 2 20", company_leaves_at=[0, 1])
    battle.play(1, "activate Hob", "fight Bo", 6, "pass", "activate Gob", "pick_up crown", "stay")
    assert (battle.status("Bo"), battle.place("Bo")) == ("HELD", (6, 20))
    battle.play("activate Ada", "fight Orc", 6)
    assert [battle.status(name) for name in ("Gob", "Hob", "Bo")] == ["LEFT", "LEFT", "STANDS"]
    assert (battle.objective_status("crown"), battle.place("Bo"), battle.phase) == ("LEFT", (6, 20), "OVER")


@pytest.mark.clause("K2.3")
def test_the_friends_leave_when_the_general_has_felled_enough_of_them() -> None:
    friends = "Ada 12 4 slots=0; Bo 2 2; Cy 4 2 company=2"
    battle = commanded(friends, "Orc 12 5", company_leaves_at=[1]).play(1, 6)
    assert [battle.status(name) for name in ("Ada", "Bo", "Cy")] == ["FALLEN", "LEFT", "STANDS"]


@pytest.mark.clause("K2.3")
def test_who_has_not_arrived_yet_never_comes() -> None:
    enemies = "Orc 12 5 slots=0; Gob 2 20 status=1 arrives=2; Hob 4 20 company=2"
    battle = acting("Ada", "Ada 12 4", enemies, company_leaves_at=[0, 1]).play("fight Orc", 6)
    assert battle.status("Gob") == "LEFT"
