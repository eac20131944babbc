"""Puzzles are found in games between computer players, the same ones for the same seed."""

from __future__ import annotations

import pytest

from holdtheline.core.catalog import definition_of, load
from holdtheline.core.events import Move
from holdtheline.core.game import Game
from holdtheline.lab.puzzle_mining import Candidate, is_clear, is_confirmed, looks_unique, main, mine, play_game
from holdtheline.players.analysis import play_on_after
from holdtheline.table.hints import RatedMove, sampled_chance
from holdtheline.table.puzzles import Puzzle, shipped_puzzles


def rated(*chances: tuple[float, float, float]) -> list[RatedMove]:
    return [RatedMove(None, sampled_chance(*chance)) for chance in chances]


def test_a_move_is_clear_if_it_leads_by_5_points_and_by_more_than_the_error() -> None:
    assert is_clear(rated((0.6, 0.58, 0.62), (0.54, 0.52, 0.56)))
    assert not is_clear(rated((0.6, 0.58, 0.62), (0.56, 0.54, 0.58)))
    assert not is_clear(rated((0.6, 0.5, 0.7), (0.5, 0.4, 0.6)))
    assert not is_clear(rated((0.6, 0.58, 0.62)))
    assert not is_clear(rated((0.99, 0.98, 1.0), (0.5, 0.48, 0.52)))


def plan(label: str, *plays: str) -> RatedMove:
    return RatedMove(Move(1, described=(plays[0], "", label)), sampled_chance(0.5, 0.4, 0.6), plays)


def test_a_plan_that_reads_like_another_is_no_solution() -> None:
    best, same, other = plan("hire a rifle", "hire rifle", "mind a"), plan("hire a rifle", "hire rifle"), plan("b", "b")
    assert looks_unique([best, other])
    assert not looks_unique([best, other, same])
    assert looks_unique([other, best, same])


def test_the_positions_of_a_game_are_what_the_deciding_seat_sees() -> None:
    candidates = list(play_game(load("siege", plain=True), seed=2))
    assert candidates
    assert all(seen.current_player == seat for seen, seat in candidates)


@pytest.mark.compiled
def test_the_shipped_puzzles_of_siege_are_found_again_by_their_command() -> None:
    definition = definition_of("siege")
    for puzzle in zip(mine(definition, 2, 1), shipped_puzzles(definition)[:2], strict=True):
        assert puzzle[0] == puzzle[1]


@pytest.fixture
def last_wave() -> tuple[Candidate, Puzzle]:
    """A puzzle of siege after which only dice decide, so that its chances are exact for every player."""
    definition = definition_of("siege")
    puzzle = shipped_puzzles(definition)[0]
    seen = Game(definition, puzzle.options, plain=False).position(puzzle.position).seen_by(puzzle.seat)
    return Candidate(seen, puzzle.seat), puzzle


@pytest.mark.compiled
def test_games_played_on_after_a_move_are_won_as_often_as_the_solution_says(last_wave) -> None:
    candidate, puzzle = last_wave
    for rated in puzzle.rated:
        code = candidate.seen.code(rated.plays[0], candidate.seat)
        assert play_on_after(*candidate, code, seed=1, games=4000) / 4000 == pytest.approx(rated.chance, abs=0.03)


@pytest.mark.compiled
def test_a_best_move_is_confirmed_only_if_games_played_on_show_its_lead(last_wave) -> None:
    candidate, puzzle = last_wave
    moves = [RatedMove(candidate.seen.move(rated.plays[0], candidate.seat), rated.win_chance) for rated in puzzle.rated]
    assert is_confirmed(candidate, moves, 1, 1000, 1.0)
    assert not is_confirmed(candidate, [moves[1], moves[0]], 1, 1000, 1.0)
    assert not is_confirmed(candidate, [moves[1], moves[2]], 1, 1000, 1.0)  # 4 points


@pytest.mark.compiled
def test_mining_goes_on_after_the_puzzles_of_a_file(tmp_path, monkeypatch) -> None:
    first, second = shipped_puzzles(definition_of("siege"))[:2]
    file = tmp_path / "puzzles.jsonl"
    outdated = first.to_line().replace('"rules": 1', '"rules": 0')
    file.write_text(f"{outdated}\n{first.to_line()}\n", encoding="utf-8")
    monkeypatch.setattr("sys.argv", ["mine", "siege", "--count", "2", "--out", str(file), "--resume"])
    assert main() == 0
    assert file.read_text(encoding="utf-8").splitlines() == [first.to_line(), second.to_line()]
