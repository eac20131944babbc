"""Every shipped puzzle is sound, and answers are judged by it."""

from __future__ import annotations

import pytest

from holdtheline.core.catalog import definition_of, games
from holdtheline.core.errors import BadPosition, IllegalMove, UnknownName
from holdtheline.table.puzzle_progress import mark_solved, next_puzzle, progress_file, solved_puzzles
from holdtheline.table.puzzles import OpenPuzzle, Puzzle, check_puzzle, open_puzzle, shipped_puzzles

LINES = [
    (game, number, line)
    for game in games()
    for number, line in enumerate(
        (
            definition_of(game).puzzles.read_text(encoding="utf-8").splitlines()
            if definition_of(game).puzzles is not None and definition_of(game).puzzles.is_file()
            else []
        ),
        1,
    )
]


def test_every_shipped_puzzle_is_of_the_current_rules_and_its_answers_are_legal() -> None:
    for game, number, line in LINES:
        definition, puzzle = definition_of(game), Puzzle.from_line(game, number, line)
        assert puzzle.rules == definition.rules_version_for(puzzle.options), f"mine the puzzles of {game} again"
        check_puzzle(definition, puzzle)
        assert Puzzle.from_line(game, number, puzzle.to_line()) == puzzle


def test_the_solution_of_every_shipped_puzzle_is_at_least_5_points_better_and_not_the_move_of_book() -> None:
    for game, number, line in LINES:
        puzzle = Puzzle.from_line(game, number, line)
        best, *others = puzzle.rated
        assert all(best.chance - other.chance > 0.0499 for other in others), (game, number)
        assert puzzle.book != best.text, (game, number)


@pytest.mark.parametrize("game", games())
def test_every_shipped_puzzle_has_hints_and_its_solution_is_told_in_a_sentence(game: str) -> None:
    for puzzle in shipped_puzzles(definition_of(game)):
        opened = OpenPuzzle(definition_of(game), puzzle)
        best = puzzle.solution
        answers = {choice.rated: choice.text for choice in opened.choices} or {one: one.text for one in puzzle.rated}
        solved = [rated for rated, answer in answers.items() if opened.judge(answer).is_solved]
        assert solved == [best], (game, puzzle.number)
        label = opened.label(best.plays)
        assert opened.judge(answers[best]).sentence.startswith(f"Right: {label}. It wins "), (game, puzzle.number)
        assert [opened.label(one.plays) for one in puzzle.rated].count(label) == 1, (game, puzzle.number)
        assert len(opened.hints) >= 2, (game, puzzle.number)
        assert label not in opened.hints[0], (game, puzzle.number)


@pytest.mark.parametrize("game", games())
def test_a_puzzle_shows_only_what_its_seat_sees(game: str) -> None:
    for puzzle in shipped_puzzles(definition_of(game)):
        seen = OpenPuzzle(definition_of(game), puzzle).seen
        assert seen.seen_by(puzzle.seat).digest() == seen.digest()
        assert seen.can_move(puzzle.seat)


@pytest.fixture
def first() -> OpenPuzzle:
    return open_puzzle(definition_of("siege"), 1)


def test_only_the_solution_solves_a_puzzle(first: OpenPuzzle) -> None:
    best, second, *_ = first.puzzle.rated
    assert first.judge(best.text).is_solved
    verdict = first.judge(second.text)
    assert not verdict.is_solved
    assert second.percent in verdict.sentence
    assert best.percent not in verdict.sentence
    with pytest.raises(IllegalMove):
        first.judge("arrange 1 1 1")


def test_the_first_hint_does_not_name_the_solution_and_the_explanation_does(first: OpenPuzzle) -> None:
    label = first.label(first.puzzle.solution.plays)
    assert label not in first.hints[0]
    assert label in first.explanation()[0]


def test_a_puzzle_of_another_version_of_the_rules_is_left_out(tmp_path, monkeypatch) -> None:
    definition = definition_of("siege")
    line = shipped_puzzles(definition)[0].to_line()
    file = tmp_path / "puzzles.jsonl"
    file.write_text(line.replace('"rules": 1', '"rules": 0') + "\n" + line + "\n", encoding="utf-8")
    monkeypatch.setitem(vars(definition), "puzzles", file)
    shipped_puzzles.cache_clear()
    try:
        assert [puzzle.number for puzzle in shipped_puzzles(definition)] == [2]
        with pytest.raises(UnknownName, match="has no puzzle 1"):
            open_puzzle(definition, 1)
    finally:
        shipped_puzzles.cache_clear()


def test_a_position_that_cannot_arise_is_refused(first: OpenPuzzle) -> None:
    puzzle = Puzzle(**{**vars(first.puzzle), "position": "lanes 9 9 9, backline 1, waves 1"})
    with pytest.raises(BadPosition):
        check_puzzle(definition_of("siege"), puzzle)


def test_solved_puzzles_are_remembered_and_left_out_of_the_next(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("HTL_HOME", str(tmp_path))
    definition = definition_of("siege")
    first, second, *_ = shipped_puzzles(definition)
    assert next_puzzle(definition) == first
    mark_solved(first)
    assert solved_puzzles("siege") == {1}
    assert next_puzzle(definition) == second
    progress_file().write_text("not JSON", encoding="utf-8")
    assert solved_puzzles("siege") == set()
