"""Results are saved and found again."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from holdtheline.arena.job import GameResult
from holdtheline.arena.tournament.result_store import GameFileNames, PlayedJob, ResultStore
from holdtheline.core.errors import BadOption, NotSaved

from .fake_job_runner import SETTINGS

NAMES = GameFileNames("ada-bob-0001-abc", ("ada", "bob"))


def result(key: str) -> GameResult:
    return GameResult(key, (1, -1), "reason", 10, "digest", cpu=(0.5, 0.25), logs=("of ada", ""), seconds=1.0)


def kept(folder: Path) -> dict[str, GameResult]:
    with ResultStore(folder) as store:
        return store.results


def test_what_was_kept_is_found_again(tmp_path: Path) -> None:
    with ResultStore(tmp_path / "out") as store:
        store.save([(PlayedJob(result("k1"), b"a record"), NAMES)])
        store.save([(PlayedJob(result("k2")), NAMES), (PlayedJob(result("k3")), NAMES)])
        assert store.has_record(store.results["k1"])
        assert not store.has_record(store.results["k2"])
    again = kept(tmp_path / "out")
    assert list(again) == ["k1", "k2", "k3"]
    assert again["k1"] == replace(result("k1"), record="games/ada-bob-0001-abc.htl", logs=())
    assert (tmp_path / "out" / "games" / "ada-bob-0001-abc.htl").read_bytes() == b"a record"


def test_a_log_is_a_file_in_a_folder_of_its_author(tmp_path: Path) -> None:
    with ResultStore(tmp_path) as store:
        store.save([(PlayedJob(result("k1")), NAMES)])
    assert (tmp_path / "logs" / "ada" / "ada-bob-0001-abc.log").read_text() == "of ada"
    assert not (tmp_path / "logs" / "bob").exists()
    assert "of ada" not in (tmp_path / "results.jsonl").read_text()


def test_a_last_line_that_was_cut_anywhere_is_dropped(tmp_path: Path) -> None:
    with ResultStore(tmp_path) as store:
        store.save([(PlayedJob(result(key)), NAMES) for key in ("k1", "k2")])
    file = tmp_path / "results.jsonl"
    whole = file.read_bytes()
    first = whole.index(b"\n") + 1
    for length in range(first, len(whole)):
        file.write_bytes(whole[:length])
        assert list(kept(tmp_path)) == ["k1"]
    file.write_bytes(whole[: first + 20])
    with ResultStore(tmp_path) as store:
        store.save([(PlayedJob(result("k4")), NAMES)])
    assert list(kept(tmp_path)) == ["k1", "k4"]


@pytest.mark.parametrize("line", ["{}", "[]", "7", "null", "{", '{"key": 1}', "\ufffd", ""])
def test_a_damaged_line_is_named(tmp_path: Path, line: str) -> None:
    with ResultStore(tmp_path) as store:
        store.save([(PlayedJob(result("k1")), NAMES)])
    with (tmp_path / "results.jsonl").open("a") as file:
        file.write(f"{line}\n")
    with pytest.raises(NotSaved, match="line 2 is damaged"):
        ResultStore(tmp_path)


def test_a_second_process_is_refused_until_the_first_has_ended(tmp_path: Path) -> None:
    with ResultStore(tmp_path):
        code = (
            "import pathlib, sys; from holdtheline.arena.tournament.result_store import ResultStore\n"
            f"ResultStore(pathlib.Path({str(tmp_path)!r}))"
        )
        other = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        assert other.returncode != 0
        assert "another tournament is being played" in other.stderr
    ResultStore(tmp_path).close()


def test_a_folder_that_is_a_file_is_the_disks_no(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("mine")
    with pytest.raises(NotSaved, match="cannot be used"):
        ResultStore(tmp_path / "out")


def test_a_folder_of_another_game_seed_or_option_is_refused(tmp_path: Path) -> None:
    with ResultStore(tmp_path) as store:
        store.check_settings(SETTINGS)
        store.check_settings(SETTINGS)
        for other in (
            replace(SETTINGS, game="civilwar"),
            replace(SETTINGS, seed=2),
            replace(SETTINGS, options=(("frost", "on"),)),
            replace(SETTINGS, trust=False),
            replace(SETTINGS, limits=replace(SETTINGS.limits, think_seconds=1.0)),
        ):
            with pytest.raises(BadOption, match="choose another folder"):
                store.check_settings(other)
    for damaged in ("", "[]", "{"):
        (tmp_path / "tournament.json").write_text(damaged)
        with (
            ResultStore(tmp_path) as store,
            pytest.raises(NotSaved, match=r"tournament\.json cannot be read"),
        ):
            store.check_settings(SETTINGS)


def test_ctrl_c_in_the_middle_of_writing_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from holdtheline.arena.tournament import result_store

    with ResultStore(tmp_path) as store:
        flush = result_store.os.fsync

        def pressed(descriptor: int) -> None:
            # Another thread receives the signal, as in a multi-threaded process.
            thread = threading.Thread(target=signal.raise_signal, args=(signal.SIGINT,))
            thread.start()
            thread.join()
            flush(descriptor)

        monkeypatch.setattr(result_store.os, "fsync", pressed)
        with pytest.raises(KeyboardInterrupt):
            store.save([(PlayedJob(result("k1")), NAMES)])
        assert list(store.results) == ["k1"]
    assert list(kept(tmp_path)) == ["k1"]


def test_a_full_disk_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from holdtheline.arena.tournament import result_store

    with ResultStore(tmp_path) as store:
        store.save([(PlayedJob(result("k1")), NAMES)])

        def full(descriptor: int, data: bytes) -> int:
            raise OSError(28, "No space left on device")

        with monkeypatch.context() as patched:
            patched.setattr(result_store.os, "write", full)
            with pytest.raises(NotSaved, match="No space left"):
                store.save([(PlayedJob(result("k2")), NAMES)])
        store.save([(PlayedJob(result("k3")), NAMES)])
    assert list(kept(tmp_path)) == ["k1", "k3"]
    assert [json.loads(line)["key"] for line in (tmp_path / "results.jsonl").read_text().splitlines()] == [
        "k1",
        "k3",
    ]
