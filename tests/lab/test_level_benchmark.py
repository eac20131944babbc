"""The benchmark of levels can be stopped at any line and resumed, with the same result."""

from __future__ import annotations

from pathlib import Path

import pytest
from benchmarks import levels
from benchmarks.levels import LEVELS, Ladder, Results, play, table

from holdtheline.core.errors import HtlError, NotSaved
from holdtheline.core.game import Game
from holdtheline.core.search_settings import Level
from holdtheline.players import levels as players_levels

from ..definition import toy_game
from ..players import tiny_games


def ladder(definition: object = toy_game.GAME, games: int = 6) -> Ladder:
    return Ladder("toy", (Game(definition, {}, plain=True),), LEVELS[:3], games)  # type: ignore[arg-type]


def measured(path: Path, asked: Ladder) -> str:
    results = Results.go_on(path)
    try:
        play(asked, results)
        return table(asked, results)
    finally:
        assert results.ledger is not None
        results.ledger.close()


@pytest.mark.parametrize("definition", [toy_game.GAME, tiny_games.WAGER])
def test_a_measurement_that_was_stopped_is_resumed_with_the_same_result(definition: object, tmp_path: Path) -> None:
    whole, cut = tmp_path / "whole.jsonl", tmp_path / "cut.jsonl"
    told = measured(whole, ladder(definition))
    data = whole.read_bytes()
    cut.write_bytes(data[: len(data) // 2])  # in the middle of a line
    assert measured(cut, ladder(definition)) == told
    assert cut.read_bytes() == data


def test_what_was_measured_is_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = measured(tmp_path / "x.jsonl", ladder())
    monkeypatch.setattr(levels, "play_python_games", lambda *asked: pytest.fail("a game was played again"))
    assert measured(tmp_path / "x.jsonl", ladder()) == told
    assert table(ladder(), Results.read(tmp_path / "x.jsonl")) == told


def test_a_level_with_other_numbers_is_measured_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    measured(tmp_path / "x.jsonl", ladder())
    before = len(Results.read(tmp_path / "x.jsonl").points)
    was = players_levels.level_of
    monkeypatch.setattr(
        levels,
        "level_of",
        lambda definition, name: Level(7, 7) if name == "level1" else was(definition, name),
    )
    measured(tmp_path / "x.jsonl", ladder())
    assert len(Results.read(tmp_path / "x.jsonl").points) == before + 6  # against the second; not that and the third


def test_neighbours_play_every_seed_from_both_sides(tmp_path: Path) -> None:
    asked = ladder(games=4)
    measured(tmp_path / "x.jsonl", asked)
    played = Results.read(tmp_path / "x.jsonl").points
    assert len(played) == 2 * 4
    for key in played:
        assert key._replace(seats=key.seats[::-1]) in played


def test_elo_are_those_of_the_points_and_add_up(tmp_path: Path) -> None:
    asked, results = ladder(games=200), Results(tmp_path / "x.jsonl")
    for number in asked.numbers:
        for seats in asked.tables(number):
            better = 1.0 if seats[0] > seats[1] else 0.0
            results.points[asked.key(seats, number)] = better if number % 4 else 1 - better
    rows = [row.split(" | ") for row in table(asked, results).splitlines()[3:]]
    assert [row[3] for row in rows] == ["200", "200"]
    assert all(row[4].startswith("75%") for row in rows)
    first, second = (float(row[5].split()[0]) for row in rows)
    assert first == second == pytest.approx(191, abs=3)  # 400 times log10 of 3
    assert float(rows[1][6].split()[0]) == pytest.approx(first + second, abs=1)


def test_alone_the_elo_are_those_of_the_odds(tmp_path: Path) -> None:
    asked, results = ladder(tiny_games.WAGER, games=200), Results(tmp_path / "x.jsonl")
    for number in asked.numbers:
        for place, name in enumerate(asked.levels):
            results.points[asked.key((name,), number)] = float(number % 4 < 1 + place)
    rows = [row.split(" | ") for row in table(asked, results).splitlines()[2:]]
    assert [row[4].split()[0] for row in rows] == ["25%", "50%", "75%"]
    assert [float(row[5].split()[0]) for row in rows[1:]] == pytest.approx([191, 191], abs=4)
    assert float(rows[2][6].split()[0]) == pytest.approx(382, abs=8)


def test_a_damaged_line_is_named(tmp_path: Path) -> None:
    (tmp_path / "x.jsonl").write_text('["a",["1/0"],0,1.0]\nnonsense\n')
    with pytest.raises(HtlError, match="line 2 is damaged"):
        Results.read(tmp_path / "x.jsonl")


def test_only_one_measures_into_a_file(tmp_path: Path) -> None:
    held = Results.go_on(tmp_path / "x.jsonl")
    with pytest.raises(NotSaved):
        Results.go_on(tmp_path / "x.jsonl")
    assert held.ledger is not None
    held.ledger.close()
