"""Writing a record, line by line, so that a killed process or a full disk loses nothing."""

from __future__ import annotations

import contextlib
import fcntl
import os
from pathlib import Path
from typing import Protocol

from .errors import HtlError, NotSaved
from .record import Header, Line, Record, as_text


class Pen(Protocol):
    """Writes a record down, wherever that is; a line that came back from `write` is safe."""

    def write(self, *lines: Line) -> None: ...

    def close(self) -> None: ...


class Recorder:
    """The pen of one record that is a file. A line is on the disk when `write` comes back."""

    def __init__(self, path: Path, descriptor: int, length: int) -> None:
        self.path = path
        self._descriptor = descriptor
        self._length = length

    @classmethod
    def begin(cls, path: Path, header: Header) -> Recorder:
        """A new record; a file that is there already is left alone."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise NotSaved(f"the folder {path.parent} cannot be made: {error.strerror}") from error
        try:
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o644)
        except FileExistsError as error:
            raise NotSaved(f"{path} exists already, and a record is never overwritten") from error
        except OSError as error:
            raise NotSaved(f"{path} cannot be written: {error.strerror}") from error
        recorder = cls(path, descriptor, 0)
        recorder._lock()
        try:
            recorder.write(header)
        except NotSaved:
            recorder.close()
            with contextlib.suppress(OSError):
                path.unlink()
            raise
        return recorder

    @classmethod
    def go_on(cls, path: Path) -> tuple[Recorder, Record]:
        """An unfinished record, and the pen that goes on after its last whole line.

        It is locked before it is read, so that nobody writes in between.
        """
        try:
            descriptor = os.open(path, os.O_RDWR)
        except OSError as error:
            raise NotSaved(f"{path} cannot be written: {error.strerror}") from error
        recorder = cls(path, descriptor, 0)
        recorder._lock()
        try:
            record = Record.read(path, cut_off="drop")
        except HtlError:
            recorder.close()
            raise
        recorder._length = record.good_bytes
        return recorder, record

    def write(self, *lines: Header | Line) -> None:
        """All of these lines, or none of them."""
        data = "".join(as_text(line) for line in lines).encode()
        try:
            # What lies behind the last whole line was cut off, by a kill or by a full disk.
            os.ftruncate(self._descriptor, self._length)
            written = 0
            while written < len(data):
                written += os.pwrite(self._descriptor, data[written:], self._length + written)
            os.fsync(self._descriptor)
        except OSError as error:
            with contextlib.suppress(OSError):
                os.ftruncate(self._descriptor, self._length)
            raise NotSaved(
                f"{self.path} cannot be written: {error.strerror}; the game stands as it was, nothing is lost"
            ) from error
        self._length += len(data)

    def close(self) -> None:
        os.close(self._descriptor)

    def _lock(self) -> None:
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            self.close()
            raise NotSaved(f"{self.path} is being played in another window") from error
        except OSError:
            return  # a file system without locks
