"""Parse scenario files, shipped or written by players."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from ....core.plane import DIRECTION_LENGTH, DIRECTIONS, is_convex
from ....core.scenarios import ScenarioFiles, refuse_campaign
from ....core.toml.fields import (
    check_headings,
    enum_word,
    list_tables,
    parse_enum,
    parse_line,
    parse_name,
    parse_paragraphs,
    parse_reference,
    parse_text,
)
from ....core.toml.file import TomlFile, TomlTable, join_or
from ..cards import card_books
from ..cards.card_books import MAX_CARDS, MAX_SLOTS, NO_CARD, apply_scar, parse_cards
from ..rules.movement.terrain import is_on_battlefield
from ..rules.traits.catalog import Trait
from ..rules.traits.parameters import TraitScope, format_inches
from ..state import (
    BATTLEFIELD_SIZE,
    MAX_CHARACTERS,
    MAX_COMPANIES,
    MAX_ENDINGS,
    MAX_GENERALS,
    MAX_OBJECTIVES,
    MAX_ROUNDS,
    MAX_TERRAIN,
    EndingKind,
    TerrainKind,
)
from .inches import (
    inches_range_text,
    off_battlefield_text,
    parse_inches,
    parse_inches_list,
    parse_point,
    to_thousandths,
)
from .model import (
    MAX_TERRAIN_CORNERS,
    Card,
    Character,
    Company,
    Ending,
    Objective,
    ObjectiveKind,
    Point,
    Scenario,
    Side,
    Terrain,
    Winner,
    find_trait,
    merge_traits,
)
from .source_tables import SourceTables
from .trait_parser import parse_traits
from .validate import validate_scenario

SHAPE_NAMES = ("disc", "line", "rect", "corners")
SHAPE_FIELDS = (*SHAPE_NAMES, "thick", "turned")
MIN_SIZE = 100
"""The minimum length or width of terrain."""
DEFAULT_THICKNESS = 250
SHARP_ROUNDING = 0
"""The rounding of rectangles and shapes of corners: none."""

TerrainShape = tuple[tuple[Point, ...], int]
"""The corners, counter-clockwise, and the rounding."""
NO_SHAPE: TerrainShape = (((0, 0),), 0)
"""The stand-in for a wrong shape."""


def parse_shape(table: TomlTable) -> TerrainShape:
    shapes = [shape for shape in SHAPE_NAMES if shape in table.data]
    if len(shapes) != 1:
        found = f"it has {' and '.join(shapes)}" if shapes else "it has no shape"
        reason = f"{found}; it must have one of disc, line, rect and corners"
        table.report(shapes[1] if shapes else "kind", reason, "K1.3")
        return NO_SHAPE
    (shape,) = shapes
    for field, owner in (("thick", "line"), ("turned", "rect")):
        if field in table.data and shape != owner:
            table.report(field, f"only a {owner} can have it, and this is a {shape}", "K1.3")
    corners, rounding = SHAPE_PARSERS[shape](table)
    for corner in corners:
        if not is_on_battlefield(*corner):
            table.report(shape, off_battlefield_text(corner), "K1.1")
            break
    return order_counter_clockwise(table, shape, corners), rounding


def parse_disc(table: TomlTable) -> TerrainShape:
    numbers = parse_inches_list(table, "disc", "x, y, across", "K1.3")
    if numbers is None:
        return NO_SHAPE
    x, y, across = numbers
    check_size(table, "disc", "diameter", across)
    return ((x, y),), across // 2


def parse_line_shape(table: TomlTable) -> TerrainShape:
    numbers = parse_inches_list(table, "line", "x, y, to x, to y", "K1.3")
    thickness = DEFAULT_THICKNESS
    if "thick" in table.data:
        thickness = parse_inches(table, "thick", MIN_SIZE, BATTLEFIELD_SIZE, "K1.3")
    if numbers is None:
        return NO_SHAPE
    x, y, to_x, to_y = numbers
    return ((x, y), (to_x, to_y)), thickness // 2


def parse_rectangle(table: TomlTable) -> TerrainShape:
    numbers = parse_inches_list(table, "rect", "x, y, width, height", "K1.3")
    degrees = table.integer("turned", 0, 359, "K1.3") if "turned" in table.data else 0
    if numbers is None:
        return NO_SHAPE
    x, y, width, height = numbers
    if not (check_size(table, "rect", "width", width) and check_size(table, "rect", "height", height)):
        return NO_SHAPE
    doubled = ((-width, -height), (width, -height), (width, height), (-width, height))
    middle = (2 * x + width, 2 * y + height)
    return tuple(rotate_corner(corner, degrees, middle) for corner in doubled), SHARP_ROUNDING


def check_size(table: TomlTable, shape: str, name: str, size: int) -> bool:
    """Return whether a length of a shape is within the limits; report it if it is not."""
    is_valid = MIN_SIZE <= size <= BATTLEFIELD_SIZE
    if not is_valid:
        wanted = inches_range_text(MIN_SIZE, BATTLEFIELD_SIZE)
        table.report(shape, f"its {name} must be {wanted}, not {format_inches(size)}", "K1.3")
    return is_valid


def rotate_corner(doubled: Point, degrees: int, middle: Point) -> Point:
    """Rotate a corner about the middle; both are given twice as large, so that halves are whole numbers."""
    dx, dy = map(int, DIRECTIONS[degrees])
    x, y = doubled[0] * dx - doubled[1] * dy, doubled[0] * dy + doubled[1] * dx
    return (
        (middle[0] * DIRECTION_LENGTH + x + DIRECTION_LENGTH) // (2 * DIRECTION_LENGTH),
        (middle[1] * DIRECTION_LENGTH + y + DIRECTION_LENGTH) // (2 * DIRECTION_LENGTH),
    )


def parse_corners(table: TomlTable) -> TerrainShape:
    value = table.data["corners"]
    points = [parse_pair(pair) for pair in value] if isinstance(value, list) else []
    valid = tuple(point for point in points if point is not None)
    if len(valid) != len(points) or not 3 <= len(valid) <= MAX_TERRAIN_CORNERS:
        wanted = f"3 to {MAX_TERRAIN_CORNERS} corners [[x, y], ...], numbers of inches with up to 3 decimals"
        table.report_value("corners", wanted, "K1.3")
        return NO_SHAPE
    return valid, SHARP_ROUNDING


def parse_pair(value: object) -> Point | None:
    if not isinstance(value, list) or len(value) != 2:
        return None
    x, y = map(to_thousandths, value)
    return None if x is None or y is None else (x, y)


SHAPE_PARSERS = {
    "disc": parse_disc,
    "line": parse_line_shape,
    "rect": parse_rectangle,
    "corners": parse_corners,
}


def order_counter_clockwise(table: TomlTable, shape: str, corners: tuple[Point, ...]) -> tuple[Point, ...]:
    """Return the corners of a convex shape, which may be given either way round."""
    for ordered in (corners, corners[::-1]):
        xs, ys = zip(*ordered, strict=True)
        if is_convex(xs, ys, 0, len(ordered)):
            return ordered
    what = "its two ends are one point" if len(corners) == 2 else "the shape is not convex"
    table.report(shape, f"{what}; build bent terrain from several pieces", "K1.3")
    return corners


FOLDER = Path(__file__).parent / "data"
MAX_PARAGRAPHS = 6

HEADER_FIELDS = ("title", "aim", "story", "rounds", "timeout", "won_by_book")
TABLES = ("traits", "terrain", "company", "card", "character", "objective", "ending")
TERRAIN_KINDS = tuple(ground for ground in TerrainKind if ground != TerrainKind.NONE)
FACING_WORDS = {"right": 0, "up": 90, "left": 180, "down": 270}

ENDING_PARAMETERS = {
    EndingKind.GONE: ("side",),
    EndingKind.ROUNDS: ("count",),
    EndingKind.TAKEN: ("what", "side"),
    EndingKind.FALLEN: ("who",),
    EndingKind.LEFT: ("who",),
    EndingKind.FEWER: ("company", "count"),
    EndingKind.ALL_TAKEN: ("side",),
    EndingKind.HELD: ("what", "side"),
    EndingKind.ESCAPED: ("side", "count"),
    EndingKind.CAPTURED: ("side", "count"),
}
"""The fields of each kind of ending, besides its winner. `side` is optional for `taken` and `held`."""
ENDING_FIELDS = {field for fields in ENDING_PARAMETERS.values() for field in fields}
SIDED_ENDINGS = (EndingKind.GONE, EndingKind.ALL_TAKEN, EndingKind.ESCAPED, EndingKind.CAPTURED)
"""Endings that need a side."""


# Files


def parse_scenario(text: str, file_name: str) -> Scenario:
    """Parse the text of a file with this name; raise BadFile with all faults."""
    with TomlFile(text, file_name, TABLES) as top:
        return parse_tables(top, Path(file_name).stem)


def parse_tables(top: TomlTable, name: str) -> Scenario:
    refuse_campaign(top, "character")
    check_headings(top.file, TABLES)
    top.allow_only((*HEADER_FIELDS, *TABLES))
    source = find_source_tables(top)
    own_cards = parse_cards(list_tables(top, "card", MAX_CARDS, "K1.2"))
    parsed = [parse_company(table, own_cards) for table in source.companies]
    companies = tuple(company for company, _ in parsed)
    characters = tuple(parse_character(table, parsed) for table in source.characters)
    objectives = tuple(parse_objective(table) for table in source.objectives)
    scenario = Scenario(
        name=name,
        title=parse_line(top, "title"),
        aim=parse_line(top, "aim"),
        story=parse_paragraphs(top, "story", MAX_PARAGRAPHS),
        rounds=top.integer("rounds", 1, MAX_ROUNDS, "K2.3") if "rounds" in top.data else MAX_ROUNDS,
        timeout=parse_enum(top, "timeout", tuple(Winner), "K2.3"),
        won_by_book=top.integer("won_by_book", 0, 100) if "won_by_book" in top.data else None,
        terrain=tuple(parse_terrain(table) for table in source.terrain),
        companies=companies,
        characters=characters,
        objectives=objectives,
        endings=tuple(parse_ending(table, companies, characters, objectives) for table in source.endings),
        traits=parse_traits(top, TraitScope.SCENARIO),
    )
    validate_scenario(scenario, source)
    return scenario


def find_source_tables(top: TomlTable) -> SourceTables:
    """Return the tables of a file; refuse too many of a kind."""
    return SourceTables(
        top=top,
        terrain=list_tables(top, "terrain", MAX_TERRAIN, "K1.3"),
        companies=list_tables(top, "company", MAX_COMPANIES, "K1.2"),
        characters=list_tables(top, "character", MAX_CHARACTERS, "K1.2"),
        objectives=list_tables(top, "objective", MAX_OBJECTIVES, "K3.1"),
        endings=list_tables(top, "ending", MAX_ENDINGS, "K2.3"),
    )


# Tables of the file


def parse_terrain(table: TomlTable) -> Terrain:
    table.allow_only(("kind", "name", "traits", *SHAPE_FIELDS))
    kind = parse_enum(table, "kind", TERRAIN_KINDS, "K1.3")
    corners, rounding = parse_shape(table)
    return Terrain(
        kind=kind,
        name=parse_name(table) if "name" in table.data else "",
        corners=corners,
        rounding=rounding,
        traits=parse_traits(table, TraitScope.TERRAIN),
    )


class ParsedCompany(NamedTuple):
    """A company, and the cards that its characters can have."""

    company: Company
    cards: tuple[Card, ...]


NO_COMPANY = ParsedCompany(Company("", Side.FRIENDS, ()), ())
"""The stand-in for a company that is missing."""


def parse_company(table: TomlTable, own_cards: tuple[Card, ...]) -> ParsedCompany:
    """Parse a company; its cards are those of the file, and of a shipped book if it names one."""
    table.allow_only(("name", "cards", "side", "traits"))
    traits, cards, title = parse_traits(table, TraitScope.COMPANY), own_cards, ""
    if "cards" in table.data:
        book = card_books.load_book(table.choice("cards", card_books.shipped_books(), "K1.2"))
        traits, cards, title = merge_traits(book.traits, traits), (*own_cards, *book.cards), book.title
    name = parse_name(table) if "name" in table.data or not title else title
    return ParsedCompany(Company(name, parse_enum(table, "side", tuple(Side), "K1.2"), traits), cards)


def parse_character(table: TomlTable, companies: Sequence[ParsedCompany]) -> Character:
    table.allow_only(("name", "card", "company", "at", "facing", "wounds", "general", "traits"))
    known = [company.name for company, _ in companies]
    index = parse_reference(table, "company", known, "K1.2", ("company.name", "company.cards"))
    company, cards = NO_COMPANY if index is None else companies[index]
    needs = ("card.name", "company.name", "company.cards", "character.company")
    number = parse_reference(table, "card", [card.name for card in cards], "K1.2", needs)
    card = NO_CARD if number is None else cards[number]
    traits = merge_traits(card.traits, parse_traits(table, TraitScope.CHARACTER))
    scar = find_trait(traits, Trait.SCAR)
    card = apply_scar(card, scar) if scar else card
    if "general" in table.data and company.side != Side.FRIENDS:
        table.report("general", f"leave it out: {company.name!r} is an enemy, and only friends have generals", "K6.1")
    return Character(
        name=parse_name(table) if "name" in table.data else card.name,
        card=card,
        company=index or 0,
        side=company.side,
        point=parse_point(table, "at", "K1.4"),
        degrees=parse_facing(table),
        wounds=parse_wounds(table, card) if "wounds" in table.data else 0,
        general=table.integer("general", 1, MAX_GENERALS, "K6.1") if "general" in table.data else 0,
        traits=traits,
    )


def parse_wounds(table: TomlTable, card: Card) -> int:
    """Parse the wounds at the start, at most as many as the card has slots."""
    slots = card.wounds if table.file.is_sound("card", "character.card", "character.company") else MAX_SLOTS
    if slots == 0 and table.data["wounds"] != 0:
        table.report("wounds", f"leave it out: the card {card.name!r} has no wound slots", "K1.4")
        return 0
    return table.integer("wounds", 0, slots, "K1.4")


def parse_facing(table: TomlTable) -> int:
    """Parse a facing: a word, or degrees counter-clockwise from the right."""
    value = table.data.get("facing")
    if isinstance(value, str) and value in FACING_WORDS:
        return FACING_WORDS[value]
    if type(value) is int and 0 <= value < 360:
        return value
    wanted = f"{join_or(tuple(FACING_WORDS))}, or whole degrees from 0 to 359"
    table.report_value("facing", wanted, "K1.4")
    return 0


def parse_objective(table: TomlTable) -> Objective:
    table.allow_only(("name", "kind", "at", "stays", "traits"))
    return Objective(
        name=parse_name(table),
        kind=parse_enum(table, "kind", tuple(ObjectiveKind), "K3.1"),
        point=parse_point(table, "at", "K1.4"),
        stays=table.boolean("stays", "K3.1") if "stays" in table.data else False,
        traits=parse_traits(table, TraitScope.OBJECTIVE),
    )


# Endings

WHO_FIELDS = ("character.name", "character.card", "character.company")


def parse_ending(
    table: TomlTable,
    companies: Sequence[Company],
    characters: Sequence[Character],
    objectives: Sequence[Objective],
) -> Ending:
    when = parse_enum(table, "when", tuple(ENDING_PARAMETERS), "K2.3")
    is_known = table.data.get("when") == enum_word(when)
    needs = ENDING_PARAMETERS[when] if is_known else ()
    table.allow_only(("name", "when", "winner", "text", *(needs if is_known else ENDING_FIELDS)))
    has_side = "side" in needs and ("side" in table.data or when in SIDED_ENDINGS)

    def parse_index(field: str, names: Sequence[str], defined_in: Sequence[str]) -> int | None:
        return parse_reference(table, field, names, "K2.3", defined_in) if field in needs else None

    return Ending(
        when=when,
        side=parse_enum(table, "side", tuple(Side), "K2.3") if has_side else None,
        who=parse_index("who", names_of(characters), WHO_FIELDS),
        what=parse_index("what", names_of(objectives), ("objective.name",)),
        company=parse_index("company", names_of(companies), ("company",)),
        count=table.integer("count", 1, MAX_ROUNDS, "K2.3") if "count" in needs else 0,
        winner=parse_enum(table, "winner", tuple(Winner), "K2.3"),
        text=parse_text(table, "text"),
        name=parse_name(table) if "name" in table.data else "",
    )


def names_of(parts: Sequence[Company | Character | Objective]) -> list[str]:
    return [part.name for part in parts]


SCENARIO_FILES = ScenarioFiles(FOLDER, parse_scenario)
shipped_scenarios, load_scenario, read_scenario = SCENARIO_FILES.shipped, SCENARIO_FILES.named, SCENARIO_FILES.read
