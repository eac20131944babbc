"""Retreat and flight (C5), each case worked out by hand.

Ames, in E4 unless it is said, assaults Bee in E5 and hits once. Bee is green and rolls green: it must go.
Of the hexes around E5, D4 and F5 are next to E4; D5, D6 and E6 are not.
"""

from __future__ import annotations

from typing import Any

import pytest

from holdtheline.core.game import State
from holdtheline.games.civilwar.rules.moves import MoveKind
from holdtheline.games.civilwar.rules.victory import victory_points
from holdtheline.games.civilwar.state import Phase

from ..bare_field import at, blocks, can, has, hex_number, is_legal, number_of, phase, play, play_events, refused, stage

ALL_AROUND = "D4 s, D5 s, D6 s, E6 s, F5 s"
"""Nobody stands there, so that E4 is the only way out of E5."""


def beaten(more: str = "", union: str = "infantry Ames E4", **options: Any) -> State:
    """Return the state after the dice, with Bee and more pieces of the Confederacy."""
    state = stage(union, "infantry Bee E5 green" + (f"; {more}" if more else ""), **options)
    return play(state, "assault Ames E5", 4, 2, 2, 1)


# C5.1: where to


@pytest.mark.clause("C5.1")
def test_the_owner_chooses_a_hex_towards_the_own_side() -> None:
    state = beaten()
    assert (phase(state), state.current_player) == (Phase.RETREAT, 1)
    assert can(state, MoveKind.RETREAT) == "D5 D6 E6"
    assert refused(state, "retreat D4") == "C5.1"  # away from home, and no friend is there
    assert refused(state, "retreat C5") == "C5.1"  # two hexes
    play(state, "retreat D5")
    assert (at(state, "Bee"), blocks(state, "Bee"), phase(state)) == ("D5", 3, Phase.ADVANCE)


@pytest.mark.clause("C5.1")
@pytest.mark.parametrize("step", ["end", "stop", "displace E6", "advance", "go Bee E6", "step E6", 3])
def test_nothing_else_is_done_before(step: str | int) -> None:
    assert refused(beaten(), step) == "C5.1"


@pytest.mark.clause("C5.1")
@pytest.mark.parametrize(("home", "hexes"), [("south", "D5 D6 E6"), ("north", "D5"), ("west", "D5 D6"), ("east", "E6")])
def test_the_own_side_is_an_edge_of_the_map(home: str, hexes: str) -> None:
    """Row 5 lies half a hex to the left of rows 4 and 6: E6 is farther from the west than E5, D6 is nearer."""
    assert can(beaten(home=("north", home)), MoveKind.RETREAT) == hexes


@pytest.mark.clause("C5.1")
def test_next_to_the_attacker_only_if_there_is_no_other_hex() -> None:
    assert refused(beaten(), "retreat F5") == "C5.1"
    assert refused(beaten(ground="D5 s, D6 s"), "retreat F5") == "C5.1"
    assert can(beaten(ground="D5 s, D6 s, E6 s"), MoveKind.RETREAT) == "F5"


@pytest.mark.clause("C5.1")
def test_next_to_other_enemies_is_allowed() -> None:
    union = "infantry Ames E4; infantry Bell C5; infantry Bill E7"
    assert can(beaten(union=union), MoveKind.RETREAT) == "D5 D6 E6"


@pytest.mark.clause("C5.1")
@pytest.mark.parametrize(
    ("friends", "hexes"),
    [
        ("", "D5 D6"),
        ("infantry Cobb D3", "D4 D5 D6"),  # 2 hexes away before, 1 after
        ("infantry Cobb D3; infantry Far I7", "D5 D6"),  # 2 + 5 before, 1 + 6 after
        ("infantry Cobb D3; artillery Guns C3; infantry Far I7", "D4 D5 D6"),  # 2 + 3 + 5, 1 + 2 + 6
        ("leader Boss D3; infantry Far I7", "D5 D6"),
        ("gunboat Ram D3", "D5 D6"),
        ("artillery Guns E5 gold; infantry Cobb D3", "D4 D5 D6"),  # Guns, in the same hex, are not in the group
        ("infantry Cobb G3; infantry Dow C2", "D4 D5 D6"),  # 3 + 3 before, 3 + 2 after, 2 + 4 from Ames
        ("infantry Cobb F4; infantry Dow C2", "D5 D6"),  # 2 + 3 before, 2 + 2 after, 1 + 4: Cobb is next to Ames
    ],
)
def test_or_towards_the_main_group_of_friends(friends: str, hexes: str) -> None:
    ground = "D3 r" if "gunboat" in friends else ""
    state = stage("infantry Ames F5", f"infantry Bee E5 green{'; ' if friends else ''}{friends}", ground=ground)
    play(state, "assault Ames E5", 4, 2, 2, 1)  # E4 and E6 are next to F5
    if "Guns E5" in friends:
        play(state, 1)  # they are gold, and stand
    assert can(state, MoveKind.RETREAT) == hexes
    if "D4" not in hexes:
        assert refused(state, "retreat D4") == "C5.1"


@pytest.mark.clause("C5.1")
@pytest.mark.parametrize(
    ("friend", "hexes"),
    [
        ("E2", "E4"),  # 3 hexes from Bee and from Ames
        ("G2", ""),  # 4 from Bee, 3 from Ames: closer to him
        ("F4", ""),  # next to Ames
    ],
)
def test_friends_who_are_closer_to_the_attacker_or_next_to_him_are_no_way_out(friend: str, hexes: str) -> None:
    """E4, forward and next to Ames in F5, is all that the ground leaves."""
    ground = "D4 s, D5 s, D6 s, E6 s"
    state = stage("infantry Ames F5", f"infantry Bee E5 green; infantry Cobb {friend}", ground=ground)
    play(state, "assault Ames E5", 4, 2, 2, 1)
    assert can(state, MoveKind.RETREAT) == hexes
    assert at(state, "Bee") == ("E5" if hexes else "lost")


# C5.2: blocked


@pytest.mark.clause("C5.2")
@pytest.mark.parametrize(
    ("ground", "union"),
    [
        ("D7 s, F7 s", ""),
        ("D7 r, F7 r", ""),
        ("", "infantry Bell D7; cavalry Cole F7"),
        ("F7 s", "artillery Guns D7"),
        ("F7 r", "infantry Bell D7; leader Able D7"),
    ],
)
def test_blocked_by_terrain_edge_or_enemies_is_eliminated(ground: str, union: str) -> None:
    """From the edge of the map: D7 and F7 are the only ways; D6 leads away from home."""
    state = stage(f"infantry Ames E6{'; ' if union else ''}{union}", "infantry Bee E7 green", ground=ground)
    assert play_events(state, "assault Ames E7", 4, 2, 2, 1)[-2:] == ["NO_RETREAT C5.2", "ELIMINATED C7.1"]
    assert (at(state, "Bee"), victory_points(state.record, 0), phase(state)) == ("lost", 1, Phase.ADVANCE)


@pytest.mark.clause("C5.2")
def test_a_hex_of_the_enemy_or_of_water_is_no_way() -> None:
    union = "infantry Ames E4; artillery Guns D5; infantry Bell D6"
    state = beaten(union=union)
    assert can(state, MoveKind.RETREAT) == "E6"
    assert refused(state, "retreat D5") == refused(state, "retreat D6") == "C5.2"
    assert refused(state, "retreat E4") == "C5.2"
    assert refused(beaten(ground="E6 r"), "retreat E6") == "C5.2"
    assert refused(beaten(ground="E6 s"), "retreat E6") == "C5.2"


@pytest.mark.clause("C5.2")
def test_a_friend_in_the_way_is_displaced_one_hex() -> None:
    state = play(beaten("infantry Cobb E6 3; leader Boss A7"), "retreat E6")
    assert (phase(state), state.current_player) == (Phase.DISPLACE, 1)
    assert can(state, MoveKind.DISPLACE) == "D6 E7 F6 F7"
    assert refused(state, "displace E5") == "C5.2"  # Bee is just leaving it
    assert refused(state, "displace F5") == "C5.2"  # forward
    assert refused(state, "displace G6") == refused(state, "retreat D6") == "C5.2"
    play(state, "displace F7")
    assert (at(state, "Cobb"), at(state, "Bee"), phase(state)) == ("F7", "E6", Phase.ADVANCE)
    assert blocks(state, "Cobb") == 3
    assert not has(state, "acted", "Cobb")


@pytest.mark.clause("C5.2")
def test_a_displaced_friend_needs_ground_room_and_no_enemy() -> None:
    union = "infantry Ames E4; infantry Bell E7"
    state = beaten("infantry Cobb E6; infantry Dow D6; artillery Guns F6", union, ground="F7 r")
    assert can(play(state, "retreat E6"), MoveKind.DISPLACE) == "F6"
    for hex_ in ("E7", "D6", "F7"):
        assert refused(state, f"displace {hex_}") == "C5.2"


@pytest.mark.clause("C5.2")
def test_a_friend_who_cannot_be_displaced_blocks() -> None:
    ground = "D6 s, F5 s, F6 s, E7 s, F7 s"
    state = beaten("infantry Cobb E6", ground=ground)
    assert can(state, MoveKind.RETREAT) == "D5"
    assert refused(state, "retreat E6") == "C5.2"
    lost = beaten("infantry Cobb E6", ground=f"{ground}, D5 s")
    assert (at(lost, "Bee"), phase(lost), victory_points(lost.record, 0)) == ("lost", Phase.ADVANCE, 1)


@pytest.mark.clause("C5.2")
def test_one_unit_at_most_is_displaced() -> None:
    """Cobb could only push Dow on: that is one too many."""
    state = beaten("infantry Cobb E6; infantry Dow E7", ground="D6 s, F5 s, F6 s, F7 s, D5 s")
    assert (at(state, "Bee"), at(state, "Cobb"), phase(state)) == ("lost", "E6", Phase.ADVANCE)


@pytest.mark.clause("C5.2", "C2.7")
def test_only_a_unit_of_the_same_place_in_the_stack_is_in_the_way() -> None:
    state = play(beaten("artillery Guns E6"), "retreat E6")
    assert (at(state, "Bee"), at(state, "Guns"), phase(state)) == ("E6", "E6", Phase.ADVANCE)
    both = play(beaten("infantry Cobb E6; artillery Guns E6"), "retreat E6", "displace E7")
    assert (at(both, "Bee"), at(both, "Cobb"), at(both, "Guns")) == ("E6", "E7", "E6")


@pytest.mark.clause("C5.2", "C2.7")
def test_artillery_makes_way_for_artillery() -> None:
    for friend, is_in_the_way in (("artillery", True), ("infantry", False), ("cavalry", False)):
        state = stage("infantry Ames E4", f"artillery Bee E5 green; {friend} Cobb E6")
        play(state, "assault Ames E5", 4, 2, 2, 1, "retreat E6")
        assert phase(state) == (Phase.DISPLACE if is_in_the_way else Phase.ADVANCE)


@pytest.mark.clause("C5.2", "C7.1")
def test_of_two_units_one_can_be_lost_and_one_stay() -> None:
    union = "infantry Ames E4; infantry Bell A1"
    state = stage(union, "infantry Bee E5 green; artillery Guns E5 gold", ground=ALL_AROUND)
    play(state, "assault Ames E5", 4, 2, 2, 1, 1)
    assert (at(state, "Bee"), at(state, "Guns"), phase(state)) == ("lost", "E5", Phase.ACT)


# C5.3: leaders without units


def left_alone(more: str = "infantry Far I7", union: str = "infantry Ames E4", **options: Any) -> State:
    """Return a state in which Bee was eliminated and Boss is alone in E5."""
    state = stage(union, f"infantry Bee E5 1; leader Boss E5; {more}", **options)
    return play(state, "fire Ames E5", 5, 2, 2)


@pytest.mark.clause("C5.3")
def test_a_leader_whose_unit_is_eliminated_stays_or_flees_up_to_three_hexes() -> None:
    state = left_alone()
    assert (phase(state), state.current_player) == (Phase.FLIGHT, 1)
    assert can(state, MoveKind.STEP) == "D4 D5 D6 E6 F5"
    stays = play(state.copy(), "stop")
    assert (at(stays, "Boss"), phase(stays), stays.current_player) == ("E5", Phase.ACT, 0)
    assert stays.record.leader_at[hex_number("E5")] == number_of(stays, "Boss") + 1
    assert refused(state, "end") == refused(state, "fire Far I6") == "C5.3"
    one = play(state.copy(), "step E6", "stop")
    assert (at(one, "Boss"), phase(one), one.current_player) == ("E6", Phase.ACT, 0)
    three = play(state, "step E6", "step F6", "step G6")
    assert (at(three, "Boss"), phase(three)) == ("G6", Phase.ACT)
    assert state.record.leader_at[51] == state.record.hex_of.tolist().index(52) + 1  # G6


@pytest.mark.clause("C5.3", "C2.6")
def test_blocked_he_stays_until_an_enemy_enters() -> None:
    for union, ground in (("", ALL_AROUND), ("; infantry Bell F5", "D4 r, D5 r, D6 r, E6 r")):
        pieces = ("infantry Ames E4" + union, "infantry Bee E5 1; leader Boss E5; infantry Far I7")
        shot = stage(*pieces, ground=ground)
        assert play_events(shot, "fire Ames E5", 5, 2, 2)[-1] == "NO_FLIGHT C5.3"
        assert (at(shot, "Boss"), victory_points(shot.record, 0), phase(shot)) == ("E5", 1, Phase.ACT)
        beaten = play(stage(*pieces, ground=ground), "assault Ames E5", 4, 2, 2)
        assert (at(beaten, "Boss"), phase(beaten)) == ("E5", Phase.ADVANCE)
        assert at(play(beaten.copy(), "stay"), "Boss") == "E5"
        assert play_events(beaten, "advance") == ["ADVANCED C4.5", "RUN_OVER C2.6", "ELIMINATED C7.1"]
        assert (at(beaten, "Boss"), list(beaten.record.leaders_lost)) == ("lost", [0, 1])


@pytest.mark.clause("C5.3", "C4.5", "C2.6")
def test_if_he_stays_the_attacker_who_advances_overruns_him() -> None:
    state = stage("infantry Ames E4", "infantry Bee E5 1; leader Boss E5; infantry Far I7")
    play(state, "assault Ames E5", 4, 2, 2, "stop")
    assert (phase(state), state.current_player, at(state, "Boss")) == (Phase.ADVANCE, 0, "E5")
    assert at(play(state, "advance"), "Boss") == "lost"


@pytest.mark.clause("C5.3")
@pytest.mark.parametrize("how", ["fire", "assault", "no way"])
def test_he_may_flee_also_when_another_unit_of_the_stack_survives(how: str) -> None:
    """By fire or in close combat Bee loses its last block; or it must retreat and cannot. Guns stand."""
    is_trapped = how == "no way"
    pieces = f"infantry Bee E5 {4 if is_trapped else 1} green; artillery Guns E5 gold; leader Boss E5; infantry Far I7"
    union = "infantry Ames E4; infantry Bell F5"
    state = stage(union, pieces, ground="D5 s, D6 s, E6 s" if is_trapped else "")
    rolls = {"fire": (5, 2, 2), "assault": (4, 2, 2, 1), "no way": (4, 2, 2, 4, 1)}[how]
    play(state, f"{'fire' if how == 'fire' else 'assault'} Ames E5", *rolls)
    assert (at(state, "Bee"), at(state, "Guns"), phase(state), state.current_player) == ("lost", "E5", Phase.FLIGHT, 1)
    stays = play(state.copy(), "stop")
    assert (at(stays, "Boss"), phase(stays)) == ("E5", Phase.ACT)  # with Guns, so nobody advances
    flees = play(state, "step D4", "stop")
    assert (at(flees, "Boss"), phase(flees)) == ("D4", Phase.ACT)


@pytest.mark.clause("C5.3", "C4.4")
def test_he_decides_after_the_morale_rolls() -> None:
    """With Boss the black Guns are gold, and a 5, black, does not move them."""
    state = stage("infantry Ames E4", "infantry Bee E5 1; artillery Guns E5; leader Boss E5; infantry Far I7")
    play(state, "assault Ames E5", 4, 2, 2)
    assert phase(state) == Phase.MORALE
    assert phase(play(state, 5)) == Phase.FLIGHT


@pytest.mark.clause("C5.3")
def test_his_flight_keeps_to_the_rules_of_leaders() -> None:
    state = left_alone("infantry Far I7; leader Baker E6", ground="D6 w")
    assert phase(play(state.copy(), "step D6")) == Phase.ACT  # woods stop him
    play(state, "step E6")
    assert refused(state, "stop") == "C2.7"
    assert at(play(state, "step E7", "stop"), "Boss") == "E7"
    assert refused(left_alone(), "step E4") == "C2.6"


@pytest.mark.clause("C5.3", "C4.5")
def test_after_close_combat_he_flees_and_the_attacker_advances() -> None:
    state = stage("infantry Ames E4", "infantry Bee E5 1; leader Boss E5; infantry Far I7")
    play(state, "assault Ames E5", 4, 2, 2)
    assert (phase(state), state.current_player) == (Phase.FLIGHT, 1)
    play(state, "step E6", "stop")
    assert (phase(state), state.current_player) == (Phase.ADVANCE, 0)
    assert at(play(state, "advance"), "Ames") == "E5"


@pytest.mark.clause("C5.3", "C4.3")
def test_a_leader_for_whom_there_is_no_place_with_his_unit_flees() -> None:
    state = stage("infantry Ames E4", "infantry Bee E5 green; leader Boss E5; leader Baker E6; infantry Far I7")
    play(state, "assault Ames E5", 4, 2, 2, 4, "retreat E6")
    assert (at(state, "Bee"), at(state, "Boss"), phase(state)) == ("E6", "E5", Phase.FLIGHT)
    assert is_legal(state, "step D6")


@pytest.mark.clause("C5.3")
def test_a_leader_whose_units_all_survive_does_not_flee() -> None:
    state = stage("infantry Ames E4", "infantry Bee E5 2; artillery Guns E5; leader Boss E5")
    play(state, "fire Ames E5", 5, 2, 2)
    assert (phase(state), at(state, "Boss")) == (Phase.ACT, "E5")
