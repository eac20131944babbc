"""Drafts of scenarios in an editor: the fields of a file as JSON, every fault in them, and the text of the file."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..errors import BadFile, BadOption
from ..toml.file import TomlFile, blank_long_strings, printable_line, table_header
from ..toml.writer import TomlLayout, fields_to_toml
from .files import MAX_FILE_BYTES

Fields = Mapping[str, Any]
DRAFT_FILE = "own.toml"
WHOLE_BATTLE = "battle"
"""The kind of a fault that is in no table."""
FIELD_PATTERN = re.compile(r"[A-Za-z0-9_.]+")


@dataclass(frozen=True)
class Fault:
    """A fault, with the kind of table (`battle` for the header), the index of the table, and the field."""

    sentence: str
    clause: str
    kind: str
    index: int | None
    field: str


@dataclass
class Draft:
    """A scenario in the making: its text, and its faults."""

    text: str = ""
    faults: list[Fault] = field(default_factory=list)
    scenario: Any = None  # None if there are faults


def check_draft(fields: Fields, layout: TomlLayout, parse: Callable[[str, str], Any]) -> Draft:
    """Return the draft with these fields, and every fault in them; `parse(text, file name)` raises the faults."""
    draft = Draft()
    try:
        draft.text = fields_to_toml(fields, layout)
        if len(draft.text.encode()) > MAX_FILE_BYTES:
            raise BadFile("the battle is too large for a file", path=DRAFT_FILE)
        draft.scenario = parse(draft.text, DRAFT_FILE)
    except BadFile as error:
        draft.faults += [make_fault(fault, draft.text, layout.tables) for fault in error.faults]
    except BadOption as error:
        draft.faults.append(make_fault(error, draft.text, layout.tables))
    return draft


# Faults


def make_fault(error: BadOption, text: str, tables: Collection[str]) -> Fault:
    """Return the fault of an error, with a table and a field instead of the line."""
    if not isinstance(error, BadFile):
        return Fault(str(error), "", WHOLE_BATTLE, None, "")
    if error.field and not FIELD_PATTERN.fullmatch(error.field):
        return Fault(f"{error.field}: {error.reason}", error.clause, WHOLE_BATTLE, None, "")
    kind, _, name = error.field.partition(".")
    if kind not in tables:
        kind, name = WHOLE_BATTLE, error.field
    index = table_index(text, kind, error.line) if error.line and name and kind != WHOLE_BATTLE else None
    return Fault(error.reason, error.clause, kind, index, name)


def table_index(text: str, kind: str, line_number: int) -> int | None:
    """Return the index of the table of this kind that a line belongs to; None if the table is not one of a list."""
    lines = blank_long_strings(text).split("\n")[:line_number]
    headings = [line for line in lines if table_header(line) == kind]
    return len(headings) - 1 if headings and headings[-1].strip().startswith("[[") else None


# Files


def parse_fields(text: str, file_name: str, tables: Collection[str]) -> dict[str, Any]:
    """Return the fields of a file, which may be invalid, but must be TOML that JSON can represent."""
    if len(text.encode(errors="replace")) > MAX_FILE_BYTES:
        raise BadOption(f"{printable_line(file_name)} is too large for a battle")
    data = TomlFile(text, file_name, tables).top.data
    if not is_json_compatible(data):
        raise BadOption(f"{printable_line(file_name)} has a date, or a number that is infinite or NaN")
    return data


def unwrap_paragraphs(story: str) -> str:
    """Put each paragraph on one line, with an empty line between them."""
    return "\n\n".join(" ".join(part.split()) for part in re.split(r"\n\s*\n", story.strip()))


def is_json_compatible(value: object) -> bool:
    if isinstance(value, Mapping):
        return all(map(is_json_compatible, value.values()))
    if isinstance(value, list):
        return all(map(is_json_compatible, value))
    return isinstance(value, str | int) or (isinstance(value, float) and math.isfinite(value))
