"""TOML files that people write: read within bounds, every fault told with its file, line and reason."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from .errors import BadOption

LONGEST_TOLD = 40
LONGEST_PATH = 300
PART = r"""(?:(?<![\w-])[\w-]++|"[^"]*+"|'[^']*+')"""
DEEP_KEY = re.compile(rf"{PART}(?:\s*\.\s*{PART}){{20}}")
"""Time and memory for `a.a.a…` grow with the square of its parts."""


def read_text(path: Path, largest: int, what: str) -> str:
    """The text of a file; BadOption if it has more than `largest` bytes, which is too much for `what`."""
    name = one_line(str(path), LONGEST_PATH)
    try:
        path = path.expanduser()
        if path.is_fifo():  # opening it would wait for a writer
            raise BadOption(f"{name} cannot be read: it is a pipe")
        with path.open("rb") as file:  # it may be one that never ends
            data = file.read(largest + 1)
    except OSError as error:
        raise BadOption(f"{name} cannot be read: {error.strerror}") from None
    except (ValueError, RuntimeError):
        raise BadOption(f"{one_line(name)!r} cannot be the name of a file") from None
    if len(data) > largest:
        raise BadOption(f"{name} is too large for a {what}")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadOption(f"{name} is not UTF-8 text") from None


class TomlFile:
    """A file that was read. `tables` names those fields of the top that are tables of their own."""

    def __init__(self, text: str, name: str, tables: Collection[str] = ()) -> None:
        self.text = text
        self.name = one_line(name, LONGEST_PATH)
        self.tables = tables
        self.top = Table(self, "", self._data())

    def _data(self) -> dict[str, Any]:
        for number, line in enumerate(self.text.split("\n"), 1):
            if DEEP_KEY.search(line):
                raise BadOption(f"{self.name}, line {number}: a key has too many parts")
        try:
            return tomllib.loads(self.text)
        except tomllib.TOMLDecodeError as error:
            raise BadOption(f"{self.name}: this is no TOML: {error}") from None
        except ValueError:
            raise BadOption(f"{self.name}: a number in it is too long") from None
        except RecursionError:
            raise BadOption(f"{self.name}: its brackets are nested too deep") from None


@dataclass(frozen=True)
class Table:
    """A table of a file, or its top, which has no name. Whoever asks it for a field gets a good one."""

    file: TomlFile
    name: str
    data: dict[str, Any]
    place: int = 0
    """Which one it is of those with this name."""

    def only(self, known: Collection[str]) -> None:
        """Refuse any other field."""
        for field in self.data:
            if field not in known:
                raise self.fault(field, f"there is no such field; there are: {', '.join(sorted(known))}")

    def whole(self, field: str, least: int, most: int, clause: str = "") -> int:
        value = self.data.get(field)
        if type(value) is not int or not least <= value <= most:
            raise self.wrong(field, f"it must be a whole number from {least} to {most}", clause)
        return value

    def switch(self, field: str, clause: str = "") -> bool:
        value = self.data.get(field)
        if type(value) is not bool:
            raise self.wrong(field, "it must be true or false", clause)
        return value

    def word(self, field: str, words: Sequence[str], clause: str = "") -> str:
        value = self.data.get(field)
        if not isinstance(value, str) or value not in words:
            raise self.wrong(field, f"it must be {either(words)}", clause)
        return value

    def line(self, field: str, longest: int, clause: str = "") -> str:
        """A text that is one line."""
        value = self.data.get(field)
        if not is_line(value, longest):
            raise self.wrong(field, f"it must be one line of 1 to {longest} letters", clause)
        return str(value)

    def lines(self, field: str, least: int, longest: int, clause: str = "") -> tuple[str, ...]:
        """A list of such texts."""
        value = self.data.get(field)
        if not isinstance(value, list) or not all(is_line(one, longest) for one in value):
            raise self.wrong(field, f"it must be a list of lines of 1 to {longest} letters", clause)
        if len(value) < least:
            raise self.fault(field, f"it has {len(value)} lines; it must have {least} or more", clause)
        return tuple(value)

    def table(self, field: str, clause: str = "") -> Table:
        value = self.data.get(field)
        path = self.path(field)
        if not isinstance(value, dict):
            raise self.wrong(field, f"it must be a table [{one_line(path)}]", clause)
        return Table(self.file, path, value)

    def tables(self, field: str, clause: str = "") -> list[Table]:
        """Those that begin with [[field]]; there may be none."""
        value = self.data.get(field, [])
        path = self.path(field)
        if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
            raise self.wrong(field, f"each must be a table [[{one_line(path)}]]", clause)
        return [Table(self.file, path, one, place) for place, one in enumerate(value)]

    def wrong(self, field: str, wanted: str, clause: str = "") -> BadOption:
        """What it is, and what it ought to be."""
        return self.fault(field, f"{told(self.data.get(field))}; {wanted}", clause)

    def fault(self, field: str, reason: str, clause: str = "", below: int = 0) -> BadOption:
        """The sentence that refuses a field, so many lines below the one where it begins."""
        place = f"{self.file.name}, line {self.line_of(field) + below}"
        cited = f" ({clause})" if clause else ""
        return BadOption(f"{place}: {one_line(self.path(field))}: {reason}{cited}")

    def path(self, field: str) -> str:
        return f"{self.name}.{field}" if self.name else field

    def line_of(self, field: str) -> int:
        """The line where a field stands; else that of its table; else the first behind which it cannot be."""
        text = without_long_strings(self.file.text)
        mine = [key for key in keys_in(text) if key.table != self.name or key.place == self.place]
        for path in filter(None, (self.path(field), self.name)):
            for key in mine:
                if is_at(key.path, path):
                    return key.line
        if not self.name and field not in self.file.tables:
            for key in mine:
                if key.table:
                    return key.line
        return text.rstrip("\n").count("\n") + 1


class Key(NamedTuple):
    """What begins in a line: a table, or a field with its path."""

    line: int
    table: str
    place: int
    path: str


def keys_in(text: str) -> Iterator[Key]:
    table = ""
    seen: Counter[str] = Counter()
    for line, words in enumerate(text.split("\n"), 1):
        header, field = header_of(words), field_of(words)
        if header:
            table = header
            seen[table] += 1
        if header or field:
            path = header or (f"{table}.{field}" if table else field)
            yield Key(line, table, max(seen[table] - 1, 0), path)


def without_long_strings(text: str) -> str:
    """What stands between three quotes is taken out; the lines keep their numbers."""
    return re.sub(r"(\"\"\"|''').*?\1", lambda long: "\n" * long[0].count("\n"), text, flags=re.DOTALL)


def header_of(line: str) -> str:
    """The table that begins in this line, or nothing."""
    line = line.strip()
    return line.lstrip("[").partition("]")[0].strip(" \t\"'") if line.startswith("[") else ""


def field_of(line: str) -> str:
    """What is given a value in this line, or nothing."""
    key, equals, _ = line.partition("=")
    return re.sub(r"[\s\"']", "", key) if equals and "#" not in key else ""


def is_at(key: str, path: str) -> bool:
    """Whether a key is this one, or one below it."""
    return key == path or key.startswith(f"{path}.")


def is_line(value: object, longest: int) -> bool:
    return isinstance(value, str) and 0 < len(value.strip()) <= len(value) <= longest and value.isprintable()


def either(words: Sequence[str]) -> str:
    *some, last = map(repr, words)
    return f"{', '.join(some)} or {last}" if some else last


def told(value: object) -> str:
    if value is None:
        return "it is missing"
    try:
        return f"it is {one_line(str(value))!r}"
    except (RecursionError, ValueError):  # tables in tables without end, or a number without end
        return "it is too long to be told"


def one_line(text: str, longest: int = LONGEST_TOLD) -> str:
    return "".join(letter if letter.isprintable() else "?" for letter in text[:longest])
