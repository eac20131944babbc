"""What bots see (T8.1), and that they cannot change it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from holdtheline.core.bots.faults import BotFault
from holdtheline.core.game import State
from holdtheline.games.towers.bots.bot_player import CommanderPlayer
from holdtheline.games.towers.bots.commander import Orders
from holdtheline.games.towers.bots.commander_view import View, make_view
from holdtheline.games.towers.bots.turn_buffer import UnitRecord
from holdtheline.games.towers.bots.turn_runner import TurnBuffer
from holdtheline.games.towers.bots.unit_kernels import combine_kernels
from holdtheline.games.towers.rules import moves
from holdtheline.games.towers.state import MAX_SOLDIERS, Phase, Unit

from .commanders import GAME, CommanderAda, bot, play, rich, with_ais


@pytest.mark.clause("T8.1")
def test_a_commander_sees_both_lanes_its_own_gold_and_roster_and_what_the_other_showed() -> None:
    ada, idle = CommanderPlayer(CommanderAda), CommanderPlayer(CommanderAda)
    play(GAME.start(), ada, idle, until=2)
    first, second = ada.commander.views
    assert (first.turn, first.turn_limit, first.me.hp, first.me.gold, first.other.gold) == (
        1,
        100,
        10,
        16,
        None,
    )
    assert first.units["rifle"].cost == 3
    assert first.units["missile"].range == 4
    assert second.turn == 2
    assert [(one.unit, one.step, one.column) for one in second.me.soldiers] == [("rifle", 0, 3)] * 2
    assert second.other.showed == (("rifle", 0, 3),) * 2
    assert (second.other.soldiers, second.other.minds, second.other.gold) == (None, None, None)
    assert second.lanes[1].towers[3, 2] == ("missile", 3, 2, 12)
    assert not second.lanes[0].is_free(3, 2)
    assert second.lanes[0].free_columns(3) == (0, 1, 3, 4, 5, 6)
    assert not second.lanes[0].can_build(19, 0)


def state_with(*orders: tuple[Any, ...], gold: int = 40, minds: bool = False) -> State:
    """Return a state in which the other player has given these orders and has this much gold."""
    state = rich()
    plan = Orders(make_view(state, 1))
    for name, *arguments in orders:
        assert getattr(plan, name)(*arguments) is None
    for code in plan.codes:
        state.play(code)
    state.record.gold[1] = gold
    if minds:
        state.record.mind[len(Unit) + Unit.RIFLE] = 2
    return state


@pytest.mark.clause("T8.1", "T2.2")
def test_views_of_states_that_differ_only_in_what_is_hidden_are_equal() -> None:
    plain = state_with()
    planned = state_with(("build", "frost", 4, 4), ("hire", "horse"), ("send", 1, 7, 3), gold=3, minds=True)
    assert planned.digest() != plain.digest()
    assert make_view(planned, 0) == make_view(plain, 0)
    assert repr(make_view(planned, 0)) == repr(make_view(plain, 0))
    assert make_view(planned, 1) != make_view(plain, 1)


def looks_of(state: State) -> list[Any]:
    """Return all that the units of seat 0 can see in the middle of a turn."""
    buffer = TurnBuffer(GAME, [combine_kernels({})] * 2)
    buffer.load(state)
    buffer.step(buffer.words, -1)
    looks: list[Any] = []
    for view in (buffer.views[0], buffer.views[len(Unit) - 1]):
        looks += [view.turn, view.step, view.hp, view.soldiers_in_range(), view.towers_in_range()]
        for lane in (view, view.other_lane):
            looks += [lane.rows, lane.towers(), lane.soldiers()]
            looks += [lane.soldier(number) for number in range(-1, MAX_SOLDIERS + 2)]
            looks += [lane.health_of(number) for number in range(-1, MAX_SOLDIERS + 2)]
            looks += [lane.soldiers_at(row, column) for row in range(-1, 22) for column in range(-1, 8)]
            looks += [lane.tower(row, column) for row in range(-1, 22) for column in range(-1, 8)]
    return [*looks, {name: list(np.ravel(getattr(buffer.public, name))) for name in UnitRecord.names}]


@pytest.mark.clause("T8.1")
def test_units_see_nothing_of_those_who_are_still_to_come() -> None:
    states = []
    for late in ("rifle", "horse"):
        state = state_with(("hire", "shield"), ("send", 1, 0, 3), ("hire", late), ("send", 2, 50, 1))
        for local in (moves.HIRE + Unit.BOMB, moves.SOLDIER, moves.COLUMN, moves.STEP):
            state.play(int(moves.encode_move(0, local)))
        for local in (moves.MIND + Unit.BOMB * 4 + 3, moves.READY):
            state.play(int(moves.encode_move(0, local)))
        state.play(int(moves.encode_move(1, moves.READY)))
        assert state.record.phase == Phase.ACT
        state.record.gold[1] = len(late)
        states.append(state)
    assert states[0].digest() != states[1].digest()
    assert looks_of(states[0]) == looks_of(states[1])
    hidden = {"gold", "mind", "soldier_unit", "entry", "deployed_unit", "deployed_entry", "picked", "soldiers"}
    assert not hidden & set(UnitRecord.names)


def write_attribute(view: View) -> None:
    view.turn = 5  # type: ignore[misc]


def write_gold(view: View) -> None:
    view.me.gold = 1000  # type: ignore[misc]


def write_tower(view: View) -> None:
    view.me.lane.towers[3, 3] = None  # type: ignore[index]


def write_cost(view: View) -> None:
    view.units["rifle"].cost = 0  # type: ignore[misc]


def drop_units(view: View) -> None:
    del view.units["rifle"]  # type: ignore[attr-defined]


@pytest.mark.clause("T8.2")
@pytest.mark.parametrize("write", [write_attribute, write_gold, write_tower, write_cost, drop_units])
def test_a_bot_that_writes_to_the_view_loses(write: Callable[[View], None]) -> None:
    with pytest.raises(BotFault, match=r"CommanderBob\.plan raised \w+Error: .* \(test_views\.py, line \d+\)"):
        bot(write).choose(rich())


def grow(unit: Any, view: Any) -> None:
    unit.health = 100


def rename(unit: Any, view: Any) -> None:
    unit.name = "horse"


def move_lane(unit: Any, view: Any) -> None:
    view.lane = 0


def write_words(unit: Any, view: Any) -> None:
    view._words[0] = 0


@pytest.mark.clause("T8.2")
@pytest.mark.parametrize("act", [grow, rename, move_lane, write_words])
def test_a_unit_that_writes_to_what_it_sees_loses(act: Any) -> None:
    with pytest.raises(BotFault, match=rf"CommanderBob's {act.__name__} raised (Attribute|Type)Error"):
        play(rich(), with_ais(rifle=act), bot(Orders))
