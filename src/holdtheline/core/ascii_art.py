"""Draw with characters: rows of text spans, each with a role (for its colour) and optionally an id to click."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class TextSpan:
    """A run of characters. The role says what it is (the terminal chooses the colour)."""

    text: str
    role: str = ""
    id: str = ""


AsciiBoard = list[list[TextSpan]]


def pad_row(row: list[TextSpan], width: int) -> list[TextSpan]:
    """Fill a row with blanks up to a width."""
    missing = width - sum(len(span.text) for span in row)
    return [*row, TextSpan(" " * missing)] if missing > 0 else row


DIE_WIDTH = 9
DIE_HEIGHT = 5

PIP_POSITIONS: dict[int, tuple[tuple[int, int], ...]] = {
    0: (),
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
"""Column and row of each pip of a face, from -1 to 1."""


def ascii_die(face: int) -> list[str]:
    """Draw a die, five lines high; a number too large for pips is written out."""
    rows = [list(" " * (DIE_WIDTH - 2)) for _ in range(DIE_HEIGHT - 2)]
    for column, row in PIP_POSITIONS.get(face, ()):
        rows[row + 1][2 * column + 3] = "●"
    if face not in PIP_POSITIONS:
        rows[1] = list(f"{face:^{DIE_WIDTH - 2}}")
    return ["╭───────╮", *(f"│{''.join(row)}│" for row in rows), "╰───────╯"]


def ascii_empty_die() -> list[str]:
    """Draw an empty space for a die."""
    return ["┌╌╌╌╌╌╌╌┐", "╎       ╎", "╎       ╎", "╎       ╎", "└╌╌╌╌╌╌╌┘"]


def drawing_text(drawing: AsciiBoard) -> str:
    return "\n".join("".join(span.text for span in row).rstrip() for row in drawing)
