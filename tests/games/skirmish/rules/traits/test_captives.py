"""Captives: carried off, counted by the company, brought to a pool and drowned there.

Traits `takes_captives`, `company_carries`, `drowns_in` and `returns_to`."""

from __future__ import annotations

import pytest

from holdtheline.games.skirmish.state import ENEMIES, FRIENDS, EndingKind

from ...battle_builder import Stage, acting, commanded, stage

LYING = "Ada 12 4 lies_when_fallen can_be_carried slots=0"
TAKER = "takes_captives"


def felled(friends: str, enemies: str, **more: object) -> Stage:
    """Build a battle against the AI general at the friends' turn, in which Orc has just felled Ada."""
    battle = commanded(friends, enemies, **more).play(1, 6)
    assert battle.status("Ada") == "LIES"
    return battle


@pytest.mark.clause("K3.1")
def test_only_who_takes_captives_picks_up_an_enemy_who_lies() -> None:
    friends, enemies = "Bo 12 4; Cy 2 2", "Orc 12 5 slots=0 lies_when_fallen can_be_carried; Gob 2 20"
    for trait, clause in (("carries_fallen", "K3.1"), (TAKER, "")):
        battle = acting("Bo", friends.replace("Bo 12 4", f"Bo 12 4 {trait}"), enemies, followup=2)
        battle.play("fight Orc", 6, "pass", "activate Cy", "stay", "activate Gob", "stay", 6, "activate Bo")
        assert (battle.status("Orc"), battle.why_not("pick_up Orc")) == ("LIES", clause)


@pytest.mark.clause("K3.1")
def test_who_takes_captives_does_not_carry_its_own_fallen() -> None:
    battle = acting("Bo", f"{LYING}; Bo 12 3 {TAKER}", "Orc 2 20")
    battle.s.status[battle.number("Ada")] = 3
    assert battle.why_not("pick_up Ada") == "K3.1"


@pytest.mark.clause("K3.1", "K5.1", "K5.2")
def test_the_generals_character_picks_a_captive_up_and_carries_it_off() -> None:
    battle = felled(f"{LYING}; Bo 22 22", f"Orc 12 5 {TAKER} move=9; Gob 2 20 move=0", followup=2)
    battle.play("activate Bo", "stay", 1)
    assert (battle.status("Ada"), battle.status("Orc")) == ("LEFT", "LEFT")
    assert battle.field("held_by", "Ada") == battle.number("Orc") + 1


@pytest.mark.clause("K5.6", "K5.8")
def test_the_general_seeks_a_fallen_enemy_as_it_seeks_an_objective() -> None:
    enemies = f"Orc 12 3; Gob 12 20 {TAKER}"
    battle = felled(f"{LYING}; Bo 22 22", enemies, followup=2)
    lines = battle.ai_lines("activate Bo", "stay")
    assert "K5.8 Ada" in lines


@pytest.mark.clause("K2.3")
def test_captives_have_not_escaped_and_can_end_the_battle() -> None:
    ends = ((EndingKind.ESCAPED, FRIENDS, 1, 1), (EndingKind.CAPTURED, FRIENDS, 1, 2))
    battle = felled(f"{LYING}; Bo 22 22", f"Orc 12 5 {TAKER} move=9; Gob 2 20 move=0", followup=2, ends=ends)
    battle.play("activate Bo", "stay", 1)
    assert (battle.phase, battle.s.ended, battle.s.winner) == ("OVER", 2, ENEMIES + 1)


@pytest.mark.clause("K2.3")
def test_a_captive_does_not_meet_the_ending_of_one_who_leaves() -> None:
    battle = felled(
        f"{LYING}; Bo 22 22",
        f"Orc 12 5 {TAKER} move=9; Gob 2 20 move=0",
        followup=2,
        ends=((EndingKind.LEFT, 0, 0, 1),),
    )
    battle.play("activate Bo", "stay", 1)
    assert battle.status("Ada") == "LEFT"
    assert battle.phase != "OVER"


@pytest.mark.clause("K4.1", "K3.1")
def test_a_company_seizes_and_carries_at_most_so_many_together() -> None:
    friends = "Ada 12 4; Bo 4 4; Cy 20 20"
    enemies = "Kra 12 5 grabs max_grabbed=2 company=1; Ken 4 5 grabs max_grabbed=2 company=1"
    for most, second in ((1, "STANDS"), (2, "HELD"), (0, "HELD")):
        battle = stage(friends, enemies, company_max_held=[0, most])
        battle.play(1, "activate Kra", "fight Ada", 6, "pass", "activate Ken", "fight Bo", 6)
        assert (battle.status("Ada"), battle.status("Bo")) == ("HELD", second)


@pytest.mark.clause("K3.1")
def test_one_whom_the_company_holds_counts_when_another_lies() -> None:
    enemies = f"Kra 12 5 grabs max_grabbed=2 company=1; Ken 4 5 {TAKER} company=1"
    battle = stage("Ada 12 4; Bo 4 4 lies_when_fallen can_be_carried", enemies, company_max_held=[0, 1])
    battle.play(1, "activate Kra", "fight Ada", 6, "pass")
    battle.s.status[battle.number("Bo")] = 3
    assert battle.play("activate Ken").why_not("pick_up Bo") == "K3.1"


POOL = "pillar 12 12 2"


def holding(place: str, ai: bool = False, **more: object) -> Stage:
    """Build a battle in which Kra holds Ada at this place; the pool is a disc around 12 12."""
    battle = stage("Ada 1 1; Bo 22 22", f"Kra {place} grabs never_locks max_grabbed=1 drowns_after=1", ai=ai, **more)
    number, s = battle.number("Ada"), battle.s
    s.terrain_bits[0] = 0
    s.status[number], s.held_by[number], s.held_since[number] = 8, battle.number("Kra") + 1, 1
    s.x[number], s.y[number] = s.x[32], s.y[32]
    return battle


@pytest.mark.clause("K2.3")
@pytest.mark.parametrize(("place", "drowns_in", "status"), [
    ("12 12", 1, "FALLEN"), ("13.9 12", 1, "FALLEN"), ("14.1 12", 1, "HELD"), ("4 4", 1, "HELD"), ("4 4", 0, "FALLEN"),
])  # fmt: skip
def test_one_drowns_only_while_its_holder_is_in_the_pool(place: str, drowns_in: int, status: str) -> None:
    battle = holding(place, ground=POOL)
    battle.s.drowns_in[battle.number("Kra")] = drowns_in
    battle.play(6, "pass", "pass", 6, "pass", "pass")
    assert battle.status("Ada") == status


@pytest.mark.clause("K5.1")
def test_who_holds_one_goes_back_to_the_middle_of_its_pool_and_stays_there() -> None:
    battle = holding("12 4", ai=True, ground=POOL)
    battle.s.returns_to[battle.number("Kra")], battle.s.drowns_after[battle.number("Kra")] = 1, 0
    assert battle.ai_lines(1) == ["K5.1 nobody"]
    assert (battle.place("Kra"), battle.place("Ada")) == ((12, 10), (12, 10))
    battle.play("activate Bo", "stay", 1)
    assert battle.place("Kra") == (12, 12)
    battle.play("activate Bo", "stay", 1)
    assert battle.place("Kra") == (12, 12)


@pytest.mark.clause("K5.1")
def test_with_empty_hands_it_follows_its_list() -> None:
    battle = commanded("Ada 12 20", "Kra 12 4 up grabs max_grabbed=1 returns_to=1", ground=POOL)
    battle.s.terrain_bits[0] = 0
    assert battle.ai_lines(1) == ["K5.9 Ada"]
