"""Knock-back, and edges to fall off (traits). A base is 1 inch across."""

from __future__ import annotations

import pytest

from ...battle_builder import acting, commanded, stage

FAR = "Bob 2 20"

# Knock-back


@pytest.mark.clause("K4.1")
def test_a_target_that_is_hit_is_thrown_straight_back() -> None:
    battle = acting("Ada", "Ada 12 4 knock_back=3", f"Orc 12 5; {FAR}")
    events = battle.events("fight Orc", 4)
    assert events == ["FOUGHT K3.8", "STRUCK K4.1", "WOUNDED K4.2", "KNOCKED K4.1"]
    assert (battle.place("Orc"), battle.field("wounds", "Orc")) == ((12, 8), 1)
    slanting = acting("Ada", "Ada 12 4 knock_back=2", f"Orc 12.6 4.8; {FAR}").play("fight Orc", 4)
    assert slanting.place("Orc") == (13.8, 6.4)


@pytest.mark.clause("K4.1")
def test_a_miss_and_a_shot_throw_nobody() -> None:
    assert acting("Ada", "Ada 12 4 knock_back=3", f"Orc 12 5; {FAR}").play("fight Orc", 3).place("Orc") == (12, 5)
    battle = acting("Ada", "Ada 12 4 knock_back=3 range=9", f"Orc 12 8; {FAR}").play("shoot Orc", 4)
    assert battle.place("Orc") == (12, 8)


@pytest.mark.clause("K4.1", "K1.3")
@pytest.mark.parametrize(("ground", "other", "y"), [
    ("wall 10 7.6 14 7.6", "2 20", 7.0), ("", "12 7.5", 6.5), ("gap 10 7 14 9 roll=3", "2 20", 6.5),
    ("wood 10 6 14 9", "2 20", 8.0), ("cliff 10 7 14 9", "2 20", 6.5),
])  # fmt: skip
def test_it_stops_before_what_is_in_the_way(ground: str, other: str, y: float) -> None:
    """The wall is 0.1 inches thick on either side of its line, terrain with corners 0.001."""
    battle = acting("Ada", "Ada 12 4 knock_back=3", f"Orc 12 5; Bob {other}", ground=ground).play("fight Orc", 4)
    assert battle.place("Orc") == (12, y)


@pytest.mark.clause("K4.1", "K1.1")
def test_it_stops_at_the_edge_of_the_table_and_does_not_leave_it() -> None:
    battle = acting("Ada", "Ada 12 21.5 knock_back=3", f"Orc 12 22.5; {FAR}").play("fight Orc", 4)
    assert (battle.place("Orc"), battle.status("Orc")) == ((12, 23.999), "STANDS")


@pytest.mark.clause("K4.1")
def test_with_no_room_at_all_nothing_happens() -> None:
    battle = acting("Ada", "Ada 12 4 knock_back=3", f"Orc 12 5; Gob 12 6; {FAR}")
    assert battle.events("fight Orc", 4)[-1] == "WOUNDED K4.2"
    assert battle.place("Orc") == (12, 5)


@pytest.mark.clause("K4.1")
def test_one_who_falls_or_is_seized_is_not_thrown_and_one_saved_routed_or_unhurt_is() -> None:
    friends = "Ada 12 4 knock_back=3"
    fallen = acting("Ada", friends, f"Orc 12 5 slots=0 lies_when_fallen; {FAR}").play("fight Orc", 4)
    assert (fallen.status("Orc"), fallen.place("Orc")) == ("LIES", (12, 5))
    held = acting("Ada", f"{friends} grabs max_grabbed=1", f"Orc 12 5; {FAR}").play("fight Orc", 4)
    assert (held.status("Orc"), held.place("Orc")) == ("HELD", (12, 4))
    saved = acting("Ada", friends, f"Orc 12 5 saves_on=4; {FAR}").play("fight Orc", 4, 4)
    assert (saved.field("wounds", "Orc"), saved.place("Orc")) == (0, (12, 8))
    routed = acting("Ada", f"{friends} routing_blow", f"Orc 12 5; {FAR}").play("fight Orc", 4)
    assert (routed.field("routs", "Orc"), routed.place("Orc")) == (1, (12, 8))
    unhurt = acting("Ada", friends, f"Orc 12 5 slots=0 cannot_be_felled; {FAR}").play("fight Orc", 4)
    assert unhurt.place("Orc") == (12, 8)


@pytest.mark.clause("K4.1")
def test_what_it_carries_and_whom_it_holds_are_thrown_with_it() -> None:
    enemies = f"Orc 12 5 grabs max_grabbed=1; {FAR}"
    battle = stage("Ada 12 4 knock_back=3; Bo 11 5", enemies).play(1, "activate Orc", "fight Bo", 4)
    battle.play("activate Ada", "fight Orc", 4)
    assert battle.place("Orc") == battle.place("Bo") == (12, 8)


@pytest.mark.clause("K4.1", "K5.3")
def test_the_generals_character_knocks_a_friend_back() -> None:
    assert commanded("Ada 12 12; Bo 2 2", "Orc 12 13 knock_back=2").play(1, 4).place("Ada") == (12, 10)


@pytest.mark.clause("K4.1")
def test_out_of_contact_nobody_strikes_back_but_with_reach() -> None:
    battle = acting("Ada", "Ada 12 4 knock_back=2", f"Orc 12 5 strikes_back; {FAR}").play("fight Orc", 4)
    assert battle.phase == "CHOOSE"
    battle = acting("Ada", "Ada 12 4 knock_back=2", f"Orc 12 5 strikes_back reach=2; {FAR}").play("fight Orc", 4)
    assert (battle.phase, battle.target) == ("BACK", "Ada")


@pytest.mark.clause("K4.1", "K3.2")
def test_a_free_blow_knocks_back_who_then_flees_from_there() -> None:
    """From 12, 8 it is thrown 1 inch down, and then flees 3."""
    battle = stage("Ada 12 8 routs move=3; Bo 2 2", "Orc 12 9 knock_back=1", free_blow=1).play(6, "activate Ada", 4)
    assert (battle.place("Ada"), battle.field("wounds", "Ada")) == ((12, 4), 1)


# Over an edge

BRINK = "edge 8 7 16 8 roll=4"


@pytest.mark.clause("K4.2")
@pytest.mark.parametrize(("face", "there"), [(3, "FALLEN"), (4, "STANDS")])
def test_thrown_over_an_edge_one_rolls_to_hang_on(face: int, there: str) -> None:
    """It ends before the brink, which is 0.001 wider than its corners."""
    battle = acting("Ada", "Ada 12 4 knock_back=3", f"Orc 12 5; {FAR}", ground=BRINK).play("fight Orc", 4)
    assert (battle.phase, battle.place("Orc"), battle.why_not(7)) == ("HANG", (12, 7), "K4.2")
    events = battle.events(face)
    assert events[:1] == ["HUNG K4.2"]
    assert (battle.status("Orc"), battle.place("Orc")) == (there, (12, 7))
    assert battle.phase == ("ACTING" if there == "FALLEN" else "CHOOSE")  # K3.9: it was felled


@pytest.mark.clause("K4.2")
def test_who_falls_off_is_gone_even_if_it_would_lie_and_what_it_carried_stays() -> None:
    enemies = f"Orc 12 5 lies_when_fallen; {FAR}"
    battle = acting("Ada", "Ada 12 4 knock_back=3", enemies, ground=BRINK, things="crown 12 5")
    battle.give("Orc", "crown")
    battle.play("fight Orc", 4, 1)
    assert battle.status("Orc") == "FALLEN"
    assert (battle.objective_status("crown"), battle.place("crown")) == ("FREE", (12, 7))


@pytest.mark.clause("K4.2")
def test_short_of_the_edge_and_behind_a_wall_nobody_rolls() -> None:
    battle = acting("Ada", "Ada 12 4 knock_back=1", f"Orc 12 5; {FAR}", ground=BRINK).play("fight Orc", 4)
    assert (battle.phase, battle.place("Orc")) == ("CHOOSE", (12, 6))
    wall = f"{BRINK}; wall 8 6.7 16 6.7"
    battle = acting("Ada", "Ada 12 4 knock_back=3", f"Orc 12 5; {FAR}", ground=wall).play("fight Orc", 4)
    assert (battle.phase, battle.place("Orc")) == ("CHOOSE", (12, 6.1))


@pytest.mark.clause("K4.2")
def test_who_stands_on_the_brink_rolls_wherever_it_is_thrown_and_stays() -> None:
    battle = acting("Ada", "Ada 12 6.4 knock_back=3", f"Orc 12 7.4; {FAR}", ground=BRINK).play("fight Orc", 4)
    assert (battle.phase, battle.place("Orc")) == ("HANG", (12, 7.4))
    assert battle.play(4).place("Orc") == (12, 7.4)


@pytest.mark.clause("K4.2")
def test_a_brink_before_a_gap_counts_even_where_a_wide_base_comes_to_the_gap_first() -> None:
    ground = "edge 8 7 16 7.5 roll=4; gap 8 7.5 16 9 roll=3"
    battle = acting("Ada", "Ada 12 4 knock_back=5", f"Orc 12 5.5 base=2; {FAR}", ground=ground).play("fight Orc", 4)
    assert (battle.phase, battle.place("Orc")) == ("HANG", (12, 6.5))
    behind = "gap 8 7 16 8 roll=3; edge 8 8 16 9 roll=4"
    battle = acting("Ada", "Ada 12 4 knock_back=5", f"Orc 12 5; {FAR}", ground=behind).play("fight Orc", 4)
    assert (battle.phase, battle.place("Orc")) == ("CHOOSE", (12, 6.5))


@pytest.mark.clause("K4.2")
def test_who_cannot_be_felled_hangs_on_without_a_die() -> None:
    battle = acting("Ada", "Ada 12 4 knock_back=3", f"Orc 12 5 cannot_be_felled; {FAR}", ground=BRINK)
    assert battle.events("fight Orc", 4)[-2:] == ["KNOCKED K4.1", "UNHURT K4.2"]
    assert (battle.phase, battle.place("Orc")) == ("CHOOSE", (12, 7))


@pytest.mark.clause("K4.2", "K5.3")
def test_the_general_throws_a_friend_over_and_continues() -> None:
    """The brink is below Ada now; having felled her, the orc moves on in that direction."""
    battle = commanded("Ada 12 12; Bo 2 2", "Orc 12 13 knock_back=3", ground="edge 8 9 16 10 roll=4").play(1, 4)
    assert (battle.phase, battle.place("Ada")) == ("HANG", (12, 10))
    battle.play(3)
    assert battle.status("Ada") == "FALLEN"
    assert battle.place("Orc")[1] < 13


@pytest.mark.clause("K4.3")
def test_a_company_tests_when_one_of_it_falls_off() -> None:
    battle = acting("Ada", "Ada 12 4 knock_back=3", f"Orc 12 5; {FAR}", ground=BRINK)
    battle.s.company_lost[1] = 1
    battle.play("fight Orc", 4, 3)
    assert (battle.phase, battle.s.company_lost[1]) == ("ROUT_TEST", 2)
    battle.play(1)
    assert (battle.field("routs", "Bob"), battle.phase, battle.actor) == (1, "ACTING", "Ada")
