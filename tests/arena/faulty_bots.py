"""Bots that break the rules of conduct (T8.2), each as the text of its file."""

from __future__ import annotations

from pathlib import Path

HEAD = """
import random, signal, sys, time
import numpy as np
from holdtheline.games.towers import moves
from holdtheline.games.towers.bot import BotFault, Commander, Orders, UnitAI, kernel

"""

PLAN = """
class CommanderBad(Commander):
    def plan(self, view):
        {}
"""

WORKS_LONG = """until = time.thread_time() + 0.4
        while time.thread_time() < until:
            pass
        return Orders(view)"""

ACT = """
class CommanderBad(Commander):
    def plan(self, view):
        orders = Orders(view)
        if view.turn == 1:
            orders.hire("rifle")
            orders.send_all(column=0)
        return orders

    def act(unit, view):
        {}

    unit_ais = {{"rifle": act}}
"""

BAD: dict[str, tuple[str, str]] = {
    "throws": (PLAN.format("return 1 // 0"), "CommanderBad.plan raised ZeroDivisionError"),
    "leaves": (PLAN.format("sys.exit(3)"), "CommanderBad.plan raised SystemExit"),
    "returns nothing": (PLAN.format("return None"), "CommanderBad.plan returned None; it must return Orders"),
    "returns nonsense": (PLAN.format("return 'build'"), "CommanderBad.plan returned a str"),
    "has no plan": ("class CommanderBad(Commander): pass", "needs a method plan(view)"),
    "loops": (PLAN.format("while True: pass"), "CommanderBad.plan took longer than"),
    "writes gold": (PLAN.format("view.me.gold = 99"), "CommanderBad.plan raised FrozenInstanceError"),
    "writes a tower": (PLAN.format("view.me.lane.towers[3, 3] = None"), "raised TypeError"),
    "forges orders": (
        PLAN.format("o = Orders(view); o._codes = [8 + moves.HIRE + 5] * 50; return o"),
        "orders that were tampered with",
    ),
    "is ready twice": (
        PLAN.format("o = Orders(view); o._codes = [8, 8 + 4096, 8]; return o"),
        "orders that were tampered with",
    ),
    "orders without end": (
        PLAN.format("o = Orders(view); o._codes = [8 + moves.ALL_HOME] * 20_000; return o"),
        "gave more than 10000 orders",
    ),
    "is no orders at all": (
        PLAN.format("return Orders.__new__(Orders)"),
        "CommanderBad.plan raised AttributeError",
    ),
    "accuses the other": (
        PLAN.format("raise BotFault('passive', 'it cheats')"),
        "CommanderBad.plan: it cheats",
    ),
    "presses Ctrl-C": (PLAN.format("raise KeyboardInterrupt"), "bad raised KeyboardInterrupt"),
    "cannot be made": (
        "class CommanderBad(Commander):\n    def __init__(self): raise ValueError('no')",
        "CommanderBad raised ValueError: no",
    ),
    "is made by Ctrl-C": (
        "class CommanderBad(Commander):\n    def __init__(self): raise KeyboardInterrupt",
        "bad raised KeyboardInterrupt",
    ),
    "has wrong AIs": (
        "class CommanderBad(Commander):\n    unit_ais = {'tank': 1}",
        "CommanderBad.unit_ais names tank",
    ),
    "cannot say what it threw": (
        "class E(Exception):\n    def __str__(self): sys.exit()\n" + PLAN.format("raise E"),
        "CommanderBad.plan raised E: ?",
    ),
    "never ends to say what it threw": (
        "class E(Exception):\n    def __str__(self):\n        end = time.monotonic() + 60\n"
        "        while time.monotonic() < end: pass\n" + PLAN.format("raise E"),
        "CommanderBad.plan raised E: ?",
    ),
    "clears the screen": (
        PLAN.format("raise ValueError('\\x1b[2J')"),
        "CommanderBad.plan raised ValueError: \ufffd[2J",
    ),
    "tries without end": (
        PLAN.format("while True:\n            try: time.sleep(0.01)\n            except: pass"),
        "CommanderBad.plan took longer than",
    ),
    "is of no class": (
        "class Odd:\n    __class__ = property(lambda self: 1 // 0)\n\n"
        "class CommanderBad(Commander):\n    def __new__(cls): return Odd()",
        "CommanderBad raised ZeroDivisionError",
    ),
    "has AIs for names that fail": (
        "class Odd:\n    __hash__ = object.__hash__\n    def __eq__(self, other): sys.exit()\n\n"
        "class CommanderBad(Commander):\n    unit_ais = {Odd(): 1}",
        "CommanderBad.unit_ais raised SystemExit",
    ),
    "has an AI that fails to be looked at": (
        "class Odd(UnitAI):\n    act = property(lambda self: 1 // 0)\n\n"
        "class CommanderBad(Commander):\n    unit_ais = {'rifle': Odd()}",
        "CommanderBad.unit_ais raised ZeroDivisionError",
    ),
    "has an AI that cannot act": (
        "class Odd(UnitAI):\n    act = 5\n\nclass CommanderBad(Commander):\n    unit_ais = {'rifle': Odd()}",
        "CommanderBad.unit_ais has an int as the act of rifle; it must be a function",
    ),
    "throws in a unit": (ACT.format("return unit.weapon"), "CommanderBad's act raised AttributeError"),
    "loops in a unit": (ACT.format("while True: pass"), "CommanderBad's act took longer than"),
    "talks nonsense in a unit": (ACT.format("return 'north'"), "returned str; it must return an action"),
    "writes in a unit": (ACT.format("unit.health = 99"), "CommanderBad's act raised AttributeError"),
    "accuses the other in a unit": (ACT.format("raise BotFault('passive', 'it cheats')"), "it cheats"),
    "presses Ctrl-C in a unit": (ACT.format("raise KeyboardInterrupt"), "bad raised KeyboardInterrupt"),
    "tries without end in a unit": (
        ACT.format("while True:\n            try: view.towers()\n            except: pass"),
        "CommanderBad's act took longer than",
    ),
    "writes in a kernel": (
        "@kernel\ndef act(s, seat, place):\n    s.hp[0] = 0\n    return 0\n\n"
        + ACT.format("pass").replace('{"rifle": act}', '{"rifle": globals()["act"]}'),
        "act writes, but a unit AI may only read",
    ),
}

SPENDER = PLAN.format(
    """orders = Orders(view)
        for _ in range(20):
            orders.build("missile", 9, 3)
            orders.hire("horse")
        orders.send_all(column=0)
        self.refused = view.refused
        return orders"""
)
"""It orders more than it can pay for: those orders are refused, and the others stand (T6.2)."""


def written(folder: Path, text: str, name: str = "bad") -> Path:
    path = folder / f"{name}.py"
    path.write_text(HEAD + text)
    return path
