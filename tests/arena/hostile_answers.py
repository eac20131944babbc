"""Answers that no honest bot gives, including texts that attack the reader."""

from __future__ import annotations

from collections.abc import Sequence

from .hostile_bots import LONGER, MALFORMED, Behaviour, acts, crash, orders, plans, talks

NO_INDICES = ("true", "-1", "null", "[]", "{}", '""', f"1{'0' * 30}", "9" * 4200, f"-{'9' * 4200}")
EVERY_ORDER = """json.dumps([
    [name, *([json.loads('%s')] * count)]
    for name, count in (
        ("build", 3), ("take_down", 2), ("hire", 1), ("send", 3), ("home", 1), ("send_all", 1), ("mind", 2)
    )
])"""

ANSWERS: Sequence[Behaviour] = (
    Behaviour(30, "NaN", orders("'NaN'"), words="a number is not an integer", **MALFORMED),
    Behaviour(30, "1e999", orders("'[[\"send\",1e999,0,0]]'"), words="a number is not an integer", **MALFORMED),
    Behaviour(30, "depth", orders("'[' * 60000"), words="not JSON", **MALFORMED),
    Behaviour(30, "depth in an order", orders("'[[\"hire\",' + '[' * 600 + ']' * 600 + ']]'")),
    Behaviour(
        30,
        "depth as the name of an order",
        orders("'[[' + '[' * 600 + ']' * 600 + ']]'"),
        words="unknown order",
        **MALFORMED,
    ),
    Behaviour(30, "10 MB", orders("' ' * 10**7"), **LONGER),
    Behaviour(
        30,
        "no UTF-8",
        talks("heard()\nline.sendall(b'\\xff\\n')\ntime.sleep(99)"),
        words="not UTF-8",
        **MALFORMED,
    ),
    Behaviour(30, "half a sign", orders(r"'[[\"hire\",\"\\ud800\"]]'"), words="a lone surrogate", **MALFORMED),
    Behaviour(30, "a name twice", orders("'[],\"orders\":[]'"), words="an object has the same name twice", **MALFORMED),
    Behaviour(
        30,
        "the id of nobody",
        talks("heard()\nanswers({'id': [1]}, orders=[])\ntime.sleep(99)"),
        words="does not have the id",
        **MALFORMED,
    ),
    Behaviour(
        30,
        "more digits than are read",
        orders(f"'[[\"send\",{'9' * 5000},0,0]]'"),
        words="not JSON",
        **MALFORMED,
    ),
    *(Behaviour(30, f"{word[:9]} as an index", orders(EVERY_ORDER % word)) for word in NO_INDICES),
    Behaviour(30, "a foreign unit", orders('\'[["send",7,0,0],["home",1]]\'')),
    Behaviour(30, "true as an action", acts("'[true]'"), words="not a whole number", **MALFORMED),
    Behaviour(
        30,
        "actions for others",
        acts("'[2000,2000]'"),
        words="it gave 2 actions, but 1 were expected",
        **MALFORMED,
    ),
    Behaviour(
        32,
        "words like a terminal's orders",
        plans("print('\\x1b[2Jred\\x1b[0m \\u202e')\nraise ValueError('\\x1b[2J\\nloses\\r<b>')"),
        **crash('^it reported "CommanderBad.plan raised ValueError: \ufffd\\[2J loses <b> \\(bad.py, line \\d+\\)"$'),
    ),
    Behaviour(
        32,
        "a fault in the other's name",
        talks(
            "heard()\nsays(json.dumps({'fault': 'honest\\nhonest loses', 'seat': 1, 'kind': 'breach'}))\ntime.sleep(99)"
        ),
        **crash('^it reported "honest honest loses"$'),
    ),
)
