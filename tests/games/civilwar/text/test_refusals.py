"""Why a step of a battle is refused, in words."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from holdtheline.core.errors import IllegalMove
from holdtheline.games.civilwar.rules.moves import why_not
from holdtheline.games.civilwar.text.notation import parse_move
from holdtheline.games.civilwar.text.refusals import refusal

from ..bare_field import stage
from ..battle_states import MILL_CREEK, battle, legal, walk

ACT = "turn 3 union, ap 5"
COMBAT = "actor union Burnside, target E5, assault"


def refused(s: Any, text: str) -> str:
    """Return the refusal of a move, such as `it costs 2 AP, and 1 is left (C1.2)`."""
    code = parse_move(s, text)
    assert code is not None, text
    clause = int(why_not(s, code))
    assert clause, f"{text} is legal"
    return f"{refusal(s, code, clause)} (C{clause // 100}.{clause % 100})"


@pytest.mark.parametrize(
    ("text", "move", "why"),
    [
        (ACT, "stop", "no piece is moving now (C1.3)"),
        (ACT, "retreat D5", "there is no combat now (C1.3)"),
        (ACT, "go Evans D5", "Evans belongs to the Confederacy, and it is the Union's turn (C1.1)"),
        ("turn 3 union, ap 0", "go Burnside C4", "it costs 1 AP, and none is left (C1.2)"),
        ("turn 3 union, ap 1; union: Porter D4", "assault Porter E5", "it costs 2 AP, and 1 is left (C1.2)"),
        (f"{ACT}; union: Burnside acted", "go Burnside C4", "Burnside has already acted in this turn (C1.3)"),
        (f"{ACT}; union: Keyes lost", "go Keyes L7", "Keyes is lost (C7.1)"),
        (ACT, "go Franklin C2", "Franklin has not entered yet (C2.8)"),
        (ACT, "go Burnside C3", "Burnside is already in C3 (C2.1)"),
        (ACT, "go Burnside C5", "C5 is 2 hexes away; move one hex at a time (C2.1)"),
        (
            ACT,
            "go Burnside D3",
            "Porter is in D3, and a hex takes one infantry, cavalry or artillery, "
            "or one artillery with one of the others (C2.7)",
        ),
        (
            f"{ACT}; union: Porter D4",
            "go Porter E5",
            "Evans is in Matthews Hill (E5), and no unit can enter a hex with an enemy unit (C2.7)",
        ),
        (ACT, "go Porter D4 with", "no leader is with Porter in D3 (C2.5)"),
        (f"{ACT}; union: McDowell acted", "go Burnside C4 with", "McDowell has already acted in this turn (C2.5)"),
        (
            f"{ACT}; union: McDowell D4, Burnside D4",
            "go McDowell E5",
            "Evans is in Matthews Hill (E5), and a leader cannot enter a hex with an enemy (C2.6)",
        ),
        (ACT, "enter Burnside", "Burnside is already on the map, in C3 (C2.8)"),
        (ACT, "enter Howard", "Howard cannot enter before turn 5, and this is turn 3 (C2.8)"),
        (ACT, "enter Heintzelman", "Heintzelman enters with a unit, and one still waits (C2.8)"),
        (
            f"{ACT}; union: Franklin C1",
            "enter Willcox",
            "a unit is in C1, and Willcox enters at the nearest hex without one: B1 or D1 or B2 or C2 (C2.8)",
        ),
        (ACT, "enter Willcox D1", "Willcox enters at C1 (C2.8)"),
        (ACT, "enter Willcox with McDowell", "McDowell is already on the map, in C3 (C2.8)"),
        (ACT, "fire Griffin E5", "not even a 6 hits in Matthews Hill (E5), hill, from 3 hexes away (C3.2)"),
        (f"{ACT}; union: Tyler C4", "go Griffin C4 with McDowell", "Tyler is in C4, and a hex takes one leader (C2.7)"),
        (ACT, "fire Burnside E5", "E5 is 3 hexes away, and the range of infantry is 2 (C3.1)"),
        (ACT, "fire McDowell C4", "a leader does not fire (C3.1)"),
        (ACT, "fire Burnside C4", "no enemy is in C4 (C3.1)"),
        (f"{ACT}; union: Griffin F3", "fire Griffin E5", "the hill in E4 is in the way (C3.5)"),
        (f"{ACT}; union: Griffin G4", "fire Griffin E5", "the woods in F4 are in the way (C3.5)"),
        (f"{ACT}; union: Griffin B5, Porter D5", "fire Griffin E5", "Porter in D5 is in the way (C3.5)"),
        (ACT, "assault Griffin D4", "Griffin is artillery, and cannot assault (C2.3)"),
        (ACT, "assault Burnside C4", "no enemy is in C4 (C4.1)"),
        (
            ACT,
            "assault Burnside E5",
            "close combat needs an adjacent hex, and Matthews Hill (E5) is not adjacent (C4.1)",
        ),
        (ACT, "rally Burnside", "Burnside has all its 4 blocks (C6.1)"),
        (ACT, "rally Porter", "no leader is with Porter in D3 (C6.1)"),
        (ACT, "rally Griffin", "only infantry and cavalry rally, and Griffin is artillery (C6.1)"),
    ],
)
def test_a_refusal_says_what_stands_against_it(text: str, move: str, why: str) -> None:
    assert refused(battle(text), move) == why


UNION, REBELS = "turn 3 union, ap 3", "turn 3 confederate, ap 3"


@pytest.mark.parametrize(
    ("text", "move", "why"),
    [
        (UNION, "go Battery D2", "Battery B holds its place and never moves (C1.3)"),
        ("turn 2 confederate, ap 3", "go Adams D4", "Adams (Confederate) cannot move before turn 3 (C1.3)"),
        (UNION, "go Tyler H4", "H4 is clear, and a gunboat stays on the river (C2.4)"),
        (UNION, "go Tyler I1", "Tyler cannot sail to I1 (C2.4)"),
        (f"{UNION}; union: Adams 2 C1", "rally Adams", "the Union does not rally in this battle (C6.1)"),
        (f"{UNION}; union: Adams H3", "go Adams I3", "I3 is river, and only gunboats can enter a river (C2.4)"),
        (f"{UNION}; union: Adams E6", "go Adams F6", "F6 is swamp, and no piece can enter a swamp (C2.4)"),
        (
            f"{REBELS}; confederate: Adams H4",
            "fire Adams I4",
            "Tyler is a gunboat and cannot be attacked (C2.4)",
        ),
    ],
)
def test_a_refusal_names_the_special_rule(text: str, move: str, why: str) -> None:
    assert refused(battle(text, scenario=MILL_CREEK), move) == why


def test_a_refusal_says_why_a_piece_cannot_move_further() -> None:
    s = battle(f"{ACT}; union: Palmer C5 acted; move: mover union Palmer, gone 1, steps 2, quiet")
    assert refused(s, "end") == "Palmer is moving: continue its move, or stop it first (C1.3)"
    assert refused(s, "step C7") == "C7 is 2 hexes away; move one hex at a time (C2.2)"
    s = battle(f"{ACT}; union: Burnside C4 acted; move: mover union Burnside, gone 1, quiet")
    assert refused(s, "fire Burnside E5") == ("only cavalry fires after its move, and Burnside is infantry (C2.2)")
    assert refused(s, "step D4") == ("a forced march neither starts, passes nor ends next to an enemy unit (C2.1)")


def test_a_refusal_says_where_a_unit_cannot_retreat() -> None:
    s = battle(
        f"{ACT}; union: Burnside D4 acted; confederate: Evans struck shown, Latham struck;"
        f"retreat: {COMBAT}, hits 1, checked confederate Evans"
    )
    assert refused(s, "stay") == "Evans must retreat first (C5.1)"
    assert refused(s, "retreat E4").startswith("E4 is ")
    assert refused(s, "retreat D4") == "Burnside is in D4 (C5.2)"
    assert refused(s, "retreat A1") == ("a retreat is one hex, and A1 is not next to Matthews Hill (E5) (C5.1)")


@pytest.mark.parametrize("seed", range(2))
def test_any_refusal_in_a_battle_has_words(seed: int) -> None:
    random = Random(seed)
    for s in walk(seed, scenario=("bull-run", "shiloh")[seed]):
        near = [code ^ 1 << random.randrange(20) for code in random.choices(legal(s) or [1], k=3)]
        for code in (*near, random.randrange(1 << 16, 15 << 16), random.randrange(-9, 9), 2**62):
            clause = int(why_not(s, code))
            if clause:
                why = refusal(s, code, clause)
                assert why
                assert not re.search(r"None|#\d|off the map", why)


@pytest.mark.clause("C8.1")
def test_no_refusal_looks_at_a_morale() -> None:
    random, s = Random(5), battle(ACT)
    hidden = s.copy()
    hidden.morale = [0] * len(hidden.morale)
    for _ in range(500):
        code = random.randrange(1 << 16, 15 << 16)
        clause = int(why_not(s, code))
        if clause:
            assert refusal(s, code, clause) == refusal(hidden, code, clause)


@pytest.mark.clause("C4.3", "C5.1", "C5.2")
@pytest.mark.parametrize(
    ("confederate", "rolls", "move", "why"),
    [
        ("infantry Bee E5 green; leader Boss E5", (4,), "retreat E6 with Boss",
         "Boss goes along without being asked: say retreat E6 (C4.3)"),
        ("infantry Bee E5 green; artillery Guns E5 gold", (1, 1), "retreat E6 with", "no leader is with Bee (C4.3)"),
        ("infantry Bee E5 green; artillery Guns E5 gold; leader Boss E5; leader Baker E6; infantry Cobb A7", (4, 1),
         "retreat E6 with Boss", "Baker is in E6, and a hex takes one leader (C2.7)"),
        ("infantry Bee E5 green; infantry Cobb F4", (1,), "retreat D4",
         "D4 is no retreat hex: it is farther from the home edge, and the friends are closer or next to the attacker "
         "(C5.1)"),
        ("infantry Bee E5 green; infantry Cobb D6", (1, "retreat D6"), "displace D5",
         "D5 is no retreat hex for Cobb: it is farther from the home edge and no nearer to friends (C5.2)"),
        ("infantry Bee E5 green; infantry Cobb F5", (1,), "retreat F5",
         "F5 is next to Ames, and another retreat hex is free (C5.1)"),
    ],
)  # fmt: skip
def test_a_refused_retreat_says_why(confederate: str, rolls: tuple[int | str, ...], move: str, why: str) -> None:
    state = stage("infantry Ames E4", f"{confederate}; infantry Far I7")
    for step in ("assault Ames E5", 4, 2, 2, *rolls):
        state.play(step)
    with pytest.raises(IllegalMove) as refusal:
        state.play(move)
    assert str(refusal.value) == f"{move}: {why}"
