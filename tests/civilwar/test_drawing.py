"""A battle drawn with characters."""

from __future__ import annotations

from holdtheline.core.contract import EVERYBODY
from holdtheline.core.drawing import as_text
from holdtheline.games.civilwar.drawing import drawing

from .pictured import SEATS, hidden, names, positions, started


def test_the_drawing_has_rows_of_one_width_and_every_hex_and_piece() -> None:
    for s in positions():
        hexes, pieces = names(s)
        for seat in SEATS:
            drawn = drawing(hidden(s, seat), seat)
            assert {sum(len(piece.text) for piece in row) for row in drawn} == {78}
            assert {piece.id for row in drawn for piece in row if piece.id} == hexes | pieces | {"die"}


def test_the_drawing_is_read_without_colours() -> None:
    text = as_text(drawing(started(), EVERYBODY))
    assert " 3 w    .    -L   .    w" in text
    assert "\n        C2   I4A2 I4\n" in text
    assert "i3a1" in text
    assert "I4 B  C3  Burnside" in text
    assert "i4 B  T14 Early (C11)" in text
    assert "E11: 2 VP for the Union, held by the Confederacy" in text
