"""Puzzles are found in games between computer players, the same ones for the same seed."""

from __future__ import annotations

import pytest

from holdtheline.core.catalog import definition_of, load
from holdtheline.lab.puzzle_mining import is_clear, mine, play_game
from holdtheline.table.hints import RatedMove, sampled_chance
from holdtheline.table.puzzles import shipped_puzzles


def rated(*chances: tuple[float, float, float]) -> list[RatedMove]:
    return [RatedMove(None, sampled_chance(*chance)) for chance in chances]


def test_a_move_is_clear_if_it_leads_by_5_points_and_by_more_than_the_error() -> None:
    assert is_clear(rated((0.6, 0.58, 0.62), (0.54, 0.52, 0.56)))
    assert not is_clear(rated((0.6, 0.58, 0.62), (0.56, 0.54, 0.58)))
    assert not is_clear(rated((0.6, 0.5, 0.7), (0.5, 0.4, 0.6)))
    assert not is_clear(rated((0.6, 0.58, 0.62)))
    assert not is_clear(rated((0.99, 0.98, 1.0), (0.5, 0.48, 0.52)))


def test_the_positions_of_a_game_are_what_the_deciding_seat_sees() -> None:
    candidates = list(play_game(load("siege", plain=True), seed=2))
    assert candidates
    assert all(seen.current_player == seat for seen, seat in candidates)


@pytest.mark.compiled
def test_the_shipped_puzzles_of_siege_are_found_again_by_their_command() -> None:
    definition = definition_of("siege")
    for puzzle in zip(mine(definition, 2, 1), shipped_puzzles(definition)[:2], strict=True):
        assert puzzle[0] == puzzle[1]
