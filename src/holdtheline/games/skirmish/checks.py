"""What a battle must be beyond its single fields: who stands where, whom traits name, and how it can end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ...core.plane import gap, hull_is_nearer, is_nearer
from ...core.tomlfile import Table
from .endings import check_endings
from .named import check_traits
from .state import MOST_OF_A_SIDE, TABLE, Ground
from .table import Character, Point, Scenario, Side, Terrain, Thing, given
from .traits import Given, Trait
from .written import point_text


class Origin(NamedTuple):
    """The tables of a file that a scenario was read from, so that a fault has a line."""

    top: Table
    terrain: Sequence[Table]
    companies: Sequence[Table]
    characters: Sequence[Table]
    objectives: Sequence[Table]
    endings: Sequence[Table]


def check(scenario: Scenario, origin: Origin) -> None:
    """BadOption with the first fault that is found."""
    check_numbers(scenario, origin)
    check_names(scenario, origin)
    check_traits(scenario, traits_in(scenario, origin))
    check_places(scenario, origin)
    check_distances(scenario, origin)
    check_objectives(scenario, origin)
    check_endings(scenario, origin.endings)


# Who there is


def check_numbers(scenario: Scenario, origin: Origin) -> None:
    for side in Side:
        mine = [place for place, one in enumerate(scenario.characters) if one.side == side]
        if len(mine) > MOST_OF_A_SIDE:
            reason = f"{called(side)} has {len(mine)} characters; it can have {MOST_OF_A_SIDE}"
            raise origin.characters[mine[MOST_OF_A_SIDE]].fault("card", reason, "K1.2")
        if all(arrival_of(scenario, scenario.characters[place]) for place in mine):
            reason = f"{called(side)} has nobody on the table at the start"
            raise origin.top.fault("character", reason, "K2.3")
    for place, table in enumerate(origin.companies):
        if all(one.company != place for one in scenario.characters):
            raise table.fault("side", f"{scenario.companies[place].name!r} has no characters", "K1.2")


def check_names(scenario: Scenario, origin: Origin) -> None:
    """Everybody and everything is called otherwise, however one writes it."""
    seen = {"friends", "enemy"}
    for name, table in names_in(scenario, origin):
        if name.casefold() in seen:
            raise table.fault("name", f"somebody or something else is called {name!r}")
        seen.add(name.casefold())


def names_in(scenario: Scenario, origin: Origin) -> Iterator[tuple[str, Table]]:
    return ((thing.name, table) for thing, table in things_in(scenario, origin) if thing.name)


def traits_in(scenario: Scenario, origin: Origin) -> Iterator[tuple[Given, Thing | Scenario, Table]]:
    """Every trait with whoever has it, and the table that tells it."""
    yield from ((one, scenario, origin.top) for one in scenario.traits)
    for thing, table in things_in(scenario, origin):
        yield from ((one, thing, table) for one in thing.traits)


def things_in(scenario: Scenario, origin: Origin) -> Iterator[tuple[Thing, Table]]:
    yield from zip(scenario.terrain, origin.terrain, strict=True)
    yield from zip(scenario.companies, origin.companies, strict=True)
    yield from zip(scenario.characters, origin.characters, strict=True)
    yield from zip(scenario.objectives, origin.objectives, strict=True)


# Where they stand


def check_places(scenario: Scenario, origin: Origin) -> None:
    for character, table in zip(scenario.characters, origin.characters, strict=True):
        radius = character.card.radius
        if not all(radius <= part <= TABLE - radius for part in character.at):
            reason = f"the base of {character.name!r} at {point_text(character.at)} is not all on the table"
            raise table.fault("at", reason, "K1.1")
        for terrain in scenario.terrain:
            if bars(scenario, terrain, character) and stands_in(character.at, radius, terrain):
                reason = f"the base of {character.name!r} overlaps {terrain_name(terrain)}"
                raise table.fault("at", reason, "K1.3")
        check_door(scenario, character, table)
        check_tether(scenario, character, table)


def bars(scenario: Scenario, terrain: Terrain, character: Character) -> bool:
    """Whether somebody cannot stand there."""
    if terrain.kind == Ground.CLIFF and not terrain.is_closed:
        return given(scenario.traits_of(character), Trait.CLIMBS) is None
    return terrain.is_closed or terrain.kind == Ground.GAP


def stands_in(at: Point, radius: int, terrain: Terrain) -> bool:
    """Whether a base overlaps a piece of terrain; with a radius of 0, whether a point lies in it."""
    xs, ys = zip(*terrain.corners, strict=True)
    return bool(hull_is_nearer(*at, *at, xs, ys, 0, len(xs), radius + terrain.rounding))


def check_door(scenario: Scenario, character: Character, table: Table) -> None:
    arrives = given(scenario.traits_of(character), Trait.ARRIVES)
    if not arrives:
        return
    door = scenario.terrain[scenario.terrain_named(arrives.name())]
    if not stands_in(character.at, 0, door):
        reason = f"{character.name!r} arrives at {door.name}, and {point_text(character.at)} is not in it"
        raise table.fault("at", reason, "K1.4")


def check_tether(scenario: Scenario, character: Character, table: Table) -> None:
    tether = given(scenario.traits_of(character), Trait.TETHER)
    if not tether:
        return
    pool = scenario.terrain[scenario.terrain_named(tether.name())]
    far = gap(*character.at, character.card.radius, *pool.corners[0], pool.rounding)
    if far > tether.number(1):
        raise table.fault("at", f"{character.name!r} starts too far from {pool.name}", "K3.4")


def check_distances(scenario: Scenario, origin: Origin) -> None:
    """No base overlaps another; who arrives in some round leaves room for those who do in the same."""
    before: list[Character] = []
    for character, table in zip(scenario.characters, origin.characters, strict=True):
        for other in before:
            if overlap(character, other) and may_meet(scenario, character, other):
                reason = f"the base of {character.name!r} overlaps that of {other.name!r}"
                raise table.fault("at", reason, "K1.3")
        before.append(character)


def overlap(one: Character, other: Character) -> bool:
    return bool(is_nearer(*one.at, *other.at, one.card.radius + other.card.radius))


def may_meet(scenario: Scenario, one: Character, other: Character) -> bool:
    """Whether they come at one time, or one of them stands there from the start."""
    rounds = {arrival_of(scenario, one), arrival_of(scenario, other)}
    return len(rounds) == 1 or 0 in rounds


def arrival_of(scenario: Scenario, character: Character) -> int:
    """The round in which it arrives; 0: it is there from the start."""
    arrives = given(scenario.traits_of(character), Trait.ARRIVES)
    return arrives.number(1) if arrives else 0


def check_objectives(scenario: Scenario, origin: Origin) -> None:
    for objective, table in zip(scenario.objectives, origin.objectives, strict=True):
        for terrain in scenario.terrain:
            if terrain.is_closed and stands_in(objective.at, 0, terrain):
                raise table.fault("at", f"{objective.name!r} lies in {terrain_name(terrain)}", "K3.1")


def terrain_name(terrain: Terrain) -> str:
    return terrain.name or f"a {terrain.kind.name.lower()}"


def called(side: Side) -> str:
    return "the friends' side" if side == Side.FRIENDS else "the enemy's side"
