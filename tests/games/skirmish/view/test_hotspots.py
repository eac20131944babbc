"""Pointing at moves: what is touched, what is meant by it, its marks and its odds."""

from __future__ import annotations

from fractions import Fraction

import pytest

from holdtheline.core import catalog
from holdtheline.games.skirmish.rules import moves
from holdtheline.games.skirmish.text import notation
from holdtheline.games.skirmish.view import hotspots, marks, odds

from ..battle_builder import Stage, stage


def acting(friends: str = "Ada 12 4", enemies: str = "Orc 12 20", **how: object) -> Stage:
    name = friends.split()[0]
    return stage(friends, enemies, **how).play(6, f"activate {name}")  # type: ignore[arg-type]


def meant(staged: Stage, *clicks: str) -> str:
    code = hotspots.move_from_clicks(staged.s, 0, clicks)
    return "" if code is None else notation.move_text(staged.s, code)


def chances(staged: Stage, step: str) -> dict[str, Fraction]:
    return {odd.label: odd.chance for odd in odds.odds(staged.s, staged.code(step))}


# What is meant


@pytest.mark.clause("K2.2")
def test_clicking_your_own_character_uses_it():
    staged = stage("Ada 12 4; Bea 6 4").play(6)
    assert meant(staged, "f2") == "use f2"
    assert meant(staged, "e1") == "use e1"
    assert meant(staged, "pass") == "pass"
    assert hotspots.move_from_clicks(staged.s, 1, ["e1"]) is None


@pytest.mark.clause("K3.7")
def test_touching_an_enemy_is_to_fight_else_to_shoot_else_to_charge_it():
    assert meant(acting(enemies="Orc 12 5"), "e1") == "fight e1"
    assert meant(acting("Ada 12 4 range=20", "Orc 12 8"), "e1") == "shoot e1"
    assert meant(acting("Ada 12 4 range=20", "Orc 12 8"), "charge", "e1") == "go 12,7"
    assert meant(acting(enemies="Orc 12 8"), "e1") == "go 12,7"
    assert meant(acting(enemies="Orc 12 8"), "shoot", "e1") == "shoot e1"


@pytest.mark.clause("K3.7")
def test_a_charge_that_cannot_be_is_meant_all_the_same_so_that_it_is_refused():
    staged = acting(enemies="Orc 12 20")
    assert meant(staged, "e1") == "go 12,19"
    assert staged.why_not("leg 12 19") == "K3.4"


@pytest.mark.clause("K3.1")
def test_touching_a_thing_is_to_take_it_and_a_place_to_go_there():
    staged = acting(things="crown 12 5")
    assert meant(staged, "o1") == "take o1"
    assert meant(staged, "go-12.5,8.25") == "go 12.5,8.25"
    assert meant(staged, "face", "go-1,1") == "face 1,1"
    assert meant(staged, "stay") == "stay"
    assert meant(staged, "t9") == meant(staged, "f1") == meant(staged, "go-x") == ""


# Ways to point


def test_where_one_can_both_fight_and_shoot_a_touch_fights_and_a_word_shoots():
    staged = acting("Ada 12 4 range=20 reach=5", "Orc 12 8")
    ways = {
        staged_code: [choice.ids for choice in hotspots.clicks(staged.s, staged_code)]
        for staged_code in (staged.code("fight Orc"), staged.code("shoot Orc"))
    }
    assert list(ways.values()) == [[("e1",)], [("shoot", "e1")]]


def test_all_that_a_move_is_pointed_at_by_can_be_touched():
    state = catalog.load("skirmish", plain=True).position(
        catalog.load("skirmish", plain=True).definition.text.sample_position
    )
    state.play("use f3")
    spots = {spot.id: spot for spot in state.hotspots()}
    for move in state.legal_moves():
        for way in state.click_paths(move):
            assert set(way.ids) <= set(spots)
    assert spots["stay"].key == "s"
    assert spots["e4"].key == "4"
    assert spots["e4"].label.startswith("Long Cudgel, move 6, attack 1, defence 0, wounds 1 of 1, at 8.5")


# Marks


def test_marks_show_where_one_can_go_and_whom_one_can_hurt():
    staged = acting("Ada 12 4 range=20", "Orc 12 14; Elf 12 18; Imp 20 20", things="crown 12 5")
    found = {mark.id: mark for mark in marks.marks(staged.s, 0, ())}
    assert (found["e1"].kind, found["e1"].sign) == ("target", "50%")
    assert found["e1"].text == "f1 shoots at e1, 9 inches away: 50% to wound"
    assert (found["e2"].kind, found["e2"].text) == ("unseen", "e2 is in range, and e1 blocks sight")
    assert (found["o1"].kind, found["o1"].sign) == ("dear", "+")
    legs = {mark.sign for mark in found.values() if mark.kind in ("near", "far")}
    assert {"3", "6"} <= legs
    assert marks.marks(staged.s, 1, ()) == ()


def test_what_hides_a_character_is_marked():
    staged = acting("Ada 12 4 range=20", "Orc 12 14", ground="wall 10 9 14 9")
    found = {mark.id: mark for mark in marks.marks(staged.s, 0, ())}
    assert (found["t1"].kind, found["t1"].text) == ("blocks", "the wall t1 hides e1")


def test_before_a_character_is_used_its_marks_have_the_moves_that_lead_there():
    staged = stage("Ada 12 4; Bea 6 4", "Orc 12 5").play(6)
    found = {mark.id: mark for mark in marks.marks(staged.s, 0, ("f1",))}
    assert found["e1"].plays == ("use f1", "fight e1")
    assert marks.marks(staged.s, 0, ()) == marks.marks(staged.s, 0, ("e1",)) == ()


# Odds


@pytest.mark.clause("K4.1")
@pytest.mark.parametrize(("attack", "chance"), [(-9, "1/6"), (0, "1/2"), (1, "2/3"), (9, "5/6")])
def test_the_chance_of_a_blow_is_exact(attack, chance):
    staged = acting(f"Ada 12 4 attack={attack}", "Orc 12 5")
    assert chances(staged, "fight Orc") == {"e1 is wounded": Fraction(chance)}


@pytest.mark.clause("K4.2")
def test_with_no_slot_free_the_chance_is_to_fell():
    staged = acting("Ada 12 4 range=20", "Orc 12 10 slots=0")
    assert chances(staged, "shoot Orc") == {"e1 falls": Fraction(1, 2)}
    moved = acting("Ada 12 4 range=20", "Orc 12 12 slots=0").play("leg 12 6")
    assert chances(moved, "shoot Orc") == {"e1 falls": Fraction(1, 3)}


@pytest.mark.clause("K4.2")
def test_an_item_that_saves_is_in_the_odds():
    staged = acting("Ada 12 4", "Orc 12 5 saves_on=4")
    assert chances(staged, "fight Orc") == {
        "e1 is hit, before a roll to be saved": Fraction(1, 2),
        "e1 is wounded": Fraction(1, 4),
    }


@pytest.mark.clause("K4.1")
@pytest.mark.parametrize(
    ("trait", "words"),
    [("routing_blow", "e1 routs"), ("grabs max_grabbed=1", "e1 is seized")],
)
def test_a_blow_that_does_something_else_says_so(trait, words):
    assert chances(acting(f"Ada 12 4 {trait}", "Orc 12 5"), "fight Orc") == {words: Fraction(1, 2)}


def test_a_swipe_has_odds_for_each_whom_it_strikes():
    staged = acting("Ada 12 4 swipes; Bea 12 3; Cle 13 4", "Orc 12 5")
    assert chances(staged, "fight Orc") == {"f3 is wounded": Fraction(1, 2), "e1 is wounded": Fraction(1, 2)}


@pytest.mark.clause("K3.7")
def test_the_odds_of_a_charge_are_those_of_its_fight():
    staged = acting(enemies="Orc 12 8")
    assert chances(staged, "leg 12 7") == {"e1 is wounded": Fraction(1, 2)}
    assert chances(staged, "leg 12 6") == {}
    assert moves.why_not(staged.s, staged.code("leg 12 7")) == 0
