"""Parse the traits of a table, one by one. `validate_traits` checks the names in them."""

from __future__ import annotations

from typing import Any

from ....core.errors import BadOption
from ....core.toml_file import TomlTable, blank_long_strings, find_keys, is_name, join_or, printable_line
from ..rules.traits.catalog import (
    TRAIT_BY_WORD,
    TRAITS,
    Parameter,
    ParameterType,
    Trait,
    TraitInstance,
    TraitScope,
    TraitValue,
    trait_words,
)
from ..state import AiLine
from .inches import inches_range_text, to_thousandths

NAME_LIST_TYPES = (
    ParameterType.CHARACTERS,
    ParameterType.OBJECTIVES,
    ParameterType.CARRIERS,
    ParameterType.LINES,
)


def parse_traits(table: TomlTable, scope: TraitScope) -> tuple[TraitInstance, ...]:
    """Parse the optional field `traits`."""
    traits = table.data.get("traits", {})
    if not isinstance(traits, dict):
        raise table.wrong_value("traits", "it must be traits in braces, as in { reach = 2, climbs = true }")
    return tuple(parse_trait(table, scope, word, value) for word, value in traits.items())


def trait_field(table: TomlTable, word: str) -> str:
    """Return the field that an error in a trait is reported at: its own line, if it has one."""
    return f"traits.{word}" if has_own_line(table, f"traits.{word}") else "traits"


def has_own_line(table: TomlTable, field: str) -> bool:
    """Return whether a field has its own line."""
    keys = (key for key in find_keys(blank_long_strings(table.file.text)) if key.path == table.path(field))
    return any(key.table != table.name or key.table_index == table.index for key in keys)


def parse_trait(table: TomlTable, scope: TraitScope, word: str, value: object) -> TraitInstance:
    trait = TRAIT_BY_WORD.get(word)
    if trait is None or scope not in TRAITS[trait].places:
        what = "there is no trait" if trait is None else f"a {scope.name.lower()} cannot have the trait"
        allowed = ", ".join(trait_words(scope))
        raise table.error(trait_field(table, word), f"{what} {printable_line(word)!r}; it can have: {allowed}")
    parts = TRAITS[trait].parts
    if not parts:
        if value is not True:
            raise trait_error(table, trait, "it takes no value; write true, or leave it out")
        return TraitInstance(trait)
    return TraitInstance(
        trait,
        tuple(parse_argument(table, trait, part, trait_arguments(table, trait, value)) for part in parts),
    )


def trait_arguments(table: TomlTable, trait: Trait, value: object) -> dict[str, Any]:
    """Return the arguments by name; a single value is the first argument."""
    parts = TRAITS[trait].parts
    if not isinstance(value, dict):
        value = {parts[0].name: value}
    for name in value:
        if name not in [part.name for part in parts]:
            allowed = ", ".join(part.name for part in parts)
            raise trait_error(table, trait, f"there is no {printable_line(name)!r}; it takes: {allowed}")
    if not value:
        raise trait_error(table, trait, f"it is empty; it takes: {', '.join(part.name for part in parts)}")
    return value


def parse_argument(table: TomlTable, trait: Trait, part: Parameter, values: dict[str, Any]) -> TraitValue:
    if part.name not in values:
        if part.may_miss:
            return None
        raise trait_error(table, trait, f"{part.name} is missing")
    value = parse_value(part, values[part.name])
    if value is None:
        raise trait_error(table, trait, f"{part.name} must be {expected_text(part)}")
    return value


def parse_value(part: Parameter, value: object) -> TraitValue:
    """Parse the value of an argument; return None if it is wrong."""
    if part.takes == ParameterType.INCHES:
        number = to_thousandths(value)
        return number if number is not None and part.least <= number <= part.most else None
    if part.takes == ParameterType.WHOLE:
        return value if type(value) is int and part.least <= value <= part.most else None
    if part.takes in NAME_LIST_TYPES:
        names = tuple(value) if isinstance(value, list) and all(map(is_name, value)) else ()
        is_valid = part.least <= len(names) <= part.most and len(set(names)) == len(names)
        if part.takes == ParameterType.LINES:
            is_valid = is_valid and all(name in AI_LINE_WORDS for name in names)
        return names if is_valid else None
    return str(value) if is_name(value) else None


def expected_text(part: Parameter) -> str:
    if part.takes == ParameterType.INCHES:
        return inches_range_text(part.least, part.most)
    if part.takes == ParameterType.WHOLE:
        return f"a whole number from {part.least} to {part.most}"
    if part.takes == ParameterType.LINES:
        return f"a list of different lines: {join_or(AI_LINE_WORDS)}"
    if part.takes in NAME_LIST_TYPES:
        return f"a list of {part.least} to {part.most} different names"
    return "a name"


AI_LINE_WORDS = tuple(line.word for line in AiLine)


def trait_error(table: TomlTable, trait: Trait, reason: str) -> BadOption:
    return table.error(trait_field(table, trait.word), f"{trait.word}: {reason}", TRAITS[trait].clause)
