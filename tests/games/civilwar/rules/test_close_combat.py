"""Close combat and morale (C4), each case worked out by hand."""

from __future__ import annotations

import pytest

from holdtheline.core.definition import CHANCE
from holdtheline.core.game import State
from holdtheline.games.civilwar.rules.moves import MoveKind, move_kind
from holdtheline.games.civilwar.rules.victory import victory_points
from holdtheline.games.civilwar.state import Phase

from ..bare_field import at, blocks, can, has, is_legal, number_of, phase, play, play_events, refused, stage

TERRAIN = {"w": -1, "h": -1, "t": -1, "f": -1, "e": -1, "F": -2, "c": 1, ".": 0, "b": 0, "d": 0, "-": 0}
FAILS = {1: (1, 2, 3), 2: (4, 5), 3: (6,)}
"""The faces of the morale die that have the colour of a level: green, black, gold."""
BELOW = "; infantry Far I7"


def attacked(confederate: str, *dice: int, union: str = "infantry Ames E4", **more: str) -> State:
    """Return the state after the dice of an assault from E4 on E5."""
    return play(stage(union, confederate, **more), "assault Ames E5", *dice)


# C4.1: the attack


@pytest.mark.clause("C4.1")
@pytest.mark.parametrize("kind", ["infantry", "cavalry"])
@pytest.mark.parametrize("target", ["infantry", "cavalry", "artillery"])
def test_an_assault_costs_two_points_and_rolls_three_dice(kind: str, target: str) -> None:
    state = play(stage(f"{kind} Ames E4 1", f"{target} Bee E5{BELOW}"), "assault Ames E5")
    assert (state.record.ap, phase(state), state.record.dice_left, state.current_player) == (4, Phase.DICE, 3, CHANCE)
    assert has(state, "acted", "Ames")
    assert has(state, "attacked", "Bee")
    play(state, 1, 2, 3)
    assert (phase(state), blocks(state, "Ames"), at(state, "Ames")) == (Phase.ACT, 1, "E4")


@pytest.mark.clause("C4.1")
@pytest.mark.parametrize("letter", TERRAIN)
def test_four_to_six_hit_and_terrain_counts(letter: str) -> None:
    state = attacked("infantry Bee E5", ground=f"E5 {letter}")
    hits = [face for face in range(1, 7) if play(state.copy(), face).record.hits]
    assert hits == [face for face in range(1, 7) if face + TERRAIN[letter] >= 4]


@pytest.mark.clause("C4.1")
def test_only_an_enemy_unit_in_the_next_hex_is_assaulted() -> None:
    state = stage("infantry Ames E4; infantry Bell F4", f"infantry Bee E6; leader Boss E5{BELOW}")
    for hex_ in ("E6", "E4", "F4", "E3", "E5"):  # too far, itself, a friend, nobody, a lone leader
        assert refused(state, f"assault Ames {hex_}") == "C4.1"


@pytest.mark.clause("C4.1")
@pytest.mark.parametrize("ap", [0, 1])
def test_two_points_must_be_there(ap: int) -> None:
    assert refused(stage("infantry Ames E4", "infantry Bee E5", ap=ap), "assault Ames E5") == "C1.2"


@pytest.mark.clause("C4.1")
def test_only_the_attacker_rolls() -> None:
    state = attacked("infantry Bee E5 gold; artillery Guns E5", 4, 4, 1)
    while phase(state) == Phase.MORALE:
        play(state, 1)
    assert (phase(state), blocks(state, "Ames"), blocks(state, "Bee")) == (Phase.ACT, 4, 2)


@pytest.mark.clause("C4.1")
@pytest.mark.parametrize("step", ["end", "go Ames D4", 0, 7])
def test_the_dice_are_rolled_first(step: str | int) -> None:
    assert refused(attacked("infantry Bee E5"), step) == "C4.1"
    assert refused(attacked("infantry Bee E5; leader Boss E5", 1, 1, 1), step) == "C4.2"
    assert refused(attacked("infantry Bee E5", 4, 1, 1), step) == "C4.3"


# C4.2: leaders


@pytest.mark.clause("C4.2")
@pytest.mark.parametrize(("dice", "ones"), [((1, 2, 2), 1), ((1, 2, 1), 2), ((1, 1, 1), 3), ((2, 2, 2), 0)])
def test_a_leader_rolls_once_for_each_one(dice: tuple[int, ...], ones: int) -> None:
    state = attacked("infantry Bee E5; leader Boss E5", *dice)
    for _ in range(ones):
        assert phase(state) == Phase.LEADER
        play(state, 2)
    assert (phase(state), at(state, "Boss")) == (Phase.ACT, "E5")


@pytest.mark.clause("C4.2")
@pytest.mark.parametrize("rolls", [(1,), (2, 1), (6, 3, 1)])
def test_a_one_eliminates_him_and_no_more_dice_are_rolled(rolls: tuple[int, ...]) -> None:
    state = play(attacked("infantry Bee E5; leader Boss E5", 1, 1, 1), *rolls)
    assert (phase(state), at(state, "Boss"), victory_points(state.record, 0)) == (Phase.ACT, "lost", 1)


# C4.3: morale


@pytest.mark.clause("C4.3")
@pytest.mark.parametrize("hits", [1, 2, 3])
def test_a_unit_rolls_once_for_each_hit(hits: int) -> None:
    state = attacked("infantry Bee E5", *[4] * hits, *[1] * (3 - hits))
    for _ in range(hits):
        assert (phase(state), state.current_player) == (Phase.MORALE, CHANCE)
        play(state, 1)  # green, and Bee is black
    assert (phase(state), at(state, "Bee"), blocks(state, "Bee")) == (Phase.ACT, "E5", 4 - hits)
    assert has(state, "revealed", "Bee")


@pytest.mark.clause("C4.3")
@pytest.mark.parametrize("rolls", [(4,), (1, 5), (1, 6, 4)])
def test_a_roll_of_its_colour_makes_it_retreat_at_once(rolls: tuple[int, ...]) -> None:
    state = play(attacked("infantry Bee E5", 4, 4, 4), *rolls)
    assert (phase(state), state.current_player) == (Phase.RETREAT, 1)
    assert at(play(state, "retreat E6"), "Bee") == "E6"
    assert phase(state) == Phase.ADVANCE


@pytest.mark.clause("C4.3")
def test_without_a_hit_nobody_rolls() -> None:
    state = attacked("infantry Bee E5 green", 3, 3, 3)
    assert phase(state) == Phase.ACT
    assert not has(state, "revealed", "Bee")


@pytest.mark.clause("C4.3")
def test_each_unit_of_a_hex_rolls_for_all_hits_before_any_unit_retreats() -> None:
    state = attacked("infantry Bee E5 green; artillery Guns E5 gold", 4, 4, 1)
    assert (phase(state), state.record.dice_left) == (Phase.MORALE, 2)
    play(state, 1)  # Bee must go, and rolls no more
    assert (phase(state), state.record.dice_left, at(state, "Bee")) == (Phase.MORALE, 2, "E5")
    play(state, 5)
    assert phase(state) == Phase.MORALE
    play(state, 6)
    assert (phase(state), has(state, "revealed", "Guns")) == (Phase.RETREAT, True)
    play(state, "retreat E6")
    assert (phase(state), at(state, "Guns")) == (Phase.RETREAT, "E5")
    play(state, "retreat E6")
    assert (phase(state), at(state, "Bee"), at(state, "Guns")) == (Phase.ADVANCE, "E6", "E6")


@pytest.mark.clause("C4.3")
def test_who_is_left_rolls_for_the_hits_that_others_took() -> None:
    state = attacked("infantry Bee E5 1; artillery Guns E5", 4, 4, 1)
    assert (at(state, "Bee"), blocks(state, "Guns"), phase(state)) == ("lost", 1, Phase.MORALE)
    assert state.record.dice_left == 2
    over = attacked("infantry Bee E5 1; artillery Guns E5 2", 4, 4, 4)
    assert (at(over, "Guns"), phase(over)) == ("lost", Phase.ADVANCE)


@pytest.mark.clause("C4.3")
def test_a_leader_goes_with_the_unit_that_retreats() -> None:
    state = play(attacked("infantry Bee E5 green; leader Boss E5", 4, 2, 2), 4, "retreat D6")
    assert (at(state, "Bee"), at(state, "Boss"), phase(state)) == ("D6", "D6", Phase.ADVANCE)
    assert not has(state, "acted", "Boss")


@pytest.mark.clause("C4.3")
def test_a_leader_stays_with_the_unit_that_stays() -> None:
    pieces = "infantry Bee E5 green; artillery Guns E5 gold; leader Boss E5"
    state = play(attacked(pieces, 4, 2, 2), 4, 1, "retreat E6")
    assert (at(state, "Bee"), at(state, "Guns"), at(state, "Boss")) == ("E6", "E5", "E5")
    assert phase(state) == Phase.ACT
    guns = play(attacked(pieces, 4, 2, 2), 1, 6, "retreat E6")
    assert (at(guns, "Bee"), at(guns, "Guns"), at(guns, "Boss")) == ("E5", "E6", "E5")
    assert phase(guns) == Phase.ACT


STACK = "infantry Bee E5 green; artillery Guns E5 gold; leader Boss E5"


@pytest.mark.clause("C4.3")
@pytest.mark.parametrize(("bee", "guns", "goes"), [(4, 1, "Bee"), (1, 6, "Guns")])
def test_if_one_of_two_units_retreats_its_owner_chooses_whether_the_leader_goes_along(
    bee: int, guns: int, goes: str
) -> None:
    state = play(attacked(STACK, 4, 2, 2), bee, guns)
    assert can(state, MoveKind.RETREAT) == can(state, MoveKind.RETREAT_WITH) == "D5 D6 E6"
    both = play(state.copy(), "retreat E6 with Boss")
    assert (at(both, goes), at(both, "Boss"), phase(both)) == ("E6", "E6", Phase.ACT)
    assert not has(both, "acted", "Boss")
    stays = play(state, "retreat E6")
    assert (at(stays, goes), at(stays, "Boss"), phase(stays)) == ("E6", "E5", Phase.ACT)


@pytest.mark.clause("C4.3")
def test_when_both_retreat_the_leader_goes_with_the_one_that_its_owner_chooses() -> None:
    state = play(attacked(STACK, 4, 2, 2), 4, 6)
    first = play(state.copy(), "retreat D6 with Boss", "retreat E6")
    assert (at(first, "Bee"), at(first, "Boss"), at(first, "Guns")) == ("D6", "D6", "E6")
    second = play(state, "retreat D6")
    assert (phase(second), can(second, MoveKind.RETREAT_WITH)) == (Phase.RETREAT, "")  # he goes in any case
    play(second, "retreat E6")
    assert (at(second, "Bee"), at(second, "Boss"), at(second, "Guns")) == ("D6", "E6", "E6")
    assert phase(second) == Phase.ADVANCE


@pytest.mark.clause("C4.3")
def test_a_leader_with_one_unit_is_not_asked() -> None:
    state = play(attacked("infantry Bee E5 green; leader Boss E5", 4, 2, 2), 4)
    assert refused(state, "retreat E6 with Boss") == "C4.3"
    none = play(attacked("infantry Bee E5 green; artillery Guns E5 gold", 4, 2, 2), 1, 1)
    assert refused(none, "retreat E6 with") == "C4.3"


@pytest.mark.clause("C4.3", "C2.7")
def test_a_leader_does_not_go_where_another_is() -> None:
    state = play(attacked(STACK + "; leader Baker E6; infantry Far I7", 4, 2, 2), 4, 1)
    assert can(state, MoveKind.RETREAT) == "D5 D6 E6"
    assert can(state, MoveKind.RETREAT_WITH) == "D5 D6"
    assert refused(state, "retreat E6 with Boss") == "C2.7"


@pytest.mark.clause("C4.3", "C5.2")
@pytest.mark.parametrize(("words", "place"), [("", "E5"), (" with Boss", "E6")])
def test_his_choice_holds_while_a_friend_makes_room(words: str, place: str) -> None:
    state = play(attacked(STACK + "; infantry Cobb E6", 4, 2, 2), 4, 1, f"retreat E6{words}")
    assert phase(state) == Phase.DISPLACE
    play(state, "displace E7")
    assert (at(state, "Bee"), at(state, "Cobb"), at(state, "Boss"), phase(state)) == ("E6", "E7", place, Phase.ACT)


@pytest.mark.clause("C4.3", "C5.3")
def test_if_one_unit_is_eliminated_and_the_other_retreats_he_goes_along_or_flees() -> None:
    """Two hits: Bee has one block and Guns lose one. With Boss the black Guns are gold, and roll gold."""
    state = attacked("infantry Bee E5 1; artillery Guns E5; leader Boss E5; infantry Far I7", 4, 4, 2)
    play(state, 6)
    assert (at(state, "Bee"), phase(state)) == ("lost", Phase.RETREAT)
    along = play(state.copy(), "retreat E6 with Boss")
    assert (at(along, "Guns"), at(along, "Boss"), phase(along)) == ("E6", "E6", Phase.ADVANCE)
    left = play(state, "retreat E6")
    assert (at(left, "Boss"), phase(left), left.current_player) == ("E5", Phase.FLIGHT, 1)
    assert phase(play(left, "step D6", "stop")) == Phase.ADVANCE


# C4.4: levels


@pytest.mark.clause("C4.4")
@pytest.mark.parametrize(
    ("morale", "leader", "letter", "level"),
    [
        *(("green", False, letter, 1) for letter in ".bd-"),
        *(("green", False, letter, 2) for letter in "whtfe"),
        ("green", False, "F", 3),
        ("green", False, "c", 1),
        ("black", False, ".", 2),
        *(("black", False, letter, 3) for letter in "whtfeF"),
        ("black", False, "c", 1),
        *(("gold", False, letter, 3) for letter in ".whtfeF"),
        ("gold", False, "c", 2),
        ("green", True, ".", 2),
        ("green", True, "w", 3),
        ("green", True, "F", 3),
        ("green", True, "c", 1),
        ("black", True, ".", 3),
        ("black", True, "c", 2),
        ("gold", True, "h", 3),
        ("gold", True, "c", 3),
    ],
)
def test_leader_and_terrain_raise_the_level(morale: str, leader: bool, letter: str, level: int) -> None:
    pieces = f"infantry Bee E5 {morale}{BELOW}" + ("; leader Boss E5" if leader else "")
    state = attacked(pieces, 6, 2, 2, ground=f"E5 {letter}")
    assert (phase(state), state.record.hits) == (Phase.MORALE, 1)
    fails = [face for face in range(1, 7) if phase(play(state.copy(), face)) == Phase.RETREAT]
    assert tuple(fails) == FAILS[level]


@pytest.mark.clause("C4.4")
def test_a_leader_who_fell_raises_nothing() -> None:
    state = play(attacked("infantry Bee E5 green; leader Boss E5", 4, 1, 2), 1)
    assert phase(state) == Phase.MORALE
    assert phase(play(state.copy(), 4)) == Phase.ACT
    assert phase(play(state, 3)) == Phase.RETREAT


@pytest.mark.clause("C4.4")
def test_each_roll_is_logged_with_its_level() -> None:
    state = stage("infantry Ames E4", "infantry Bee E5 green; leader Boss E5", ground="E5 w")
    assert play_events(state, "assault Ames E5", 5, 1, 2, 3, 1)[-3:] == [
        "LEADER_ROLLED C4.2",
        "SUFFERED C3.3",
        "MORALE_ROLLED C4.3",
    ]


# C4.5: advance


LED = "infantry Ames E4; leader Able E4"


@pytest.mark.clause("C4.5")
@pytest.mark.parametrize("how", ["eliminated", "gone"])
@pytest.mark.parametrize("leader", ["none", "fresh", "acted"])
def test_the_attacker_may_advance_and_a_leader_may_follow(how: str, leader: str) -> None:
    union = {"none": "infantry Ames E4", "fresh": LED, "acted": LED + " acted"}[leader]
    if how == "eliminated":
        state = attacked("infantry Bee E5 1; infantry Far I7", 4, 1, 1, union=union)
    else:
        state = play(attacked("infantry Bee E5 green", 4, 1, 1, union=union), 1, "retreat E6")
    assert (phase(state), state.current_player, state.record.ap) == (Phase.ADVANCE, 0, 4)
    stays = play(state.copy(), "stay")
    assert (phase(stays), at(stays, "Ames")) == (Phase.ACT, "E4")
    alone = play(state.copy(), "advance")
    assert (phase(alone), at(alone, "Ames"), alone.record.ap) == (Phase.ACT, "E5", 4)
    if leader == "none":
        assert {move_kind(code) for code in state.legal_codes()} == {MoveKind.ADVANCE, MoveKind.STAY}
        assert refused(state, "advance with") == "C4.5"
        return
    assert at(alone, "Able") == "E4"
    assert has(alone, "acted", "Able") == (leader == "acted")
    if leader == "acted":
        assert refused(state, "advance with") == "C4.5"
        return
    both = play(state, "advance with")
    assert (at(both, "Ames"), at(both, "Able"), has(both, "acted", "Able")) == ("E5", "E5", True)


@pytest.mark.clause("C4.5")
@pytest.mark.parametrize("step", ["end", "go Ames D4", "stop", "step E5", "retreat E5", 3])
def test_the_advance_is_decided_first(step: str | int) -> None:
    state = attacked("infantry Bee E5 1; infantry Far I7", 4, 1, 1)
    assert refused(state, step) == "C4.5"


@pytest.mark.clause("C4.5")
def test_nobody_advances_while_a_unit_is_left() -> None:
    state = attacked("infantry Bee E5 1; artillery Guns E5 gold", 4, 1, 1)
    assert phase(play(state, 1)) == Phase.ACT


@pytest.mark.clause("C4.5", "C1.3")
@pytest.mark.parametrize("special", ['fixed = ["Ames"]', 'halted = { side = "union", until = 2 }'])
def test_who_cannot_move_does_not_advance(special: str) -> None:
    state = attacked("infantry Bee E5 1; infantry Far I7", 4, 1, 1, special=special)
    assert (phase(state), at(state, "Ames"), at(state, "Bee")) == (Phase.ACT, "E4", "lost")


@pytest.mark.clause("C4.5", "C2.2")
def test_a_leader_who_did_not_begin_the_turn_with_the_attacker_does_not_follow() -> None:
    """Cole rides to Able, fires from there, and may advance (option fire_advance). Able has not acted."""
    union = "cavalry Cole C4; leader Able D4; infantry Home A1"
    state = stage(union, "infantry Bee E5 1; infantry Far I7", fire_advance="on")
    play(state, "go Cole D4", "fire Cole E5", 6, 2, 2)
    assert phase(state) == Phase.ADVANCE
    assert refused(state, "advance with Able") == "C4.5"
    assert at(play(state, "advance"), "Able") == "D4"
    stood = stage(union.replace("C4", "D4"), "infantry Bee E5 1; infantry Far I7", fire_advance="on")
    assert at(play(stood, "fire Cole E5", 6, 2, 2, "advance with Able"), "Able") == "E5"


@pytest.mark.clause("C4.5", "C1.3")
def test_a_leader_who_cannot_move_does_not_follow() -> None:
    """Late has entered; Able stood in the hex from the start, and is halted."""
    state = stage(
        "infantry Late B1 turn=1; leader Able B1; infantry Home A1",
        "infantry Bee B2 1; infantry Far I7",
        special='halted = { side = "union", until = 9 }',
    )
    play(state, "enter Late", "end", 1, "end", 6, "assault Late B2", 4, 2, 2)
    assert phase(state) == Phase.ADVANCE
    assert refused(state, "advance with") == "C4.5"
    assert at(play(state, "advance"), "Late") == "B2"


@pytest.mark.clause("C4.5")
def test_an_advance_is_free_and_ends_the_units_turn() -> None:
    state = play(attacked("infantry Bee E5 1; infantry Far I7", 4, 1, 1, union=LED), "advance with")
    assert refused(state, "go Ames E6") == refused(state, "go Able E6") == "C1.3"
    assert number_of(state, "Ames") + 1 == state.record.unit_at[40]  # E5
    assert is_legal(state, "end")
