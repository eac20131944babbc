"""Bots: what they see (T8.1), how their orders are refused (T6.2), and how they lose by a fault (T8.2)."""

from __future__ import annotations

import signal
import sys
import textwrap
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from holdtheline.core.bots.faults import BotFault
from holdtheline.core.catalog import load
from holdtheline.core.game import Game, State
from holdtheline.core.kernel.compiler import kernel
from holdtheline.games.towers import bot as towers_bot
from holdtheline.games.towers.bots.bot_player import CommanderPlayer
from holdtheline.games.towers.bots.commander import Commander, Orders, UnitAI
from holdtheline.games.towers.bots.commander_view import Refusal, View, make_view
from holdtheline.games.towers.bots.turn_buffer import UnitRecord
from holdtheline.games.towers.bots.turn_runner import TurnBuffer, TurnRunner
from holdtheline.games.towers.bots.unit_kernels import combine_kernels
from holdtheline.games.towers.rules import moves
from holdtheline.games.towers.state import MAX_SOLDIERS, Phase, Unit

GAME = load("towers", plain=True)


def rich(game: Game = GAME, gold: int = 40) -> State:
    state = game.start()
    state.record.gold[0] = state.record.gold[1] = gold
    return state


class CommanderIdle(Commander):
    def plan(self, view: View) -> Orders:
        return Orders(view)


class CommanderAda(Commander):
    """Two rifles and a tower in the first turn; all it saw is kept."""

    def __init__(self) -> None:
        self.views: list[View] = []

    def plan(self, view: View) -> Orders:
        self.views.append(view)
        orders = Orders(view)
        if view.turn == 1:
            orders.build("missile", row=3, column=2)
            for _ in range(2):
                orders.hire("rifle")
                orders.send(orders.soldiers[-1].number, step=0, column=3)
        return orders


def bot(plan: Callable[[View], Any], **unit_ais: Any) -> CommanderPlayer:
    """Return a player whose plan is this function."""
    members = {"plan": lambda self, view: plan(view), "unit_ais": unit_ais}
    return CommanderPlayer(type("CommanderBob", (Commander,), members), act_seconds=0.05, plan_seconds=0.05)


def with_ais(**unit_ais: Any) -> CommanderPlayer:
    """Return a player with these AIs that sends two rifles into an empty lane."""
    ada = CommanderAda()
    return bot(ada.plan, **unit_ais)


def play(state: State, *players: CommanderPlayer, until: int = 1) -> State:
    """Play this many turns, move by move."""
    while state.current_player >= 0 and state.record.turns_played < until:
        state.play(players[state.current_player].choose(state))
    return state


# What it sees


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
    with pytest.raises(BotFault, match=r"CommanderBob\.plan raised \w+Error: .* \(test_bot\.py, line \d+\)"):
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


# Orders


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


# Faults


def fails(view: View) -> Orders:
    return 1 // 0  # type: ignore[return-value]


class Unspeakable(Exception):
    def __str__(self) -> str:
        raise ValueError


def fails_unspeakably(view: View) -> Orders:
    raise Unspeakable


def leaves(view: View) -> Orders:
    sys.exit(3)


def forges(view: View) -> Orders:
    orders = Orders(view)
    orders._codes.append(int(moves.encode_move(1 - view.seat, moves.ALL_HOME)))
    return orders


def overspends_by_forging(view: View) -> Orders:
    orders = Orders(view)
    orders._codes += [int(moves.encode_move(view.seat, moves.HIRE + Unit.HORSE))] * 50
    return orders


OLD = Orders(make_view(rich(), 0))


@pytest.mark.clause("T8.2")
@pytest.mark.parametrize(
    ("plan", "reason"),
    [
        (fails, r"CommanderBob\.plan raised ZeroDivisionError: .* \(test_bot\.py, line \d+\)"),
        (fails_unspeakably, r"CommanderBob\.plan raised Unspeakable: \? \(test_bot\.py, line \d+\)"),
        (leaves, r"CommanderBob\.plan raised SystemExit: 3"),
        (lambda view: None, r"CommanderBob\.plan returned None; it must return Orders"),
        (lambda view: [view], r"CommanderBob\.plan returned a list; it must return Orders"),
        (lambda view: OLD, r"CommanderBob\.plan returned the orders of another planning"),
        (forges, r"CommanderBob\.plan returned orders that were tampered with"),
        (overspends_by_forging, r"CommanderBob\.plan returned orders that were tampered with: \d+"),
    ],
)
def test_a_plan_that_throws_or_is_nonsense_ends_in_a_fault(plan: Any, reason: str) -> None:
    player, state = bot(plan), rich()
    with pytest.raises(BotFault, match=f"^{reason}") as caught:
        play(state, player, bot(Orders))
    assert (caught.value.name, str(caught.value)) == ("CommanderBob", caught.value.reason)
    assert "\n" not in caught.value.reason


def with_unit_ais(ais: Any) -> type[Commander]:
    return type("CommanderBob", (CommanderIdle,), {"unit_ais": ais})


def broken(self: Any) -> None:
    raise KeyError("no such opening")


@pytest.mark.parametrize(
    ("factory", "reason"),
    [
        (with_unit_ais({"tank": UnitAI()}), "CommanderBob.unit_ais names tank; units are: missile, rocket"),
        (with_unit_ais({"rifle": 3}), "CommanderBob.unit_ais has an int for rifle; it must be a UnitAI"),
        (with_unit_ais([]), "CommanderBob.unit_ais is a list; it must be a dict"),
        (type("CommanderBob", (Commander,), {"__init__": broken}), "CommanderBob raised KeyError: 'no such"),
        (
            with_unit_ais(property(broken)),
            "CommanderBob.unit_ais raised KeyError",
        ),
        (dict, "dict is not a Commander"),
    ],
)
def test_a_bot_that_cannot_be_made_says_why(factory: Any, reason: str) -> None:
    with pytest.raises(BotFault) as caught:
        CommanderPlayer(factory)
    assert caught.value.reason.startswith(reason)


def test_the_example_that_authors_read_plays() -> None:
    example = (towers_bot.__doc__ or "").partition("like this one:\n\n")[2].rpartition("\n\n")[0]
    names: dict[str, Any] = {}
    exec(textwrap.dedent(example), names)
    state = play(rich(), CommanderPlayer(names["CommanderAda"]), bot(Orders), until=3)
    assert state.record.hp[1] == 10 - 1 - 2 - 3


class Thoughtless(UnitAI):
    pass


def wrong_arguments(unit: Any) -> int:
    return 0


@pytest.mark.clause("T8.2")
@pytest.mark.parametrize(
    ("ai", "reason"),
    [
        (lambda unit, view: 1 // 0, r"CommanderBob's <lambda> raised ZeroDivisionError: .*line \d+\)"),
        (
            lambda unit, view: "go",
            r"CommanderBob's <lambda> returned a? ?str; it must return an action or None",
        ),
        (lambda unit, view: True, r"CommanderBob's <lambda> returned bool; it must"),
        (wrong_arguments, r"CommanderBob's wrong_arguments raised TypeError: wrong_arguments\(\) takes 1"),
        (Thoughtless(), r"CommanderBob's Thoughtless\.act raised NotImplementedError"),
        (Thoughtless, r"CommanderBob's Thoughtless\.act raised NotImplementedError"),
        (lambda unit, view: sys.exit(), r"CommanderBob's <lambda> raised SystemExit"),
    ],
)
@pytest.mark.parametrize("stepped", [False, True])
def test_a_unit_ai_that_throws_or_returns_nonsense_ends_in_a_fault(ai: Any, reason: str, stepped: bool) -> None:
    players, state = (with_ais(rifle=ai), bot(Orders)), rich()
    while state.record.phase == Phase.PLAN:
        state.play(players[state.current_player].choose(state))
    with pytest.raises(BotFault, match=f"^{reason}"):
        TurnRunner(GAME, players).play(state) if stepped else players[0].choose(state)


def loops(*arguments: Any) -> Any:
    while True:
        pass


def loops_stubbornly(*arguments: Any) -> Any:
    try:
        loops()
    except Exception:  # noqa: BLE001 - as bots do
        pass
    return Orders(arguments[0])


def catches_everything(*arguments: Any) -> Any:
    try:
        loops()
    except:  # noqa: E722 - as bots do
        pass
    return None if len(arguments) > 1 else Orders(arguments[0])


needs_timer = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there is no interval timer here")


@needs_timer
@pytest.mark.clause("T8.2")
@pytest.mark.parametrize("plan", [loops, loops_stubbornly, catches_everything])
def test_a_plan_that_never_ends_is_stopped(plan: Any) -> None:
    began = time.monotonic()
    with pytest.raises(BotFault, match=r"^CommanderBob\.plan took longer than 0\.05 s$"):
        bot(plan).choose(rich())
    assert time.monotonic() - began < 5


@needs_timer
@pytest.mark.clause("T8.2")
@pytest.mark.parametrize("ai", [loops, catches_everything])
@pytest.mark.parametrize("stepped", [False, True])
def test_a_unit_ai_that_never_ends_is_stopped(ai: Any, stepped: bool) -> None:
    slow = [True]

    def act(unit: Any, view: Any) -> Any:
        if unit.row == 17 and slow.pop() if slow else False:
            return ai(unit, view)
        return unit.go(unit.row - 1, unit.column)

    players, state = (with_ais(rifle=act), bot(Orders)), rich()
    while state.record.phase == Phase.PLAN:
        state.play(players[state.current_player].choose(state))
    with pytest.raises(BotFault, match=r"^CommanderBob's (act|unit AI) took longer than 0\.05 s$"):
        TurnRunner(GAME, players).play(state) if stepped else play(state, *players)


@needs_timer
def test_the_timer_of_the_caller_continues_after_a_bot_was_asked() -> None:
    rung: list[int] = []
    before = signal.signal(signal.SIGALRM, lambda number, frame: rung.append(number))
    try:
        signal.setitimer(signal.ITIMER_REAL, 100, 50)
        with pytest.raises(BotFault):
            bot(loops).choose(rich())
        bot(Orders).choose(rich())
        rest, interval = signal.getitimer(signal.ITIMER_REAL)
        assert 90 < rest < 100
        assert interval == 50
        signal.raise_signal(signal.SIGALRM)
        assert rung == [signal.SIGALRM]
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_in_another_thread_a_slow_bot_is_found_out_when_it_is_done() -> None:
    def dawdles(view: View) -> Orders:
        began = time.thread_time()
        while time.thread_time() < began + 0.1:
            pass
        return Orders(view)

    found: list[str] = []

    def ask() -> None:
        try:
            bot(dawdles).choose(rich())
        except BotFault as fault:
            found.append(fault.reason)

    thread = threading.Thread(target=ask)
    thread.start()
    thread.join()
    assert found == ["CommanderBob.plan took longer than 0.05 s"]


def test_a_person_who_interrupts_is_not_a_fault_of_the_bot() -> None:
    def interrupted(view: View) -> Orders:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        bot(interrupted).choose(rich())


@kernel
def cheats(s: Any, seat: Any, place: Any) -> Any:
    s.hp[1 - seat] = 0
    return moves.REST


@kernel
def cheats_through_another(s: Any, seat: Any, place: Any) -> Any:
    cheats(s, seat, place)
    return moves.REST


@kernel
def cheats_with_a_slice(s: Any, seat: Any, place: Any) -> Any:
    s.hp[0:2] = s.towers[0:2]
    return moves.REST


@kernel
def cheats_by_a_method(s: Any, seat: Any, place: Any) -> Any:
    s.hp.fill(0)
    return moves.REST


@kernel
def cheats_in_place(s: Any, seat: Any, place: Any) -> Any:
    health = s.hp
    health -= 1
    return moves.REST


@kernel
def counts_in_place(s: Any, seat: Any, place: Any) -> Any:
    step = s.timestep
    step -= 1
    return moves.REST + 0 * step


@kernel
def peeps(s: Any, seat: Any, place: Any) -> Any:
    return moves.REST if s.gold[1 - seat] > 3 else moves.SCORE


@pytest.mark.clause("T8.2")
@pytest.mark.parametrize(
    "act", [cheats, cheats_through_another, cheats_with_a_slice, cheats_by_a_method, cheats_in_place]
)
def test_a_kernel_that_writes_is_refused_before_it_runs(act: Any) -> None:
    with pytest.raises(BotFault, match=r"CommanderBob's cheats.*: cheats\w* writes, but a unit AI may only read"):
        TurnRunner(GAME, [with_ais(rifle=act), None])


@pytest.mark.clause("T8.2")
def test_a_kernel_may_assign_to_its_own_argument() -> None:
    TurnRunner(GAME, [with_ais(rifle=counts_in_place), None])


@pytest.mark.clause("T8.1")
def test_a_kernel_cannot_name_what_is_hidden() -> None:
    with pytest.raises(BotFault, match=r"CommanderBob's peeps raised AttributeError: .*'gold'"):
        play(rich(), with_ais(rifle=peeps), bot(Orders))


def test_bots_that_were_handed_in_earlier_still_find_what_they_import() -> None:
    from holdtheline.games.towers import bot, moves
    from holdtheline.games.towers.lane import distance, is_free
    from holdtheline.games.towers.state import MOST_TOWERS

    assert (bot.moves, bot.distance, bot.is_free, bot.MAX_TOWERS) == (moves, distance, is_free, MOST_TOWERS)
