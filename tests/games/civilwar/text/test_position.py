"""Positions of a battle in words, and what is refused as a position."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from holdtheline.core.definition import CHANCE, OVER
from holdtheline.core.errors import BadPosition
from holdtheline.core.state_record import field_values
from holdtheline.games.civilwar.rules.sequence_of_play import turn
from holdtheline.games.civilwar.state import CivilWarState, Phase
from holdtheline.games.civilwar.text.names import hex_notation, piece_name
from holdtheline.games.civilwar.text.position import parse_position, position_text
from holdtheline.games.civilwar.text.state_validation import DERIVED_FIELDS, FIXED_FIELDS, check_state

from ..bare_field import play, stage
from ..battle_states import MILL_CREEK, battle, legal, walk

FIELDS = CivilWarState.names
OPTIONS = (
    {"scenario": "bull-run"},
    {"scenario": "shiloh", "fire_advance": "on", "leader_risk": "per_one", "bank_ap": "on"},
    {"scenario": "little-round-top", "attacker_check": "on", "rally_only_hit": "on", "fog": "off"},
    {"scenario": "missionary-ridge", "hill_guns": "on", "hill_sight": "on", "vp_hexes": "end_only"},
    {"scenario": MILL_CREEK, "morale_die": "2-2-2"},
)


def same(one: Any, other: Any) -> bool:
    return all(field_values(one, name) == field_values(other, name) for name in FIELDS)


def refusal(text: str, **options: str) -> str:
    s = battle(**options)
    before = s.copy()
    with pytest.raises(BadPosition) as refused:
        parse_position(s, text)
    assert "\n" not in str(refused.value)
    assert same(s, before)
    return str(refused.value)


# Written and read


@pytest.mark.parametrize("number", range(len(OPTIONS)))
def test_every_position_of_a_battle_is_read_back_as_it_was(number: int) -> None:
    options, phases = OPTIONS[number], set()
    for step, s in enumerate(walk(number + 8, **options)):
        if turn(s) != OVER and (s.phase not in (Phase.ACT, Phase.MOVE, Phase.DICE) or step % 5 == 0):
            assert same(battle(position_text(s), **options), s), position_text(s)
            phases.add(Phase(s.phase))
    assert len(phases) > 5


STACK = "infantry Bee E5 1; artillery Guns E5 gold; leader Boss E5; infantry Cobb E6; infantry Far I7"


@pytest.mark.parametrize(
    ("steps", "words"),
    [
        (("go Cole D4 with Able",), "move: mover union Cole, along union Able"),
        (("assault Ames E5", 4, 2, 2), "bereft"),
        (("assault Ames E5", 4, 2, 2, 6, "retreat E6 with Boss"), "hits 1, assault, bereft"),
        (("assault Ames E5", 4, 2, 2, 6, "retreat D5", "stop"), "advance: actor union Ames, target E5"),
        (("assault Dunn E6", 4, 2, 2, 4, "retreat E7"), "advance: actor union Dunn"),
        (("fire Ames E5", 5, 2, 2), "flight: mover confederate Boss"),
        (("go Cole D3", "step D4", "fire Cole E5", 5), "rode"),
    ],
)
def test_positions_in_which_leaders_choose_are_read_back(steps: tuple[str | int, ...], words: str) -> None:
    """Cole with Able passes Baker in D4; Bee, with one block, is lost and Guns, gold with a 6, must retreat."""
    union = "infantry Ames E4; infantry Dunn F6; cavalry Cole C4; leader Able C4; leader Baker D4; infantry Home A1"
    state = play(stage(union, STACK), *steps)
    assert words in state.position()
    assert state.game.position(state.position()) == state


@pytest.mark.clause("C4.3", "C5.2")
@pytest.mark.parametrize("along", ["", " with Boss"])
def test_the_choice_of_a_leader_is_part_of_a_displacement(along: str) -> None:
    pieces = "infantry Bee E5 green; artillery Guns E5 gold; leader Boss E5; infantry Cobb E6; artillery Batt E6"
    state = play(stage("infantry Ames E4", pieces), "assault Ames E5", 4, 2, 2, 4, 6, f"retreat E6{along}")
    assert ("along confederate Boss" in state.position()) == bool(along)
    assert state.game.position(state.position()) == state
    play(state, "displace E7")
    assert "pushed" in state.position()
    assert state.game.position(state.position()) == state


def test_the_start_has_a_short_text() -> None:
    assert position_text(battle()) == "turn 1 union"
    assert same(battle("turn 1 union"), battle())


def test_a_position_text_has_only_what_differs_from_the_start() -> None:
    text = "turn 3 union, ap 2; union: Burnside 3 C4 acted, Franklin C1, Keyes lost; points E11 union"
    s = battle(text)
    assert position_text(s) == text
    assert (s.strength[0], hex_notation(s, s.hex_of[0] - 1), s.acted[0]) == (3, "C4", 1)
    assert (s.entry_turn[4], s.entry_hex[4], s.elimination_vp[1], s.leaders_lost[0]) == (0, 0, 1, 0)
    assert turn(s) == 0


def test_a_person_may_write_it_in_another_way() -> None:
    one = battle("turn 3 union, ap 2; union: Burnside 3 C4 acted, Keyes lost")
    other = battle("  Turn 3 UNION ,  ap 2;union:keyes LOST,  burn ACTED c4 3 ")
    assert same(one, other)


def test_without_aps_the_die_for_them_is_rolled_next() -> None:
    s = battle("turn 5 confederate")
    assert (s.phase, s.side, s.turn, turn(s)) == (Phase.AP, 1, 5, CHANCE)


def test_a_leader_who_is_lost_costs_command_and_gives_a_vp() -> None:
    s = battle("turn 3 union; union: McDowell lost")
    assert (s.leaders_lost[0], s.elimination_vp[1], s.leader_at[s.hex_of[0] - 1]) == (1, 1, 0)


def test_names_that_both_sides_have_are_distinguished_by_their_side() -> None:
    s = battle("turn 3 union, ap 2; union: Adams 2 D2; confederate: Adams 1 D4", scenario=MILL_CREEK)
    assert [s.strength[piece] for piece in (0, 40)] == [2, 1]
    assert same(battle(position_text(s), scenario=MILL_CREEK), s)


def test_a_combat_in_progress_comes_last_in_the_text() -> None:
    s = battle(
        "turn 3 union, ap 2; union: Burnside D4 acted; confederate: Evans struck, Latham struck;"
        "dice: actor union Burnside, target E5, dice 1, hits 1, ones 1, assault"
    )
    assert position_text(s) == (
        "turn 3 union, ap 2; union: Burnside D4 acted; confederate: Evans E5 struck, Latham E5 struck; "
        "dice: actor union Burnside, target E5, dice 1, hits 1, ones 1, assault"
    )
    assert legal(s) == [1, 2, 3, 4, 5, 6]


@pytest.mark.clause("C8.1")
def test_a_morale_is_in_the_text_if_it_is_not_that_of_the_start() -> None:
    s = battle("turn 3 union; confederate: Evans gold, Stuart black")
    assert (s.morale[40], s.morale[49]) == (3, 2)
    assert position_text(s) == "turn 3 union; confederate: Evans E5 gold, Stuart waits black"


# Refused


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        "turn",
        "turn 3",
        "turn x union",
        "turn 3 blue",
        "turn 3 union, ap",
        "turn 3 union, ap x",
        "turn 3 union; blue: Burnside C4",
        "turn 3 union; union: Nobody C4",
        "turn 3 union; union: C4",
        "turn 3 union; union:",
        "turn 3 union; union: Burnside C4 sleeping",
        "turn 3 union; union: Burnside Z1",
        "turn 3 union; points C4 union",
        "turn 3 union; points E11",
        "turn 3 union; points E11 blue",
        "turn 3 union; banked 1",
        "turn 3 union; dancing",
        "turn 3 union; move: mover Burnside",
        "turn 3 union; move: mover union Burnside, steps x",
        "turn 3 union; move: foo",
        "turn 3 union; dice: dice",
        "union: Burnside C4; turn 3 union",
        "turn 3 union; turn 4 union",
        "turn 3 union; move: ,",
        "turn 3 union;",
        "turn ３ union",
        "turn 9999999 union",
        "0" * 1000,
    ],
)
def test_what_cannot_be_read_is_refused_with_an_example(text: str) -> None:
    assert refusal(text).startswith("a position of civilwar reads like: turn 3 union, ap 5; ")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("turn 19 union", "the battle has the turns 1 to 18 (C7.2)"),
        ("turn 0 union", "the battle has the turns 1 to 18 (C7.2)"),
        ("turn 3 union, ap 8", "the Union cannot have 8 AP (C1.2)"),
        ("turn 3 union; banked 1 0", "the Union cannot have kept 1 AP (C1.2, option bank_ap)"),
        ("turn 3 union; union: Burnside 5 C3", "Burnside has 1 to 4 blocks, not 5 (C3.3)"),
        ("turn 3 union; union: Burnside 0 C3", "Burnside has 1 to 4 blocks, not 0 (C3.3)"),
        ("turn 3 union; union: Burnside waits", "Burnside starts on the map (C2.8)"),
        ("turn 1 union; union: Franklin C1", "Franklin cannot enter before turn 2, and this is turn 1 (C2.8)"),
        ("turn 3 union; union: Franklin 2 waits", "Franklin still waits, so it has all its blocks (C2.8)"),
        (
            "turn 3 union; union: Burnside E5",
            "Burnside and Evans cannot both be in Matthews Hill (E5) (C2.7)",
        ),
        ("turn 3 union; union: Burnside D3", "Burnside and Porter cannot both be in D3 (C2.7)"),
        ("turn 3 union; union: Tyler C3", "McDowell and Tyler cannot both be in C3 (C2.7)"),
        (
            "turn 3 union; confederate: Evans gold",
            "the Confederacy has other morales in this battle, or they are hidden (C8.1)",
        ),
        (
            "turn 3 union; confederate: Evans hidden",
            "the Confederacy has other morales in this battle, or they are hidden (C8.1)",
        ),
        ("turn 3 union; union: Burnside acted", "a piece has acted before the roll for APs (C1.3)"),
        ("turn 3 union, ap 0; over", "no side has the VP to win, and turns are left (C7.2)"),
        ("turn 3 union, ap 1; move", "no piece is moving (C1.3)"),
        ("turn 3 union, ap 1; dice", "no unit attacks (C3.1)"),
        ("turn 3 union, ap 1; retreat", "no unit attacks (C3.1)"),
        ("turn 3 union, ap 1; rally", "no unit rallies (C6.1)"),
        ("turn 3 union, ap 1; act: dice 2", "the action in progress does not belong to this phase (C1.3)"),
        (
            "turn 3 union, ap 1; union: Burnside acted; dice: actor union Burnside, target E5, dice 3",
            "no unit can be attacked there (C3.1)",
        ),
        (
            "turn 3 union, ap 1; union: Burnside D4 acted; dice: actor union Burnside, target E5, dice 4",
            "the number of dice is wrong (C3.1)",
        ),
        ("turn 3 union; union: Burnside C4; union: Porter D4", "a position says its 'union' only once"),
    ],
)
def test_what_could_never_be_is_refused_with_its_clause(text: str, why: str) -> None:
    assert refusal(text) == why


def test_a_river_is_for_gunboats_in_positions_too() -> None:
    options = {"scenario": MILL_CREEK}
    assert refusal("turn 3 union; union: Tyler H4", **options) == "Tyler cannot stand in H4 (C2.4)"
    assert refusal("turn 3 union; union: Adams I4, Tyler I3", **options) == ("Adams (Union) cannot stand in I4 (C2.4)")


# Saved states


@pytest.mark.parametrize("number", range(len(OPTIONS)))
def test_no_state_of_a_battle_is_refused(number: int) -> None:
    started = battle(**OPTIONS[number])
    for s in walk(10 + number, **OPTIONS[number]):
        assert check_state(s, started) == ""


@pytest.mark.parametrize("name", [*FIXED_FIELDS, *DERIVED_FIELDS])
def test_a_number_that_does_not_fit_is_refused(name: str) -> None:
    s, started = battle("turn 3 union, ap 2"), battle()
    numbers = field_values(s, name)
    for change in (1, -1, 10**9, -(2**62)):
        for place in {0, len(numbers) // 2, len(numbers) - 1}:
            wrong = s.copy()
            changed = [*numbers[:place], numbers[place] + change, *numbers[place + 1 :]]
            setattr(wrong, name, changed if len(numbers) > 1 else changed[0])
            assert check_state(wrong, started)


@pytest.mark.parametrize("seed", range(2))
def test_any_numbers_at_all_are_refused_or_can_be_played(seed: int) -> None:
    """A state that is accepted is written and read back, and has a move."""
    random, options = Random(seed), OPTIONS[seed]
    started, accepted = battle(**options), 0
    free = [name for name in FIELDS if name not in FIXED_FIELDS]
    for s in walk(seed, **options):
        wrong = s.copy()
        name = random.choice(free)
        numbers = field_values(s, name)
        place, value = (
            random.randrange(len(numbers)),
            random.choice((0, 1, 2, 3, 5, 14, 41, 80, 143, -1, 10**9)),
        )
        setattr(wrong, name, [*numbers[:place], value, *numbers[place + 1 :]] if len(numbers) > 1 else value)
        if not check_state(wrong, started):
            accepted += 1
            assert turn(wrong) == OVER or legal(wrong)
            assert turn(wrong) == OVER or same(battle(position_text(wrong), **options), wrong)
    assert accepted > 10


def test_a_state_of_another_battle_is_refused() -> None:
    s = battle(scenario="shiloh")
    assert check_state(s, battle()) == "it was played with other rules or another scenario (C7.2)"
    assert piece_name(s, 0) != piece_name(battle(), 0)
