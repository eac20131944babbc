"""Drafts of battles: the fields of a scenario file as JSON, and every fault in them."""

from __future__ import annotations

from typing import Any

from ....core.scenarios import MAX_FILE_BYTES, drafts
from ....core.scenarios.drafts import DRAFT_FILE, Draft, Fields, unwrap_paragraphs
from ....core.toml.file import read_text_file
from ..scenario.parse import SCENARIO_FOLDER, TABLE_NAMES, load_scenario, parse_scenario
from ..scenario.serialize import LAYOUT


def load_fields(name: str) -> dict[str, Any]:
    """Return the fields of a shipped scenario."""
    load_scenario(name)
    return parse_fields(read_text_file(SCENARIO_FOLDER / f"{name}.toml", MAX_FILE_BYTES, "battle"))


def parse_fields(text: str, file_name: str = DRAFT_FILE) -> dict[str, Any]:
    """Return the fields of a file, which may be invalid, but must be TOML that JSON can represent."""
    data = drafts.parse_fields(text, file_name, TABLE_NAMES)
    if isinstance(data.get("history"), str):
        data["history"] = unwrap_paragraphs(data["history"])
    return data


def check_draft(fields: Fields) -> Draft:
    """Return the draft with these fields, and every fault in them."""
    return drafts.check_draft(fields, LAYOUT, parse_scenario)
