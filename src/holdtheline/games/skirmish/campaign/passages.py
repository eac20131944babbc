"""What follows from a scene, as people write it: conditions, effects, and the names of people in them."""

from __future__ import annotations

from typing import Any

from ....core.errors import BadOption
from ....core.tomlfile import Table, one_line
from ..written import is_name, paragraphs
from .story import PACK, Ask, Effects, Term

NUMBERS = {Ask.AT_LEAST: 32, Ask.AT_MOST: 32, Ask.ROLLED: 6}
"""What asks for whole numbers, from 1 to this."""
EFFECTS = (
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
MOST_NAMES = 32
MOST_TOLD = 4
"""Paragraphs."""


# Conditions


def terms_of(table: Table) -> tuple[Term, ...]:
    """The field `if`, which may be left out."""
    asked = table.data.get("if", {})
    if not isinstance(asked, dict):
        raise table.wrong("if", 'it must be conditions in braces, as in { alive = "Ann" }', "K6.3")
    return tuple(term_of(table, word, value) for word, value in asked.items())


def term_of(table: Table, word: str, value: object) -> Term:
    asks = {ask.word: ask for ask in Ask}
    if word not in asks:
        there_are = ", ".join(asks)
        raise table.fault("if", f"there is no condition {one_line(word)!r}; there are: {there_are}", "K6.3")
    ask = asks[word]
    if ask in NUMBERS:
        return Term(ask, numbers=numbers_in(table, word, value, NUMBERS[ask]))
    return Term(ask, names=names_in(table, "if", value, f"{word}: "))


def numbers_in(table: Table, word: str, value: object, most: int) -> tuple[int, ...]:
    numbers = value if isinstance(value, list) else [value]
    right = [one for one in numbers if type(one) is int and 1 <= one <= most]
    if not right or len(right) != len(numbers) or (len(right) > 1 and most != NUMBERS[Ask.ROLLED]):
        several = ", or several in brackets" if most == NUMBERS[Ask.ROLLED] else ""
        raise table.fault("if", f"{word}: it must be a whole number from 1 to {most}{several}", "K6.3")
    return tuple(right)


def names_in(table: Table, field: str, value: object, about: str = "") -> tuple[str, ...]:
    """One name, or a list of different ones."""
    names = value if isinstance(value, list) else [value]
    right = [one for one in names if is_name(one)]
    if not right or len(right) != len(names) or len(set(right)) != len(right) or len(right) > MOST_NAMES:
        wanted = f"it must be a name, or a list of 1 to {MOST_NAMES} different names"
        raise table.fault(field, f"{about}{wanted}", "K6.3")
    return tuple(map(str, right))


# Effects


def effects_of(table: Table) -> Effects:
    gives, to = gift_of(table)
    scar, scarred = scar_of(table)
    return Effects(
        sets=some_names(table, "set"),
        clears=some_names(table, "clear"),
        recruits=some_names(table, "recruit"),
        dies=some_names(table, "dies"),
        leaves=some_names(table, "leaves"),
        gives=gives,
        to=to,
        loses=some_names(table, "lose"),
        scar=scar,
        scarred=scarred,
        wounds=some_names(table, "wound"),
        heals=some_names(table, "heal"),
        tells=paragraphs(table, "tell", MOST_TOLD) if "tell" in table.data else (),
        next=some_names(table, "next")[0] if "next" in table.data else "",
    )


def some_names(table: Table, field: str) -> tuple[str, ...]:
    return names_in(table, field, table.data[field]) if field in table.data else ()


def gift_of(table: Table) -> tuple[str, str]:
    """Which item, and to whom."""
    if "give" not in table.data:
        return "", PACK
    parts = parts_of(table, "give", ("item", "to"), 'give = { item = "Lamp", to = "Ann" }')
    [item] = names_in(table, "give", parts.get("item"), "item: ")[:1]
    to = names_in(table, "give", parts["to"], "to: ")[0] if "to" in parts else PACK
    return item, to


def scar_of(table: Table) -> tuple[str, tuple[str, ...]]:
    """Which scar, and who gets it."""
    if "scar" not in table.data:
        return "", ()
    parts = parts_of(table, "scar", ("name", "who"), 'scar = { name = "Lame leg", who = ["Ann"] }')
    [name] = names_in(table, "scar", parts.get("name"), "name: ")[:1]
    return name, names_in(table, "scar", parts.get("who"), "who: ")


def parts_of(table: Table, field: str, known: tuple[str, ...], example: str) -> dict[str, Any]:
    parts = table.data[field]
    if not isinstance(parts, dict):
        raise wrong_parts(table, field, example)
    for part in parts:
        if part not in known:
            raise wrong_parts(table, field, example)
    return parts


def wrong_parts(table: Table, field: str, example: str) -> BadOption:
    return table.fault(field, f"it must be as in {example}", "K6.3")
