"""Tracks for turns, action points and VP, and the charts of fire, terrain and morale."""

from __future__ import annotations

from collections.abc import Sequence

from ....core.printing.booklet import Booklet
from ....core.printing.canvas import GREY, INK, PALE, PAPER_WHITE, Canvas
from ....core.printing.font import Face
from ....core.sentences import signed
from ..rules.terrain import BLOCKS_SIGHT, DIE_MODIFIER, MORALE_MODIFIER, STOPS_MOVEMENT, Terrain
from ..scenario.model import Scenario
from ..state import Side
from .counters import MARKER, draw_acted_marker, draw_flag_marker
from .hex_map import draw_terrain_sample

BOX = 11.0
MAX_AP = 12
ACTED_MARKERS = 20
UNIT_ROWS = (
    ("infantry", "4", "1 hex, or march 2", "2", "3 dice", "5", "6", "–", "2 AP"),
    ("cavalry", "2", "1–3 hexes", "1", "3 dice", "5", "–", "–", "2 AP"),
    ("artillery", "2", "1 hex", "3", "3 dice, 4 at range 1", "4", "5", "6", "never"),
    ("gunboat", "1", "along the river", "3", "3 dice", "4", "5", "6", "never"),
    ("leader", "1", "1–3 hexes, free with a unit", "–", "–", "–", "–", "–", "–"),
)
UNIT_HEADINGS = ("", "blocks", "move, 1 AP", "range", "fire, 1 AP", "at 1", "at 2", "at 3", "close combat")
UNIT_PARTS = (0.11, 0.075, 0.235, 0.07, 0.19, 0.065, 0.065, 0.065, 0.125)
SEQUENCE = (
    ("Action points", "Command + a die (1–2: 1, 3–4: 2, 5–6: 3), less 1 for each own leader lost. (C1.2)"),
    ("Actions", "One for each unit: move, fire, close combat or rally. Then check victory. (C1.1, C1.3)"),
    ("Fire", "Each die at or above the number hits; terrain of the target comes off each die. (C3.2)"),
    ("Close combat", "2 AP, an adjacent enemy, 3 dice, 4 to 6 hit. The target then rolls morale. (C4.1, C4.3)"),
    ("Morale die", "1–3 green, 4–5 black, 6 gold. A roll of its own colour makes a unit retreat one hex. (C4.4)"),
    ("Leaders", "Raise morale by one level. A 1 in the attack may cost a leader: roll again, a 1 does. (C3.4, C4.2)"),
    ("Rally", "1 AP, leader and unit in one hex all turn: any colour but its own restores a block. (C6.1)"),
)


def add_track_page(book: Booklet, scenario: Scenario) -> None:
    page = book.new_page("Tracks and markers", "Keep the tracks in one piece; cut out the rest.")
    y = book.top + 4
    for title, numbers, marked in tracks(scenario):
        y = draw_track(page, book, y, title, numbers, marked)
    pawns = [("turn", INK), ("AP", INK), ("Union", PAPER_WHITE), ("Conf.", PALE)]
    page.text("Pawns and markers", book.left, y, 12, Face.TITLE)
    y += 3
    for index, (word, fill) in enumerate(pawns):
        draw_pawn(page.at(book.left + index * (BOX + 2), y), word, fill)
    y += BOX + 3
    columns = int(book.width / MARKER)
    flags = [side for _ in scenario.victory_hexes for side in Side]
    for index, side in enumerate(flags):
        row, column = divmod(index, columns)
        draw_flag_marker(page.at(book.left + column * MARKER, y + row * MARKER), side)
    y += -(-len(flags) // columns) * MARKER
    for index in range(min(ACTED_MARKERS, book.rows_left(y, MARKER) * columns)):
        row, column = divmod(index, columns)
        draw_acted_marker(page.at(book.left + column * MARKER, y + row * MARKER))


def tracks(scenario: Scenario) -> list[tuple[str, Sequence[int], int]]:
    """Return the title, the numbers and the last number of each track."""
    vp = max(*scenario.vp_to_win, *scenario.vp_live)
    union, confederate = scenario.vp_to_win
    live = "; {} and {} if VP hexes count as you go".format(*scenario.vp_live) if scenario.has_live_vp else ""
    return [
        ("Turn", range(1, scenario.turns + 1), scenario.turns),
        ("Action points", range(MAX_AP + 1), -1),
        (f"Victory points: the Union needs {union}, the Confederacy {confederate}{live}", range(vp + 1), vp),
    ]


def draw_track(page: Canvas, book: Booklet, y: float, title: str, numbers: Sequence[int], marked: int) -> float:
    page.text(title, book.left, y, 12, Face.TITLE)
    columns = int(book.width / BOX)
    for index, number in enumerate(numbers):
        row, column = divmod(index, columns)
        x, top = book.left + column * BOX, y + 2.5 + row * BOX
        page.rect(x, top, BOX, BOX, PALE if number == marked else None, INK, 0.3)
        page.text(number, x + BOX / 2, top + BOX / 2 + 1.7, 13, Face.BOLD, "middle")
    return y + 2.5 + -(-len(numbers) // columns) * BOX + 9


def draw_pawn(canvas: Canvas, word: str, fill: str) -> None:
    canvas.rect(0.3, 0.3, BOX - 0.6, BOX - 0.6, fill, INK, 0.4, radius=1.4)
    ink = PAPER_WHITE if fill == INK else INK
    canvas.text(word, BOX / 2, BOX / 2 + 1.2, 9, Face.BOLD, "middle", ink, max_width=BOX - 2)


# Charts


def add_chart_page(book: Booklet) -> None:
    page = book.new_page("Charts")
    y = draw_unit_chart(page, book, book.top + 4)
    y = draw_terrain_chart(page, book, y + 4)
    page.text("A turn", book.left, y + 7, 12, Face.TITLE)
    y += 10
    for label, text in SEQUENCE:
        page.text(label, book.left, y + 3, 9, Face.BOLD)
        y = page.paragraph(text, book.left + 28, y + 3, book.width - 28, 9) - 1.6


def draw_unit_chart(page: Canvas, book: Booklet, y: float) -> float:
    page.text("Units", book.left, y, 12, Face.TITLE)
    starts = [book.left + sum(UNIT_PARTS[:index]) * book.width for index in range(len(UNIT_PARTS))]
    for x, heading in zip(starts, UNIT_HEADINGS, strict=True):
        page.text(heading, x, y, 8, fill=GREY)
    for row in UNIT_ROWS:
        page.line(book.left, y + 1.6, book.right, y + 1.6, PALE)
        y += 5.4
        for x, part, cell in zip(starts, UNIT_PARTS, row, strict=True):
            face = Face.BOLD if x == book.left else Face.TEXT
            page.text(cell, x, y, 9, face, max_width=part * book.width - 1)
    return y + 4


def draw_terrain_chart(page: Canvas, book: Booklet, y: float) -> float:
    """Draw a sample of each terrain with its effects, in two columns."""
    page.text("Terrain of the target", book.left, y, 12, Face.TITLE)
    y += 4
    half, row_height = (book.width + 6) / 2, 16.8
    count = -(-len(Terrain) // 2)
    for index, terrain in enumerate(Terrain):
        column, row = divmod(index, count)
        x, top = book.left + column * half, y + row * row_height
        draw_terrain_sample(page.at(x + 7.5, top + 8.4), terrain)
        page.text(terrain.name.lower(), x + 18, top + 7, 10, Face.BOLD)
        page.paragraph(terrain_text(terrain), x + 18, top + 11.2, half - 24, 9)
    return y + count * row_height


def terrain_text(terrain: Terrain) -> str:
    """Return the effects of a terrain in a line."""
    if terrain == Terrain.RIVER:
        return "gunboats only"
    if terrain == Terrain.SWAMP:
        return "no one may enter"
    effects = []
    if DIE_MODIFIER[terrain]:
        effects.append(f"die {signed(int(DIE_MODIFIER[terrain]))}")
    if MORALE_MODIFIER[terrain]:
        effects.append(f"morale {signed(int(MORALE_MODIFIER[terrain]))}")
    if STOPS_MOVEMENT[terrain]:
        effects.append("stops movement")
    if BLOCKS_SIGHT[terrain]:
        effects.append("blocks sight")
    return ", ".join(effects) or "no effect"
