"""Writing a record, line by line."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from .errors import HtlError
from .ledger import Ledger
from .record import Header, Line, Record, as_text

CONSOLATION = "the game stands as it was, nothing is lost"


class Pen(Protocol):
    """Writes a record down, wherever that is; a line that came back from `write` is safe."""

    def write(self, *lines: Line) -> None: ...

    def close(self) -> None: ...


class Recorder:
    """The pen of one record that is a file. A line is on the disk when `write` comes back."""

    def __init__(self, ledger: Ledger) -> None:
        self.path = ledger.path
        self._ledger = ledger

    @classmethod
    def begin(cls, path: Path, header: Header) -> Recorder:
        """A new record; a file that is there already is left alone."""
        return cls(Ledger.begin(path, as_text(header), CONSOLATION))

    @classmethod
    def go_on(cls, path: Path) -> tuple[Recorder, Record]:
        """An unfinished record, and the pen that goes on after its last whole line."""
        ledger = Ledger.go_on(path, CONSOLATION)
        try:
            record = Record.read(path, cut_off="drop")
        except HtlError:
            ledger.close()
            raise
        ledger.length = record.good_bytes
        return cls(ledger), record

    def write(self, *lines: Line) -> None:
        """All of these lines, or none of them."""
        self._ledger.append("".join(as_text(line) for line in lines))

    def close(self) -> None:
        self._ledger.close()
