"""The battlefield as text: a row and two columns for each inch, and the lists of both sides.

Friends are f1, f2 and so on, enemies e1, e2, so that colour is not needed to tell them apart. 78 columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby, zip_longest
from typing import NamedTuple

from ....core.ascii_art import AsciiBoard, TextSpan, pad_row
from ....core.svg import format_number
from ....core.view_types import Grid
from ..scenario.model import SOLID_TERRAIN
from ..state import ENEMIES, FRIENDS, INCH, CharacterStatus, ObjectiveStatus, SkirmishState, TerrainKind
from ..text.names import battle_names, shorten
from ..text.prompts import is_die_due, status_text
from .scene import (
    ON_BATTLEFIELD,
    STATUS_TEXTS,
    Figure,
    ObjectiveToken,
    TerrainPiece,
    build_figures,
    build_terrain,
    build_tokens,
)
from .shapes import Shape

INCHES = 24
COLUMNS_PER_INCH = 2
COLUMNS = INCHES * COLUMNS_PER_INCH
LEFT_MARGIN = 3
WIDTH = 78
HALF_WIDTH = WIDTH // 2
HEADER_ROWS = 2
GRID = Grid(HEADER_ROWS, LEFT_MARGIN, COLUMNS_PER_INCH, INCHES)
KEY_WIDTH = WIDTH - LEFT_MARGIN - COLUMNS - 1
SIDE_ROLES = ("own", "enemy")

TERRAIN_LETTERS = {
    TerrainKind.WALL: "▓",
    TerrainKind.PILLAR: "O",
    TerrainKind.WOOD: "♣",
    TerrainKind.WATER: "≈",
    TerrainKind.HILL: "∩",
    TerrainKind.HOUSE: "▒",
    TerrainKind.DOOR: "=",
    TerrainKind.CLIFF: "^",
    TerrainKind.GAP: "#",
    TerrainKind.EDGE: "v",
}
DRAWING_ORDER = (
    TerrainKind.HILL, TerrainKind.WATER, TerrainKind.CLIFF, TerrainKind.GAP,
    TerrainKind.EDGE, TerrainKind.DOOR, TerrainKind.WOOD, TerrainKind.HOUSE,
    TerrainKind.WALL, TerrainKind.PILLAR,
)  # fmt: skip
"""From the lowest to the highest."""
ARROWS = "→↗↑↖←↙↓↘"
KEY_LINES = (
    "> acts, D done, R routs, M in melee, S was shot at, C carries something.",
    "w/s: wounds and slots. An arrow shows which way a character looks.",
)


def ascii_board(s: SkirmishState, seat: int) -> AsciiBoard:
    figures, tokens, terrain = build_figures(s), build_tokens(s), build_terrain(s)
    grid = LetterGrid(terrain, figures, tokens)
    beside = list(terrain_key(terrain, s, grid))[: INCHES + 1]
    beside += [[] for _ in range(INCHES + 1 - len(beside))]
    rows = [*header_rows(s), *([*row, *rest] for row, rest in zip(grid.rows(), beside, strict=True))]
    rows += [
        *side_lists(figures, grid),
        *objective_lines(tokens, grid),
        *([TextSpan(line, "quiet")] for line in KEY_LINES),
    ]
    return [pad_row(row, WIDTH) for row in rows]


def header_rows(s: SkirmishState) -> Iterator[list[TextSpan]]:
    title = f"{battle_names(s).title}, round {max(s.round, 1)} of {s.rounds}"
    yield [TextSpan(shorten(title, WIDTH), "back")]
    yield [
        TextSpan("[?]" if is_die_due(s) else "[ ]", "count", "die"),
        TextSpan(shorten(f" {status_text(s)}", WIDTH - 3)),
    ]


# The battlefield


class Cell(NamedTuple):
    letter: str = " "
    role: str = ""
    id: str = ""
    taken: bool = False  # by a character or an objective


class LetterGrid:
    """The cells of the battlefield, by row from the top and by column."""

    def __init__(
        self, terrain: Sequence[TerrainPiece], figures: Sequence[Figure], tokens: Sequence[ObjectiveToken]
    ) -> None:
        self.cells = [[open_ground_cell(row, column) for column in range(COLUMNS)] for row in range(INCHES)]
        self.ends = (0, 0)
        self.written: set[str] = set()
        """The ids that are on the board."""
        for piece in terrain:
            self.lay(piece, SAMPLES)
        for piece in sorted(terrain, key=lambda piece: DRAWING_ORDER.index(TerrainKind(piece.kind))):
            self.lay(piece, SAMPLES if is_thin(piece.shape) else MIDDLE_SAMPLE)
        standing = [figure for figure in figures if figure.status == CharacterStatus.STANDS]
        for figure in sorted(standing, key=lambda figure: not figure.active):
            self.put(figure.id, figure.x, figure.y, figure_role(figure))
            self.turn(figure)
        for figure in figures:
            if figure.status == CharacterStatus.LIES:
                self.put(figure.id, figure.x, figure.y, "quiet")
        for token in tokens:
            if token.status == ObjectiveStatus.FREE:
                self.put(token.id, token.x, token.y, "count")
        self.written |= {cell.id for row in self.cells for cell in row}

    def lay(self, piece: TerrainPiece, heights: tuple[float, ...]) -> None:
        kind = TerrainKind(piece.kind)
        role = "wall" if kind in SOLID_TERRAIN else "quiet"
        for row, column in covered_cells(piece.shape, heights):
            self.cells[row][column] = Cell(TERRAIN_LETTERS[kind], role, piece.id)

    def put(self, id_: str, x: int, y: int, role: str) -> None:
        """Write an id at its place, or at the nearest free cells."""
        row, column = min(max(INCHES - 1 - y // INCH, 0), INCHES - 1), round(x * COLUMNS_PER_INCH / INCH) - 1
        for down, aside in NEARBY_OFFSETS:
            cells = [(row + down, column + aside + letter_index) for letter_index in range(len(id_))]
            if all(self.is_free(*cell) for cell in cells):
                for letter, (at_row, at_column) in zip(id_, cells, strict=True):
                    self.cells[at_row][at_column] = Cell(letter, role, id_, True)
                self.written.add(id_)
                self.ends = (row + down, column + aside)
                return

    def turn(self, figure: Figure) -> None:
        """Draw an arrow beside the figure that was written last, on the side of its facing."""
        if figure.id not in self.written:
            return
        row, column = self.ends
        direction, before, after = figure.direction, column - 1, column + len(figure.id)
        for side in (before, after) if direction in (3, 4, 5) else (after, before):
            if self.is_free(row, side):
                self.cells[row][side] = Cell(ARROWS[direction], figure_role(figure), figure.id, True)
                return

    def is_free(self, row: int, column: int) -> bool:
        return 0 <= row < INCHES and 0 <= column < COLUMNS and not self.cells[row][column].taken

    def rows(self) -> Iterator[list[TextSpan]]:
        """Yield the rows from the top, and the inches below them."""
        for row, cells in enumerate(self.cells):
            pieces = [TextSpan(f"{INCHES - 1 - row:>2} ", "quiet")]
            for (role, id_), run in groupby(cells, key=lambda cell: (cell.role, cell.id)):
                pieces.append(TextSpan("".join(cell.letter for cell in run), role, id_))
            yield [*pieces, TextSpan(" ")]
        inches = "".join(f"{inch:<4}" for inch in range(0, INCHES, 2))
        yield [TextSpan(" " * LEFT_MARGIN + inches + " ", "quiet")]


NEARBY_OFFSETS = [
    (down, aside)
    for down in (0, 1, -1, 2, -2)
    for aside in (0, 1, -1, 2, -2, 3, -3, 4, -4)
]  # fmt: skip


def open_ground_cell(row: int, column: int) -> Cell:
    """Return a dot at every second inch."""
    is_marked = column % 4 == 0 and (INCHES - 1 - row) % 2 == 0
    return Cell("·" if is_marked else " ", "quiet")


MIDDLE_SAMPLE = (0.5,)
SAMPLES = (0.5, 0.2, 0.8)
"""The heights within a cell at which terrain is looked for."""


def is_thin(shape: Shape) -> bool:
    """Return whether a shape is a wall or a post, which may miss the middles of all cells."""
    return shape.rounding < INCH / 2 and len(shape.corners) <= 2


@lru_cache(maxsize=512)
def covered_cells(shape: Shape, heights: tuple[float, ...]) -> tuple[tuple[int, int], ...]:
    """Return the cells that a shape covers at one of these heights; a thin one may be slightly beside them."""
    slack = 160 if is_thin(shape) else 0
    found = []
    left, top, right, bottom = (round(bound) for bound in shape.bounds)
    first, last = max(0, left * COLUMNS_PER_INCH // INCH), min(COLUMNS, right * COLUMNS_PER_INCH // INCH + 1)
    for row in range(max(0, top // INCH), min(INCHES, bottom // INCH + 1)):
        for column in range(first, last):
            x = (column + 0.5) * INCH / COLUMNS_PER_INCH
            if any(shape.depth(x, (row + part) * INCH) > -slack for part in heights):
                found.append((row, column))
    return tuple(found)


def figure_role(figure: Figure) -> str:
    return "back" if figure.active else "quiet" if figure.done else SIDE_ROLES[figure.side]


# Beside and below it


def terrain_key(terrain: Sequence[TerrainPiece], s: SkirmishState, grid: LetterGrid) -> Iterator[list[TextSpan]]:
    """List the terrain with its letters, ids and names."""
    for piece in terrain[: INCHES - 1]:
        kind = TerrainKind(piece.kind)
        name = piece.name or kind.name.lower()
        id_ = "" if piece.id in grid.written else piece.id
        yield [TextSpan(shorten(f" {TERRAIN_LETTERS[kind]} {piece.id:<3} {name}", KEY_WIDTH), "quiet", id_)]
    hidden = len(terrain) - (INCHES - 1)
    if hidden > 0:
        yield [TextSpan(f" and {hidden} more", "quiet")]
    if s.enclosed:
        yield [TextSpan(" a closed room", "quiet")]


def side_lists(figures: Sequence[Figure], grid: LetterGrid) -> Iterator[list[TextSpan]]:
    """List the characters of both sides in two columns."""
    columns = [[figure_line(figure, grid) for figure in figures if figure.side == side] for side in (FRIENDS, ENEMIES)]
    yield [
        TextSpan(f"{name:<18}w/s at".ljust(HALF_WIDTH), role)
        for name, role in zip(("Friends", "Enemies"), SIDE_ROLES, strict=True)
    ]
    for mine, theirs in zip_longest(*columns, fillvalue=TextSpan(" " * HALF_WIDTH)):
        yield [mine, theirs]


def figure_line(figure: Figure, grid: LetterGrid) -> TextSpan:
    """Return `f1  Oda Verrin    0/2 12,2.5      M`; a character that is not on the board is clicked here."""
    name, wounds = shorten(figure.name, 13), f"{figure.wounds}/{figure.slots}"
    text = f"{figure.id:<3} {name:<13} {wounds:<3} {place_column(figure):<11} {state_letters(figure)}"
    id_ = "" if figure.id in grid.written else figure.id
    return TextSpan(shorten(text, HALF_WIDTH - 1).ljust(HALF_WIDTH), figure_role(figure), id_)


def place_column(figure: Figure) -> str:
    if figure.status == CharacterStatus.WAITS:
        return f"round {figure.arrives}"
    if figure.status == CharacterStatus.STANDS:
        return f"{format_number(figure.x / INCH)},{format_number(figure.y / INCH)}"
    return "left" if figure.status == CharacterStatus.LEFT else STATUS_TEXTS[figure.status]


def state_letters(figure: Figure) -> str:
    flags = (
        (figure.active, ">"),
        (figure.done and figure.status in ON_BATTLEFIELD, "D"),
        (figure.routs, "R"),
        (figure.engaged, "M"),
        (figure.shot_at, "S"),
        (bool(figure.carries), "C"),
    )
    return "".join(letter for is_set, letter in flags if is_set)


def objective_lines(tokens: Sequence[ObjectiveToken], grid: LetterGrid) -> Iterator[list[TextSpan]]:
    for token in tokens:
        id_ = "" if token.id in grid.written else token.id
        yield [TextSpan(shorten(f"{token.id:<3} {token.name}: {token.state}", WIDTH), "count", id_)]
