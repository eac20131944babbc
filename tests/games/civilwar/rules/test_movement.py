"""How units move (C2.1 to C2.4) and stack (C2.7), each case worked out by hand."""

from __future__ import annotations

import pytest

from holdtheline.games.civilwar.rules.moves import MoveKind
from holdtheline.games.civilwar.state import Phase

from ..bare_field import at, can, has, is_legal, number_of, phase, play, refused, stage

STOPS = [(letter, letter in "wheFcd") for letter in ".whtfeFcbd-"]
"""The terrains of a land unit, and whether they stop who enters."""


@pytest.mark.clause("C2.1", "C2.2", "C2.3", "C2.4", "C2.5")
def test_each_kind_has_its_blocks() -> None:
    pieces = "infantry Ames A1; cavalry Cole A2; artillery Guns A3; gunboat Boat E4; leader Able A1"
    state = stage(pieces, ground="E4 r")
    names = ("Ames", "Cole", "Guns", "Boat", "Able")
    assert [state.record.full_strength[number_of(state, name)] for name in names] == [4, 2, 2, 1, 1]
    assert [state.record.strength[number_of(state, name)] for name in names] == [4, 2, 2, 1, 1]


# C2.1: infantry


@pytest.mark.clause("C2.1")
def test_infantry_moves_one_hex_for_one_point() -> None:
    state = stage("infantry Ames E4")
    assert can(state, MoveKind.GO, "Ames") == "D4 E3 E5 F3 F4 F5"
    play(state, "go Ames E3", "stop")
    assert (at(state, "Ames"), state.record.ap, phase(state)) == ("E3", 5, Phase.ACT)
    assert has(state, "acted", "Ames")


@pytest.mark.clause("C2.1")
@pytest.mark.parametrize("hex_", ["E4", "E2", "C4", "G4", "A1", "F2"])
def test_a_move_begins_in_the_next_hex(hex_: str) -> None:
    assert refused(stage("infantry Ames E4"), f"go Ames {hex_}") == "C2.1"


@pytest.mark.clause("C2.1")
def test_a_forced_march_is_two_hexes_for_one_point() -> None:
    state = play(stage("infantry Ames E4"), "go Ames E3")
    assert phase(state) == Phase.MOVE
    assert can(state, MoveKind.STEP) == "D2 D3 D4 E2 E4 F3"
    assert refused(state, "step G3") == "C2.1"
    play(state, "step E2")
    assert (at(state, "Ames"), state.record.ap, phase(state)) == ("E2", 5, Phase.ACT)


@pytest.mark.clause("C2.1")
@pytest.mark.parametrize(
    ("start", "first", "why"),
    [("E4", "E3", "it starts next to Bee"), ("C4", "D4", "it passes next to Bee")],
)
def test_no_forced_march_starts_or_passes_next_to_an_enemy(start: str, first: str, why: str) -> None:
    state = play(stage(f"infantry Ames {start}", "infantry Bee E5"), f"go Ames {first}")
    assert (phase(state), at(state, "Ames")) == (Phase.ACT, first), why


@pytest.mark.clause("C2.1")
@pytest.mark.parametrize("kind", ["infantry", "cavalry", "artillery", "gunboat"])
def test_no_forced_march_ends_next_to_an_enemy_unit(kind: str) -> None:
    ground = "E5 r" if kind == "gunboat" else ""
    state = stage("infantry Ames C3", f"{kind} Bee E5; infantry Far I7", ground=ground)
    play(state, "go Ames D3")
    assert can(state, MoveKind.STEP) == "C2 C3 C4 D2 E3"
    assert refused(state, "step D4") == "C2.1"
    assert is_legal(play(state, "stop", "end", 1, "end", 1), "go Ames D4")  # one hex is no forced march


@pytest.mark.clause("C2.1")
def test_an_enemy_leader_does_not_hinder_a_forced_march() -> None:
    state = stage("infantry Ames C4", "leader Boss E5; infantry Far I7")
    play(state, "go Ames D4")
    assert can(state, MoveKind.STEP) == "C4 D3 D5 E3 E4 E5"


@pytest.mark.clause("C2.1")
def test_infantry_fires_for_one_point_and_assaults_for_two() -> None:
    state = stage("infantry Ames E4", "infantry Bee E5")
    assert play(state.copy(), "fire Ames E5").record.ap == 5
    assert play(state.copy(), "assault Ames E5").record.ap == 4


@pytest.mark.clause("C2.1", "C2.2")
@pytest.mark.parametrize(("letter", "stops"), STOPS)
@pytest.mark.parametrize("kind", ["infantry", "cavalry", "leader"])
def test_stop_terrain_ends_a_move(kind: str, letter: str, stops: bool) -> None:
    state = stage(f"{kind} Ames C4; infantry Home A1", ground=f"D4 {letter}")
    play(state, "go Ames D4")
    assert phase(state) == (Phase.ACT if stops else Phase.MOVE)
    assert at(state, "Ames") == "D4"


@pytest.mark.clause("C2.1", "C2.2")
@pytest.mark.parametrize("kind", ["infantry", "cavalry", "leader"])
def test_stop_terrain_can_be_left_and_can_be_the_last_hex(kind: str) -> None:
    state = play(stage(f"{kind} Ames C4; infantry Home A1", ground="C4 w, E4 w"), "go Ames D4", "step E4")
    assert (at(state, "Ames"), phase(state)) == ("E4", Phase.ACT)


# C2.2: cavalry


@pytest.mark.clause("C2.2")
def test_cavalry_moves_up_to_three_hexes_for_one_point() -> None:
    state = stage("cavalry Cole A4")
    assert at(play(state.copy(), "go Cole B4", "stop"), "Cole") == "B4"
    assert at(play(state.copy(), "go Cole B4", "step C4", "stop"), "Cole") == "C4"
    play(state, "go Cole B4", "step C4", "step D4")
    assert (at(state, "Cole"), state.record.ap, phase(state)) == ("D4", 5, Phase.ACT)
    assert refused(stage("cavalry Cole A4"), "go Cole C4") == "C2.2"
    assert refused(play(stage("cavalry Cole A4"), "go Cole B4"), "step D4") == "C2.2"


@pytest.mark.clause("C2.2")
def test_cavalry_rides_past_enemies() -> None:
    state = stage("cavalry Cole C4", "infantry Bee E5")
    play(state, "go Cole D4", "step E4", "step F4")
    assert (at(state, "Cole"), phase(state)) == ("F4", Phase.ACT)


@pytest.mark.clause("C2.2")
def test_cavalry_fires_for_one_point_and_assaults_for_two() -> None:
    state = stage("cavalry Cole E4", "infantry Bee E5")
    assert play(state.copy(), "fire Cole E5").record.ap == 5
    assert play(state.copy(), "assault Cole E5").record.ap == 4


@pytest.mark.clause("C2.2")
@pytest.mark.parametrize(
    "way", [("C4", "go Cole D4"), ("B4", "go Cole C4", "step D4"), ("A4", "go Cole B4", "step C4", "step D4")]
)
def test_cavalry_fires_after_one_two_or_three_hexes(way: tuple[str, ...]) -> None:
    start, *steps = way
    state = play(stage(f"cavalry Cole {start}", "infantry Bee E5"), *steps)
    assert phase(state) == Phase.MOVE
    assert can(state, MoveKind.FIRE, "Cole") == "E5"
    assert is_legal(state, "stop")
    play(state, "fire Cole E5")
    assert (phase(state), state.record.ap, state.record.mover) == (Phase.DICE, 4, 0)
    play(state, 1, 1, 1)
    assert phase(state) == Phase.ACT
    assert refused(state, "go Cole E4") == "C1.3"


@pytest.mark.clause("C2.2")
def test_cavalry_on_its_way_fires_at_the_next_hex_and_with_a_point() -> None:
    state = play(stage("cavalry Cole B4", "infantry Bee E5"), "go Cole C4")
    assert refused(state, "fire Cole E5") == "C3.1"
    assert refused(state, "assault Cole E5") == "C1.3"
    poor = play(stage("cavalry Cole C4", "infantry Bee E5", ap=1), "go Cole D4")
    assert refused(poor, "fire Cole E5") == "C1.2"
    assert phase(play(poor, "step E4", "step F4")) == Phase.ACT


@pytest.mark.clause("C2.2")
def test_cavalry_stopped_by_terrain_can_still_fire() -> None:
    state = play(stage("cavalry Cole C4", "infantry Bee E5", ground="D4 w"), "go Cole D4")
    assert (can(state, MoveKind.STEP), can(state, MoveKind.FIRE, "Cole")) == ("", "E5")
    assert refused(state, "step E4") == "C2.2"
    assert phase(play(state, "stop")) == Phase.ACT


@pytest.mark.clause("C2.2")
def test_nobody_but_cavalry_fires_after_a_move() -> None:
    state = play(stage("infantry Ames C3", "infantry Bee E4"), "go Ames C4")
    assert phase(state) == Phase.MOVE
    assert refused(state, "fire Ames E4") == "C2.2"
    assert refused(play(state, "stop"), "fire Ames E4") == "C1.3"


# C2.3: artillery


@pytest.mark.clause("C2.3")
def test_artillery_moves_one_hex_and_fires_for_a_point() -> None:
    state = stage("artillery Guns C4", "infantry Bee E4")
    assert can(state, MoveKind.GO, "Guns") == "B4 C3 C5 D3 D4 D5"
    assert refused(state, "go Guns E3") == "C2.3"
    assert play(state.copy(), "fire Guns E4").record.ap == 5
    play(state, "go Guns B4")
    assert (at(state, "Guns"), state.record.ap, phase(state)) == ("B4", 5, Phase.ACT)


@pytest.mark.clause("C2.3")
def test_artillery_never_begins_close_combat() -> None:
    state = stage("artillery Guns E4; infantry Ames E4", "infantry Bee E5")
    assert refused(state, "assault Guns E5") == "C2.3"
    assert is_legal(state, "assault Ames E5")


# C2.4: gunboats, rivers and swamps


RIVER = "E1 r, E2 r, E3 r, E4 b, E5 r, E6 r, E7 r, F3 r, G3 r"


@pytest.mark.clause("C2.4")
def test_a_gunboat_goes_any_number_of_river_hexes() -> None:
    state = stage("gunboat Boat E1; infantry Ames A1", ground=RIVER)
    assert can(state, MoveKind.GO, "Boat") == "E2 E3 F3 G3"  # the bridge is no river
    play(state, "go Boat G3")
    assert (at(state, "Boat"), state.record.ap, phase(state)) == ("G3", 5, Phase.ACT)
    assert has(state, "acted", "Boat")


@pytest.mark.clause("C2.4")
def test_a_gunboat_passes_friends_and_not_enemies() -> None:
    union = "gunboat Boat E1; infantry Ames A1"
    assert can(stage(f"{union}; gunboat Ram E2", ground=RIVER), MoveKind.GO, "Boat") == "E3 F3 G3"
    assert can(stage(union, "gunboat Ram F3; infantry Far I7", ground=RIVER), MoveKind.GO, "Boat") == "E2 E3"


@pytest.mark.clause("C2.4")
@pytest.mark.parametrize("hex_", ["E4", "D2", "E5", "E1", "E2", "E7"])
def test_a_gunboat_goes_nowhere_else(hex_: str) -> None:
    state = stage("gunboat Boat E1; infantry Ames A1; gunboat Ram E2", ground=RIVER)
    assert refused(state, f"go Boat {hex_}") == "C2.4"


@pytest.mark.clause("C2.4")
@pytest.mark.parametrize("kind", ["infantry", "cavalry", "artillery", "leader"])
@pytest.mark.parametrize("letter", ["r", "s"])
def test_only_gunboats_enter_rivers_and_no_unit_enters_swamps(kind: str, letter: str) -> None:
    state = stage(f"{kind} Ames E4; infantry Home A1", ground=f"E3 {letter}")
    assert refused(state, "go Ames E3") == "C2.4"
    assert can(state, MoveKind.GO, "Ames") == "D4 E5 F3 F4 F5"


@pytest.mark.clause("C2.4")
def test_a_gunboat_fires_for_a_point() -> None:
    state = stage("gunboat Boat E1; infantry Ames A1", "infantry Bee E4", ground="E1 r")
    play(state, "fire Boat E4")
    assert (state.record.ap, phase(state)) == (5, Phase.DICE)


@pytest.mark.clause("C2.4")
def test_a_gunboat_takes_no_part_in_close_combat_and_cannot_be_attacked() -> None:
    state = stage(
        "gunboat Boat E3; infantry Ames E4; artillery Guns E4",
        "gunboat Ram F3; infantry Bee D3",
        ground="E3 r, F3 r",
    )
    assert refused(state, "assault Boat D3") == "C2.4"
    assert is_legal(state, "fire Boat D3")
    assert refused(state, "fire Boat F3") == refused(state, "fire Ames F3") == "C2.4"
    assert refused(state, "fire Guns F3") == refused(state, "assault Ames F3") == "C2.4"


# C2.7: stacking


@pytest.mark.clause("C2.7")
@pytest.mark.parametrize(
    ("there", "allowed"),
    [
        ("infantry Bell D4", "artillery leader"),
        ("cavalry Bell D4", "artillery leader"),
        ("artillery Bell D4", "infantry cavalry leader"),
        ("infantry Bell D4; artillery Battery D4", "leader"),
        ("cavalry Bell D4; artillery Battery D4; leader Baker D4", ""),
        ("leader Baker D4; infantry Home A1", "infantry cavalry artillery"),
        ("infantry Bell D4; leader Baker D4", "artillery"),
    ],
)
@pytest.mark.parametrize("kind", ["infantry", "cavalry", "artillery", "leader"])
def test_who_shares_a_hex(there: str, allowed: str, kind: str) -> None:
    state = stage(f"{kind} Ames E4; infantry Spare A7; {there}")
    go_in = state.code("go Ames D4")
    if kind == "leader" and "leader" not in allowed:
        play(state, "go Ames D4")  # he may pass, and cannot stay
        assert refused(state, "stop") == "C2.7"
    elif kind in allowed.split():
        play(state, go_in)
        assert at(state, "Ames") == "D4"
    else:
        assert refused(state, "go Ames D4") == "C2.7"


@pytest.mark.clause("C2.7")
def test_a_hex_that_is_only_passed_must_have_room_too() -> None:
    state = play(stage("cavalry Cole A4; infantry Bell C4; artillery Guns B3"), "go Cole B4")
    assert refused(state, "step C4") == "C2.7"
    assert phase(play(state, "step B3", "step C3")) == Phase.ACT


@pytest.mark.clause("C2.7")
@pytest.mark.parametrize("enemy", ["infantry", "cavalry", "artillery"])
@pytest.mark.parametrize("kind", ["infantry", "cavalry", "artillery"])
def test_no_unit_enters_the_hex_of_an_enemy_unit(enemy: str, kind: str) -> None:
    state = stage(f"{kind} Ames E4", f"{enemy} Bee E5; infantry Far I7; leader Boss E5")
    assert refused(state, "go Ames E5") == "C2.7"
