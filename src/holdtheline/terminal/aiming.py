"""A place on an open table that somebody aims at: by arrows, by a click, or by coordinates that are typed."""

from __future__ import annotations

import re
from typing import NamedTuple

from ..core.contract import Grid
from ..core.drawing import Drawing, Piece

STEP = 0.5
"""Inches that an arrow moves it."""
SIGN = "×"
LEG = re.compile(r"(?:.*;)?[^;]*\bgo(?: to)? ([0-9]{1,2}(?:\.[0-9]{1,3})?)[ ,]+([0-9]{1,2}(?:\.[0-9]{1,3})?)")


class Aim(NamedTuple):
    """In inches."""

    x: float
    y: float

    @classmethod
    def read(cls, text: str, grid: Grid | None) -> Aim | None:
        """The place of the leg at the end of a line, where there is one."""
        found = LEG.fullmatch(text.strip().lower())
        if not found or grid is None:
            return None
        aim = cls(float(found[1]), float(found[2]))
        return aim if max(aim) <= grid.inches else None

    @classmethod
    def at_cell(cls, grid: Grid, row: int, column: int) -> Aim | None:
        place = grid.place(row, column)
        return None if place is None else cls(*place)

    @property
    def text(self) -> str:
        """`12.5,8.25`, as moves have it."""
        return f"{self.x:g},{self.y:g}"

    def moved(self, grid: Grid, direction: tuple[int, int]) -> Aim:
        """A step towards a side of the screen, whose rows are counted from the top."""
        x, y = self.x + direction[0] * STEP, self.y - direction[1] * STEP
        return Aim(min(max(x, 0), grid.inches), min(max(y, 0), grid.inches))

    def cell(self, grid: Grid) -> tuple[int, int]:
        return grid.cell(self.x, self.y)


def with_aim(drawing: Drawing, aim: Aim | None, grid: Grid | None) -> Drawing:
    """The drawing with a sign where somebody aims at."""
    if aim is None or grid is None:
        return drawing
    row, column = aim.cell(grid)
    return [[*signed(pieces, column)] if at == row else pieces for at, pieces in enumerate(drawing)]


def signed(pieces: list[Piece], column: int) -> list[Piece]:
    """A row with the sign in one column."""
    found: list[Piece] = []
    for piece in pieces:
        if 0 <= column < len(piece.text):
            parts = (piece.text[:column], piece.role), (SIGN, "sign"), (piece.text[column + 1 :], piece.role)
            found += [Piece(text, role, piece.id) for text, role in parts if text]
        else:
            found.append(piece)
        column -= len(piece.text)
    return found
