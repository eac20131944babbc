"""Battles as files: those of a game's folder, those that people write, and the option that takes either."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Generic, Protocol, TypeVar

from .contract import Option
from .errors import BadOption, UnknownName
from .tomlfile import one_line, read_text

LARGEST_FILE = 60_000
MARK = "# a battle of one's own\n"
"""How the text of a file begins that a record keeps."""
OWN = "own.toml"
"""What such a text is called where it has a fault."""


class Titled(Protocol):
    @property
    def title(self) -> str: ...


Battle = TypeVar("Battle", bound=Titled, covariant=True)


@dataclass(frozen=True, eq=False)
class BattleFiles(Generic[Battle]):
    """The battles of a game. `from_text(text, name)` reads one, and tells what is wrong and in which line."""

    folder: Path
    from_text: Callable[[str, str], Battle]

    @cache  # noqa: B019 - there is one for each game, for good
    def shipped(self) -> tuple[str, ...]:
        """The names of the battles in the folder, which are those of their files without the ending."""
        return tuple(sorted(path.stem for path in self.folder.glob("*.toml")))

    @cache  # noqa: B019
    def named(self, name: str) -> Battle:
        if name not in self.shipped():
            there_are = ", ".join(self.shipped())
            raise UnknownName(f"there is no battle {one_line(name)!r}; the battles are: {there_are}")
        return self.read(self.folder / f"{name}.toml")

    def read(self, path: Path) -> Battle:
        """A battle from its file; BadOption tells what is wrong with it, and in which line."""
        return self.from_text(read_text(path, LARGEST_FILE, "battle"), path.name)

    def of_value(self, value: str) -> Battle:
        """By the value of the option."""
        if value in self.shipped():
            return self.named(value)
        if len(value.encode(errors="replace")) > LARGEST_FILE + len(MARK):
            raise BadOption(f"{OWN} is too large for a battle")
        return self.from_text(value, OWN)

    def option(self, first: str, clause: str, is_open: bool = True) -> BattleOption:
        """The option `scenario`; `first` is the usual one. A text is told to nobody unless it `is_open`."""
        names = (first, *(name for name in self.shipped() if name != first))
        meaning = "the battle: one that is shipped, or a TOML file"
        return BattleOption("scenario", names, meaning, clause, self, is_open)


@dataclass(frozen=True)
class BattleOption(Option):
    """A battle that is shipped, a file, or the text of a file, as a record keeps it."""

    files: BattleFiles[Titled]
    is_open: bool

    def shown(self, value: str | int) -> str:
        return self.files.of_value(str(value)).title

    def told(self, value: str | int) -> str:
        return self.shown(value)

    def public(self, value: str | int) -> str | int:
        return value if self.is_open or value in self.values else self.shown(value)

    def is_file(self, value: object) -> bool:
        text = str(value).strip()
        return "\n" not in text and Path(text).suffix == ".toml"

    def read(self, value: object) -> str | int:
        text = str(value).strip()
        if text in self.values:
            return text
        if self.is_file(text):
            path = Path(text)
            text = read_text(path, LARGEST_FILE, "battle")
            self.files.from_text(text, path.name)  # so that a fault has the file's name, and its line
            text = (MARK + text).strip()
        elif not text.startswith(MARK.strip()):
            there_are = ", ".join(map(str, self.values))
            raise BadOption(
                f"there is no battle {one_line(text)!r} ({self.clause}); "
                f"there are {there_are}, or a file like my.toml"
            )
        self.files.of_value(text)
        return text


def number_of(value: str) -> int:
    """The number of a battle by the value of the option: the same on every machine, different for others."""
    digest = hashlib.blake2b(value.encode(errors="surrogatepass"), digest_size=7).digest()
    return int.from_bytes(digest, "little")
