"""The picture of a battle in the making: whatever can be read of it, as it will lie on the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from ...core.errors import BadOption
from ...core.plane import DIRECTIONS
from ...core.svg import document, element
from ...core.tomlfile import Table, TomlFile
from . import figures, scenery
from . import scenario as files
from .cards import cards_of
from .editing import FILE
from .giving import traits_of
from .layout import terrain_fields
from .outlines import Shape, upright
from .scenario import TABLES, Raised
from .shown import Figure, Piece, Token, short_names
from .state import (
    CHARACTERS,
    MOST_COMPANIES,
    MOST_OBJECTIVES,
    MOST_OF_A_SIDE,
    MOST_TERRAIN,
    TABLE,
    Lies,
    There,
)
from .table import Character, Kind, given, joined
from .traits import Given, Place, Trait

Found = TypeVar("Found")
SIZE = TABLE + 2 * scenery.BORDER
STYLE = scenery.STYLE + figures.STYLE


def sketch(text: str) -> str | None:
    """The table of a file that may be wrong in many ways; None: it is no file at all."""
    try:
        top = TomlFile(text, FILE, TABLES).top
        tables = {name: top.tables(name) for name in TABLES if name != "traits"}
    except BadOption:
        return None
    traits = readable(traits_of, top, Place.SCENARIO) or ()
    room = given(traits, Trait.ROOM)
    land = scenery.table(tuple(pieces(tables["terrain"], room)), room is not None)
    people, things = everybody(tables, traits), list(tokens(tables["objective"]))
    moved = f"translate({scenery.BORDER} {scenery.BORDER})"
    drawn = element("g", land, *figures.shown(people, things), class_="htl-table", transform=moved)
    told = ("The table", "The table of the battle", "")
    return document("htl-skirmish", (SIZE, SIZE), told, STYLE, drawn)


def readable(reading: Callable[..., Found], *things: Any) -> Found | None:
    """What is read of these; None: it is wrong."""
    try:
        return reading(*things)
    except BadOption:
        return None


def pieces(tables: Sequence[Table], room: Given | None) -> Iterator[Piece]:
    for place, table in enumerate(tables[:MOST_TERRAIN]):
        terrain = readable(files.terrain_of, table)
        if terrain:
            corners = tuple(upright(*corner) for corner in terrain.corners)
            fields = terrain_fields(terrain, room)
            shape = Shape(corners, terrain.rounding)
            yield Piece(place, terrain.kind, terrain.name, shape, fields["t_bits"], fields["t_roll"])


def tokens(tables: Sequence[Table]) -> Iterator[Token]:
    for place, table in enumerate(tables[:MOST_OBJECTIVES]):
        one = readable(files.objective_of, table)
        if one:
            yield Token(place, one.name, one.kind == Kind.CHARACTER, Lies.FREE, *one.at, -1)


# Characters


def everybody(tables: Mapping[str, Sequence[Table]], traits: tuple[Given, ...]) -> list[Figure]:
    own = readable(cards_of, tables["card"]) or ()
    raised = [readable(files.company_of, table, own) for table in tables["company"][:MOST_COMPANIES]]
    companies = [one for one in raised if one]
    if len(companies) < len(raised):
        return []
    found = [readable(files.character_of, table, companies) for table in tables["character"][:CHARACTERS]]
    people = [one for one in found if one]
    short = short_names([one.name for one in people])
    counts = [0, 0]
    shown = []
    for place, character in enumerate(people):
        counts[character.side] += 1
        if counts[character.side] <= MOST_OF_A_SIDE:
            number = character.side * MOST_OF_A_SIDE + counts[character.side] - 1
            company = companies[character.company]
            shown.append(
                figure(character, number, short[place], company, arrival(character, company, traits))
            )
    return shown


def arrival(character: Character, raised: Raised, traits: tuple[Given, ...]) -> int:
    """The round in which it arrives; 0: it is there from the start."""
    arrives = given(joined(joined(traits, raised.company.traits), character.traits), Trait.ARRIVES)
    return arrives.number(1) if arrives else 0


def figure(character: Character, number: int, short: str, raised: Raised, arrives: int) -> Figure:
    card = character.card
    look_x, look_y = DIRECTIONS[character.degrees]
    return Figure(
        number=number,
        name=character.name,
        short=short,
        company=raised.company.name,
        there=There.WAITS if arrives else There.STANDS,
        x=character.at[0],
        y=character.at[1],
        radius=card.radius,
        look=(int(look_x), int(look_y)),
        move=card.move,
        attack=card.attack,
        defence=card.defence,
        range=card.range,
        slots=card.wounds,
        wounds=character.wounds,
        arrives=arrives,
        carries="",
        holder=-1,
        done=False,
        routs=False,
        engaged=False,
        shot_at=False,
        active=False,
    )
