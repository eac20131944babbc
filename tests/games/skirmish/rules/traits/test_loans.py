"""What a thing lends while it is carried or worn (traits `lends`, `worn`, `borne_by`)."""

from __future__ import annotations

import pytest

from holdtheline.games.skirmish.rules.traits.catalog import CLIMBS, NEVER_ROUTS, SWIMS

from ...battle_builder import acting, commanded, stage

NUMBERS = ("pace", "attack", "defence", "shooting_range", "fear", "reach", "traits")


def numbers(battle, name):
    return tuple(battle.field(field, name) for field in NUMBERS)


def test_a_thing_lends_from_the_moment_it_is_picked_up() -> None:
    things = f"torch 12 5 move=-1 attack=2 defence=1 range=3 fear=2 reach=1 traits={CLIMBS}"
    battle = acting("Ada", "Ada 12 4", things=things)
    assert numbers(battle, "Ada") == (6000, 0, 0, 0, 0, 0, 0)
    battle.play("pick_up torch")
    assert numbers(battle, "Ada") == (5000, 2, 1, 3000, 2000, 1000, CLIMBS)
    assert (battle.why_not("leg 12 9.001"), battle.why_not("leg 12 9")) == ("K3.4", "")


@pytest.mark.clause("K4.2")
def test_a_thing_lies_where_its_bearer_falls_and_lends_no_more() -> None:
    battle = acting("Bo", "Bo 12 4 slots=0", "Orc 12 5; Gob 2 20", things="torch 12 4 by=Bo attack=2 fear=2")
    battle.play("fight Orc", 1, "activate Orc")
    assert battle.events("fight Bo", 6)[-3:] == ["FELL K4.2", "DROPPED K4.2", "WON K2.3"]
    assert numbers(battle, "Bo") == (6000, 0, 0, 0, 0, 0, 0)
    assert (battle.objective_status("torch"), battle.place("torch")) == ("FREE", (12, 4))


@pytest.mark.clause("K3.1")
def test_another_picks_it_up_and_has_it_then() -> None:
    battle = stage("Ada 12 3; Bo 12 4 slots=0", "Orc 12 5", things="torch 12 4 by=Bo attack=2", followup=2)
    battle.play(1, "activate Orc", "fight Bo", 6, "activate Ada", "pick_up torch")
    assert (battle.field("attack", "Ada"), battle.field("attack", "Bo")) == (2, 0)


@pytest.mark.clause("K3.4")
def test_fear_that_is_lent_keeps_enemies_away() -> None:
    battle = stage("Ada 12 4", "Orc 12 9", things="torch 12 4 by=Ada fear=3")
    battle.play(1, "activate Orc")
    assert (battle.why_not("leg 12 7.999"), battle.why_not("leg 12 8")) == ("K3.4", "")


def test_a_trait_that_its_bearer_has_anyway_stays_with_him() -> None:
    battle = acting("Ada", "Ada 12 4 swims", "Orc 12 20", things=f"coat 12 4 by=Ada worn traits={SWIMS | NEVER_ROUTS}")
    assert battle.field("traits", "Ada") == SWIMS | NEVER_ROUTS
    battle.s.slots[0] = 0
    battle.play("stay", "activate Orc")
    battle.s.x[32], battle.s.y[32] = 12000, 5000
    battle.play("fight Ada", 6)
    assert battle.field("traits", "Ada") == SWIMS


def test_a_worn_thing_leaves_the_hands_free() -> None:
    battle = acting("Ada", "Ada 12 4", things="ring 12 4 by=Ada worn defence=1; crown 12 5; cloak 12 5 worn")
    assert battle.why_not("pick_up cloak") == "K3.1"  # one thing is worn already
    battle.play("pick_up crown", "leg 12 8")
    assert (battle.place("ring"), battle.place("crown")) == ((12, 8), (12, 8))
    assert battle.field("defence", "Ada") == 1


@pytest.mark.clause("K3.1")
def test_with_full_hands_one_can_put_a_ring_on() -> None:
    battle = acting("Ada", "Ada 12 4", things="crown 12 4 by=Ada; ring 12 5 worn attack=1; sword 12 5")
    assert (battle.why_not("pick_up sword"), battle.why_not("pick_up ring")) == ("K3.1", "")
    assert battle.play("pick_up ring").field("attack", "Ada") == 1


@pytest.mark.clause("K3.1")
def test_what_is_worn_leaves_the_table_with_its_bearer_unless_it_stays() -> None:
    for word, status in (("", "LEFT"), ("stays", "FREE")):
        things = f"crown 12 1 by=Ada; ring 12 1 by=Ada worn {word} attack=1"
        battle = acting("Ada", "Ada 12 1; Bo 2 12", things=things).play("leg 12 0.5")
        assert (battle.objective_status("crown"), battle.objective_status("ring")) == ("LEFT", status)


def test_a_load_never_takes_the_move_below_zero() -> None:
    battle = acting("Ada", "Ada 12 4 move=2", things="anvil 12 5 move=-5")
    assert battle.play("pick_up anvil").field("pace", "Ada") == 0
    battle.play("stay")


@pytest.mark.clause("K5.2")
def test_the_general_fights_on_with_a_tool_in_hand_but_carries_a_thing_off() -> None:
    lines = {}
    for word in ("stays attack=1", "attack=1", "stays"):
        battle = commanded("Ada 12 4", "Orc 12 20", things=f"torch 12 20 by=Orc {word}")
        lines[word] = battle.ai_lines(1)
    assert lines == {"stays attack=1": ["K5.9 Ada"], "attack=1": ["K5.2 nobody"], "stays": ["K5.2 nobody"]}


@pytest.mark.clause("K4.1")
def test_who_is_seized_drops_what_it_carries_and_keeps_what_it_wears() -> None:
    things = "torch 12 4 by=Ada attack=1; ring 12 4 by=Ada worn defence=1"
    battle = stage("Ada 12 4", "Kra 12 5 grabs max_grabbed=1", things=things)
    battle.play(1, "activate Kra", "fight Ada", 6)
    assert (battle.objective_status("torch"), battle.objective_status("ring")) == ("FREE", "CARRIED")
    assert (battle.field("attack", "Ada"), battle.field("defence", "Ada")) == (0, 1)


@pytest.mark.clause("K4.1")
def test_what_the_seized_wear_goes_along_with_their_holder() -> None:
    battle = stage("Ada 12 4; Bo 2 2", "Kra 12 5 grabs max_grabbed=1", things="ring 12 4 by=Ada worn defence=1")
    battle.play(1, "activate Kra", "fight Ada", 6, "pass", 1, "activate Kra", "leg 12 9")
    assert battle.place("ring") == battle.place("Ada") == (12, 9)
