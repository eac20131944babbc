"""A turn unit by unit: AIs in Python and as kernels play the same turn as the minds that are built in."""

from __future__ import annotations

import importlib.util
from array import array
from pathlib import Path
from random import Random
from typing import Any

import pytest

from holdtheline.benchmarks.speed.towers_unit_ai import KernelCommander, PythonCommander
from holdtheline.core.bots.faults import BotFault
from holdtheline.core.catalog import load
from holdtheline.core.game import Game, State
from holdtheline.core.kernel.compiler import Kernel, kernel
from holdtheline.games.towers.bots.bot_player import CommanderPlayer
from holdtheline.games.towers.bots.commander import Commander, Orders
from holdtheline.games.towers.bots.commander_view import View
from holdtheline.games.towers.bots.turn_runner import TurnRunner
from holdtheline.games.towers.bots.unit_kernels import adopt_kernel
from holdtheline.games.towers.rules import moves
from holdtheline.games.towers.state import SOLDIERS, TOWERS, UNIT_COUNT, Phase, unit_name

GAME = load("towers", plain=True)
plain_and_compiled = pytest.mark.parametrize(
    "game",
    [
        pytest.param(lambda: GAME, id="plain"),
        pytest.param(lambda: load("towers"), id="compiled", marks=pytest.mark.compiled),
    ],
)


class CommanderAny(Commander):
    """Any orders, many of which are refused; the same under the same seed."""

    seed = ""

    def __init__(self) -> None:
        self.chance = Random(self.seed)

    def plan(self, view: View) -> Orders:
        chance, orders = self.chance, Orders(view)
        for _ in range(8):
            orders.build(unit_name(chance.choice(TOWERS)), chance.randrange(20), chance.randrange(7))
            orders.hire(unit_name(chance.choice(SOLDIERS)))
        for soldier in orders.soldiers:
            orders.send(soldier.number, chance.choice([0, 0, chance.randrange(60)]), chance.randrange(7))
        return orders


def players(seed: int, ais: Any) -> list[CommanderPlayer]:
    return [
        CommanderPlayer(type("CommanderAny", (CommanderAny,), {"seed": f"{seed} {seat}", "unit_ais": ais}))
        for seat in (0, 1)
    ]


def started(game: Game) -> State:
    state = game.start()
    state.record.gold[0] = state.record.gold[1] = 60
    state.record.hp[0] = state.record.hp[1] = 50
    return state


def plan(state: State, bots: list[CommanderPlayer]) -> None:
    number = state.record.turns_played
    while state.current_player >= 0 and state.record.phase == Phase.PLAN and state.record.turns_played == number:
        state.play(bots[state.current_player].choose(state))


def without_minds(state: State) -> str:
    """Return the digest of a state without its choice of unit AIs."""
    copy = state.copy()
    for place in range(2 * UNIT_COUNT):
        copy.record.mind[place] = 0
    return copy.digest()


def play(game: Game, seed: int, ais: Any, turns: int = 3) -> tuple[list[str], list[list[int]]]:
    """Return the states after each turn and the actions in it; check that replaying the actions gives the same."""
    bots, state = players(seed, ais), started(game)
    stepper = TurnRunner(game, bots)
    states, actions = [], []
    for _ in range(turns):
        plan(state, bots)
        before = state.copy()
        actions.append(stepper.play(state) if state.record.phase == Phase.ACT else [])
        for code in actions[-1]:
            assert before.current_player == moves.move_seat(code)
            before.play(code)
        assert before.digest() == state.digest()
        assert before.current_player == state.current_player
        states.append(without_minds(state))
    return states, actions


@pytest.mark.clause("T8.1", "T3.1")
@plain_and_compiled
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("bot", [PythonCommander, KernelCommander], ids=["Python", "kernel"])
def test_an_ai_that_does_what_the_usual_mind_does_plays_the_same_turns(bot: Any, seed: int, game: Any) -> None:
    states, actions = play(game(), seed, bot.unit_ais)
    usual, nothing = play(game(), seed, {})
    assert states == usual
    assert [len(turn) > 50 for turn in actions] == [True] * 3
    assert nothing == [[]] * 3


@pytest.mark.compiled
def test_compiled_and_plain_ask_the_same_units_and_take_the_same_actions() -> None:
    compiled = play(load("towers"), 7, PythonCommander.unit_ais)
    assert play(GAME, 7, PythonCommander.unit_ais) == compiled
    assert play(load("towers"), 7, KernelCommander.unit_ais) == compiled


@plain_and_compiled
def test_a_turn_played_move_by_move_is_the_same_turn(game: Any) -> None:
    for ais in (PythonCommander.unit_ais, KernelCommander.unit_ais):
        bots, state = players(3, ais), started(game())
        while state.record.turns_played < 2:
            state.play(bots[state.current_player].choose(state))
        assert without_minds(state) == play(game(), 3, ais, 2)[0][-1]


@pytest.mark.clause("T3.2", "T3.3")
def test_only_units_that_can_act_are_asked_and_each_once_a_timestep() -> None:
    units_asked: set[Any] = set()

    def tower(unit: Any, view: Any) -> Any:
        targets = view.soldiers_in_range()
        assert targets
        assert unit.name != "blockade"
        for number in targets:
            there = view.soldier(number)
            assert max(abs(there.row - unit.row), abs(there.column - unit.column)) <= unit.kind.range
            assert number in view.soldiers_at(there.row, there.column)
        return unit.shoot(min(targets, key=view.health_of))

    def soldier(unit: Any, view: Any) -> Any:
        me = view.soldier(unit.number)
        assert (me.unit, me.row, me.column, me.health) == (unit.name, unit.row, unit.column, unit.health)
        assert me.health > 0
        assert not me.is_frozen
        moment = (view.turn, view.step, view.seat, unit.number)
        assert moment not in units_asked
        units_asked.add(moment)
        for cell in view.towers_in_range():
            assert view.tower(*cell) in view.towers()
            return unit.strike(*cell)
        return unit.go(unit.row - 1, unit.column) if unit.row else unit.score()

    ais = {unit_name(unit): tower if unit in TOWERS else soldier for unit in (*TOWERS, *SOLDIERS)}
    play(GAME, 5, ais)
    assert len(units_asked) > 100


def test_a_turn_stops_at_the_units_of_a_seat_without_a_bot() -> None:
    bots, state = players(1, PythonCommander.unit_ais), started(GAME)
    plan(state, bots)
    left, right = TurnRunner(GAME, [bots[0], None]), TurnRunner(GAME, [None, bots[1]])
    both, whole = state.copy(), TurnRunner(GAME, bots).play(state)
    codes: list[int] = []
    while both.record.phase == Phase.ACT:
        codes += (left, right)[both.current_player].play(both)
    assert codes == list(whole)
    assert both.digest() == state.digest()
    assert {int(moves.move_seat(code)) for code in codes} == {0, 1}


@plain_and_compiled
@pytest.mark.parametrize(("error", "raised"), [(AssertionError, BotFault), (KeyboardInterrupt, KeyboardInterrupt)])
def test_after_a_fault_the_state_stands_where_the_actions_led(game: Any, error: Any, raised: Any) -> None:
    left = [40]

    def tires(unit: Any, view: Any) -> Any:
        left[0] -= 1
        if not left[0]:
            raise error("tired")
        return unit.go(unit.row - 1, unit.column)

    bots, state = players(2, {unit_name(unit): tires for unit in SOLDIERS}), started(game())
    plan(state, bots)
    before, codes = state.copy(), array("q")
    with pytest.raises(raised, match="tired") as caught:
        TurnRunner(state.game, bots).play(state, codes)
    if raised is BotFault:
        assert str(caught.value).startswith("CommanderAny's tires raised AssertionError: tired")
    assert len(codes) == 39
    for code in codes:
        before.play(code)
    assert before.digest() == state.digest()
    assert state.record.phase == Phase.ACT


# Kernels


@kernel
def divides(s: Any, seat: Any, place: Any) -> Any:
    cell = s.body_cell[place] - 1
    to_go = cell // 7 - 15
    return moves.GO + cell - 7 * to_go // to_go


@plain_and_compiled
def test_a_kernel_that_fails_is_a_fault_of_its_bot(game: Any) -> None:
    bots, state = players(2, {unit_name(unit): divides for unit in SOLDIERS}), started(game())
    plan(state, bots)
    with pytest.raises(BotFault, match=r"^CommanderAny's divides raised ZeroDivisionError"):
        TurnRunner(state.game, bots).play(state)


@kernel
def peeps(s: Any, seat: Any, place: Any) -> Any:
    return moves.REST + s.gold[1 - seat]


@pytest.mark.compiled
@pytest.mark.clause("T8.1")
def test_a_kernel_that_names_what_is_hidden_does_not_compile() -> None:
    with pytest.raises(BotFault, match=r"^CommanderAny's peeps: it does not compile: .*gold") as caught:
        TurnRunner(load("towers"), players(2, {"rifle": peeps}))
    assert "\n" not in caught.value.reason


BOT = """
from holdtheline.core.kernel.compiler import kernel
from holdtheline.games.towers import moves

AHEAD = {ahead}

@kernel
def ahead_of(cell):
    return cell - AHEAD

@kernel
def act(s, seat, place):
    cell = s.body_cell[place] - 1
    return moves.GO + ahead_of(cell) {more}
"""


def written(path: Path, ahead: int, more: str = "") -> Any:
    """Return the kernel of a bot in a file; all such bots have the same names."""
    path.write_text(BOT.format(ahead=ahead, more=more))
    spec = importlib.util.spec_from_file_location("a_bot", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.act


@plain_and_compiled
def test_bots_with_the_same_names_do_not_take_each_other_s_code(tmp_path: Path, game: Any) -> None:
    texts = [(tmp_path / "a.py", 7, ""), (tmp_path / "b.py", 6, ""), (tmp_path / "c.py", 7, "+ 1")]
    acts = [written(*text) for text in texts]
    columns = []
    for act in [*acts, acts[0]]:
        bots, state = players(2, {unit_name(unit): act for unit in SOLDIERS}), started(game())
        plan(state, bots)
        first = TurnRunner(state.game, bots).play(state)[0]
        columns.append(int(moves.local_code(first) - moves.GO) % 7)
    straight, aside, aside_too, again = columns
    assert straight == again
    assert aside == aside_too == straight + 1


def test_the_same_text_is_the_same_kernel_and_a_changed_number_is_another(tmp_path: Path) -> None:
    one, same = written(tmp_path / "a.py", 7), written(tmp_path / "b.py", 7)
    assert adopt_kernel(one) == adopt_kernel(same)
    assert adopt_kernel(written(tmp_path / "c.py", 8)) != adopt_kernel(one)


@kernel
def returns_a_fraction(s: Any, seat: Any, place: Any) -> Any:
    return 1e30


@kernel
def returns_nothing(s: Any, seat: Any, place: Any) -> Any:
    s.hp[0]


@plain_and_compiled
@pytest.mark.parametrize("act", [returns_a_fraction, returns_nothing])
def test_a_kernel_returns_whole_numbers(act: Any, game: Any) -> None:
    bots, state = players(2, {unit_name(unit): act for unit in SOLDIERS}), started(game())
    plan(state, bots)
    with pytest.raises(BotFault, match=r"'s returns_\w+.*(TypeError|TypingError): (?!Failed)"):
        TurnRunner(state.game, bots).play(state)


@kernel
def takes_too_little(s: Any, seat: Any) -> Any:
    return moves.REST


@plain_and_compiled
def test_a_kernel_with_wrong_arguments_is_refused_with_the_right_ones(game: Any) -> None:
    bots = players(2, {unit_name(unit): takes_too_little for unit in SOLDIERS})
    with pytest.raises(BotFault, match=r"takes_too_little: it must take the arguments s, seat and index:"):
        TurnRunner(game(), bots)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("import numpy as np\nFAR = np.int64(7)", "import numpy as np\nFAR = np.int64(8)"),
        ("WAY = 'left'\nFAR = 7", "WAY = 'right'\nFAR = 7"),
        (
            "from enum import IntEnum\nclass Far(IntEnum):\n    FAR = 7\nFAR = 7",
            "from enum import IntEnum\nclass Far(IntEnum):\n    FAR = 8\nFAR = 7",
        ),
        ("FAR = 7\nDEFAULT = 1", "FAR = 7\nDEFAULT = 2"),
    ],
)
def test_whatever_a_text_names_is_a_part_of_it(one: str, other: str) -> None:
    acts = [kernel_in(values) for values in (one, one, other)]
    assert adopt_kernel(acts[0]) == adopt_kernel(acts[1]) != adopt_kernel(acts[2])


def kernel_in(values: str) -> Any:
    """Return a kernel that names all these values, its default among them."""
    names: dict[str, Any] = {"__name__": "a_bot", "WAY": "", "DEFAULT": 0, "Far": None, "kernel": Kernel}
    exec(values, names)
    exec("@kernel\ndef act(s, seat, place, more=DEFAULT): return (FAR, WAY, Far.FAR)", names)
    return names["act"]


OTHERS = {
    "nothing": [],
    "rifles at home": ["hire rifle", "hire rifle"],
    "one who comes late": ["hire bomb", "soldier 2", "column 1", "step 60"],
    "minds and half an order": ["mind shield hunter", "hire horse", "tower missile"],
}
"""What the right keeps to itself until timestep 60."""


@pytest.mark.clause("T8.1")
def test_whatever_a_unit_digs_for_in_its_view_it_finds_no_secret() -> None:
    dug: dict[str, list[bytes]] = {}
    for name, orders in OTHERS.items():
        found = dug.setdefault(name, [])

        def act(unit: Any, view: Any, found: list[bytes] = found) -> None:
            if view.step < 60:
                found.append(bytes(view._words))

        bot = type("CommanderDigs", (CommanderAny,), {"seed": "1", "unit_ais": {"rifle": act}})
        players, state = [CommanderPlayer(bot), None], started(GAME)
        first = [*("hire rifle", "together 3", "mind rifle own", "ready"), None, "hire shield", "together 2"]
        seat = 0
        for order in [*first, *orders]:
            if order is None:
                seat = 1
            else:
                state.play(state.move(order, seat))
        if state.record.picked[1]:
            state.play(state.move("never mind", 1))
        state.play(state.move("ready", 1))
        TurnRunner(GAME, players).play(state)
    assert len(dug["nothing"]) == 60
    assert all(found == dug["nothing"] for found in dug.values())
