"""Positions to look at, and pictures read back."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any
from xml.etree import ElementTree

import numpy as np

from holdtheline.core import scenarios
from holdtheline.core.definition import CHANCE, EVERYONE, OVER
from holdtheline.games.civilwar.rules import hidden_information, moves, sequence_of_play
from holdtheline.games.civilwar.scenario import setup
from holdtheline.games.civilwar.scenario.parse import list_scenarios
from holdtheline.games.civilwar.state import PIECE_SLOTS, CivilWarState

from ..mill_creek import TEXT

SPACE = "{http://www.w3.org/2000/svg}"
SEATS = (0, 1, EVERYONE)
MILL_CREEK = scenarios.CUSTOM_SCENARIO_HEADER + TEXT.strip()
BATTLES = (*list_scenarios(), MILL_CREEK)
MOST_CODES = 6000


# Positions


def started(battle: str = "bull-run", **options: str) -> Any:
    defaults = {option.name: option.default for option in setup.OPTIONS}
    return CivilWarState(setup.setup({**defaults, "scenario": battle, **options}))


def hidden(s: Any, seat: int) -> Any:
    other = s.copy()
    if seat != EVERYONE:
        hidden_information.hide(other, seat)
    return other


@cache
def course(battle: str = "shiloh", seed: int = 3, steps: int = 900) -> tuple[Any, ...]:
    """Play a random battle with many attacks; return one state of each kind, and the last one."""
    s, random, codes = started(battle), Random(seed), np.zeros(MOST_CODES, np.int64)
    met: dict[int, Any] = {}
    for step in range(steps):
        if step > steps // 4:
            met.setdefault(int(s.phase), s.copy())
        turn = sequence_of_play.turn(s)
        if turn == OVER:
            break
        sequence_of_play.apply(s, random.randint(1, 6) if turn == CHANCE else chosen(s, random, codes), None)
    return (*met.values(), s)


def chosen(s: Any, random: Random, codes: Any) -> int:
    legal = [int(code) for code in codes[: int(moves.legal_moves(s, codes))]]
    fights = [code for code in legal if code >> 16 in (moves.MoveKind.FIRE, moves.MoveKind.ASSAULT)]
    return random.choice(fights if fights and random.random() < 0.7 else legal)


def positions() -> list[Any]:
    return [started(battle) for battle in BATTLES] + list(course()) + list(course("bull-run", 5))


def read(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def pieces_in(svg: str) -> dict[str, ElementTree.Element]:
    return {part.get("data-id", ""): part for part in read(svg).iter() if part.get("data-id")}


def title(part: ElementTree.Element) -> str:
    return part.findtext(f"{SPACE}title") or ""


def names(s: Any) -> tuple[set[str], set[str]]:
    """Return the ids that a picture must have: of hexes, and of pieces on the map or waiting."""
    ground = setup.scenario_of(s).battle_map
    hexes = {f"hex-{ground.name_of(hex_)}" for hex_ in range(len(ground.terrain))}
    return hexes, {f"piece-{at}" for at in range(PIECE_SLOTS) if s.hex_of[at] or s.entry_turn[at]}
