"""Parse fields and tables that several kinds of TOML files have: names, texts without markup, words and headings."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from enum import IntEnum
from typing import TypeVar

from ..errors import BadFile
from ..sentences import plural
from .file import (
    TomlFile,
    TomlTable,
    blank_long_strings,
    is_single_line,
    printable_line,
    suggest,
    table_header,
)

MAX_NAME_LENGTH = 30
MAX_LINE_LENGTH = 120
MAX_TEXT_LENGTH = 800
NAME_TEXT = "a name of letters, digits, blanks, hyphens, dots and apostrophes that begins with a letter"
MARKUP_CHARACTERS = "<>[]{}&`\\"
"""Characters that a browser or a terminal might interpret."""

Named = TypeVar("Named", bound=IntEnum)


# Fields that people read: names, lines and paragraphs without markup


def parse_name(table: TomlTable, field: str = "name") -> str:
    """Parse a name: plain text that begins with a letter and cannot be taken for markup."""
    value = table.data.get(field)
    if isinstance(value, str) and len(value) > MAX_NAME_LENGTH:
        table.report(field, f"it has {len(value)} letters; a name has 1 to {MAX_NAME_LENGTH}")
        return ""
    if not is_name(value):
        table.report_value(field, NAME_TEXT)
        return ""
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
    return "".join(parse_paragraphs(table, field, 1)[:1]) if field in table.data else ""


def parse_paragraphs(table: TomlTable, field: str, maximum: int) -> tuple[str, ...]:
    """Parse paragraphs separated by empty lines."""
    value = table.data.get(field)
    parts = re.split(r"\n\s*\n", value.strip()) if isinstance(value, str) else []
    texts = [" ".join(part.split()) for part in parts]
    longest = max(map(len, texts), default=0)
    if longest > MAX_TEXT_LENGTH:
        table.report(field, f"a paragraph has {longest} letters; it can have {MAX_TEXT_LENGTH}")
    elif not texts or not all(is_single_line(text, MAX_TEXT_LENGTH) for text in texts):
        table.report_value(field, f"text, with at most {MAX_TEXT_LENGTH} letters a paragraph")
    elif len(texts) > maximum:
        table.report(field, f"it has {plural(len(texts), 'paragraph')}; it can have {maximum}")
    else:
        for text in texts:
            check_markup(table, field, text)
    return tuple(texts)


def check_markup(table: TomlTable, field: str, text: str) -> str:
    """Report characters that might be taken for markup, and return the text."""
    for character in MARKUP_CHARACTERS:
        if character in text:
            table.report(field, f"it has a {character!r}; text must have none of {' '.join(MARKUP_CHARACTERS)}")
            break
    return text


def enum_word(member: IntEnum) -> str:
    """Return the word by which files refer to a member of an enum: `all taken`."""
    return member.name.lower().replace("_", " ")


def parse_enum(table: TomlTable, field: str, members: Sequence[Named], clause: str) -> Named:
    """Parse the word of one of these members of an enum."""
    words = {enum_word(member): member for member in members}
    return words[table.choice(field, tuple(words), clause)]


# Tables


def check_headings(file: TomlFile, names: Sequence[str]) -> None:
    """Report tables with other names, and lists over several lines: both would hide the line of an error."""
    for number, line in enumerate(blank_long_strings(file.text).split("\n"), 1):
        if not line.strip().startswith("[") or is_heading(line, names):
            continue
        name = printable_line(table_header(line))
        if "," in line or '"' in line:
            reason = "a list, or what is in braces, must be on one line"
            raise BadFile(reason, path=file.name, line=number)
        reason = f"unknown table [{name}]; {suggest(name, names)}"
        file.add_faults(BadFile(reason, path=file.name, line=number, field=name))


def is_heading(line: str, names: Collection[str]) -> bool:
    match = re.fullmatch(r"\s*(\[\[?)\s*([a-z]+)\s*(\]\]?)\s*(#.*)?", line)
    return match is not None and match[2] in names and len(match[1]) == len(match[3])


def list_tables(top: TomlTable, field: str, maximum: int, clause: str = "") -> list[TomlTable]:
    """Return the tables [[field]]; report more than `maximum`."""
    tables = top.tables(field, clause)
    if len(tables) > maximum:
        below = tables[maximum].line_of("") - top.line_of(field)
        top.report(field, f"there are {len(tables)} tables [[{field}]]; there can be {maximum}", clause, below)
    return tables[:maximum]


def parse_reference(
    table: TomlTable, field: str, names: Sequence[str], clause: str, needs: Sequence[str]
) -> int | None:
    """Return the index of the name in a field, or None if it has a fault.

    `needs` are the fields that define the names; while one of them is wrong, an unknown name is not reported.
    """
    value = table.data.get(field)
    if isinstance(value, str) and value in names:
        return names.index(value)
    if isinstance(value, str) and not table.file.is_sound(*needs):
        table.mark_unsound(field)
    elif names:
        table.choice(field, tuple(dict.fromkeys(names)), clause)
    else:
        table.report(field, f"there is no [[{needs[0].partition('.')[0]}]] that it could name", clause)
    return None
