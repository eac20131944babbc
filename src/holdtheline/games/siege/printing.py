"""Print the mat of a siege: three lanes, the backline and the countdown, with places for eight dice."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.definition import Printing
from ...core.printing.booklet import Booklet
from ...core.printing.canvas import GREY, INK, PALE, PAPER_WHITE, Canvas, Page, Paper, Printout, polygon_outline
from ...core.printing.font import Face

NAME = "siege"
DIE_PLACE = 26.0
"""The side of a place for a die, in millimetres."""
LANE_HEIGHT = 38.0
LANES = (
    ("Top", "half of the enemy's die, rounded up"),
    ("Middle", "all of the enemy's die"),
    ("Bottom", "half of the enemy's die, rounded up"),
)
STEPS = (
    (
        "Set up",
        "A 6 in each lane and in the backline. Countdown: easy 2, normal 3, hard 4, scouts a roll. (S1.2, S1.3)",
    ),
    ("1 Reinforce", "Move any amount from the backline to lanes, in any split, or none; a die shows 6 at most. (S2.2)"),
    (
        "2 Scout",
        "Roll an enemy die for top, then middle, then bottom. Then you may rearrange your three dice. (S3.1, S3.2)",
    ),
    ("3 Battle", "Each lane loses the enemy's strength. What goes below 0 comes off the backline. (S4.1 to S4.3)"),
    ("4 Results", "The countdown goes down by 1. A backline of 1 or more grows by 1. (S5.1, S5.2)"),
    ("Lost", "An overflow that leaves the backline at 0 or less. (S4.3)"),
    ("Won", "The countdown reaches 0. (S5.3)"),
    ("Computer", "“htl play siege --dice mine” checks your moves and shows your chances."),
)


def print_named(name: str, paper: Paper) -> Printout:
    book = Booklet(paper, NAME, "Siege")
    page = book.new_page("Siege", "Needs eight dice: four of yours, three of the enemy, one countdown.")
    y = book.top + 2
    for lane, effect in LANES:
        draw_lane(page.at(book.left, y), book.width, lane, effect)
        y += LANE_HEIGHT + 4
    draw_backline(page, book, y)
    draw_steps(page, book, y + LANE_HEIGHT + 10)
    return book.to_printout()


def draw_lane(canvas: Canvas, width: float, name: str, effect: str) -> None:
    """Draw a lane: your die on the left, the enemy's on the right."""
    canvas.rect(0, 0, width, LANE_HEIGHT, PAPER_WHITE, INK, 0.5, radius=3)
    canvas.text(name, 6, LANE_HEIGHT / 2 + 2, 20, Face.TITLE)
    draw_place(canvas, 48, (LANE_HEIGHT - DIE_PLACE) / 2, "your troops")
    right = width - 12 - DIE_PLACE
    for step in range(5):
        x = right - 10 - step * 8
        canvas.draw(polygon_outline([(x, 13), (x, 19), (x - 4.5, 16)]), PALE)
    canvas.text(effect, right - 9, 26.5, 10, anchor="end", fill=GREY)
    canvas.rect(right - 2.5, (LANE_HEIGHT - DIE_PLACE) / 2 - 2.5, DIE_PLACE + 5, DIE_PLACE + 5, PALE, None, radius=2)
    draw_place(canvas, right, (LANE_HEIGHT - DIE_PLACE) / 2, "enemy")


def draw_place(canvas: Canvas, x: float, y: float, word: str) -> None:
    canvas.rect(x, y, DIE_PLACE, DIE_PLACE, PAPER_WHITE, INK, 0.4, radius=2.5)
    canvas.text(word, x + DIE_PLACE / 2, y + DIE_PLACE / 2 + 1, 8.5, anchor="middle", fill=GREY)


def draw_backline(page: Page, book: Booklet, y: float) -> None:
    """Draw the backline under the lanes, and the countdown beside it."""
    half = (book.width - 6) / 2
    for x, name, word in ((book.left, "Backline", "backline"), (book.left + half + 6, "Countdown", "waves left")):
        page.rect(x, y, half, LANE_HEIGHT, PALE, INK, 0.5, radius=3)
        page.text(name, x + 6, y + LANE_HEIGHT / 2 + 2, 18, Face.TITLE)
        draw_place(page, x + 48, y + (LANE_HEIGHT - DIE_PLACE) / 2, word)


def draw_steps(page: Page, book: Booklet, y: float) -> None:
    for label, text in STEPS:
        page.line(book.left, y - 4.2, book.right, y - 4.2, PALE)
        page.text(label, book.left, y, 10, Face.BOLD)
        y = page.paragraph(text, book.left + 26, y, book.width - 26, 10) + 1.7


def names() -> Sequence[str]:
    return (NAME,)


PRINTING = Printing(names, print_named)
