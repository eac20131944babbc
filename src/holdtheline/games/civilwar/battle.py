"""A battle as its file tells it: the ground, the pieces, the points, and what each side needs to win."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import IntEnum

from ...core.hexes import DIRECTIONS, NOWHERE, neighbour

MOST_COLUMNS, MOST_ROWS = 13, 11
LEAST_COLUMNS, LEAST_ROWS = 9, 7
COLUMNS = "ABCDEFGHIJKLM"


class Side(IntEnum):
    UNION = 0
    CONFEDERATE = 1


CALLED = ("the Union", "the Confederacy")


class Edge(IntEnum):
    """Of the map. North is the top."""

    NORTH = 0
    SOUTH = 1
    EAST = 2
    WEST = 3


class Terrain(IntEnum):
    CLEAR = 0
    WOODS = 1
    HILL = 2
    TOWN = 3
    FENCE = 4
    ENTRENCHMENT = 5
    FORT = 6
    CREEK = 7
    RIVER = 8
    BRIDGE = 9
    FORD = 10
    SWAMP = 11
    ROAD = 12


LETTERS = ".whtfeFcrbds-"
"""How a map is drawn: one letter for each terrain."""


class Kind(IntEnum):
    INFANTRY = 0
    CAVALRY = 1
    ARTILLERY = 2
    GUNBOAT = 3
    LEADER = 4


FULL: Mapping[Kind, int] = {
    Kind.INFANTRY: 4,
    Kind.CAVALRY: 2,
    Kind.ARTILLERY: 2,
    Kind.GUNBOAT: 1,
    Kind.LEADER: 1,
}
"""Blocks of a piece without losses (C2.1 to C2.5)."""


class Morale(IntEnum):
    """The better, the higher (C4.4)."""

    GREEN = 0
    BLACK = 1
    GOLD = 2


class Winner(IntEnum):
    """Who wins after the last turn (C7.2): a side, whoever has more VP, or nobody."""

    UNION = 0
    CONFEDERATE = 1
    MOST = 2
    NOBODY = 3


@dataclass(frozen=True)
class Piece:
    """A unit or a leader where it starts or enters."""

    side: Side
    kind: Kind
    name: str
    hex: int
    strength: int
    morale: Morale | None
    """None: a leader, who has none."""
    turn: int
    """The first turn in which it can enter (C2.8), or 0: it starts on the map."""
    fixed: bool
    """It never moves."""


@dataclass(frozen=True)
class Points:
    """A hex that is worth VP (C7.1)."""

    hex: int
    worth: int
    scorers: tuple[Side, ...]
    """The sides that can score it."""
    held: Side | None
    """Who controls it at the start."""


@dataclass(frozen=True)
class Ground:
    """The map. A hex is a number, `row * width + column`; people call it by its column and row, as in C4."""

    width: int
    height: int
    terrain: tuple[Terrain, ...]

    def hex_named(self, name: str) -> int:
        """The hex that people call so, or NOWHERE."""
        found = re.fullmatch(rf"([{COLUMNS}])([1-9][0-9]?)", name)
        if not found:
            return NOWHERE
        column, row = COLUMNS.index(found[1]), int(found[2]) - 1
        return row * self.width + column if column < self.width and row < self.height else NOWHERE

    def name_of(self, hex_: int) -> str:
        row, column = divmod(hex_, self.width)
        return f"{COLUMNS[column]}{row + 1}"

    def is_at_edge(self, hex_: int) -> bool:
        row, column = divmod(hex_, self.width)
        return row in (0, self.height - 1) or column in (0, self.width - 1)

    def can_stand(self, kind: Kind, hex_: int) -> bool:
        """Rivers are for gunboats, and they leave them never; a swamp is for nobody (C2.4)."""
        if kind == Kind.GUNBOAT:
            return self.terrain[hex_] == Terrain.RIVER
        return self.terrain[hex_] not in (Terrain.RIVER, Terrain.SWAMP)

    def on_foot_from(self, hexes: Iterable[int]) -> set[int]:
        """All hexes that can be walked to from one of these, if no unit is in the way."""
        reached = {hex_ for hex_ in hexes if self.can_stand(Kind.INFANTRY, hex_)}
        ahead = deque(reached)
        while ahead:
            here = ahead.popleft()
            for direction in range(DIRECTIONS):
                there = int(neighbour(here, direction, self.width, self.height))
                if there != NOWHERE and there not in reached and self.can_stand(Kind.INFANTRY, there):
                    reached.add(there)
                    ahead.append(there)
        return reached


@dataclass(frozen=True)
class Scenario:
    """A whole battle. What both sides have is a pair, the Union's first."""

    name: str
    """Of its file, without the ending."""
    title: str
    date: str
    place: str
    history: str
    """A paragraph, here one line."""
    sources: tuple[str, ...]
    favours: Side | None
    """Whom history favoured, if anybody."""
    turns: int
    first: Side
    winner: Winner
    command: tuple[int, int]
    vp: tuple[int, int]
    home: tuple[Edge, Edge]
    ground: Ground
    labels: tuple[tuple[int, str], ...]
    """Hexes with their names on the map."""
    points: tuple[Points, ...]
    pieces: tuple[Piece, ...]
    """Units, then leaders, as they stand in the file."""
    rallies: tuple[bool, bool]
    """Whether the side ever rallies."""
    moves_from: tuple[int, int]
    """The first turn in which those of its units can move that start on the map."""
