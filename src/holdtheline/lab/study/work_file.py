"""The work file of a study: the rows of the games played so far, so that it survives a kill.

The first line identifies the study. Each further line has a slice of games of one variant and arrangement, in order. A
line that a kill cut off is dropped, and its games are played again: they are the same.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from ...core.errors import NotSaved
from ...core.game_record.writer import AppendOnlyFile
from ...core.state_record import Words
from .model import Study

WORK_FILE = "games.jsonl"
ADVICE = "what was played before is saved, and the same command continues"
Place = tuple[int, int]
"""A variant and an arrangement, by index."""


class PlayedGames:
    """The rows of all games of a study, in memory."""

    def __init__(self) -> None:
        self._parts: dict[Place, list[Words]] = {}
        self._counts: dict[Place, int] = {}

    def count(self, place: Place) -> int:
        """Return the number of games played."""
        return self._counts.get(place, 0)

    def rows(self, place: Place, count: int) -> Words:
        """Return the rows of the first games."""
        parts = self._parts[place]
        if len(parts) > 1:
            parts[:] = [np.concatenate(parts)]
        return parts[0][:count]

    def save(self, place: Place, rows: Words) -> None:
        """Add the next games."""
        self._add(place, self.count(place), rows)

    def _add(self, place: Place, first: int, rows: Words) -> None:
        if first != self.count(place):
            raise ValueError("games are missing")
        self._parts.setdefault(place, []).append(rows)
        self._counts[place] = first + len(rows)


class WorkFile(PlayedGames):
    """The same, also on the disk. Only one process at a time has the file open."""

    def __init__(self, folder: Path, study: Study) -> None:
        """Open the file in a folder and read it, or create it; raise NotSaved if it is that of another study."""
        super().__init__()
        self.path = folder / WORK_FILE
        first = json.dumps({"study": study.digest, "title": study.title}) + "\n"
        if not self.path.exists():
            self._file = AppendOnlyFile.create(self.path, first, ADVICE)
            return
        self._file = AppendOnlyFile.open(self.path, ADVICE)
        try:
            self._read(study, first)
        except NotSaved:
            self._file.close()
            raise

    def _read(self, study: Study, first: str) -> None:
        data = self.path.read_bytes()
        self._file.length = data.rfind(b"\n") + 1
        lines = data[: self._file.length].splitlines()
        if not lines:
            self._file.append(first)
            return
        for number, line in enumerate(lines, 1):
            try:
                fields = json.loads(line)
                if number == 1:
                    if fields["study"] != study.digest:
                        other = "this study with other rules, variants or seeds"
                        raise NotSaved(f"{self.path} has the games of {other}; choose another folder for --out")
                    continue
                self._add((fields["variant"], fields["arrangement"]), fields["first"], decode_rows(fields))
            except (ValueError, KeyError, TypeError, zlib.error) as error:
                raise NotSaved(f"{self.path}, line {number} is damaged; delete it and the lines after it") from error

    def save(self, place: Place, rows: Words) -> None:
        """Add the next games; when this returns, they are on the disk."""
        first = self.count(place)
        line = {"variant": place[0], "arrangement": place[1], "first": first, **encode_rows(rows)}
        self._file.append(json.dumps(line) + "\n")
        self._add(place, first, rows)

    def close(self) -> None:
        self._file.close()


def encode_rows(rows: Words) -> dict[str, str | int]:
    packed = zlib.compress(np.ascontiguousarray(rows, "<i8").tobytes(), 1)
    return {"games": len(rows), "columns": rows.shape[1], "rows": base64.b64encode(packed).decode()}


def decode_rows(fields: Mapping[str, object]) -> Words:
    data = zlib.decompress(base64.b64decode(str(fields["rows"]), validate=True))
    return np.frombuffer(data, "<i8").reshape(int(str(fields["games"])), int(str(fields["columns"]))).astype(np.int64)
