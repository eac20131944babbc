"""Books of cards (K1.2): load the shipped ones, parse cards, apply scars (K6.2)."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from ....core.errors import UnknownName
from ....core.toml.fields import check_headings, list_tables, parse_name, parse_paragraphs, parse_text
from ....core.toml.file import TomlFile, TomlTable, printable_line, read_text_file
from ..rules.traits.catalog import TraitInstance
from ..rules.traits.parameters import TraitScope
from ..scenario.inches import parse_inches
from ..scenario.model import Card, CardBook
from ..scenario.trait_parser import parse_traits
from ..state import INCH

FOLDER = Path(__file__).parent / "data"
MAX_FILE_SIZE = 60_000
MAX_CARDS = 32
MAX_MOVE_LENGTH = 24 * INCH
MAX_RANGE = 34 * INCH
MIN_BONUS, MAX_BONUS = -5, 9
MAX_SLOTS = 20
MIN_BASE, DEFAULT_BASE, MAX_BASE = 400, 1 * INCH, 6 * INCH
NO_CARD = Card("", 0, 0, 0, 0, 0, DEFAULT_BASE // 2, (), "")
"""The stand-in for a card that is missing."""
CARD_FIELDS = ("name", "move", "attack", "defence", "wounds", "range", "base", "traits", "text")


@functools.cache
def shipped_books() -> tuple[str, ...]:
    """Return the names of the shipped books: their file names without the suffix."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))


@functools.cache
def load_book(name: str) -> CardBook:
    """Load a shipped book."""
    if name not in shipped_books():
        there_are = ", ".join(shipped_books())
        raise UnknownName(f"there is no company {printable_line(name)!r}; the companies are: {there_are}")
    path = FOLDER / f"{name}.toml"
    return parse_book(read_text_file(path, MAX_FILE_SIZE, "company"), path.name)


def parse_book(text: str, file_name: str) -> CardBook:
    """Parse the text of a file with this name; raise BadFile with all faults."""
    with TomlFile(text, file_name, ("card",)) as top:
        check_headings(top.file, ("card",))
        top.allow_only(("title", "story", "traits", "card"))
        tables = list_tables(top, "card", MAX_CARDS, "K1.2")
        if not tables and top.file.is_sound("card"):
            top.report("card", "there are no cards; add a table [[card]]", "K1.2")
        return CardBook(
            name=Path(file_name).stem,
            title=parse_name(top, "title"),
            story="\n".join(parse_paragraphs(top, "story", 4)),
            traits=parse_traits(top, TraitScope.COMPANY),
            cards=parse_cards(tables),
        )


def parse_cards(tables: Sequence[TomlTable]) -> tuple[Card, ...]:
    cards: dict[str, Card] = {}
    for table in tables:
        card = parse_card(table)
        if card.name and card.name.casefold() in cards:
            table.report("name", f"another card is called {card.name!r}", "K1.2")
        cards[card.name.casefold()] = card
    return tuple(cards.values())


def parse_card(table: TomlTable) -> Card:
    table.allow_only(CARD_FIELDS)
    return Card(
        name=parse_name(table),
        move=parse_inches(table, "move", 0, MAX_MOVE_LENGTH, "K1.2"),
        attack=table.integer("attack", MIN_BONUS, MAX_BONUS, "K1.2"),
        defence=table.integer("defence", MIN_BONUS, MAX_BONUS, "K1.2"),
        wounds=table.integer("wounds", 0, MAX_SLOTS, "K1.2"),
        range=parse_inches(table, "range", 100, MAX_RANGE, "K1.2") if "range" in table.data else 0,
        radius=parse_radius(table),
        traits=parse_traits(table, TraitScope.CHARACTER),
        text=parse_text(table, "text"),
    )


def parse_radius(table: TomlTable) -> int:
    """Parse the diameter of the base; half of it must be whole thousandths."""
    if "base" not in table.data:
        return DEFAULT_BASE // 2
    diameter = parse_inches(table, "base", MIN_BASE, MAX_BASE, "K1.1")
    if diameter % 2:
        table.report_value("base", "an even number of thousandths of an inch", "K1.1")
    return diameter // 2


def apply_scar(card: Card, scar: TraitInstance) -> Card:
    """Return the card with the numbers of a scar added, within the limits of a card (K6.2)."""
    move, attack, defence, wounds, reach = (scar.number(index) for index in range(5))
    return replace(
        card,
        move=clamp(card.move + move, 0, MAX_MOVE_LENGTH),
        attack=clamp(card.attack + attack, MIN_BONUS, MAX_BONUS),
        defence=clamp(card.defence + defence, MIN_BONUS, MAX_BONUS),
        wounds=clamp(card.wounds + wounds, 0, MAX_SLOTS),
        range=clamp(card.range + reach, 0, MAX_RANGE) if card.range else 0,
    )


def clamp(number: int, minimum: int, maximum: int) -> int:
    return max(minimum, min(maximum, number))
