"""The benchmark of levels can be stopped at any line and resumed, with the same result."""

from __future__ import annotations

from pathlib import Path

import pytest

from holdtheline.benchmarks.strength import levels
from holdtheline.benchmarks.strength.levels import LEVELS, Ladder, Results, make_table, play
from holdtheline.core.ai.search_settings import Level
from holdtheline.core.errors import HtlError, NotSaved
from holdtheline.core.game import Game
from holdtheline.players import levels as players_levels

from ..definition import toy_game
from ..players import tiny_games


def make_ladder(definition: object = toy_game.GAME, games: int = 6) -> Ladder:
    return Ladder("toy", (Game(definition, {}, plain=True),), LEVELS[:3], games)  # type: ignore[arg-type]


def measure(path: Path, ladder: Ladder) -> str:
    """Play all games of a ladder that the file does not have, and return the table."""
    results = Results.resume(path)
    try:
        play(ladder, results)
        return make_table(ladder, results)
    finally:
        assert results.file is not None
        results.file.close()


@pytest.mark.parametrize("definition", [toy_game.GAME, tiny_games.WAGER])
def test_a_measurement_that_was_stopped_is_resumed_with_the_same_result(definition: object, tmp_path: Path) -> None:
    whole, cut = tmp_path / "whole.jsonl", tmp_path / "cut.jsonl"
    table = measure(whole, make_ladder(definition))
    data = whole.read_bytes()
    cut.write_bytes(data[: len(data) // 2])  # in the middle of a line
    assert measure(cut, make_ladder(definition)) == table
    assert cut.read_bytes() == data


def test_a_game_with_a_result_is_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = measure(tmp_path / "x.jsonl", make_ladder())
    monkeypatch.setattr(levels, "play_python_rows", lambda *arguments: pytest.fail("a game was played again"))
    assert measure(tmp_path / "x.jsonl", make_ladder()) == table
    assert make_table(make_ladder(), Results.read(tmp_path / "x.jsonl")) == table


def test_a_level_whose_settings_changed_is_measured_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    measure(tmp_path / "x.jsonl", make_ladder())
    before = len(Results.read(tmp_path / "x.jsonl").points)
    level_of = players_levels.level_of
    monkeypatch.setattr(
        levels,
        "level_of",
        lambda definition, name: Level(7, 7) if name == "level1" else level_of(definition, name),
    )
    measure(tmp_path / "x.jsonl", make_ladder())
    assert len(Results.read(tmp_path / "x.jsonl").points) == before + 6  # level 1 against 2, but not 2 against 3


def test_neighbours_play_every_seed_from_both_sides(tmp_path: Path) -> None:
    measure(tmp_path / "x.jsonl", make_ladder(games=4))
    points = Results.read(tmp_path / "x.jsonl").points
    assert len(points) == 2 * 4
    for key in points:
        assert key._replace(seats=key.seats[::-1]) in points


def test_elo_follows_from_the_points_and_adds_up(tmp_path: Path) -> None:
    ladder, results = make_ladder(games=200), Results(tmp_path / "x.jsonl")
    for seed in ladder.seeds:
        for seats in ladder.seatings():
            better = 1.0 if seats[0] > seats[1] else 0.0
            results.points[ladder.key(seats, seed)] = better if seed % 4 else 1 - better
    rows = [row.split(" | ") for row in make_table(ladder, results).splitlines()[3:]]
    assert [row[3] for row in rows] == ["200", "200"]
    assert all(row[4].startswith("75%") for row in rows)
    first, second = (float(row[5].split()[0]) for row in rows)
    assert first == second == pytest.approx(191, abs=3)  # 400 times log10 of 3
    assert float(rows[1][6].split()[0]) == pytest.approx(first + second, abs=1)


def test_in_a_game_for_one_elo_follows_from_the_odds(tmp_path: Path) -> None:
    ladder, results = make_ladder(tiny_games.WAGER, games=200), Results(tmp_path / "x.jsonl")
    for seed in ladder.seeds:
        for place, name in enumerate(ladder.levels):
            results.points[ladder.key((name,), seed)] = float(seed % 4 < 1 + place)
    rows = [row.split(" | ") for row in make_table(ladder, results).splitlines()[2:]]
    assert [row[4].split()[0] for row in rows] == ["25%", "50%", "75%"]
    assert [float(row[5].split()[0]) for row in rows[1:]] == pytest.approx([191, 191], abs=4)
    assert float(rows[2][6].split()[0]) == pytest.approx(382, abs=8)


def test_a_damaged_line_is_named(tmp_path: Path) -> None:
    (tmp_path / "x.jsonl").write_text('["a",["1/0"],0,1.0]\nnonsense\n')
    with pytest.raises(HtlError, match="line 2 is damaged"):
        Results.read(tmp_path / "x.jsonl")


def test_only_one_process_measures_into_a_file(tmp_path: Path) -> None:
    first = Results.resume(tmp_path / "x.jsonl")
    with pytest.raises(NotSaved):
        Results.resume(tmp_path / "x.jsonl")
    assert first.file is not None
    first.file.close()
