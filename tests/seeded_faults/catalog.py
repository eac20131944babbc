"""The seeded faults: read `faults.toml`, apply a fault to a source text."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
FAULTS_FILE = HERE / "faults.toml"
KERNEL_FOLDERS = tuple(f"src/holdtheline/{name}/" for name in ("core", "games", "players"))
"""A change below these folders renames the cache of compiled rules, so everything is compiled again."""


@dataclass(frozen=True)
class Fault:
    """One seeded fault."""

    id: str
    area: str
    file: str
    old: str
    """The exact text to replace; it occurs once in the file."""
    new: str
    breaks: str
    """What the fault breaks, in one sentence."""
    tests: tuple[str, ...]
    """The files and folders with the tests that should find it."""

    @property
    def changes_kernels(self) -> bool:
        return self.file.startswith(KERNEL_FOLDERS)

    def apply(self, text: str) -> str:
        count = text.count(self.old)
        if count != 1:
            where = f"{self.file} has the old text of {self.id} {count} times, not once"
            raise ValueError(f"{where}: update {FAULTS_FILE.relative_to(ROOT)}")
        return text.replace(self.old, self.new)

    def changed_lines(self, text: str) -> tuple[list[str], list[str]]:
        """Return the lines of the source that the fault replaces, and the lines it puts there."""
        before, after = text.splitlines(), self.apply(text).splitlines()
        while before and after and before[0] == after[0]:
            del before[0], after[0]
        while before and after and before[-1] == after[-1]:
            del before[-1], after[-1]
        return before, after


def read_faults() -> list[Fault]:
    tables = tomllib.loads(FAULTS_FILE.read_text(encoding="utf-8"))["fault"]
    return [Fault(**{**table, "tests": tuple(table["tests"])}) for table in tables]
