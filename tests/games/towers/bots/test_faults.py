"""How bots lose by a fault (T8.2), and kernels that are refused before they run."""

from __future__ import annotations

import signal
import sys
import textwrap
import threading
import time
from typing import Any

import pytest

from holdtheline.core.bots.faults import BotFault
from holdtheline.core.kernel.compiler import kernel
from holdtheline.games.towers import bot as towers_bot
from holdtheline.games.towers.bots.bot_player import CommanderPlayer
from holdtheline.games.towers.bots.commander import Commander, Orders, UnitAI
from holdtheline.games.towers.bots.commander_view import View, make_view
from holdtheline.games.towers.bots.turn_runner import TurnRunner
from holdtheline.games.towers.rules import moves
from holdtheline.games.towers.state import Phase, Unit

from .commanders import GAME, CommanderIdle, bot, play, rich, with_ais


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
        (fails, r"CommanderBob\.plan raised ZeroDivisionError: .* \(test_faults\.py, line \d+\)"),
        (fails_unspeakably, r"CommanderBob\.plan raised Unspeakable: \? \(test_faults\.py, line \d+\)"),
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
