"""Drawing with characters: rows of pieces of text, each with a role and perhaps an id to touch."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Piece:
    """A run of characters. The role says what it is (the terminal chooses the colour)."""

    text: str
    role: str = ""
    id: str = ""


Drawing = list[list[Piece]]

DIE_WIDTH = 9
DIE_HEIGHT = 5

_PIPS = {
    0: ("       ", "       ", "       "),
    1: ("       ", "   ●   ", "       "),
    2: (" ●     ", "       ", "     ● "),
    3: (" ●     ", "   ●   ", "     ● "),
    4: (" ●   ● ", "       ", " ●   ● "),
    5: (" ●   ● ", "   ●   ", " ●   ● "),
    6: (" ●   ● ", " ●   ● ", " ●   ● "),
}


def die(face: int) -> list[str]:
    """A die seen from above, five lines high; a number too large for pips is written out."""
    if face in _PIPS:
        middle = [f"│{row}│" for row in _PIPS[face]]
    else:
        middle = ["│       │", f"│{face:^7}│", "│       │"]
    return ["╭───────╮", *middle, "╰───────╯"]


def no_die() -> list[str]:
    """The place where a die could lie."""
    return ["┌╌╌╌╌╌╌╌┐", "╎       ╎", "╎       ╎", "╎       ╎", "└╌╌╌╌╌╌╌┘"]


def as_text(drawing: Drawing) -> str:
    return "\n".join("".join(piece.text for piece in row).rstrip() for row in drawing)
