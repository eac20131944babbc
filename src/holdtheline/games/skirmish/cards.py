"""The cards of characters (K1.2): those of the shipped companies, and those that a battle brings along."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from ...core.errors import UnknownName
from ...core.tomlfile import Table, TomlFile, one_line, read_text
from .giving import traits_of
from .table import Book, Card
from .traits import Given, Place
from .written import INCH, check_headings, inches, name, paragraphs, some, text

FOLDER = Path(__file__).parent / "cards"
LARGEST_FILE = 60_000
MOST_CARDS = 32
LONGEST_MOVE = 24 * INCH
LONGEST_RANGE = 34 * INCH
LEAST_BONUS, MOST_BONUS = -5, 9
MOST_SLOTS = 20
SMALLEST_BASE, USUAL_BASE, LARGEST_BASE = 400, 1 * INCH, 6 * INCH
CARD = ("name", "move", "attack", "defence", "wounds", "range", "base", "traits", "text")


@functools.cache
def shipped() -> tuple[str, ...]:
    """The names of the companies in the folder, which are those of their files without the ending."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))


@functools.cache
def book(name: str) -> Book:
    """The cards of a company that is shipped."""
    if name not in shipped():
        there_are = ", ".join(shipped())
        raise UnknownName(f"there is no company {one_line(name)!r}; the companies are: {there_are}")
    path = FOLDER / f"{name}.toml"
    return from_text(read_text(path, LARGEST_FILE, "company"), path.name)


def from_text(words: str, file_name: str) -> Book:
    """A company's cards from the text of a file with this name."""
    top = TomlFile(words, file_name, ("card",)).top
    check_headings(top.file, ("card",))
    top.only(("title", "story", "traits", "card"))
    tables = some(top, "card", MOST_CARDS, "K1.2")
    if not tables:
        raise top.fault("card", "it has no cards", "K1.2")
    return Book(
        name=Path(file_name).stem,
        title=name(top, "title"),
        story="\n".join(paragraphs(top, "story", 4)),
        traits=traits_of(top, Place.COMPANY),
        cards=cards_of(tables),
    )


def cards_of(tables: Sequence[Table]) -> tuple[Card, ...]:
    cards: dict[str, Card] = {}
    for table in tables:
        card = card_of(table)
        if card.name.casefold() in cards:
            raise table.fault("name", f"there is another card {card.name!r}", "K1.2")
        cards[card.name.casefold()] = card
    return tuple(cards.values())


def card_of(table: Table) -> Card:
    table.only(CARD)
    return Card(
        name=name(table),
        move=inches(table, "move", 0, LONGEST_MOVE, "K1.2"),
        attack=table.whole("attack", LEAST_BONUS, MOST_BONUS, "K1.2"),
        defence=table.whole("defence", LEAST_BONUS, MOST_BONUS, "K1.2"),
        wounds=table.whole("wounds", 0, MOST_SLOTS, "K1.2"),
        range=inches(table, "range", 100, LONGEST_RANGE, "K1.2") if "range" in table.data else 0,
        radius=radius_of(table),
        traits=traits_of(table, Place.CHARACTER),
        text=text(table, "text"),
    )


def radius_of(table: Table) -> int:
    """Half of what the base is across, which must be a whole number too."""
    if "base" not in table.data:
        return USUAL_BASE // 2
    across = inches(table, "base", SMALLEST_BASE, LARGEST_BASE, "K1.1")
    if across % 2:
        raise table.wrong("base", "half of it must be whole thousandths of an inch", "K1.1")
    return across // 2


def scarred(card: Card, scar: Given) -> Card:
    """The card with the numbers of a scar added; none of them falls below what a card can have."""
    move, attack, defence, wounds, reach = (scar.number(place) for place in range(5))
    return replace(
        card,
        move=within(card.move + move, 0, LONGEST_MOVE),
        attack=within(card.attack + attack, LEAST_BONUS, MOST_BONUS),
        defence=within(card.defence + defence, LEAST_BONUS, MOST_BONUS),
        wounds=within(card.wounds + wounds, 0, MOST_SLOTS),
        range=within(card.range + reach, 0, LONGEST_RANGE) if card.range else 0,
    )


def within(number: int, least: int, most: int) -> int:
    return max(least, min(most, number))
