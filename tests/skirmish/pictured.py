"""Battles to look at: the shipped ones at their start, and a moment with all that a picture can show."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any
from xml.etree import ElementTree

import numpy as np

from holdtheline.core.fields import fields_of
from holdtheline.core.kernel import words_of
from holdtheline.games.skirmish import deployment, scenarios
from holdtheline.games.skirmish.scenario import shipped
from holdtheline.games.skirmish.state import (
    CHARACTERS,
    DTYPE,
    MOST_OBJECTIVES,
    MOST_OF_A_SIDE,
    MOST_TERRAIN,
    Lies,
    Phase,
    There,
)

SPACE = "{http://www.w3.org/2000/svg}"
BATTLES = shipped()


def started(battle: str) -> Any:
    """A battle before its first die; `battle` is a name, or the text of a file."""
    options = {one.name: one.values[0] for one in scenarios.OPTIONS} | {"scenario": battle}
    s = fields_of(DTYPE)(np.zeros(words_of(DTYPE), np.int64))
    deployment.start(s, scenarios.setup(options))
    return s


def thick_of_it() -> Any:
    """The Old Sump in its fourth round: held, carried, lying, fallen, fled, routing, shot at, in melee."""
    s = started("old-sump")
    s.round = 4
    place(s, 0, 10_500, 9400)
    place(s, 5, 16_000, 6000)
    place(s, 8, 19_000, 11_500)
    place(s, 39, 19_500, 12_350)
    for number, there, holder in ((1, There.HELD, 32), (3, There.CARRIED, 5), (4, There.LIES, -1)):
        s.there[number], s.held_by[number] = there, holder + 1
    s.carries[5] = 4
    s.there[36], s.there[37] = There.FALLEN, There.FLED
    s.routs[38] = s.done[38] = s.shot_at[39] = s.wounds[0] = 1
    s.carries[2], s.o_lies[0], s.o_by[0] = CHARACTERS + 1, Lies.CARRIED, 3
    s.phase, s.actor, s.striker, s.target = Phase.FIGHTING, 9, 9, 40
    return s


def place(s: Any, number: int, x: int, y: int) -> None:
    s.there[number], s.x[number], s.y[number] = There.STANDS, x, y


def positions() -> list[Any]:
    return [*map(started, BATTLES), thick_of_it()]


def ids_of(s: Any) -> set[str]:
    """All that the picture of a battle has to show."""
    people = {
        f"{'fe'[number // MOST_OF_A_SIDE]}{number % MOST_OF_A_SIDE + 1}"
        for number in range(CHARACTERS)
        if s.there[number]
    }
    things = {f"o{place + 1}" for place in range(MOST_OBJECTIVES) if s.o_kind[place]}
    terrain = {f"t{place + 1}" for place in range(MOST_TERRAIN) if s.t_kind[place]}
    return people | things | terrain | {"die"}


def read(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def counted(svg: str) -> Counter[str]:
    return Counter(re.findall(r'data-id="([^"]*)"', svg))


def pieces_in(svg: str) -> dict[str, ElementTree.Element]:
    return {one.get("data-id", ""): one for one in read(svg).iter(f"{SPACE}g") if one.get("data-id")}


def title(piece: ElementTree.Element) -> str:
    return piece.findtext(f"{SPACE}title") or ""
