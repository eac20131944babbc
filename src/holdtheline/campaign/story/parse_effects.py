"""Parse the conditions and effects of options and branches in a campaign file (K6.3)."""

from __future__ import annotations

from typing import Any

from ...core.toml.fields import is_name, parse_name, parse_paragraphs
from ...core.toml.file import TomlTable, describe_value, suggest
from .model import PACK, Condition, ConditionKind, Effects

NUMBER_LIMITS = {ConditionKind.AT_LEAST: 32, ConditionKind.AT_MOST: 32, ConditionKind.ROLLED: 6}
"""Conditions that take whole numbers, from 1 to this limit."""
EFFECT_FIELDS = (
    "set",
    "clear",
    "recruit",
    "free",
    "dies",
    "leaves",
    "give",
    "lose",
    "scar",
    "wound",
    "heal",
    "tell",
    "next",
)
MAX_NAMES = 32
MAX_JOURNAL_PARAGRAPHS = 4


# Conditions


def parse_conditions(table: TomlTable) -> tuple[Condition, ...]:
    """Parse the optional field `if`."""
    conditions = table.data.get("if", {})
    if not isinstance(conditions, dict):
        table.report_value("if", 'conditions in braces, as in { alive = "Ann" }', "K6.3")
        return ()
    parsed = (parse_condition(table, word, value) for word, value in conditions.items())
    return tuple(condition for condition in parsed if condition)


def parse_condition(table: TomlTable, word: str, value: object) -> Condition | None:
    """Parse a condition; return None if it has a fault."""
    kinds = {kind.word: kind for kind in ConditionKind}
    if word not in kinds:
        table.report(f"if.{word}", f"unknown condition; {suggest(word, tuple(kinds))}", "K6.3")
        return None
    kind = kinds[word]
    if kind in NUMBER_LIMITS:
        numbers = parse_numbers(table, word, value, NUMBER_LIMITS[kind])
        return Condition(kind, numbers=numbers) if numbers else None
    names = parse_names(table, f"if.{word}", value)
    return Condition(kind, names=names) if names else None


def parse_numbers(table: TomlTable, word: str, value: object, maximum: int) -> tuple[int, ...]:
    numbers = value if isinstance(value, list) else [value]
    valid = [number for number in numbers if type(number) is int and 1 <= number <= maximum]
    if not valid or len(valid) != len(numbers) or (len(valid) > 1 and maximum != NUMBER_LIMITS[ConditionKind.ROLLED]):
        several = ", or several in brackets" if maximum == NUMBER_LIMITS[ConditionKind.ROLLED] else ""
        reason = f"it must be a whole number from 1 to {maximum}{several}, not {describe_value(value)}"
        table.report(f"if.{word}", reason, "K6.3")
        return ()
    return tuple(valid)


def parse_names(table: TomlTable, field: str, value: object) -> tuple[str, ...]:
    """Parse a name, or a list of different names; return none if there is a fault."""
    names = value if isinstance(value, list) else [value]
    valid = [name for name in names if is_name(name)]
    if not valid or len(valid) != len(names) or len(set(valid)) != len(valid) or len(valid) > MAX_NAMES:
        wanted = f"it must be a name, or a list of 1 to {MAX_NAMES} different names"
        given = "it is missing; " if value is None else ""
        table.report(field, f"{given}{wanted}" + ("" if given else f", not {describe_value(value)}"), "K6.3")
        return ()
    return tuple(map(str, valid))


# Effects


def parse_effects(table: TomlTable) -> Effects:
    gives, to = parse_gift(table)
    scar, scarred = parse_scar_effect(table)
    return Effects(
        sets=parse_optional_names(table, "set"),
        clears=parse_optional_names(table, "clear"),
        recruits=parse_optional_names(table, "recruit"),
        frees=parse_optional_names(table, "free"),
        dies=parse_optional_names(table, "dies"),
        leaves=parse_optional_names(table, "leaves"),
        gives=gives,
        to=to,
        loses=parse_optional_names(table, "lose"),
        scar=scar,
        scarred=scarred,
        wounds=parse_optional_names(table, "wound"),
        heals=parse_optional_names(table, "heal"),
        tells=parse_paragraphs(table, "tell", MAX_JOURNAL_PARAGRAPHS) if "tell" in table.data else (),
        next=parse_name(table, "next") if "next" in table.data else "",
    )


def parse_optional_names(table: TomlTable, field: str) -> tuple[str, ...]:
    return parse_names(table, field, table.data[field]) if field in table.data else ()


def parse_gift(table: TomlTable) -> tuple[str, str]:
    """Parse the field `give`: the item and its new holder."""
    parts = parse_fields(table, "give", ("item", "to"), 'give = { item = "Lamp", to = "Ann" }')
    if parts is None:
        return "", PACK
    item = parse_names(table, "give.item", parts.get("item"))
    to = parse_names(table, "give.to", parts["to"]) if "to" in parts else ()
    return item[0] if item else "", to[0] if to else PACK


def parse_scar_effect(table: TomlTable) -> tuple[str, tuple[str, ...]]:
    """Parse the field `scar`: the scar and who gets it."""
    parts = parse_fields(table, "scar", ("name", "who"), 'scar = { name = "Lame leg", who = ["Ann"] }')
    if parts is None:
        return "", ()
    name = parse_names(table, "scar.name", parts.get("name"))
    return name[0] if name else "", parse_names(table, "scar.who", parts.get("who"))


def parse_fields(table: TomlTable, field: str, known: tuple[str, ...], example: str) -> dict[str, Any] | None:
    """Return the parts of an optional field in braces; return None if it is missing or has a fault."""
    parts = table.data.get(field)
    if parts is None:
        return None
    if not isinstance(parts, dict):
        table.report_value(field, f"as in {example}", "K6.3")
        return None
    for part in parts:
        if part not in known:
            table.report(f"{field}.{part}", f"unknown field; {suggest(part, known)}", "K6.3")
    return parts
