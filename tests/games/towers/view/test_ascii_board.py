"""The drawing of towers for a terminal."""

from __future__ import annotations

from collections.abc import Iterable

from holdtheline.core.ascii_art import AsciiBoard, drawing_text
from holdtheline.games.towers.rules import moves
from holdtheline.games.towers.state import (
    COLUMNS,
    MAX_TOWERS,
    MIND_COUNT,
    SOLDIERS,
    TOWERS,
    Mind,
    Unit,
    row_and_column,
)
from holdtheline.games.towers.view.ascii_board import LETTERS, ascii_board

from .drawn_positions import (
    LANES,
    SEATS,
    body_ids,
    both_ready,
    cell_ids,
    empty,
    fighting,
    order,
    over,
    planning,
    positions,
    started,
    tower_ids,
)


def ids_in(drawn: AsciiBoard) -> set[str]:
    return {piece.id for row in drawn for piece in row if piece.id}


def text_of(drawn: AsciiBoard, ids: Iterable[str]) -> str:
    return "".join(piece.text for row in drawn for piece in row if piece.id in ids).strip()


def cell_text(drawn: AsciiBoard, row: int, column: int, side: int = 0) -> str:
    """Return the three characters of a cell of the lane at the left (0) or at the right (1)."""
    line = next(line for line in drawing_text(drawn).splitlines() if line.startswith(f"{row:>2} ║"))
    start = line.index("║", side * (len("19 ║") + COLUMNS * 3 + 2)) + 1 + column * 3
    return line[start : start + 3].strip()


def test_the_drawing_fits_80_columns_and_both_lanes_lie_beside_each_other() -> None:
    for s in positions():
        for seat in SEATS:
            drawn = ascii_board(s, seat)
            assert max(len("".join(piece.text for piece in row)) for row in drawn) <= 80
            assert len(drawn) <= s.deployment_row + 10
            lines = drawing_text(drawn).splitlines()
            assert sum(line.count("║") == 4 for line in lines) == s.deployment_row + 1


def test_the_drawing_has_every_cell_and_names_every_tower_by_its_letter() -> None:
    for s in positions():
        drawn = ascii_board(s, 0)
        assert ids_in(drawn) >= cell_ids(s) | tower_ids(s)
        for on in SEATS:
            for at in range(on * MAX_TOWERS, on * MAX_TOWERS + s.towers[on]):
                id_ = "{}-tower-{}-{}".format(LANES[on], *row_and_column(s.tower_cell[at]))
                assert text_of(drawn, [id_]) == LETTERS[s.tower_unit[at]]


def test_letters_are_upper_case_for_towers_and_lower_case_for_soldiers() -> None:
    assert [LETTERS[unit] for unit in TOWERS] == list("MRFB")
    assert [LETTERS[unit] for unit in SOLDIERS] == list("srbh")


def test_the_drawing_has_hp_gold_and_the_phase() -> None:
    text = drawing_text(ascii_board(planning(), 0))
    assert "Turn 2, planning: Choose a cell for the rocket tower" in text
    assert f"Gold: {planning().gold[0]}" in text
    assert "Your lane: 10 HP" in text
    assert "Their lane: 10 HP" in text
    assert "Your lane: 3 HP" in drawing_text(ascii_board(over(), 0))


def test_a_tower_in_the_drawing_is_whole_damaged_or_new() -> None:
    drawn = ascii_board(planning(), 0)
    assert cell_text(drawn, 9, 1) == "M"
    assert cell_text(drawn, 3, 5) == "M7"
    assert cell_text(drawn, 9, 5) == "R+"
    assert cell_text(drawn, 12, 3, side=1) == "M"


def test_closed_cells_are_shaded_in_the_drawing() -> None:
    drawn = ascii_board(planning(), 0)
    assert cell_text(drawn, 6, 0) == "░░░"
    assert cell_text(drawn, 19, 0) == "░░░"
    assert cell_text(drawn, 18, 0) == "·"
    assert cell_text(ascii_board(empty(), 0), 19, 0) == "▾"


def test_soldiers_in_the_drawing_have_a_count_and_marks() -> None:
    drawn = ascii_board(fighting(), 0)
    assert [cell_text(drawn, 10, column) for column in range(4)] == ["s", "r~", "bx", "h"]
    assert cell_text(drawn, 19, 3) == "*10"
    s = started()
    order(s, 1, *[moves.HIRE + Unit.HORSE] * 12)
    order(s, 1, moves.MIND + Unit.HORSE * MIND_COUNT + Mind.OWN, moves.TOGETHER + 3)
    both_ready(s)
    assert cell_text(ascii_board(s, 0), 19, 3) == "h12"
    assert text_of(ascii_board(s, 0), body_ids(s)) == "h"


def test_the_drawing_has_roles_that_the_terminal_knows() -> None:
    roles = {piece.role for s in positions() for row in ascii_board(s, 0) for piece in row}
    assert roles == {"", "own", "enemy", "count", "wall", "quiet"}
