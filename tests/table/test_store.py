"""The folder of saved games: names, order, and files that are no games."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path

import pytest

from holdtheline.core.catalog import load
from holdtheline.core.errors import UnknownName
from holdtheline.table import store
from holdtheline.table.session import Table

from .playing import play_out


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HTL_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "home"


def saved(name: str, played: int, *, steps: int = 1) -> Path:
    """A game of this name, last played at that second."""
    path = store.home() / "games" / f"{name}.htl"
    table = Table.open(load("siege", plain=True), seed=1, record=path)
    for _ in range(steps):
        table.play("hold") if table.turn == 0 else table.roll()
    table.close()
    os.utime(path, (played, played))
    return path


# Where, and under which name


def test_games_are_kept_where_HTL_HOME_says(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert store.home() == home
    assert store.new_path("siege").parent == home / "games"
    monkeypatch.setenv("HTL_HOME", "")
    assert store.home().name == "holdtheline"
    monkeypatch.delenv("HTL_HOME")
    assert store.home().name == "holdtheline"


def test_a_new_name_is_never_that_of_a_file(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class OneMoment(datetime):
        @classmethod
        def now(cls, tz: object = None) -> OneMoment:
            return cls(2030, 1, 2, 3, 4, 5)

    monkeypatch.setattr(store, "datetime", OneMoment)
    names = []
    for _ in range(4):
        path = store.new_path("siege")
        names.append(path.name)
        Table.open(load("siege", plain=True), record=path).close()
    assert names == [f"siege-20300102-030405{more}.htl" for more in ("", "-2", "-3", "-4")]
    (home / "games" / "siege-20300102-030405-5.htl").symlink_to("nowhere")
    assert store.new_path("siege").name == "siege-20300102-030405-6.htl"


# Which there are


def test_the_last_played_comes_first(home: Path) -> None:
    for name, played in (("b", 200), ("a", 300), ("c", 100)):
        saved(name, played)
    assert [one.path.stem for one in store.unfinished()] == ["a", "b", "c"]


def test_a_game_is_listed_with_its_steps_and_its_date(home: Path) -> None:
    path = saved("a", 100, steps=3)
    (one,) = store.unfinished()
    assert (one.path, one.game, one.steps) == (path, "siege", 3)
    assert datetime.fromisoformat(one.made).tzinfo is not None


def test_without_a_folder_there_are_no_games(home: Path) -> None:
    assert store.unfinished() == []
    home.write_text("a file")
    assert store.unfinished() == []


def test_games_that_are_over_are_not_listed(home: Path) -> None:
    table = Table.open(load("siege", plain=True), seed=1, record=home / "games" / "over.htl")
    play_out(table)
    table.close()
    saved("open", 100)
    assert [one.path.stem for one in store.unfinished()] == ["open"]


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
    assert [one.path for one in store.unfinished()] == [good]


def test_a_game_whose_last_line_was_cut_off_is_listed(home: Path) -> None:
    path = saved("cut", 100, steps=2)
    path.write_bytes(path.read_bytes()[:-3])
    assert [(one.path, one.steps) for one in store.unfinished()] == [(path, 1)]


# Which one is meant


def test_without_a_name_the_last_played_is_meant(home: Path) -> None:
    with pytest.raises(UnknownName, match=r"^there is no game to go on with; `htl play siege` starts one$"):
        store.find_saved(None)
    saved("old", 100)
    new = saved("new", 200)
    assert store.find_saved(None) == new


def test_a_game_is_found_by_its_number_in_the_list(home: Path) -> None:
    one, two = saved("one", 200), saved("two", 100)
    assert [store.find_saved("1"), store.find_saved("2")] == [one, two]
    assert [store.find_saved(str(n)) for n in (1, 2)] == [saved.path for saved in store.unfinished()]


def test_a_game_is_found_by_its_path_or_its_name(home: Path) -> None:
    path = saved("mine", 100)
    elsewhere = path.rename(Path("elsewhere.htl").absolute())
    assert store.find_saved("elsewhere.htl") == Path("elsewhere.htl")
    assert store.find_saved(str(elsewhere)) == elsewhere
    path = saved("mine", 100)
    assert [store.find_saved(name) for name in ("mine", "mine.htl", str(path))] == [path] * 3


@pytest.mark.parametrize(
    "name", ["0", "2", "-1", "9" * 5000, "nothing", "x" * 5000, "", "x\0", "\u00b2", "1.0", "../.."]
)
def test_a_wrong_name_is_refused_in_a_sentence(home: Path, name: str) -> None:
    saved("one", 100)
    with pytest.raises(UnknownName, match=r"^there is no saved game .*`htl resume --list` shows") as no:
        store.find_saved(name)
    assert len(str(no.value)) < 400
