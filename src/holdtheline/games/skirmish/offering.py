"""What a battle can be made of: cards, traits, terrain and endings, told for the forms of an editor."""

from __future__ import annotations

from typing import Any

from . import cards as books
from . import scenario as files
from .cards import (
    LARGEST_BASE,
    LEAST_BONUS,
    LONGEST_MOVE,
    LONGEST_RANGE,
    MOST_BONUS,
    MOST_CARDS,
    MOST_SLOTS,
    SMALLEST_BASE,
)
from .filed import card_fields, traits_field, word
from .giving import LINES
from .named import GROUND_OF
from .scenario import GROUNDS, LOOKS, NEEDS
from .shapes import SMALLEST, USUAL_THICKNESS
from .state import (
    CHARACTERS,
    MOST_COMPANIES,
    MOST_ENDS,
    MOST_GENERALS,
    MOST_OBJECTIVES,
    MOST_OF_A_SIDE,
    MOST_ROUNDS,
    MOST_TERRAIN,
    TABLE,
    End,
    Ground,
)
from .table import CORNERS_OF_A_PIECE, Book, Card, Kind, Side, Winner
from .traits import ABOUT, Given, Part, Place, Takes, Trait
from .written import INCH, LONGEST_LINE, LONGEST_NAME, LONGEST_TEXT

GROUND_WORDS = {
    Ground.WALL: "Blocks movement and sight.",
    Ground.PILLAR: "Blocks movement and sight.",
    Ground.WOOD: "Blocks sight; who stands in it sees out and is seen.",
    Ground.WATER: "Open ground, unless a trait slows those in it.",
    Ground.HILL: "Open ground, unless a trait makes it higher.",
    Ground.HOUSE: "Blocks movement and sight.",
    Ground.DOOR: "Where somebody arrives, or the way out of a room.",
    Ground.CLIFF: "Nobody passes, unless a trait lets those who climb.",
    Ground.GAP: "Nobody passes, unless a trait lets them roll for it.",
    Ground.EDGE: "Who is thrown over it may fall, if a trait says so.",
}
SHAPE_OF = {Ground.WALL: "line", Ground.PILLAR: "disc", Ground.WOOD: "disc", Ground.WATER: "disc"}
"""The shape that one thinks of first; a rectangle for all others."""
END_WORDS = {
    End.GONE: "nobody of a side is left",
    End.ROUNDS: "so many rounds are over",
    End.TAKEN: "an objective is carried off the table",
    End.FALLEN: "a certain character falls",
    End.LEFT: "a certain character leaves the table",
    End.FEWER: "a company has fewer than so many",
    End.ALL_TAKEN: "all objectives are carried off by a side",
    End.HELD: "a side has an objective when a round ends",
    End.ESCAPED: "nobody of a side is left, and so many of it have got away",
}


def offered() -> dict[str, Any]:
    """Everything that forms can offer, as JSON."""
    return {
        "limits": limits(),
        "books": [book_fields(books.book(name)) for name in books.shipped()],
        "traits": [trait_fields(trait) for trait in Trait],
        "terrain": [
            {"kind": word(ground), "sentence": GROUND_WORDS[ground], "shape": SHAPE_OF.get(ground, "rect")}
            for ground in GROUNDS
        ],
        "endings": [
            {"when": word(when), "sentence": END_WORDS.get(when, word(when)), "needs": list(needs)}
            for when, needs in NEEDS.items()
        ],
        "lines": list(LINES),
        "sides": [word(side) for side in Side],
        "winners": [word(winner) for winner in Winner],
        "kinds": [word(kind) for kind in Kind],
        "looks": LOOKS,
        "battles": [{"name": name, "title": files.named(name).title} for name in files.shipped()],
    }


def limits() -> dict[str, Any]:
    """Lengths are inches."""
    return {
        "table": TABLE // INCH,
        "side": MOST_OF_A_SIDE,
        "terrain": MOST_TERRAIN,
        "company": MOST_COMPANIES,
        "card": MOST_CARDS,
        "character": CHARACTERS,
        "objective": MOST_OBJECTIVES,
        "ending": MOST_ENDS,
        "rounds": MOST_ROUNDS,
        "generals": MOST_GENERALS,
        "corners": CORNERS_OF_A_PIECE,
        "name": LONGEST_NAME,
        "line": LONGEST_LINE,
        "text": LONGEST_TEXT,
        "smallest": SMALLEST / INCH,
        "thick": USUAL_THICKNESS / INCH,
        "move": LONGEST_MOVE // INCH,
        "range": LONGEST_RANGE // INCH,
        "bonus": [LEAST_BONUS, MOST_BONUS],
        "slots": MOST_SLOTS,
        "base": [SMALLEST_BASE / INCH, LARGEST_BASE // INCH],
    }


def book_fields(book: Book) -> dict[str, Any]:
    return {
        "name": book.name,
        "title": book.title,
        "story": book.story,
        "traits": told(book.traits),
        "cards": [card_told(card) for card in book.cards],
    }


def card_told(card: Card) -> dict[str, Any]:
    return {**card_fields(card), "traits": told(card.traits)}


def told(traits: tuple[Given, ...]) -> list[dict[str, Any]]:
    """Traits with their sentences."""
    return [
        {"word": one.trait.word, "value": traits_field([one])["traits"][one.trait.word], "text": one.sentence}
        for one in traits
    ]


def trait_fields(trait: Trait) -> dict[str, Any]:
    about = ABOUT[trait]
    return {
        "word": trait.word,
        "sentence": about.sentence,
        "clause": about.clause,
        "places": [place.name.lower() for place in about.places],
        "grounds": [word(ground) for ground in GROUND_OF.get(trait, ())]
        if Place.TERRAIN in about.places
        else [],
        "parts": [part_fields(part) for part in about.parts],
    }


def part_fields(part: Part) -> dict[str, Any]:
    scale = INCH if part.takes == Takes.INCHES else 1
    return {
        "name": part.name,
        "takes": word(part.takes),
        "least": part.least / scale,
        "most": part.most / scale,
        "may_miss": part.may_miss,
    }
