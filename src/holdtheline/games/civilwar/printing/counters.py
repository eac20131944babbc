"""Draw the blocks as counters to fold: what both sides see on one face, morale and start on the other (C8.1)."""

from __future__ import annotations

from ....core.printing.booklet import Booklet
from ....core.printing.canvas import (
    GREY,
    INK,
    PALE,
    PAPER_WHITE,
    Canvas,
    circle_outline,
    polygon_outline,
    rect_outline,
    star_outline,
)
from ....core.printing.font import Face
from ..scenario.model import Piece, Scenario
from ..scenario.serialize import enum_text
from ..state import FULL_STRENGTH, Morale, PieceKind, Side

COUNTER = 20.0
"""The side of a counter in millimetres."""
MARKER = 14.0
EDGE_ANGLES = (0, 90, 180, 270)


def add_counter_pages(book: Booklet, scenario: Scenario) -> None:
    note = "Cut out and fold along the middle: the lower face is secret."
    pieces = sorted(scenario.pieces, key=lambda piece: piece.side)
    size = (COUNTER, 2 * COUNTER)
    book.grid_pages("Blocks", pieces, size, lambda canvas, piece: draw_counter(canvas, scenario, piece), note)


def draw_counter(canvas: Canvas, scenario: Scenario, piece: Piece) -> None:
    draw_public_face(canvas, piece)
    canvas.line(0, COUNTER, COUNTER, COUNTER, GREY, 0.15)
    draw_secret_face(canvas.at(COUNTER, 2 * COUNTER, 180), scenario, piece)


def draw_public_face(canvas: Canvas, piece: Piece) -> None:
    """Draw symbol, name, and the strengths on the edges: turn the counter when it loses a block (C3.3)."""
    middle = COUNTER / 2
    draw_ground(canvas, piece.side)
    draw_symbol(canvas, middle, middle - 2, piece.kind)
    canvas.text(piece.name, middle, middle + 4.2, 7, Face.BOLD, "middle", max_width=COUNTER - 7)
    full = FULL_STRENGTH[piece.kind]
    if piece.kind == PieceKind.LEADER or full == 1:
        return
    for losses in range(full):
        angle = EDGE_ANGLES[losses * (4 // full)]
        edge = canvas.at(middle, middle, angle)
        edge.text(full - losses, 0, -middle + 4.3, 9, Face.BOLD, "middle")
        if full - losses == piece.strength and losses:
            edge.circle(0, -middle + 3.3, 1.6, None, INK, 0.25)


def draw_ground(canvas: Canvas, side: Side) -> None:
    """The Union is white with a plain frame, the Confederacy grey with a double one."""
    fill = PAPER_WHITE if side == Side.UNION else PALE
    canvas.rect(0.7, 0.7, COUNTER - 1.4, COUNTER - 1.4, fill, INK, 0.5, radius=1)
    if side == Side.CONFEDERATE:
        canvas.rect(1.5, 1.5, COUNTER - 3, COUNTER - 3, None, INK, 0.2, radius=0.6)


def draw_symbol(canvas: Canvas, x: float, y: float, kind: PieceKind) -> None:
    """Draw the map sign of a kind of unit: a cross, a stroke, a dot, a hull, or a star."""
    if kind == PieceKind.LEADER:
        canvas.draw(star_outline(x, y, 4.2), INK)
        return
    if kind == PieceKind.GUNBOAT:
        canvas.draw(polygon_outline([(x - 5, y), (x + 5, y), (x + 3.4, y + 2.6), (x - 3.4, y + 2.6)]), INK)
        canvas.rect(x - 1, y - 3, 2, 3, INK, None)
        return
    left, top, width, height = x - 4.5, y - 3, 9.0, 6.0
    canvas.rect(left, top, width, height, PAPER_WHITE, INK, 0.45)
    if kind in (PieceKind.INFANTRY, PieceKind.CAVALRY):
        canvas.line(left, top + height, left + width, top, INK, 0.45)
    if kind == PieceKind.INFANTRY:
        canvas.line(left, top, left + width, top + height, INK, 0.45)
    if kind == PieceKind.ARTILLERY:
        canvas.draw(circle_outline(x, y, 1.5), INK)


def draw_secret_face(canvas: Canvas, scenario: Scenario, piece: Piece) -> None:
    """Draw morale, and where and when the piece starts."""
    middle = COUNTER / 2
    draw_ground(canvas, piece.side)
    canvas.text(piece.name, middle, 5.2, 6.5, anchor="middle", max_width=COUNTER - 5)
    if piece.morale is not None:
        draw_morale(canvas, middle, middle - 0.6, piece.morale)
    else:
        canvas.draw(star_outline(middle, middle - 0.6, 3.4), INK)
    start = scenario.battle_map.name_of(piece.hex)
    text = f"turn {piece.turn}: {start}" if piece.turn else f"starts {start}"
    canvas.text(text, middle, COUNTER - 3.4, 7, Face.BOLD, "middle", max_width=COUNTER - 4)


def draw_morale(canvas: Canvas, x: float, y: float, morale: Morale) -> None:
    """Write the morale on a ground that can be told apart without colours."""
    fill, ink = {Morale.GREEN: (PAPER_WHITE, INK), Morale.BLACK: (INK, PAPER_WHITE), Morale.GOLD: (PALE, INK)}[morale]
    canvas.draw(rect_outline(x - 5.6, y - 2.4, 11.2, 4.8, 1.2), fill, INK, 0.35)
    canvas.text(enum_text(morale), x, y + 1.2, 9, Face.BOLD, "middle", ink)


# Markers


def draw_flag_marker(canvas: Canvas, side: Side) -> None:
    """Draw a marker for a VP hex that a side holds (C7.1)."""
    fill = PAPER_WHITE if side == Side.UNION else PALE
    canvas.rect(0.3, 0.3, MARKER - 0.6, MARKER - 0.6, fill, INK, 0.4, radius=1)
    canvas.draw(star_outline(MARKER / 2, 5, 3.2), INK)
    canvas.text("Union" if side == Side.UNION else "Confed.", MARKER / 2, 11.6, 7.5, Face.BOLD, "middle")


def draw_acted_marker(canvas: Canvas) -> None:
    canvas.circle(MARKER / 2, MARKER / 2, MARKER / 2 - 1, PAPER_WHITE, GREY, 0.35)
    canvas.text("acted", MARKER / 2, MARKER / 2 + 1.1, 8.5, Face.BOLD, "middle", GREY)
