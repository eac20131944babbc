"""Parse the conditions and effects of options and branches in a campaign file (K6.3)."""

from __future__ import annotations

from typing import Any

from ...core.errors import BadOption
from ...core.toml_file import TomlTable, is_name, parse_paragraphs, printable_line
from .model import PACK, Condition, ConditionKind, Effects

NUMBER_LIMITS = {ConditionKind.AT_LEAST: 32, ConditionKind.AT_MOST: 32, ConditionKind.ROLLED: 6}
"""Conditions that take whole numbers, from 1 to this limit."""
EFFECT_FIELDS = (
    "set",
    "clear",
    "recruit",
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
        raise table.wrong_value("if", 'it must be conditions in braces, as in { alive = "Ann" }', "K6.3")
    return tuple(parse_condition(table, word, value) for word, value in conditions.items())


def parse_condition(table: TomlTable, word: str, value: object) -> Condition:
    kinds = {kind.word: kind for kind in ConditionKind}
    if word not in kinds:
        known = ", ".join(kinds)
        raise table.error("if", f"unknown condition {printable_line(word)!r}; choose from: {known}", "K6.3")
    kind = kinds[word]
    if kind in NUMBER_LIMITS:
        return Condition(kind, numbers=parse_numbers(table, word, value, NUMBER_LIMITS[kind]))
    return Condition(kind, names=parse_names(table, "if", value, f"{word}: "))


def parse_numbers(table: TomlTable, word: str, value: object, maximum: int) -> tuple[int, ...]:
    numbers = value if isinstance(value, list) else [value]
    valid = [number for number in numbers if type(number) is int and 1 <= number <= maximum]
    if not valid or len(valid) != len(numbers) or (len(valid) > 1 and maximum != NUMBER_LIMITS[ConditionKind.ROLLED]):
        several = ", or several in brackets" if maximum == NUMBER_LIMITS[ConditionKind.ROLLED] else ""
        raise table.error("if", f"{word}: it must be a whole number from 1 to {maximum}{several}", "K6.3")
    return tuple(valid)


def parse_names(table: TomlTable, field: str, value: object, about: str = "") -> tuple[str, ...]:
    """Parse a name, or a list of different names."""
    names = value if isinstance(value, list) else [value]
    valid = [name for name in names if is_name(name)]
    if not valid or len(valid) != len(names) or len(set(valid)) != len(valid) or len(valid) > MAX_NAMES:
        wanted = f"it must be a name, or a list of 1 to {MAX_NAMES} different names"
        raise table.error(field, f"{about}{wanted}", "K6.3")
    return tuple(map(str, valid))


# Effects


def parse_effects(table: TomlTable) -> Effects:
    gives, to = parse_gift(table)
    scar, scarred = parse_scar_effect(table)
    return Effects(
        sets=parse_optional_names(table, "set"),
        clears=parse_optional_names(table, "clear"),
        recruits=parse_optional_names(table, "recruit"),
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
        next=parse_optional_names(table, "next")[0] if "next" in table.data else "",
    )


def parse_optional_names(table: TomlTable, field: str) -> tuple[str, ...]:
    return parse_names(table, field, table.data[field]) if field in table.data else ()


def parse_gift(table: TomlTable) -> tuple[str, str]:
    """Parse the field `give`: the item and its new holder."""
    if "give" not in table.data:
        return "", PACK
    parts = parse_fields(table, "give", ("item", "to"), 'give = { item = "Lamp", to = "Ann" }')
    [item] = parse_names(table, "give", parts.get("item"), "item: ")[:1]
    to = parse_names(table, "give", parts["to"], "to: ")[0] if "to" in parts else PACK
    return item, to


def parse_scar_effect(table: TomlTable) -> tuple[str, tuple[str, ...]]:
    """Parse the field `scar`: the scar and who gets it."""
    if "scar" not in table.data:
        return "", ()
    parts = parse_fields(table, "scar", ("name", "who"), 'scar = { name = "Lame leg", who = ["Ann"] }')
    [name] = parse_names(table, "scar", parts.get("name"), "name: ")[:1]
    return name, parse_names(table, "scar", parts.get("who"), "who: ")


def parse_fields(table: TomlTable, field: str, known: tuple[str, ...], example: str) -> dict[str, Any]:
    parts = table.data[field]
    if not isinstance(parts, dict):
        raise fields_error(table, field, example)
    for part in parts:
        if part not in known:
            raise fields_error(table, field, example)
    return parts


def fields_error(table: TomlTable, field: str, example: str) -> BadOption:
    return table.error(field, f"it must be as in {example}", "K6.3")
