"""Every option of the rules, on and off, each case worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from holdtheline.core.catalog import load
from holdtheline.core.game import State
from holdtheline.games.civilwar.rules.moves import MoveKind
from holdtheline.games.civilwar.rules.victory import victory_points
from holdtheline.games.civilwar.state import Phase
from holdtheline.table.session import Table

from ..bare_field import at, blocks, can, has, is_legal, number_of, phase, play, refused, stage

DEFAULTS = {
    "fog": "auto",
    "hill_guns": "off",
    "rally_only_hit": "off",
    "fire_advance": "off",
    "attacker_check": "off",
    "leader_risk": "source",
    "vp_hexes": "end_only",
    "morale_die": "3-2-1",
    "hill_sight": "off",
    "bank_ap": "off",
}
ON_OFF = pytest.mark.parametrize("value", ["off", "on"])


def test_the_defaults_are_those_of_the_rulebook() -> None:
    options = dict(load("civilwar", plain=True).options)
    assert options.pop("scenario") == "bull-run"
    assert options == DEFAULTS


def faces(state: State, holds: Any) -> list[int]:
    """Return the faces of the next die after which something holds."""
    return [face for face in range(1, 7) if holds(play(state.copy(), face))]


# hill_guns


@pytest.mark.clause("C3.1", "C3.2")
@ON_OFF
def test_hill_guns_reach_four_hexes_and_hit_with_six(value: str) -> None:
    state = stage("artillery Guns E4", "infantry Bee I4", ground="E4 h", hill_guns=value)
    if value == "off":
        assert refused(state, "fire Guns I4") == "C3.1"
        return
    play(state, "fire Guns I4")
    assert state.record.dice_left == 3
    assert faces(state, lambda after: after.record.hits) == [6]


@pytest.mark.clause("C3.1")
def test_hill_guns_are_artillery_on_a_hill() -> None:
    for kind, ground, reach in (
        ("artillery", "E4 w", 3),
        ("artillery", "E4 F", 3),
        ("infantry", "E4 h", 2),
        ("cavalry", "E4 h", 1),
        ("artillery", "E4 h", 4),
        ("gunboat", "E4 r", 3),
    ):
        for away, hex_ in enumerate(("F4", "G4", "H4", "I4"), 1):
            union = f"{kind} Ames E4; infantry Home A1"
            state = stage(union, f"infantry Bee {hex_}", ground=ground, hill_guns="on")
            assert is_legal(state, f"fire Ames {hex_}") == (away <= reach)


@pytest.mark.clause("C3.2", "C3.5")
def test_hill_guns_hit_as_before_within_three_and_need_sight() -> None:
    for hex_, dice, number in (("F4", 4, 4), ("G4", 3, 5), ("H4", 3, 6)):
        state = stage("artillery Guns E4", f"infantry Bee {hex_}", ground="E4 h", hill_guns="on")
        play(state, f"fire Guns {hex_}")
        assert state.record.dice_left == dice
        assert faces(state, lambda after: after.record.hits)[0] == number
    state = stage("artillery Guns E4; infantry Ames G4", "infantry Bee I4", ground="E4 h", hill_guns="on")
    assert refused(state, "fire Guns I4") == "C3.5"


# rally_only_hit


@pytest.mark.clause("C6.1")
@ON_OFF
def test_rally_only_hit_asks_for_an_attack(value: str) -> None:
    state = stage("infantry Ames E4 2; leader Able E4", "infantry Bee E5", rally_only_hit=value)
    if value == "off":
        assert is_legal(state, "rally Ames")
    else:
        assert refused(state, "rally Ames") == "C6.1"


@pytest.mark.clause("C6.1")
@pytest.mark.parametrize("attack", ["fire", "assault"])
def test_an_attack_counts_even_if_it_missed_and_until_the_owners_turn_ends(attack: str) -> None:
    state = stage("infantry Ames E4 2; leader Able E4", "infantry Bee E5",
                  side="confederate", rally_only_hit="on")  # fmt: skip
    play(state, f"{attack} Bee E4", 2, 2, 2, "end", 1)
    assert has(state, "attacked", "Ames")
    assert is_legal(state, "rally Ames")
    play(state, "end", 1, "end", 1)
    assert not has(state, "attacked", "Ames")
    assert refused(state, "rally Ames") == "C6.1"


# fire_advance


def shot(union: str, target: str, value: str = "on", more: str = "", **options: str) -> State:
    state = stage(union, f"infantry Bee {target} 1; infantry Far I7{more}", fire_advance=value, **options)
    return play(state, f"fire Ames {target}", 6, 2, 2)


@pytest.mark.clause("C4.5")
@ON_OFF
@pytest.mark.parametrize("kind", ["infantry", "cavalry"])
def test_fire_advance_lets_the_next_hex_be_taken(value: str, kind: str) -> None:
    state = shot(f"{kind} Ames E4; leader Able E4", "E5", value)
    if value == "off":
        assert (phase(state), at(state, "Ames")) == (Phase.ACT, "E4")
        return
    assert (phase(state), state.current_player) == (Phase.ADVANCE, 0)
    assert at(play(state.copy(), "stay"), "Ames") == "E4"
    assert at(play(state.copy(), "advance"), "Ames") == "E5"
    play(state, "advance with")
    assert (at(state, "Ames"), at(state, "Able"), state.record.ap) == ("E5", "E5", 5)


@pytest.mark.clause("C4.5")
def test_fire_advance_of_artillery_of_none_from_afar_and_of_no_gunboat() -> None:
    guns = play(shot("artillery Ames E4", "E5"), 2)
    assert phase(guns) == Phase.ADVANCE
    assert phase(shot("infantry Ames E4", "E6")) == Phase.ACT
    boat = shot("gunboat Ames E4; infantry Home A1", "E5", ground="E4 r")
    assert phase(boat) == Phase.ACT
    assert phase(shot("infantry Ames E4", "E5", special='fixed = ["Ames"]')) == Phase.ACT


@pytest.mark.clause("C4.5", "C5.3")
def test_fire_advance_needs_an_empty_hex_and_waits_for_the_leaders_flight() -> None:
    assert phase(shot("infantry Ames E4", "E5", more="; artillery Guns E5")) == Phase.ACT
    state = shot("infantry Ames E4", "E5", more="; leader Boss E5")
    assert phase(state) == Phase.FLIGHT
    assert phase(play(state, "step E6", "stop")) == Phase.ADVANCE
    ride = stage("cavalry Cole C4", "infantry Bee E5 1; infantry Far I7", fire_advance="on")
    play(ride, "go Cole D4", "fire Cole E5", 6, 2, 2)
    assert phase(ride) == Phase.ADVANCE


# attacker_check


@pytest.mark.clause("C4.1", "C4.4")
@pytest.mark.parametrize(
    ("morale", "leader", "letter", "shy"),
    [
        ("green", "", ".", [1, 2, 3]),
        ("black", "", ".", [4, 5]),
        ("gold", "", ".", [6]),
        ("green", "; leader Able E4", ".", [4, 5]),
        ("green", "", "w", [4, 5]),
        ("gold", "", "c", [4, 5]),
    ],
)
def test_attacker_check_rolls_morale_first(morale: str, leader: str, letter: str, shy: list[int]) -> None:
    state = stage(f"infantry Ames E4 {morale}{leader}", "infantry Bee E5", ground=f"E4 {letter}",
                  attacker_check="on")  # fmt: skip
    play(state, "assault Ames E5")
    assert (phase(state), state.record.ap) == (Phase.CHECK, 4)
    assert refused(state, "end") == "C4.1"
    assert faces(state, lambda after: not after.record.assault) == shy
    assert faces(state, lambda after: has(after, "revealed", "Ames")) == [1, 2, 3, 4, 5, 6]


@pytest.mark.clause("C4.1", "C3.2")
@pytest.mark.parametrize("kind", ["infantry", "cavalry"])
def test_who_fails_the_check_fires_for_both_points(kind: str) -> None:
    state = stage(f"{kind} Ames E4 green", "infantry Bee E5 green", attacker_check="on")
    play(state, "assault Ames E5", 1)
    assert (phase(state), state.record.dice_left, state.record.ap) == (Phase.DICE, 3, 4)
    assert faces(state, lambda after: after.record.hits) == [5, 6]
    play(state, 5, 5, 4)
    assert (phase(state), blocks(state, "Bee")) == (Phase.ACT, 2)  # no morale, no retreat
    assert refused(state, "assault Ames E5") == "C1.3"


@pytest.mark.clause("C4.1", "C3.4")
def test_the_fire_of_a_failed_check_endangers_a_leader_as_fire_does() -> None:
    state = stage("infantry Ames E4 green", "infantry Bee E5; leader Boss E5", attacker_check="on")
    play(state, "assault Ames E5", 1, 1, 1, 1)
    assert (phase(state), state.record.dice_left) == (Phase.LEADER, 1)
    dared = play(stage("infantry Ames E4 green", "infantry Bee E5; leader Boss E5", attacker_check="on"),
                 "assault Ames E5", 4, 1, 1, 1)  # fmt: skip
    assert (phase(dared), dared.record.dice_left) == (Phase.LEADER, 3)


@pytest.mark.clause("C4.1")
def test_who_passes_the_check_and_who_has_none_assaults() -> None:
    for value, check in (("on", [6]), ("off", [])):
        state = stage("infantry Ames E4 green", "infantry Bee E5 green", attacker_check=value)
        play(state, "assault Ames E5", *check)
        assert (phase(state), state.record.dice_left) == (Phase.DICE, 3)
        assert faces(state, lambda after: after.record.hits) == [4, 5, 6]
        assert phase(play(state, 4, 1, 1)) == Phase.MORALE


@pytest.mark.clause("C4.5", "C4.1")
@ON_OFF
def test_after_a_failed_check_the_advance_is_that_of_fire(value: str) -> None:
    state = stage("infantry Ames E4 green", "infantry Bee E5 1; infantry Far I7", attacker_check="on",
                  fire_advance=value)  # fmt: skip
    play(state, "assault Ames E5", 1, 5, 2, 2)
    assert phase(state) == (Phase.ADVANCE if value == "on" else Phase.ACT)


# leader_risk


@pytest.mark.clause("C3.4", "C4.2")
@pytest.mark.parametrize(("value", "dice"), [("source", 1), ("per_one", 3)])
def test_leader_risk_under_fire(value: str, dice: int) -> None:
    state = stage("infantry Ames E4", "infantry Bee E5; leader Boss E5", leader_risk=value)
    fired = play(state.copy(), "fire Ames E5", 1, 1, 1)
    assert (phase(fired), fired.record.dice_left) == (Phase.LEADER, dice)
    play(fired, *[2] * (dice - 1), 1)
    assert (at(fired, "Boss"), phase(fired)) == ("lost", Phase.ACT)
    assert play(state.copy(), "fire Ames E5", 1, 5, 2).record.dice_left == 1
    assert play(state, "assault Ames E5", 1, 1, 1).record.dice_left == 3


# vp_hexes


@pytest.mark.clause("C7.1", "C7.2")
@pytest.mark.parametrize("value", ["live", "end_only"])
def test_vp_hexes_count_now_or_at_the_end(value: str) -> None:
    def after(turn: int, side: str) -> State:
        state = stage("infantry Ames D4", points="E4 3 both confederate", vp=(3, 9), winner="confederate",
                      turn=turn, side="union", vp_hexes=value)  # fmt: skip
        play(state, "go Ames E4", "stop")
        assert victory_points(state.record, 0) == (3 if value == "live" else 0)
        play(state, "end")
        return state if side == "union" or state.outcome else play(state, 1, "end")

    for turn, side in ((2, "union"), (2, "confederate"), (9, "union")):
        outcome = after(turn, side).outcome
        assert (outcome.winner if outcome else None) == (0 if value == "live" else None)
    last = after(9, "confederate").outcome
    assert last is not None
    assert last.winner == 0


@pytest.mark.clause("C7.1", "C7.2")
def test_kills_count_at_once_with_end_only() -> None:
    state = stage("infantry Ames E4", "infantry Bee E5 1; infantry Far I7", vp=(1, 9), vp_hexes="end_only")
    outcome = play(state, "fire Ames E5", 5, 2, 2, "end").outcome
    assert outcome is not None
    assert outcome.winner == 0


@pytest.mark.clause("C7.2")
@pytest.mark.parametrize(("value", "vp"), [("end_only", 3), ("live", 4)])
def test_a_battle_may_need_other_vp_to_win_with_live(value: str, vp: int) -> None:
    for kills in (2, 3, 4):
        state = stage("infantry Ames D4", vp=(3, 9), vp_live=(4, 9), vp_hexes=value)
        state.record.elimination_vp = (kills, 0)
        assert state.record.vp_to_win[0] == vp
        assert (play(state, "end").outcome is not None) == (kills >= vp)


# morale_die


@pytest.mark.clause("C4.4", "C6.1")
@pytest.mark.parametrize(
    ("value", "fails"),
    [
        ("3-2-1", {"green": [1, 2, 3], "black": [4, 5], "gold": [6]}),
        ("2-2-2", {"green": [1, 2], "black": [3, 4], "gold": [5, 6]}),
    ],
)
def test_the_colours_of_the_morale_die(value: str, fails: dict[str, list[int]]) -> None:
    for morale, failing in fails.items():
        state = stage("infantry Ames E4", f"infantry Bee E5 {morale}", morale_die=value)
        play(state, "assault Ames E5", 4, 1, 1)
        assert faces(state, lambda after: phase(after) == Phase.RETREAT) == failing
    rally = play(stage("infantry Ames E4 2 green; leader Able E4", morale_die=value), "rally Ames")
    assert faces(rally, lambda after: blocks(after, "Ames") == 2) == fails["black"]
    check = stage("infantry Ames E4 gold", "infantry Bee E5", morale_die=value, attacker_check="on")
    assert faces(play(check, "assault Ames E5"), lambda after: not after.record.assault) == fails["gold"]


# hill_sight


@pytest.mark.clause("C3.5")
@pytest.mark.parametrize(
    ("ground", "off", "on"),
    [
        ("E4 h, F4 w", False, True),
        ("G4 h, F4 t", False, True),
        ("E4 h, F4 F", False, True),
        ("E4 h, F4 h", False, False),
        ("F4 w", False, False),
        ("E4 h, G4 h", True, True),
        ("E4 w, F4 f", True, True),
    ],
)
@ON_OFF
def test_hill_sight_sees_over_all_but_hills(ground: str, off: bool, on: bool, value: str) -> None:
    state = stage("artillery Ames E4", "infantry Bee G4", ground=ground, hill_sight=value)
    assert is_legal(state, "fire Ames G4") == (on if value == "on" else off)


@pytest.mark.clause("C3.5")
@ON_OFF
def test_hill_sight_sees_over_units(value: str) -> None:
    state = stage("infantry Ames E4; infantry Bell F4", "infantry Bee G4", ground="E4 h", hill_sight=value)
    assert can(state, MoveKind.FIRE, "Ames") == ("G4" if value == "on" else "")


# bank_ap


@pytest.mark.clause("C1.2")
@pytest.mark.parametrize(("value", "union", "confederate"), [("off", 5, 4), ("on", 9, 4)])
def test_points_are_kept_or_lost(value: str, union: int, confederate: int) -> None:
    state = play(stage(ap=4, command=(3, 3), bank_ap=value), "end", 1)
    assert state.record.ap == confederate
    play(state, "end", 3)
    assert state.record.ap == union
    play(state, "go Home B1", "stop", "end", 6)
    assert state.record.ap == (10 if value == "on" else 6)
    play(state, "end", 3)
    assert state.record.ap == (union - 1 + 5 if value == "on" else 5)


# fog


@pytest.mark.clause("C8.1")
def test_fog_is_usual_between_people_only() -> None:
    def fog(*seats: str, **options: str) -> str | int:
        return Table.open(load("civilwar", plain=True, **options), seats=seats, seed=1).game.options["fog"]

    assert fog("person", "person") == "on"
    assert fog("person", "book") == fog("easy", "hard") == "off"
    assert fog("person", "book", fog="on") == "on"
    assert fog("person", "person", fog="off") == "off"


@pytest.mark.clause("C8.1")
@ON_OFF
def test_fog_hides_morale_from_the_other_side(value: str) -> None:
    state = stage("infantry Ames E4 gold", "infantry Bee E5 green", fog=value)
    visible = [state.seen_by(seat).record.morale for seat in (0, 1)]
    ames, bee = number_of(state, "Ames"), number_of(state, "Bee")
    assert (visible[0][ames], visible[1][bee]) == (3, 1)
    assert (visible[0][bee], visible[1][ames]) == ((0, 0) if value == "on" else (1, 3))
