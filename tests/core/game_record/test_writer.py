"""The record writer: a kill, a full disk, a read-only folder or a second window loses nothing."""

from __future__ import annotations

import errno
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from holdtheline.core.catalog import load
from holdtheline.core.errors import BadRecord, NotSaved
from holdtheline.core.game_record.lines import Header, format_line, make_header, make_step_line, short_digest
from holdtheline.core.game_record.replay import Record
from holdtheline.core.game_record.writer import RecordFileWriter
from holdtheline.table.session import Table

from ...table.play_helpers import play_out

NOBODY = 65534

# Plays without end, and prints the digest after every step that was saved.
PLAYS_UNTIL_KILLED = """
import sys
from pathlib import Path
from holdtheline.core.catalog import load
from holdtheline.table.session import Table

table = Table.open(load("siege", plain=True, table="paper"), seed=1, record=Path(sys.argv[1]))
for number in range(100_000):
    table.play(table.state.legal_codes()[number % 10])
    print("play", table.state.digest()[:12], flush=True)
    table.undo()
    print("undo", table.state.digest()[:12], flush=True)
"""

# Lets the file grow by 0, 1, 2 ... bytes, and checks each time that the step is refused, that the table and the
# file are unchanged, and that the step can be taken once there is space.
MEETS_A_FULL_DISK = """
import resource, sys
from pathlib import Path
from holdtheline.core.catalog import load
from holdtheline.core.errors import NotSaved
from holdtheline.table.session import Table

def room(limit):
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))

path = Path(sys.argv[1])
table = Table.open(load("siege", plain=True), seed=1, record=path)
refusals = 0
for grows in range(85):
    before, digest, steps = path.read_bytes(), table.state.digest(), len(table.steps)
    room(len(before) + grows)
    try:
        table.play("hold")
    except NotSaved as error:
        assert str(error) == (
            f"{path} cannot be written: File too large; the game is as it was before, nothing is lost"
        )
        refusals += 1
        assert (path.read_bytes(), table.state.digest(), len(table.steps)) == (before, digest, steps)
        room(resource.RLIM_INFINITY)
        table.play("hold")
    room(resource.RLIM_INFINITY)
    table.undo()
table.close()
print(refusals)
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.htl"


@pytest.fixture
def table(path: Path) -> Iterator[Table]:
    """Return a table after the first move, when a die must be rolled."""
    table = Table.open(load("siege", plain=True, mode="easy"), seed=3, record=path)
    table.play("hold")
    yield table
    table.close()


@pytest.fixture
def header() -> Header:
    return make_header(load("siege", plain=True), ["person"], "mine")


class FullDisk:
    """A disk that takes some more bytes, and then none until it is freed."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, room: int) -> None:
        self.room = room
        self._write = os.write
        monkeypatch.setattr(os, "write", self.write)

    def write(self, descriptor: int, data: bytes) -> int:
        if self.room == 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        written = self._write(descriptor, data[: self.room])
        self.room -= written
        return written


def fails(number: int) -> Any:
    def fail(*_: Any, **__: Any) -> None:
        raise OSError(number, os.strerror(number))

    return fail


# A kill


def test_a_killed_process_loses_no_step_that_was_acknowledged(tmp_path: Path) -> None:
    chance = random.Random(9)
    paths = [tmp_path / f"{number}.htl" for number in range(10)]
    killed = [
        subprocess.Popen([sys.executable, "-c", PLAYS_UNTIL_KILLED, str(path)], stdout=subprocess.PIPE)
        for path in paths
    ]
    outputs = [first_line_and_the_rest(process, chance.uniform(0, 0.05)) for process in killed]
    for path, lines in zip(paths, outputs, strict=True):
        acknowledged = [line.split()[1].decode() for line in lines if line.endswith(b"\n")]
        written = [short_digest(moment.state) for moment in go_on(path).replay_steps(plain=True)][1:]
        assert written[: len(acknowledged)] == acknowledged
        assert len(written) <= len(acknowledged) + 1
        Table.resume(path, plain=True).close()


def first_line_and_the_rest(process: subprocess.Popen[bytes], seconds: float) -> list[bytes]:
    """Return what a process prints until it is killed, some time after its first line."""
    assert process.stdout is not None
    with process.stdout as output:
        first = output.readline()
        time.sleep(seconds)
        process.send_signal(signal.SIGKILL)
        assert process.wait() == -signal.SIGKILL
        return [first, *output.readlines()]


def go_on(path: Path) -> Record:
    return Record.read(path, cut_off="drop")


@pytest.mark.parametrize("cut", [1, 20, 60])
def test_a_game_whose_last_line_was_cut_off_is_resumed_before_it(table: Table, path: Path, cut: int) -> None:
    table.roll()
    table.close()
    whole = path.read_bytes()
    os.truncate(path, len(whole) - cut)
    again = Table.resume(path, plain=True)
    assert [done.play for done in again.steps] == ["reinforce 0 0 0"]
    assert path.read_bytes() == whole[:-cut]  # only looking changes nothing
    again.roll()
    again.close()
    assert path.read_bytes() == whole


# A full disk


def test_a_disk_that_fills_up_at_any_byte_refuses_the_step_and_nothing_is_lost(path: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", MEETS_A_FULL_DISK, str(path)], capture_output=True, text=True, check=False
    )
    assert ran.stderr == ""
    line = next(row for row in path.read_bytes().splitlines(keepends=True) if b'"step"' in row)
    assert int(ran.stdout) == len(line)
    assert Record.read(path).replay(plain=True) == load("siege").start()


@pytest.mark.parametrize("room", [0, 1, 30])
def test_no_space_leaves_exactly_the_lines_before(
    table: Table, path: Path, monkeypatch: pytest.MonkeyPatch, room: int
) -> None:
    before, state, done = path.read_bytes(), table.state.copy(), table.steps.copy()
    disk = FullDisk(monkeypatch, room)
    with pytest.raises(NotSaved, match="No space left on device; the game is as it was before, nothing is lost"):
        table.roll()
    assert (path.read_bytes(), table.state, table.steps) == (before, state, done)
    with pytest.raises(NotSaved):
        table.roll()
    disk.room = 10**6
    table.roll()
    play_out(table)
    assert Record.read(path).replay(plain=True) == table.state


def test_a_roll_that_could_not_be_saved_comes_again(table: Table, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = Table.open(load("siege", plain=True, mode="easy"), seed=3)
    other.play("hold")
    disk = FullDisk(monkeypatch, 0)
    for _ in range(5):
        with pytest.raises(NotSaved):
            table.roll()
    disk.room = 10**6
    assert [table.roll().play for _ in range(3)] == [other.roll().play for _ in range(3)]


def test_an_undo_that_cannot_be_saved_is_not_done(table: Table, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before, state = path.read_bytes(), table.state.copy()
    disk = FullDisk(monkeypatch, 5)
    with pytest.raises(NotSaved):
        table.undo()
    assert (path.read_bytes(), table.state, len(table.steps)) == (before, state, 1)
    disk.room = 10**6
    table.undo()
    assert Record.read(path).replay(plain=True) == table.state == load("siege", mode="easy").start()


def test_the_last_step_and_the_outcome_are_written_together_or_not_at_all(
    table: Table, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_out(table)
    table.undo()
    before = path.read_bytes()
    disk = FullDisk(monkeypatch, 100)  # enough for the step
    with pytest.raises(NotSaved):
        table.play("keep")
    assert path.read_bytes() == before
    disk.room = 10**6
    table.play("keep")
    assert Record.read(path).is_over


def test_a_torn_line_that_could_not_be_removed_is_overwritten_later(
    table: Table, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = path.read_bytes()
    with monkeypatch.context() as trouble:
        FullDisk(trouble, 40)
        calls = iter([os.ftruncate, fails(errno.EIO)])  # before writing, and when that failed
        trouble.setattr(os, "ftruncate", lambda *where: next(calls)(*where))
        with pytest.raises(NotSaved):
            table.roll()
        assert len(path.read_bytes()) == len(before) + 40
    assert go_on(path).good_bytes == len(before)
    table.roll()
    assert Record.read(path).replay(plain=True) == table.state


def test_lines_that_were_interrupted_do_not_show_behind_a_shorter_one(
    header: Header, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(descriptor: int) -> None:
        raise KeyboardInterrupt

    line = make_step_line(1, 0, "reinforce 0 0 0", load("siege", plain=True).start())
    recorder = RecordFileWriter.create(path, header)
    with monkeypatch.context() as trouble:
        trouble.setattr(os, "fsync", interrupted)
        with pytest.raises(KeyboardInterrupt):
            recorder.write(line, line)
    recorder.write(line)
    recorder.close()
    assert path.read_text() == format_line(header) + format_line(line)


def test_a_game_that_cannot_start_on_a_full_disk_leaves_no_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    FullDisk(monkeypatch, 10)
    with pytest.raises(NotSaved, match="No space left on device"):
        Table.open(load("siege", plain=True), record=path)
    assert not path.exists()


# Unwritable places


def test_a_file_that_exists_is_never_overwritten(path: Path) -> None:
    path.write_text("my diary")
    with pytest.raises(NotSaved, match="exists already, and a record is never overwritten"):
        Table.open(load("siege", plain=True), record=path)
    assert path.read_text() == "my diary"


def test_folders_are_made_where_they_are_missing(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "game.htl"
    Table.open(load("siege", plain=True), record=path).close()
    assert Record.read(path).steps == 0


@pytest.mark.parametrize("below", [Path("game.htl"), Path("deeper") / "game.htl"])
def test_a_file_in_place_of_a_folder_is_named(tmp_path: Path, below: Path) -> None:
    (tmp_path / "file").write_text("")
    folder = (tmp_path / "file" / below).parent
    with pytest.raises(NotSaved, match=f"the folder {folder} cannot be created: "):
        Table.open(load("siege", plain=True), record=tmp_path / "file" / below)


def test_a_folder_in_place_of_the_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NotSaved, match="exists already"):
        Table.open(load("siege", plain=True), record=tmp_path)
    with pytest.raises(NotSaved, match="cannot be written: Is a directory"):
        Table.resume(tmp_path)
    with pytest.raises(NotSaved, match="cannot be written: No such file"):
        Table.resume(tmp_path / "nothing.htl")


@pytest.fixture
def read_only_folder() -> Iterator[Path]:
    """Make a folder with a game that is read-only, also for root."""
    folder = Path(tempfile.mkdtemp())
    Table.open(load("siege", plain=True), record=folder / "game.htl").close()
    (folder / "game.htl").chmod(0o444)
    folder.chmod(0o555)
    am_root = os.geteuid() == 0
    if am_root:
        os.seteuid(NOBODY)
    yield folder
    if am_root:
        os.seteuid(0)
    folder.chmod(0o755)
    shutil.rmtree(folder)


def test_a_read_only_folder_is_refused_in_a_sentence(header: Header, read_only_folder: Path) -> None:
    with pytest.raises(NotSaved, match=r"new\.htl cannot be written: Permission denied"):
        RecordFileWriter.create(read_only_folder / "new.htl", header)
    with pytest.raises(NotSaved, match=r"the folder .*/games cannot be created: Permission denied"):
        RecordFileWriter.create(read_only_folder / "games" / "new.htl", header)
    with pytest.raises(NotSaved, match=r"game\.htl cannot be written: Permission denied"):
        RecordFileWriter.resume(read_only_folder / "game.htl")


def test_a_read_only_disk_is_refused_in_a_sentence(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "open", fails(errno.EROFS))
    with pytest.raises(NotSaved, match="cannot be written: Read-only file system"):
        Table.open(load("siege", plain=True), record=path)


# Two windows


def test_a_game_that_is_open_cannot_be_opened_again(table: Table, path: Path) -> None:
    for _ in range(2):
        with pytest.raises(NotSaved, match="is being played in another window"):
            Table.resume(path, plain=True)
    table.roll()
    table.close()
    again = Table.resume(path, plain=True)
    with pytest.raises(NotSaved, match="is being played in another window"):
        Table.resume(path, plain=True)
    again.close()


def test_a_game_is_locked_before_it_is_read(table: Table, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table.close()
    read, refused = Record.read, []

    def read_while_another_comes(*args: Any, **kwargs: Any) -> Record:
        with pytest.raises(NotSaved, match="another window") as refusal:
            RecordFileWriter.resume(path)
        refused.append(refusal.value)
        return read(*args, **kwargs)

    monkeypatch.setattr(Record, "read", read_while_another_comes)
    Table.resume(path, plain=True).close()
    assert refused


def test_a_game_that_is_refused_is_not_left_locked(table: Table, path: Path) -> None:
    play_out(table)
    table.close()
    for _ in range(3):
        with pytest.raises(BadRecord, match="this game is over"):
            Table.resume(path, plain=True)
    path.write_text("nonsense\n")
    for _ in range(3):
        with pytest.raises(BadRecord, match="not JSON"):
            Table.resume(path, plain=True)


def test_a_file_system_without_locks_is_played_on_all_the_same(
    header: Header, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pytest.importorskip("fcntl"), "flock", fails(errno.ENOLCK))
    RecordFileWriter.create(path, header).close()
    recorder, record = RecordFileWriter.resume(path)
    recorder.close()
    assert record.header == header


def test_a_closed_game_leaves_no_lock_file(table: Table, path: Path) -> None:
    assert {file.name for file in path.parent.iterdir()} == {"game.htl", ".game.htl.lock"}
    table.close()
    assert [file.name for file in path.parent.iterdir()] == ["game.htl"]


def test_a_lock_file_that_a_killed_process_left_locks_nothing(table: Table, path: Path) -> None:
    table.close()
    path.with_name(".game.htl.lock").touch()
    Table.resume(path, plain=True).close()


def test_links_to_a_game_share_its_lock(table: Table, path: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.htl"
    link.symlink_to(path)
    with pytest.raises(NotSaved, match="is being played in another window"):
        Table.resume(link, plain=True)
