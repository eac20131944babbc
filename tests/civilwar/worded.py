"""Records of battles for tests of their words, without a table around them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np

from holdtheline.core.contract import CHANCE, OVER, empty_log, events_in
from holdtheline.core.fields import fields_of
from holdtheline.core.kernel import words_of
from holdtheline.games.civilwar.listed import MOST_MOVES, moves
from holdtheline.games.civilwar.moves import Do, do_of
from holdtheline.games.civilwar.position import position
from holdtheline.games.civilwar.rules import apply, start, turn
from holdtheline.games.civilwar.scenarios import MARK, OPTIONS, setup
from holdtheline.games.civilwar.state import DTYPE, Phase

from .millcreek import TEXT

MILL_CREEK = MARK + TEXT
"""Gunboats, a name that both sides have, a unit that never moves, a side that is halted."""


def battle(text: str = "", **given: str) -> Any:
    """A record at the start, or in the position that the text describes."""
    s = fields_of(DTYPE)(np.zeros(words_of(DTYPE), np.int64))
    start(s, setup({option.name: option.read(given.get(option.name, option.default)) for option in OPTIONS}))
    if text:
        position(s, text)
    return s


def legal(s: Any) -> list[int]:
    if turn(s) == CHANCE:
        return [1, 2, 3, 4, 5, 6]
    codes = np.zeros(MOST_MOVES, np.int64)
    return [int(code) for code in codes[: moves(s, codes)]]


def told(s: Any, code: int) -> list[list[int]]:
    """Take a step; what happened, each as its clause, its kind and four numbers."""
    log = empty_log(64)
    apply(s, code, log)
    return events_in(log)


def walk(seed: int, **given: str) -> Iterator[Any]:
    """The states of a random battle that has much fighting in it. They change as it goes on."""
    random, s = Random(seed), battle(**given)
    yield s
    while turn(s) != OVER:
        apply(s, chosen(s, random), None)
        yield s


def chosen(s: Any, random: Random) -> int:
    codes = legal(s)
    fights = [code for code in codes if do_of(code) in (Do.ASSAULT, Do.FIRE, Do.RALLY, Do.ENTER)]
    if s.phase == Phase.ACT and fights and random.random() < 0.6:
        return random.choice(fights)
    if s.phase == Phase.ACT and len(codes) > 1 and random.random() < 0.9:
        return random.choice(codes[1:])
    return random.choice(codes)
