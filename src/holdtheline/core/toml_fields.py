"""Parse fields of TOML files that people read: names, lines and paragraphs without markup, and tables.

A wrong value raises BadFile.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from enum import IntEnum
from typing import TypeVar

from .errors import BadFile
from .toml_file import TomlFile, TomlTable, blank_long_strings, is_single_line, printable_line, table_header

MAX_NAME_LENGTH = 30
MAX_LINE_LENGTH = 120
MAX_TEXT_LENGTH = 800
MARKUP_CHARACTERS = "<>[]{}&`\\"
"""Characters that a browser or a terminal might interpret."""

Named = TypeVar("Named", bound=IntEnum)


# Words


def parse_name(table: TomlTable, field: str = "name") -> str:
    """Parse a name: plain text that begins with a letter and cannot be taken for markup."""
    value = table.data.get(field)
    if not is_name(value):
        wanted = f"1 to {MAX_NAME_LENGTH} letters, digits, blanks, hyphens, dots and apostrophes"
        raise table.wrong(field, f"a name must be {wanted}, beginning with a letter")
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


def parse_paragraphs(table: TomlTable, field: str, most: int) -> tuple[str, ...]:
    """Parse paragraphs separated by empty lines."""
    value = table.data.get(field)
    parts = re.split(r"\n\s*\n", value.strip()) if isinstance(value, str) else []
    texts = [" ".join(part.split()) for part in parts]
    if not texts or not all(is_single_line(text, MAX_TEXT_LENGTH) for text in texts):
        raise table.wrong(field, f"it must be text, with at most {MAX_TEXT_LENGTH} letters a paragraph")
    if len(texts) > most:
        raise table.fault(field, f"it has {len(texts)} paragraphs; it can have {most}")
    for text in texts:
        check_markup(table, field, text)
    return tuple(texts)


def check_markup(table: TomlTable, field: str, text: str) -> str:
    for letter in MARKUP_CHARACTERS:
        if letter in text:
            raise table.fault(field, f"it has a {letter!r}; text must have none of {' '.join(MARKUP_CHARACTERS)}")
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
    """Refuse tables with other names, and lists over several lines: both would hide the line of a fault."""
    for number, line in enumerate(blank_long_strings(file.text).split("\n"), 1):
        if line.strip().startswith("[") and not is_heading(line, names):
            reason = f"there is no table [{printable_line(table_header(line))}]; there are: {', '.join(names)}"
            advice = "write each list, and what is in braces, on one line"
            raise BadFile(f"{reason}; {advice}", path=file.name, line=number)


def is_heading(line: str, names: Collection[str]) -> bool:
    found = re.fullmatch(r"\s*(\[\[?)\s*([a-z]+)\s*(\]\]?)\s*(#.*)?", line)
    return found is not None and found[2] in names and len(found[1]) == len(found[3])


def list_tables(top: TomlTable, field: str, most: int, clause: str = "") -> list[TomlTable]:
    """Return the tables [[field]]; refuse more than `most`."""
    tables = top.tables(field, clause)
    if len(tables) > most:
        below = tables[most].line_of("") - top.line_of(field)
        raise top.fault(field, f"there are {len(tables)} of these; there can be {most}", clause, below)
    return tables
