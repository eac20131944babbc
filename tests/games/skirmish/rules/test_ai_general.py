"""The AI general's list (K5): for each line a case where only it applies, and one where a line above wins.

The enemy looks down the table, so a friend above it, or behind a wood, is not in its view.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from holdtheline.games.skirmish.rules import moves, sequence_of_play
from holdtheline.games.skirmish.state import AiLine

from ..battle_builder import commanded
from .test_random_battles import any_stage

AWAY = "Ada 2 23"
"""Out of the view, the range and the move of an enemy in the middle of the table."""

# Who acts


@pytest.mark.clause("K5.1")
def test_characters_act_in_the_order_of_the_sheet() -> None:
    battle = commanded(AWAY, "Orc 12 14; Gob 16 14").play(1)
    assert [battle.field("done", name) for name in ("Orc", "Gob")] == [1, 0]
    assert battle.turn() == 0


@pytest.mark.clause("K5.1")
def test_or_in_the_order_of_the_scenario() -> None:
    battle = commanded(AWAY, "Orc 12 14 rank=2; Gob 16 14 rank=1; Hob 20 14 rank=1").play(1)
    assert [battle.field("done", name) for name in ("Orc", "Gob", "Hob")] == [0, 1, 0]


@pytest.mark.clause("K5.1")
def test_the_general_never_passes_and_continues_when_the_friends_pass() -> None:
    battle = commanded(AWAY, "Orc 12 14; Gob 16 14").play(6, "pass")
    assert battle.field("done", "Orc") == 1
    battle.play("pass")
    assert battle.field("done", "Gob") == 1
    assert (battle.phase, battle.play("pass").phase) == ("CHOOSE", "OPEN")


@pytest.mark.clause("K5.1")
def test_routing_comes_before_the_list() -> None:
    battle = commanded(AWAY, "Orc 12 14 routs; Gob 3 3", things="crown 12 14")
    assert battle.ai_lines(1) == []
    assert battle.place("Orc") == (12, 20)


@pytest.mark.clause("K5.1")
def test_next_to_an_objective_it_picks_it_up() -> None:
    battle = commanded(AWAY, "Orc 12 14; Gob 3 3", things="crown 12 15")
    assert battle.ai_lines(1)[0] == "K5.1 crown"
    assert battle.field("carries", "Orc") - 1 == battle.number("crown")


# Line 1


@pytest.mark.clause("K5.2")
def test_a_carrier_goes_to_the_nearest_edge() -> None:
    battle = commanded(AWAY, "Orc 12 14; Gob 3 3", things="crown 12 14")
    assert battle.ai_lines(1) == ["K5.1 crown", "K5.2 nobody"]
    assert battle.place("Orc") == battle.place("crown") == (12, 20)


@pytest.mark.clause("K5.2")
def test_and_leaves_the_table_there() -> None:
    battle = commanded(AWAY, "Orc 12 19; Gob 3 3", things="crown 12 19").play(1)
    assert (battle.status("Orc"), battle.objective_status("crown")) == ("LEFT", "LEFT")


@pytest.mark.clause("K5.2")
def test_a_carrier_in_melee_fights() -> None:
    battle = commanded("Ada 12 13", "Orc 12 14; Gob 3 3")
    battle.s.carries[32] = 65
    battle.play(1)
    assert (battle.phase, battle.target) == ("FIGHTING", "Ada")


@pytest.mark.clause("K5.2")
def test_a_carrier_neither_shoots_nor_charges() -> None:
    battle = commanded("Ada 12 10", "Orc 12 14 range=9; Gob 3 3", things="crown 12 14")
    assert battle.ai_lines(1) == ["K5.1 crown", "K5.2 nobody"]


# Line 2


@pytest.mark.clause("K5.3")
def test_in_melee_it_fights() -> None:
    battle = commanded("Ada 12 13", "Orc 12 14; Gob 3 3")
    assert battle.ai_lines(1) == ["K5.3 Ada"]
    assert battle.phase == "FIGHTING"


@pytest.mark.clause("K5.3")
@pytest.mark.parametrize(("face", "target"), [(1, "Ada"), (3, "Ada"), (4, "Bo"), (6, "Bo")])
def test_of_several_in_contact_a_die_chooses(face: int, target: str) -> None:
    battle = commanded("Ada 12 13; Bo 12 15", "Orc 12 14; Gob 3 3").play(1)
    assert battle.phase == "WHICH"
    battle.play(face)
    assert (battle.phase, battle.target) == ("FIGHTING", target)


@pytest.mark.clause("K5.3")
def test_a_face_that_chooses_nobody_is_rolled_again() -> None:
    battle = commanded("Ada 12 13; Bo 12 15; Cy 11 14; Di 13 14", "Orc 12 14; Gob 3 3").play(1, 5)
    assert battle.phase == "WHICH"
    assert battle.play(4).target == "Di"


@pytest.mark.clause("K5.3")
def test_having_felled_one_it_moves_on_in_that_direction_and_continues_its_list() -> None:
    """Half the move is 3 inches, and a leg of the two half of that; then it goes for Bo, whom it sees."""
    battle = commanded("Ada 12 13 slots=0; Bo 12 2; Cy 2 23; Di 4 23", "Orc 12 14; Gob 3 3").play(1)
    assert battle.ai_lines(4) == ["K5.3 nobody", "K5.9 Bo"]
    assert battle.place("Orc") == (12, 11)


@pytest.mark.clause("K5.3")
def test_still_in_melee_it_fights_on() -> None:
    battle = commanded("Ada 12 13 slots=0; Bo 12 15; Cy 2 23", "Orc 12 14; Gob 3 3").play(1, 1)
    assert battle.ai_lines(4) == ["K5.3 Bo"]
    assert (battle.phase, battle.target) == ("FIGHTING", "Bo")


# Line 3


@pytest.mark.clause("K5.4")
def test_it_stands_and_shoots_the_nearest_in_range() -> None:
    battle = commanded("Bo 16 7; Ada 12 7", "Orc 12 14 range=9; Gob 3 3")
    assert battle.ai_lines(1) == ["K5.4 Ada"]
    assert (battle.phase, battle.target, battle.place("Orc")) == ("SHOOTING", "Ada", (12, 14))


@pytest.mark.clause("K5.4")
def test_it_pivots_for_the_shot() -> None:
    battle = commanded("Ada 12 22", "Orc 12 14 range=9; Gob 3 3")
    assert battle.ai_lines(1) == ["K5.4 Ada"]


@pytest.mark.clause("K5.4")
def test_of_two_equally_near_the_first_of_the_sheet() -> None:
    battle = commanded("Ada 8 14; Bo 16 14", "Orc 12 14 range=9; Gob 3 3").play(1)
    assert battle.target == "Ada"


@pytest.mark.clause("K5.4")
def test_in_melee_it_does_not_shoot() -> None:
    assert commanded("Ada 12 13; Bo 16 12", "Orc 12 14 range=9; Gob 3 3").ai_lines(1) == ["K5.3 Ada"]


# Line 4


@pytest.mark.clause("K5.5")
def test_it_moves_until_just_in_range_and_shoots() -> None:
    """From 12 inches off to 7 from centre to centre."""
    battle = commanded("Ada 12 8", "Orc 12 20 range=6 attack=1; Gob 3 3")
    assert battle.ai_lines(1) == ["K5.5 Ada"]
    x, y = battle.place("Orc")
    assert (battle.phase, battle.target, x) == ("SHOOTING", "Ada", 12)
    assert 14.99 <= y <= 15
    assert battle.play(3).field("wounds", "Ada") == 0


@pytest.mark.clause("K5.5")
def test_it_steps_aside_where_something_hides_the_enemy() -> None:
    battle = commanded("Ada 12 12", "Orc 12 20 range=9; Gob 3 3", ground="wall 11.6 16 12.4 16")
    assert battle.ai_lines(1) == ["K5.5 Ada"]
    assert (battle.phase, battle.target) == ("SHOOTING", "Ada")


@pytest.mark.clause("K5.5")
def test_who_is_in_range_already_is_shot_at_from_where_it_stands() -> None:
    battle = commanded("Ada 12 8; Bo 18 20", "Orc 12 20 range=6; Gob 3 3")
    assert battle.ai_lines(1) == ["K5.4 Bo"]


# Line 5


@pytest.mark.clause("K5.6")
def test_it_moves_to_a_visible_objective_in_move_range() -> None:
    battle = commanded(AWAY, "Orc 12 14; Gob 3 3", things="crown 12 9; cup 12 4")
    assert battle.ai_lines(1) == ["K5.6 crown"]
    assert battle.place("Orc") == (12, 9)


@pytest.mark.clause("K5.6")
def test_to_shoot_after_a_move_comes_first() -> None:
    battle = commanded("Ada 12 2", "Orc 12 14 range=6; Gob 3 3", things="crown 15 12")
    assert battle.ai_lines(1) == ["K5.5 Ada"]


@pytest.mark.clause("K5.6")
def test_an_objective_behind_it_is_not_visible() -> None:
    assert commanded(AWAY, "Orc 12 14; Gob 3 3", things="crown 12 17").ai_lines(1) == ["K5.9 nobody"]


# Line 6


@pytest.mark.clause("K5.7")
def test_it_charges_the_closest_unengaged_enemy_in_move_range() -> None:
    battle = commanded("Bo 8 19; Ada 12 18", "Orc 12 14; Gob 3 3")
    assert battle.ai_lines(1) == ["K5.7 Ada"]
    assert (battle.phase, battle.target, battle.place("Orc")) == ("FIGHTING", "Ada", (12, 17))


@pytest.mark.clause("K5.7")
def test_an_engaged_enemy_is_left_to_its_own() -> None:
    battle = commanded("Ada 12 18; Bo 16 19", "Orc 12 14; Gob 12 19")
    assert battle.ai_lines(1) == ["K5.7 Bo"]


@pytest.mark.clause("K5.7")
def test_a_charge_may_be_bent_around_something() -> None:
    battle = commanded("Ada 12 18", "Orc 12 14; Gob 3 3", ground="pillar 12 16 0.3")
    assert battle.ai_lines(1) == ["K5.7 Ada"]
    assert (battle.phase, battle.target, battle.s.legs) == ("FIGHTING", "Ada", 2)


@pytest.mark.clause("K5.7")
def test_a_visible_objective_in_move_range_comes_first() -> None:
    battle = commanded("Ada 12 18", "Orc 12 14; Gob 3 3", things="crown 12 9")
    assert battle.ai_lines(1) == ["K5.6 crown"]


# Lines 7 and 8


@pytest.mark.clause("K5.8")
def test_it_goes_towards_the_nearest_objective_in_view() -> None:
    battle = commanded(AWAY, "Orc 12 14; Gob 3 3", things="cup 12 1; crown 12 4")
    assert battle.ai_lines(1) == ["K5.8 crown"]
    assert battle.place("Orc") == (12, 8)


@pytest.mark.clause("K5.8")
def test_a_charge_comes_first() -> None:
    assert commanded("Ada 12 18", "Orc 12 14; Gob 3 3", things="crown 12 4").ai_lines(1) == ["K5.7 Ada"]


@pytest.mark.clause("K5.9")
def test_it_goes_towards_the_nearest_enemy_in_view() -> None:
    battle = commanded("Ada 12 3; Bo 18 3", "Orc 12 14; Gob 3 3")
    assert battle.ai_lines(1) == ["K5.9 Ada"]
    assert battle.place("Orc") == (12, 8)


@pytest.mark.clause("K5.9")
def test_an_objective_in_view_comes_first() -> None:
    assert commanded("Ada 12 4", "Orc 12 14; Gob 3 3", things="crown 18 4").ai_lines(1) == ["K5.8 crown"]


@pytest.mark.clause("K5.9")
def test_who_sees_nothing_goes_to_the_centre_and_turns_about_there() -> None:
    battle = commanded(AWAY, "Orc 12 14; Gob 3 3", ground="wood 0 17 24 18")
    assert battle.ai_lines(1) == ["K5.9 nobody"]
    assert battle.place("Orc") == (12, 12)
    battle.play("activate Ada", "stay", 1)
    assert battle.place("Orc") == (12, 12)
    assert battle.field("face_y", "Orc") > 0


@pytest.mark.clause("K5.9")
def test_blocked_it_turns_aside() -> None:
    """Ahead there are 1.2 inches, 15 degrees to its left less; to its right the pillar is 1.29 off."""
    battle = commanded("Ada 12 3", "Orc 12 14; Gob 3 3", ground="pillar 12.8 12 0.6")
    assert battle.ai_lines(1) == ["K5.9 Ada"]
    assert battle.place("Orc") == pytest.approx((12 - 6 * 0.2588, 14 - 6 * 0.9659), abs=0.003)


@pytest.mark.clause("K5.1")
def test_a_custom_list_has_only_its_own_lines() -> None:
    lines = AiLine.SEEK_ENEMY | AiLine.SHOOT << 4
    battle = commanded("Ada 12 7", f"Orc 12 14 range=9 ai_list={lines}; Gob 3 3")
    assert battle.ai_lines(1) == ["K5.9 Ada"]
    battle = commanded("Ada 12 20", f"Orc 12 14 range=9 ai_list={AiLine.SEEK_ENEMY.value}; Gob 3 3")
    assert battle.ai_lines(1) == []


@pytest.mark.clause("K5.1")
@pytest.mark.parametrize("seed", range(6))
def test_every_decision_of_the_general_is_a_legal_move(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(seed)
    battle, decisions = any_stage(rng, rounds=8, ai=True), []
    take = sequence_of_play.apply_move

    def checked_take(s: Any, code: int, log: Any) -> None:
        assert moves.why_not(s, code) == 0
        decisions.append(code)
        take(s, code, log)

    monkeypatch.setattr(sequence_of_play, "apply_move", checked_take)
    while battle.phase != "OVER":
        codes = battle.legal_moves()
        battle.play(rng.choice(codes) if codes else rng.randint(1, 6))
    assert decisions
