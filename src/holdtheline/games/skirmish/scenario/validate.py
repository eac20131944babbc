"""Validate a scenario beyond its single fields: counts, names, places, distances and endings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from ....core.plane import base_gap, hull_is_nearer, is_nearer
from ....core.sentences import plural
from ....core.toml.file import TomlTable
from ..rules.traits.catalog import Trait, TraitInstance
from ..state import BATTLEFIELD_SIZE, MAX_PER_SIDE, EndingKind, TerrainKind
from .inches import inches_text, point_text
from .model import Character, Ending, Objective, Point, Scenario, Side, Terrain, arrival_round, find_trait
from .source_tables import SourceTables, all_parts, has_sound_name
from .validate_traits import check_traits


def validate_scenario(scenario: Scenario, source: SourceTables) -> None:
    """Report every fault. What depends on a wrong field is not checked."""
    for check in [check for check, fields in CHECKS if source.top.file.is_sound(*fields)]:
        check(scenario, source)


# Characters, names and traits


def check_counts(scenario: Scenario, source: SourceTables) -> None:
    for side in Side:
        mine = [index for index, character in enumerate(scenario.characters) if character.side == side]
        if len(mine) > MAX_PER_SIDE:
            reason = f"{side_phrase(side)} has {len(mine)} characters; it can have {MAX_PER_SIDE}"
            source.characters[mine[MAX_PER_SIDE]].report("card", reason, "K1.2")
        if all(arrival_round(scenario.traits_of(scenario.characters[index])) for index in mine):
            reason = f"{side_phrase(side)} has no characters on the table at the start"
            source.top.report("character", reason, "K2.3")
    for index, table in enumerate(source.companies):
        if all(character.company != index for character in scenario.characters):
            table.report("side", f"{scenario.companies[index].name!r} has no characters", "K1.2")


def check_names(scenario: Scenario, source: SourceTables) -> None:
    """Refuse a name that is used twice; upper and lower case do not matter."""
    seen = {"friends", "enemy"}
    for part, table in all_parts(scenario, source):
        if not part.name or not has_sound_name(table):
            continue
        if part.name.casefold() in seen:
            table.report("name", f"the name {part.name!r} is already taken")
        seen.add(part.name.casefold())


# Places


def check_places(scenario: Scenario, source: SourceTables) -> None:
    ground = [terrain for terrain, table in zip(scenario.terrain, source.terrain, strict=True) if table.is_sound()]
    placed = list(sound_characters(scenario, source))
    for character, table in placed:
        radius = character.card.radius
        if not all(radius <= coordinate <= BATTLEFIELD_SIZE - radius for coordinate in character.point):
            at, width = point_text(character.point), inches_text(2 * radius)
            reason = f"the base of {character.name!r} at {at} is {width} across, and not all of it is on the table"
            table.report("at", reason, "K1.1")
        climbs = find_trait(scenario.traits_of(character), Trait.CLIMBS) is not None
        for terrain in ground:
            if terrain.is_closed_to(climbs) and overlaps_terrain(character.point, radius, terrain):
                reason = f"the base of {character.name!r} overlaps {terrain_name(terrain)}"
                table.report("at", reason, "K1.3")
                break
        check_door(scenario, ground, character, table)
        check_tether(scenario, ground, character, table)
    check_overlaps(scenario, placed)


def sound_characters(scenario: Scenario, source: SourceTables) -> Iterator[tuple[Character, TomlTable]]:
    """Yield the characters without a fault in what says where and when they stand, and how large they are."""
    for character, table in zip(scenario.characters, source.characters, strict=True):
        company = source.companies[character.company] if source.companies else source.top
        if table.is_sound("company", "card", "at", *PLACE_TRAITS) and company.is_sound("cards", *PLACE_TRAITS):
            yield character, table


PLACE_TRAITS = ("traits.arrives", "traits.climbs", "traits.tether")


def overlaps_terrain(point: Point, radius: int, terrain: Terrain) -> bool:
    """Return whether a base overlaps a piece of terrain (radius 0: whether a point is inside it)."""
    xs, ys = zip(*terrain.corners, strict=True)
    return bool(hull_is_nearer(*point, *point, xs, ys, 0, len(xs), radius + terrain.rounding))


def check_door(scenario: Scenario, ground: Sequence[Terrain], character: Character, table: TomlTable) -> None:
    arrives = find_trait(scenario.traits_of(character), Trait.ARRIVES)
    door = find_terrain(ground, arrives)
    if door and door.kind == TerrainKind.DOOR and not overlaps_terrain(character.point, 0, door):
        reason = f"{character.name!r} arrives at {door.name!r}, but {point_text(character.point)} is not in it"
        table.report("at", reason, "K1.4")


def check_tether(scenario: Scenario, ground: Sequence[Terrain], character: Character, table: TomlTable) -> None:
    tether = find_trait(scenario.traits_of(character), Trait.TETHER)
    pool = find_terrain(ground, tether)
    if not tether or not pool or len(pool.corners) != 1:  # what is no disc is reported already
        return
    distance = base_gap(*character.point, character.card.radius, *pool.corners[0], pool.rounding)
    if distance > tether.number(1):
        most, gap = inches_text(tether.number(1)), inches_text(distance)
        reason = f"{character.name!r} starts {gap} from {pool.name!r}; its tether is {most} long"
        table.report("at", reason, "K3.4")


def find_terrain(ground: Sequence[Terrain], trait: TraitInstance | None) -> Terrain | None:
    """Return the terrain that a trait names, if there is one."""
    return next((terrain for terrain in ground if trait and terrain.name == trait.name()), None)


def check_overlaps(scenario: Scenario, placed: Sequence[tuple[Character, TomlTable]]) -> None:
    """Refuse overlapping bases, of characters that are there from the start or arrive in the same round."""
    before: list[Character] = []
    for character, table in placed:
        for other in before:
            if bases_overlap(character, other) and could_meet(scenario, character, other):
                reason = f"the base of {character.name!r} overlaps that of {other.name!r}"
                table.report("at", reason, "K1.3")
                break
        before.append(character)


def bases_overlap(first: Character, second: Character) -> bool:
    return bool(is_nearer(*first.point, *second.point, first.card.radius + second.card.radius))


def could_meet(scenario: Scenario, first: Character, second: Character) -> bool:
    """Return whether both arrive at the same time, or one of them is there from the start."""
    rounds = {arrival_round(scenario.traits_of(character)) for character in (first, second)}
    return len(rounds) == 1 or 0 in rounds


def check_objectives(scenario: Scenario, source: SourceTables) -> None:
    for objective, table in zip(scenario.objectives, source.objectives, strict=True):
        for terrain, its_table in zip(scenario.terrain, source.terrain, strict=True):
            is_sound = table.is_sound("at") and its_table.is_sound()
            if is_sound and terrain.is_closed and overlaps_terrain(objective.point, 0, terrain):
                table.report("at", f"{objective.name!r} lies in {terrain_name(terrain)}", "K3.1")
                break


def terrain_name(terrain: Terrain) -> str:
    return terrain.name or f"a {terrain.kind.name.lower()}"


def side_phrase(side: Side) -> str:
    return "the friends' side" if side == Side.FRIENDS else "the enemy's side"


# Endings


def check_endings(scenario: Scenario, source: SourceTables) -> None:
    if not source.top.file.is_sound(*TRAIT_FIELDS, "objective"):
        return  # wrong traits change what can happen
    seen: list[Ending] = []
    for ending, table in zip(scenario.endings, source.endings, strict=True):
        if not table.is_sound():
            continue
        why = why_unreachable(scenario, ending)
        if not why and any(is_covered_by(ending, other) for other in seen):
            why = "an ending above it always comes first"
        if why:
            table.report("when", f"this ending can never happen: {why}", "K2.3")
        elif ending.company is not None and ending.count > company_size(scenario, ending.company):
            name, size = scenario.companies[ending.company].name, company_size(scenario, ending.company)
            reason = f"it is {ending.count}, but {name!r} has only {size} at the start, so the battle would end at once"
            table.report("count", reason, "K2.3")
        elif ending.name and ending.name.casefold() in [other.name.casefold() for other in seen]:
            table.report("name", f"another ending is called {ending.name!r}", "K6.3")
        else:
            seen.append(ending)


def why_unreachable(scenario: Scenario, ending: Ending) -> str:
    """Say why the condition of an ending cannot be met; return "" if it can."""
    if ending.when == EndingKind.ROUNDS and ending.count > scenario.rounds:
        return f"the battle has only {plural(scenario.rounds, 'round')}"
    if ending.when == EndingKind.GONE and ending.side is not None:
        return why_never_gone(scenario, ending.side)
    if ending.when == EndingKind.ESCAPED and ending.side is not None:
        return why_never_gone(scenario, ending.side) or why_too_few(scenario, ending.side, ending.count)
    if ending.when == EndingKind.CAPTURED and ending.side is not None:
        return why_never_captured(scenario, ending.side, ending.count)
    if ending.when == EndingKind.ALL_TAKEN:
        if not scenario.objectives:
            return "there are no objectives"
        if find_trait(scenario.traits, Trait.ROLLED_GOAL):
            return "only one of the rolled goals stays in play"
        return first_reason(why_not_taken(scenario, objective, ending.side) for objective in scenario.objectives)
    if ending.when in (EndingKind.TAKEN, EndingKind.HELD) and ending.what is not None:
        objective = scenario.objectives[ending.what]
        check = why_not_taken if ending.when == EndingKind.TAKEN else why_not_carried
        return check(scenario, objective, ending.side)
    if ending.who is not None:
        return why_never_happens_to(scenario, ending.when, ending.who)
    return ""


def why_never_gone(scenario: Scenario, side: Side) -> str:
    """Name a character of this side that can neither fall nor flee nor leave, if there is one."""
    for character in scenario.of_side(side):
        traits = scenario.traits_of(character)
        if all(find_trait(traits, trait) for trait in (Trait.CANNOT_BE_FELLED, Trait.NEVER_ROUTS, Trait.TETHER)):
            return f"{character.name!r} can neither fall nor flee nor leave"
    return ""


def why_never_captured(scenario: Scenario, side: Side, count: int) -> str:
    """Say that the other side cannot carry off this many characters of a side, if that is so."""
    others = [character for character in scenario.characters if character.side != side]
    if not any(has_trait(scenario, other, Trait.TAKES_CAPTIVES) for other in others):
        return "no one on the other side takes captives"
    able = sum(has_trait(scenario, character, Trait.LIES) for character in scenario.of_side(side))
    return "" if able >= count else f"only {able} of that side lie where they fall"


def why_too_few(scenario: Scenario, side: Side, count: int) -> str:
    """Say that fewer characters of a side than `count` can leave the table, if that is so."""
    able = sum(can_leave(scenario, character) for character in scenario.of_side(side))
    return "" if able >= count else f"only {able} of that side can leave the table"


def why_never_happens_to(scenario: Scenario, when: EndingKind, who: int) -> str:
    character = scenario.characters[who]
    traits = scenario.traits_of(character)
    if when == EndingKind.FALLEN and find_trait(traits, Trait.CANNOT_BE_FELLED):
        return f"{character.name!r} cannot be felled"
    if when == EndingKind.LEFT and not can_leave(scenario, character):
        if find_trait(traits, Trait.TETHER):
            return f"{character.name!r} has a tether"
        return f"{character.name!r} has nothing to carry off the table, and no one can carry it off"
    return ""


def can_leave(scenario: Scenario, character: Character) -> bool:
    """Return whether a character can leave the table.

    It leaves with its company after losses, by the exit of a closed room, by carrying something off, or by being
    carried off.
    """
    if find_trait(scenario.companies[character.company].traits, Trait.LEAVES_AFTER):
        return True
    if has_trait(scenario, character, Trait.TETHER):
        return False
    if has_exit_door(scenario, character.side):
        return True
    if any(character in scenario.carriers_of(objective) for objective in scenario.objectives if not objective.stays):
        return True
    others = [other for other in scenario.of_side(character.side) if other is not character]
    pairs = [(character, other) for other in others] + [(other, character) for other in others]
    return any(
        has_trait(scenario, carrier, Trait.TAKES_FALLEN) and has_trait(scenario, carried, Trait.LIES)
        for carrier, carried in pairs
    )


def has_exit_door(scenario: Scenario, side: Side) -> bool:
    """Return whether a side can leave by a door: the exit of a room, or a way out for this side only."""
    room = find_trait(scenario.traits, Trait.ROOM)
    for terrain in scenario.terrain:
        only = find_trait(terrain.traits, Trait.EXIT_FOR)
        if (only and only.name() == side.name.lower()) or (room and not only and room.name() == terrain.name):
            return True
    return False


def has_trait(scenario: Scenario, character: Character, trait: Trait) -> bool:
    return find_trait(scenario.traits_of(character), trait) is not None


def why_not_taken(scenario: Scenario, objective: Objective, side: Side | None) -> str:
    if objective.stays:
        return f"{objective.name!r} stays on the table"
    return why_not_carried(scenario, objective, side)


def why_not_carried(scenario: Scenario, objective: Objective, side: Side | None) -> str:
    if side is None or any(character.side == side for character in scenario.carriers_of(objective)):
        return ""
    return f"no one on that side may carry {objective.name!r}"


def is_covered_by(ending: Ending, other: Ending) -> bool:
    """Return whether the other ending is met whenever this one is."""
    is_alike = (ending.when, ending.who, ending.what, ending.company) == (
        other.when,
        other.who,
        other.what,
        other.company,
    )
    if ending.when == EndingKind.ROUNDS:
        return is_alike and ending.count >= other.count
    if ending.when == EndingKind.ESCAPED:
        is_wider = other.when == EndingKind.GONE or (is_alike and ending.count >= other.count)
        return is_wider and ending.side == other.side
    if ending.when == EndingKind.CAPTURED:
        return is_alike and ending.side == other.side and ending.count >= other.count
    if ending.when == EndingKind.FEWER:
        return is_alike and ending.count <= other.count
    return is_alike and other.side in (ending.side, None)


def company_size(scenario: Scenario, company: int) -> int:
    return sum(character.company == company for character in scenario.characters)


def first_reason(reasons: Iterable[str]) -> str:
    """Return the first reason that is not empty."""
    return next((reason for reason in reasons if reason), "")


# The order of the checks

TRAIT_FIELDS = ("traits", "company.traits", "card.traits", "character.traits")
SIDE_FIELDS = ("company.side", "company.name", "company.cards", "character.company")
WHO_FIELDS = (*SIDE_FIELDS, "character.card", "card.name")
CHECKS: tuple[tuple[Callable[[Scenario, SourceTables], None], tuple[str, ...]], ...] = (
    (check_counts, SIDE_FIELDS),
    (check_traits, ()),
    (check_names, ()),
    (check_places, ("card.base", "card.traits", "traits")),
    (check_objectives, ()),
    (check_endings, (*WHO_FIELDS, *TRAIT_FIELDS, "character.name", "objective", "rounds")),
)
"""The checks, and the fields that each needs in all tables."""
