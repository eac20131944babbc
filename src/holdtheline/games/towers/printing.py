"""Print towers for a real table: the mat with both lanes, the units, counters, and sheets for secret orders."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.definition import Printing
from ...core.printing.booklet import Booklet
from ...core.printing.canvas import GREY, INK, PALE, PAPER_WHITE, Canvas, Page, Paper, Printout
from ...core.printing.font import Face
from .ruleset import RULESET_FOLDER, SHIPPED_RULESETS, initial_state, parse_ruleset, read_ruleset
from .state import COLUMNS, TIMESTEPS, TOWERS, UNIT_COUNT, TowersState, Unit, unit_name

NAME = "towers"
DEFAULT_RULESET = SHIPPED_RULESETS[0]
CELL = 11.0
"""The side of a cell in millimetres."""
LANE_GAP = 20.0
COUNTER = 10.5
COPIES = 18
"""Counters of each unit for each player."""
PLAYERS = ("left", "right")
TURN_TEXTS = (
    ("Plan", "Both at once and in secret: build towers, hire soldiers, say when and where each soldier enters. (T2.2)"),
    ("100 timesteps", "Each: soldiers enter, towers act, soldiers act, those without health are removed. (T3.1)"),
    ("Towers", "In the order built; one enemy soldier in range. Range counts cells in every direction. (T3.4, T4.3)"),
    ("Soldiers", "Move within their speed, attack a tower in range, or on row 0 score: 1 HP. (T5.1, T5.2, T5.4)"),
    ("Count", "1 gold, 1 for each enemy soldier destroyed, the price of each enemy tower destroyed. (T6.1)"),
    ("Build", "Not on the deployment row; every row keeps a free cell. (T4.1, T4.2)"),
    ("End", "A player at 0 HP after the last timestep has lost. (T7.1)"),
    (
        "Computer",
        "“htl play towers” plays the hundred timesteps for two at one keyboard; move the counters as it shows.",
    ),
)
UNIT_HEADINGS = ("", "cost", "health", "range", "damage", "speed", "")
UNIT_PARTS = (0.19, 0.08, 0.09, 0.09, 0.1, 0.09, 0.36)


def names() -> Sequence[str]:
    return (NAME, *(name for name in SHIPPED_RULESETS if name != DEFAULT_RULESET))


def print_named(name: str, paper: Paper) -> Printout:
    ruleset = DEFAULT_RULESET if name == NAME else name
    return print_ruleset(read_ruleset(RULESET_FOLDER / f"{ruleset}.toml"), ruleset, paper)


def print_text(text: str, file_name: str, paper: Paper) -> Printout:
    """Print the game with the ruleset of a file."""
    return print_ruleset(parse_ruleset(text, file_name), file_name, paper)


def print_ruleset(numbers: Sequence[int], ruleset: str, paper: Paper) -> Printout:
    s = TowersState(initial_state(numbers, False, 100, 0))
    title = "Towers" if ruleset == DEFAULT_RULESET else f"Towers, ruleset {ruleset.removesuffix('.toml')}"
    book = Booklet(paper, title.lower().replace(",", "").replace(" ", "-"), title)
    draw_mat(book, s)
    draw_unit_page(book, s)
    kinds = [(unit, player) for player in range(2) for unit in Unit for _ in range(COPIES)]
    book.grid_pages("Counters", kinds, (COUNTER, COUNTER), lambda canvas, kind: draw_counter(canvas, *kind))
    for player in PLAYERS:
        draw_order_page(book, player)
    return book.to_printout()


# The mat


def draw_mat(book: Booklet, s: TowersState) -> None:
    page = book.new_page("Towers: the lanes", "Soldiers enter at the top and score at the bottom.")
    rows = int(s.deployment_row) + 1
    width = 2 * COLUMNS * CELL + LANE_GAP
    left = book.left + (book.width - width) / 2
    for player, name in enumerate(PLAYERS):
        x = left + player * (COLUMNS * CELL + LANE_GAP)
        draw_lane(page, x, book.top + 4, rows)
        page.text(f"{name} lane", x + COLUMNS * CELL / 2, book.top + 1.6, 11, Face.TITLE, "middle")
    middle = left + COLUMNS * CELL + LANE_GAP / 2
    for row in range(rows):
        y = book.top + 4 + (rows - row - 0.5) * CELL
        page.text(row, middle, y + 1.4, 10, Face.BOLD, "middle", GREY)


def draw_lane(page: Page, x: float, y: float, rows: int) -> None:
    """Draw the cells of a lane with row 0 at the bottom; the deployment row is shaded."""
    page.rect(x, y, COLUMNS * CELL, CELL, PALE, None)
    for row in range(rows + 1):
        page.line(x, y + row * CELL, x + COLUMNS * CELL, y + row * CELL, GREY, 0.2)
    for column in range(COLUMNS + 1):
        page.line(x + column * CELL, y, x + column * CELL, y + rows * CELL, GREY, 0.2)
    for column in range(COLUMNS):
        page.text(column, x + (column + 0.5) * CELL, y + CELL / 2 + 1.2, 9, anchor="middle", fill=GREY)
    page.rect(x, y, COLUMNS * CELL, rows * CELL, None, INK, 0.6)
    page.line(x, y + rows * CELL, x + COLUMNS * CELL, y + rows * CELL, INK, 1.4)


# Units


def draw_unit_page(book: Booklet, s: TowersState) -> None:
    page = book.new_page("Units, and a turn at a glance")
    y = book.top + 4
    page.text("Units", book.left, y, 12, Face.TITLE)
    starts = [book.left + sum(UNIT_PARTS[:index]) * book.width for index in range(len(UNIT_PARTS))]
    for x, heading in zip(starts, UNIT_HEADINGS, strict=True):
        page.text(heading, x, y, 8, fill=GREY)
    for unit in range(UNIT_COUNT):
        page.line(book.left, y + 1.8, book.right, y + 1.8, PALE)
        y += 6
        for x, part, cell in zip(starts, UNIT_PARTS, unit_row(s, unit), strict=True):
            face = Face.BOLD if x == book.left else Face.TEXT
            page.text(cell, x, y, 9.5, face, max_width=part * book.width - 1)
    y += 10
    page.text(f"A turn; at the start {int(s.gold[0])} gold and {int(s.hp[0])} HP each", book.left, y, 12, Face.TITLE)
    y += 6
    for label, text in TURN_TEXTS:
        page.text(label, book.left, y, 9.5, Face.BOLD)
        y = page.paragraph(text, book.left + 28, y, book.width - 28, 9.5) + 0.8
    y = draw_tracks(page, book, y + 6, int(s.hp[0]))
    draw_timesteps(page, book, y)


def unit_row(s: TowersState, unit: int) -> list[str]:
    """Return the numbers of a unit as text (T4.3, T5.2)."""
    special = []
    if s.whole_cell[unit]:
        special.append("hits everyone in the cell")
    if s.freezes[unit]:
        special.append("the target loses its action")
    if s.front_only[unit]:
        special.append("only straight ahead")
    if s.jumps[unit]:
        special.append("jumps over one cell")
    if s.moves_every[unit] > 1:
        special.append(f"moves every {int(s.moves_every[unit])} timesteps")
    speed = "–" if unit in TOWERS else str(int(s.speed[unit]))
    kind = "tower" if unit in TOWERS and unit != Unit.BLOCKADE else "" if unit in TOWERS else "soldier"
    numbers = (s.cost[unit], s.health[unit], s.reach[unit], s.damage[unit])
    return [f"{unit_name(unit)} {kind}", *(str(int(number)) for number in numbers), speed, ", ".join(special)]


def draw_tracks(page: Page, book: Booklet, y: float, hp: int) -> float:
    """Draw a track of hit points for each player, if they are few."""
    box = 9.0
    if hp * box > book.width - 30:
        return y
    for player in PLAYERS:
        page.text(f"HP {player}", book.left, y + 5.8, 10, Face.BOLD)
        for number in range(hp + 1):
            x = book.left + 20 + number * box
            page.rect(x, y, box, box, PALE if number == 0 else None, INK, 0.3)
            page.text(number, x + box / 2, y + 5.8, 10, Face.BOLD, "middle")
        y += box + 3
    return y + 5


def draw_timesteps(page: Page, book: Booklet, y: float) -> None:
    page.text("Timesteps", book.left, y, 12, Face.TITLE)
    columns = 20
    width, height = book.width / columns, 6.5
    for step in range(TIMESTEPS):
        row, column = divmod(step, columns)
        x, top = book.left + column * width, y + 2.5 + row * height
        page.rect(x, top, width, height, None, GREY, 0.2)
        page.text(step, x + width / 2, top + 4.4, 8.5, anchor="middle")


# Counters and orders


def draw_counter(canvas: Canvas, unit: Unit, player: int) -> None:
    """Draw a tower as a square and a soldier as a disc; the units of the right player are grey."""
    fill = PALE if player else PAPER_WHITE
    if unit in TOWERS:
        canvas.rect(0.9, 0.9, COUNTER - 1.8, COUNTER - 1.8, fill, INK, 0.5)
    else:
        canvas.circle(COUNTER / 2, COUNTER / 2, COUNTER / 2 - 0.7, fill, INK, 0.35)
    name = unit_name(unit)
    canvas.text(name[0].upper(), COUNTER / 2, COUNTER / 2 + 0.9, 13, Face.BOLD, "middle")
    canvas.text(name, COUNTER / 2, COUNTER / 2 + 3.2, 5.5, anchor="middle", max_width=COUNTER - 3.4)


def draw_order_page(book: Booklet, player: str) -> None:
    """Draw lines to write the orders of a turn on, behind your hand."""
    page = book.new_page(f"Orders of the {player} player", "Copy it, or write with a pencil.")
    half = (book.width - 8) / 2
    draw_lines(page, book, book.left, half, "Towers to build", ("kind", "row", "column"))
    draw_lines(page, book, book.left + half + 8, half, "Soldiers", ("kind", "timestep", "column"))


def draw_lines(page: Page, book: Booklet, x: float, width: float, title: str, headings: Sequence[str]) -> None:
    page.text(title, x, book.top + 4, 12, Face.TITLE)
    starts = (0.0, 0.46, 0.76)
    for start, heading in zip(starts, headings, strict=True):
        page.text(heading, x + start * width, book.top + 9.5, 8.5, fill=GREY)
    rows = book.rows_left(book.top + 11, 8.4)
    for row in range(rows + 1):
        y = book.top + 11 + row * 8.4
        page.line(x, y, x + width, y, PALE, 0.25)
    for start in starts[1:]:
        page.line(x + start * width - 2, book.top + 11, x + start * width - 2, book.top + 11 + rows * 8.4, PALE, 0.25)


PRINTING = Printing(names, print_named, print_text)
