"""Write a game record line by line to an append-only file, safe against a killed process and a full disk."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import Protocol

from ..errors import HtlError, NotSaved
from .durable_file import READ_WRITE, FileLock, append_to_disk
from .lines import Header, RecordLine, format_line
from .replay import Record


class AppendOnlyFile:
    """A file that one process at a time writes to. A text is on the disk when `append` returns."""

    def __init__(self, path: Path, descriptor: int, note: str) -> None:
        self.path = path
        self.length = 0  # valid bytes; what follows was cut off by a kill or by a full disk
        self._descriptor = descriptor
        self._note = note
        try:
            target = path.resolve()  # two links to a record share its lock
            self._lock = FileLock(target.with_name(f".{target.name}.lock"))
        except BlockingIOError as error:
            os.close(descriptor)
            raise NotSaved(f"{path} is being played in another window") from error

    @classmethod
    def create(cls, path: Path, first: str, note: str) -> AppendOnlyFile:
        """Create a file and write its first text, or raise NotSaved if it exists.

        `note` ends the message if writing fails: it says what is unchanged.
        """
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise NotSaved(f"the folder {path.parent} cannot be created: {error.strerror}") from error
        try:
            descriptor = os.open(path, READ_WRITE | os.O_CREAT | os.O_EXCL, 0o644)
        except FileExistsError as error:
            raise NotSaved(f"{path} exists already, and a record is never overwritten") from error
        except OSError as error:
            raise NotSaved(f"{path} cannot be written: {error.strerror}") from error
        file = cls(path, descriptor, note)
        try:
            file.append(first)
        except NotSaved:
            file.close()
            with contextlib.suppress(OSError):
                path.unlink()
            raise
        return file

    @classmethod
    def open(cls, path: Path, note: str) -> AppendOnlyFile:
        """Open an existing file and lock it; the caller reads it and then sets `length`."""
        try:
            descriptor = os.open(path, READ_WRITE)
        except OSError as error:
            raise NotSaved(f"{path} cannot be written: {error.strerror}") from error
        return cls(path, descriptor, note)

    def append(self, text: str) -> None:
        """Write the whole text, or raise NotSaved and write nothing."""
        data = text.encode()
        try:
            append_to_disk(self._descriptor, data, self.length)
        except OSError as error:
            raise NotSaved(f"{self.path} cannot be written: {error.strerror}; {self._note}") from error
        self.length += len(data)

    def close(self) -> None:
        os.close(self._descriptor)
        self._lock.release()


NOTHING_LOST = "the game is as it was before, nothing is lost"


class RecordWriter(Protocol):
    """Anything that saves a record. A line is saved when `write` returns."""

    def write(self, *lines: RecordLine) -> None: ...

    def close(self) -> None: ...


class RecordFileWriter:
    """Write a record to a file. A line is on the disk when `write` returns."""

    def __init__(self, file: AppendOnlyFile) -> None:
        self.path = file.path
        self._file = file

    @classmethod
    def create(cls, path: Path, header: Header) -> RecordFileWriter:
        """Create a record, or raise NotSaved if the file exists."""
        return cls(AppendOnlyFile.create(path, format_line(header), NOTHING_LOST))

    @classmethod
    def resume(cls, path: Path) -> tuple[RecordFileWriter, Record]:
        """Open an unfinished record, to write after its last whole line."""
        file = AppendOnlyFile.open(path, NOTHING_LOST)
        try:
            record = Record.read(path, cut_off="drop")
        except HtlError:
            file.close()
            raise
        file.length = record.good_bytes
        return cls(file), record

    def write(self, *lines: RecordLine) -> None:
        """Write all of these lines, or raise NotSaved and write none."""
        self._file.append("".join(format_line(line) for line in lines))

    def close(self) -> None:
        self._file.close()
