"""A file that only grows, line by line, so that a killed process or a full disk loses nothing."""

from __future__ import annotations

import contextlib
import fcntl
import os
from pathlib import Path

from .errors import NotSaved


class Ledger:
    """A file that one process at a time writes to. A text is on the disk when `append` comes back."""

    def __init__(self, path: Path, descriptor: int, consolation: str) -> None:
        self.path = path
        self.length = 0
        """Bytes that count. What lies behind them was cut off, by a kill or by a full disk."""
        self._descriptor = descriptor
        self._consolation = consolation
        self._lock()

    @classmethod
    def begin(cls, path: Path, first: str, consolation: str) -> Ledger:
        """A new file with its first text; one that is there already is left alone.

        `consolation` is what stands as it was if the disk takes no more.
        """
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
        ledger = cls(path, descriptor, consolation)
        try:
            ledger.append(first)
        except NotSaved:
            ledger.close()
            with contextlib.suppress(OSError):
                path.unlink()
            raise
        return ledger

    @classmethod
    def go_on(cls, path: Path, consolation: str) -> Ledger:
        """A file that is there; it is locked before it is read, so that nobody writes in between.

        Whoever has read it sets `length` to what counts.
        """
        try:
            descriptor = os.open(path, os.O_RDWR)
        except OSError as error:
            raise NotSaved(f"{path} cannot be written: {error.strerror}") from error
        return cls(path, descriptor, consolation)

    def append(self, text: str) -> None:
        """All of it, or nothing."""
        data = text.encode()
        try:
            os.ftruncate(self._descriptor, self.length)
            written = 0
            while written < len(data):
                written += os.pwrite(self._descriptor, data[written:], self.length + written)
            os.fsync(self._descriptor)
        except OSError as error:
            with contextlib.suppress(OSError):
                os.ftruncate(self._descriptor, self.length)
            raise NotSaved(f"{self.path} cannot be written: {error.strerror}; {self._consolation}") from error
        self.length += len(data)

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
