"""Who gives way, and to whom: displaced friends (C5.2), lone leaders (C2.6), leaders who rallied (C6.1),
gunboats that enter (C2.8), and who holds a VP hex (C7.1). Each case is worked out by hand.
"""

from __future__ import annotations

import pytest

from holdtheline.core.catalog import load
from holdtheline.core.errors import BadOption, BadPosition
from holdtheline.core.game import State
from holdtheline.games.civilwar.rules.moves import MoveKind
from holdtheline.games.civilwar.rules.victory import victory_points
from holdtheline.games.civilwar.scenario.parse import parse_scenario
from holdtheline.games.civilwar.state import Phase

from ..bare_field import at, can, has, hex_number, is_legal, number_of, phase, play, refused, stage
from ..mill_creek import TEXT, refusal


def bull_run(text: str, **options: str) -> State:
    """Return a position of First Bull Run from its text."""
    return load("civilwar", plain=True, **{"vp_hexes": "live", **options}).position(text)


def beaten(confederate: str, union: str = "infantry Ames E4", ground: str = "", face: int = 1) -> State:
    """Let Ames assault Bee in E5, a green unit, and hit once; Bee rolls this face and must retreat."""
    state = stage(union, f"infantry Bee E5 green; {confederate}", ground=ground)
    return play(state, "assault Ames E5", 4, 2, 2, face)


# C5.2: a friend who is displaced does not go forward


@pytest.mark.clause("C5.2", "C5.1")
def test_a_displaced_friend_does_not_go_forward() -> None:
    """Burnside falls back from D10 on Porter in E10. Next to E10 are D10, E9, F9, F10, and E11 and F11 below.

    The Union comes from the north, and its other units are there.
    """
    state = bull_run("turn 12 confederate, ap 5; union: Burnside D10, Porter E10; confederate: Evans D9")
    play(state, "assault Evans D10", 6, 6, 1, 5, "retreat E10")
    assert phase(state) == Phase.DISPLACE
    for hex_ in ("D10", "E11", "F11", "E10", "G10", "E9"):  # E9 is next to Evans
        assert refused(state, f"displace {hex_}") == "C5.2"
    for hex_ in ("F9", "F10"):
        assert is_legal(state, f"displace {hex_}")
    assert play(state, "displace F10", "stay") == bull_run(
        "turn 12 confederate, ap 3; union: Burnside 2 E10 struck shown, Porter F10;confederate: Evans D9 acted"
    )


@pytest.mark.clause("C5.2", "C5.1")
@pytest.mark.parametrize(
    ("friend", "hexes"),
    [
        ("", "C6 D7 E7"),
        ("; infantry Dow C4", "C6 D5 D7 E7"),  # 3 hexes from D6, 2 from D5, 3 from the attacker in E4
        ("; infantry Dow D4", "C6 D7 E7"),  # next to the attacker
        ("; infantry Dow C4; infantry Far G7", "C6 D7 E7"),  # 3 + 3 from D6, 2 + 4 from D5
        ("; infantry Dow C4; infantry Far H2", "C6 D7 E7"),  # 3 + 6 from D6, 2 + 5 from D5, 3 + 4 from E4
        ("; leader Boss C4", "C6 D7 E7"),  # no unit
        ("; gunboat Ram C4", "C6 D7 E7"),  # no land unit
    ],
)
def test_or_only_if_that_is_nearer_to_its_friends(friend: str, hexes: str) -> None:
    """Cobb makes room in D6; D5 is the only hex forward that is free, and not next to the attacker. E6 is a swamp."""
    ground = "E6 s, C4 r" if "gunboat" in friend else "E6 s"
    state = play(beaten(f"infantry Cobb D6{friend}", ground=ground), "retreat D6")
    assert can(state, MoveKind.DISPLACE) == hexes
    if "D5" not in hexes:
        assert refused(state, "displace D5") == "C5.2"


@pytest.mark.clause("C5.2")
@pytest.mark.parametrize(("ground", "hexes"), [("", "C6 D7 E7"), ("C6 s, D7 s", "E7"), ("C6 s, D7 s, E7 s", "E6")])
def test_it_goes_next_to_the_attacker_only_if_there_is_no_other_hex(ground: str, hexes: str) -> None:
    """The attacker is in F5, next to E6."""
    state = stage("infantry Ames F5", "infantry Bee E5 green; infantry Cobb D6", ground=ground)
    play(state, "assault Ames E5", 4, 2, 2, 1)
    assert can(state, MoveKind.RETREAT) == "D5 D6"
    assert can(play(state, "retreat D6"), MoveKind.DISPLACE) == hexes
    assert hexes == "E6" or refused(state, "displace E6") == "C5.2"


@pytest.mark.clause("C5.2")
@pytest.mark.parametrize("guns_in_the_way", [True, False])
def test_one_unit_is_displaced_in_a_combat_however_many_retreat(guns_in_the_way: bool) -> None:
    """Bee and Guns must retreat, and E6 is the only way. Cobb makes room for Bee; Batt would have to for Guns."""
    friends = "infantry Cobb E6" + ("; artillery Batt E6" if guns_in_the_way else "")
    state = beaten(f"artillery Guns E5 green; {friends}", ground="D4 s, D5 s, D6 s, F5 s")
    play(state, 1, "retreat E6", "displace E7")
    assert (at(state, "Bee"), at(state, "Cobb")) == ("E6", "E7")
    if guns_in_the_way:
        assert (at(state, "Guns"), at(state, "Batt"), phase(state)) == ("lost", "E6", Phase.ADVANCE)
    else:
        assert (phase(state), can(state, MoveKind.RETREAT)) == (Phase.RETREAT, "E6")
    assert state.record.has_displaced
    if guns_in_the_way:
        assert not play(state, "stay").record.has_displaced  # the next combat may displace a unit again


@pytest.mark.clause("C5.2")
def test_after_it_a_hex_with_a_friend_in_the_way_is_closed() -> None:
    """Guns could go to E6 if Batt made room, but Cobb has done so already: D6 is left."""
    friends = "artillery Guns E5 green; infantry Cobb E6; artillery Batt E6"
    state = play(beaten(friends, ground="D4 s, D5 s, F5 s"), 1, "retreat E6", "displace E7")
    assert can(state, MoveKind.RETREAT) == "D6"
    assert refused(state, "retreat E6") == "C5.2"


@pytest.mark.clause("C5.2")
def test_who_has_only_hexes_forward_cannot_make_room() -> None:
    """Cobb could only go to F5. So Bee goes there, next to the attacker, because there is no other hex."""
    ground = "D5 s, D6 s, E7 s, F6 s, F7 s"
    state = beaten("infantry Cobb E6", ground=ground)
    assert can(state, MoveKind.RETREAT) == "F5"
    assert refused(state, "retreat E6") == "C5.2"
    lost = beaten("infantry Cobb E6; infantry Dow F5", ground=f"{ground}, G5 s")
    assert (at(lost, "Bee"), at(lost, "Cobb"), phase(lost)) == ("lost", "E6", Phase.ADVANCE)


# C2.6: a lone leader of the enemy gives way to a unit


@pytest.mark.clause("C2.6", "C5.2", "C7.1")
def test_a_retreating_unit_eliminates_a_leader_alone() -> None:
    """From A1 only B1 is left for Palmer, and Bee is alone there. B1 is as near to the north as A1."""
    state = bull_run("turn 6 confederate, ap 4; union: Palmer A1; confederate: Evans A2, Bee B1")
    play(state, "assault Evans A1", 5, 2, 3, 4)
    assert is_legal(state, "retreat B1")
    play(state, "retreat B1")
    assert (victory_points(state.record, 0), list(state.record.leaders_lost)) == (1, [0, 1])
    assert play(state, "stay") == bull_run(
        "turn 6 confederate, ap 2; union: Palmer 1 B1 struck shown; confederate: Evans A2 acted, Bee lost"
    )


@pytest.mark.clause("C2.6", "C4.3")
def test_the_leader_of_a_retreating_unit_goes_there_too() -> None:
    """With Boss the green Bee is black, and a 4 is black."""
    state = beaten("leader Boss E5", "infantry Ames E4; leader Able E6", "D5 s, D6 s", face=4)
    play(state, "retreat E6")
    assert (at(state, "Bee"), at(state, "Boss"), at(state, "Able")) == ("E6", "E6", "lost")
    assert state.record.leader_at[hex_number("E6")] == number_of(state, "Boss") + 1
    assert (phase(state), victory_points(state.record, 1)) == (Phase.ADVANCE, 1)


@pytest.mark.clause("C2.6", "C5.2")
def test_a_displaced_unit_eliminates_a_leader_alone() -> None:
    state = beaten("infantry Cobb E6", "infantry Ames E4; leader Able E7")
    play(state, "retreat E6", "displace E7")
    assert (at(state, "Bee"), at(state, "Cobb"), at(state, "Able")) == ("E6", "E7", "lost")
    assert list(state.record.leaders_lost) == [1, 0]


@pytest.mark.clause("C2.6", "C5.2")
def test_a_leader_with_his_unit_is_not_alone() -> None:
    state = beaten("infantry Cobb D6", "infantry Ames E4; infantry Bell E6; leader Able E6")
    assert refused(state, "retreat E6") == "C5.2"
    play(state, "retreat D6")
    assert refused(state, "displace E6") == "C5.2"
    assert can(state, MoveKind.DISPLACE) == "C6 D7 E7"


@pytest.mark.clause("C2.6", "C2.8")
def test_a_unit_that_enters_eliminates_a_leader_alone() -> None:
    state = play(bull_run("turn 2 union, ap 5; confederate: Bee C1"), "enter Franklin")
    assert (phase(state), state.record.hexes_moved, list(state.record.leaders_lost)) == (Phase.MOVE, 1, [0, 1])
    assert play(state, "stop") == bull_run("turn 2 union, ap 4; union: Franklin C1 acted; confederate: Bee lost")


@pytest.mark.clause("C2.6", "C2.8")
def test_the_leader_who_enters_with_it_comes_there_too() -> None:
    union = "infantry Ames A4 turn=1; leader Able A4 turn=1; infantry Home I1"
    state = play(stage(union, "leader Boss A4; infantry Far I7"), "enter Ames with Able")
    assert (at(state, "Ames"), at(state, "Able"), at(state, "Boss")) == ("A4", "A4", "lost")
    assert state.record.leader_at[hex_number("A4")] == number_of(state, "Able") + 1


@pytest.mark.clause("C2.6", "C2.8")
@pytest.mark.parametrize(
    ("enemies", "hexes"),
    [
        ("leader Boss A3", "A3 A5 B3 B4 B5"),
        ("infantry Bee A3; leader Boss A3", "A5 B3 B4 B5"),
        ("infantry Bee A3; leader Boss B3", "A5 B3 B4 B5"),
        ("artillery Guns A3", "A5 B3 B4 B5"),
    ],
)
def test_the_nearest_hex_may_have_a_leader_alone_in_it(enemies: str, hexes: str) -> None:
    union = "infantry Ames A4 turn=1; infantry Bell A4; infantry Home I1"
    state = stage(union, f"infantry Far I7; {enemies}")
    assert can(state, MoveKind.ENTER, "Ames") == hexes
    if "Boss B3" in enemies:
        assert (at(play(state, "enter Ames B3"), "Ames"), at(state, "Boss")) == ("B3", "lost")


@pytest.mark.clause("C2.6", "C2.8", "C5.3")
def test_to_a_leader_alone_he_does_not_give_way() -> None:
    union = "infantry Gone A4 turn=1; leader Able A4 turn=1; infantry Home I1"
    state = stage(union, "leader Boss A4; infantry Far I7")
    state.record.entry_turn[number_of(state, "Gone")] = 0  # no unit waits any more
    assert can(state, MoveKind.ENTER, "Able") == "A3 A5 B3 B4 B5"
    assert refused(play(state, "enter Able A3"), "step A4") == "C2.6"
    flight = stage("infantry Ames E4; leader Able E6", "infantry Bee E5 1; leader Boss E5; infantry Far I7")
    play(flight, "fire Ames E5", 5, 2, 2)
    assert (phase(flight), can(flight, MoveKind.STEP)) == (Phase.FLIGHT, "D4 D5 D6 F5")
    assert refused(flight, "step E6") == "C2.6"


# C6.1: a leader who rallied stays


SHOT = "union: Burnside {} C5{}, Griffin C5, McDowell C5{}; confederate: Evans 1 D5"


@pytest.mark.clause("C6.1", "C4.5")
def test_a_leader_who_rallied_does_not_follow_an_advance() -> None:
    """Burnside, black, is gold with McDowell: a 1 restores a block. Griffin hits with 4 and more."""
    state = bull_run("turn 2 union, ap 6; " + SHOT.format(2, "", ""), fire_advance="on")
    play(state, "rally Burnside", 1, "fire Griffin D5", 6, 6, 6, 6)
    assert phase(state) == Phase.ADVANCE
    assert refused(state, "advance with McDowell") in ("C6.1", "C4.5")
    after = "turn 2 union, ap 4; union: Burnside 3 C5 acted shown, Griffin {} acted, McDowell C5 rallied"
    after += "; confederate: Evans lost"
    assert play(state.copy(), "stay") == bull_run(after.format("C5"), fire_advance="on")
    play(state, "advance")
    assert state == bull_run(after.format("D5"), fire_advance="on")
    assert state.position() == after.format("D5")


@pytest.mark.clause("C6.1", "C4.5")
@pytest.mark.parametrize(("mark", "follows"), [("", True), (" acted", False), (" rallied", False)])
def test_only_a_leader_who_has_not_acted_follows(mark: str, follows: bool) -> None:
    text = "turn 2 union, ap 4; " + SHOT.format(3, " acted shown", mark)
    state = play(bull_run(text, fire_advance="on"), "fire Griffin D5", 6, 6, 6, 6)
    assert is_legal(state, "advance with McDowell") == follows


@pytest.mark.clause("C6.1", "C1.3")
def test_that_he_rallied_is_forgotten_when_his_next_turn_begins() -> None:
    state = stage("infantry Ames E4 2; leader Able E4", "infantry Bee E5 1; infantry Far I7")
    play(state, "rally Ames")
    able, ames = number_of(state, "Able"), number_of(state, "Ames")
    assert (state.record.acted[able], state.record.acted[ames]) == (2, 1)
    play(state, 1, "end", 1)
    assert state.record.acted[able] == 2  # it is still the same turn
    play(state, "end", 1)
    assert (state.record.acted[able], state.record.acted[ames]) == (0, 0)
    play(state, "assault Ames E5", 4, 2, 2, "advance with Able")
    assert (at(state, "Able"), state.record.acted[able]) == ("E5", 1)


@pytest.mark.clause("C6.1", "C1.3")
def test_who_goes_along_or_rides_alone_has_acted_and_not_rallied() -> None:
    for step in ("go Able D4", "go Ames D4 with Able"):
        state = play(stage("infantry Ames E4 2; leader Able E4"), step, "stop")
        assert state.record.acted[number_of(state, "Able")] == 1


# C2.4, C2.8: a gunboat enters and sails on

RIVER = "E1 r, E2 r, E3 r, F3 r, G3 r, E4 b, E5 r"
FLEET = "gunboat Boat E1 turn=2; infantry Home A1"


@pytest.mark.clause("C2.4", "C2.8")
def test_a_gunboat_that_enters_sails_on_hex_by_hex() -> None:
    state = play(stage(FLEET, ground=RIVER, turn=2), "enter Boat")
    assert (at(state, "Boat"), state.record.ap, phase(state)) == ("E1", 5, Phase.MOVE)
    assert (state.record.steps_left, can(state, MoveKind.STEP)) == (142, "E2")  # of the 143 of the largest map
    for hex_ in ("E3", "D1", "D2", "F1", "E1"):
        assert not is_legal(state, f"step {hex_}")
    play(state, "step E2")
    assert (state.record.steps_left, can(state, MoveKind.STEP)) == (141, "E1 E3 F3")
    play(state, "step F3")
    assert can(state, MoveKind.STEP) == "E2 E3 G3"
    play(state, "step G3", "step F3", "step E3")
    assert (at(state, "Boat"), can(state, MoveKind.STEP)) == ("E3", "E2 F3")  # the bridge is no river
    play(state, "stop")
    assert (at(state, "Boat"), state.record.ap, phase(state), state.current_player) == ("E3", 5, Phase.ACT, 0)
    assert has(state, "acted", "Boat")
    assert refused(state, "go Boat E1") == "C1.3"


@pytest.mark.clause("C2.4", "C2.8")
def test_it_may_stop_at_any_time() -> None:
    state = play(stage(FLEET, ground=RIVER, turn=2), "enter Boat")
    for steps, hex_ in (((), "E1"), (("step E2",), "E2"), (("step E2", "step E3"), "E3")):
        stopped = play(state.copy(), *steps, "stop")
        assert (at(stopped, "Boat"), phase(stopped)) == (hex_, Phase.ACT)


@pytest.mark.clause("C2.4", "C2.8")
@pytest.mark.parametrize(
    ("friend", "enemy", "hexes"),
    [("", "", "E1 E3 F3"), ("; gunboat Ram E3", "", "E1 F3"), ("", "; gunboat Ram F3", "E1 E3")],
)
def test_only_free_river_hexes_are_ahead(friend: str, enemy: str, hexes: str) -> None:
    state = stage(FLEET + friend, f"infantry Far I7{enemy}", ground=RIVER, turn=2)
    assert can(play(state, "enter Boat", "step E2"), MoveKind.STEP) == hexes


@pytest.mark.clause("C2.4", "C2.8")
@pytest.mark.parametrize("side", ["union", "confederate"])
def test_where_no_hex_is_free_the_move_is_over_by_itself(side: str) -> None:
    friend, enemy = ("; gunboat Ram E2", "") if side == "union" else ("", "; gunboat Ram E2")
    state = play(stage(FLEET + friend, f"infantry Far I7{enemy}", ground=RIVER, turn=2), "enter Boat")
    assert (at(state, "Boat"), phase(state), state.record.ap) == ("E1", Phase.ACT, 5)


@pytest.mark.clause("C2.4", "C2.8")
def test_it_does_not_fire_in_the_turn_in_which_it_enters() -> None:
    state = play(stage(FLEET, "infantry Bee D3", ground=RIVER, turn=2), "enter Boat")
    assert not is_legal(state, "fire Boat D3")
    assert refused(play(state, "stop"), "fire Boat D3") == "C1.3"


# C7.1: who stands in a VP hex holds it


@pytest.mark.clause("C7.1")
@pytest.mark.parametrize(("holder", "is_right"), [("confederate", True), ("nobody", False), ("union", False)])
def test_a_battle_says_so_at_the_start(holder: str, is_right: bool) -> None:
    """Adams of the Confederacy starts on the bridge I2, a VP hex."""
    text = TEXT.replace('hex = "D5"', 'hex = "I2"').replace('held = "nobody"', f'held = "{holder}"')
    if is_right:
        assert parse_scenario(text, "mine.toml").victory_hexes[1].held == 1
    else:
        assert "(C7.1)" in refusal(text)


@pytest.mark.clause("C7.1", "C2.8")
def test_who_still_waits_holds_nothing() -> None:
    """Cole of the Union enters at A1 in turn 4."""
    text = TEXT.replace('hex = "A7"', 'hex = "A1"')
    assert parse_scenario(text, "mine.toml").victory_hexes[0].held == 1


@pytest.mark.clause("C7.1")
@pytest.mark.parametrize("kind", ["infantry", "cavalry", "artillery"])
def test_it_holds_for_every_land_unit(kind: str) -> None:
    union = f"{kind} Ames E4; infantry Home A1"
    assert victory_points(stage(union, points="E4 2 both union", vp_hexes="live").record, 0) == 2
    for holder in ("confederate", "nobody"):
        with pytest.raises(BadOption, match=r"\(C7\.1\)"):
            stage(union, points=f"E4 2 both {holder}")


@pytest.mark.clause("C7.1")
def test_a_position_need_not_say_it_and_may_not_say_otherwise() -> None:
    text = "turn 12 union, ap 4; union: Burnside E11"
    state = bull_run(text)
    assert state == bull_run(f"{text}; points E11 union")
    assert victory_points(state.record, 0) == 2
    for holder in ("confederate", "nobody"):
        with pytest.raises(BadPosition, match=r"\(C7\.1\)"):
            bull_run(f"{text}; points E11 {holder}")
    assert bull_run(state.position()) == state


@pytest.mark.clause("C7.1")
def test_a_position_may_say_it_of_a_hex_without_a_land_unit() -> None:
    """The Confederacy holds E11 at the start. McDowell, a leader, holds nothing."""
    for there in ("", "; union: McDowell E11"):
        assert victory_points(bull_run(f"turn 12 union, ap 4{there}").record, 0) == 0
        for holder, points in (("union", 2), ("nobody", 0), ("confederate", 0)):
            assert victory_points(bull_run(f"turn 12 union, ap 4{there}; points E11 {holder}").record, 0) == points
