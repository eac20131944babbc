from __future__ import annotations

import pytest

from holdtheline.core.ascii_art import (
    DIE_HEIGHT,
    DIE_WIDTH,
    TextSpan,
    ascii_die,
    ascii_empty_die,
    drawing_text,
)


@pytest.mark.parametrize("face", range(7))
def test_a_die_shows_as_many_pips_as_its_face(face: int) -> None:
    assert "".join(ascii_die(face)).count("●") == face


@pytest.mark.parametrize("number", [7, 10, 24, 99])
def test_a_number_that_no_die_has_is_written_out(number: int) -> None:
    drawn = "".join(ascii_die(number))
    assert str(number) in drawn
    assert "●" not in drawn


@pytest.mark.parametrize("lines", [*map(ascii_die, (0, 1, 6, 7, 24)), ascii_empty_die()])
def test_every_die_and_every_empty_place_has_the_same_size(lines: list[str]) -> None:
    assert [len(line) for line in lines] == [DIE_WIDTH] * DIE_HEIGHT


def test_the_six_faces_are_six_drawings_that_look_the_same_from_both_sides() -> None:
    faces = [ascii_die(face)[1:-1] for face in range(1, 7)]
    assert len({tuple(face) for face in faces}) == 6
    for face in faces:
        assert [line[::-1] for line in reversed(face)] == face


def test_a_drawing_becomes_text_without_blanks_at_the_ends() -> None:
    drawing = [[TextSpan("a ", "own", "top"), TextSpan("b  ")], [TextSpan("   ")], [TextSpan("  c")]]
    assert drawing_text(drawing) == "a b\n\n  c"
