"""Traits that change a single blow: items, higher ground, striking back, characters that cannot be felled (K4)."""

from __future__ import annotations

import pytest

from holdtheline.games.skirmish.rules.combat.blows import face_needed

from ...battle_builder import acting, commanded, stage

FAR = "Gob 2 20"
"""An enemy far away, so that the battle does not end."""

# An item that saves


@pytest.mark.clause("K4.2")
@pytest.mark.parametrize(("face", "wounds"), [(1, 1), (3, 1), (4, 0), (6, 0)])
def test_an_item_turns_a_wound_away_from_its_face_on(face: int, wounds: int) -> None:
    battle = acting("Ada", "Ada 12 4", "Orc 12 5 saves_on=4").play("fight Orc", 4)
    assert (battle.phase, battle.field("wounds", "Orc")) == ("SAVE", 0)
    assert battle.why_not(7) == "K4.2"
    events = battle.events(face)
    assert events == (["SAVED K4.2"] if wounds == 0 else ["SAVED K4.2", "WOUNDED K4.2"])
    assert (battle.field("wounds", "Orc"), battle.phase) == (wounds, "CHOOSE")


@pytest.mark.clause("K4.2")
def test_a_miss_needs_no_saving() -> None:
    assert acting("Ada", "Ada 12 4", "Orc 12 5 saves_on=4").play("fight Orc", 3).phase == "CHOOSE"


@pytest.mark.clause("K4.2")
def test_it_saves_from_shots_and_from_falling_again_and_again() -> None:
    battle = acting("Ada", "Ada 12 4 range=10; Bo 11 4 range=10", "Orc 12 10 slots=0 saves_on=4")
    battle.play("shoot Orc", 6, 4)
    assert battle.status("Orc") == "STANDS"
    battle.play("pass", "activate Bo", "shoot Orc", 6, 5)
    assert battle.status("Orc") == "STANDS"
    battle.play("activate Orc", "stay", 6, "activate Ada", "shoot Orc", 6, 3)
    assert battle.status("Orc") == "FALLEN"


@pytest.mark.clause("K4.2", "K5.3")
def test_a_friend_is_saved_from_the_generals_character() -> None:
    battle = commanded("Ada 12 4 saves_on=4", "Orc 12 5").play(1)
    assert (battle.phase, battle.play(4).phase) == ("FIGHTING", "SAVE")
    assert battle.play(4).field("wounds", "Ada") == 0
    battle = commanded("Ada 12 4 saves_on=4", "Orc 12 5").play(1, 4, 3)
    assert battle.field("wounds", "Ada") == 1


# An item that changes a fight against one enemy


@pytest.mark.clause("K4.1")
def test_an_item_changes_a_fight_against_one_enemy_both_ways() -> None:
    s = stage("Ada 12 4 bane_target=33 bane_attack=2 bane_defence=1 range=9", "Orc 12 5; Gob 11 4").s
    ada, orc, gob = 0, 32, 33
    assert [face_needed(s, ada, orc, False), face_needed(s, orc, ada, False)] == [2, 5]
    assert [face_needed(s, ada, gob, False), face_needed(s, gob, ada, False)] == [4, 4]
    assert [face_needed(s, ada, orc, True), face_needed(s, orc, ada, True)] == [4, 4]


@pytest.mark.clause("K4.1")
def test_the_dice_know_it() -> None:
    friends = "Ada 12 4 bane_target=33 bane_attack=2 bane_defence=1"
    assert acting("Ada", friends, "Orc 12 5").play("fight Orc", 2).field("wounds", "Orc") == 1
    assert acting("Ada", "Ada 12 4", "Orc 12 5").play("fight Orc", 2).field("wounds", "Orc") == 0
    assert commanded(friends, "Orc 12 5").play(1, 4).field("wounds", "Ada") == 0
    assert commanded("Ada 12 4", "Orc 12 5").play(1, 4).field("wounds", "Ada") == 1


# Higher ground


@pytest.mark.clause("K4.1")
@pytest.mark.parametrize(("ground", "least"), [
    ("hill 10 4.6 14 8 high", 5), ("hill 10 2 14 8 high", 4), ("hill 10 4.6 14 8", 4),
    ("hill 10 5.2 14 8 high", 4), ("hill 10 2 14 4.2 high", 4),
])  # fmt: skip
def test_whose_centre_is_on_higher_ground_has_a_better_defence(ground: str, least: int) -> None:
    """Against those who stand on none: Ada at 12, 4 strikes at the orc at 12, 5."""
    battle = acting("Ada", "Ada 12 4 range=9", "Orc 12 5", ground=ground)
    assert face_needed(battle.s, 0, 32, False) == face_needed(battle.s, 0, 32, True) == least
    assert battle.play("fight Orc", least - 1).field("wounds", "Orc") == 0


@pytest.mark.clause("K4.1", "K5.3")
def test_higher_ground_helps_a_friend_against_the_general() -> None:
    ground = "hill 10 2 14 4.2 high"
    assert commanded("Ada 12 4", "Orc 12 5", ground=ground).play(1, 4).field("wounds", "Ada") == 0
    assert commanded("Ada 12 4", "Orc 12 5", ground=ground).play(1, 5).field("wounds", "Ada") == 1


# Who cannot be felled


@pytest.mark.clause("K4.2")
def test_who_cannot_be_felled_takes_wounds_and_then_nothing() -> None:
    battle = acting("Ada", "Ada 12 4", "Orc 12 5 cannot_be_felled")
    assert "WOUNDED K4.2" in battle.events("fight Orc", 6)
    battle.play("pass", 6, "activate Ada")
    assert battle.events("fight Orc", 6) == ["FOUGHT K3.8", "STRUCK K4.1", "UNHURT K4.2"]
    assert (battle.field("wounds", "Orc"), battle.status("Orc"), battle.turn()) == (1, "STANDS", 1)


@pytest.mark.clause("K4.2")
def test_a_shot_of_the_general_does_not_fell_such_a_friend() -> None:
    battle = commanded("Ada 12 4 cannot_be_felled slots=0", "Orc 12 10 range=8").play(1)
    assert battle.phase == "SHOOTING"
    assert battle.play(6).status("Ada") == "STANDS"


# Striking back


@pytest.mark.clause("K4.1")
@pytest.mark.parametrize(("face", "phase"), [(3, "CHOOSE"), (4, "BACK")])
def test_some_strike_back_when_they_are_wounded(face: int, phase: str) -> None:
    battle = acting("Ada", "Ada 12 4", "Orc 12 5 strikes_back").play("fight Orc", face)
    assert battle.phase == phase


@pytest.mark.clause("K4.1")
def test_one_who_was_saved_or_unhurt_does_not_strike_back() -> None:
    battle = acting("Ada", "Ada 12 4", "Orc 12 5 strikes_back saves_on=4").play("fight Orc", 4, 4)
    assert battle.phase == "CHOOSE"
    battle = acting("Ada", "Ada 12 4", "Orc 12 5 strikes_back saves_on=4").play("fight Orc", 4, 3)
    assert battle.phase == "BACK"
    battle = acting("Ada", "Ada 12 4", "Orc 12 5 strikes_back cannot_be_felled slots=0")
    assert battle.play("fight Orc", 4).phase == "CHOOSE"


@pytest.mark.clause("K4.1")
def test_the_active_one_may_be_saved_from_a_blow_struck_back() -> None:
    battle = acting("Ada", "Ada 12 4 saves_on=5 slots=0; Bo 2 2", "Orc 12 5 strikes_back").play("fight Orc", 4, 4)
    assert (battle.phase, battle.target) == ("SAVE", "Ada")
    assert battle.play(5).status("Ada") == "STANDS"
    assert (battle.phase, battle.turn()) == ("CHOOSE", 1)


@pytest.mark.clause("K4.1")
def test_by_option_one_who_was_saved_strikes_back_and_one_who_routs_does_not() -> None:
    battle = acting("Ada", "Ada 12 4", "Orc 12 5 saves_on=4", strike_back=1).play("fight Orc", 4, 4)
    assert battle.phase == "BACK"
    battle = acting("Ada", "Ada 12 4", "Orc 12 5 routs", strike_back=1).play("fight Orc", 4)
    assert battle.phase == "CHOOSE"


@pytest.mark.clause("K4.1", "K5.3")
def test_a_friend_strikes_back_at_the_generals_character() -> None:
    battle = commanded("Ada 12 4 strikes_back", "Orc 12 5").play(1, 4)
    assert (battle.phase, battle.target) == ("BACK", "Orc")
    assert battle.play(4).field("wounds", "Orc") == 1


@pytest.mark.clause("K4.1")
def test_nobody_strikes_back_beyond_its_reach() -> None:
    battle = acting("Ada", "Ada 12 4 reach=2", "Orc 12 6 strikes_back").play("fight Orc", 4)
    assert battle.phase == "CHOOSE"
    battle = acting("Ada", "Ada 12 4 reach=2", "Orc 12 6 strikes_back reach=1").play("fight Orc", 4)
    assert battle.phase == "BACK"


# One shot each


@pytest.mark.clause("K3.5")
def test_a_character_who_spreads_fire_does_not_shoot_at_one_who_was_shot_at_this_round() -> None:
    friends = "Ada 12 4 range=10; Bo 11 4 range=10 spreads_fire; Cy 13 4 range=10"
    battle = acting("Ada", friends, f"Orc 12 10; {FAR}").play("shoot Orc", 1, "pass", "activate Bo")
    assert battle.why_not("shoot Orc") == "K3.5"
    assert battle.code("shoot Orc") not in battle.legal_moves()
    battle.play("stay", "pass", "activate Cy")
    assert battle.why_not("shoot Orc") == ""
    battle.play("stay", "pass", 6, "activate Bo")
    assert battle.why_not("shoot Orc") == ""


@pytest.mark.clause("K3.5", "K5.4")
def test_the_generals_character_shoots_the_next_one_instead() -> None:
    enemies = "Orc 12 10 range=9; Gob 13.5 10 range=9 spreads_fire"
    battle = commanded("Ada 12 4; Bo 16 4", enemies).play(1)
    assert (battle.phase, battle.target) == ("SHOOTING", "Ada")
    lines = battle.ai_lines(1, "pass")
    assert (lines, battle.target) == (["K5.4 Bo"], "Bo")
    plain = commanded("Ada 12 4; Bo 16 4", "Orc 12 10 range=9; Gob 13.5 10 range=9").play(1)
    assert plain.ai_lines(1, "pass") == ["K5.4 Ada"]


@pytest.mark.clause("K3.5", "K5.5")
def test_and_moves_for_a_shot_at_the_next_one() -> None:
    enemies = "Orc 12 10 range=6; Gob 14 10 range=6 spreads_fire"
    battle = commanded("Ada 12 4; Bo 22 4", enemies).play(1)
    assert battle.ai_lines(1, "pass")[0] == "K5.5 Bo"
