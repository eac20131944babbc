"""Call `htl` in this process, with an own data folder for each test."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

import pytest

from holdtheline.cli import main


@dataclass(frozen=True)
class Answer:
    code: int
    out: str
    err: str

    @property
    def complaint(self) -> str:
        """Return the one sentence of an error message."""
        lines = self.err.strip().splitlines()
        assert len(lines) == 1, self.err
        assert lines[0].startswith("htl: ")
        assert "Traceback" not in self.err + self.out
        return lines[0].removeprefix("htl: ")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "home"
    monkeypatch.setenv("HTL_HOME", str(folder))
    return folder


@pytest.fixture
def htl(home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., Answer]:
    def call(*words: str, lines: Iterable[str] = ()) -> Answer:
        monkeypatch.setattr(sys, "argv", ["htl", *words])
        monkeypatch.setattr(sys, "stdin", StringIO("".join(f"{line}\n" for line in lines)))
        with pytest.raises(SystemExit) as exit_:
            main()
        captured = capsys.readouterr()
        assert isinstance(exit_.value.code, int)
        return Answer(exit_.value.code, captured.out, captured.err)

    return call
