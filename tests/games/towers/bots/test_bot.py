"""How the orders of bots are refused (T6.2), and how a bot plays as a player."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from holdtheline.games.towers.bots.bot_player import CommanderPlayer
from holdtheline.games.towers.bots.commander import Orders
from holdtheline.games.towers.bots.commander_view import Refusal, View, make_view
from holdtheline.games.towers.bots.turn_runner import TurnRunner
from holdtheline.games.towers.rules import moves
from holdtheline.games.towers.state import Phase

from .commanders import GAME, CommanderAda, bot, play, rich, with_ais


@pytest.mark.clause("T6.2")
@pytest.mark.parametrize(
    ("order", "clause", "reason"),
    [
        (("build", "missile", 19, 0), "T1.2", "row 19 is where soldiers enter: build your towers below it"),
        (("build", "missile", 3, 3), "T4.1", "a tower stands in row 3, column 3 already"),
        (("build", "missile", 20, 3), "T4.1", "the last row of a lane is row 19"),
        (("build", "missile", 3, 7), "T4.1", "a column is a whole number from 0 to 6"),
        (("build", "missile", -1, 3), "T4.1", "a row is a whole number from 0 to 20"),
        (("build", "missile", "3", 3), "T4.1", "a row is a whole number"),
        (("build", "rifle", 3, 3), "T4.3", "unknown name 'rifle'; choose from: missile, rocket, frost, blockade"),
        (("take_down", 9, 3), "T2.5", "no tower stands in row 9, column 3"),
        (("hire", "missile"), "T5.2", "unknown name 'missile'; choose from: shield, rifle, bomb, horse"),
        (("send", 2, 0, 0), "T6.2", "there is no soldier 2: left has 1"),
        (("send", 0, 0, 0), "T6.2", "there is no soldier 0: you have 1"),
        (("send", 900, 0, 0), "T6.2", "there is no soldier 900"),
        (("send", 1, 100, 0), "T2.3", "a timestep is a whole number from 0 to 99"),
        (("send", 1, 0, -1), "T2.3", "a column is a whole number from 0 to 6"),
        (("send", None, 0, 0), "T2.3", "a number of a soldier is a whole number"),
        (("home", 2), "T6.2", "there is no soldier 2"),
        (("send_all", 7), "T2.3", "a column is a whole number"),
        (("mind", "tank", "usual"), "T8.1", "unknown name 'tank'; choose from: missile"),
        (("mind", "rifle", "clever"), "T8.1", "unknown name 'clever'; choose from: usual, thrifty, hunter, own"),
        (("as_last",), "T2.3", ""),
    ],
)
def test_an_order_is_refused_with_its_clause_and_the_others_stand(
    order: tuple[Any, ...], clause: str, reason: str
) -> None:
    orders = Orders(make_view(rich(), 0))
    assert orders.build("frost", 3, 3) is None
    assert orders.hire("shield") is None
    codes = orders.codes
    refusal = getattr(orders, order[0])(*order[1:])
    assert isinstance(refusal, Refusal)
    assert (refusal.clause, refusal.reason[: len(reason)]) == (clause, reason)
    assert orders.refusals == (refusal,)
    assert orders.codes == codes
    assert orders.send(1, step=4, column=2) is None
    assert orders.soldiers == ((1, "shield", 4, 2),)


@pytest.mark.clause("T6.2", "T2.6", "T4.2")
def test_what_cannot_be_paid_is_refused_and_so_are_a_closed_row_and_too_many_soldiers() -> None:
    orders = Orders(make_view(rich(gold=9), 1))
    assert orders.build("missile", 0, 0) is None
    assert orders.build("missile", 0, 1) is None
    refusal = orders.build("missile", 0, 2)
    assert str(refusal) == "build missile 0 2: a missile tower costs 4 gold, and right has 1 (T6.2)"
    assert orders.hire("rifle").clause == "T6.2"  # type: ignore[union-attr]
    assert orders.build("blockade", 0, 2) is None
    assert (orders.gold, len(orders.towers)) == (0, 3)
    many = Orders(make_view(rich(gold=10_000), 0))
    refused = [many.build("blockade", 5, column) for column in range(7)]
    assert [one.clause for one in refused if one] == ["T4.2"]
    assert {one.clause for one in [many.hire("shield") for _ in range(260)] if one} == {"T2.6"}


def test_every_order_can_be_given_and_taken_back() -> None:
    state = rich()
    orders = Orders(make_view(state, 0))
    for order in (
        ("build", "rocket", 2, 2),
        ("take_down", 2, 2),
        ("hire", "bomb"),
        ("dismiss",),
        ("hire", "horse"),
        ("hire", "rifle"),
        ("send_all", 3),
        ("send_all", 4, True),
        ("home", 1),
        ("mind", "rifle", "hunter"),
        ("mind", "rifle", "hunter"),
    ):
        assert getattr(orders, order[0])(*order[1:]) is None
    assert orders.soldiers == ((1, "horse", None, None), (2, "rifle", 1, 4))
    assert orders.gold == 34
    for code in orders.codes:
        state.play(code)
    assert make_view(state, 0).me.minds["rifle"] == "hunter"  # type: ignore[index]
    assert orders.all_home() is None


def test_refusals_come_back_in_the_next_view() -> None:
    views: list[View] = []

    def plan(view: View) -> Orders:
        views.append(view)
        orders = Orders(view)
        orders.build("missile", 19, 0)
        return orders

    play(rich(), bot(plan), bot(Orders), until=2)
    assert [[one.clause for one in view.refused] for view in views] == [[], ["T1.2"]]


# The player


def test_a_plan_is_asked_for_once_and_given_move_by_move_for_either_seat() -> None:
    ada = CommanderPlayer(CommanderAda, "ada")
    assert ada.name == "ada"
    state = GAME.start()
    texts = []
    while state.record.ready[0] == 0:
        move = ada.choose(state)
        texts.append(move.text)
        state.play(move)
    assert texts == [
        "tower missile", "cell 3 2",
        "hire rifle", "soldier 1", "column 3", "step 0",
        "hire rifle", "soldier 2", "column 3", "step 0",
        "ready",
    ]  # fmt: skip
    assert len(ada.commander.views) == 1


def test_a_seat_can_plan_while_the_other_one_has_not_begun() -> None:
    ada, state = CommanderPlayer(CommanderAda), GAME.start()
    while not state.record.ready[1]:
        state.play(ada.choose(state, 1).code)
    assert len(ada.commander.views) == 1
    assert state.record.towers[1] == 1
    assert state.current_player == 0


def test_kinds_with_an_ai_ask_from_the_first_turn_on_and_other_kinds_that_ask_rest() -> None:
    def plan(view: View) -> Orders:
        orders = Orders(view)
        if view.turn == 1:
            orders.mind("shield", "own")
            orders.hire("shield")
            orders.hire("rifle")
            orders.send_all(column=0)
        return orders

    kinds: list[int] = []

    def walk(unit: Any, view: Any) -> int:
        kinds.append(unit.row)
        return unit.go(unit.row - 1, unit.column) if unit.row else unit.score()

    state = play(rich(), bot(plan, rifle=walk), bot(Orders))
    assert kinds == list(range(19, -1, -1))
    assert (state.record.hp[1], state.record.leaked[1]) == (9, 1)


@pytest.mark.clause("T8.2")
@pytest.mark.parametrize(
    "act",
    [
        lambda unit, view: None,
        lambda unit, view: unit.go(unit.row - 2, unit.column),
        lambda unit, view: unit.go(99, 0),
        lambda unit, view: unit.strike(0, -3),
        lambda unit, view: unit.shoot(1),
        lambda unit, view: unit.score(),
        lambda unit, view: 2**70,
        lambda unit, view: np.int64(-5),
    ],
)
def test_an_illegal_action_is_a_lost_action(act: Any) -> None:
    by_move = play(rich(), with_ais(rifle=act), bot(Orders))
    players = with_ais(rifle=act), bot(Orders)
    state = rich()
    while state.record.phase == Phase.PLAN:
        state.play(players[state.current_player].choose(state))
    codes = TurnRunner(GAME, players).play(state)
    assert {int(moves.local_code(code)) for code in codes} == {moves.REST}
    assert len(codes) == 200
    assert state.digest() == by_move.digest()
