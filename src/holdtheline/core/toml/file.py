"""Read TOML files written by people, within size limits; every fault has the file, the line and the reason."""

from __future__ import annotations

import difflib
import functools
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from ..errors import BadFile, BadOption
from ..sentences import capitalize_first, plural

MAX_SHOWN_CHARS = 40
MAX_PATH_CHARS = 300
KEY_PART = r"""(?:(?<![\w-])[\w-]++|"[^"]*+"|'[^']*+')"""
DEEP_KEY = re.compile(rf"{KEY_PART}(?:\s*\.\s*{KEY_PART}){{20}}")
"""Parsing `a.a.a…` takes time and memory that grow with the square of its parts."""

LIKENESS = 0.7
"""How much an unknown word must look like a known one to be taken for it, from 0 to 1."""
MAX_FAULTS = 100
"""A file with this many faults is not read to its end."""

Parsed = TypeVar("Parsed")


def printable_line(text: object, max_length: int = MAX_SHOWN_CHARS, replacement: str = "?") -> str:
    """Return a text from a file in a form for messages: short, on one line, without control characters."""
    return "".join(character if character.isprintable() else replacement for character in str(text)[:max_length])


def read_text_file(path: Path, max_bytes: int, kind: str) -> str:
    """Return the text of a file; refuse one with more than `max_bytes`. `kind` says what the file should be."""
    name = printable_line(path, MAX_PATH_CHARS)
    try:
        path = path.expanduser()
        if path.is_fifo():  # opening it would wait for a writer
            raise BadOption(f"{name} cannot be read: it is a pipe")
        with path.open("rb") as file:  # a device may have no end
            data = file.read(max_bytes + 1)
    except OSError as error:
        raise BadOption(f"{name} cannot be read: {error.strerror}") from None
    except (ValueError, RuntimeError):
        raise BadOption(f"{printable_line(name)!r} cannot be the name of a file") from None
    if len(data) > max_bytes:
        raise BadOption(f"{name} is too large for a {kind}")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadOption(f"{name} is not UTF-8 text") from None


class TomlFile:
    """A parsed file, and the faults found in it. `tables` names the fields at the top that are tables.

    Parsers report a fault and continue with a stand-in, so that one reading finds all faults. Use the file as a context
    manager: at its end, all faults are raised as one BadFile.
    """

    def __init__(self, text: str, name: str, tables: Collection[str] = ()) -> None:
        self.text = text
        self.name = printable_line(name, MAX_PATH_CHARS)
        self.tables = tables
        self.faults: list[BadFile] = []
        self.misspelt: set[tuple[str, int, str]] = set()
        """The fields that unknown ones were probably meant to be: table, index and field."""
        self.unsound: set[str] = set()
        """Fields with a stand-in, whose fault is reported elsewhere."""
        self.wrong: set[tuple[str, int, str]] = set()
        """The fields with a fault or a stand-in: table, index and field."""
        self.top = TomlTable(self, "", self._parse())

    def _parse(self) -> dict[str, Any]:
        for number, line in enumerate(self.text.split("\n"), 1):
            if DEEP_KEY.search(line):
                raise BadFile("a key has too many parts", path=self.name, line=number)
        try:
            return tomllib.loads(self.text)
        except tomllib.TOMLDecodeError as error:
            raise BadFile(f"this is not TOML: {error}", path=self.name, line=self._syntax_line(str(error))) from None
        except ValueError:
            raise BadFile("a number in it is too long", path=self.name) from None
        except RecursionError:
            raise BadFile("its brackets are nested too deeply", path=self.name) from None

    def _syntax_line(self, message: str) -> int:
        """Return the line of an error of tomllib, which only its message has before Python 3.14."""
        match = re.search(r"\(at line (\d+), ", message)
        return int(match[1]) if match else self.text.rstrip("\n").count("\n") + 1

    def __enter__(self) -> TomlTable:
        return self.top

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        if isinstance(error, BadFile):
            self.add_faults(error)
        if error is None or isinstance(error, BadFile):
            self.raise_faults()

    def add_faults(self, error: BadFile) -> None:
        """Add the faults of an error, without those that are known; raise them all if there are too many."""
        known = {(fault.path, fault.line, fault.field, fault.reason) for fault in self.faults}
        new = [fault for fault in error.faults if (fault.path, fault.line, fault.field, fault.reason) not in known]
        self.faults += new
        if len(self.faults) >= MAX_FAULTS:
            self.raise_faults()

    def raise_faults(self) -> None:
        """Raise all faults as one error, in the order of their lines, if there are any."""
        if self.faults:
            in_order = sorted(self.faults, key=lambda fault: (fault.path != self.name, fault.path, fault.line or 0))
            raise BadFile.of_faults(in_order[:MAX_FAULTS]) from None

    def is_sound(self, *paths: str) -> bool:
        """Return whether no fault was found so far in these fields and tables."""
        wrong = self.unsound | {fault.field for fault in self.faults if fault.path == self.name and fault.field}
        return not any(is_key_under(field, path) or is_key_under(path, field) for field in wrong for path in paths)

    def parse_soundly(self, parser: Callable[..., Parsed], *arguments: Any) -> Parsed | None:
        """Return what a parser returns, or None if it finds a fault."""
        before = len(self.faults)
        try:
            parsed = parser(*arguments)
        except BadFile:
            return None
        return parsed if len(self.faults) == before else None

    @functools.cached_property
    def keys(self) -> list[TomlKey]:
        return list(find_keys(blank_long_strings(self.text)))


@dataclass(frozen=True)
class TomlTable:
    """A table of a file, or its top level, which has no name.

    Its methods return a valid field, or report the fault and return a stand-in of the same type.
    """

    file: TomlFile
    name: str
    data: dict[str, Any]
    index: int = 0  # among the tables with this name
    is_stand_in: bool = False  # the table is missing, which is reported already

    def allow_only(self, known: Collection[str]) -> None:
        """Report all other fields."""
        reported = {fault.line for fault in self.file.faults}
        for field, value in self.data.items():
            if field not in known and self.line_of(field) not in reported:  # a heading may have been reported
                what = "table" if is_table(value) else "field"
                self.report(field, f"unknown {what}; {suggest(field, sorted(known))}")
                if near := nearest(field, known):
                    self.file.misspelt.add((self.name, self.index, near))
                    self.mark_unsound(near)

    def integer(self, field: str, minimum: int, maximum: int, clause: str = "") -> int:
        value = self.data.get(field)
        if type(value) is not int or not minimum <= value <= maximum:
            self.report_value(field, whole_number_text(minimum, maximum), clause)
            return minimum
        return value

    def boolean(self, field: str, clause: str = "") -> bool:
        value = self.data.get(field)
        if type(value) is not bool:
            self.report_value(field, "true or false", clause)
            return False
        return value

    def choice(self, field: str, values: Sequence[str], clause: str = "") -> str:
        value = self.data.get(field)
        if not isinstance(value, str) or value not in values:
            near = nearest(value, values) if isinstance(value, str) else ""
            self.report_value(field, join_or(values), clause, f"; did you mean {near!r}?" if near else "")
            return values[0]
        return value

    def line(self, field: str, max_length: int, clause: str = "") -> str:
        """Return a string of one line."""
        value = self.data.get(field)
        if not is_single_line(value, max_length):
            self.report_line(field, value, max_length, clause)
            return ""
        return str(value)

    def report_line(self, field: str, value: object, max_length: int, clause: str) -> None:
        if isinstance(value, str) and len(value) > max_length:
            self.report(field, f"it has {len(value)} letters; it must have 1 to {max_length}", clause)
        else:
            self.report_value(field, f"one line of 1 to {max_length} letters", clause)

    def lines(self, field: str, minimum: int, max_length: int, clause: str = "") -> tuple[str, ...]:
        """Return a list of strings of one line each."""
        value = self.data.get(field)
        wanted = f"a list of lines of 1 to {max_length} letters"
        if not isinstance(value, list):
            self.report_value(field, wanted, clause)
            return ()
        wrong = [text for text in value if not is_single_line(text, max_length)]
        for text in wrong:
            self.report(field, f"it must be {wanted}, without {describe_value(text)}", clause)
        if len(value) < minimum:
            self.report(field, f"it has {plural(len(value), 'line')}; it must have {minimum} or more", clause)
        return () if wrong else tuple(value)

    def table(self, field: str, clause: str = "") -> TomlTable:
        value = self.data.get(field)
        path = self.path(field)
        if not isinstance(value, dict):
            self.report_value(field, f"a table [{printable_line(path)}]", clause)
            return TomlTable(self.file, path, {}, is_stand_in=True)
        return TomlTable(self.file, path, value)

    def tables(self, field: str, clause: str = "") -> list[TomlTable]:
        """Return the tables that begin with [[field]]; there may be none."""
        value = self.data.get(field, [])
        path = self.path(field)
        if not isinstance(value, list) or not all(isinstance(table, dict) for table in value):
            self.report_value(field, f"one or more tables [[{printable_line(path)}]]", clause)
            return []
        return [TomlTable(self.file, path, table, index) for index, table in enumerate(value)]

    def report_value(self, field: str, wanted: str, clause: str = "", advice: str = "") -> None:
        """Report a field with a wrong value; `wanted` says what it must be."""
        value = self.data.get(field)
        if value is None:
            if (self.name, self.index, field) not in self.file.misspelt:
                self.report(field, f"it is missing; it must be {wanted}", clause)
        else:
            self.report(field, f"it must be {wanted}, not {describe_value(value)}{advice}", clause)

    def report(self, field: str, reason: str, clause: str = "", below: int = 0) -> None:
        """Report a fault in a field; `below` counts lines from the line where the field begins."""
        if not self.is_stand_in:
            self.file.wrong.add((self.name, self.index, field))
            self.file.add_faults(self.error(field, reason, clause, below))

    def mark_unsound(self, field: str) -> None:
        """Mark a field with a stand-in, whose fault is reported elsewhere."""
        self.file.unsound.add(self.path(field))
        self.file.wrong.add((self.name, self.index, field))

    def is_sound(self, *fields: str) -> bool:
        """Return whether no fault was found so far in these fields of this table, or in any if none are named."""
        wrong = [field for name, index, field in self.file.wrong if (name, index) == (self.name, self.index)]
        if not fields:
            return not wrong
        return not any(is_key_under(bad, field) or is_key_under(field, bad) for bad in wrong for field in fields)

    def error(self, field: str, reason: str, clause: str = "", below: int = 0) -> BadFile:
        """Return the error for a field. Raise it only where nothing below it can be parsed."""
        name, line = printable_line(self.path(field)), self.line_of(field) + below
        return BadFile(reason, path=self.file.name, line=line, field=name, clause=clause)

    def path(self, field: str) -> str:
        return f"{self.name}.{field}" if self.name else field

    def line_of(self, field: str) -> int:
        """Return the line of a field; if it is missing, the line of its table or the last line where it could be."""
        keys = [key for key in self.file.keys if key.table != self.name or key.table_index == self.index]
        path = self.path(field)
        while path:
            for key in keys:
                if is_key_under(key.path, path):
                    return key.line
            path = path.rpartition(".")[0]
        if not self.name and field not in self.file.tables:
            for key in keys:
                if key.table:
                    return key.line
        return blank_long_strings(self.file.text).rstrip("\n").count("\n") + 1


class TomlKey(NamedTuple):
    """A line where a table or a field begins."""

    line: int
    table: str
    table_index: int  # among the tables with this name
    path: str


def find_keys(text: str) -> Iterator[TomlKey]:
    table = ""
    seen: Counter[str] = Counter()
    for number, line in enumerate(text.split("\n"), 1):
        header, field = table_header(line), field_name(line)
        if header:
            table = header
            seen[table] += 1
        if header or field:
            path = header or (f"{table}.{field}" if table else field)
            yield TomlKey(number, table, max(seen[table] - 1, 0), path)


def blank_long_strings(text: str) -> str:
    """Return the text without what is between triple quotes; the lines keep their numbers."""
    return re.sub(r"(\"\"\"|''').*?\1", lambda long: "\n" * long[0].count("\n"), text, flags=re.DOTALL)


def table_header(line: str) -> str:
    """Return the name of the table that begins in this line, or an empty string."""
    line = line.strip()
    return line.lstrip("[").partition("]")[0].strip(" \t\"'") if line.startswith("[") else ""


def field_name(line: str) -> str:
    """Return the name of the field that gets a value in this line, or an empty string."""
    key, equals, _ = line.partition("=")
    return re.sub(r"[\s\"']", "", key) if equals and "#" not in key else ""


def is_key_under(key: str, path: str) -> bool:
    """Return whether a key is this path, or is below it."""
    return key == path or key.startswith(f"{path}.")


def is_table(value: object) -> bool:
    """Return whether a value is a table or a list of tables."""
    return isinstance(value, dict) or (isinstance(value, list) and any(isinstance(item, dict) for item in value))


def is_single_line(value: object, max_length: int) -> bool:
    return isinstance(value, str) and 0 < len(value.strip()) <= len(value) <= max_length and value.isprintable()


def join_or(words: Sequence[str]) -> str:
    *others, last = map(repr, words)
    return f"{', '.join(others)} or {last}" if others else last


def whole_number_text(minimum: int, maximum: int) -> str:
    return f"a whole number from {minimum} to {maximum}" if minimum < maximum else str(minimum)


def nearest(word: str, known: Iterable[str]) -> str:
    """Return the known word that looks most like this one, or an empty string."""
    by_case = {each.casefold(): each for each in known}
    found = difflib.get_close_matches(word[:MAX_SHOWN_CHARS].casefold(), by_case, 1, LIKENESS)
    return by_case[found[0]] if found else ""


def suggest(word: str, known: Sequence[str]) -> str:
    """Return the advice for an unknown word: the nearest one that is known, and all of them."""
    choices = f"choose from: {', '.join(known)}" if known else "there are none"
    near = nearest(word, known)
    return f"did you mean {near!r}? {capitalize_first(choices)}" if near else choices


def describe_value(value: object) -> str:
    """Return a value of a file with its type, where the type does not show."""
    try:
        text = str(value)
    except (RecursionError, ValueError):  # deeply nested tables, or a very long number
        return "a value that is too long to show"
    shown = printable_line(text) + ("…" if len(text) > MAX_SHOWN_CHARS else "")
    if isinstance(value, bool):
        return shown.lower()
    if isinstance(value, str):
        return f"the text {shown!r}" if text else "an empty text"
    if is_table(value):
        return "a table" if isinstance(value, dict) else "a list of tables"
    return f"the list {shown}" if isinstance(value, list) else shown
