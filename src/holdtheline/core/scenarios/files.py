"""Scenarios: what a game says about them, the files they come from, and the option that selects one."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from ..errors import BadFile, BadOption, UnknownName
from ..options import Option
from ..toml.file import TomlTable, printable_line, read_text_file


@dataclass(frozen=True)
class ScenarioSummary:
    """A scenario in a list."""

    title: str
    date: str
    place: str
    turns: int
    units: tuple[int, ...]  # of each seat, or of each of `sides`
    favoured_seat: int | None  # the seat that history favoured, if any
    sides: tuple[str, ...] = ()  # the names of the sides, if they are not the seats (fiction has no history)
    story: str = ""  # one sentence
    balance: str = ""  # how often computer players win it, if that was measured


@dataclass(frozen=True)
class BriefingSection:
    """A part of a briefing: a heading, lines, and perhaps a paragraph. They may be wider than a screen."""

    heading: str
    lines: tuple[str, ...]
    paragraph: str = ""


@dataclass(frozen=True)
class Scenarios:
    """The scenarios of a game. The values of `option` are the names of the shipped ones."""

    option: str
    named: Callable[[str], Any]
    read: Callable[[Path], Any]  # raises BadFile
    summary: Callable[[Any], ScenarioSummary]
    of_options: Callable[
        [Mapping[str, Any]], Any
    ]  # of the option `option`, which may be the text of a file, and others
    briefing: Callable[[Any], tuple[BriefingSection, ...]]  # what a player should know before the game
    card: Callable[[Any], tuple[BriefingSection, ...]]  # the briefing, and the units of both sides
    facts: Callable[[Any], dict[str, Any]]  # the card and the map, as JSON
    picture: Callable[[Any], str] | None = (
        None  # the map with the initial units; None: the picture of the initial state
    )
    headings: tuple[
        str, ...
    ] = ()  # tables that only files of this game have; they identify the game of an invalid file

    def has_heading(self, text: str) -> bool:
        """Return whether the text of a file has a heading that only battles of this game have."""
        return any(line.strip() in self.headings for line in text.splitlines())


MAX_FILE_BYTES = 60_000
CUSTOM_SCENARIO_HEADER = "# a battle of one's own\n"
"""The first line of a custom scenario in a record."""
CUSTOM_FILE_NAME = "own.toml"
"""The file name in error messages about such a text."""


class Titled(Protocol):
    @property
    def title(self) -> str: ...


Scenario = TypeVar("Scenario", bound=Titled, covariant=True)


@dataclass(frozen=True)
class ScenarioOption(Option):
    """A shipped scenario, a file, or the text of a file, as a record keeps it."""

    files: ScenarioFiles[Titled] = field(kw_only=True)
    is_public: bool = field(kw_only=True)

    def display_value(self, value: str | int) -> str:
        return self.files.of_value(str(value)).title

    def heading_text(self, value: str | int) -> str:
        return self.display_value(value)

    def public_value(self, value: str | int) -> str | int:
        return value if self.is_public or value in self.values else self.display_value(value)

    def is_file(self, value: object) -> bool:
        text = str(value).strip()
        return "\n" not in text and Path(text).suffix == ".toml"

    def file_of(self, value: object) -> Path | None:
        text = str(value).strip()
        if text in self.values:
            return self.files.folder / f"{text}.toml"
        return Path(text) if self.is_file(text) else None

    def parse(self, value: object) -> str | int:
        text = str(value).strip()
        if text in self.values:
            return text
        if self.is_file(text):
            path = Path(text)
            text = read_text_file(path, MAX_FILE_BYTES, "battle")
            self.files.from_text(text, path.name)  # so that an error message names this file and the line
            text = (CUSTOM_SCENARIO_HEADER + text).strip()
        elif not text.startswith(CUSTOM_SCENARIO_HEADER.strip()):
            names = ", ".join(map(str, self.values))
            raise BadOption(
                f"unknown battle {printable_line(text)!r} ({self.clause}); "
                f"choose from {names}, or name a file like my.toml"
            )
        self.files.of_value(text)
        return text


@dataclass(frozen=True, eq=False)
class ScenarioFiles(Generic[Scenario]):
    """The scenario files of a game. `from_text(text, name)` parses one, or raises BadFile."""

    folder: Path
    from_text: Callable[[str, str], Scenario]

    @cache  # noqa: B019 - there is one instance for each game
    def shipped(self) -> tuple[str, ...]:
        """Return the names of the scenarios in the folder: their file names without the suffix."""
        return tuple(sorted(path.stem for path in self.folder.glob("*.toml")))

    @cache  # noqa: B019
    def named(self, name: str) -> Scenario:
        """Return a shipped scenario."""
        if name not in self.shipped():
            names = ", ".join(self.shipped())
            raise UnknownName(f"unknown battle {printable_line(name)!r}; choose from: {names}")
        return self.read(self.folder / f"{name}.toml")

    def read(self, path: Path) -> Scenario:
        """Return the scenario in a file, or raise BadFile."""
        return self.from_text(read_text_file(path, MAX_FILE_BYTES, "battle"), path.name)

    def of_value(self, value: str) -> Scenario:
        """Return the scenario that a value of the option means."""
        if value in self.shipped():
            return self.named(value)
        if len(value.encode(errors="replace")) > MAX_FILE_BYTES + len(CUSTOM_SCENARIO_HEADER):
            raise BadOption(f"{CUSTOM_FILE_NAME} is too large for a battle")
        return self.from_text(value, CUSTOM_FILE_NAME)

    def option(self, default: str, clause: str, is_public: bool = True) -> ScenarioOption:
        """Return the option `scenario`; without `is_public`, only the title of a custom scenario is public."""
        names = (default, *(name for name in self.shipped() if name != default))
        meaning = "the battle: one that is shipped, or a TOML file"
        return ScenarioOption("scenario", names, meaning, clause, title="Battle", files=self, is_public=is_public)


def refuse_campaign(top: TomlTable, piece_table: str) -> None:
    """Refuse a campaign file given as a battle; `piece_table` is a table that every battle of the game has."""
    if "scene" in top.data and piece_table not in top.data:
        start = f"start it with htl campaign start {top.file.name}"
        raise BadFile(f"this is a campaign, not a battle; {start}", path=top.file.name, clause="K6.3")


def scenario_number(value: str) -> int:
    """Return a hash of the option's value, the same on every machine."""
    digest = hashlib.blake2b(value.encode(errors="surrogatepass"), digest_size=7).digest()
    return int.from_bytes(digest, "little")
