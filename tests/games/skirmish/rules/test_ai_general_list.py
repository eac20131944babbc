"""Each line of the AI general's list twice: where it and only it applies, and where the line above wins.

That no other line applies is asked of the rules themselves: with a list of its own that has all the other
lines, the same character in the same place does nothing. That a line above wins, though this one applies as
well, is asked in the same way: without the lines above, it is followed.
"""

from __future__ import annotations

import pytest

from holdtheline.games.skirmish.state import AiLine

from ..battle_builder import Stage, commanded

AWAY = "Ada 2 23"
"""Out of the view, the range and the move of an enemy in the middle of the table."""
BITS = 4


def instructions(*lines: int) -> str:
    """Return the word that gives a character this AI list."""
    return f"ai_list={sum(line << BITS * place for place, line in enumerate(lines))}"


def without(*lines: int) -> str:
    return instructions(*(line for line in AiLine if line not in lines))


def staged(friends: str, orc: str, things: str, words: str = "") -> Stage:
    """Build a battle in which the Orc, facing down, is about to act; Gob is far away."""
    return commanded(friends, f"Orc {orc} {words}; Gob 3 3", things=things)


# Where it and only it applies: friends, the Orc, things, and what the general says

ONLY = {
    AiLine.SHOOT: ("Ada 12 22", "12 14 range=9 move=0", "", ["K5.4 Ada"]),
    AiLine.MOVE_AND_SHOOT: ("Ada 12 20", "12 8 range=6", "", ["K5.5 Ada"]),
    AiLine.FETCH: (AWAY, "12 14", "crown 12 9", ["K5.6 crown"]),
    AiLine.CHARGE: ("Ada 12 18", "12 14", "", ["K5.7 Ada"]),
    AiLine.SEEK_OBJECTIVE: (AWAY, "12 14", "crown 12 4", ["K5.8 crown"]),
    AiLine.SEEK_ENEMY: ("Ada 12 3", "12 14", "", ["K5.9 Ada"]),
}
IMPLIED = {AiLine.FETCH: AiLine.SEEK_OBJECTIVE}
"""An objective in view and in move range is always one in view."""


@pytest.mark.clause("K5.4", "K5.5", "K5.6", "K5.7", "K5.8", "K5.9")
@pytest.mark.parametrize("line", ONLY, ids=lambda line: line.word)
def test_a_line_is_followed_where_it_and_only_it_applies(line: AiLine) -> None:
    friends, orc, things, expected = ONLY[line]
    assert staged(friends, orc, things).ai_lines(1) == expected
    assert staged(friends, orc, things, without(line, IMPLIED.get(line, line))).ai_lines(1) == []


# Where a line applies, and the line above wins: friends, the Orc, things, the expected and the other line

ABOVE = {
    AiLine.SHOOT: ("Ada 12 10; Bo 12 2", "12 14 range=9", "crown 12 14", "K5.2 nobody", "K5.4 Ada"),
    AiLine.MOVE_AND_SHOOT: ("Ada 12 8; Bo 18 20", "12 20 range=6", "", "K5.4 Bo", "K5.5 Bo"),
    AiLine.FETCH: ("Ada 12 2", "12 14 range=6", "crown 15 12", "K5.5 Ada", "K5.6 crown"),
    AiLine.CHARGE: ("Ada 12 18", "12 14", "crown 12 9", "K5.6 crown", "K5.7 Ada"),
    AiLine.SEEK_OBJECTIVE: ("Ada 12 18", "12 14", "crown 12 4", "K5.7 Ada", "K5.8 crown"),
    AiLine.SEEK_ENEMY: ("Ada 12 4", "12 14", "crown 18 4", "K5.8 crown", "K5.9 Ada"),
}


@pytest.mark.clause("K5.4", "K5.5", "K5.6", "K5.7", "K5.8", "K5.9")
@pytest.mark.parametrize("line", ABOVE, ids=lambda line: line.word)
def test_where_both_apply_the_line_above_is_followed(line: AiLine) -> None:
    friends, orc, things, wins, loses = ABOVE[line]
    assert staged(friends, orc, things).ai_lines(1)[-1] == wins
    below = instructions(*(other for other in AiLine if other >= line))
    assert staged(friends, orc, things, below).ai_lines(1)[-1] == loses


@pytest.mark.clause("K5.4")
def test_melee_the_line_just_above_it_comes_before_a_shot() -> None:
    assert commanded("Ada 12 13; Bo 16 12", "Orc 12 14 range=9; Gob 3 3").ai_lines(1) == ["K5.3 Ada"]
    assert commanded("Ada 12 11; Bo 16 12", "Orc 12 14 range=9; Gob 3 3").ai_lines(1) == ["K5.4 Ada"]


# What comes before the list


@pytest.mark.clause("K5.1")
def test_next_to_an_objective_it_picks_it_up_though_no_line_applies() -> None:
    battle = staged(AWAY, "12 14", "crown 12 15.5", instructions(AiLine.SHOOT))
    assert battle.ai_lines(1) == ["K5.1 crown"]
    assert battle.field("carries", "Orc") - 1 == battle.number("crown")


@pytest.mark.clause("K5.1")
def test_melee_comes_before_the_objective_at_its_feet() -> None:
    battle = staged("Ada 12 15", "12 14", "crown 12 14")
    assert battle.ai_lines(1) == ["K5.3 Ada"]
    assert battle.objective_status("crown") == "FREE"


@pytest.mark.clause("K5.1")
def test_rout_comes_before_melee_and_before_the_die_of_several() -> None:
    battle = commanded("Ada 12 15; Bo 13 14", "Orc 12 14 routs; Gob 3 3")
    assert battle.ai_lines(1) == []
    assert (battle.phase, battle.status("Orc")) == ("CHOOSE", "STANDS")
    assert battle.place("Orc") != (12, 14)


# Line 1, to carry something off


@pytest.mark.clause("K5.2")
def test_a_carrier_with_nothing_else_to_do_goes_for_the_edge() -> None:
    """The pick-up is K5.1's; without line 1 the carrier stands."""
    assert staged(AWAY, "12 14", "crown 12 14").ai_lines(1) == ["K5.1 crown", "K5.2 nobody"]
    assert staged(AWAY, "12 14", "crown 12 14", without(AiLine.CARRY_OFF)).ai_lines(1) == ["K5.1 crown"]


@pytest.mark.clause("K5.2")
def test_melee_comes_before_the_edge_for_a_carrier() -> None:
    battle = staged("Ada 12 15", "12 14", "crown 12 14").give("Orc", "crown")
    assert battle.ai_lines(1) == ["K5.3 Ada"]
    battle = staged("Ada 12 15.1", "12 14", "crown 12 14").give("Orc", "crown")
    assert battle.ai_lines(1) == ["K5.2 nobody"]


# Line 2, melee


@pytest.mark.clause("K5.3")
def test_it_fights_whom_it_touches_though_no_other_line_applies() -> None:
    """Ada is behind it, so not in view, and engaged, so not to be charged."""
    battle = staged("Ada 12 15", "12 14", "")
    assert battle.ai_lines(1) == ["K5.3 Ada"]
    assert (battle.phase, battle.target) == ("FIGHTING", "Ada")


def after_felling(things: str = "", words: str = "") -> list[str]:
    """Return the lines the Orc follows after it has felled Ada, with nobody in view or near."""
    battle = commanded("Ada 12 13 slots=0; Bo 2 23; Cy 4 23", f"Orc 12 14 {words}; Gob 3 3", things=things)
    return (battle.give("Orc", "crown") if things else battle).play(1).ai_lines(6)


@pytest.mark.clause("K5.3")
def test_having_felled_one_it_moves_on_where_no_other_line_applies() -> None:
    assert after_felling()[0] == "K5.3 nobody"
    assert after_felling(words=without(AiLine.FIGHT)) == []


@pytest.mark.clause("K5.3")
def test_a_carrier_that_has_felled_one_goes_for_the_edge_and_not_on() -> None:
    assert after_felling("crown 12 14") == ["K5.2 nobody"]
    assert after_felling("crown 12 14", words=without(AiLine.CARRY_OFF))[0] == "K5.3 nobody"


@pytest.mark.clause("K5.4")
def test_moving_on_comes_before_a_shot_that_could_be_taken_at_once() -> None:
    """The shot follows after the move (K3.6): the list continues."""
    assert after_felling(words="range=20") == ["K5.3 nobody", "K5.4 Cy"]
    assert after_felling(words=f"range=20 {without(AiLine.FIGHT)}") == ["K5.4 Cy"]


@pytest.mark.clause("K5.3")
def test_the_die_is_rolled_only_where_there_are_several() -> None:
    assert staged("Ada 12 15; Bo 13 14", "12 14", "").play(1).phase == "WHICH"
    assert staged("Ada 12 15; Bo 13.1 14", "12 14", "").play(1).phase == "FIGHTING"


@pytest.mark.clause("K5.3")
def test_whom_it_charged_it_fights_without_a_die() -> None:
    """It charges Bo, the nearer, by K5.7, and touches Ada too: the line has named its enemy."""
    battle = staged("Ada 11.49 17.9; Bo 12.4 17.8", "12 14", "")
    assert battle.ai_lines(1) == ["K5.7 Bo"]
    assert (battle.phase, battle.target) == ("FIGHTING", "Bo")


# Else


@pytest.mark.clause("K5.9")
def test_where_no_line_applies_it_goes_to_the_centre() -> None:
    battle = staged(AWAY, "16 12", "")
    assert battle.ai_lines(1) == ["K5.9 nobody"]
    assert battle.place("Orc") == (12, 12)
    assert staged(AWAY, "16 12", "", instructions(*AiLine)).ai_lines(1) == []


@pytest.mark.clause("K5.9")
def test_an_enemy_in_view_comes_before_the_centre() -> None:
    battle = staged("Ada 12 23; Bo 2 12", "16 12", "")
    assert battle.ai_lines(1) == ["K5.9 Bo"]
    battle = staged("Ada 23 4; Bo 12 23", "16 12", "")
    assert battle.ai_lines(1) == ["K5.9 Ada"]
    assert battle.place("Orc")[0] > 16


# Of several as near, the first on the sheet

TIES = {
    AiLine.SHOOT: ("12 14 range=9 move=0", "Ada 8 20; Bo 16 20", "", "K5.4 Ada", "K5.4 Bo"),
    AiLine.MOVE_AND_SHOOT: ("12 14 range=4", "Ada 8 5; Bo 16 5", "", "K5.5 Ada", "K5.5 Bo"),
    AiLine.FETCH: ("12 14", AWAY, "crown 9 11; cup 15 11", "K5.6 crown", "K5.6 cup"),
    AiLine.CHARGE: ("12 14", "Ada 9 17; Bo 15 17", "", "K5.7 Ada", "K5.7 Bo"),
    AiLine.SEEK_OBJECTIVE: ("12 14", AWAY, "crown 5 6; cup 19 6", "K5.8 crown", "K5.8 cup"),
    AiLine.SEEK_ENEMY: ("12 14", "Ada 5 5; Bo 19 5", "", "K5.9 Ada", "K5.9 Bo"),
}


def turned_round(words: str) -> str:
    """Swap the places of two characters, with their names in the same order."""
    (first, *here), (second, *there) = (part.split() for part in words.split(";"))
    return f"{first} {' '.join(there)}; {second} {' '.join(here)}"


def moved_off(words: str) -> str:
    """Move the left one of two a hundredth of an inch farther to the left."""
    (first, x, y), second = words.split(";")[0].split(), words.split(";")[1]
    return f"{first} {float(x) - 0.01} {y}; {second}"


@pytest.mark.clause("K5.1", "K5.4", "K5.5", "K5.6", "K5.7", "K5.8", "K5.9")
@pytest.mark.parametrize("line", TIES, ids=lambda line: line.word)
def test_the_nearest_is_meant_and_of_several_as_near_the_first_on_the_sheet(line: AiLine) -> None:
    orc, friends, things, first, second = TIES[line]
    for change, expected in ((str, first), (turned_round, first), (moved_off, second)):
        battle = staged(friends, orc, change(things)) if things else staged(change(friends), orc, "")
        assert battle.ai_lines(1) == [expected]
