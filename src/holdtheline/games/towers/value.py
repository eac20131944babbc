"""What a search knows of towers beyond its rules.

A planning is a chain of small orders, and of most of them nothing shows before the turn is played. So the
book finishes every plan, for both commanders, some turns are played, and then it is counted what each side
has: HP, and its wealth in gold, towers and soldiers. They count as in `trial`, by which the planner reckons
too. A move is tried because it is what the book would order, or by chance.

`planner` knows the game better: it buys by what a whole turn brings.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import exp
from typing import Any

from ...core.contract import Judgement, Level, Tuning, Words
from ...core.dice import stream_for
from ...core.kernel import kernel
from .book import choose, wealth
from .trial import GOLD, HP

MILLION = 1_000_000
SURE = 300
"""So much more makes a victory e times as likely."""


def remember(options: Mapping[str, Any]) -> Words:
    """A random stream: the book varies what it buys."""
    return stream_for("towers")


@kernel
def value(s: Any, seat: Any, memory: Any) -> Any:
    ahead = HP * (s.hp[seat] - s.hp[1 - seat]) + GOLD * (wealth(s, seat) - wealth(s, 1 - seat))
    return int(MILLION / (1.0 + exp(-ahead / SURE)))


@kernel
def weigh(s: Any, codes: Any, count: Any, worths: Any, memory: Any) -> None:
    """What the book would order comes first, all else after it."""
    liked = choose(s, codes, memory, memory)
    for place in range(count):
        worths[place] = 1 if codes[place] == liked else 0


TUNING = Tuning(explore=0.1, lean=0.5, heat=0.3, first=2, more=0.5, listed=32, ripe=1, depth=60)
SLIPS = {"book": (93, 85, 74, 50, 0), "planner": (50, 25, 0)}
"""A planning is a long list of orders, and for each a search would have to play whole turns: `book` and
`planner` are much quicker, and `planner` is stronger. A slip is a strange order among many, so it takes many
to spoil a plan."""
LEVELS = tuple(Level(1, slips, name) for name, row in SLIPS.items() for slips in row)
JUDGEMENT = Judgement(choose, value, weigh, remember, TUNING, LEVELS)
