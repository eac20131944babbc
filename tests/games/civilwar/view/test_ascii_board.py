"""A battle drawn with characters."""

from __future__ import annotations

from holdtheline.core.ascii_art import drawing_text
from holdtheline.core.definition import EVERYONE
from holdtheline.games.civilwar.view.ascii_board import ascii_board

from .svg_positions import SEATS, hidden, names, positions, started


def test_the_drawing_has_rows_of_one_width_and_every_hex_and_piece() -> None:
    for s in positions():
        hexes, pieces = names(s)
        for seat in SEATS:
            drawn = ascii_board(hidden(s, seat), seat)
            assert {sum(len(piece.text) for piece in row) for row in drawn} == {78}
            assert {piece.id for row in drawn for piece in row if piece.id} == hexes | pieces | {"die"}


def test_the_drawing_is_read_without_colours() -> None:
    text = drawing_text(ascii_board(started(), EVERYONE))
    assert " 3 w    .    -L   .    w" in text
    assert "\n        C2   I4A2 I4\n" in text
    assert "i3a1" in text
    assert "I4 B  C3  Burnside" in text
    assert "i2 B  T14 Early (C11)" in text
    assert "E11: 2 VP for the Union, held by the Confederacy" in text
