"""Battles to look at: the shipped ones at their start, and a moment with all that a picture can show."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any
from xml.etree import ElementTree

from holdtheline.games.skirmish.scenario import setup
from holdtheline.games.skirmish.scenario.parse import shipped_scenarios
from holdtheline.games.skirmish.state import (
    MAX_CHARACTERS,
    MAX_OBJECTIVES,
    MAX_PER_SIDE,
    MAX_TERRAIN,
    CharacterStatus,
    ObjectiveStatus,
    Phase,
    SkirmishState,
)

SPACE = "{http://www.w3.org/2000/svg}"
BATTLES = shipped_scenarios()


def started(battle: str) -> Any:
    """Return a battle before its first die; `battle` is a name, or the text of a file."""
    options = {one.name: one.values[0] for one in setup.OPTIONS} | {"scenario": battle}
    return SkirmishState(setup.setup(options))


def thick_of_it() -> Any:
    """Return the Old Sump in its fourth round, with characters in every state: held, carried, fled, in melee …"""
    s = started("old-sump")
    s.round = 4
    place(s, 0, 10_500, 9400)
    place(s, 5, 16_000, 6000)
    place(s, 8, 19_000, 11_500)
    place(s, 39, 19_500, 12_350)
    for number, there, holder in (
        (1, CharacterStatus.HELD, 32),
        (3, CharacterStatus.CARRIED, 5),
        (4, CharacterStatus.LIES, -1),
    ):
        s.status[number], s.held_by[number] = there, holder + 1
    s.carries[5] = 4
    s.status[36], s.status[37] = CharacterStatus.FALLEN, CharacterStatus.FLED
    s.routs[38] = s.done[38] = s.shot_at[39] = s.wounds[0] = 1
    s.carries[2], s.objective_status[0], s.objective_carrier[0] = MAX_CHARACTERS + 1, ObjectiveStatus.CARRIED, 3
    s.phase, s.actor, s.striker, s.target = Phase.FIGHTING, 9, 9, 40
    return s


def place(s: Any, number: int, x: int, y: int) -> None:
    s.status[number], s.x[number], s.y[number] = CharacterStatus.STANDS, x, y


def positions() -> list[Any]:
    return [*map(started, BATTLES), thick_of_it()]


def ids_of(s: Any) -> set[str]:
    """Return the ids that the picture of a battle must have."""
    people = {
        f"{'fe'[number // MAX_PER_SIDE]}{number % MAX_PER_SIDE + 1}"
        for number in range(MAX_CHARACTERS)
        if s.status[number]
    }
    things = {f"o{place + 1}" for place in range(MAX_OBJECTIVES) if s.objective_kind[place]}
    terrain = {f"t{place + 1}" for place in range(MAX_TERRAIN) if s.terrain_kind[place]}
    return people | things | terrain | {"die"}


def read(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def counted(svg: str) -> Counter[str]:
    return Counter(re.findall(r'data-id="([^"]*)"', svg))


def pieces_in(svg: str) -> dict[str, ElementTree.Element]:
    return {one.get("data-id", ""): one for one in read(svg).iter(f"{SPACE}g") if one.get("data-id")}


def title(piece: ElementTree.Element) -> str:
    return piece.findtext(f"{SPACE}title") or ""
