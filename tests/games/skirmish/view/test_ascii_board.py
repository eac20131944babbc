"""The table drawn with characters."""

from __future__ import annotations

import pytest

from holdtheline.core.ascii_art import drawing_text
from holdtheline.core.definition import EVERYONE
from holdtheline.games.skirmish.view.ascii_board import ascii_board

from ..battle_builder import stage
from ..picture_samples import ids_of, positions, started, thick_of_it


def test_the_drawing_has_rows_of_one_width_and_everything_in_it() -> None:
    for s in positions():
        drawn = ascii_board(s, EVERYONE)
        assert {sum(len(piece.text) for piece in row) for row in drawn} == {78}
        assert {piece.id for row in drawn for piece in row if piece.id} == ids_of(s)


def test_a_full_table_fits_as_well() -> None:
    friends = "; ".join(f"F{at} {at % 16} {at // 16}" for at in range(32))
    enemies = "; ".join(f"E{at} {at % 16} {22 + at // 16}" for at in range(32))
    s = stage(friends, enemies).s
    drawn = ascii_board(s, 0)
    assert {sum(len(piece.text) for piece in row) for row in drawn} == {78}
    assert {piece.id for row in drawn for piece in row if piece.id} == ids_of(s)


@pytest.mark.clause("K1.1")
def test_a_row_is_an_inch_and_a_letter_half_an_inch() -> None:
    s = stage("Ada 12 4.5 left; Bob 1 0.5", "Orc 23.5 23.9", ground="wall 4 10.5 6 10.5", things="crown 2 20.5").s
    rows = drawing_text(ascii_board(s, 0)).splitlines()[2:]
    by_inch = {row[:2].strip(): row[3:51] for row in rows[:24]}
    assert by_inch["4"][22:25] == "←f1"
    assert by_inch["0"][1:4] == "f2↑"
    assert by_inch["23"][45:48] == "↓e1" or by_inch["23"][46:48] == "e1"
    assert by_inch["20"][3:5] == "o1"
    assert by_inch["10"][8:12] == "▓▓▓▓"
    assert rows[24][3:].startswith("0   2   4")


def test_the_drawing_is_read_without_colours() -> None:
    text = drawing_text(ascii_board(started("millrace"), EVERYONE))
    assert "The Night at the Millrace, round 1 of 14" in text
    assert "[?] Roll for who starts the round" in text
    assert "\n12 ≈≈≈≈≈≈" in text
    assert "≈ t1  The millrace" in text
    assert "f1  Oda Verrin    0/2 12,2.5" in text
    assert "o1  Toll ledger: at 12, 17.25" in text


def test_states_are_letters_and_words() -> None:
    text = drawing_text(ascii_board(thick_of_it(), EVERYONE))
    rows = {row[39:42].strip(): row[39:] for row in text.splitlines() if row[39:40] == "e"}
    mine = {row[:3].strip(): row[:39] for row in text.splitlines() if row[:1] == "f"}
    assert rows["e7"].endswith("DR")
    assert "fallen" in rows["e5"]
    assert "fled" in rows["e6"]
    assert "is held" in mine["f2"]
    assert "is carried" in mine["f4"]
    assert "lies" in mine["f5"]
    assert "round 3" in mine["f7"]
    assert mine["f9"].rstrip().endswith(">M")
    assert mine["f3"].rstrip().endswith("C")
    assert "o1  Lio: carried by f3" in text


def test_two_in_contact_do_not_hide_each_other() -> None:
    text = drawing_text(ascii_board(stage("Ada 12 12.5; Bob 12.2 11.6", "Orc 12.9 12.5").s, 0))
    table = "\n".join(row[:51] for row in text.splitlines()[:26])
    assert all(id_ in table for id_ in ("f1", "f2", "e1"))
