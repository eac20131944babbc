"""Definitions that differ from another one in a few fields."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from holdtheline.core.definition import GameDefinition

PARTS = ("rules", "text", "view", "ai", "secrets", "open_table")


def variant(definition: GameDefinition, **changes: Any) -> GameDefinition:
    """Return the definition with these fields changed, wherever in its parts they are."""
    for name, value in changes.items():
        if name in {field.name for field in fields(definition)}:
            definition = replace(definition, **{name: value})
            continue
        part = next(p for p in PARTS if _has_field(getattr(definition, p), name))
        definition = replace(definition, **{part: replace(getattr(definition, part), **{name: value})})
    return definition


def _has_field(part: Any, name: str) -> bool:
    return part is not None and name in {field.name for field in fields(part)}
