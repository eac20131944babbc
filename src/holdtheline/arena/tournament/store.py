"""The folder of a tournament: results, records and logs, safe against a kill at any moment.

`results.jsonl` has a line a game. A line that came back from `keep` is on the disk. A game belongs to a
tournament by its key, so results of other bots may stand in the same file and do no harm.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import signal
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from ...core.errors import BadOption, NotSaved
from ..playing import GameResult
from .schedule import Settings

RESULTS, SETTLED, LOCK = "results.jsonl", "tournament.json", "lock"
GAMES, LOGS = "games", "logs"


@dataclass(frozen=True)
class Played:
    """A game as it comes from whoever played it."""

    result: GameResult
    record: bytes | None = None


@dataclass(frozen=True)
class Names:
    """How the files of a game are called, and whose logs those of its seats are."""

    game: str
    seats: tuple[str, str]


class Store:
    """The folder, held by one process at a time."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.results: dict[str, GameResult] = {}
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._lock = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        except OSError as error:
            raise NotSaved(f"the folder {folder} cannot be used: {error.strerror}") from error
        self._file = -1
        try:
            self._hold()
            self._open()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *what: object) -> None:
        self.close()

    def close(self) -> None:
        for descriptor in (self._file, self._lock):
            if descriptor >= 0:
                os.close(descriptor)
        self._file = self._lock = -1

    def settle(self, settings: Settings) -> None:
        """This folder is for one game, its options, one seed and one way to judge; another is refused."""
        mine = json.loads(json.dumps(asdict(settings)))
        theirs = self._settled()
        if theirs is None:
            write_whole(self.folder / SETTLED, json.dumps(mine, indent=1).encode() + b"\n")
            return
        for name, value in mine.items():
            if theirs.get(name) != value:
                raise BadOption(
                    f"{self.folder} has a tournament with {_told(name, theirs.get(name))}, and this one has "
                    f"{_told(name, value)}; take another folder for --out"
                )

    def seed(self) -> int | None:
        """The seed that this folder is for, if it is for one already."""
        found = (self._settled() or {}).get("seed")
        return found if isinstance(found, int) else None

    def _settled(self) -> dict[str, Any] | None:
        path = self.folder / SETTLED
        try:
            found = json.loads(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as error:
            raise NotSaved(f"{path} cannot be read; take another folder") from error
        if not isinstance(found, dict):
            raise NotSaved(f"{path} cannot be read; take another folder")
        return found

    def keep(self, some: Iterable[tuple[Played, Names]]) -> None:
        """Write all of these down; when this comes back, they are on the disk."""
        with undisturbed():
            kept = [self._with_files(played, names) for played, names in some]
            text = "".join(json.dumps(one.to_json(), separators=(",", ":")) + "\n" for one in kept)
            self._append(text.encode())
            self.results.update((one.key, one) for one in kept)

    def is_there(self, result: GameResult) -> bool:
        """Whether the record of this game is a file in this folder."""
        return result.record is not None and (self.folder / result.record).is_file()

    # Files

    def _with_files(self, played: Played, names: Names) -> GameResult:
        """Record and logs go into files of their own: the record for everybody, a log for its author."""
        result, record = played.result, None
        if played.record is not None:
            record = f"{GAMES}/{names.game}.htl"
            write_whole(self.folder / record, played.record)
        for name, log in zip(names.seats, result.logs, strict=False):
            if log:
                data = log.encode(errors="replace")
                write_whole(self.folder / LOGS / name / f"{names.game}.log", data)
        return replace(result, record=record, logs=())

    def _hold(self) -> None:
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise NotSaved(f"another tournament is being played in {self.folder}") from error
        except OSError:
            return  # a file system without locks

    def _open(self) -> None:
        path = self.folder / RESULTS
        try:
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
            data = path.read_bytes()
        except OSError as error:
            raise NotSaved(f"{path} cannot be used: {error.strerror}") from error
        # What lies behind the last whole line was cut off by a kill.
        self._length = data.rfind(b"\n") + 1
        for number, line in enumerate(data[: self._length].splitlines(), 1):
            try:
                result = GameResult.from_json(json.loads(line))
            except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
                raise NotSaved(f"{path}, line {number} is damaged; delete that line to go on") from error
            self.results[result.key] = result

    def _append(self, data: bytes) -> None:
        try:
            os.ftruncate(self._file, self._length)
            written = 0
            while written < len(data):
                written += os.pwrite(self._file, data[written:], self._length + written)
            os.fsync(self._file)
        except OSError as error:
            with contextlib.suppress(OSError):
                os.ftruncate(self._file, self._length)
            raise NotSaved(
                f"{self.folder / RESULTS} cannot be written: {error.strerror}; "
                "what was played before is kept, and the same command goes on"
            ) from error
        self._length += len(data)


@contextlib.contextmanager
def undisturbed() -> Iterator[None]:
    """Ctrl-C waits until this is done: what is on the disk is also known."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _told(name: str, value: Any) -> str:
    if name == "options" and isinstance(value, list):
        return f"the options {', '.join(' '.join(map(str, pair)) for pair in value) or 'as usual'}"
    if name == "limits" and isinstance(value, dict):
        return "limits " + ", ".join(f"{key} {number}" for key, number in value.items())
    return f"{name} {value}"


def write_whole(path: Path, data: bytes) -> None:
    """The whole file or, if something happens, the one before; folders are made where there are none."""
    new = path.with_name(f".{path.name}.new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        new.write_bytes(data)
        os.replace(new, path)
    except OSError as error:
        with contextlib.suppress(OSError):
            new.unlink()
        raise NotSaved(f"{path} cannot be written: {error.strerror}") from error
