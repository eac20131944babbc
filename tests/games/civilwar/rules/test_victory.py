"""Victory and secrets (C7, C8), each case worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from holdtheline.core.definition import OVER
from holdtheline.core.dice import random_stream
from holdtheline.core.game import State
from holdtheline.games.civilwar.rules.hidden_information import guess
from holdtheline.games.civilwar.rules.victory import victory_points
from holdtheline.games.civilwar.state import Phase

from ..bare_field import at, number_of, phase, play, refused, stage


def vp(state: State) -> tuple[int, int]:
    return int(victory_points(state.record, 0)), int(victory_points(state.record, 1))


# C7.1: victory points


@pytest.mark.clause("C7.1")
@pytest.mark.parametrize("kind", ["infantry", "cavalry", "artillery"])
def test_a_unit_eliminated_is_a_point(kind: str) -> None:
    state = play(stage("artillery Guns E4", f"{kind} Bee E5 1; infantry Cobb I7"), "fire Guns E5", 4, 3, 2, 1)
    assert (at(state, "Bee"), vp(state)) == ("lost", (1, 0))
    assert refused(play(state, "end", 1), "go Bee E6") == "C7.1"


@pytest.mark.clause("C7.1")
def test_a_leader_eliminated_is_a_point() -> None:
    state = stage("infantry Ames E4", "infantry Bee E5; leader Boss E5")
    play(state, "fire Ames E5", 1, 2, 2, 1)
    assert (at(state, "Boss"), vp(state), list(state.record.leaders_lost)) == ("lost", (1, 0), [0, 1])


@pytest.mark.clause("C7.1")
@pytest.mark.parametrize("kind", ["infantry", "cavalry", "artillery"])
def test_the_last_to_hold_a_hex_with_a_unit_controls_it(kind: str) -> None:
    state = stage(f"{kind} Ames D4", "infantry Bee F4", points="E4 2 both nobody", vp_hexes="live")
    assert vp(state) == (0, 0)
    steps: list[str | int] = ["go Ames E4"]
    play(state, *steps)
    if phase(state) == Phase.MOVE:
        play(state, "stop")
    assert vp(state) == (2, 0)
    play(state, "end", 1, "end", 1, "go Ames D4")
    if phase(state) == Phase.MOVE:
        play(state, "stop")
    assert vp(state) == (2, 0)  # nobody is there any more
    play(state, "end", 1, "go Bee E4")
    assert vp(state) == (0, 2)


@pytest.mark.clause("C7.1")
def test_who_only_passes_takes_the_hex_and_a_leader_does_not() -> None:
    state = stage("cavalry Cole C4; leader Able D5; infantry Ames A1", points="D4 1 both confederate", vp_hexes="live")
    assert vp(state) == (0, 1)
    assert vp(play(state.copy(), "go Able D4", "stop")) == (0, 1)
    assert vp(play(state, "go Cole D4", "step E4", "stop")) == (1, 0)


@pytest.mark.clause("C7.1")
@pytest.mark.parametrize(("scorer", "points"), [("union", (3, 0)), ("confederate", (0, 0)), ("both", (3, 0))])
def test_a_hex_counts_only_for_who_can_score_it(scorer: str, points: tuple[int, int]) -> None:
    state = stage("infantry Ames D4", points=f"E4 3 {scorer} confederate", vp_hexes="live")
    assert vp(state) == (0, 0 if scorer == "union" else 3)
    assert vp(play(state, "go Ames E4")) == points


@pytest.mark.clause("C7.1")
def test_who_enters_the_map_retreats_or_advances_takes_the_hex() -> None:
    state = stage("infantry Late A1 turn=1; infantry Ames E4", "infantry Bee E5 green",
                  points="A1 1 both nobody; E6 1 both nobody; E5 1 union confederate", vp_hexes="live")  # fmt: skip
    assert vp(play(state, "enter Late", "stop")) == (1, 0)
    play(state, "assault Ames E5", 4, 1, 1, 1, "retreat E6")
    assert vp(state) == (1, 1)
    assert vp(play(state.copy(), "stay")) == (1, 1)
    assert vp(play(state, "advance")) == (2, 1)


# C7.2: victory


def ended(kills: tuple[int, int] = (0, 0), side: str = "confederate", turn: int = 9, **more: Any) -> State:
    state = stage(side=side, turn=turn, **more)
    state.record.elimination_vp = kills
    return play(state, "end")


def won_by(state: State) -> str | None:
    if state.current_player != OVER:
        assert state.outcome is None
        return "nobody yet"
    assert state.outcome is not None
    return None if state.outcome.winner is None else ("union", "confederate")[state.outcome.winner]


@pytest.mark.clause("C7.2")
@pytest.mark.parametrize(
    ("kills", "side", "winner"),
    [
        ((4, 5), "union", "nobody yet"),
        ((5, 5), "union", "union"),
        ((4, 6), "union", "confederate"),
        ((5, 6), "union", "union"),
        ((5, 6), "confederate", "confederate"),
        ((5, 5), "confederate", "union"),
        ((9, 0), "confederate", "union"),
    ],
)
def test_the_number_of_points_wins_after_a_players_turn(kills: tuple[int, int], side: str, winner: str) -> None:
    assert won_by(ended(kills, side, 2, vp=(5, 6))) == winner


@pytest.mark.clause("C7.2")
def test_victory_waits_for_the_end_of_the_turn() -> None:
    state = stage("infantry Ames E4; infantry Bell D4", "infantry Bee E5 1; infantry Cobb I7", vp=(1, 9))
    play(state, "fire Ames E5", 5, 1, 1)
    assert (vp(state), won_by(state)) == ((1, 0), "nobody yet")
    assert won_by(play(state, "end")) == "union"


@pytest.mark.clause("C7.2")
@pytest.mark.parametrize(
    ("rule", "kills", "winner"),
    [
        ("union", (0, 3), "union"),
        ("confederate", (3, 0), "confederate"),
        ("most", (3, 2), "union"),
        ("most", (2, 3), "confederate"),
        ("most", (2, 2), None),
        ("nobody", (3, 0), None),
        ("nobody", (9, 0), "union"),
        ("confederate", (9, 0), "union"),
    ],
)
def test_after_the_last_turn_the_scenario_says_who_wins(rule: str, kills: tuple[int, int], winner: str | None) -> None:
    assert won_by(ended(kills, winner=rule)) == winner
    assert won_by(ended(kills, winner=rule, first="confederate", side="union")) == winner
    if 9 not in kills:
        assert won_by(ended(kills, winner=rule, turn=8)) == "nobody yet"
        assert won_by(ended(kills, winner=rule, side="union")) == "nobody yet"


@pytest.mark.clause("C7.2")
def test_most_counts_the_hexes_too() -> None:
    state = ended((1, 1), winner="most", points="E4 1 both confederate")
    assert won_by(state) == "confederate"


@pytest.mark.clause("C7.2")
@pytest.mark.parametrize("step", ["end", "go Home B1", 3])
def test_after_the_end_nothing_can_be_done(step: str | int) -> None:
    assert refused(ended(), step) == "C7.2"
    assert ended().legal_codes() == []


# C8.1: hidden morale


def morales(state: State, seat: int, *names: str) -> list[int]:
    return [int(state.seen_by(seat).record.morale[number_of(state, name)]) for name in names]


@pytest.mark.clause("C8.1")
def test_morale_is_hidden_from_the_other_side_until_it_shows() -> None:
    state = stage("infantry Ames E4 green; infantry Ash A1 gold", "infantry Bee E5 gold; artillery Guns E5 green")
    names = ("Ames", "Ash", "Bee", "Guns")
    assert morales(state, 0, *names) == [1, 3, 0, 0]
    assert morales(state, 1, *names) == [0, 0, 3, 1]
    play(state, "fire Ames E5", 5, 1, 1)
    assert morales(state, 0, *names) == [1, 3, 0, 0]  # no morale was rolled
    play(state, "end", 5, "assault Bee E4", 4, 1, 1)
    assert phase(state) == Phase.MORALE
    assert morales(state, 1, *names) == [0, 0, 3, 1]
    play(state, 6)
    assert morales(state, 1, *names) == [1, 0, 3, 1]
    assert morales(state, 0, *names) == [1, 3, 0, 0]


@pytest.mark.clause("C8.1")
def test_a_rally_shows_the_morale_too() -> None:
    state = stage("infantry Ames E4 2 gold; leader Able E4")
    assert morales(state, 1, "Ames") == [0]
    assert morales(play(state, "rally Ames", 6), 1, "Ames") == [3]


@pytest.mark.clause("C8.1")
def test_nothing_else_is_hidden_and_nothing_when_it_is_over() -> None:
    state = stage("infantry Ames E4 2 gold; leader Able E4; cavalry Late A1 turn=5", "infantry Bee E5 green")
    visible = state.seen_by(1)
    visible.record.morale = state.record.morale
    assert visible == state
    assert ended().seen_by(0) == ended()


@pytest.mark.clause("C8.1")
def test_a_guess_deals_the_morales_that_are_not_known() -> None:
    pieces = "infantry Ames E4 green revealed; infantry Ash A1 gold; cavalry Cole B1 gold; artillery Guns C1 black"
    state = stage(f"{pieces}; infantry Late A3 green turn=5; leader Able A1", "infantry Bee I7")
    ways = set()
    for seed in range(60):
        visible = state.seen_by(1)
        guess(visible.record, 1, random_stream(seed))
        ways.add(tuple(morales(visible, 0, "Ames", "Ash", "Cole", "Guns", "Late", "Able")))
    assert all(way[0] == 1 and sorted(way[1:5]) == [1, 2, 3, 3] and way[5] == 0 for way in ways)
    assert len(ways) == 12  # 4! / 2!
