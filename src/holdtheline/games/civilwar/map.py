"""The map of a battle file: how it is drawn, its hexes by their names, and the labels on it."""

from __future__ import annotations

from ...core.hexes import NOWHERE
from ...core.tomlfile import Table, one_line
from .battle import (
    COLUMNS,
    LEAST_COLUMNS,
    LEAST_ROWS,
    LETTERS,
    MOST_COLUMNS,
    MOST_ROWS,
    Ground,
    Terrain,
)

LONGEST_LABEL = 30


def ground_of(top: Table) -> Ground:
    drawn = top.data.get("map")
    if not isinstance(drawn, str):
        raise top.wrong("map", 'it must be a drawing between """, above the first table')
    rows = drawn.rstrip().split("\n")
    width = len(rows[0].split())
    if not (LEAST_COLUMNS <= width <= MOST_COLUMNS and LEAST_ROWS <= len(rows) <= MOST_ROWS):
        wanted = f"from {LEAST_COLUMNS} by {LEAST_ROWS} to {MOST_COLUMNS} by {MOST_ROWS}"
        raise top.fault("map", f"it has {width} columns and {len(rows)} rows; it must be {wanted}")
    terrain = [hex_ for row, line in enumerate(rows) for hex_ in row_of(top, row, line, width)]
    return Ground(width, len(rows), tuple(terrain))


def row_of(top: Table, row: int, line: str, width: int) -> list[Terrain]:
    below = row + first_row_below(top)
    letters = line.split()
    for letter in letters:
        if len(letter) != 1 or letter not in LETTERS:
            wanted = f"one letter a hex, of {' '.join(LETTERS)}"
            raise top.fault(
                "map", f"row {row + 1} has {one_line(letter)!r}; it must have {wanted}", "", below
            )
    if len(letters) != width:
        reason = f"row {row + 1} has {len(letters)} hexes; the first row has {width}"
        raise top.fault("map", reason, "", below)
    if line.rstrip() != " " * (row % 2) + " ".join(letters):
        wanted = "one blank and then " if row % 2 else ""
        reason = f"row {row + 1} must have {wanted}one letter a hex with one blank between"
        raise top.fault("map", reason, "", below)
    return [Terrain(LETTERS.index(letter)) for letter in letters]


def first_row_below(top: Table) -> int:
    """How far the first row of the map lies below the field; in a drawing the field's line ends in quotes."""
    line = top.file.text.split("\n")[top.line_of("map") - 1].rstrip()
    return int(line.endswith(('"""', "'''")))


def hex_of(table: Table, ground: Ground, clause: str) -> int:
    value = table.data.get("hex")
    hex_ = ground.hex_named(value) if isinstance(value, str) else NOWHERE
    if hex_ == NOWHERE:
        raise table.wrong("hex", f"it must be a hex of the map, {hexes_of(ground)}", clause)
    return hex_


def hexes_of(ground: Ground) -> str:
    return f"'A1' to '{COLUMNS[ground.width - 1]}{ground.height}'"


def labels_of(top: Table, ground: Ground) -> tuple[tuple[int, str], ...]:
    if "names" not in top.data:
        return ()
    names = top.table("names")
    for name in names.data:
        if ground.hex_named(name) == NOWHERE:
            raise names.fault(name, f"there is no such hex on the map, {hexes_of(ground)}")
    return tuple((ground.hex_named(name), names.line(name, LONGEST_LABEL)) for name in names.data)
