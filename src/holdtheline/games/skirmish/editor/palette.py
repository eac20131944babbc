"""The palette of the editor: the cards, traits, terrain and endings to choose from, and the limits."""

from __future__ import annotations

from typing import Any

from ....core.toml.fields import MAX_LINE_LENGTH, MAX_NAME_LENGTH, MAX_TEXT_LENGTH, enum_word
from ..cards import card_books
from ..cards.card_books import (
    MAX_BASE,
    MAX_BONUS,
    MAX_CARDS,
    MAX_MOVE_LENGTH,
    MAX_RANGE,
    MAX_SLOTS,
    MIN_BASE,
    MIN_BONUS,
)
from ..rules.traits.catalog import FLAG_WORDS, TRAITS, Trait, TraitInstance
from ..rules.traits.parameters import Parameter, ParameterType, TraitScope
from ..scenario import parse
from ..scenario.model import MAX_TERRAIN_CORNERS, Card, CardBook, ObjectiveKind, Side, Winner
from ..scenario.parse import DEFAULT_THICKNESS, ENDING_PARAMETERS, FACING_WORDS, MIN_SIZE, TERRAIN_KINDS
from ..scenario.serialize import card_fields, trait_value
from ..scenario.trait_parser import AI_LINE_WORDS, RESULT_WORDS
from ..scenario.validate_traits import TERRAIN_FOR_TRAIT
from ..state import (
    BATTLEFIELD_SIZE,
    INCH,
    MAX_CHARACTERS,
    MAX_COMPANIES,
    MAX_ENDINGS,
    MAX_GENERALS,
    MAX_OBJECTIVES,
    MAX_PER_SIDE,
    MAX_ROUNDS,
    MAX_TERRAIN,
    EndingKind,
    TerrainKind,
)

TERRAIN_DESCRIPTIONS = {
    TerrainKind.WALL: "Blocks movement and sight.",
    TerrainKind.PILLAR: "Blocks movement and sight.",
    TerrainKind.WOOD: "Blocks sight; a character in it sees out and can be seen.",
    TerrainKind.WATER: "Open ground, unless a trait slows those who enter it.",
    TerrainKind.HILL: "Open ground, unless a trait makes it higher ground.",
    TerrainKind.HOUSE: "Blocks movement and sight.",
    TerrainKind.DOOR: "Where characters arrive, or the exit of a closed room.",
    TerrainKind.CLIFF: "No one can enter it, unless a trait admits climbers.",
    TerrainKind.GAP: "No one can cross it, unless a trait allows a roll for it.",
    TerrainKind.EDGE: "A character thrown over it may fall, if a trait says so.",
}
DEFAULT_SHAPES = {
    TerrainKind.WALL: "line",
    TerrainKind.PILLAR: "disc",
    TerrainKind.WOOD: "disc",
    TerrainKind.WATER: "disc",
}
"""The shape that a new piece has; a rectangle for all other kinds."""
ENDING_DESCRIPTIONS = {
    EndingKind.GONE: "none of a side is left",
    EndingKind.ROUNDS: "a number of rounds has been played",
    EndingKind.TAKEN: "an objective is carried off the table",
    EndingKind.FALLEN: "a certain character falls",
    EndingKind.LEFT: "a certain character leaves the table",
    EndingKind.FEWER: "a company has fewer than a number of characters left",
    EndingKind.ALL_TAKEN: "a side has carried off all objectives",
    EndingKind.HELD: "a side carries an objective when a round ends",
    EndingKind.ESCAPED: "none of a side is left, and a number of them have escaped",
    EndingKind.CAPTURED: "a number of one side have been carried off by the other",
}


def palette() -> dict[str, Any]:
    """Return everything that the forms of the editor offer, as JSON."""
    return {
        "limits": limits(),
        "books": [book_json(card_books.load_book(name)) for name in card_books.shipped_books()],
        "traits": [trait_json(trait) for trait in Trait],
        "terrain": [
            {
                "kind": enum_word(kind),
                "sentence": TERRAIN_DESCRIPTIONS[kind],
                "shape": DEFAULT_SHAPES.get(kind, "rect"),
            }
            for kind in TERRAIN_KINDS
        ],
        "endings": [
            {
                "when": enum_word(when),
                "sentence": ENDING_DESCRIPTIONS[when],
                "needs": list(needs),
            }
            for when, needs in ENDING_PARAMETERS.items()
        ],
        "lines": list(AI_LINE_WORDS),
        "results": list(RESULT_WORDS),
        "flags": list(FLAG_WORDS),
        "sides": [enum_word(side) for side in Side],
        "winners": [enum_word(winner) for winner in Winner],
        "kinds": [enum_word(kind) for kind in ObjectiveKind],
        "looks": FACING_WORDS,
        "battles": [{"name": name, "title": parse.load_scenario(name).title} for name in parse.shipped_scenarios()],
    }


def limits() -> dict[str, Any]:
    """Return the limits of a scenario; lengths are in inches."""
    return {
        "table": BATTLEFIELD_SIZE // INCH,
        "side": MAX_PER_SIDE,
        "terrain": MAX_TERRAIN,
        "company": MAX_COMPANIES,
        "card": MAX_CARDS,
        "character": MAX_CHARACTERS,
        "objective": MAX_OBJECTIVES,
        "ending": MAX_ENDINGS,
        "rounds": MAX_ROUNDS,
        "generals": MAX_GENERALS,
        "corners": MAX_TERRAIN_CORNERS,
        "name": MAX_NAME_LENGTH,
        "line": MAX_LINE_LENGTH,
        "text": MAX_TEXT_LENGTH,
        "smallest": MIN_SIZE / INCH,
        "thick": DEFAULT_THICKNESS / INCH,
        "move": MAX_MOVE_LENGTH // INCH,
        "range": MAX_RANGE // INCH,
        "bonus": [MIN_BONUS, MAX_BONUS],
        "slots": MAX_SLOTS,
        "base": [MIN_BASE / INCH, MAX_BASE // INCH],
    }


def book_json(book: CardBook) -> dict[str, Any]:
    return {
        "name": book.name,
        "title": book.title,
        "story": book.story,
        "traits": traits_json(book.traits),
        "cards": [card_json(card) for card in book.cards],
    }


def card_json(card: Card) -> dict[str, Any]:
    return {**card_fields(card), "traits": traits_json(card.traits)}


def traits_json(traits: tuple[TraitInstance, ...]) -> list[dict[str, Any]]:
    """Return traits with their values and sentences."""
    return [{"word": trait.trait.word, "value": trait_value(trait), "text": trait.sentence} for trait in traits]


def trait_json(trait: Trait) -> dict[str, Any]:
    description = TRAITS[trait]
    return {
        "word": trait.word,
        "sentence": description.sentence,
        "clause": description.clause,
        "scopes": [scope.name.lower() for scope in description.scopes],
        "grounds": [enum_word(kind) for kind in TERRAIN_FOR_TRAIT.get(trait, ())]
        if TraitScope.TERRAIN in description.scopes
        else [],
        "parameters": [parameter_json(parameter) for parameter in description.parameters],
    }


def parameter_json(parameter: Parameter) -> dict[str, Any]:
    scale = INCH if parameter.type == ParameterType.INCHES else 1
    return {
        "name": parameter.name,
        "type": enum_word(parameter.type),
        "minimum": parameter.minimum / scale,
        "maximum": parameter.maximum / scale,
        "optional": parameter.optional,
    }
