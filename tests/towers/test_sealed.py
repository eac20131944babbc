"""What a player sees of the other (T2.2, T8.1), and what a unit that asks its owner can do (T5.1)."""

from __future__ import annotations

import numpy as np
import pytest

from holdtheline.core.fields import fields_of
from holdtheline.games.towers import moves
from holdtheline.games.towers.sealed import hide
from holdtheline.games.towers.state import CELLS, DTYPE, Phase, Stage, cell_of

from .field import PlainField
from .twin import STANDARD, Order, Ruleset

RICH: Ruleset = {**STANDARD, "gold": 40}
OWN = 3


def seen(field: PlainField, seat: int) -> PlainField:
    """The game as this seat may know it."""
    copy = field.copy()
    hide(copy.s, seat)
    return copy  # type: ignore[return-value]


def planned(*orders: Order) -> PlainField:
    field = PlainField(RICH)
    assert [field.give(1, order) for order in orders] == [None] * len(orders)
    return field


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
    assert seen(something, 0).words.tolist() == seen(nothing, 0).words.tolist()
    assert seen(something, 1).gold[1] == something.gold[1]


@pytest.mark.clause("T2.2")
def test_half_an_order_is_sealed_and_whoever_is_ready_orders_no_more() -> None:
    nothing, half = planned(), planned()
    assert half.play(1, moves.TOWER) == 0
    assert seen(half, 0).words.tolist() == seen(nothing, 0).words.tolist()
    half.play(1, moves.NEVER_MIND)
    assert half.play(1, moves.READY) == 0
    assert half.give(1, ("hire", "rifle")) == "T2.2"
    assert half.give(0, ("hire", "rifle")) is None


@pytest.mark.clause("T8.1")
def test_what_stands_and_what_was_sent_is_seen_but_neither_gold_nor_minds_nor_the_roster() -> None:
    field = planned(("build", "missile", 3, 3), ("hire", "rifle"), ("hire", "shield"), ("send", 0, 7, 3))
    field.play(1, moves.MIND + 5 * 4 + 1)
    field.play_turn([[], []])
    view = seen(field, 0)
    assert view.towers == field.towers
    assert view.hp == field.hp
    assert (view.s.shown[1], view.s.shown_unit[255], view.s.shown_entry[255]) == (1, 5, 1 + 7 * 7 + 3)
    assert view.rosters == [[], []]
    assert view.gold == [field.gold[0], 0]
    assert sum(view.s.mind) == 0


def asked_on(cell: int, unit: int, *closed: int) -> PlainField:
    """A soldier of player 0 in this cell of lane 1, who asks its owner; towers stand in closed cells."""
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
    """Where the soldier that is asked can go."""
    codes = np.zeros(moves.MOST_MOVES, np.int64)
    count = int(moves.moves_of(fields_of(DTYPE)(field.words), 0, codes))
    local = [int(moves.local_of(code)) - moves.GO for code in codes[:count]]
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
