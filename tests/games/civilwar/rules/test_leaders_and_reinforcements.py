"""Leaders and reinforcements (C2.5, C2.6, C2.8), each case worked out by hand."""

from __future__ import annotations

from collections import Counter

import pytest

from holdtheline.core.game import State
from holdtheline.core.hexes import hex_distance
from holdtheline.games.civilwar.rules.moves import MAX_ENTRY_HEXES, MoveKind, pack_move
from holdtheline.games.civilwar.rules.victory import victory_points
from holdtheline.games.civilwar.state import Phase

from ..bare_field import at, can, has, hex_number, is_legal, number_of, phase, play, refused, stage


def places(state: State, *names: str) -> str:
    return " ".join(at(state, name) for name in names)


# C2.5: leaders


@pytest.mark.clause("C2.5")
def test_a_leader_alone_moves_up_to_three_hexes_for_one_point() -> None:
    state = stage("leader Able A4; infantry Home A1")
    assert at(play(state.copy(), "go Able B4", "stop"), "Able") == "B4"
    assert at(play(state.copy(), "go Able B4", "step C4", "stop"), "Able") == "C4"
    play(state, "go Able B4", "step C4", "step D4")
    assert (at(state, "Able"), state.record.ap, phase(state)) == ("D4", 5, Phase.ACT)
    assert has(state, "acted", "Able")
    assert refused(stage("leader Able A4; infantry Home A1"), "go Able C4") == "C2.5"
    assert refused(play(stage("leader Able A4; infantry Home A1"), "go Able B4"), "step D4") == "C2.5"


@pytest.mark.clause("C2.5")
def test_a_leader_rides_past_enemies() -> None:
    state = stage("leader Able C4; infantry Home A1", "infantry Bee E5")
    assert places(play(state, "go Able D4", "step E4", "step F4"), "Able") == "F4"


@pytest.mark.clause("C2.5")
@pytest.mark.parametrize("kind", ["infantry", "cavalry", "artillery"])
def test_a_leader_goes_with_a_unit_for_nothing(kind: str) -> None:
    state = play(stage(f"{kind} Ames E4; leader Able E4; infantry Home A1"), "go Ames D4 with")
    assert (places(state, "Ames", "Able"), state.record.ap) == ("D4 D4", 5)
    assert has(state, "acted", "Able")
    if phase(state) == Phase.MOVE:
        play(state, "stop")
    assert refused(state, "go Able D3") == "C1.3"


@pytest.mark.clause("C2.5")
def test_a_unit_may_leave_its_leader_behind() -> None:
    state = play(stage("artillery Guns E4; leader Able E4; infantry Ames E4"), "go Guns D4")
    assert places(state, "Guns", "Able") == "D4 E4"
    assert is_legal(state, "go Ames D3 with") is False
    assert is_legal(state, "go Ames E3 with")
    assert is_legal(state, "go Able F4")


@pytest.mark.clause("C2.5")
def test_a_leader_goes_along_once_and_only_from_his_own_hex() -> None:
    state = stage("artillery Guns E4; leader Able E4; infantry Ames E4; infantry Bell D4; gunboat Boat F4",
                  ground="F4 r, G4 r")  # fmt: skip
    assert refused(state, "go Bell C4 with") == "C2.5"
    assert refused(state, "go Boat G4 with") == "C2.4"
    assert state.why_not(pack_move(MoveKind.GO_WITH, number_of(state, "Able"), 21)) is not None
    play(state, "go Guns E3 with")
    assert refused(state, "go Ames D3 with") == "C2.5"
    acted = stage("infantry Ames E4; leader Able E4 acted")
    assert refused(acted, "go Ames D4 with") == "C2.5"
    assert is_legal(acted, "go Ames D4")


@pytest.mark.clause("C2.5")
def test_a_leader_gives_infantry_a_hex_more_for_a_point_more() -> None:
    state = play(stage("infantry Ames E4; leader Able E4", "infantry Bee E5"), "go Ames F4 with")
    assert (phase(state), state.record.ap) == (Phase.MOVE, 5)
    assert can(state, MoveKind.STEP) == "E4 F3 F5 G3 G4 G5"  # E4 and F5 are next to Bee
    play(state, "step F5")
    assert (places(state, "Ames", "Able"), state.record.ap, phase(state)) == ("F5 F5", 4, Phase.ACT)
    assert refused(state, "fire Ames E5") == refused(state, "assault Ames E5") == "C1.3"


@pytest.mark.clause("C2.5")
def test_no_extra_hex_without_the_leader_or_without_a_point() -> None:
    pieces = "infantry Ames E4; leader Able E4"
    assert phase(play(stage(pieces, "infantry Bee E5"), "go Ames F4")) == Phase.ACT
    assert phase(play(stage(pieces, "infantry Bee E5", ap=1), "go Ames F4 with")) == Phase.ACT


@pytest.mark.clause("C2.5", "C2.1")
def test_the_extra_hex_is_not_added_to_a_forced_march() -> None:
    pieces = "infantry Ames C3; leader Able C3"
    state = play(stage(pieces, "infantry Bee E5"), "go Ames D3 with")
    free = play(state.copy(), "step D2")
    assert (places(free, "Ames", "Able"), free.record.ap, phase(free)) == ("D2 D2", 5, Phase.ACT)
    dear = play(state.copy(), "step D4")  # next to Bee: the leader's hex
    assert (places(dear, "Ames", "Able"), dear.record.ap, phase(dear)) == ("D4 D4", 4, Phase.ACT)
    poor = play(stage(pieces, "infantry Bee E5", ap=1), "go Ames D3 with")
    assert can(poor, MoveKind.STEP) == "C2 C3 C4 D2 E3"
    assert refused(poor, "step D4") == "C1.2"


@pytest.mark.clause("C2.5", "C2.2")
def test_a_leader_gives_cavalry_a_fourth_hex_and_no_fire_with_it() -> None:
    ride = ("go Cole B4 with", "step C4", "step D4")
    state = play(stage("cavalry Cole A4; leader Able A4", "infantry Bee E5; infantry Cobb G4"), *ride)
    assert (phase(state), state.record.ap, can(state, MoveKind.FIRE, "Cole")) == (Phase.MOVE, 5, "E5")
    assert phase(play(state.copy(), "fire Cole E5")) == Phase.DICE  # without the bonus he fires
    play(state, "step E4")
    assert (places(state, "Cole", "Able"), state.record.ap, phase(state)) == ("E4 E4", 4, Phase.ACT)
    assert refused(state, "fire Cole E5") == "C1.3"
    alone = play(stage("cavalry Cole A4; leader Able A4"), "go Cole B4", "step C4", "step D4")
    assert (phase(alone), places(alone, "Cole", "Able")) == (Phase.ACT, "D4 A4")


@pytest.mark.clause("C2.5")
def test_a_leader_gives_artillery_nothing() -> None:
    state = stage("artillery Guns E4; leader Able E4; infantry Home A1")
    assert phase(play(state, "go Guns D4 with")) == Phase.ACT


@pytest.mark.clause("C2.5")
@pytest.mark.parametrize("letter", ["w", "h", "e", "F", "c", "d"])
def test_stop_terrain_stops_the_extra_hex_too(letter: str) -> None:
    state = stage("infantry Ames E4; leader Able E4", "infantry Bee E5", ground=f"F4 {letter}")
    assert phase(play(state, "go Ames F4 with")) == Phase.ACT


@pytest.mark.clause("C2.5", "C3.1", "C4.1")
def test_a_leader_does_not_fight() -> None:
    state = stage("leader Able E4; infantry Home A1", "infantry Bee E5")
    assert refused(state, "assault Able E5") == "C2.5"
    assert refused(state, "fire Able E5") == "C3.1"


# C2.6: passing and being run over


@pytest.mark.clause("C2.6")
def test_leaders_pass_through_friends_and_block_nobody() -> None:
    state = stage("leader Able A4; infantry Ames B4; cavalry Cole C4; artillery Guns D4; leader Baker C5")
    assert is_legal(state, "go Cole C5")
    assert is_legal(state, "go Guns D5")
    assert places(play(state, "go Able B4", "step C4", "step D4"), "Able") == "D4"


@pytest.mark.clause("C2.6", "C7.1")
@pytest.mark.parametrize("kind", ["infantry", "cavalry", "artillery"])
def test_a_leader_alone_is_run_over(kind: str) -> None:
    state = stage(f"{kind} Ames E4", "leader Boss E5; infantry Far I7")
    play(state, "go Ames E5")
    assert (places(state, "Ames", "Boss"), victory_points(state.record, 0)) == ("E5 lost", 1)
    assert list(state.record.leaders_lost) == [0, 1]
    if kind == "artillery":
        assert phase(state) == Phase.ACT
    else:
        assert places(play(state, "step E6"), "Ames") == "E6"  # it may move on


@pytest.mark.clause("C2.6")
def test_a_leader_enters_no_hex_of_the_enemy() -> None:
    state = stage("leader Able E4; infantry Home A1", "leader Boss E5; infantry Bee F4; gunboat Ram F3",
                  ground="F3 r")  # fmt: skip
    assert refused(state, "go Able E5") == refused(state, "go Able F4") == "C2.6"
    play(state, "go Able D4")
    assert refused(state, "step E5") == "C2.6"


@pytest.mark.clause("C2.6", "C2.7")
def test_a_leader_passes_another_and_cannot_stay_with_him() -> None:
    state = stage("leader Able A4; leader Baker B4; infantry Ames A1; infantry Bell B1")
    play(state, "go Able B4")
    assert refused(state, "stop") == "C2.7"
    play(state, "step C4", "stop")
    assert places(state, "Able", "Baker") == "C4 B4"
    assert state.record.leader_at[28] == number_of(state, "Baker") + 1  # B4


@pytest.mark.clause("C2.7")
def test_a_leader_passes_no_other_where_he_must_stop() -> None:
    pieces = "leader Able A4; leader Baker {}; infantry Ames A1; infantry Bell B1"
    assert refused(stage(pieces.format("B4"), ground="B4 w"), "go Able B4") == "C2.7"
    state = play(stage(pieces.format("D4")), "go Able B4", "step C4")
    assert refused(state, "step D4") == "C2.7"  # his third hex
    assert can(state, MoveKind.STEP) == "B4 C3 C5 D3 D5"


@pytest.mark.clause("C2.6", "C2.7", "C2.5")
@pytest.mark.parametrize("with_unit", [True, False])
def test_a_unit_with_its_leader_passes_another_leader_and_cannot_stay_with_him(with_unit: bool) -> None:
    """Baker is in D4, alone or with artillery, which leaves room for Ames."""
    guns = "; artillery Guns D4" if with_unit else ""
    state = stage(f"infantry Ames E4; leader Able E4; leader Baker D4; infantry Home A1{guns}")
    play(state, "go Ames D4 with Able")
    assert (places(state, "Ames", "Able", "Baker"), phase(state)) == ("D4 D4 D4", Phase.MOVE)
    assert state.record.leader_at[hex_number("D4")] == number_of(state, "Baker") + 1
    assert refused(state, "stop") == "C2.7"
    play(state, "step C4")  # a forced march
    assert (places(state, "Ames", "Able", "Baker"), state.record.ap, phase(state)) == ("C4 C4 D4", 5, Phase.ACT)
    assert state.record.leader_at[hex_number("C4")] == number_of(state, "Able") + 1
    assert state.record.leader_at[hex_number("D4")] == number_of(state, "Baker") + 1


@pytest.mark.clause("C2.6", "C2.7", "C2.5")
def test_it_passes_only_if_it_can_end_elsewhere() -> None:
    pieces = "infantry Ames E4; leader Able E4; leader Baker D4; infantry Bell A1; infantry Home A7"
    bee = "infantry Bee E5"  # next to D4 and E4: the second hex is the leader's, for an AP
    assert refused(stage(pieces, bee, ap=1), "go Ames D4 with") == "C2.7"
    assert is_legal(stage(pieces, bee, ap=1), "go Ames D4")
    assert at(play(stage(pieces, bee, ap=2), "go Ames D4 with", "step C4"), "Able") == "C4"
    assert refused(stage(pieces, ground="D4 w"), "go Ames D4 with") == "C2.7"
    assert refused(stage(pieces.replace("infantry Ames", "artillery Ames")), "go Ames D4 with") == "C2.7"
    march = play(stage(pieces), "go Ames E3 with")
    assert refused(march, "step D4") == "C2.7"  # the second hex is the last
    two = pieces + "; leader Baxter C4; leader Burns D3; leader Byrd E3; leader Bond D5; leader Bolt E5"
    two += "".join(f"; infantry Unit{column} {column}1" for column in "BCDFGH")
    assert at(play(stage(two), "go Ames D4 with", "step E4"), "Able") == "E4"  # back again
    assert refused(stage(two, "infantry Bee F4", ap=1), "go Ames D4 with") == "C2.7"


@pytest.mark.clause("C2.6", "C2.7", "C2.2")
def test_cavalry_passes_several_leaders_and_does_not_fire_among_them() -> None:
    pieces = "cavalry Cole A4; leader Able A4; leader Baker B4; leader Byrd C4; infantry Bell A1; infantry Bill B1"
    state = play(stage(pieces, "infantry Bee C3; infantry Far I7"), "go Cole B4 with Able", "step C4")
    assert refused(state, "stop") == refused(state, "fire Cole C3") == "C2.7"
    play(state, "step D4")
    assert (places(state, "Cole", "Able", "Baker", "Byrd"), can(state, MoveKind.FIRE, "Cole")) == ("D4 D4 B4 C4", "")
    end = stage(pieces.replace("Byrd C4", "Byrd D4"), ap=1)
    play(end, "go Cole B4 with Able", "step C4")
    assert refused(end, "step D4") == "C2.7"  # the third hex, and no AP for a fourth


# C2.8: reinforcements


@pytest.mark.clause("C2.8")
def test_a_reinforcement_enters_from_its_turn_on_for_a_point() -> None:
    pieces = "infantry Ames A4 turn=3; infantry Home I1"
    early = stage(pieces, turn=2)
    assert refused(early, "enter Ames") == refused(early, "go Ames A4") == "C2.8"
    for turn in (3, 4, 9):
        state = play(stage(pieces, turn=turn), "enter Ames")
        assert (at(state, "Ames"), state.record.ap) == ("A4", 5)
        assert has(state, "acted", "Ames")
    assert refused(play(state, "stop"), "enter Ames") == "C2.8"
    assert refused(stage(pieces, turn=3), "enter Home") == "C2.8"


@pytest.mark.clause("C2.8")
@pytest.mark.parametrize(("kind", "more"), [("infantry", 1), ("cavalry", 2), ("artillery", 0), ("leader", 2)])
def test_the_entry_hex_counts_as_a_hex_of_movement(kind: str, more: int) -> None:
    pieces = f"{kind} Ames A4 turn=1; infantry Home I1"
    if kind == "leader":  # the file has a unit for him, and it is gone
        pieces += "; infantry Gone A4 turn=1"
    state = stage(pieces)
    if kind == "leader":
        state.record.entry_turn[number_of(state, "Gone")] = 0
    play(state, "enter Ames")
    for hex_ in ("B4", "C4", "D4")[:more]:
        assert phase(state) == Phase.MOVE
        play(state, f"step {hex_}")
    assert (phase(state), state.record.ap) == (Phase.ACT, 5)
    assert at(state, "Ames") == ("A4", "B4", "C4")[more]


@pytest.mark.clause("C2.8", "C2.1")
def test_a_march_continues_only_away_from_enemies_and_stop_terrain() -> None:
    pieces = "infantry Ames A4 turn=1; infantry Home I1"
    assert phase(play(stage(pieces, "infantry Bee B4"), "enter Ames")) == Phase.ACT
    assert phase(play(stage(pieces, ground="A4 w"), "enter Ames")) == Phase.ACT
    state = play(stage(pieces, "infantry Bee C4"), "enter Ames")
    assert can(state, MoveKind.STEP) == "A3 A5 B3 B5"  # B4 is next to Bee


@pytest.mark.clause("C2.8")
@pytest.mark.parametrize(
    ("kind", "there", "ground", "hexes"),
    [
        ("infantry", "infantry Bell A4", "", "A3 A5 B3 B4 B5"),
        ("infantry", "artillery Bell A4", "", "A3 A5 B3 B4 B5"),  # any combat unit counts
        ("artillery", "infantry Bell A4", "", "A3 A5 B3 B4 B5"),
        ("cavalry", "infantry Bell A4; infantry Bill A3", "", "A5 B3 B4 B5"),
        ("artillery", "infantry Bell A4; infantry Bill A3", "B3 s", "A5 B4 B5"),
        ("infantry", "infantry Bell A4; cavalry Bill A3; infantry Bull B3; cavalry Bonn B4", "A5 r", "B5"),
        ("infantry", "cavalry A A4; cavalry B A3; cavalry C B3; cavalry D B4; cavalry E A5; cavalry F B5",
         "", "A2 A6 B2 B6 C3 C4 C5"),
        ("infantry", "leader Baker A4; infantry Bell E1", "", "A4"),
    ],
)  # fmt: skip
def test_where_a_unit_stands_in_the_entry_hex_the_owner_chooses_among_the_nearest_without_one(
    kind: str, there: str, ground: str, hexes: str
) -> None:
    state = stage(f"{kind} Ames A4 turn=1; infantry Home I1; {there}", ground=ground)
    assert can(state, MoveKind.ENTER, "Ames") == hexes
    for hex_ in hexes.split():
        assert at(play(state.copy(), f"enter Ames at {hex_}"), "Ames") == hex_
    assert refused(state, "enter Ames G7") == "C2.8"
    if hexes != "A4":
        assert refused(state, "enter Ames A4") == "C2.8"


@pytest.mark.clause("C2.8")
def test_without_a_choice_the_hex_need_not_be_said() -> None:
    pieces = "infantry Ames A4 turn=1; infantry Bell A4; infantry Home I1"
    only = stage(pieces, ground="A3 s, A5 s, B3 s, B4 s")
    assert at(play(only, "enter Ames"), "Ames") == "B5"
    assert refused(stage(pieces), "enter Ames") == "C2.8"


@pytest.mark.clause("C2.8")
@pytest.mark.parametrize("enemy", ["infantry", "artillery"])
def test_an_enemy_unit_keeps_the_entry_hex(enemy: str) -> None:
    state = stage("infantry Ames A4 turn=1; infantry Home I1", f"{enemy} Bee A4; infantry Far I7")
    assert can(state, MoveKind.ENTER, "Ames") == "A3 A5 B3 B4 B5"


@pytest.mark.clause("C2.8")
def test_more_moves_than_there_are_entries_fit_the_list() -> None:
    """Count the hexes that are equally far from one at the edge of a map."""
    for width, height in ((13, 11), (9, 7), (13, 7), (9, 11)):
        for hex_ in range(width * height):
            if hex_ // width in (0, height - 1) or hex_ % width in (0, width - 1):
                distances = Counter(hex_distance(hex_, there, width) for there in range(width * height))
                assert max(distances.values()) <= MAX_ENTRY_HEXES


@pytest.mark.clause("C2.8")
def test_without_any_hex_nobody_enters() -> None:
    state = stage("gunboat Boat E1 turn=1; gunboat Ram E1; infantry Home A1", ground="E1 r")
    assert refused(state, "enter Boat") == "C2.8"
    assert can(state, MoveKind.ENTER, "Boat") == ""


@pytest.mark.clause("C2.8")
def test_a_leader_enters_with_a_unit_for_nothing() -> None:
    pieces = "infantry Ames A4 turn=1; cavalry Cole A4 turn=5; infantry Home I1"
    pieces += "; leader Able A4 turn=1; leader Baker A4 turn=1; leader Late A4 turn=5"
    state = stage(pieces)
    assert refused(state, "enter Able") == "C2.8"
    assert at(play(state.copy(), "enter Ames"), "Able") == "waits"
    assert at(play(state.copy(), "enter Ames with Baker"), "Baker") == "A4"
    assert refused(state, "enter Ames with Late") == "C2.8"  # his turn is 5
    play(state, "enter Ames with Able")
    assert (places(state, "Ames", "Able", "Baker"), state.record.ap) == ("A4 A4 waits", 5)
    assert has(state, "acted", "Able")
    play(state, "step B4")
    assert places(state, "Ames", "Able") == "B4 B4"
    assert refused(state, "enter Baker") == "C2.8"  # Cole still waits, whatever his turn


@pytest.mark.clause("C2.8")
def test_the_owner_chooses_the_unit_with_which_a_leader_enters() -> None:
    """Cole enters elsewhere; Able may come with him all the same, and with no gunboat."""
    pieces = "infantry Ames A4 turn=1; leader Able A4 turn=1; cavalry Cole I4 turn=1; gunboat Boat A1 turn=1"
    state = stage(f"{pieces}; infantry Home E1", ground="A1 r")
    assert places(play(state.copy(), "enter Cole with Able"), "Cole", "Able") == "I4 I4"
    assert places(play(state.copy(), "enter Ames with Able"), "Ames", "Able") == "A4 A4"
    assert refused(state, "enter Boat with Able") == "C2.8"
    assert refused(state, "enter Able with Able") == refused(state, "enter Able") == "C2.8"
    play(state, "enter Ames", "stop", "enter Cole", "stop")
    assert at(play(state, "enter Able"), "Able") == "A4"  # no unit waits any more that could bring him


@pytest.mark.clause("C2.8", "C2.5")
def test_a_leader_who_enters_along_gives_his_extra_hex() -> None:
    pieces = "{} Ames A4 turn=1; leader Able A4 turn=1; infantry Home I1"
    state = play(stage(pieces.format("infantry"), "infantry Bee B4"), "enter Ames with")
    assert (phase(state), can(state, MoveKind.STEP)) == (Phase.MOVE, "A3 A5 B3 B5")
    play(state, "step A3")
    assert (places(state, "Ames", "Able"), state.record.ap) == ("A3 A3", 4)
    ride = play(stage(pieces.format("cavalry")), "enter Ames with", "step B4", "step C4", "step D4")
    assert (places(ride, "Ames", "Able"), ride.record.ap, phase(ride)) == ("D4 D4", 4, Phase.ACT)


@pytest.mark.clause("C2.8", "C2.6", "C2.7")
def test_a_leader_enters_where_another_is_only_to_move_on() -> None:
    pieces = "infantry Ames A4 turn=1; leader Able A4 turn=1; leader Baker A4; infantry Home I1"
    state = play(stage(pieces), "enter Ames with Able")
    assert places(state, "Ames", "Able", "Baker") == "A4 A4 A4"
    assert refused(state, "stop") == "C2.7"
    assert places(play(state, "step B4"), "Ames", "Able", "Baker") == "B4 B4 A4"
    assert refused(stage(pieces, ground="A4 w"), "enter Ames with Able") == "C2.7"
    assert refused(stage(pieces.replace("infantry Ames", "artillery Ames")), "enter Ames with Able") == "C2.7"


@pytest.mark.clause("C2.8", "C2.7")
def test_a_leader_enters_alone_when_no_unit_is_left_and_finds_a_hex() -> None:
    pieces = "infantry Ames A4 turn=1; leader Able A4 turn=1; leader Baker A4; infantry Home I1"
    state = play(stage(pieces, "leader Boss A3; infantry Far I7"), "enter Ames", "stop")
    assert can(state, MoveKind.ENTER, "Able") == "A5 B3 B4 B5"  # Baker is in A4, and Boss in A3
    play(state, "enter Able B3")
    assert (at(state, "Able"), state.record.ap) == ("B3", 4)
