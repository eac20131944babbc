"""Single fields as people write them: inches, points, names, paragraphs. Each that is wrong is refused."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Sequence
from enum import IntEnum
from typing import TypeVar

from ...core.errors import BadOption
from ...core.tomlfile import Table, TomlFile, header_of, is_line, keys_in, one_line, without_long_strings
from .state import TABLE
from .table import Point
from .traits import inches_text

LONGEST_NAME = 30
LONGEST_LINE = 120
LONGEST_TEXT = 800
MARKUP = "<>[]{}&`\\"
"""What a browser or a terminal might take for orders."""
INCH = 1000
FARTHEST = 100
"""No number of inches is larger."""

Named = TypeVar("Named", bound=IntEnum)


# Numbers


def thousandths(value: object) -> int | None:
    """Inches with up to three decimals as whole thousandths; None: it is something else."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    if abs(value) > FARTHEST or not math.isfinite(value):
        return None
    whole = round(value * INCH)
    return whole if whole / INCH == value else None


def inches(table: Table, field: str, least: int, most: int, clause: str) -> int:
    value = thousandths(table.data.get(field))
    if value is None or not least <= value <= most:
        raise table.wrong(field, f"it must be {between(least, most)}", clause)
    return value


def between(least: int, most: int) -> str:
    return f"inches from {inches_text(least)} to {inches_text(most)} with up to 3 decimals"


def row(table: Table, field: str, names: str, clause: str) -> list[int]:
    """A list of inches, one for each of the names, as in `[x, y]`."""
    value = table.data.get(field)
    numbers = [thousandths(one) for one in value] if isinstance(value, list) else []
    right = [number for number in numbers if number is not None]
    if not right or len(right) != len(numbers) or len(right) != len(names.split(", ")):
        raise table.wrong(field, f"it must be [{names}], inches with up to 3 decimals", clause)
    return right


def point(table: Table, field: str, clause: str) -> Point:
    x, y = row(table, field, "x, y", clause)
    if not is_on_table((x, y)):
        raise table.fault(field, off_the_table((x, y)), clause)
    return x, y


def is_on_table(at: Point) -> bool:
    return all(0 <= part <= TABLE for part in at)


def off_the_table(at: Point) -> str:
    return f"{point_text(at)} is off the table, which has {inches_text(TABLE)} by {inches_text(TABLE)} inches"


def point_text(at: Point) -> str:
    return f"{inches_text(at[0])}, {inches_text(at[1])}"


# Words


def name(table: Table, field: str = "name") -> str:
    """What somebody or something is called: letters first, and nothing that is more than letters."""
    value = table.data.get(field)
    if not is_name(value):
        wanted = f"1 to {LONGEST_NAME} letters, digits, blanks, hyphens, dots and apostrophes"
        raise table.wrong(field, f"a name must be {wanted}, beginning with a letter")
    return str(value)


def is_name(value: object) -> bool:
    return (
        isinstance(value, str)
        and is_line(value, LONGEST_NAME)
        and value[0].isalpha()
        and re.fullmatch(r"(?:[^\W_]|['’.-]| (?! |$))+", value) is not None
    )


def line(table: Table, field: str) -> str:
    """One line of text."""
    return unmarked(table, field, table.line(field, LONGEST_LINE))


def text(table: Table, field: str) -> str:
    """A paragraph, which may be left out."""
    return paragraphs(table, field, 1)[0] if field in table.data else ""


def paragraphs(table: Table, field: str, most: int) -> tuple[str, ...]:
    """Paragraphs with empty lines between them."""
    value = table.data.get(field)
    parts = re.split(r"\n\s*\n", value.strip()) if isinstance(value, str) else []
    texts = [" ".join(part.split()) for part in parts]
    if not texts or not all(is_line(one, LONGEST_TEXT) for one in texts):
        raise table.wrong(field, f"it must be text, with at most {LONGEST_TEXT} letters a paragraph")
    if len(texts) > most:
        raise table.fault(field, f"it has {len(texts)} paragraphs; it can have {most}")
    for one in texts:
        unmarked(table, field, one)
    return tuple(texts)


def unmarked(table: Table, field: str, words: str) -> str:
    for letter in MARKUP:
        if letter in words:
            raise table.fault(field, f"it has a {letter!r}; text must have none of {' '.join(MARKUP)}")
    return words


def member(table: Table, field: str, among: Sequence[Named], clause: str) -> Named:
    """The one whose name the field gives, in small letters and with blanks."""
    words = {one.name.lower().replace("_", " "): one for one in among}
    return words[table.word(field, tuple(words), clause)]


# Tables


def check_headings(file: TomlFile, names: Collection[str]) -> None:
    """A line that begins with a bracket begins a table of these; so the lines of faults can be told."""
    for number, words in enumerate(without_long_strings(file.text).split("\n"), 1):
        if words.strip().startswith("[") and not is_heading(words, names):
            reason = f"there is no table [{one_line(header_of(words))}]; there are: {', '.join(names)}"
            advice = "a list, and what is in braces, stands in one line"
            raise BadOption(f"{file.name}, line {number}: {reason}; {advice}")


def is_heading(words: str, names: Collection[str]) -> bool:
    found = re.fullmatch(r"\s*(\[\[?)\s*([a-z]+)\s*(\]\]?)\s*(#.*)?", words)
    return found is not None and found[2] in names and len(found[1]) == len(found[3])


def some(top: Table, field: str, most: int, clause: str = "") -> list[Table]:
    """The tables [[field]], of which there are not too many."""
    tables = top.tables(field, clause)
    if len(tables) > most:
        below = tables[most].line_of("") - top.line_of(field)
        raise top.fault(field, f"there are {len(tables)} of these; there can be {most}", clause, below)
    return tables


def is_written(table: Table, field: str) -> bool:
    """Whether a field has a line of its own."""
    mine = (key for key in keys_in(without_long_strings(table.file.text)) if key.path == table.path(field))
    return any(key.table != table.name or key.place == table.place for key in mine)
