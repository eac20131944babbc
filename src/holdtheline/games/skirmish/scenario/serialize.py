"""Serialize a scenario: the fields of its file, and the TOML text that parses to an equal scenario."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ....core.errors import BadOption
from ....core.toml.fields import enum_word
from ....core.toml.writer import TomlLayout, fields_to_toml
from ..cards import card_books
from ..cards.card_books import DEFAULT_BASE, MAX_BONUS, MAX_MOVE_LENGTH, MAX_RANGE, MAX_SLOTS, apply_scar, clamp
from ..rules.traits.catalog import TRAITS, Trait, TraitInstance
from ..rules.traits.parameters import Parameter, ParameterType, TraitValue
from ..state import INCH, MAX_ROUNDS
from .model import (
    Card,
    CardBook,
    Character,
    Ending,
    Objective,
    Point,
    Scenario,
    Terrain,
    find_trait,
    merge_traits,
)
from .parse import DEFAULT_THICKNESS, ENDING_PARAMETERS, FACING_WORDS, HEADER_FIELDS, SHARP_ROUNDING, TABLES

Fields = dict[str, Any]
MIN_RANGE = 100


def scenario_to_dict(scenario: Scenario) -> Fields:
    """Return the scenario as the fields of a file, in the order of the file."""
    companies = CompanyFields(scenario)
    return {
        "title": scenario.title,
        "aim": scenario.aim,
        "story": "\n\n".join(scenario.story),
        **({} if scenario.rounds == MAX_ROUNDS else {"rounds": scenario.rounds}),
        "timeout": enum_word(scenario.timeout),
        **({} if scenario.won_by_book is None else {"won_by_book": scenario.won_by_book}),
        **traits_field(scenario.traits),
        "terrain": [terrain_fields(terrain) for terrain in scenario.terrain],
        "company": [companies.company(index) for index in range(len(scenario.companies))],
        "card": [card_fields(card) for card in companies.own_cards.values()],
        "character": [companies.character(character) for character in scenario.characters],
        "objective": [objective_fields(objective) for objective in scenario.objectives],
        "ending": [ending_fields(scenario, ending) for ending in scenario.endings],
    }


# Numbers and traits


def to_inches(thousandths: int) -> int | float:
    """Convert thousandths to inches: an int where it is whole."""
    return thousandths / INCH if thousandths % INCH else thousandths // INCH


def point_field(point: Point) -> list[int | float]:
    return [to_inches(coordinate) for coordinate in point]


def traits_field(traits: Iterable[TraitInstance]) -> Fields:
    values = {trait.trait.word: trait_value(trait) for trait in traits}
    return {"traits": values} if values else {}


def trait_value(trait: TraitInstance) -> Any:
    """Return the value of a trait in a file: true, one argument, or its arguments by name."""
    parameters = TRAITS[trait.trait].parameters
    if not parameters:
        return True
    pairs = zip(parameters, trait.values, strict=True)
    values = {parameter.name: parameter_value(parameter, value) for parameter, value in pairs if value is not None}
    return values[parameters[0].name] if len(parameters) == 1 else values


def parameter_value(parameter: Parameter, value: TraitValue) -> Any:
    if isinstance(value, int):
        return to_inches(value) if parameter.type == ParameterType.INCHES else value
    return list(value) if isinstance(value, tuple) else value


def own_traits(inherited: Sequence[TraitInstance], traits: Sequence[TraitInstance]) -> Sequence[TraitInstance]:
    """Return the shortest tail of `traits` that, merged with the inherited ones, gives all of them."""
    for first in range(len(traits), -1, -1):
        if merge_traits(inherited, traits[first:]) == tuple(traits):
            return traits[first:]
    raise BadOption("the traits of a card or a book are missing")


# Terrain, objectives and endings


def terrain_fields(terrain: Terrain) -> Fields:
    named = {"name": terrain.name} if terrain.name else {}
    return {"kind": enum_word(terrain.kind), **named, **shape_fields(terrain), **traits_field(terrain.traits)}


def shape_fields(terrain: Terrain) -> Fields:
    corners, across = terrain.corners, to_inches(2 * terrain.rounding)
    if len(corners) == 1:
        return {"disc": [*point_field(corners[0]), across]}
    if len(corners) == 2:
        thick = {} if 2 * terrain.rounding == DEFAULT_THICKNESS else {"thick": across}
        return {"line": [*point_field(corners[0]), *point_field(corners[1])], **thick}
    if terrain.rounding != SHARP_ROUNDING:
        raise BadOption(f"{terrain.name or 'terrain'}: a shape with three or more corners cannot be rounded")
    (left, low), (right, high) = corners[0], corners[2]
    if corners == ((left, low), (right, low), (right, high), (left, high)):
        return {"rect": [*point_field((left, low)), to_inches(right - left), to_inches(high - low)]}
    return {"corners": [point_field(corner) for corner in corners]}


def objective_fields(objective: Objective) -> Fields:
    return {
        "name": objective.name,
        "kind": enum_word(objective.kind),
        "at": point_field(objective.point),
        **({"stays": True} if objective.stays else {}),
        **traits_field(objective.traits),
    }


def ending_fields(scenario: Scenario, ending: Ending) -> Fields:
    named = {
        "side": None if ending.side is None else enum_word(ending.side),
        "who": None if ending.who is None else scenario.characters[ending.who].name,
        "what": None if ending.what is None else scenario.objectives[ending.what].name,
        "company": None if ending.company is None else scenario.companies[ending.company].name,
        "count": ending.count,
    }
    needs = {name: named[name] for name in ENDING_PARAMETERS[ending.when] if named[name] is not None}
    text = {"text": ending.text} if ending.text else {}
    name = {"name": ending.name} if ending.name else {}
    return {**name, "when": enum_word(ending.when), **needs, "winner": enum_word(ending.winner), **text}


# Companies, characters and their cards


class CompanyFields:
    """The fields of companies and characters.

    A character's card comes from its company's book or, if no book has it, is one of the file's own cards.
    """

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.own_cards: dict[str, Card] = {}
        self.books = [self._find_book(index) for index in range(len(scenario.companies))]
        for character in sorted(scenario.characters, key=is_scarred):
            self.card_of(character)

    def _find_book(self, company: int) -> CardBook | None:
        """Return the shipped book that has the cards of most of a company's characters, if any has one."""
        members = [character for character in self.scenario.characters if character.company == company]
        traits = self.scenario.companies[company].traits
        best, most = None, 0
        for name in card_books.shipped_books():
            book = card_books.load_book(name)
            count = sum(find_card(book.cards, character) is not None for character in members)
            if count > most and all(find_trait(traits, trait.trait) for trait in book.traits):
                best, most = book, count
        return best

    def company(self, index: int) -> Fields:
        company, book = self.scenario.companies[index], self.books[index]
        return {
            **({} if book and book.title == company.name else {"name": company.name}),
            **({"cards": book.name} if book else {}),
            "side": enum_word(company.side),
            **traits_field(own_traits(book.traits, company.traits) if book else company.traits),
        }

    def character(self, character: Character) -> Fields:
        card = self.card_of(character)
        facing_words = {degrees: word for word, degrees in FACING_WORDS.items()}
        return {
            "company": self.scenario.companies[character.company].name,
            "card": card.name,
            **({} if character.name == card.name else {"name": character.name}),
            "at": point_field(character.point),
            "facing": facing_words.get(character.degrees, character.degrees),
            **({"wounds": character.wounds} if character.wounds else {}),
            **({"general": character.general} if character.general else {}),
            **traits_field(own_traits(card.traits, character.traits)),
        }

    def card_of(self, character: Character) -> Card:
        """Return the card in the company's book or in the file; add one to the file if there is none."""
        book = self.books[character.company]
        own = find_card(self.own_cards.values(), character)
        shipped = find_card(book.cards, character) if book else None
        key = character.card.name.casefold()
        if own:
            return own
        if shipped and key not in self.own_cards:
            return shipped
        if key in self.own_cards or self._is_used(character.card.name):
            raise BadOption(f"two different cards are called {character.card.name!r}")
        self.own_cards[key] = remove_scar(character)
        return self.own_cards[key]

    def _is_used(self, name: str) -> bool:
        """Return whether a character has a card of this name from a book, which a card of the file would hide."""
        return any(
            book and character.card.name == name and find_card(book.cards, character)
            for character in self.scenario.characters
            for book in [self.books[character.company]]
        )


def is_scarred(character: Character) -> bool:
    """Return whether a scar changes the card; unscarred characters come first when cards are written."""
    return find_trait(character.traits, Trait.SCAR) is not None


def find_card(cards: Iterable[Card], character: Character) -> Card | None:
    """Return the card that, with the character's scar applied, is the character's."""
    scar = find_trait(character.traits, Trait.SCAR)
    fits = (card for card in cards if (apply_scar(card, scar) if scar else card) == character.card)
    return next(fits, None)


def remove_scar(character: Character) -> Card:
    """Return a card that, with the character's scar applied, is the character's, within the limits of a card."""
    card, scar = character.card, find_trait(character.traits, Trait.SCAR)
    if not scar:
        return card
    move, attack, defence, wounds, reach = (scar.number(index) for index in range(5))
    return replace(
        card,
        move=clamp(card.move - move, 0, MAX_MOVE_LENGTH),
        attack=clamp(card.attack - attack, card_books.MIN_BONUS, MAX_BONUS),
        defence=clamp(card.defence - defence, card_books.MIN_BONUS, MAX_BONUS),
        wounds=clamp(card.wounds - wounds, 0, MAX_SLOTS),
        range=clamp(card.range - reach, MIN_RANGE, MAX_RANGE) if card.range else 0,
    )


def card_fields(card: Card) -> Mapping[str, Any]:
    return {
        "name": card.name,
        "move": to_inches(card.move),
        "attack": card.attack,
        "defence": card.defence,
        "wounds": card.wounds,
        **({"range": to_inches(card.range)} if card.range else {}),
        **({} if 2 * card.radius == DEFAULT_BASE else {"base": to_inches(2 * card.radius)}),
        **traits_field(card.traits),
        **({"text": card.text} if card.text else {}),
    }


# TOML

LAYOUT = TomlLayout(HEADER_FIELDS, TABLES, paragraphs=("story",))


def scenario_to_toml(scenario: Scenario) -> str:
    """Return the text of a file that `parse_scenario` reads as an equal scenario, under the same file name."""
    return fields_to_toml(scenario_to_dict(scenario), LAYOUT)
