"""What lies on the table: bases in true size, objective tokens, markers, the round track, and the ruler."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

from ....core.printing.booklet import Booklet, draw_ruler
from ....core.printing.canvas import GREY, INK, PALE, PAPER_WHITE, Canvas, Page, half_disc_outline, polygon_outline
from ....core.printing.font import MM_PER_INCH, Face
from ..scenario.model import Scenario
from ..state import INCH
from ..text.names import abbreviate_names
from .cards import PrintedCard

GAP = 0.7
MARKER_SIZE = 12.0
TOKEN_SIZE = MM_PER_INCH
TRACK_BOX = 9.0
PIECE_INCHES = 7
"""The longest piece of a ruler that fits on every paper."""
RULER_HEIGHT = 13.0
TAB_WIDTH = 6.0
MIN_RULER = 6


class Shelves:
    """Fills pages from the top with things of different sizes, row by row."""

    def __init__(self, book: Booklet, heading: str) -> None:
        self.book = book
        self.heading = heading
        self.page: Page | None = None
        self.x = self.y = self.row_height = 0.0

    def title(self, text: str, room: float) -> None:
        """Begin a new row with a title, on a page with this much room below it."""
        self.end_row()
        self.y += 2.5
        if self.page is None or self.y + 8 + room > self.book.bottom:
            self.new_page()
        assert self.page is not None
        self.page.text(text, self.book.left, self.y + 4, 12, Face.TITLE, max_width=self.book.width)
        self.y += 7.5

    def put(self, width: float, height: float, draw: Callable[..., None], *what: Any) -> None:
        """Draw something of this size at the next free place: `draw(canvas, *what)`."""
        if self.x + width > self.book.right + 1e-6:
            self.end_row()
        if self.page is None or self.y + height > self.book.bottom + 1e-6:
            self.new_page()
        assert self.page is not None
        draw(self.page.at(self.x, self.y), *what)
        self.x += width + GAP
        self.row_height = max(self.row_height, height)

    def end_row(self) -> None:
        self.y += self.row_height + (GAP if self.row_height else 0.0)
        self.x, self.row_height = self.book.left, 0.0

    def new_page(self) -> None:
        self.page = self.book.new_page(self.heading, "Cut out. Bases, tokens and rulers are in true size.")
        self.x, self.y, self.row_height = self.book.left, self.book.top, 0.0


def add_token_sheets(book: Booklet, cards: Sequence[PrintedCard], scenario: Scenario | None) -> None:
    shelves = Shelves(book, "Bases, tokens and markers")
    shelves.title("Rulers", 2 * RULER_HEIGHT)
    for first, last in ruler_pieces(longest_measure(cards)):
        is_joined = first > 0
        width = (last - first) * MM_PER_INCH + (TAB_WIDTH if is_joined else 0.0)
        shelves.put(width, RULER_HEIGHT, draw_ruler_piece, first, last)
    shelves.title("Bases: the shaded half is the forward half", MM_PER_INCH)
    for card, short in zip(cards, abbreviate_names([card.name for card in cards]), strict=True):
        across = 2 * card.card.radius / INCH * MM_PER_INCH
        shelves.put(across + 1, across + 5.2, draw_base, card, short)
    if scenario is not None and scenario.objectives:
        shelves.title("Objectives", TOKEN_SIZE)
        for index, objective in enumerate(scenario.objectives):
            name = objective.name
            shelves.put(TOKEN_SIZE, TOKEN_SIZE, draw_objective_token, index, name)
    wounds = sum(card.card.wounds for card in cards)
    counts = (("done", len(cards)), ("wound", min(wounds, 24)), ("routs", min(len(cards), 8)), ("carries", 4))
    shelves.title("Markers: activated, wounded, routing, carrying", MARKER_SIZE)
    for word, count in counts:
        for _ in range(count):
            shelves.put(MARKER_SIZE, MARKER_SIZE, draw_marker, word)


# The ruler


def longest_measure(cards: Sequence[PrintedCard]) -> int:
    """Return the longest move or range in whole inches, rounded up."""
    longest = max((max(card.card.move, card.card.range) for card in cards), default=0)
    return max(-(-longest // INCH), MIN_RULER)


def ruler_pieces(inches: int) -> list[tuple[int, int]]:
    """Split a ruler into pieces of about the same length that fit on the page."""
    count = -(-inches // PIECE_INCHES)
    ends = [round(index * inches / count) for index in range(count + 1)]
    return list(pairwise(ends))


def draw_ruler_piece(canvas: Canvas, first: int, last: int) -> None:
    """Draw a piece; all but the first have a tab to glue under the one before."""
    if first:
        canvas.rect(0, 0, TAB_WIDTH, RULER_HEIGHT, PALE, GREY, 0.2)
        canvas.text("glue", TAB_WIDTH / 2 + 1, RULER_HEIGHT / 2, 7, anchor="middle", fill=GREY, angle=-90)
        canvas = canvas.at(TAB_WIDTH, 0)
    draw_ruler(canvas, first, last, RULER_HEIGHT)


# Tokens


def draw_base(canvas: Canvas, card: PrintedCard, short: str) -> None:
    """Draw a base in true size; the arrow points where the character looks (K3.4)."""
    radius = card.card.radius / INCH * MM_PER_INCH
    x, y = radius + 0.5, radius + 0.5
    canvas.circle(x, y, radius, PAPER_WHITE, None)
    canvas.draw(half_disc_outline(x, y, radius), PALE)
    canvas.circle(x, y, radius, None, INK, 0.35 if card.is_friend else 1.0)
    canvas.draw(polygon_outline([(x, y - radius + 0.8), (x - 1.6, y - radius + 3.4), (x + 1.6, y - radius + 3.4)]), INK)
    canvas.text(
        short, x, y + min(2.6, radius * 0.25), min(20.0, radius * 1.8), Face.BOLD, "middle", max_width=radius * 1.5
    )
    if card.id and radius > 7:
        canvas.text(card.id, x, y + radius * 0.7, 8, anchor="middle")
    canvas.text(card.name, x, y + radius + 3.6, 6.5, anchor="middle", max_width=2 * radius + 0.8)


def draw_objective_token(canvas: Canvas, index: int, name: str) -> None:
    middle = TOKEN_SIZE / 2
    canvas.rect(0.3, 0.3, TOKEN_SIZE - 0.6, TOKEN_SIZE - 0.6, PAPER_WHITE, INK, 0.6, radius=3)
    canvas.draw(polygon_outline([(middle, 3), (middle + 6, 9), (middle, 15), (middle - 6, 9)]), PALE, INK, 0.4)
    canvas.text(f"o{index + 1}", middle, 10.4, 11, Face.BOLD, "middle")
    canvas.text(name, middle, 20.5, 9, Face.BOLD, "middle", max_width=TOKEN_SIZE - 3)


def draw_marker(canvas: Canvas, word: str) -> None:
    fill, ink = (INK, PAPER_WHITE) if word == "routs" else (PALE, INK) if word == "wound" else (PAPER_WHITE, INK)
    middle = MARKER_SIZE / 2
    canvas.circle(middle, middle, middle - 0.3, fill, INK, 0.35)
    canvas.text(word, middle, middle + 1.1, 9, Face.BOLD, "middle", ink, max_width=MARKER_SIZE - 2.4)


# The round track


def draw_round_track(canvas: Canvas, rounds: int, width: float) -> None:
    """Draw a box for each round and a pawn, from the canvas's origin."""
    canvas.rect(0, 0, TRACK_BOX, TRACK_BOX, INK, None, radius=1)
    canvas.text("round", TRACK_BOX / 2, TRACK_BOX / 2 + 1, 7.5, Face.BOLD, "middle", PAPER_WHITE)
    columns = int(width / TRACK_BOX) - 1
    for number in range(1, min(rounds, 2 * columns) + 1):
        row, column = divmod(number - 1, columns)
        x, y = (column + 1) * TRACK_BOX + 1.5, row * TRACK_BOX
        canvas.rect(x, y, TRACK_BOX, TRACK_BOX, PALE if number == rounds else None, INK, 0.3)
        canvas.text(number, x + TRACK_BOX / 2, y + TRACK_BOX / 2 + 1.5, 11, Face.BOLD, "middle")
