"""The odds of fights and legs: from where a leg ends, of all who are struck, and over gaps."""

from __future__ import annotations

from fractions import Fraction

import pytest

from holdtheline.core import catalog
from holdtheline.games.skirmish.state import CharacterStatus
from holdtheline.games.skirmish.view import marks, odds

from ..battle_builder import Stage, acting

HALF, THIRD, SIXTH = Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)


def chances(battle: Stage, step: str) -> dict[str, Fraction]:
    """Return the chances by label, and check that asking changed nothing."""
    before = battle.words.copy()
    found = {odd.label: odd.chance for odd in odds.odds(battle.s, battle.code(step))}
    assert (battle.words == before).all()
    return found


def mark_of(battle: Stage, id_: str) -> str:
    (text,) = (mark.text for mark in marks.marks(battle.s, 0, ()) if mark.id == id_)
    return text


# Where a charge ends


@pytest.mark.clause("K3.7")
def test_the_odds_of_a_charge_are_those_at_its_end() -> None:
    """On the hill herself, she does not strike at a character that stands higher."""
    battle = acting("Ada", "Ada 12 4", "Orc 12 9", ground="hill 10 7 14 12 high")
    assert chances(battle, "leg 12 8") == {"e1 is wounded": HALF}
    assert mark_of(battle, "e1") == "f1 can charge e1, 4 inches away: 50% to wound"


@pytest.mark.clause("K3.7")
def test_from_below_a_charge_has_less_odds() -> None:
    battle = acting("Ada", "Ada 12 4", "Orc 12 9", ground="hill 10 8.5 14 12 high")
    assert chances(battle, "leg 12 8") == {"e1 is wounded": THIRD}
    assert mark_of(battle, "e1").endswith("33% to wound")


@pytest.mark.clause("K3.7")
def test_a_charge_around_a_corner_is_judged_at_its_end_too() -> None:
    battle = acting("Ada", "Ada 12 4; Bo 12 6", "Orc 12 8", ground="hill 9 6.7 15 12 high")
    assert mark_of(battle, "e1").endswith("50% to wound")


def test_at_the_millrace_she_charges_the_bow_on_the_mound() -> None:
    state = catalog.load("skirmish", plain=True).position("round 2 friends; f1 23,19; choose")
    state.play("use f1")
    (odd,) = odds.odds(state.record, state.code("go 20,19"))
    assert odd.chance == Fraction(5, 6)


# Who is struck


@pytest.mark.clause("K3.8")
def test_nobody_behind_a_wall_is_swept() -> None:
    battle = acting("Ada", "Ada 12 12 swipes reach=3", "Orc 12 14; Imp 14.5 12.5", ground="wall 13.2 11 13.2 14")
    assert chances(battle, "fight Orc") == {"e1 is wounded": HALF}


@pytest.mark.clause("K3.7")
def test_a_charge_with_a_swipe_strikes_friends_too() -> None:
    battle = acting("Ada", "Ada 12 4 swipes; Bo 13 8.2; Cy 12 3", "Orc 12 9")
    assert chances(battle, "leg 12 8") == {"f2 is wounded": HALF, "e1 is wounded": HALF}


def test_a_move_that_is_refused_has_no_odds() -> None:
    assert chances(acting("Ada", "Ada 12 4 range=4"), "shoot Orc") == {}
    assert chances(acting("Ada"), "fight Orc") == {}


# What a blow does


@pytest.mark.clause("K4.1")
def test_who_routs_already_is_wounded() -> None:
    assert chances(acting("Ada", "Ada 12 4 routing_blow", "Orc 12 5 routs"), "fight Orc") == {"e1 is wounded": HALF}


@pytest.mark.clause("K4.1")
def test_who_carries_one_who_has_fallen_can_still_seize() -> None:
    friends = "Ada 12 4 grabs max_grabbed=1 carries_fallen; Bo 12 3 can_be_carried"
    battle = acting("Ada", friends, "Orc 12 9")
    battle.s.status[battle.number("Bo")] = CharacterStatus.LIES
    battle.play("pick_up Bo")
    assert battle.status("Bo") == "CARRIED"
    assert chances(battle, "leg 12 8") == {"e1 is seized": HALF}
    assert mark_of(battle, "e1").endswith("50% to seize")


@pytest.mark.clause("K4.1")
def test_who_holds_its_most_wounds() -> None:
    battle = acting("Ada", "Ada 12 4 grabs max_grabbed=0", "Orc 12 5")
    assert chances(battle, "fight Orc") == {"e1 is wounded": HALF}


# Gaps


@pytest.mark.clause("K3.4")
def test_a_leg_over_a_gap_has_the_odds_to_cross_it() -> None:
    battle = acting("Ada", ground="gap 0 7 24 8 roll=3")
    assert chances(battle, "leg 12 9.5") == {"f1 crosses the gap t1": Fraction(4, 6)}
    assert chances(battle, "leg 12 6") == {}


@pytest.mark.clause("K3.7")
def test_a_charge_over_a_gap_is_less_likely_to_wound() -> None:
    battle = acting("Ada", "Ada 12 4", "Orc 12 10", ground="gap 0 7 24 8 roll=3")
    assert chances(battle, "leg 12 9") == {
        "f1 crosses the gap t1": Fraction(2, 3),
        "e1 is wounded": THIRD,
    }
    assert mark_of(battle, "e1").endswith("33% to wound")


@pytest.mark.clause("K3.7")
def test_who_fails_may_charge_a_character_before_the_gap() -> None:
    battle = acting("Ada", "Ada 12 4", "Orc 13 6.5", ground="gap 0 7 24 8 roll=3")
    assert chances(battle, "leg 12 9.5") == {
        "f1 crosses the gap t1": Fraction(2, 3),
        "e1 is wounded, before the gap t1": SIXTH,
    }
