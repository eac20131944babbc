"""A roll at the start of an activation (trait `start_roll`)."""

from __future__ import annotations

import pytest

from holdtheline.games.skirmish.state import StartResult

from ...battle_builder import Stage, acting, commanded


def packed(*results: StartResult) -> int:
    return sum(result << 4 * index for index, result in enumerate(results))


ALL = packed(
    StartResult.STAYS,
    StartResult.HALF_MOVE,
    StartResult.DOUBLE_MOVE,
    StartResult.RAGES,
    StartResult.HEALS,
    StartResult.SUFFERS,
)


def rolled(face: int, words: str = "") -> Stage:
    return acting("Ada", f"Ada 12 4 start_roll={ALL} {words}; Bo 2 2", "Orc 12 20 slots=0").play(face)


@pytest.mark.clause("K2.2")
def test_the_die_comes_before_anything_that_the_character_does() -> None:
    battle = acting("Ada", f"Ada 12 4 start_roll={ALL}")
    assert (battle.phase, battle.turn(), battle.why_not("stay")) == ("START", -1, "K2.2")


@pytest.mark.clause("K2.2")
def test_who_stays_has_been_activated() -> None:
    battle = rolled(1)
    assert (battle.phase, battle.turn(), battle.field("done", "Ada")) == ("CHOOSE", 1, 1)


@pytest.mark.clause("K3.4")
@pytest.mark.parametrize(("face", "far"), [(2, 3), (3, 12), (4, 6)])
def test_the_move_of_this_activation_is_halved_or_doubled(face: int, far: float) -> None:
    battle = rolled(face)
    assert (battle.why_not(f"leg 12 {4 + far + 0.001}"), battle.why_not(f"leg 12 {4 + far}")) == ("K3.4", "")
    battle.play("stay")
    assert battle.field("pace", "Ada") == 6000


@pytest.mark.clause("K4.1")
def test_rage_adds_to_the_attack_until_the_activation_ends() -> None:
    battle = rolled(4)
    assert battle.field("attack", "Ada") == 1
    battle.play("stay")
    assert battle.field("attack", "Ada") == 0


@pytest.mark.clause("K4.2")
def test_a_wound_is_healed_or_taken() -> None:
    assert rolled(5, "wounds=1").field("wounds", "Ada") == 0
    assert rolled(5).field("wounds", "Ada") == 0
    assert rolled(6).field("wounds", "Ada") == 1
    battle = rolled(6, "slots=0")
    assert (battle.status("Ada"), battle.phase, battle.turn()) == ("FALLEN", "CHOOSE", 1)


@pytest.mark.clause("K3.2")
def test_a_roll_can_rout_but_not_who_never_routs() -> None:
    routs = packed(*[StartResult.ROUTS] * 6)
    battle = acting("Ada", f"Ada 12 8 start_roll={routs}; Bo 2 2", "Orc 12 20").play(3)
    assert (battle.field("routs", "Ada"), battle.place("Ada"), battle.turn()) == (1, (12, 2), 1)
    battle = acting("Ada", f"Ada 12 8 start_roll={routs} never_routs", "Orc 12 20").play(3)
    assert (battle.field("routs", "Ada"), battle.phase) == (0, "ACTING")


@pytest.mark.clause("K3.9")
def test_a_follow_up_has_no_roll_and_keeps_its_result() -> None:
    battle = acting("Ada", f"Ada 12 4 start_roll={ALL}", "Orc 12 5 slots=0; Gob 2 20").play(4, "fight Orc", 6)
    assert (battle.phase, battle.field("attack", "Ada")) == ("ACTING", 1)


@pytest.mark.clause("K5.1")
def test_the_generals_characters_roll_as_well() -> None:
    battle = commanded("Ada 12 4", f"Orc 12 20 start_roll={ALL}").play(1)
    assert (battle.phase, battle.actor) == ("START", "Orc")
    battle.play(3)
    assert battle.place("Orc") == (12, 8)  # twice its 6 inches, into view of Ada and no farther than it may
