"""Lay out printed pages: headings, feet with a check of the scale, columns of text, and grids to cut out."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from .canvas import (
    GREY,
    INK,
    PALE,
    PAPER_WHITE,
    Box,
    Canvas,
    Page,
    Paper,
    Printout,
    line_height,
    rect_outline,
    wrap_text,
)
from .font import MM_PER_INCH, Face

HEADING_HEIGHT = 13.0
FOOT_HEIGHT = 8.0
CHECK_INCHES = 2
COLUMN_GAP = 7.0
OVERLAP = 8.0
"""Of neighbouring sheets of a large picture."""
TEXT_SIZE = 9.5
"""Of running text, in points."""
TABLE_SIZE = 8.5

T = TypeVar("T")


class Booklet:
    """Pages that belong together. What is drawn on a page stays between its heading and its foot."""

    def __init__(self, paper: Paper, name: str, title: str) -> None:
        self.paper = paper
        self.name = name
        self.title = title
        self.pages: list[Page] = []
        blank = Page(paper)
        self.left, self.right = blank.left, blank.right
        self.top, self.bottom = blank.top + HEADING_HEIGHT, blank.bottom - FOOT_HEIGHT

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top

    def new_page(self, heading: str, note: str = "", is_landscape: bool = False) -> Page:
        """Begin a page with a heading, and a note to its right."""
        page = Page(self.paper.turned() if is_landscape else self.paper)
        self.pages.append(page)
        baseline, width = page.top + 6, page.right - page.left
        page.text(heading, page.left, baseline, 17, Face.TITLE, max_width=width * 0.62)
        page.text(note, page.right, baseline, 8.5, anchor="end", fill=GREY, max_width=width * 0.36)
        page.line(page.left, baseline + 2.6, page.right, baseline + 2.6, INK, 0.4)
        return page

    def to_printout(self) -> Printout:
        """Add the feet and return the pages."""
        for number, page in enumerate(self.pages, 1):
            draw_scale_check(page, page.left, page.bottom - 1.2)
            foot = f"{self.title} · page {number} of {len(self.pages)}"
            page.text(foot, page.right, page.bottom - 0.6, 8, anchor="end", fill=GREY, max_width=80)
        return Printout(self.name, self.title, self.pages)

    # Tiles

    def tiled_pages(self, heading: str, size: tuple[float, float], draw: Callable[[Canvas, Box], None]) -> None:
        """Draw a large picture on as few pages as it needs; neighbouring pages overlap, to be glued together.

        `draw` draws at least what is inside a box of the picture.
        """
        plan = TilePlan.fewest(self.paper, size)
        for number, (column, row) in enumerate(plan.tiles(), 1):
            note = f"sheet {number} of {plan.columns * plan.rows}: row {row + 1}, column {column + 1}"
            page = self.new_page(heading, note, plan.is_landscape)
            top = page.top + HEADING_HEIGHT
            left = page.left + (page.right - page.left - plan.width) / 2
            tile = rect_outline(left, top, plan.width, plan.height)
            x, y = plan.origin(column, row)
            draw(page.clipped(tile).at(left - x, top - y), (x, y, x + plan.width, y + plan.height))
            draw_joints(page.at(left, top), plan, column, row)

    # Text

    def text_pages(self, heading: str, sections: Iterable[tuple[str, Sequence[str]]], columns: int = 2) -> None:
        """Write sections of paragraphs in columns, on as many pages as they need."""
        flow = TextFlow(self, heading, columns)
        for title, paragraphs in sections:
            flow.add_section(title, paragraphs)

    # Grids

    def grid_pages(
        self,
        heading: str,
        things: Sequence[T],
        size: tuple[float, float],
        draw: Callable[[Canvas, T], None],
        note: str = "Cut along the dashed lines.",
    ) -> None:
        """Draw things of one size edge to edge, with lines to cut along, on as many pages as they need."""
        width, height = size
        columns, rows = int(self.width / width + 1e-6), int(self.height / height + 1e-6)
        for first in range(0, len(things), columns * rows):
            page = self.new_page(heading, note)
            group = things[first : first + columns * rows]
            left = self.left + (self.width - min(columns, max(len(group), 1)) * width) / 2
            for index, thing in enumerate(group):
                row, column = divmod(index, columns)
                x, y = left + column * width, self.top + row * height
                draw(page.at(x, y), thing)
                page.cut_line(x, y, width, height)

    def rows_left(self, y: float, height: float) -> int:
        """Return how many rows of this height fit below y."""
        return max(int((self.bottom - y) / height + 1e-6), 0)


@dataclass(frozen=True)
class TilePlan:
    """How a picture is split into pages of one size that overlap."""

    is_landscape: bool
    columns: int
    rows: int
    width: float
    height: float

    @classmethod
    def fewest(cls, paper: Paper, size: tuple[float, float]) -> TilePlan:
        """Return the plan with the fewest pages."""
        plans = [cls.on(paper, size, is_landscape) for is_landscape in (False, True)]
        return min(plans, key=lambda plan: plan.columns * plan.rows)

    @classmethod
    def on(cls, paper: Paper, size: tuple[float, float], is_landscape: bool) -> TilePlan:
        page = Page(paper.turned() if is_landscape else paper)
        room = page.right - page.left, page.bottom - page.top - HEADING_HEIGHT - FOOT_HEIGHT
        columns, rows = (
            max(1, math.ceil((length - OVERLAP) / (most - OVERLAP) - 1e-6))
            for length, most in zip(size, room, strict=True)
        )
        width, height = (
            (length + (count - 1) * OVERLAP) / count for length, count in zip(size, (columns, rows), strict=True)
        )
        return cls(is_landscape, columns, rows, width, height)

    def tiles(self) -> list[tuple[int, int]]:
        return [(column, row) for row in range(self.rows) for column in range(self.columns)]

    def origin(self, column: int, row: int) -> tuple[float, float]:
        """Return the upper left corner of a tile in the picture."""
        return column * (self.width - OVERLAP), row * (self.height - OVERLAP)


def draw_joints(canvas: Canvas, plan: TilePlan, column: int, row: int) -> None:
    """Mark where the next sheets are laid on this one, and frame the tile."""
    canvas.cut_line(0, 0, plan.width, plan.height)
    x, y = plan.width - OVERLAP, plan.height - OVERLAP
    if column + 1 < plan.columns:
        canvas.line(x, 0, x, plan.height, INK, 0.3, (3, 1.5))
        canvas.rect(x + 1.5, plan.height / 2 - 26, OVERLAP - 3, 52, PAPER_WHITE, None)
        text = f"lay sheet {row * plan.columns + column + 2} on this line"
        canvas.text(text, plan.width - OVERLAP / 2 + 1, plan.height / 2, 8, anchor="middle", angle=-90)
    if row + 1 < plan.rows:
        canvas.line(0, y, plan.width, y, INK, 0.3, (3, 1.5))
        canvas.rect(plan.width / 2 - 26, y + 1.5, 52, OVERLAP - 3, PAPER_WHITE, None)
        text = f"lay sheet {(row + 1) * plan.columns + column + 1} on this line"
        canvas.text(text, plan.width / 2, plan.height - OVERLAP / 2 + 1, 8, anchor="middle")


class TextFlow:
    """Text that flows from column to column, and on to new pages."""

    def __init__(self, book: Booklet, heading: str, columns: int) -> None:
        self.book = book
        self.heading = heading
        self.columns = columns
        self.column_width = (book.width - (columns - 1) * COLUMN_GAP) / columns
        self.column = columns  # no page yet
        self.y = math.inf

    def next_column(self) -> None:
        self.column += 1
        if self.column >= self.columns:
            self.page = self.book.new_page(self.heading, "" if math.isinf(self.y) else "continued")
            self.column = 0
        self.x = self.book.left + self.column * (self.column_width + COLUMN_GAP)
        self.y = self.book.top + 4

    def make_room(self, height: float) -> None:
        if self.y + height > self.book.bottom:
            self.next_column()

    def add_section(self, title: str, paragraphs: Sequence[str]) -> None:
        """Write a heading and its paragraphs; a heading is never the last line of a column."""
        step = line_height(TEXT_SIZE)
        self.make_room(10 + 2 * step)
        if self.y > self.book.top + 5:
            self.y += 2.5
        self.page.text(title, self.x, self.y, 12, Face.TITLE, max_width=self.column_width)
        self.y += 5.4
        for paragraph in paragraphs:
            for line in wrap_text(paragraph, self.column_width, TEXT_SIZE):
                self.make_room(0)
                self.page.text(line, self.x, self.y, TEXT_SIZE)
                self.y += step
            self.y += 1.1

    def add_table(
        self, title: str, headings: Sequence[str], parts: Sequence[float], rows: Sequence[Sequence[str]]
    ) -> None:
        """Write a table; `parts` are the shares of its columns in the width. Long cells have several lines."""
        self.make_room(16)
        if self.y > self.book.top + 5:
            self.y += 2.5
        self.page.text(title, self.x, self.y, 12, Face.TITLE, max_width=self.column_width)
        widths = [part * self.column_width for part in parts]
        starts = [sum(widths[:index]) for index in range(len(widths))]
        for start, heading in zip(starts, headings, strict=True):
            if start:
                self.page.text(heading, self.x + start, self.y, 8, fill=GREY)
        self.y += 1.3
        step = line_height(TABLE_SIZE, 1.15)
        for row in rows:
            cells = [wrap_text(cell, width - 1.2, TABLE_SIZE) for cell, width in zip(row, widths, strict=True)]
            height = max(map(len, cells)) * step + 1.4
            self.make_room(height)
            self.page.line(self.x, self.y, self.x + self.column_width, self.y, PALE, 0.2)
            for start, lines in zip(starts, cells, strict=True):
                for index, line in enumerate(lines):
                    self.page.text(line, self.x + start, self.y + (index + 0.92) * step, TABLE_SIZE)
            self.y += height
        self.y += 4


def draw_scale_check(canvas: Canvas, x: float, y: float) -> None:
    """Draw two inches, to check with a ruler that the page was not scaled."""
    length = CHECK_INCHES * MM_PER_INCH
    canvas.line(x, y, x + length, y, GREY, 0.3)
    for inch in range(CHECK_INCHES + 1):
        canvas.line(x + inch * MM_PER_INCH, y - 1.8, x + inch * MM_PER_INCH, y, GREY, 0.3)
    canvas.text("2 inches, 50.8 mm, if printed at 100 %", x + length + 2.5, y, 8, fill=GREY)


def draw_ruler(canvas: Canvas, first: int, last: int, height: float = 13.0) -> None:
    """Draw a ruler from one inch to another, in true inches with quarters, from the canvas's origin."""
    inches = last - first
    canvas.rect(0, 0, inches * MM_PER_INCH, height, stroke=INK, line=0.3)
    for quarter in range(4 * inches + 1):
        length = 6.0 if quarter % 4 == 0 else 3.8 if quarter % 2 == 0 else 2.4
        x = quarter * MM_PER_INCH / 4
        canvas.line(x, 0, x, length, INK, 0.35 if quarter % 4 == 0 else 0.2)
    for inch in range(first, last + 1):
        at = (inch - first) * MM_PER_INCH
        anchor, shift = ("start", 0.9) if inch == first else ("end", -0.9) if inch == last else ("middle", 0.0)
        canvas.text(inch, at + shift, 10.6, 11, Face.BOLD, anchor)
