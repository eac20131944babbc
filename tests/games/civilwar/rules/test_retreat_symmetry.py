"""The same picture elsewhere gives the same retreats (C5.1, C5.2).

A picture is a combat in the middle of the field with friends, enemies and swamps around it, by chance. It is moved by
a row or a column, or mirrored from east to west, and every legal retreat and displacement must move with it.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import NamedTuple

import pytest

from holdtheline.games.civilwar.rules.moves import MoveKind
from holdtheline.games.civilwar.state import Phase

from ..bare_field import COLUMNS, HEIGHT, WIDTH, at, can, phase, play, stage

PICTURES = 12
MIRRORED_HOME = {"north": "north", "south": "south", "east": "west", "west": "east"}


class Point(NamedTuple):
    """A hex by its row and its place in the row in half hexes, as rows 2, 4 and 6 lie half a hex to the right."""

    row: int
    x: int

    @property
    def hex_name(self) -> str:
        return f"{COLUMNS[self.x // 2]}{self.row + 1}"

    @classmethod
    def of_name(cls, name: str) -> Point:
        row = int(name[1:]) - 1
        return cls(row, 2 * COLUMNS.index(name[0]) + row % 2)


class Picture(NamedTuple):
    attacker: Point
    defenders: tuple[Point, ...]
    """The first one is attacked."""
    enemies: tuple[Point, ...]
    swamps: tuple[Point, ...]

    def map(self, change: Callable[[Point], Point]) -> Picture:
        return Picture(change(self.attacker), *(tuple(map(change, points)) for points in self[1:]))


CHANGES: dict[str, Callable[[Point], Point]] = {
    "one row lower, to the right": lambda point: Point(point.row + 1, point.x + 1),
    "one row lower, to the left": lambda point: Point(point.row + 1, point.x - 1),
    "one row higher": lambda point: Point(point.row - 1, point.x + 1),
    "one column further": lambda point: Point(point.row, point.x + 2),
    "mirrored": lambda point: Point(point.row, 2 * (WIDTH - 1) - point.x),
    "mirrored, one row lower": lambda point: Point(point.row + 1, 2 * WIDTH - 1 - point.x),
}


def any_picture(chance: Random) -> Picture:
    """Return a picture that fits the field wherever it is moved: rows 2 to 6 and columns B to H."""
    inner = [Point(row, 2 * column + row % 2) for row in range(1, HEIGHT - 1) for column in range(1, WIDTH - 2)]
    target = Point.of_name("E4")
    around = [Point(row, x) for row, x in ((3, 7), (3, 11), (2, 8), (2, 10), (4, 8), (4, 10))]
    attacker = chance.choice(around)
    near = [point for point in around if point != attacker]
    chance.shuffle(near)
    far = [point for point in inner if point not in (*around, target)]
    chance.shuffle(far)
    friends = (*near[:2], *far[:3]) if chance.random() < 0.7 else tuple(far[:2])
    return Picture(attacker, (target, *friends), (near[2], far[3]), (near[3], *far[4:7]))


def legal_retreats(picture: Picture, home: str) -> dict[Point, frozenset[Point]]:
    """Return the hexes to which the unit can retreat, each with those to which a friend in the way can go."""
    union = [picture.attacker, *picture.enemies]
    state = stage(
        "; ".join(f"infantry U{number} {point.hex_name}" for number, point in enumerate(union)),
        "; ".join(f"infantry C{number} {point.hex_name} green" for number, point in enumerate(picture.defenders)),
        ground=", ".join(f"{point.hex_name} s" for point in picture.swamps),
        home=("north", home),
    )
    play(state, f"assault U0 {picture.defenders[0].hex_name}", 4, 2, 2, 1)
    if at(state, "C0") == "lost":
        return {}
    found = {}
    for name in can(state, MoveKind.RETREAT).split():
        after = play(state.copy(), f"retreat {name}")
        room = can(after, MoveKind.DISPLACE).split() if phase(after) == Phase.DISPLACE else []
        found[Point.of_name(name)] = frozenset(map(Point.of_name, room))
    return found


@pytest.mark.clause("C5.1", "C5.2")
@pytest.mark.parametrize("home", MIRRORED_HOME)
def test_the_same_picture_elsewhere_has_the_same_retreats(home: str) -> None:
    chance, found = Random(home), []
    for _ in range(PICTURES):
        picture = any_picture(chance)
        retreats = legal_retreats(picture, home)
        found.append(retreats)
        for name, change in CHANGES.items():
            side = MIRRORED_HOME[home] if name.startswith("mirrored") else home
            moved = {change(hex_): frozenset(map(change, room)) for hex_, room in retreats.items()}
            assert legal_retreats(picture.map(change), side) == moved, (name, picture)
    assert any(room for retreats in found for room in retreats.values())  # a friend was displaced
    assert any(len(retreats) > 1 for retreats in found)
