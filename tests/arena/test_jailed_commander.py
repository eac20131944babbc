"""Jailed commanders play the same games as in this process, and each fault gets the right verdict."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from holdtheline.arena.job import Fault
from holdtheline.arena.starter import write_starter
from holdtheline.core.game_record.replay import Record

from .faulty_bots import ACT, BAD, PLAN, SPENDER, written
from .jailed_games import QUICK, JailedArena, open_jailed_arena, program

ADA = Path(__file__).parents[2] / "docs" / "bots" / "ada.py"


@pytest.fixture(scope="module")
def arena(tmp_path_factory: pytest.TempPathFactory) -> Iterator[JailedArena]:
    yield from open_jailed_arena("towers", tmp_path_factory.mktemp("arena"))


WALKER = """
class Walker(UnitAI):
    def __init__(self):
        self.asked = 0

    def act(self, unit, view):
        self.asked += 1
        towers = view.towers_in_range()
        if towers and self.asked % 3:
            return unit.strike(*towers[0])
        return unit.go(unit.row - 1, unit.column) if unit.row else unit.score()

def guard(unit, view):
    return unit.shoot(min(view.soldiers_in_range(), key=lambda one: (view.health_of(one), one)))

class CommanderWalker(Commander):
    unit_ais = {"rifle": Walker, "missile": guard}

    def plan(self, view):
        orders = Orders(view)
        orders.build("missile", 9, np.int64(view.turn % 7))
        while orders.hire("rifle") is None:
            pass
        orders.send_all(column=view.turn % 7, in_file=view.turn % 2 == 0)
        if view.refused:
            orders.mind("horse", "hunter")
        return orders
"""


def bot_of(arena: JailedArena, name: str, folder: Path) -> str:
    if name == "ada":
        return arena.bot(ADA)
    if name == "starter":
        return arena.bot(write_starter(arena.game.definition, "starter", folder).bot)
    return arena.bot(written(folder, WALKER, "walker"))


@pytest.mark.parametrize("name", ["ada", "starter", "walker"])
def test_an_honest_bot_plays_the_same_game_in_a_jail_and_in_this_process(
    arena: JailedArena, tmp_path: Path, name: str
) -> None:
    bot = bot_of(arena, name, tmp_path)
    for seats in ((bot, "spam"), ("spam", bot)):
        locked, trusted = (arena.play(*seats, trust=trust) for trust in (False, True))
        assert locked.faults == trusted.faults == ()
        assert (locked.scores, locked.turns, locked.digest) == (trusted.scores, trusted.turns, trusted.digest)
        assert locked.cpu[seats.index(bot)] > 0
        assert locked.cpu[seats.index("spam")] == 0


def test_two_bots_with_units_play_each_other_as_in_this_process(arena: JailedArena, tmp_path: Path) -> None:
    one, other = bot_of(arena, "walker", tmp_path), bot_of(arena, "ada", tmp_path)
    options = (("turn_limit", 4),)
    locked, trusted = (arena.play(one, other, trust=trust, options=options) for trust in (False, True))
    assert locked.digest == trusted.digest
    assert locked.turns > 1


def test_both_seats_are_told_apart_by_nothing(arena: JailedArena, tmp_path: Path) -> None:
    """A bot with unit AIs plays against itself, so the game is symmetric."""
    bot = bot_of(arena, "walker", tmp_path)
    result = arena.play(bot, bot)
    assert result.scores == (0, 0)
    seats = "print(view.seat, view.me.hp, view.other.hp); return Orders(view)"
    looks = arena.bot(written(tmp_path, PLAN.format(seats), "looks"))
    assert arena.play("spam", looks).logs[1].splitlines()[0] == "0 10 10"


MIRRORED = """
READY = {"units": ["rifle", "missile"]}
asked_rifles = 0

def answer(asked):
    if asked["ask"] == "plan":
        return {"orders": plan(asked)}
    return {"actions": [act(asked, one) for one in asked["units"]]}

def plan(asked):
    turn, gold = asked["turn"], asked["me"]["gold"]
    orders = [["build", "missile", 9, turn % 7]]
    orders += [["hire", "rifle"]] * 40
    return [*orders, ["send_all", turn % 7, turn % 2 == 0]]

def act(asked, unit):
    global asked_rifles
    number, kind, row, column, health, targets = unit
    if kind == "missile":
        health = {one[0]: one[4] for one in asked["mine"]["soldiers"]}
        return ACTION_CODES["shoot"] - 1 + min(targets, key=lambda one: (health[one], one))
    asked_rifles += 1
    if targets and asked_rifles % 3:
        return ACTION_CODES["strike"] + 7 * targets[0][0] + targets[0][1]
    return ACTION_CODES["go"] + 7 * (row - 1) + column if row else ACTION_CODES["score"]
"""


def test_a_program_in_any_language_plays_the_same_game_by_json(arena: JailedArena, tmp_path: Path) -> None:
    """Use only one tower with an AI, because each of several would have to see the others' actions."""
    python = WALKER.replace("        if view.refused:\n", "        if False:\n")
    walker = arena.bot(written(tmp_path, python.replace("9, np.int64(view.turn % 7)", "9, view.turn % 7"), "walker"))
    other = arena.bot(program(tmp_path, MIRRORED))
    for seats in ((0, 1), (1, 0)):
        one, two = (arena.play(*[(bot, "spam")[seat] for seat in seats]) for bot in (walker, other))
        assert two.faults == ()
        assert (one.scores, one.turns) == (two.scores, two.turns)


# Faults


IN_A_JAIL = {
    "loops": ("time", "it took longer than 0.5 s for its plan"),
    "tries without end": ("time", "it took longer than 0.5 s for its plan; it slept or waited"),
    "loops in a unit": ("time", "it took longer than 0.1 s for its units"),
    "tries without end in a unit": ("time", "it took longer than 0.1 s for its units"),
    "presses Ctrl-C": ("crash", "raised KeyboardInterrupt"),
    "presses Ctrl-C in a unit": ("crash", "KeyboardInterrupt"),
    "is made by Ctrl-C": ("load", "raised KeyboardInterrupt"),
    "accuses the other": ("crash", "it cheats"),
    "accuses the other in a unit": ("crash", "it cheats"),
}
"""Faults with another verdict than in this process."""
HARMLESS = ("forges orders", "is ready twice")
"""Only accepted orders are sent, so they cannot be forged."""
LOADED = ("cannot be", "wrong AIs", "is of no class", "names that fail", "to be looked at", "that cannot act")


@pytest.mark.clause("T8.2")
@pytest.mark.parametrize("what", [what for what in BAD if what not in HARMLESS])
def test_a_bot_that_does_wrong_loses_with_a_reason(arena: JailedArena, tmp_path: Path, what: str) -> None:
    text, reason = BAD[what]
    kind, sentence = IN_A_JAIL.get(what, ("", reason))
    # Describing the error has its own time limit, twice, which counts for the plan.
    limits = replace(QUICK, think_seconds=3.0) if "say what it threw" in what else QUICK
    result = arena.play(arena.bot(written(tmp_path, text)), "passive", limits=limits)
    assert result.scores == (-1, 1)
    [fault] = result.faults
    assert fault.seat == 0
    assert sentence in fault.sentence
    assert "\n" not in fault.sentence
    if kind:
        assert fault.kind == kind


@pytest.mark.parametrize("what", HARMLESS)
def test_nothing_can_be_forged_in_a_jail(arena: JailedArena, tmp_path: Path, what: str) -> None:
    result = arena.play(arena.bot(written(tmp_path, BAD[what][0])), "passive", options=(("turn_limit", 2),))
    assert result.faults == ()


def test_the_log_is_the_bot_s_own_and_tells_where_it_failed(arena: JailedArena, tmp_path: Path) -> None:
    fails = """print("thinking")
        return Orders(view).tank()"""
    result = arena.play("spam", arena.bot(written(tmp_path, PLAN.format(fails))))
    sentence = "CommanderBad.plan raised AttributeError: 'Orders' object has no attribute 'tank' (bad.py, line 11)"
    assert result.fault == Fault(1, "crash", f'it reported "{sentence}"')
    assert result.reason == result.fault.sentence
    assert result.logs[0] == ""
    assert result.logs[1].startswith("thinking\nTraceback")
    assert "bad.py" in result.logs[1]
    assert "botplayer.py" not in result.logs[1]


@pytest.mark.parametrize(
    ("text", "kind", "sentence"),
    [
        ("import os\nos._exit(3)", "load", "it exited with code 3"),
        ("x = 1 +", "load", "line 7: invalid syntax"),
        ("while True: pass", "load", "it took longer than 0.5 s to get ready"),
        ("x = 1", "load", "defines no Commander class"),
        (PLAN.format("import os; os._exit(0)"), "crash", "it exited with code 0"),
        (PLAN.format("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)"), "crash", "SIGSEGV"),
        (PLAN.format("x = [bytearray(10**8) for _ in range(40)]"), "memory", "memory"),
        (PLAN.format("import os; os.close(3); time.sleep(99)"), "crash", "it closed its connection"),
    ],
)
def test_a_process_that_ends_loses(arena: JailedArena, tmp_path: Path, text: str, kind: str, sentence: str) -> None:
    limits = replace(QUICK, load_seconds=0.5) if "while" in text else QUICK
    if kind == "memory":  # taking it is slow on a busy machine
        limits = replace(QUICK, think_seconds=60)
    for strict in (True, False):
        result = arena.play(arena.bot(written(tmp_path, text)), "passive", strict=strict, limits=limits)
        assert result.scores == (-1, 1)
        assert result.fault is not None
        assert result.fault.kind == kind
        sentence_text = result.fault.sentence.replace(
            "MemoryError", "memory"
        )  # it may be too short of memory to report that
        assert sentence in sentence_text


@pytest.mark.parametrize("fails", [PLAN.format("return 1 // 0"), ACT.format("return 1 // 0")])
def test_in_training_only_the_decision_is_lost(arena: JailedArena, tmp_path: Path, fails: str) -> None:
    bot = arena.bot(written(tmp_path, fails))
    result = arena.play(bot, "passive", strict=False, options=(("turn_limit", 3),))
    assert result.faults == ()
    assert result.scores == (0, 0)
    assert result.slips[0] >= 3


def test_in_training_an_endless_loop_costs_its_time_and_the_next_answer_counts(
    arena: JailedArena, tmp_path: Path
) -> None:
    once = """if view.turn == 1:
            end = time.process_time() + 0.7
            while time.process_time() < end: pass
        orders = Orders(view)
        while orders.hire("rifle") is None: pass
        orders.send_all(3)
        return orders"""
    result = arena.play(arena.bot(written(tmp_path, PLAN.format(once))), "passive", strict=False)
    assert result.scores == (1, -1)
    assert result.slips == (1, 0)


def test_what_cannot_be_paid_is_refused_and_the_bot_plays_on(arena: JailedArena, tmp_path: Path) -> None:
    result = arena.play(arena.bot(written(tmp_path, SPENDER)), "passive")
    assert result.faults == ()
    assert result.scores == (1, -1)


def test_if_both_fail_in_one_planning_it_is_a_draw(arena: JailedArena, tmp_path: Path) -> None:
    fails = PLAN.format("print('here'); return 1 // 0 if view.turn == 2 else Orders(view)")
    bot, other = (arena.bot(written(tmp_path, fails + "# " * at, f"bad{at}")) for at in (1, 2))
    result = arena.play(bot, other)
    assert result.scores == (0, 0)
    assert [fault.seat for fault in result.faults] == [0, 1]
    assert result.turns == 1
    good = arena.bot(written(tmp_path, PLAN.format("return Orders(view)"), "good"))
    assert arena.play(good, other).scores == (1, -1)
    assert arena.play(bot, good).scores == (-1, 1)


def test_if_both_fail_once_the_game_is_played_again(arena: JailedArena, tmp_path: Path) -> None:
    """A trusted bot can access the test's folder."""
    mark = tmp_path / "mark"
    fails = f"""import os.path
        if not os.path.exists({str(mark)!r}) or view.seat == 1 and view.turn == 2:
            if view.seat == 1: open({str(mark)!r}, "w").close()
            return 1 // 0
        return Orders(view)"""
    bot, other = (arena.bot(written(tmp_path, PLAN.format(fails) + "# " * at, f"bad{at}")) for at in (1, 2))
    result = arena.play(bot, other, trust=True)
    assert result.scores == (1, -1)
    assert [fault.seat for fault in result.faults] == [1]


# Programs that say what they should not


@pytest.mark.parametrize(
    ("plan", "act", "sentence"),
    [
        ("5", "0", "its orders are not a list"),
        ("None", "0", "its orders are not a list"),
        ("['hire']", "0", "one of its orders is not a list"),
        ("[['fly']]", "0", "unknown order 'fly'; choose from: build"),
        ("[['hire']]", "0", "its order hire has 0 arguments, not 1"),
        ("[['send_all', 3, 1]]", "0", "second argument of its order send_all is not true or false"),
        ("SENDS", "[True]", "not a whole number"),
        ("SENDS", "[]", "it gave 0 actions, but 1 were expected"),
        ("SENDS", "'x'", "its actions are not a list"),
    ],
)
def test_what_is_no_answer_is_malformed(arena: JailedArena, tmp_path: Path, plan: str, act: str, sentence: str) -> None:
    body = f"""READY = {{"units": ["rifle"]}}
SENDS = [["hire", "rifle"], ["send_all", 0]]
def answer(asked): return {{"orders": {plan}}} if asked["ask"] == "plan" else {{"actions": {act}}}
"""
    result = arena.play(arena.bot(program(tmp_path, body)), "passive")
    assert result.fault is not None
    assert result.fault.kind == "malformed"
    assert sentence in result.fault.sentence


def test_orders_that_make_no_sense_are_refused_and_told(arena: JailedArena, tmp_path: Path) -> None:
    body = """READY = {}
def answer(asked):
    print(asked["refused"])
    orders = [["hire", "tank"], ["hire", []], ["build", "missile", True, 3], ["send", -1, 0, 0]]
    orders += [["send", 10**30, 0, 0], ["mind", "rifle", None], ["home", 1], ["hire", "rifle"]]
    return {"orders": orders * (asked["turn"] == 1)}
"""
    result = arena.play(arena.bot(program(tmp_path, body)), "passive", options=(("turn_limit", 2),))
    assert result.faults == ()
    log = result.logs[0].splitlines()
    assert log[0] == "[]"
    assert "['hire tank', 'T5.2'" in log[1]
    assert log[1].count("], [") == 6


@pytest.mark.parametrize("ready", ['{"units": ["tank"]}', '{"units": 1}', '{"form": "xml"}', '{"ready": 1}'])
def test_who_is_not_ready_cannot_play(arena: JailedArena, tmp_path: Path, ready: str) -> None:
    body = f"READY = {ready}\ndef answer(asked): return {{}}\n"
    result = arena.play(arena.bot(program(tmp_path, body)), "passive")
    assert result.fault is not None
    assert result.fault.kind == "load"


# Records


def test_records_replay_without_the_bots_also_where_a_fault_ended_the_game(arena: JailedArena, tmp_path: Path) -> None:
    good = bot_of(arena, "walker", tmp_path)
    bad = arena.bot(
        written(tmp_path, ACT.format("return unit.go(unit.row - 1, unit.column) if unit.row > 15 else 1 // 0"))
    )
    whole = arena.play(good, "spam", record=tmp_path / "games" / "whole.htl")
    part = arena.play("passive", bad, record=tmp_path / "games" / "part.htl")
    for result, is_over in ((whole, True), (part, False)):
        assert result.record is not None
        record = Record.read(result.record)
        assert record.is_over is is_over
        assert record.replay(plain=True).digest() == result.digest
    assert Record.read(whole.record or "").header.seats == ["walker", "spam"]
