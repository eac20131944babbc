"""The folder of saved games: names, order, and files that are not games."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path

import pytest

from holdtheline.core.catalog import load
from holdtheline.core.errors import UnknownName
from holdtheline.table import saved_games
from holdtheline.table.session import Table

from .play_helpers import play_out


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HTL_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "home"


def saved(name: str, played: int, *, steps: int = 1) -> Path:
    """Save a game under this name, last played at this second."""
    path = saved_games.data_folder() / "games" / f"{name}.htl"
    table = Table.open(load("siege", plain=True), seed=1, record=path)
    for _ in range(steps):
        table.play("hold") if table.turn == 0 else table.roll()
    table.close()
    os.utime(path, (played, played))
    return path


# Paths


def test_games_are_kept_where_HTL_HOME_says(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert saved_games.data_folder() == home
    assert saved_games.new_record_path("siege").parent == home / "games"
    monkeypatch.setenv("HTL_HOME", "")
    assert saved_games.data_folder().name == "holdtheline"
    monkeypatch.delenv("HTL_HOME")
    assert saved_games.data_folder().name == "holdtheline"


def test_a_new_name_is_never_that_of_a_file(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class OneMoment(datetime):
        @classmethod
        def now(cls, tz: object = None) -> OneMoment:
            return cls(2030, 1, 2, 3, 4, 5)

    monkeypatch.setattr(saved_games, "datetime", OneMoment)
    names = []
    for _ in range(4):
        path = saved_games.new_record_path("siege")
        names.append(path.name)
        Table.open(load("siege", plain=True), record=path).close()
    assert names == [f"siege-20300102-030405{more}.htl" for more in ("", "-2", "-3", "-4")]
    (home / "games" / "siege-20300102-030405-5.htl").symlink_to("nowhere")
    assert saved_games.new_record_path("siege").name == "siege-20300102-030405-6.htl"


# Lists


def test_the_last_played_comes_first(home: Path) -> None:
    for name, played in (("b", 200), ("a", 300), ("c", 100)):
        saved(name, played)
    assert [one.path.stem for one in saved_games.list_unfinished_games()] == ["a", "b", "c"]


def test_a_game_is_listed_with_its_steps_and_its_date(home: Path) -> None:
    path = saved("a", 100, steps=3)
    (one,) = saved_games.list_unfinished_games()
    assert (one.path, one.game, one.steps) == (path, "siege", 3)
    assert datetime.fromisoformat(one.made).tzinfo is not None


def test_without_a_folder_there_are_no_games(home: Path) -> None:
    assert saved_games.list_unfinished_games() == []
    home.write_text("a file")
    assert saved_games.list_unfinished_games() == []


def test_games_that_are_over_are_not_listed(home: Path) -> None:
    table = Table.open(load("siege", plain=True), seed=1, record=home / "games" / "over.htl")
    play_out(table)
    table.close()
    saved("open", 100)
    assert [one.path.stem for one in saved_games.list_unfinished_games()] == ["open"]


def test_a_file_that_is_no_record_is_passed_over(home: Path) -> None:
    good = saved("good", 100)
    folder = home / "games"
    for number, content in enumerate([b"", b"\n", b"\xff\n", b"{}\n", b"[" * 9999, good.read_bytes()[:20]]):
        (folder / f"bad-{number}.htl").write_bytes(content)
    newer = good.read_bytes().replace(b'"htl": 1', b'"htl": 2')
    (folder / "newer.htl").write_bytes(newer)
    (folder / "notes.txt").write_text("not a game")
    (folder / "folder.htl").mkdir()
    (folder / "dangling.htl").symlink_to("nowhere")
    assert [one.path for one in saved_games.list_unfinished_games()] == [good]


def test_a_game_whose_last_line_was_cut_off_is_listed(home: Path) -> None:
    path = saved("cut", 100, steps=2)
    path.write_bytes(path.read_bytes()[:-3])
    assert [(one.path, one.steps) for one in saved_games.list_unfinished_games()] == [(path, 1)]


# Names


def test_without_a_name_the_last_played_is_meant(home: Path) -> None:
    with pytest.raises(UnknownName, match=r"^no games to resume; start one with `htl play siege`$"):
        saved_games.find_saved_game(None)
    saved("old", 100)
    new = saved("new", 200)
    assert saved_games.find_saved_game(None) == new


def test_a_game_is_found_by_its_number_in_the_list(home: Path) -> None:
    one, two = saved("one", 200), saved("two", 100)
    assert [saved_games.find_saved_game("1"), saved_games.find_saved_game("2")] == [one, two]
    assert [saved_games.find_saved_game(str(n)) for n in (1, 2)] == [
        saved.path for saved in saved_games.list_unfinished_games()
    ]


def test_a_game_is_found_by_its_path_or_its_name(home: Path) -> None:
    path = saved("mine", 100)
    elsewhere = path.rename(Path("elsewhere.htl").absolute())
    assert saved_games.find_saved_game("elsewhere.htl") == Path("elsewhere.htl")
    assert saved_games.find_saved_game(str(elsewhere)) == elsewhere
    path = saved("mine", 100)
    assert [saved_games.find_saved_game(name) for name in ("mine", "mine.htl", str(path))] == [path] * 3


@pytest.mark.parametrize(
    "name", ["0", "2", "-1", "9" * 5000, "nothing", "x" * 5000, "", "x\0", "\u00b2", "1.0", "../.."]
)
def test_a_wrong_name_is_refused_in_a_sentence(home: Path, name: str) -> None:
    saved("one", 100)
    with pytest.raises(UnknownName, match=r"^there is no saved game .*see `htl resume --list`") as no:
        saved_games.find_saved_game(name)
    assert len(str(no.value)) < 400


def test_a_game_in_which_nothing_was_done_is_not_the_last_one(home: Path) -> None:
    untouched = saved("untouched", 300, steps=0)
    assert saved_games.find_saved_game(None) == untouched
    played = saved("played", 200)
    assert saved_games.find_saved_game(None) == played
