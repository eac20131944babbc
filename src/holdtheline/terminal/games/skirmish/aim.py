"""The aim of a leg of movement: parse its coordinates, move it by arrow keys, and draw it on the board."""

from __future__ import annotations

import re
from typing import NamedTuple

from ....core.ascii_art import AsciiBoard, TextSpan
from ....core.view_types import Grid
from ...screens.board import overwrite

ARROW_STEP = 0.5
"""Inches that an arrow key moves the aim."""
AIM_SIGN = "×"
LEG_PATTERN = re.compile(r"(?:.*;)?[^;]*\bgo(?: to)? ([0-9]{1,2}(?:\.[0-9]{1,3})?)[ ,]+([0-9]{1,2}(?:\.[0-9]{1,3})?)")


class Aim(NamedTuple):
    """A place in inches."""

    x: float
    y: float

    @classmethod
    def read(cls, text: str, grid: Grid | None) -> Aim | None:
        """Return the place of the leg at the end of a typed line, if there is one."""
        found = LEG_PATTERN.fullmatch(text.strip().lower())
        if not found or grid is None:
            return None
        aim = cls(float(found[1]), float(found[2]))
        return aim if max(aim) <= grid.inches else None

    @property
    def text(self) -> str:
        """Return the place as move notation: `12.5,8.25`."""
        return f"{self.x:g},{self.y:g}"

    def moved(self, grid: Grid, direction: tuple[int, int]) -> Aim:
        """Return the aim after an arrow key; rows of the screen count from the top."""
        x, y = self.x + direction[0] * ARROW_STEP, self.y - direction[1] * ARROW_STEP
        return Aim(min(max(x, 0), grid.inches), min(max(y, 0), grid.inches))

    def cell(self, grid: Grid) -> tuple[int, int]:
        return grid.cell(self.x, self.y)


def draw_aim(drawing: AsciiBoard, aim: Aim | None, grid: Grid | None) -> AsciiBoard:
    """Return the drawing with a sign on the place that is aimed at."""
    if aim is None or grid is None:
        return drawing
    aim_row, column = aim.cell(grid)
    return [_mark_column(spans, column) if row == aim_row else spans for row, spans in enumerate(drawing)]


def _mark_column(spans: list[TextSpan], column: int) -> list[TextSpan]:
    marked: list[TextSpan] = []
    for span in spans:
        marked += overwrite(span, column, AIM_SIGN) if 0 <= column < len(span.text) else [span]
        column -= len(span.text)
    return marked
