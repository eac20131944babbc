"""What a player sees of the other (T2.2, T8.1), and what a unit that asks its owner can do (T5.1)."""

from __future__ import annotations

from copy import deepcopy

import numpy as np
import pytest

from holdtheline.core.dice import random_stream
from holdtheline.games.towers.rules import legality, moves
from holdtheline.games.towers.rules.hidden_information import guess, hide
from holdtheline.games.towers.state import (
    CELLS,
    MAX_SOLDIERS,
    MIND_COUNT,
    Mind,
    Phase,
    Stage,
    TowersState,
    Unit,
    cell_of,
)

from ..engine_game import PlainField
from ..reference_game import STANDARD, Order, Ruleset

RICH: Ruleset = {**STANDARD, "gold": 40}
OWN = 3


def visible(field: PlainField, seat: int) -> PlainField:
    """Return the game as this seat may know it."""
    copy = field.copy()
    hide(copy.s, seat)
    return copy  # type: ignore[return-value]


def planned(*orders: Order) -> PlainField:
    field = PlainField(RICH)
    assert [field.give(1, order) for order in orders] == [None] * len(orders)
    return field


@pytest.mark.clause("T1.3")
def test_a_guess_in_the_first_planning_gives_both_the_same_gold() -> None:
    field = planned(("build", "missile", 3, 3), ("hire", "rifle"))
    for seat in (0, 1):
        view = visible(field, seat)
        guess(view.s, seat, random_stream(seat))
        assert view.s.gold[1 - seat] == RICH["gold"]


@pytest.mark.clause("T2.2")
@pytest.mark.parametrize(
    "orders",
    [
        [("build", "missile", 3, 3)],
        [("hire", "rifle")],
        [("hire", "rifle"), ("send", 0, 7, 3)],
        [("build", "blockade", 0, 0), ("hire", "horse"), ("hire", "bomb"), ("send", 1, 0, 6)],
    ],
)
def test_the_orders_of_a_planning_are_sealed(orders: list[Order]) -> None:
    nothing, something = planned(), planned(*orders)
    assert something.words.tolist() != nothing.words.tolist()
    assert visible(something, 0).words.tolist() == visible(nothing, 0).words.tolist()
    assert visible(something, 1).gold[1] == something.gold[1]


@pytest.mark.clause("T2.2")
def test_half_an_order_is_sealed_and_a_ready_player_gives_no_more_orders() -> None:
    nothing, half = planned(), planned()
    assert half.play(1, moves.TOWER) == 0
    assert visible(half, 0).words.tolist() == visible(nothing, 0).words.tolist()
    half.play(1, moves.NEVER_MIND)
    assert half.play(1, moves.READY) == 0
    assert half.give(1, ("hire", "rifle")) == "T2.2"
    assert half.give(0, ("hire", "rifle")) is None


@pytest.mark.clause("T8.1")
def test_what_stands_and_what_was_sent_is_seen_but_neither_gold_nor_minds_nor_the_roster() -> None:
    field = planned(("build", "missile", 3, 3), ("hire", "rifle"), ("hire", "shield"), ("send", 0, 7, 3))
    field.play(1, moves.MIND + 5 * 4 + 1)
    field.play_turn([[], []])
    view = visible(field, 0)
    assert view.towers == field.towers
    assert view.hp == field.hp
    assert (view.s.deployed[1], view.s.deployed_unit[255], view.s.deployed_entry[255]) == (1, 5, 1 + 7 * 7 + 3)
    assert view.rosters == [[], []]
    assert view.gold == [field.gold[0], 0]
    assert sum(view.s.mind) == 0


def in_a_turn(*orders: Order, mind: int = 0) -> PlainField:
    """Return a state in which a shield of player 0 asks its owner in timestep 0 and a rifle of player 1 has entered."""
    field = planned(("hire", "rifle"), ("send", 0, 0, 3), *orders)
    field.play(1, moves.MIND + Unit.RIFLE * MIND_COUNT + mind)
    assert field.give(0, ("hire", "shield")) is field.give(0, ("send", 0, 0, 0)) is None
    assert field.play(0, moves.MIND + Unit.SHIELD * MIND_COUNT + Mind.OWN) == 0
    assert field.play(0, moves.READY) == field.play(1, moves.READY) == 0
    assert field.s.phase == Phase.ACT
    return field


@pytest.mark.clause("T8.1")
@pytest.mark.parametrize(
    ("orders", "mind"),
    [
        ([("hire", "horse")], Mind.USUAL),
        ([("hire", "horse"), ("send", 1, 50, 1)], Mind.USUAL),
        ([("hire", "bomb"), ("send", 1, 99, 6)], Mind.HUNTER),
        ([], Mind.THRIFTY),
    ],
)
def test_in_the_middle_of_a_turn_only_who_has_entered_is_seen(orders: list[Order], mind: Mind) -> None:
    nothing, something = in_a_turn(), in_a_turn(*orders, mind=mind)
    assert something.words.tolist() != nothing.words.tolist()
    view = visible(something, 0)
    assert view.words.tolist() == visible(nothing, 0).words.tolist()
    assert (view.s.deployed[1], view.s.deployed_unit[MAX_SOLDIERS]) == (1, Unit.RIFLE)
    assert view.rosters == [["shield"], []]
    # One's own is all there.
    mine = visible(something, 1)
    assert mine.rosters[1] == something.rosters[1]
    assert (mine.s.deployed[1], mine.gold[1]) == (something.s.deployed[1], something.gold[1])


@pytest.mark.clause("T8.1")
def test_the_places_on_the_roster_of_those_who_came_are_not_seen() -> None:
    two: list[Order] = [("hire", "rifle"), ("hire", "rifle")]
    first, second = (planned(*two, ("send", number, 7, 3)) for number in (0, 1))
    for field in (first, second):
        field.play_turn([[], []])
    assert first.words.tolist() != second.words.tolist()
    assert visible(first, 0).words.tolist() == visible(second, 0).words.tolist()


@pytest.mark.clause("T8.1")
def test_when_the_game_is_over_nothing_is_hidden() -> None:
    field = PlainField(RICH, turn_limit=1)
    field.play_turn([[], [("hire", "rifle")]])
    assert visible(field, 0).words.tolist() == field.words.tolist()


def asked_on(cell: int, unit: int, *closed: int) -> PlainField:
    """Return a state in which a soldier of player 0 asks its owner in this cell of lane 1; closed cells have towers."""
    field = PlainField(RICH)
    field.give(0, ("hire", ("shield", "rifle", "bomb", "horse")[unit - 4]))
    field.give(0, ("send", 0, 0, cell % 7))
    for there in closed:
        assert field.give(1, ("build", "blockade", *divmod(there, 7))) is None
    field.play(0, moves.MIND + unit * 4 + OWN)
    field.play(0, moves.READY)
    field.play(1, moves.READY)
    assert (field.s.phase, field.s.stage, field.s.lane) == (Phase.ACT, Stage.SOLDIERS, 1)
    while field.s.body_cell[0] - 1 != cell:
        assert field.play(0, moves.GO + field.s.body_cell[0] - 1 - 7) == 0
    return field


def goals(field: PlainField) -> set[tuple[int, int]]:
    """Return where the soldier that is asked can move."""
    codes = np.zeros(moves.MAX_MOVES, np.int64)
    count = int(legality.legal_moves_of(TowersState(field.words), 0, codes))
    local = [int(moves.local_code(code)) - moves.GO for code in codes[:count]]
    return {divmod(cell, 7) for cell in local if 0 <= cell < CELLS}


@pytest.mark.clause("T5.1")
def test_a_soldier_moves_in_any_direction_to_a_cell_without_a_tower() -> None:
    field = asked_on(cell_of(10, 3), 5, cell_of(9, 3), cell_of(11, 4))
    assert goals(field) == {(9, 2), (9, 4), (10, 2), (10, 4), (11, 2), (11, 3)}
    assert field.play(0, moves.GO + cell_of(9, 3)) == 401
    assert field.play(0, moves.GO + cell_of(8, 3)) == 501
    assert field.play(0, moves.GO + cell_of(10, 3)) == 501


@pytest.mark.clause("T5.1")
def test_a_soldier_stays_within_the_lane() -> None:
    assert goals(asked_on(cell_of(19, 0), 5)) == {(18, 0), (18, 1), (19, 1)}
    horse = asked_on(cell_of(19, 6), 7)
    assert goals(horse) == {(row, column) for row in (17, 18, 19) for column in (4, 5, 6)} - {(19, 6)}


def legal(field: PlainField, seat: int, first: int) -> set[int]:
    """Return what can follow `first`: cells, or places of soldiers."""
    codes = np.zeros(moves.MAX_MOVES, np.int64)
    count = int(legality.legal_moves_of(TowersState(field.words), seat, codes))
    local = [int(moves.local_code(code)) - first for code in codes[:count]]
    return {number for number in local if 0 <= number < 200}


@pytest.mark.clause("T5.2", "T3.4")
def test_a_soldier_that_asks_can_attack_the_towers_in_its_range() -> None:
    # A rifle has range 3. Two corners of its square, one behind it, and one that is 4 rows away.
    near = {cell_of(7, 0), cell_of(7, 6), cell_of(13, 4)}
    field = asked_on(cell_of(10, 3), Unit.RIFLE, *near, cell_of(6, 3))
    assert legal(field, 0, moves.STRIKE) == near
    assert field.play(0, moves.STRIKE + cell_of(6, 3)) == 502
    assert field.play(0, moves.STRIKE + cell_of(9, 3)) == 502


@pytest.mark.clause("T5.2")
def test_a_bomb_that_asks_can_attack_only_what_is_straight_ahead() -> None:
    field = asked_on(cell_of(19, 3), Unit.BOMB, cell_of(18, 2), cell_of(18, 3), cell_of(18, 4))
    assert legal(field, 0, moves.STRIKE) == {cell_of(18, 3)}


@pytest.mark.clause("T4.3", "T3.4")
def test_a_tower_that_asks_can_attack_the_soldiers_in_its_range() -> None:
    # Range 4 from (10, 0): columns 0 to 4, from row 14 on, where they are in timestep 5.
    field = planned(*[("hire", "rifle")] * 3, *[("send", n, 0, (0, 4, 5)[n]) for n in range(3)])
    assert field.give(0, ("build", "missile", 10, 0)) is None
    assert field.play(0, moves.MIND + Unit.MISSILE * MIND_COUNT + Mind.OWN) == 0
    field.play(0, moves.READY)
    field.play(1, moves.READY)
    assert (field.s.phase, field.s.timestep) == (Phase.ACT, 5)
    assert legal(field, 0, moves.SHOOT) == {0, 1}
    assert field.play(0, moves.SHOOT + 2) == 403
    assert field.play(0, moves.SHOOT + 3) == 403


@pytest.mark.clause("T3.3")
@pytest.mark.parametrize("switch", [False, True])
def test_with_zero_health_attacks_one_at_exactly_0_is_asked_and_can_only_attack(switch: bool) -> None:
    # A rocket tower of range 1 and damage 1 at (0, 3), a rifle of 2 health in column 2: it is hit on row 1 in
    # timestep 18 and on row 0 in 19.
    ruleset = deepcopy({**RICH, "zero_health_attacks": switch})
    ruleset["units"]["rocket"]["range"] = 1
    ruleset["units"]["rifle"]["health"] = 2
    field = PlainField(ruleset)
    assert field.give(1, ("build", "rocket", 0, 3)) is None
    assert field.give(0, ("hire", "rifle")) is field.give(0, ("send", 0, 0, 2)) is None
    assert field.play(0, moves.MIND + Unit.RIFLE * MIND_COUNT + Mind.OWN) == 0
    assert field.play(0, moves.READY) == field.play(1, moves.READY) == 0
    for row in range(18, -1, -1):
        assert field.play(0, moves.GO + cell_of(row, 2)) == 0
    if not switch:
        assert (field.s.phase, field.s.felled[1]) == (Phase.PLAN, 1)
        return
    assert (field.s.phase, field.s.timestep, field.s.body_health[0]) == (Phase.ACT, 19, 0)
    assert field.play(0, moves.SCORE) == field.play(0, moves.GO + cell_of(0, 1)) == 303
    assert legal(field, 0, moves.STRIKE) == {cell_of(0, 3)}
    assert field.play(0, moves.STRIKE + cell_of(0, 3)) == 0
    assert (field.hp, field.s.felled[1]) == ([10, 10], 1)
