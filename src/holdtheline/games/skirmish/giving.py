"""The traits of a table in a file, read and checked one by one; whom they name is checked later."""

from __future__ import annotations

from typing import Any

from ...core.errors import BadOption
from ...core.tomlfile import Table, either, one_line
from .traits import ABOUT, BY_WORD, Given, Line, Part, Place, Takes, Trait, Value, words_for
from .written import between, is_name, is_written, thousandths

NAMES = (Takes.CHARACTERS, Takes.OBJECTIVES, Takes.CARRIERS, Takes.LINES)


def traits_of(table: Table, place: Place) -> tuple[Given, ...]:
    """The field `traits`, which may be left out."""
    traits = table.data.get("traits", {})
    if not isinstance(traits, dict):
        raise table.wrong("traits", "it must be traits in braces, as in { reach = 2, climbs = true }")
    return tuple(given_of(table, place, word, value) for word, value in traits.items())


def field_of(table: Table, word: str) -> str:
    """The field to be blamed for a trait: its own line, if it has one."""
    return f"traits.{word}" if is_written(table, f"traits.{word}") else "traits"


def given_of(table: Table, place: Place, word: str, value: object) -> Given:
    trait = BY_WORD.get(word)
    if trait is None or place not in ABOUT[trait].places:
        what = "there is no trait" if trait is None else f"a {place.name.lower()} cannot have the trait"
        there_are = ", ".join(words_for(place))
        raise table.fault(field_of(table, word), f"{what} {one_line(word)!r}; it can have: {there_are}")
    parts = ABOUT[trait].parts
    if not parts:
        if value is not True:
            raise refused(table, trait, "it takes nothing; write true, or leave it out")
        return Given(trait)
    return Given(trait, tuple(part_of(table, trait, part, said(table, trait, value)) for part in parts))


def said(table: Table, trait: Trait, value: object) -> dict[str, Any]:
    """The parts by name; where a trait is given one value, it is its first part."""
    parts = ABOUT[trait].parts
    if not isinstance(value, dict):
        value = {parts[0].name: value}
    for name in value:
        if name not in [part.name for part in parts]:
            there_are = ", ".join(part.name for part in parts)
            raise refused(table, trait, f"there is no {one_line(name)!r}; it takes: {there_are}")
    if not value:
        raise refused(table, trait, f"it is empty; it takes: {', '.join(part.name for part in parts)}")
    return value


def part_of(table: Table, trait: Trait, part: Part, values: dict[str, Any]) -> Value:
    if part.name not in values:
        if part.may_miss:
            return None
        raise refused(table, trait, f"{part.name} is missing")
    value = read(part, values[part.name])
    if value is None:
        raise refused(table, trait, f"{part.name} must be {wanted(part)}")
    return value


def read(part: Part, value: object) -> Value:
    """The value as the rest knows it; None: it is wrong."""
    if part.takes == Takes.INCHES:
        number = thousandths(value)
        return number if number is not None and part.least <= number <= part.most else None
    if part.takes == Takes.WHOLE:
        return value if type(value) is int and part.least <= value <= part.most else None
    if part.takes in NAMES:
        names = tuple(value) if isinstance(value, list) and all(map(is_name, value)) else ()
        right = part.least <= len(names) <= part.most and len(set(names)) == len(names)
        if part.takes == Takes.LINES:
            right = right and all(one in LINES for one in names)
        return names if right else None
    return str(value) if is_name(value) else None


def wanted(part: Part) -> str:
    if part.takes == Takes.INCHES:
        return between(part.least, part.most)
    if part.takes == Takes.WHOLE:
        return f"a whole number from {part.least} to {part.most}"
    if part.takes == Takes.LINES:
        return f"a list of different lines: {either(LINES)}"
    if part.takes in NAMES:
        return f"a list of {part.least} to {part.most} different names"
    return "a name"


LINES = tuple(one.word for one in Line)


def refused(table: Table, trait: Trait, reason: str) -> BadOption:
    return table.fault(field_of(table, trait.word), f"{trait.word}: {reason}", ABOUT[trait].clause)
