"""`htl puzzle`, line by line."""

from __future__ import annotations

from holdtheline.core.catalog import definition_of
from holdtheline.table.puzzles import open_puzzle


def test_a_puzzle_is_solved_and_remembered(htl) -> None:
    best = open_puzzle(definition_of("siege"), 1).puzzle.solution.text
    answer = htl("puzzle", "siege", lines=["hint", "nonsense", best, "next", "quit"])
    assert answer.code == 0
    assert "Puzzle 1 of 50, 0 solved." in answer.out
    assert "Right: " in answer.out
    assert "Puzzle 2 of 50, 1 solved." in answer.out
    assert "siege      1 of 50 solved" in htl("puzzle").out
    assert "Puzzle 2 of 50" in htl("puzzle", "siege").out


def test_a_puzzle_whose_solution_was_read_is_not_solved(htl) -> None:
    best = open_puzzle(definition_of("siege"), 3).puzzle.solution.text
    answer = htl("puzzle", "siege", "3", lines=["solution", best, "quit"])
    assert "These chances are from the exact solution." in answer.out
    assert "siege      0 of 50 solved" in htl("puzzle").out


def test_an_unknown_puzzle_is_refused_with_the_numbers_that_exist(htl) -> None:
    answer = htl("puzzle", "siege", "99")
    assert answer.code != 0
    assert "numbered 1 to 50" in answer.complaint
