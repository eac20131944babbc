"""The cards of a company to print, as those of a battle are, but without places, ids and a battle's rules."""

from __future__ import annotations

from ...core.svg import Markup
from . import cards_sheet
from .shown import short_names
from .table import Book, Card, Character, Company, Scenario, Side, Winner


def sheet(book: Book) -> str:
    """All pages below each other, each of them A4."""
    return cards_sheet.sheet(at_rest(book), cards_of(book))


def pages(book: Book) -> list[str]:
    """One picture for each page."""
    return cards_sheet.pages(at_rest(book), cards_of(book))


def cards_of(book: Book) -> list[Markup]:
    scenario = at_rest(book)
    short = short_names([card.name for card in book.cards])
    people = zip(scenario.characters, short, strict=True)
    return [cards_sheet.card(scenario, "", person, letters) for person, letters in people]


def at_rest(book: Book) -> Scenario:
    """The company as if it stood somewhere, without a battle."""
    return Scenario(
        name=book.name,
        title=book.title,
        aim="",
        story=(book.story,),
        rounds=0,
        timeout=Winner.NOBODY,
        won_by_book=None,
        terrain=(),
        companies=(Company(book.title, Side.FRIENDS, book.traits),),
        characters=tuple(map(somebody, book.cards)),
        objectives=(),
        endings=(),
        traits=(),
    )


def somebody(card: Card) -> Character:
    return Character(card.name, card, 0, Side.FRIENDS, (0, 0), 0, 0, 0, card.traits)
