"""A battle as its file tells it: the table, the companies, the objectives, and how it can end.

Every length and place is in whole thousandths of an inch; x goes to the right and y up (K1.1).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum

from .state import End, Ground
from .traits import Given, Trait

CORNERS_OF_A_PIECE = 8
"""The most that a piece of terrain has."""

Point = tuple[int, int]


class Side(IntEnum):
    FRIENDS = 0
    ENEMY = 1


class Winner(IntEnum):
    NOBODY = 0
    FRIENDS = 1
    ENEMY = 2


SOLID = (Ground.WALL, Ground.PILLAR, Ground.HOUSE)
"""They block movement and sight."""
BARRED = {Ground.CLIFF: Trait.CLIMB, Ground.GAP: Trait.CROSSED_ON}
"""They block movement, unless the trait says who passes."""


class Kind(IntEnum):
    """Of objectives."""

    THING = 1
    CHARACTER = 2


@dataclass(frozen=True)
class Terrain:
    """All points nearer than the rounding to the convex shape of the corners, which lie against the clock."""

    kind: Ground
    name: str
    """Or nothing: nobody calls it by a name."""
    corners: tuple[Point, ...]
    rounding: int
    traits: tuple[Given, ...]

    @property
    def blocks_sight(self) -> bool:
        return self.kind in SOLID or self.kind == Ground.WOOD

    @property
    def is_closed(self) -> bool:
        """Whether nobody can ever stand in it."""
        if self.kind in BARRED:
            return given(self.traits, BARRED[self.kind]) is None
        return self.kind in SOLID

    @property
    def middle(self) -> Point:
        xs, ys = zip(*self.corners, strict=True)
        return sum(xs) // len(xs), sum(ys) // len(ys)


@dataclass(frozen=True)
class Card:
    """What a character can do (K1.2)."""

    name: str
    move: int
    attack: int
    defence: int
    wounds: int
    """Slots."""
    range: int
    """0: it does not shoot."""
    radius: int
    """Of the base."""
    traits: tuple[Given, ...]
    text: str
    """A line about it, or nothing."""


@dataclass(frozen=True)
class Book:
    """The cards of a company, and who they are."""

    name: str
    """Of its file, without the ending."""
    title: str
    story: str
    traits: tuple[Given, ...]
    cards: tuple[Card, ...]


@dataclass(frozen=True)
class Company:
    name: str
    side: Side
    traits: tuple[Given, ...]


@dataclass(frozen=True)
class Character:
    """Somebody with a card, where he starts or comes in. Its stats are those of the card after his scars."""

    name: str
    card: Card
    company: int
    """Its place among the companies."""
    side: Side
    at: Point
    degrees: int
    """Where it looks: from the right against the clock."""
    wounds: int
    """Marked before the first round (K1.4)."""
    general: int
    """Which of the friends' generals has it, from 1; 0: they are dealt in turn."""
    traits: tuple[Given, ...]
    """Its own and the card's."""


@dataclass(frozen=True)
class Objective:
    name: str
    kind: Kind
    at: Point
    stays: bool
    """It never leaves the table, whoever carries it."""
    traits: tuple[Given, ...]


Thing = Terrain | Company | Character | Objective
"""What has a name and traits."""


@dataclass(frozen=True)
class Ending:
    """Who has won when something has come about; of several the first in the file counts."""

    when: End
    side: Side | None
    """None: either, or it does not matter."""
    who: int | None
    """A character, by its place in the file; so are the others."""
    what: int | None
    """An objective."""
    company: int | None
    count: int
    """Rounds, or characters."""
    winner: Winner
    text: str
    """How the story goes on, or nothing."""
    name: str = ""
    """For a campaign that asks which ending came, or nothing."""


@dataclass(frozen=True)
class Scenario:
    """A whole battle."""

    name: str
    """Of its file, without the ending."""
    title: str
    aim: str
    """What the friends want, in one line."""
    story: tuple[str, ...]
    """Paragraphs."""
    rounds: int
    timeout: Winner
    """Who has won when the last round is over."""
    won_by_book: int | None
    """Of 100 battles, as measured: those that a company led by the player `book` has won."""
    terrain: tuple[Terrain, ...]
    companies: tuple[Company, ...]
    characters: tuple[Character, ...]
    """In the order of the character sheet (K5.1)."""
    objectives: tuple[Objective, ...]
    endings: tuple[Ending, ...]
    traits: tuple[Given, ...]

    def of_side(self, side: Side) -> list[Character]:
        return [character for character in self.characters if character.side == side]

    def carriers_of(self, objective: Objective) -> list[Character]:
        """Those who may carry it."""
        only = given(objective.traits, Trait.CARRIERS)
        return [one for one in self.characters if only is None or only.names_any(self.names_of(one))]

    def names_of(self, character: Character) -> set[str]:
        """What it can be meant by: its name, its company and its side."""
        return {character.name, self.companies[character.company].name, character.side.name.lower()}

    def terrain_named(self, name: str) -> int:
        """Its place."""
        return next(place for place, one in enumerate(self.terrain) if one.name == name)

    def traits_of(self, character: Character) -> tuple[Given, ...]:
        """Its own; then those of its company and of the battle that it does not have of its own."""
        return joined(joined(self.traits, self.companies[character.company].traits), character.traits)


def given(traits: Iterable[Given], trait: Trait) -> Given | None:
    """This trait among them, if it is there."""
    return next((one for one in traits if one.trait == trait), None)


def joined(wide: Iterable[Given], narrow: Iterable[Given]) -> tuple[Given, ...]:
    """Both; where they have the same trait, the narrower counts."""
    narrow = tuple(narrow)
    return (*(one for one in wide if given(narrow, one.trait) is None), *narrow)
