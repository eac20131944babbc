"""The folder of a tournament: results, records and logs, safe against a kill at any moment.

`results.jsonl` has one line per game; once `ResultStore.save` returns, its lines are on the disk. A game belongs to
a tournament by the key of its job, so results of other bots may be in the same file without harm."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import threading
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from ...core.errors import BadOption, NotSaved
from ...core.game_record.durable_file import READ_WRITE, FileLock, append_to_disk
from ..job import GameResult
from .schedule import TournamentSettings

RESULTS_FILE, SETTINGS_FILE, LOCK_FILE = "results.jsonl", "tournament.json", "lock"
GAMES_FOLDER, LOGS_FOLDER = "games", "logs"


@dataclass(frozen=True)
class PlayedJob:
    """A result with the record of its game."""

    result: GameResult
    record: bytes | None = None


@dataclass(frozen=True)
class GameFileNames:
    """The base name of a game's files, and the bots' names by seat for their logs."""

    game: str
    seats: tuple[str, str]


class ResultStore:
    """The folder of a tournament, locked by one process at a time."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.results: dict[str, GameResult] = {}
        self._file = -1
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._lock = FileLock(folder / LOCK_FILE)
        except BlockingIOError as error:
            raise NotSaved(f"another tournament is being played in {folder}") from error
        except OSError as error:
            raise NotSaved(f"the folder {folder} cannot be used: {error.strerror}") from error
        try:
            self._open()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> ResultStore:
        return self

    def __exit__(self, *what: object) -> None:
        self.close()

    def close(self) -> None:
        if self._file >= 0:
            os.close(self._file)
            self._file = -1
        self._lock.release()

    def check_settings(self, settings: TournamentSettings) -> None:
        """Save the settings, or raise `BadOption` if the folder has a tournament with other settings."""
        new = json.loads(json.dumps(asdict(settings)))
        saved = self._read_settings()
        if saved is None:
            write_atomically(self.folder / SETTINGS_FILE, json.dumps(new, indent=1).encode() + b"\n")
            return
        for name, value in new.items():
            if saved.get(name) != value:
                raise BadOption(
                    f"{self.folder} has a tournament with {_describe_setting(name, saved.get(name))}, but this "
                    f"one has {_describe_setting(name, value)}; choose another folder for --out"
                )

    def seed(self) -> int | None:
        """Return the seed in the folder's settings, or None."""
        found = (self._read_settings() or {}).get("seed")
        return found if isinstance(found, int) else None

    def _read_settings(self) -> dict[str, Any] | None:
        path = self.folder / SETTINGS_FILE
        try:
            found = json.loads(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as error:
            raise NotSaved(f"{path} cannot be read; choose another folder") from error
        if not isinstance(found, dict):
            raise NotSaved(f"{path} cannot be read; choose another folder")
        return found

    def save(self, games: Iterable[tuple[PlayedJob, GameFileNames]]) -> None:
        """Save games; when this returns, they are on the disk."""
        with defer_interrupts():
            results = [self._with_files(played, names) for played, names in games]
            text = "".join(json.dumps(result.to_json(), separators=(",", ":")) + "\n" for result in results)
            self._append(text.encode())
            self.results.update((result.key, result) for result in results)

    def has_record(self, result: GameResult) -> bool:
        """Return whether the record of this game is in the folder."""
        return result.record is not None and (self.folder / result.record).is_file()

    # Files

    def _with_files(self, played: PlayedJob, names: GameFileNames) -> GameResult:
        """Write the record and the logs to separate files: only its author may see a log."""
        result, record = played.result, None
        if played.record is not None:
            record = f"{GAMES_FOLDER}/{names.game}.htl"
            write_atomically(self.folder / record, played.record)
        for name, log in zip(names.seats, result.logs, strict=False):
            if log:
                data = log.encode(errors="replace")
                write_atomically(self.folder / LOGS_FOLDER / name / f"{names.game}.log", data)
        return replace(result, record=record, logs=())

    def _open(self) -> None:
        path = self.folder / RESULTS_FILE
        try:
            self._file = os.open(path, READ_WRITE | os.O_CREAT, 0o644)
            data = path.read_bytes()
        except OSError as error:
            raise NotSaved(f"{path} cannot be used: {error.strerror}") from error
        # A kill may have left an incomplete last line.
        self._length = data.rfind(b"\n") + 1
        for number, line in enumerate(data[: self._length].splitlines(), 1):
            try:
                result = GameResult.from_json(json.loads(line))
            except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
                raise NotSaved(f"{path}, line {number} is damaged; delete that line to continue") from error
            self.results[result.key] = result

    def _append(self, data: bytes) -> None:
        try:
            append_to_disk(self._file, data, self._length)
        except OSError as error:
            raise NotSaved(
                f"{self.folder / RESULTS_FILE} cannot be written: {error.strerror}; "
                "earlier games are saved; run the same command to continue"
            ) from error
        self._length += len(data)


@contextlib.contextmanager
def defer_interrupts() -> Iterator[None]:
    """Delay Ctrl-C until the end of the block, so that memory and disk agree.

    Blocking the signal is not enough: another thread may receive it and Python raises it here.
    """
    if threading.current_thread() is not threading.main_thread():
        yield  # Python raises signals only in the main thread
        return
    pressed: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: pressed.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if pressed:
        signal.raise_signal(signal.SIGINT)


def _describe_setting(name: str, value: Any) -> str:
    if name == "options" and isinstance(value, list):
        return f"the options {', '.join(' '.join(map(str, pair)) for pair in value) or 'default'}"
    if name == "limits" and isinstance(value, dict):
        return "limits " + ", ".join(f"{key} {number}" for key, number in value.items())
    return f"{name} {value}"


def write_atomically(path: Path, data: bytes) -> None:
    """Replace a file atomically; create missing folders."""
    new = path.with_name(f".{path.name}.new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        new.write_bytes(data)
        os.replace(new, path)
    except OSError as error:
        with contextlib.suppress(OSError):
            new.unlink()
        raise NotSaved(f"{path} cannot be written: {error.strerror}") from error
