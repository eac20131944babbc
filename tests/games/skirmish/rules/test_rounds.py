"""The table and the round (K1, K2) and co-operation (K6.1), with cases worked out by hand."""

from __future__ import annotations

import pytest

from holdtheline.games.skirmish.state import EndingKind

from ..battle_builder import acting, stage

# The table


@pytest.mark.clause("K1.1")
def test_bases_with_a_gap_of_a_twentieth_of_an_inch_are_in_contact() -> None:
    assert acting("Ada", "Ada 12 4", "Orc 12 5.05").why_not("leg 12 2") == "K3.3"
    assert acting("Ada", "Ada 12 4", "Orc 12 5.051").why_not("leg 12 2") == ""


@pytest.mark.clause("K1.1")
def test_distances_run_from_base_edge_to_base_edge() -> None:
    broad = "Ada 12 4 base=3 range=5"
    assert acting("Ada", broad, "Orc 12 11").why_not("shoot Orc") == ""
    assert acting("Ada", broad, "Orc 12 11.001").why_not("shoot Orc") == "K3.5"


@pytest.mark.clause("K1.1")
def test_a_centre_stays_on_the_table_though_its_base_may_stick_out() -> None:
    at_the_edge = acting("Ada", "Ada 20 4")
    assert at_the_edge.why_not("leg 24 4") == ""
    assert at_the_edge.why_not("leg 24.001 4") == "K1.1"


@pytest.mark.clause("K1.2")
def test_who_has_no_shooting_range_does_not_shoot() -> None:
    assert acting("Ada", "Ada 12 4", "Orc 12 8").why_not("shoot Orc") == "K3.5"


@pytest.mark.clause("K1.3")
def test_a_base_never_overlaps_a_wall() -> None:
    before = acting("Ada", ground="wall 10 7 14 7")
    assert before.why_not("leg 12 6.4") == ""
    assert before.why_not("leg 12 6.401") == "K1.3"
    assert before.why_not("leg 12 9") == "K1.3"


@pytest.mark.clause("K1.3")
def test_one_may_slip_past_the_end_of_a_wall() -> None:
    ground = "wall 10 7 14 7"
    assert acting("Ada", "Ada 14.6 4", ground=ground).why_not("leg 14.6 10") == ""
    assert acting("Ada", "Ada 14.599 4", ground=ground).why_not("leg 14.599 10") == "K1.3"


@pytest.mark.clause("K1.3")
@pytest.mark.parametrize(("kind", "stops", "hides"), [
    ("house", True, True), ("wood", False, True), ("hill", False, False),
])  # fmt: skip
def test_what_terrain_blocks(kind: str, stops: bool, hides: bool) -> None:
    before = acting("Ada", "Ada 12 4 range=20", ground=f"{kind} 11 6 13 8")
    assert before.why_not("leg 12 10") == ("K1.3" if stops else "")
    assert before.why_not("shoot Orc") == ("K4.4" if hides else "")


@pytest.mark.clause("K1.3")
def test_a_base_never_overlaps_a_base_but_may_touch_and_pass() -> None:
    before = acting("Ada", "Ada 12 4; Bo 12 7")
    assert before.why_not("leg 12 6") == ""
    assert before.why_not("leg 12 6.001") == "K1.3"
    assert before.why_not("leg 12 9") == "K1.3"
    assert acting("Ada", "Ada 13 4; Bo 12 7").why_not("leg 13 10") == ""
    assert acting("Ada", "Ada 12.999 4; Bo 12 7").why_not("leg 12.999 10") == "K1.3"


@pytest.mark.clause("K1.4")
def test_starting_wounds_are_marked_first() -> None:
    hurt = acting("Ada", "Ada 12 4", "Orc 12 5 slots=2 wounds=2; Gob 2 20").play("fight Orc", 4)
    assert hurt.status("Orc") == "FALLEN"


# The round


@pytest.mark.clause("K2.1")
@pytest.mark.parametrize("face", range(1, 7))
def test_a_die_opens_the_round(face: int) -> None:
    opened = stage()
    assert opened.phase == "OPEN"
    opened.play(face)
    assert opened.turn() == (1 if face <= 3 else 0)
    assert opened.phase == "CHOOSE"


@pytest.mark.clause("K2.2")
def test_the_generals_alternate() -> None:
    battle = stage("Ada 12 4; Bo 2 4", "Orc 12 20; Gob 2 20").play(6)
    whose = []
    for name in ("Ada", "Orc", "Bo", "Gob"):
        whose.append(battle.turn())
        battle.play(f"activate {name}", "stay")
    assert whose == [0, 1, 0, 1]
    assert (battle.phase, battle.s.round) == ("OPEN", 2)


@pytest.mark.clause("K2.2")
def test_a_general_with_no_character_left_lets_the_other_act() -> None:
    battle = stage("Ada 12 4", "Orc 12 20; Gob 2 20").play(6, "activate Ada", "stay", "activate Orc", "stay")
    assert (battle.phase, battle.turn()) == ("CHOOSE", 1)
    assert battle.why_not("activate Orc") == "K2.2"
    assert battle.why_not("activate Gob") == ""


@pytest.mark.clause("K2.2")
def test_after_a_pass_the_other_continues_and_the_passer_may_return() -> None:
    battle = stage().play(6, "pass")
    assert battle.turn() == 1
    battle.play("activate Orc", "stay")
    assert (battle.turn(), battle.why_not("activate Ada")) == (0, "")


@pytest.mark.clause("K2.3")
def test_the_round_ends_when_both_pass() -> None:
    battle = stage().play(1, "pass", "pass")
    assert (battle.phase, battle.s.round) == ("OPEN", 2)


@pytest.mark.clause("K2.3")
def test_a_pass_ends_the_round_if_the_other_has_nobody_left() -> None:
    battle = stage().play(1, "activate Orc", "stay", "pass")
    assert (battle.phase, battle.s.round) == ("OPEN", 2)


@pytest.mark.clause("K2.3")
def test_the_battle_ends_when_one_side_is_gone() -> None:
    battle = acting("Ada", "Ada 12 4", "Orc 12 5 slots=0").play("fight Orc", 6)
    assert battle.phase == "OVER"
    assert battle.s.winner == 1
    assert battle.why_not("pass") == "K2.3"


@pytest.mark.clause("K2.3")
@pytest.mark.parametrize("timeout", [0, 1, 2])
def test_after_the_last_round_the_scenario_says_who_has_won(timeout: int) -> None:
    battle = stage(rounds=2, timeout_winner=timeout).play(1, "pass", "pass", 1, "pass", "pass")
    assert (battle.phase, battle.s.winner) == ("OVER", timeout)


@pytest.mark.clause("K2.3")
def test_the_first_of_the_scenarios_own_ends_counts() -> None:
    ends = ((EndingKind.ROUNDS, 1, 0, 2), (EndingKind.GONE, 1, 0, 1))
    battle = stage(ends=ends).play(1, "pass", "pass")
    assert (battle.phase, battle.s.winner, battle.s.ended) == ("OVER", 2, 1)


@pytest.mark.clause("K2.3")
def test_taking_the_thing_off_the_table_may_end_the_battle() -> None:
    ends = ((EndingKind.TAKEN, 0, 1, 1),)
    battle = acting("Ada", "Ada 3 12", things="crown 3 12", ends=ends).play("pick_up crown", "leg 0.5 12")
    assert (battle.phase, battle.s.winner, battle.objective_status("crown")) == ("OVER", 1, "LEFT")


# Co-operation


@pytest.mark.clause("K6.1")
def test_the_humans_take_the_human_activations_in_turn() -> None:
    friends = "Ada 12 4 general=0; Bo 2 4 general=1; Cy 22 4 general=0"
    battle = stage(friends, "Orc 12 20; Gob 2 20; Hob 22 20", generals=2).play(6)
    whose = [battle.turn()]
    assert battle.why_not("activate Bo") == "K6.1"
    for step in ("Ada", "Orc", "Bo", "Gob", "Cy"):
        battle.play(f"activate {step}", "stay")
        whose.append(battle.turn())
    assert whose == [0, 2, 1, 2, 0, 2]


@pytest.mark.clause("K6.1")
def test_the_round_lasts_until_every_human_has_passed() -> None:
    battle = stage("Ada 12 4 general=0; Bo 2 4 general=1", "Orc 12 20", generals=2)
    battle.play(1, "activate Orc", "stay", "pass")
    assert (battle.phase, battle.turn()) == ("CHOOSE", 1)
    assert battle.play("pass").phase == "OPEN"
