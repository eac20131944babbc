"""A battle drawn with characters: a row and two letters for each inch, and the lists of both sides.

Friends are f1, f2 and so on, enemies e1, e2: no colour is needed to tell them. 78 columns.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby, zip_longest
from typing import Any, NamedTuple

from ...core.contract import Grid
from ...core.drawing import Drawing, Piece
from .moment import is_die, moment
from .outlines import Shape
from .shown import (
    ON_TABLE,
    Figure,
    Token,
    figures_of,
    roll_of,
    terrain_of,
    tokens_of,
)
from .shown import Piece as Terrain
from .state import Ground, Lies, There

INCHES = 24
ACROSS = 2
"""Letters for an inch."""
COLUMNS = INCHES * ACROSS
LEFT = 3
WIDTH = 78
HALF = WIDTH // 2
INCH = 1000
HEAD = 2
GRID = Grid(HEAD, LEFT, ACROSS, INCHES)
KEY = WIDTH - LEFT - COLUMNS - 1
ROLES = ("own", "enemy")

MARKS = {
    Ground.WALL: "▓",
    Ground.PILLAR: "O",
    Ground.WOOD: "♣",
    Ground.WATER: "≈",
    Ground.HILL: "∩",
    Ground.HOUSE: "▒",
    Ground.DOOR: "=",
    Ground.CLIFF: "^",
    Ground.GAP: "#",
    Ground.EDGE: "v",
}
SOLID = (Ground.WALL, Ground.PILLAR, Ground.HOUSE)
HIGH = (
    Ground.HILL, Ground.WATER, Ground.CLIFF, Ground.GAP, Ground.EDGE, Ground.DOOR, Ground.WOOD, Ground.HOUSE,
    Ground.WALL, Ground.PILLAR,
)  # fmt: skip
"""What lies on what."""
ARROWS = "→↗↑↖←↙↓↘"
SIGNS = (
    "> acts, D done, R routs, M in melee, S was shot at, C carries something.",
    "w/s: wounds and slots. An arrow beside somebody shows where they look.",
)


def drawing(s: Any, seat: int) -> Drawing:
    figures, tokens, terrain = figures_of(s), tokens_of(s), terrain_of(s)
    table = Table(terrain, figures, tokens)
    beside = list(key(terrain, s, table))[: INCHES + 1]
    beside += [[] for _ in range(INCHES + 1 - len(beside))]
    rows = [*head(s), *([*row, *rest] for row, rest in zip(table.rows(), beside, strict=True))]
    rows += [*lists(figures, table), *things(tokens, table), *([Piece(line, "quiet")] for line in SIGNS)]
    return [filled(row) for row in rows]


def filled(row: list[Piece]) -> list[Piece]:
    """The row at its full width."""
    missing = WIDTH - sum(len(piece.text) for piece in row)
    return [*row, Piece(" " * missing)] if missing > 0 else row


def cut(text: str, room: int = WIDTH) -> str:
    return text if len(text) <= room else text[: room - 1] + "…"


def head(s: Any) -> Iterator[list[Piece]]:
    told = f"{roll_of(s).title}, round {max(int(s.round), 1)} of {int(s.rounds)}"
    yield [Piece(cut(told), "back")]
    yield [Piece("[?]" if is_die(s) else "[ ]", "count", "die"), Piece(cut(f" {moment(s)}", WIDTH - 3))]


# The table


class Cell(NamedTuple):
    letter: str = " "
    role: str = ""
    id: str = ""
    taken: bool = False
    """By somebody or something that stands on the ground."""


class Table:
    """Letters by row, from the top, and column."""

    def __init__(
        self, terrain: Sequence[Terrain], figures: Sequence[Figure], tokens: Sequence[Token]
    ) -> None:
        self.cells = [[open_ground(row, column) for column in range(COLUMNS)] for row in range(INCHES)]
        self.ends = (0, 0)
        self.written: set[str] = set()
        """The ids that are on the table."""
        for land in terrain:
            self.lay(land, TRIES)
        for land in sorted(terrain, key=lambda land: HIGH.index(Ground(land.kind))):
            self.lay(land, TRIES if is_thin(land.shape) else MIDDLE)
        standing = [one for one in figures if one.there == There.STANDS]
        for one in sorted(standing, key=lambda one: not one.active):
            self.put(one.id, one.x, one.y, role_of(one))
            self.turn(one)
        for one in figures:
            if one.there == There.LIES:
                self.put(one.id, one.x, one.y, "quiet")
        for thing in tokens:
            if thing.lies == Lies.FREE:
                self.put(thing.id, thing.x, thing.y, "count")
        self.written |= {cell.id for row in self.cells for cell in row}

    def lay(self, one: Terrain, tries: tuple[float, ...]) -> None:
        kind = Ground(one.kind)
        role = "wall" if kind in SOLID else "quiet"
        for row, column in covered(one.shape, tries):
            self.cells[row][column] = Cell(MARKS[kind], role, one.id)

    def put(self, id_: str, x: int, y: int, role: str) -> None:
        """At its place, or as near to it as there is room."""
        row, column = row_of(y), round(x * ACROSS / INCH) - 1
        for down, aside in NEAR:
            spots = [(row + down, column + aside + place) for place in range(len(id_))]
            if all(self.is_free(*spot) for spot in spots):
                for letter, (at_row, at_column) in zip(id_, spots, strict=True):
                    self.cells[at_row][at_column] = Cell(letter, role, id_, True)
                self.written.add(id_)
                self.ends = (row + down, column + aside)
                return

    def turn(self, one: Figure) -> None:
        """An arrow beside whoever was put down last, on the side where it looks."""
        if one.id not in self.written:
            return
        row, column = self.ends
        way = round(-one.degrees / 45) % 8
        sides = (column - 1, column + len(one.id)) if way in (3, 4, 5) else (column + len(one.id), column - 1)
        for side in sides:
            if self.is_free(row, side):
                self.cells[row][side] = Cell(ARROWS[way], role_of(one), one.id, True)
                return

    def is_free(self, row: int, column: int) -> bool:
        return 0 <= row < INCHES and 0 <= column < COLUMNS and not self.cells[row][column].taken

    def rows(self) -> Iterator[list[Piece]]:
        """From the top, and the inches under them."""
        for row, cells in enumerate(self.cells):
            pieces = [Piece(f"{INCHES - 1 - row:>2} ", "quiet")]
            for (role, id_), run in groupby(cells, key=lambda cell: (cell.role, cell.id)):
                pieces.append(Piece("".join(cell.letter for cell in run), role, id_))
            yield [*pieces, Piece(" ")]
        inches = "".join(f"{inch:<4}" for inch in range(0, INCHES, 2))
        yield [Piece(" " * LEFT + inches + " ", "quiet")]


NEAR = [
    (down, aside)
    for down in (0, 1, -1, 2, -2)
    for aside in (0, 1, -1, 2, -2, 3, -3, 4, -4)
]  # fmt: skip


def row_of(y: int) -> int:
    return max(0, min(INCHES - 1, INCHES - 1 - y // INCH))


def open_ground(row: int, column: int) -> Cell:
    """A dot at every second inch."""
    is_marked = column % 4 == 0 and (INCHES - 1 - row) % 2 == 0
    return Cell("·" if is_marked else " ", "quiet")


MIDDLE = (0.5,)
TRIES = (0.5, 0.2, 0.8)
"""How far down in a cell one looks what lies there."""


def is_thin(shape: Shape) -> bool:
    """A wall or a post, which may run between the middles of cells."""
    return shape.rounding < INCH / 2 and len(shape.corners) <= 2


@lru_cache(maxsize=512)
def covered(shape: Shape, tries: tuple[float, ...]) -> tuple[tuple[int, int], ...]:
    """The cells in which a shape lies at one of these heights; a thin one may be a little beside them."""
    slack = 160 if is_thin(shape) else 0
    found = []
    left, top, right, bottom = (round(bound) for bound in shape.bounds)
    for row in range(max(0, top // INCH), min(INCHES, bottom // INCH + 1)):
        for column in range(max(0, left * ACROSS // INCH), min(COLUMNS, right * ACROSS // INCH + 1)):
            x = (column + 0.5) * INCH / ACROSS
            if any(shape.depth(x, (row + part) * INCH) > -slack for part in tries):
                found.append((row, column))
    return tuple(found)


def role_of(one: Figure) -> str:
    return "back" if one.active else "quiet" if one.done else ROLES[one.side]


# Beside and below it


def key(terrain: Sequence[Terrain], s: Any, table: Table) -> Iterator[list[Piece]]:
    """What the letters of the ground mean, piece by piece."""
    for one in terrain[: INCHES - 1]:
        kind = Ground(one.kind)
        name = one.name or kind.name.lower()
        id_ = "" if one.id in table.written else one.id
        yield [Piece(cut(f" {MARKS[kind]} {one.id:<3} {name}", KEY), "quiet", id_)]
    more = len(terrain) - (INCHES - 1)
    if more > 0:
        yield [Piece(f" and {more} more", "quiet")]
    if s.enclosed:
        yield [Piece(" a closed room", "quiet")]


def lists(figures: Sequence[Figure], table: Table) -> Iterator[list[Piece]]:
    """Everybody of both sides, beside each other."""
    columns = [[listed(one, table) for one in figures if one.side == side] for side in range(len(ROLES))]
    yield [
        Piece(f"{name:<18}w/s at".ljust(HALF), role)
        for name, role in zip(("Friends", "Enemies"), ROLES, strict=True)
    ]
    for mine, theirs in zip_longest(*columns, fillvalue=Piece(" " * HALF)):
        yield [mine, theirs]


def listed(one: Figure, table: Table) -> Piece:
    """`f1  Oda Verrin    0/2 12,2.5      M`; who is not on the table is touched here."""
    wounds = f"{one.wounds}/{one.slots}"
    text = f"{one.id:<3} {cut(one.name, 13):<13} {wounds:<3} {whereabouts(one):<11} {letters(one)}"
    id_ = "" if one.id in table.written else one.id
    return Piece(cut(text, HALF - 1).ljust(HALF), role_of(one), id_)


def whereabouts(one: Figure) -> str:
    if one.there == There.WAITS:
        return f"round {one.arrives}"
    if one.there == There.STANDS:
        return f"{short_inches(one.x)},{short_inches(one.y)}"
    return {There.LIES: "lies", There.FALLEN: "fallen", There.FLED: "fled", There.LEFT: "left"}.get(
        one.there, "is carried" if one.there == There.CARRIED else "is held"
    )


def short_inches(thousandths: int) -> str:
    return f"{thousandths / INCH:.2f}".rstrip("0").rstrip(".")


def letters(one: Figure) -> str:
    flags = (
        (one.active, ">"),
        (one.done and one.there in ON_TABLE, "D"),
        (one.routs, "R"),
        (one.engaged, "M"),
        (one.shot_at, "S"),
        (bool(one.carries), "C"),
    )
    return "".join(letter for is_so, letter in flags if is_so)


def things(tokens: Sequence[Token], table: Table) -> Iterator[list[Piece]]:
    for one in tokens:
        id_ = "" if one.id in table.written else one.id
        yield [Piece(cut(f"{one.id:<3} {one.name}: {one.state}"), "count", id_)]
