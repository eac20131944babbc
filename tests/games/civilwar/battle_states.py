"""Records of battles for tests of their words, without a table around them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np

from holdtheline.core.definition import CHANCE, OVER
from holdtheline.core.events import empty_log, logged_events
from holdtheline.core.scenarios import CUSTOM_SCENARIO_HEADER
from holdtheline.games.civilwar.rules.moves import MAX_MOVES, MoveKind, legal_moves, move_kind
from holdtheline.games.civilwar.rules.sequence_of_play import apply, turn
from holdtheline.games.civilwar.scenario.setup import OPTIONS, setup
from holdtheline.games.civilwar.state import CivilWarState, Phase
from holdtheline.games.civilwar.text.position import parse_position

from .mill_creek import TEXT

MILL_CREEK = CUSTOM_SCENARIO_HEADER + TEXT
"""Gunboats, a name that both sides have, a unit that never moves, a side that is halted."""


def battle(text: str = "", **options: str) -> Any:
    """Return a record at the start, or in the position of the text."""
    s = CivilWarState(
        setup({option.name: option.parse(options.get(option.name, option.default)) for option in OPTIONS})
    )
    if text:
        parse_position(s, text)
    return s


def legal(s: Any) -> list[int]:
    if turn(s) == CHANCE:
        return [1, 2, 3, 4, 5, 6]
    codes = np.zeros(MAX_MOVES, np.int64)
    return [int(code) for code in codes[: legal_moves(s, codes)]]


def apply_step(s: Any, code: int) -> list[list[int]]:
    """Play a step and return its events: clause, kind and four numbers each."""
    log = empty_log(64)
    apply(s, code, log)
    return logged_events(log)


FIGHTS = (MoveKind.ASSAULT, MoveKind.FIRE, MoveKind.RALLY, MoveKind.ENTER, MoveKind.ENTER_WITH)


def walk(seed: int, **options: str) -> Iterator[Any]:
    """Yield the states of a random battle with many attacks. It is always the same record, which changes."""
    random, s = Random(seed), battle(**options)
    yield s
    while turn(s) != OVER:
        apply(s, chosen(s, random), None)
        yield s


def chosen(s: Any, random: Random) -> int:
    codes = legal(s)
    fights = [code for code in codes if move_kind(code) in FIGHTS]
    if s.phase == Phase.ACT and fights and random.random() < 0.6:
        return random.choice(fights)
    if s.phase == Phase.ACT and len(codes) > 1 and random.random() < 0.9:
        return random.choice(codes[1:])
    return random.choice(codes)
