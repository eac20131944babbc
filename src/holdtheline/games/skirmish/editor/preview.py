"""Draw a draft: every part of it that can be parsed, at its place on the battlefield."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ....core.errors import BadOption
from ....core.plane import DIRECTIONS
from ....core.scenarios.drafts import DRAFT_FILE
from ....core.svg import element, svg_document
from ....core.toml.file import TomlFile, TomlTable
from ..cards.card_books import parse_cards
from ..rules.traits.catalog import Trait, TraitInstance
from ..rules.traits.parameters import TraitScope
from ..scenario import parse
from ..scenario.model import Character, Company, ObjectiveKind, arrival_round, find_trait, merge_traits
from ..scenario.parse import TABLES
from ..scenario.setup_fields import terrain_fields
from ..scenario.trait_parser import parse_traits
from ..state import (
    BATTLEFIELD_SIZE,
    MAX_CHARACTERS,
    MAX_COMPANIES,
    MAX_OBJECTIVES,
    MAX_PER_SIDE,
    MAX_TERRAIN,
    CharacterStatus,
    ObjectiveStatus,
)
from ..text.names import abbreviate_names
from ..view.scene import Figure, ObjectiveToken, TerrainPiece
from ..view.shapes import Shape, to_picture
from ..view.svg import battlefield, figures

PICTURE_SIZE = BATTLEFIELD_SIZE + 2 * battlefield.BORDER
STYLE = battlefield.STYLE + figures.STYLE


def draw_draft(text: str) -> str | None:
    """Draw the battlefield of a file that may have faults; return None if it is not TOML."""
    try:
        file = TomlFile(text, DRAFT_FILE, TABLES)
        tables = {name: file.top.tables(name) for name in TABLES if name != "traits"}
    except BadOption:
        return None
    traits = file.parse_soundly(parse_traits, file.top, TraitScope.SCENARIO) or ()
    room = find_trait(traits, Trait.ROOM)
    land = battlefield.draw_map(tuple(readable_terrain(file, tables["terrain"], room)), room is not None)
    characters = readable_characters(file, tables, traits)
    objectives = list(readable_objectives(file, tables["objective"]))
    shift = f"translate({battlefield.BORDER} {battlefield.BORDER})"
    drawn = element("g", land, *figures.draw_figures(characters, objectives), class_="htl-table", transform=shift)
    labels = ("The table", "The table of the battle", "")
    return svg_document("htl-skirmish", (PICTURE_SIZE, PICTURE_SIZE), labels, STYLE, drawn)


def readable_terrain(file: TomlFile, tables: Sequence[TomlTable], room: TraitInstance | None) -> Iterator[TerrainPiece]:
    for index, table in enumerate(tables[:MAX_TERRAIN]):
        terrain = file.parse_soundly(parse.parse_terrain, table)
        if terrain:
            corners = tuple(to_picture(*corner) for corner in terrain.corners)
            fields = terrain_fields(terrain, room)
            shape = Shape(corners, terrain.rounding)
            yield TerrainPiece(index, terrain.kind, terrain.name, shape, fields["terrain_bits"], fields["terrain_roll"])


def readable_objectives(file: TomlFile, tables: Sequence[TomlTable]) -> Iterator[ObjectiveToken]:
    for index, table in enumerate(tables[:MAX_OBJECTIVES]):
        objective = file.parse_soundly(parse.parse_objective, table)
        if objective:
            is_person = objective.kind == ObjectiveKind.CHARACTER
            yield ObjectiveToken(index, objective.name, is_person, ObjectiveStatus.FREE, *objective.point, -1)


# Characters


def readable_characters(
    file: TomlFile, tables: Mapping[str, Sequence[TomlTable]], traits: tuple[TraitInstance, ...]
) -> list[Figure]:
    """Return the characters that can be parsed; none of them if a company cannot be."""
    own_cards = file.parse_soundly(parse_cards, tables["card"]) or ()
    parsed = [file.parse_soundly(parse.parse_company, table, own_cards) for table in tables["company"][:MAX_COMPANIES]]
    companies = [company for company in parsed if company]
    if len(companies) < len(parsed):
        return []
    found = [
        file.parse_soundly(parse.parse_character, table, companies) for table in tables["character"][:MAX_CHARACTERS]
    ]
    characters = [character for character in found if character and character.name]
    short_names = abbreviate_names([character.name for character in characters])
    counts = [0, 0]
    drawn = []
    for character, short in zip(characters, short_names, strict=True):
        counts[character.side] += 1
        if counts[character.side] <= MAX_PER_SIDE:
            number = character.side * MAX_PER_SIDE + counts[character.side] - 1
            company = companies[character.company].company
            arrives = arrival_round(merge_traits(traits, company.traits, character.traits))
            drawn.append(draft_figure(character, number, short, company, arrives))
    return drawn


def draft_figure(character: Character, number: int, short: str, company: Company, arrives: int) -> Figure:
    card = character.card
    facing_x, facing_y = DIRECTIONS[character.degrees]
    return Figure(
        number=number,
        name=character.name,
        short=short,
        company=company.name,
        status=CharacterStatus.WAITS if arrives else CharacterStatus.STANDS,
        x=character.point[0],
        y=character.point[1],
        radius=card.radius,
        facing=(int(facing_x), int(facing_y)),
        move=card.move,
        attack=card.attack,
        defence=card.defence,
        range=card.range,
        slots=card.wounds,
        wounds=character.wounds,
        arrives=arrives,
    )
