"""Drafts of battles: the fields of a scenario file as JSON, and every fault in them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ....core.scenarios import MAX_FILE_BYTES, drafts
from ....core.scenarios.drafts import DRAFT_FILE, WHOLE_BATTLE, Draft, Fault, Fields, unwrap_paragraphs
from ....core.toml.file import read_text_file
from ..scenario import parse
from ..scenario.parse import FOLDER, TABLES, parse_scenario
from ..scenario.serialize import LAYOUT


def load_fields(name: str) -> dict[str, Any]:
    """Return the fields of a shipped scenario."""
    parse.load_scenario(name)
    return parse_fields(read_text_file(FOLDER / f"{name}.toml", MAX_FILE_BYTES, "battle"))


def parse_fields(text: str, file_name: str = DRAFT_FILE) -> dict[str, Any]:
    """Return the fields of a file, which may be invalid, but must be TOML that JSON can represent."""
    data = drafts.parse_fields(text, file_name, TABLES)
    for table in (data, *tables_named(data, "card"), *tables_named(data, "ending")):
        for name in ("story", "text"):
            if isinstance(table.get(name), str):
                table[name] = unwrap_paragraphs(table[name])
    return data


def tables_named(data: Fields, name: str) -> list[dict[str, Any]]:
    value = data.get(name)
    return [table for table in value if isinstance(table, dict)] if isinstance(value, list) else []


def check_draft(fields: Fields) -> Draft:
    """Return the draft with these fields, and every fault in them."""
    draft = drafts.check_draft(fields, LAYOUT, parse_scenario)
    draft.faults = [move_to_header(fault) if fault.kind == "traits" else fault for fault in draft.faults]
    return draft


def move_to_header(fault: Fault) -> Fault:
    """Return a fault of the battle's traits, which the form shows with the fields of the header."""
    return replace(fault, kind=WHOLE_BATTLE, index=None, field=f"traits.{fault.field}".rstrip("."))
