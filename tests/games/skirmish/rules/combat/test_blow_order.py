"""Several traits in one blow: the order in which they take effect (see `combat.blows`)."""

from __future__ import annotations

import pytest

from holdtheline.games.skirmish.state import RoutRule

from ...battle_builder import acting, commanded, stage

FAR = "Bob 2 20"


@pytest.mark.clause("K3.8", "K4.1", "K4.2")
def test_a_swipe_that_seizes_knocks_back_and_is_saved_from() -> None:
    """Bo, a friend, is not seized, but wounded and thrown back. The orc is saved, and thrown back. The goblin
    is seized; the hobgoblin, as the grip is full, falls, and so another activation comes."""
    friends = "Ada 12 12 base=2 swipes grabs max_grabbed=1 knock_back=2; Bo 10.5 12"
    enemies = f"Orc 12 13.5 saves_on=4; Gob 13.5 12; Hob 10.939 13.061 slots=0; {FAR}"
    battle = acting("Ada", friends, enemies)
    assert battle.events("fight Orc") == ["SWIPED K3.8", "FOUGHT K3.8"]
    assert battle.events(4) == ["STRUCK K4.1", "WOUNDED K4.2", "KNOCKED K4.1", "FOUGHT K3.8"]
    assert (battle.status("Bo"), battle.place("Bo")) == ("STANDS", (8.5, 12))
    assert battle.events(4) == ["STRUCK K4.1"]
    assert battle.events(4) == ["SAVED K4.2", "KNOCKED K4.1", "FOUGHT K3.8"]
    assert (battle.place("Orc"), battle.field("wounds", "Orc"), battle.target) == ((12, 15.5), 0, "Gob")
    assert battle.events(4) == ["STRUCK K4.1", "GRABBED K4.1", "FOUGHT K3.8"]
    assert (battle.status("Gob"), battle.place("Gob")) == ("HELD", (12, 12))
    assert battle.events(4) == ["STRUCK K4.1", "FELL K4.2", "ACTIVATED K3.9"]
    assert (battle.phase, battle.actor, battle.place("Gob")) == ("ACTING", "Ada", (12, 12))


@pytest.mark.clause("K3.8", "K4.2", "K4.3")
def test_a_swipe_over_a_brink_with_tests_and_blows_back_in_between() -> None:
    """The orc hangs on and is out of reach; the goblin falls off and its company tests; the hobgoblin, thrown
    nowhere because Bob is behind it, strikes back; then the follow-up."""
    ground = "edge 8 14 12.9 15 roll=4; edge 14 8 15 12.9 roll=4"
    enemies = "Orc 12 13.5 strikes_back; Gob 13.5 12; Hob 13.061 13.061 strikes_back slots=2"
    battle = acting(
        "Ada",
        "Ada 12 12 base=2 swipes knock_back=3 slots=2",
        f"{enemies}; Bob 13.769 13.769 company=2",
        ground=ground,
    )
    battle.s.company_lost[1] = 1
    assert battle.play("fight Hob", 4).phase == "HANG"
    assert (battle.play(4).phase, battle.target) == ("FIGHTING", "Gob")
    assert battle.play(4).phase == "HANG"
    assert battle.events(1) == ["HUNG K4.2", "FELL K4.2"]
    assert battle.phase == "ROUT_TEST"
    assert battle.events(6) == ["TESTED K4.3", "FOUGHT K3.8"]
    assert battle.events(4)[-1] == "STRUCK_BACK K4.1"
    assert (battle.phase, battle.target) == ("BACK", "Ada")
    assert battle.events(4) == ["STRUCK K4.1", "WOUNDED K4.2", "ACTIVATED K3.9"]
    assert [battle.status(name) for name in ("Orc", "Gob", "Hob")] == ["STANDS", "FALLEN", "STANDS"]


@pytest.mark.clause("K4.1", "K4.3")
def test_a_blow_that_routs_the_leader_breaks_nobody_until_he_is_gone() -> None:
    enemies = f"Orc 12 20 is_leader; Gob 2 12; {FAR}"
    battle = stage("Ada 12 19 routing_blow", enemies, company_rout_rule=[0, RoutRule.LEADERS]).play(6, "activate Ada")
    battle.play("fight Orc", 4)
    assert [battle.field("routs", name) for name in ("Orc", "Gob")] == [1, 0]
    battle.play("activate Orc")
    assert (battle.status("Orc"), battle.field("routs", "Gob")) == ("FLED", 1)


@pytest.mark.clause("K4.1", "K4.2")
def test_a_save_turns_away_a_rout_and_a_grip() -> None:
    for words in ("routing_blow", "grabs max_grabbed=1"):
        battle = acting("Ada", f"Ada 12 4 {words}", f"Orc 12 5 saves_on=4; {FAR}").play("fight Orc", 4, 4)
        assert (battle.status("Orc"), battle.field("routs", "Orc"), battle.field("wounds", "Orc")) == (
            "STANDS",
            0,
            0,
        )
        battle = acting("Ada", f"Ada 12 4 {words}", f"Orc 12 5 saves_on=4; {FAR}").play("fight Orc", 4, 3)
        assert (battle.status("Orc"), battle.field("routs", "Orc")) in (("HELD", 0), ("STANDS", 1))


@pytest.mark.clause("K4.1")
def test_who_routs_and_seizes_routs_first_and_then_seizes() -> None:
    friends = "Ada 12 4 routing_blow grabs max_grabbed=1"
    battle = acting("Ada", friends, f"Orc 12 5; {FAR}").play("fight Orc", 4)
    assert (battle.status("Orc"), battle.field("routs", "Orc")) == ("STANDS", 1)
    for word in ("routs", "never_routs"):
        assert acting("Ada", friends, f"Orc 12 5 {word}; {FAR}").play("fight Orc", 4).status("Orc") == "HELD"


@pytest.mark.clause("K4.1")
def test_a_blow_struck_back_may_seize_rout_or_throw_the_active_one() -> None:
    seized = acting("Ada", "Ada 12 4; Bo 2 2", f"Orc 12 5 grabs max_grabbed=1; {FAR}", strike_back=1)
    seized.play("fight Orc", 1, 4)
    assert (seized.status("Ada"), seized.turn(), seized.s.actor) == ("HELD", 1, 0)
    routed = acting("Ada", "Ada 12 4; Bo 2 2", f"Orc 12 5 routing_blow; {FAR}", strike_back=1)
    assert routed.play("fight Orc", 1, 4).field("routs", "Ada") == 1
    thrown = acting("Ada", "Ada 12 4; Bo 2 2", f"Orc 12 5 knock_back=2; {FAR}", strike_back=1)
    assert thrown.play("fight Orc", 1, 4).place("Ada") == (12, 2)
    off = acting("Ada", "Ada 12 4; Bo 2 2", f"Orc 12 5 knock_back=2; {FAR}", strike_back=1,
                 ground="edge 8 2 16 3 roll=5").play("fight Orc", 1, 4)  # fmt: skip
    assert (off.phase, off.target) == ("HANG", "Ada")
    off.play(4)
    assert (off.status("Ada"), off.phase, off.turn()) == ("FALLEN", "CHOOSE", 1)


@pytest.mark.clause("K4.2", "K2.3")
def test_a_holder_thrown_over_a_brink_leaves_the_held_before_it() -> None:
    battle = stage("Ada 12 4 knock_back=3; Bo 11 5", f"Orc 12 5 grabs max_grabbed=1; {FAR}",
                   ground="edge 8 7 16 8 roll=4").play(1, "activate Orc", "fight Bo", 4)  # fmt: skip
    battle.play("activate Ada", "fight Orc", 4, 1)
    assert (battle.status("Orc"), battle.status("Bo"), battle.place("Bo")) == ("FALLEN", "STANDS", (12, 7))


@pytest.mark.clause("K3.8", "K2.3")
def test_a_swipe_ends_when_the_strikers_own_company_leaves() -> None:
    friends = "Ada 12 12 swipes; Bo 11 12 slots=0; Cy 2 2 company=2"
    battle = acting("Ada", friends, f"Orc 12 13; {FAR}", company_leaves_at=[1]).play("fight Orc", 4)
    assert [battle.status(name) for name in ("Ada", "Bo", "Cy")] == ["LEFT", "FALLEN", "STANDS"]
    assert (battle.phase, battle.turn(), battle.field("swipe_pending", "Orc")) == ("CHOOSE", 1, 0)


@pytest.mark.clause("K3.8", "K4.1", "K5.3")
def test_the_generals_monster_swipes_seizes_and_is_struck_back() -> None:
    """Ada strikes back when wounded, but is seized; Bo is wounded, because the grip is full, and does."""
    friends = "Ada 12 12 strikes_back; Bo 13 12.9 strikes_back"
    battle = commanded(friends, "Kra 12 13 swipes grabs max_grabbed=1 reach=1 slots=3").play(1)
    assert battle.phase == "WHICH"
    assert battle.play(1).target == "Ada"
    battle.play(4)
    assert (battle.status("Ada"), battle.phase, battle.target) == ("HELD", "FIGHTING", "Bo")
    battle.play(4)
    assert (battle.phase, battle.target) == ("BACK", "Kra")
    battle.play(4)
    assert (battle.field("wounds", "Bo"), battle.field("wounds", "Kra"), battle.turn()) == (1, 1, 0)


@pytest.mark.clause("K3.9", "K5.3")
def test_a_monster_of_the_general_continues_after_felling_with_reach() -> None:
    """It fells Ada from afar, and treats Bo, who is in reach too, as a melee."""
    battle = commanded("Ada 12 10 slots=0; Bo 14 11; Cy 2 2; Di 4 2", "Kra 12 13 reach=2").play(1, 1, 4)
    assert (battle.status("Ada"), battle.phase, battle.target, battle.s.follow_ups) == (
        "FALLEN",
        "FIGHTING",
        "Bo",
        1,
    )
