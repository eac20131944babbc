"""A scenario as its file describes it: terrain, cards, companies, characters, objectives and endings.

Every length and place is in whole thousandths of an inch; x goes to the right and y up (K1.1)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum

from ..rules.traits.catalog import Trait, TraitInstance
from ..state import EndingKind, TerrainKind

MAX_TERRAIN_CORNERS = 8
"""Of one piece of terrain."""

Point = tuple[int, int]


class Side(IntEnum):
    FRIENDS = 0
    ENEMY = 1


class Winner(IntEnum):
    NOBODY = 0
    FRIENDS = 1
    ENEMY = 2


SOLID_TERRAIN = (TerrainKind.WALL, TerrainKind.PILLAR, TerrainKind.HOUSE)
"""Terrain that blocks movement and sight."""
PASSABLE_BY_TRAIT = {TerrainKind.CLIFF: Trait.CLIMB, TerrainKind.GAP: Trait.CROSSED_ON}
"""Terrain that blocks movement, unless it has the trait that says who passes."""


class ObjectiveKind(IntEnum):
    THING = 1
    CHARACTER = 2


@dataclass(frozen=True)
class Terrain:
    """A piece of terrain: all points nearer than the rounding to the convex hull of its corners.

    The corners are in counter-clockwise order.
    """

    kind: TerrainKind
    name: str  # empty if it has none
    corners: tuple[Point, ...]
    rounding: int
    traits: tuple[TraitInstance, ...]

    @property
    def blocks_sight(self) -> bool:
        return self.kind in SOLID_TERRAIN or self.kind == TerrainKind.WOOD

    @property
    def is_closed(self) -> bool:
        """Whether no character can ever stand in it."""
        if self.kind in PASSABLE_BY_TRAIT:
            return find_trait(self.traits, PASSABLE_BY_TRAIT[self.kind]) is None
        return self.kind in SOLID_TERRAIN

    def is_closed_to(self, climbs: bool) -> bool:
        """Return whether a character who climbs, or one who does not, cannot stand in it (K1.3)."""
        if self.kind == TerrainKind.CLIFF and not self.is_closed:
            return not climbs
        return self.is_closed or self.kind == TerrainKind.GAP

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
    wounds: int  # wound slots
    range: int  # 0 if it does not shoot
    radius: int  # of the base
    traits: tuple[TraitInstance, ...]
    text: str  # a line of story, or empty


@dataclass(frozen=True)
class CardBook:
    """The cards of a company, and its story."""

    name: str  # of its file, without the suffix
    title: str
    story: str
    traits: tuple[TraitInstance, ...]
    cards: tuple[Card, ...]


@dataclass(frozen=True)
class Company:
    name: str
    side: Side
    traits: tuple[TraitInstance, ...]


@dataclass(frozen=True)
class Character:
    """A character with the place where it starts or arrives. Its card has its scars applied (K6.2)."""

    name: str
    card: Card
    company: int  # index into the scenario's companies
    side: Side
    point: Point
    degrees: int  # its facing, counter-clockwise from the right
    wounds: int  # marked before the first round (K1.4)
    general: int  # the general who commands it, from 1; 0 if generals take turns (K6.1)
    traits: tuple[TraitInstance, ...]  # its own and those of the card


@dataclass(frozen=True)
class Objective:
    name: str
    kind: ObjectiveKind
    point: Point
    stays: bool  # it cannot be carried off the table
    traits: tuple[TraitInstance, ...]


def find_trait(traits: Iterable[TraitInstance], trait: Trait) -> TraitInstance | None:
    """Return the instance of this trait, if there is one."""
    return next((instance for instance in traits if instance.trait == trait), None)


ScenarioPart = Terrain | Company | Character | Objective
"""The parts of a scenario that have a name and traits."""


@dataclass(frozen=True)
class Ending:
    """Who wins when a condition is met; if several are, the first in the file counts (K2.3)."""

    when: EndingKind
    side: Side | None  # None: either side, or no side matters
    who: int | None  # index of a character in the file
    what: int | None  # index of an objective
    company: int | None  # index of a company
    count: int  # of rounds, or of characters
    winner: Winner
    text: str  # how the story continues, or empty
    name: str = ""  # by which a campaign refers to it


@dataclass(frozen=True)
class Scenario:
    """A battle: what its file says."""

    name: str  # of its file, without the suffix
    title: str
    aim: str  # what the friends must do, in one line
    story: tuple[str, ...]  # paragraphs
    rounds: int
    timeout: Winner  # who wins after the last round
    won_by_book: int | None  # wins of the player `book` in 100 battles, as measured
    terrain: tuple[Terrain, ...]
    companies: tuple[Company, ...]
    characters: tuple[Character, ...]  # in the order of the character sheet (K5.1)
    objectives: tuple[Objective, ...]
    endings: tuple[Ending, ...]
    traits: tuple[TraitInstance, ...]

    def of_side(self, side: Side) -> list[Character]:
        return [character for character in self.characters if character.side == side]

    def carriers_of(self, objective: Objective) -> list[Character]:
        """Return the characters that may carry an objective (K3.1)."""
        only = find_trait(objective.traits, Trait.CARRIERS)
        return [character for character in self.characters if only is None or only.names_any(self.names_of(character))]

    def names_of(self, character: Character) -> set[str]:
        """Return what a trait can call a character: its name, its company and its side."""
        return {character.name, self.companies[character.company].name, character.side.name.lower()}

    def terrain_named(self, name: str) -> int:
        """Return the index of a piece of terrain."""
        return next(index for index, terrain in enumerate(self.terrain) if terrain.name == name)

    def traits_of(self, character: Character) -> tuple[TraitInstance, ...]:
        """Return a character's traits, including those of its company and of the battle."""
        return merge_traits(self.traits, self.companies[character.company].traits, character.traits)


def merge_traits(*groups: Iterable[TraitInstance]) -> tuple[TraitInstance, ...]:
    """Return all traits, from the widest group to the narrowest; a narrower group overrides a wider one."""
    merged: tuple[TraitInstance, ...] = ()
    for group in map(tuple, groups):
        merged = (*(wide for wide in merged if find_trait(group, wide.trait) is None), *group)
    return merged


def arrival_round(traits: Iterable[TraitInstance]) -> int:
    """Return the round in which a character with these traits arrives, 0 if it is there from the start (K1.4)."""
    arrives = find_trait(traits, Trait.ARRIVES)
    return arrives.number(1) if arrives else 0
