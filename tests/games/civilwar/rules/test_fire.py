"""Fire (C3), each case worked out by hand."""

from __future__ import annotations

import pytest

from holdtheline.core.definition import CHANCE
from holdtheline.core.game import State
from holdtheline.games.civilwar.rules.moves import MoveKind
from holdtheline.games.civilwar.rules.victory import victory_points
from holdtheline.games.civilwar.state import Phase

from ..bare_field import at, blocks, can, has, is_legal, phase, play, play_events, refused, stage

AWAY = {1: "F4", 2: "G4", 3: "H4", 4: "I4"}
"""Hexes at these distances from E4."""
KINDS = ("infantry", "cavalry", "artillery", "gunboat")
NUMBERS = {
    ("infantry", 1): 5,
    ("infantry", 2): 6,
    ("cavalry", 1): 5,
    ("artillery", 1): 4,
    ("artillery", 2): 5,
    ("artillery", 3): 6,
    ("gunboat", 1): 4,
    ("gunboat", 2): 5,
    ("gunboat", 3): 6,
}
"""C3.2, by the table."""
TERRAIN = {"w": -1, "h": -1, "t": -1, "f": -1, "e": -1, "F": -2, "c": 1, ".": 0, "b": 0, "d": 0, "-": 0}
"""What the terrain of the target adds to each die."""


def facing(kind: str, away: int, target: str = "infantry", letter: str = ".", **more: str) -> State:
    """Return a state with a firer in E4 and a target at this distance, in this terrain."""
    ground = f"{AWAY[away]} {letter}" + (", E4 r" if kind == "gunboat" else "")
    return stage(f"{kind} Ames E4; infantry Home A1", f"{target} Bee {AWAY[away]}; infantry Far I7",
                 ground=ground, **more)  # fmt: skip


# C3.1: dice and ranges


@pytest.mark.clause("C3.1")
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("away", AWAY)
def test_who_fires_how_far_and_with_how_many_dice(kind: str, away: int) -> None:
    state = facing(kind, away)
    step = f"fire Ames {AWAY[away]}"
    if (kind, away) not in NUMBERS:
        assert refused(state, step) == "C3.1"
        return
    play(state, step)
    dice = 0
    while phase(state) == Phase.DICE:
        assert state.current_player == CHANCE
        play(state, 2)
        dice += 1
    assert dice == (4 if (kind, away) == ("artillery", 1) else 3)
    assert (phase(state), state.record.ap) == (Phase.ACT, 5)
    assert has(state, "acted", "Ames")


@pytest.mark.clause("C3.1")
@pytest.mark.parametrize(("kind", "dice"), [("infantry", 3), ("cavalry", 3), ("artillery", 4)])
def test_losses_do_not_reduce_the_dice(kind: str, dice: int) -> None:
    state = stage(f"{kind} Ames E4 1", "infantry Bee E5")
    assert play(state, "fire Ames E5").record.dice_left == dice


@pytest.mark.clause("C3.1")
@pytest.mark.parametrize("target", ["infantry", "cavalry", "artillery"])
def test_every_land_unit_can_be_fired_at(target: str) -> None:
    state = play(facing("infantry", 1, target), "fire Ames F4")
    assert has(state, "attacked", "Bee")
    assert blocks(play(state, 5, 1, 1), "Bee") == (4 if target == "infantry" else 2) - 1


@pytest.mark.clause("C3.1")
def test_a_target_is_a_hex_with_an_enemy_unit() -> None:
    state = stage("artillery Ames E4; infantry Bell F4", "leader Boss E5; infantry Bee D4; infantry Far I7")
    for hex_ in ("E4", "E3", "F4", "E5"):  # its own hex, nobody, a friend, a lone leader
        assert refused(state, f"fire Ames {hex_}") == "C3.1"
    assert is_legal(state, "fire Ames D4")


@pytest.mark.clause("C3.1")
@pytest.mark.parametrize("step", ["end", "go Home B1", 0, 7])
def test_the_dice_are_rolled_before_anything_else(step: str | int) -> None:
    assert refused(play(facing("infantry", 1), "fire Ames F4"), step) == "C3.1"


# C3.2: what hits


@pytest.mark.clause("C3.2")
@pytest.mark.parametrize("letter", TERRAIN)
@pytest.mark.parametrize(("kind", "away"), NUMBERS)
def test_what_hits_by_range_and_terrain(kind: str, away: int, letter: str) -> None:
    state, number = facing(kind, away, letter=letter), NUMBERS[kind, away] - TERRAIN[letter]
    if number > 6:  # an attack that cannot hit
        assert refused(state, f"fire Ames {AWAY[away]}") == "C3.2"
        return
    play(state, f"fire Ames {AWAY[away]}")
    hits = []
    for face in range(1, 7):
        one = play(state.copy(), face)
        hits += [face] if one.record.hits else []
    assert hits == [face for face in range(1, 7) if face >= number]


@pytest.mark.clause("C3.2")
def test_a_target_that_cannot_be_hit_is_not_offered() -> None:
    """Bee is in woods, two hexes from Ames and one from Bell, who may fire and assault; the fort stops every shot."""
    state = stage("infantry Ames E4; infantry Bell G3", "infantry Bee G4; infantry Cobb F2", ground="G4 w, F2 F")
    assert can(state, MoveKind.FIRE, "Ames") == ""
    assert refused(state, "fire Ames G4") == "C3.2"
    assert (can(state, MoveKind.FIRE, "Bell"), can(state, MoveKind.ASSAULT, "Bell")) == ("G4", "F2 G4")
    assert refused(state, "fire Bell F2") == "C3.2"


@pytest.mark.clause("C3.2", "C2.2")
def test_cavalry_next_to_a_fort_ends_its_move_without_a_shot() -> None:
    state = stage("cavalry Cole E4", "infantry Bee F7", ground="F7 F, E6 w")
    play(state, "go Cole E5", "step E6")  # woods: no further hex, and the fort cannot be hit
    assert (phase(state), at(state, "Cole")) == (Phase.ACT, "E6")


@pytest.mark.clause("C3.2")
@pytest.mark.parametrize("letter", ["w", "h", "F", "c"])
def test_the_firers_own_terrain_changes_nothing(letter: str) -> None:
    state = stage("infantry Ames E4", "infantry Bee E5", ground=f"E4 {letter}")
    assert blocks(play(state, "fire Ames E5", 5, 4, 4), "Bee") == 3


@pytest.mark.clause("C3.2")
def test_each_die_is_logged_with_its_clause() -> None:
    state = stage("infantry Ames E4", "infantry Bee E5 1; leader Boss E5; infantry Far I7")
    assert play_events(state, "fire Ames E5", 1, 5, 2, 1) == [
        "FIRED C3.1",
        "DIE_ROLLED C3.2",
        "DIE_ROLLED C3.2",
        "DIE_ROLLED C3.2",
        "LEADER_ROLLED C3.4",
        "ELIMINATED C7.1",
        "SUFFERED C3.3",
        "ELIMINATED C7.1",
    ]


# C3.3: losses


@pytest.mark.clause("C3.3")
@pytest.mark.parametrize("unit", ["infantry", "cavalry"])
@pytest.mark.parametrize("strength", [1, 2])
@pytest.mark.parametrize("hits", range(5))
def test_hits_go_to_infantry_or_cavalry_first_and_then_to_artillery(unit: str, strength: int, hits: int) -> None:
    state = stage("artillery Ames E4", f"{unit} Bee E5 {strength}; artillery Guns E5; infantry Far I7")
    play(state, "fire Ames E5", *[6] * hits, *[3] * (4 - hits))
    left = max(strength - hits, 0)
    guns = 2 - min(max(hits - strength, 0), 2)
    assert (blocks(state, "Bee"), blocks(state, "Guns")) == (left, guns)
    assert (at(state, "Bee"), at(state, "Guns")) == ("E5" if left else "lost", "E5" if guns else "lost")
    assert victory_points(state.record, 0) == (not left) + (not guns)
    assert phase(state) == Phase.ACT


@pytest.mark.clause("C3.3")
def test_hits_left_over_are_lost() -> None:
    state = stage("artillery Ames E4", "artillery Guns E5 1; infantry Far I7 3")
    play(state, "fire Ames E5", 6, 6, 6, 6)
    assert (at(state, "Guns"), blocks(state, "Far"), victory_points(state.record, 0)) == ("lost", 3, 1)


@pytest.mark.clause("C3.3", "C4.3")
def test_fire_makes_nobody_retreat() -> None:
    state = play(stage("artillery Ames E4", "infantry Bee E5 green"), "fire Ames E5", 6, 6, 6, 1)
    assert (at(state, "Bee"), blocks(state, "Bee"), phase(state)) == ("E5", 1, Phase.ACT)


# C3.4: leaders under fire


def led(**more: str) -> State:
    pieces = "infantry Bee E5; leader Boss E5; infantry Far I7"
    return play(stage("infantry Ames E4", pieces, **more), "fire Ames E5")


@pytest.mark.clause("C3.4")
@pytest.mark.parametrize("dice", [(1, 2, 2), (2, 1, 5), (1, 1, 2), (1, 1, 1), (6, 6, 1)])
@pytest.mark.parametrize("face", range(1, 7))
def test_any_one_makes_one_more_die_and_a_one_kills(dice: tuple[int, ...], face: int) -> None:
    state = play(led(), *dice)
    assert (phase(state), state.record.dice_left) == (Phase.LEADER, 1)
    play(state, face)
    assert (at(state, "Boss"), phase(state)) == ("lost" if face == 1 else "E5", Phase.ACT)
    assert victory_points(state.record, 0) == state.record.leaders_lost[1] == (face == 1)


@pytest.mark.clause("C3.4")
def test_without_a_one_or_without_a_leader_there_is_no_die() -> None:
    assert phase(play(led(), 2, 6, 2)) == Phase.ACT
    state = stage("infantry Ames E4", "infantry Bee E5; leader Boss E6; infantry Far I7")
    assert phase(play(state, "fire Ames E5", 1, 1, 1)) == Phase.ACT


@pytest.mark.clause("C3.4")
@pytest.mark.parametrize("letter", ["c", "w"])
def test_a_one_is_a_one_in_any_terrain(letter: str) -> None:
    assert phase(play(led(ground=f"E5 {letter}"), 2, 2, 2)) == Phase.ACT
    assert phase(play(led(ground=f"E5 {letter}"), 1, 2, 2)) == Phase.LEADER


@pytest.mark.clause("C3.4")
def test_a_leader_can_fall_with_the_last_of_his_units() -> None:
    state = stage("infantry Ames E4", "infantry Bee E5 1; leader Boss E5; infantry Far I7")
    play(state, "fire Ames E5", 1, 5, 5, 1)
    assert (at(state, "Bee"), at(state, "Boss"), phase(state)) == ("lost", "lost", Phase.ACT)
    assert victory_points(state.record, 0) == 2
    assert refused(led(), 7) == "C3.1"
    assert refused(play(led(), 1, 1, 1), 7) == "C3.4"


# C3.5: sight


@pytest.mark.clause("C3.5")
@pytest.mark.parametrize("letter", ".whtfeFcrbds-")
@pytest.mark.parametrize("between", ["F4", "G4"])
def test_woods_hills_towns_and_forts_block_the_sight(letter: str, between: str) -> None:
    state = stage("artillery Ames E4", "infantry Bee H4", ground=f"{between} {letter}")
    if letter in "whtF":
        assert refused(state, "fire Ames H4") == "C3.5"
    else:
        assert is_legal(state, "fire Ames H4")


@pytest.mark.clause("C3.5")
@pytest.mark.parametrize("kind", [*KINDS, "leader"])
@pytest.mark.parametrize("side", ["union", "confederate"])
def test_units_of_both_sides_block_and_leaders_do_not(kind: str, side: str) -> None:
    union, confederate = "infantry Ames E4; infantry Home A1", "infantry Bee G4; infantry Far I7"
    between = f"; {kind} Between F4"
    if side == "union":
        union += between
    else:
        confederate += between
    state = stage(union, confederate, ground="F4 r" if kind == "gunboat" else "")
    if kind == "leader":
        assert is_legal(state, "fire Ames G4")
    else:
        assert refused(state, "fire Ames G4") == "C3.5"


@pytest.mark.clause("C3.5")
@pytest.mark.parametrize("letter", "whtF")
def test_neither_the_firers_hex_nor_the_target_blocks(letter: str) -> None:
    ground = f"E4 {letter}, F4 {letter}, H4 {letter}"
    state = stage("artillery Ames E4", "infantry Bee F4; infantry Cobb E2; infantry Far I7", ground=ground)
    assert is_legal(state, "fire Ames F4")  # adjacent hexes are always seen
    assert is_legal(state, "fire Ames E2")


@pytest.mark.clause("C3.5")
@pytest.mark.parametrize(
    ("ground", "is_visible"),
    [("", True), ("E3 w", True), ("F3 w", True), ("E3 w, F3 h", False), ("E3 w, F3 f", True)],
)
def test_along_a_hex_side_both_hexes_must_block(ground: str, is_visible: bool) -> None:
    state = stage("infantry Ames E4", "infantry Bee E2", ground=ground)  # E3 and F3 lie at the sides
    if is_visible:
        assert is_legal(state, "fire Ames E2")
    else:
        assert refused(state, "fire Ames E2") == "C3.5"


@pytest.mark.clause("C3.5")
def test_a_unit_and_woods_block_together_along_a_side() -> None:
    state = stage("infantry Ames E4; infantry Bell E3", "infantry Bee E2", ground="F3 w")
    assert refused(state, "fire Ames E2") == "C3.5"


@pytest.mark.clause("C3.5")
@pytest.mark.parametrize(("ground", "is_visible"), [("", True), ("I3 w", False)])
def test_what_lies_off_the_map_blocks(ground: str, is_visible: bool) -> None:
    state = stage("infantry Ames I4", "infantry Bee I2", ground=ground)
    assert (state.why_not("fire Ames I2") is None) == is_visible


@pytest.mark.clause("C3.5")
@pytest.mark.parametrize(
    ("target", "ground", "is_visible"),
    [
        ("F2", "F3 w", False),  # straight up to the right, over F3
        ("F2", "E3 w, F4 w", True),
        ("G3", "F3 w", True),  # along the side of F3 and F4
        ("G3", "F3 w, F4 t", False),
        ("H3", "F4 w", False),  # over F4 and G3
        ("H3", "G3 w", False),
        ("H3", "F3 w, G4 w", True),
    ],
)
def test_sight_off_the_rows(target: str, ground: str, is_visible: bool) -> None:
    state = stage("artillery Ames E4", f"infantry Bee {target}", ground=ground)
    assert (state.why_not(f"fire Ames {target}") is None) == is_visible
