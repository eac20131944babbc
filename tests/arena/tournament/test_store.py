"""What is kept, and how it is found again."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from holdtheline.arena.playing import GameResult
from holdtheline.arena.tournament.store import Names, Played, Store
from holdtheline.core.errors import BadOption, NotSaved

from .standin import SETTINGS

NAMES = Names("ada-bob-0001-abc", ("ada", "bob"))


def result(key: str) -> GameResult:
    return GameResult(key, (1, -1), "reason", 10, "digest", cpu=(0.5, 0.25), logs=("of ada", ""), seconds=1.0)


def kept(folder: Path) -> dict[str, GameResult]:
    with Store(folder) as store:
        return store.results


def test_what_was_kept_is_found_again(tmp_path: Path) -> None:
    with Store(tmp_path / "out") as store:
        store.keep([(Played(result("k1"), b"a record"), NAMES)])
        store.keep([(Played(result("k2")), NAMES), (Played(result("k3")), NAMES)])
        assert store.is_there(store.results["k1"])
        assert not store.is_there(store.results["k2"])
    again = kept(tmp_path / "out")
    assert list(again) == ["k1", "k2", "k3"]
    assert again["k1"] == replace(result("k1"), record="games/ada-bob-0001-abc.htl", logs=())
    assert (tmp_path / "out" / "games" / "ada-bob-0001-abc.htl").read_bytes() == b"a record"


def test_a_log_is_a_file_in_a_folder_of_its_author(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        store.keep([(Played(result("k1")), NAMES)])
    assert (tmp_path / "logs" / "ada" / "ada-bob-0001-abc.log").read_text() == "of ada"
    assert not (tmp_path / "logs" / "bob").exists()
    assert "of ada" not in (tmp_path / "results.jsonl").read_text()


def test_a_last_line_that_was_cut_anywhere_is_dropped(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        store.keep([(Played(result(key)), NAMES) for key in ("k1", "k2")])
    file = tmp_path / "results.jsonl"
    whole = file.read_bytes()
    first = whole.index(b"\n") + 1
    for length in range(first, len(whole)):
        file.write_bytes(whole[:length])
        assert list(kept(tmp_path)) == ["k1"]
    file.write_bytes(whole[: first + 20])
    with Store(tmp_path) as store:
        store.keep([(Played(result("k4")), NAMES)])
    assert list(kept(tmp_path)) == ["k1", "k4"]


@pytest.mark.parametrize("line", ["{}", "[]", "7", "null", "{", '{"key": 1}', "\ufffd", ""])
def test_a_damaged_line_is_named(tmp_path: Path, line: str) -> None:
    with Store(tmp_path) as store:
        store.keep([(Played(result("k1")), NAMES)])
    with (tmp_path / "results.jsonl").open("a") as file:
        file.write(f"{line}\n")
    with pytest.raises(NotSaved, match="line 2 is damaged"):
        Store(tmp_path)


def test_a_second_process_is_refused_until_the_first_has_ended(tmp_path: Path) -> None:
    with Store(tmp_path):
        code = (
            "import pathlib, sys; from holdtheline.arena.tournament.store import Store\n"
            f"Store(pathlib.Path({str(tmp_path)!r}))"
        )
        other = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        assert other.returncode != 0
        assert "another tournament is being played" in other.stderr
    Store(tmp_path).close()


def test_a_folder_that_is_a_file_is_the_disks_no(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("mine")
    with pytest.raises(NotSaved, match="cannot be used"):
        Store(tmp_path / "out")


def test_a_folder_of_another_game_seed_or_option_is_refused(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        store.settle(SETTINGS)
        store.settle(SETTINGS)
        for other in (
            replace(SETTINGS, game="civilwar"),
            replace(SETTINGS, seed=2),
            replace(SETTINGS, options=(("frost", "on"),)),
            replace(SETTINGS, trust=False),
            replace(SETTINGS, limits=replace(SETTINGS.limits, think_seconds=1.0)),
        ):
            with pytest.raises(BadOption, match="take another folder"):
                store.settle(other)
    for damaged in ("", "[]", "{"):
        (tmp_path / "tournament.json").write_text(damaged)
        with Store(tmp_path) as store, pytest.raises(NotSaved, match=r"tournament\.json cannot be read"):
            store.settle(SETTINGS)


def test_ctrl_c_in_the_middle_of_writing_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from holdtheline.arena.tournament import store as module

    with Store(tmp_path) as store:
        flush = module.os.fsync

        def pressed(descriptor: int) -> None:
            signal.raise_signal(signal.SIGINT)
            flush(descriptor)

        monkeypatch.setattr(module.os, "fsync", pressed)
        with pytest.raises(KeyboardInterrupt):
            store.keep([(Played(result("k1")), NAMES)])
        assert list(store.results) == ["k1"]
    assert list(kept(tmp_path)) == ["k1"]


def test_a_full_disk_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from holdtheline.arena.tournament import store as module

    with Store(tmp_path) as store:
        store.keep([(Played(result("k1")), NAMES)])

        def full(descriptor: int, data: bytes, place: int) -> int:
            raise OSError(28, "No space left on device")

        with monkeypatch.context() as patched:
            patched.setattr(module.os, "pwrite", full)
            with pytest.raises(NotSaved, match="No space left"):
                store.keep([(Played(result("k2")), NAMES)])
        store.keep([(Played(result("k3")), NAMES)])
    assert list(kept(tmp_path)) == ["k1", "k3"]
    assert [json.loads(line)["key"] for line in (tmp_path / "results.jsonl").read_text().splitlines()] == [
        "k1",
        "k3",
    ]
