"""Read TOML files written by people, within size limits; every error has the file, the line and the reason."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from .errors import BadFile, BadOption

MAX_SHOWN_CHARS = 40
MAX_PATH_CHARS = 300
MAX_NAME_LENGTH = 30
MAX_LINE_LENGTH = 120
MAX_TEXT_LENGTH = 800
MARKUP_CHARACTERS = "<>[]{}&`\\"
"""Characters that a browser or a terminal might interpret."""
KEY_PART = r"""(?:(?<![\w-])[\w-]++|"[^"]*+"|'[^']*+')"""
DEEP_KEY = re.compile(rf"{KEY_PART}(?:\s*\.\s*{KEY_PART}){{20}}")
"""Parsing `a.a.a…` takes time and memory that grow with the square of its parts."""

Named = TypeVar("Named", bound=IntEnum)


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
    """A parsed file. `tables` names the fields at the top that are tables."""

    def __init__(self, text: str, name: str, tables: Collection[str] = ()) -> None:
        self.text = text
        self.name = printable_line(name, MAX_PATH_CHARS)
        self.tables = tables
        self.top = TomlTable(self, "", self._parse())

    def _parse(self) -> dict[str, Any]:
        for number, line in enumerate(self.text.split("\n"), 1):
            if DEEP_KEY.search(line):
                raise BadFile("a key has too many parts", path=self.name, line=number)
        try:
            return tomllib.loads(self.text)
        except tomllib.TOMLDecodeError as error:
            raise BadFile(f"this is not TOML: {error}", path=self.name) from None
        except ValueError:
            raise BadFile("a number in it is too long", path=self.name) from None
        except RecursionError:
            raise BadFile("its brackets are nested too deep", path=self.name) from None


@dataclass(frozen=True)
class TomlTable:
    """A table of a file, or its top level, which has no name. Its methods return a valid field or raise BadFile."""

    file: TomlFile
    name: str
    data: dict[str, Any]
    index: int = 0  # among the tables with this name

    def allow_only(self, known: Collection[str]) -> None:
        """Refuse all other fields."""
        for field in self.data:
            if field not in known:
                raise self.error(field, f"unknown field; choose from: {', '.join(sorted(known))}")

    def integer(self, field: str, minimum: int, maximum: int, clause: str = "") -> int:
        value = self.data.get(field)
        if type(value) is not int or not minimum <= value <= maximum:
            raise self.wrong_value(field, f"it must be a whole number from {minimum} to {maximum}", clause)
        return value

    def boolean(self, field: str, clause: str = "") -> bool:
        value = self.data.get(field)
        if type(value) is not bool:
            raise self.wrong_value(field, "it must be true or false", clause)
        return value

    def choice(self, field: str, values: Sequence[str], clause: str = "") -> str:
        value = self.data.get(field)
        if not isinstance(value, str) or value not in values:
            raise self.wrong_value(field, f"it must be {join_or(values)}", clause)
        return value

    def line(self, field: str, max_length: int, clause: str = "") -> str:
        """Return a string of one line."""
        value = self.data.get(field)
        if not is_single_line(value, max_length):
            raise self.wrong_value(field, f"it must be one line of 1 to {max_length} letters", clause)
        return str(value)

    def lines(self, field: str, minimum: int, max_length: int, clause: str = "") -> tuple[str, ...]:
        """Return a list of strings of one line each."""
        value = self.data.get(field)
        if not isinstance(value, list) or not all(is_single_line(text, max_length) for text in value):
            raise self.wrong_value(field, f"it must be a list of lines of 1 to {max_length} letters", clause)
        if len(value) < minimum:
            raise self.error(field, f"it has {len(value)} lines; it must have {minimum} or more", clause)
        return tuple(value)

    def table(self, field: str, clause: str = "") -> TomlTable:
        value = self.data.get(field)
        path = self.path(field)
        if not isinstance(value, dict):
            raise self.wrong_value(field, f"it must be a table [{printable_line(path)}]", clause)
        return TomlTable(self.file, path, value)

    def tables(self, field: str, clause: str = "") -> list[TomlTable]:
        """Return the tables that begin with [[field]]; there may be none."""
        value = self.data.get(field, [])
        path = self.path(field)
        if not isinstance(value, list) or not all(isinstance(table, dict) for table in value):
            raise self.wrong_value(field, f"each must be a table [[{printable_line(path)}]]", clause)
        return [TomlTable(self.file, path, table, index) for index, table in enumerate(value)]

    def wrong_value(self, field: str, wanted: str, clause: str = "") -> BadFile:
        """Return the error for a field with a wrong value; `wanted` says what it must be."""
        return self.error(field, f"{describe_value(self.data.get(field))}; {wanted}", clause)

    def error(self, field: str, reason: str, clause: str = "", below: int = 0) -> BadFile:
        """Return the error for a field; `below` counts lines from the line where the field begins."""
        name, line = printable_line(self.path(field)), self.line_of(field) + below
        return BadFile(reason, path=self.file.name, line=line, field=name, clause=clause)

    def path(self, field: str) -> str:
        return f"{self.name}.{field}" if self.name else field

    def line_of(self, field: str) -> int:
        """Return the line of a field; if it is missing, the line of its table or the last line where it could be."""
        text = blank_long_strings(self.file.text)
        keys = [key for key in find_keys(text) if key.table != self.name or key.table_index == self.index]
        for path in filter(None, (self.path(field), self.name)):
            for key in keys:
                if is_key_under(key.path, path):
                    return key.line
        if not self.name and field not in self.file.tables:
            for key in keys:
                if key.table:
                    return key.line
        return text.rstrip("\n").count("\n") + 1


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


def is_single_line(value: object, max_length: int) -> bool:
    return isinstance(value, str) and 0 < len(value.strip()) <= len(value) <= max_length and value.isprintable()


def join_or(words: Sequence[str]) -> str:
    *others, last = map(repr, words)
    return f"{', '.join(others)} or {last}" if others else last


def describe_value(value: object) -> str:
    if value is None:
        return "it is missing"
    try:
        return f"it is {printable_line(value)!r}"
    except (RecursionError, ValueError):  # deeply nested tables, or a very long number
        return "it is too long to show"


# Fields that people read: names, lines and paragraphs without markup


def parse_name(table: TomlTable, field: str = "name") -> str:
    """Parse a name: plain text that begins with a letter and cannot be taken for markup."""
    value = table.data.get(field)
    if not is_name(value):
        wanted = f"1 to {MAX_NAME_LENGTH} letters, digits, blanks, hyphens, dots and apostrophes"
        raise table.wrong_value(field, f"a name must be {wanted}, beginning with a letter")
    return str(value)


def is_name(value: object) -> bool:
    return (
        isinstance(value, str)
        and is_single_line(value, MAX_NAME_LENGTH)
        and value[0].isalpha()
        and re.fullmatch(r"(?:[^\W_]|['’.-]| (?! |$))+", value) is not None
    )


def parse_line(table: TomlTable, field: str) -> str:
    """Parse one line of text."""
    return check_markup(table, field, table.line(field, MAX_LINE_LENGTH))


def parse_text(table: TomlTable, field: str) -> str:
    """Parse an optional paragraph."""
    return parse_paragraphs(table, field, 1)[0] if field in table.data else ""


def parse_paragraphs(table: TomlTable, field: str, maximum: int) -> tuple[str, ...]:
    """Parse paragraphs separated by empty lines."""
    value = table.data.get(field)
    parts = re.split(r"\n\s*\n", value.strip()) if isinstance(value, str) else []
    texts = [" ".join(part.split()) for part in parts]
    if not texts or not all(is_single_line(text, MAX_TEXT_LENGTH) for text in texts):
        raise table.wrong_value(field, f"it must be text, with at most {MAX_TEXT_LENGTH} letters a paragraph")
    if len(texts) > maximum:
        raise table.error(field, f"it has {len(texts)} paragraphs; it can have {maximum}")
    for text in texts:
        check_markup(table, field, text)
    return tuple(texts)


def check_markup(table: TomlTable, field: str, text: str) -> str:
    for character in MARKUP_CHARACTERS:
        if character in text:
            raise table.error(field, f"it has a {character!r}; text must have none of {' '.join(MARKUP_CHARACTERS)}")
    return text


def enum_word(member: IntEnum) -> str:
    """Return the word by which files refer to a member of an enum: `all taken`."""
    return member.name.lower().replace("_", " ")


def parse_enum(table: TomlTable, field: str, members: Sequence[Named], clause: str) -> Named:
    """Parse the word of one of these members of an enum."""
    words = {enum_word(member): member for member in members}
    return words[table.choice(field, tuple(words), clause)]


# Tables


def check_headings(file: TomlFile, names: Collection[str]) -> None:
    """Refuse tables with other names, and lists over several lines: both would hide the line of an error."""
    for number, line in enumerate(blank_long_strings(file.text).split("\n"), 1):
        if line.strip().startswith("[") and not is_heading(line, names):
            reason = f"unknown table [{printable_line(table_header(line))}]; choose from: {', '.join(names)}"
            advice = "write each list, and what is in braces, on one line"
            raise BadFile(f"{reason}; {advice}", path=file.name, line=number)


def is_heading(line: str, names: Collection[str]) -> bool:
    match = re.fullmatch(r"\s*(\[\[?)\s*([a-z]+)\s*(\]\]?)\s*(#.*)?", line)
    return match is not None and match[2] in names and len(match[1]) == len(match[3])


def list_tables(top: TomlTable, field: str, maximum: int, clause: str = "") -> list[TomlTable]:
    """Return the tables [[field]]; refuse more than `maximum`."""
    tables = top.tables(field, clause)
    if len(tables) > maximum:
        below = tables[maximum].line_of("") - top.line_of(field)
        raise top.error(field, f"there are {len(tables)} of these; there can be {maximum}", clause, below)
    return tables
