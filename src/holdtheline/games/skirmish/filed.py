"""A battle as the fields of a file that tells it: what `scenario.from_text` reads, before it is text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ...core.errors import BadOption
from . import cards as books
from .cards import LONGEST_MOVE, LONGEST_RANGE, MOST_BONUS, MOST_SLOTS, USUAL_BASE, scarred, within
from .scenario import LOOKS, NEEDS
from .shapes import SHARP, USUAL_THICKNESS
from .state import MOST_ROUNDS
from .table import Book, Card, Character, Company, Ending, Objective, Point, Scenario, Terrain, given, joined
from .traits import ABOUT, Given, Part, Takes, Trait, Value
from .written import INCH

Fields = dict[str, Any]
SHORTEST_RANGE = 100


def fields_of(scenario: Scenario) -> Fields:
    """The fields of its file, in the order of the file."""
    filing = Filing(scenario)
    return {
        "title": scenario.title,
        "aim": scenario.aim,
        "story": "\n\n".join(scenario.story),
        **({} if scenario.rounds == MOST_ROUNDS else {"rounds": scenario.rounds}),
        "timeout": word(scenario.timeout),
        **({} if scenario.won_by_book is None else {"won_by_book": scenario.won_by_book}),
        **traits_field(scenario.traits),
        "terrain": [terrain_fields(one) for one in scenario.terrain],
        "company": [filing.company(place) for place in range(len(scenario.companies))],
        "card": [card_fields(card) for card in filing.own.values()],
        "character": [filing.character(one) for one in scenario.characters],
        "objective": [objective_fields(one) for one in scenario.objectives],
        "ending": [ending_fields(scenario, one) for one in scenario.endings],
    }


def word(one: Any) -> str:
    """A named number as files call it."""
    return str(one.name).lower().replace("_", " ")


# Numbers and traits


def inches(thousandths: int) -> int | float:
    """Whole inches without a point."""
    return thousandths / INCH if thousandths % INCH else thousandths // INCH


def place_field(at: Point) -> list[int | float]:
    return [inches(part) for part in at]


def traits_field(traits: Iterable[Given]) -> Fields:
    said = {one.trait.word: value_of(one) for one in traits}
    return {"traits": said} if said else {}


def value_of(one: Given) -> Any:
    """What a file gives the trait: nothing but true, one thing, or things with their names."""
    parts = ABOUT[one.trait].parts
    if not parts:
        return True
    pairs = zip(parts, one.values, strict=True)
    values = {part.name: part_value(part, value) for part, value in pairs if value is not None}
    return values[parts[0].name] if len(parts) == 1 else values


def part_value(part: Part, value: Value) -> Any:
    if isinstance(value, int):
        return inches(value) if part.takes == Takes.INCHES else value
    return list(value) if isinstance(value, tuple) else value


def own_of(wide: Sequence[Given], all_of_them: Sequence[Given]) -> Sequence[Given]:
    """The fewest that make, together with those of a card or a book, all of them in this order."""
    for first in range(len(all_of_them), -1, -1):
        if joined(wide, all_of_them[first:]) == tuple(all_of_them):
            return all_of_them[first:]
    raise BadOption("the traits of a card or a book are missing")


# The table


def terrain_fields(terrain: Terrain) -> Fields:
    named = {"name": terrain.name} if terrain.name else {}
    return {"kind": word(terrain.kind), **named, **shape_fields(terrain), **traits_field(terrain.traits)}


def shape_fields(terrain: Terrain) -> Fields:
    corners, across = terrain.corners, inches(2 * terrain.rounding)
    if len(corners) == 1:
        return {"disc": [*place_field(corners[0]), across]}
    if len(corners) == 2:
        thick = {} if 2 * terrain.rounding == USUAL_THICKNESS else {"thick": across}
        return {"line": [*place_field(corners[0]), *place_field(corners[1])], **thick}
    if terrain.rounding != SHARP:
        raise BadOption(f"{terrain.name or 'terrain'}: what has three corners or more has sharp ones")
    (left, low), (right, high) = corners[0], corners[2]
    if corners == ((left, low), (right, low), (right, high), (left, high)):
        return {"rect": [*place_field((left, low)), inches(right - left), inches(high - low)]}
    return {"corners": [place_field(corner) for corner in corners]}


def objective_fields(objective: Objective) -> Fields:
    return {
        "name": objective.name,
        "kind": word(objective.kind),
        "at": place_field(objective.at),
        **({"stays": True} if objective.stays else {}),
        **traits_field(objective.traits),
    }


def ending_fields(scenario: Scenario, ending: Ending) -> Fields:
    named = {
        "side": None if ending.side is None else word(ending.side),
        "who": None if ending.who is None else scenario.characters[ending.who].name,
        "what": None if ending.what is None else scenario.objectives[ending.what].name,
        "company": None if ending.company is None else scenario.companies[ending.company].name,
        "count": ending.count,
    }
    needs = {name: named[name] for name in NEEDS[ending.when] if named[name] is not None}
    text = {"text": ending.text} if ending.text else {}
    called = {"name": ending.name} if ending.name else {}
    return {**called, "when": word(ending.when), **needs, "winner": word(ending.winner), **text}


# Companies, characters and their cards


class Filing:
    """The companies' books and the battle's own cards, of which a character has one."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.own: dict[str, Card] = {}
        self.books = [self._book_of(place) for place in range(len(scenario.companies))]
        for character in sorted(scenario.characters, key=is_scarred):
            self.card_of(character)

    def _book_of(self, place: int) -> Book | None:
        """The shipped book that has the cards of most of a company; None: no book has any."""
        mine = [one for one in self.scenario.characters if one.company == place]
        traits = self.scenario.companies[place].traits
        best, most = None, 0
        for name in books.shipped():
            book = books.book(name)
            count = sum(card_in(book.cards, one) is not None for one in mine)
            if count > most and all(given(traits, one.trait) for one in book.traits):
                best, most = book, count
        return best

    def company(self, place: int) -> Fields:
        company, book = self.scenario.companies[place], self.books[place]
        return {
            **({} if book and book.title == company.name else {"name": company.name}),
            **({"cards": book.name} if book else {}),
            "side": word(company.side),
            **traits_field(own_traits(company, book)),
        }

    def character(self, character: Character) -> Fields:
        card = self.card_of(character)
        looks = {degrees: name for name, degrees in LOOKS.items()}
        return {
            "company": self.scenario.companies[character.company].name,
            "card": card.name,
            **({} if character.name == card.name else {"name": character.name}),
            "at": place_field(character.at),
            "facing": looks.get(character.degrees, character.degrees),
            **({"wounds": character.wounds} if character.wounds else {}),
            **({"general": character.general} if character.general else {}),
            **traits_field(own_of(card.traits, character.traits)),
        }

    def card_of(self, character: Character) -> Card:
        """The card in the company's book, or one of the battle's own; a new one, if there is none."""
        book = self.books[character.company]
        own = card_in(self.own.values(), character)
        shipped = card_in(book.cards, character) if book else None
        key = character.card.name.casefold()
        if own:
            return own
        if shipped and key not in self.own:
            return shipped
        if key in self.own or self._is_used(character.card.name):
            raise BadOption(f"two different cards are called {character.card.name!r}")
        self.own[key] = unscarred(character)
        return self.own[key]

    def _is_used(self, name: str) -> bool:
        """Whether somebody has a card of this name from a book, which an own one would hide."""
        return any(
            book and one.card.name == name and card_in(book.cards, one)
            for one in self.scenario.characters
            for book in [self.books[one.company]]
        )


def own_traits(company: Company, book: Book | None) -> Sequence[Given]:
    return own_of(book.traits, company.traits) if book else company.traits


def is_scarred(character: Character) -> bool:
    """Whether its card is not whole; those whose cards are come first when cards are written."""
    return given(character.traits, Trait.SCAR) is not None


def card_in(cards: Iterable[Card], character: Character) -> Card | None:
    """The card that becomes the character's by its scars."""
    scar = given(character.traits, Trait.SCAR)
    fits = (card for card in cards if (scarred(card, scar) if scar else card) == character.card)
    return next(fits, None)


def unscarred(character: Character) -> Card:
    """A card that becomes the character's by its scars, within what cards can have."""
    card, scar = character.card, given(character.traits, Trait.SCAR)
    if not scar:
        return card
    move, attack, defence, wounds, reach = (scar.number(place) for place in range(5))
    return replace(
        card,
        move=within(card.move - move, 0, LONGEST_MOVE),
        attack=within(card.attack - attack, books.LEAST_BONUS, MOST_BONUS),
        defence=within(card.defence - defence, books.LEAST_BONUS, MOST_BONUS),
        wounds=within(card.wounds - wounds, 0, MOST_SLOTS),
        range=within(card.range - reach, SHORTEST_RANGE, LONGEST_RANGE) if card.range else 0,
    )


def card_fields(card: Card) -> Mapping[str, Any]:
    return {
        "name": card.name,
        "move": inches(card.move),
        "attack": card.attack,
        "defence": card.defence,
        "wounds": card.wounds,
        **({"range": inches(card.range)} if card.range else {}),
        **({} if 2 * card.radius == USUAL_BASE else {"base": inches(2 * card.radius)}),
        **traits_field(card.traits),
        **({"text": card.text} if card.text else {}),
    }
